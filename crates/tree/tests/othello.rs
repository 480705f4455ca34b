//! Othello on 4x4 cells, against counts and probabilities computed independently.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use exactplay_game::{Game as _, Outcome, Player, Playouts, fraction};
use exactplay_rules::Othello;
use exactplay_tree::{Analysis, Tree, summary};

fn game(first: Player) -> Othello {
    Othello::new(4, first).unwrap()
}

#[test]
fn four_by_four_has_the_known_counts() {
    let counts = summary(&Tree::build(game(Player::O), |_| Ok(())).unwrap());
    // The known 62,789 states of board and side, less the 8,988 in which a player must pass.
    assert_eq!((counts.positions, counts.games), (53_801, 60_060));
    assert_eq!(counts.terminal.iter().sum::<u64>(), 6_168);
}

#[test]
fn four_by_four_has_the_known_values() {
    let analysis = Analysis::of(game(Player::O), |_| Ok(())).unwrap();
    assert_eq!((analysis.value(0).outcome, analysis.value(0).plies), (Outcome::XWins, 11));
    let random = analysis.playouts(0);
    // 0.3520500400, 0.0966323000, 0.5513176599.
    assert_eq!(random.probability(Outcome::OWins), fraction(11_826_177_601, 33_592_320_000));
    assert_eq!(random.probability(Outcome::Draw), fraction(649_220_629, 6_718_464_000));
    assert_eq!(random.probability(Outcome::XWins), fraction(3_086_673_209, 5_598_720_000));
}

#[test]
fn with_x_first_the_players_swap() {
    let o_first = Analysis::of(game(Player::O), |_| Ok(())).unwrap();
    let x_first = Analysis::of(game(Player::X), |_| Ok(())).unwrap();
    let [x, draw, o] = Outcome::ALL.map(|outcome| x_first.playouts(0).weight(outcome));
    assert_eq!(Some(o_first.playouts(0)), Playouts::new(x, draw, o));
    assert_eq!(x_first.value(0).outcome, Outcome::OWins);
    assert_eq!(x_first.value(0).plies, o_first.value(0).plies);
}

/// The rules may accept a board that no game leads to; then the tree does not have it.
#[test]
fn unreachable_boards_are_not_in_the_tree() {
    let tree = Tree::build(game(Player::O), |_| Ok(())).unwrap();
    let position = tree.game().parse("o..o/.xo./.ox./x..x o").unwrap();
    assert_eq!(tree.id(position), None);
}
