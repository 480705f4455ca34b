//! What solving costs, beside what the tree engine takes for the same. Each bench asserts its counts; none asserts a time.

use exactplay_blocks::{BlocksError, Board, Content, Discard, Plan, solve};
use exactplay_game::{Game, Player};
use exactplay_rules::{Connect, Mnk};
use exactplay_tree::Analysis;

fn main() {
    divan::main();
}

fn positions(board: Result<Board, BlocksError>, content: Content) -> u64 {
    let plan = Plan::new(board.expect("a board"), content).expect("fits 128 bits");
    solve(&plan, &mut Discard, |_| Ok(())).expect("nothing stops it").total.positions
}

const CONTENTS: [Content; 2] = [Content::Values, Content::ValuesAndPlayouts];

#[divan::bench(args = CONTENTS)]
fn mnk_3x3_3(content: Content) {
    assert_eq!(positions(Board::mnk(3, 3, 3, Player::O), content), 5_478);
}

#[divan::bench(args = CONTENTS)]
fn mnk_4x4_4(content: Content) {
    assert_eq!(positions(Board::mnk(4, 4, 4, Player::O), content), 9_722_011);
}

#[divan::bench(args = CONTENTS, sample_count = 5)]
fn mnk_6x3_4(content: Content) {
    assert_eq!(positions(Board::mnk(6, 3, 4, Player::O), content), 83_109_042);
}

#[divan::bench(args = CONTENTS)]
fn connect_5x4_4(content: Content) {
    assert_eq!(positions(Board::connect(5, 4, 4, Player::O), content), 3_945_711);
}

/// The same answers from the tree: orbits, with values and exact playouts.
fn tree_orbits(game: impl Game) -> usize {
    Analysis::of(game, |_| Ok(())).expect("fits 128 bits").tree().len()
}

#[divan::bench(sample_count = 5)]
fn tree_mnk_4x4_4() {
    assert_eq!(tree_orbits(Mnk::new(4, 4, 4, Player::O).expect("a board")), 1_217_977);
}

#[divan::bench(sample_count = 5)]
fn tree_connect_5x4_4() {
    assert_eq!(tree_orbits(Connect::new(5, 4, 4, Player::O).expect("a board")), 1_974_174);
}
