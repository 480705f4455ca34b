//! The laws of a [`Game`], checked at every reachable position.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::{Game, Player};

/// Checks every law of [`Game`] at every reachable position up to `plies`, and returns how many positions that were.
///
/// # Panics
/// When a law does not hold; the message names the law and the position.
pub fn check<G: Game>(game: &G, plies: u8) -> usize {
    let identity = game.symmetries().first().expect("law 5: the identity is a symmetry");
    assert_eq!(game.ply(game.start()), 0, "law 1: the start has ply 0");
    let mut layer = BTreeSet::from([game.start()]);
    let mut checked = 0;
    while !layer.is_empty() {
        let mut next = BTreeSet::new();
        for &position in &layer {
            let text = game.notation(position);
            let ply = game.ply(position);
            assert!(ply <= game.longest(), "law 6: {text} lies beyond the longest game");
            assert_eq!(
                game.image(position, identity),
                position,
                "law 5: the identity changes {text}"
            );
            assert_eq!(game.parse(&text), Ok(position), "law 4: notation of {text}");
            check_stones(game, position);
            check_symmetries(game, position);
            let moves: Vec<_> = game.moves(position).collect();
            assert_eq!(
                moves.is_empty(),
                game.outcome(position).is_some(),
                "law 2: moves of {text}"
            );
            let standing = match game.outcome(position) {
                Some(outcome) => ControlFlow::Break(outcome),
                None => ControlFlow::Continue(game.move_set(position)),
            };
            assert_eq!(game.standing(position), standing, "law 7: standing of {text}");
            assert!(moves.is_sorted_by(|a, b| a < b), "law 3: order of moves of {text}");
            if !moves.is_empty() {
                let set = game.move_set(position).into_iter();
                assert_eq!(moves, set.collect::<Vec<_>>(), "law 3: set of moves of {text}");
            }
            for mv in moves {
                assert_eq!(game.parse_move(&game.move_name(mv)), Some(mv), "law 4: name of {mv:?}");
                let child = game.play(position, mv);
                assert_eq!(
                    game.advance(position, mv),
                    (child, game.standing(child)),
                    "law 7: {mv:?} at {text}"
                );
                assert_eq!(game.ply(child), ply + 1, "law 1: {mv:?} at {text}");
                let (x, y) = game.target(position, mv);
                assert_eq!(game.stone(position, x, y), None, "target of {mv:?} at {text} is taken");
                assert_eq!(
                    game.stone(child, x, y),
                    Some(game.turn(position)),
                    "target of {mv:?} at {text}"
                );
                if ply < plies {
                    next.insert(child);
                }
            }
        }
        checked += layer.len();
        layer = next;
    }
    checked
}

fn check_stones<G: Game>(game: &G, position: G::Position) {
    for player in [Player::O, Player::X] {
        let cells = game.stones_of(position, player);
        for (x, y) in (0..game.width()).flat_map(|x| (0..game.height()).map(move |y| (x, y))) {
            assert_eq!(
                game.stone(position, x, y) == Some(player),
                cells >> (x * game.height() + y) & 1 == 1,
                "law 7: stones of {player} at {}",
                game.notation(position)
            );
        }
    }
}

fn check_symmetries<G: Game>(game: &G, position: G::Position) {
    let text = game.notation(position);
    for symmetry in game.symmetries() {
        let image = game.image(position, symmetry);
        assert_eq!(game.ply(image), game.ply(position), "law 5: ply of an image of {text}");
        assert_eq!(game.turn(image), game.turn(position), "law 5: turn of an image of {text}");
        assert_eq!(
            game.outcome(image),
            game.outcome(position),
            "law 5: outcome of an image of {text}"
        );
        assert_eq!(game.image(image, &symmetry.inverse()), position, "law 5: inverse at {text}");
        assert_eq!(game.canonical(image), game.canonical(position), "law 5: orbit of {text}");
        for mv in game.moves(position) {
            let there = game.play(image, game.move_image(mv, symmetry));
            let here = game.image(game.play(position, mv), symmetry);
            assert_eq!(there, here, "law 5: {mv:?} at {text} does not commute");
        }
    }
}
