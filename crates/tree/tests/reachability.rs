//! The rules accept exactly the positions that the trees hold, among all boards there are.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use exactplay_game::{Game, Player};
use exactplay_rules::{Connect, Mnk};
use exactplay_tree::{Tree, summary};

/// Asserts that the game reads a board just when its tree holds the position, and returns how many those are.
fn assert_exact<G: Game>(game: G, boards: impl Iterator<Item = String>) -> u64 {
    let tree = Tree::build(game, |_| Ok(())).unwrap();
    let game = tree.game();
    let accepted = boards.filter(|board| match game.parse(board) {
        Ok(position) => {
            assert!(tree.id(position).is_some(), "{} accepts {board}", game.name());
            true
        }
        Err(_) => false,
    });
    let accepted = accepted.count() as u64;
    assert_eq!(accepted, summary(&tree).positions, "{} refuses a position", game.name());
    accepted
}

/// Every word of `length` letters over an alphabet.
fn words(alphabet: &[String], length: u8) -> Vec<String> {
    (0..length).fold(vec![String::new()], |words, _| {
        words
            .iter()
            .flat_map(|word| alphabet.iter().map(move |letter| word.clone() + letter))
            .collect()
    })
}

fn cells(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|&cell| cell.to_owned()).collect()
}

/// Every board on which no disc floats, in the notation that goes down each column in turn.
fn stacks(width: u8, height: u8) -> Vec<String> {
    let fallen = |discs: u8| {
        let air = ".".repeat(usize::from(height - discs));
        words(&cells(&["o", "x"]), discs).into_iter().map(move |discs| air.clone() + &discs)
    };
    let columns: Vec<_> = (0..=height).flat_map(fallen).collect();
    words(&columns, width)
}

#[test]
fn tic_tac_toe_reads_just_its_positions() {
    let boards = words(&cells(&[".", "o", "x"]), 9);
    assert_eq!(boards.len(), 19_683);
    let boards = boards.iter().map(|board| format!("key:{board}"));
    assert_eq!(assert_exact(Mnk::new(3, 3, 3, Player::O).unwrap(), boards), 5_478);
}

#[test]
fn connection_games_read_just_their_positions() {
    assert_eq!(stacks(4, 3).len(), 15_usize.pow(4));
    for (width, height) in (1..=4).flat_map(|width| (1..=3).map(move |height| (width, height))) {
        let boards = stacks(width, height);
        for (k, first) in [(2, Player::X), (3, Player::O), (3, Player::X), (4, Player::O)] {
            let game = Connect::new(width, height, k, first).unwrap();
            assert_exact(game, boards.iter().map(|board| format!("key:{board}")));
        }
    }
}
