//! Every policy says rightly whether it respects the symmetries, and no rule cares who moves first.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::collections::BTreeMap;
use std::num::NonZeroU8;

use exactplay_game::{Game, MoveDistribution, Player, Policy, Unreduced};
use exactplay_players::{
    AlphaBeta, DISC_PLAYERS, MONTE_CARLO_PLAYERS, MonteCarlo, Named, PERFECT_PLAYERS, Perfect,
    RANDOM_PLAYERS, RULE_PLAYERS, SEQUENCE_PLAYERS, SequenceRule, Sequences,
};
use exactplay_rules::{Mnk, Othello, Stones};
use exactplay_tree::{Analysis, Tree};

fn game(first: Player) -> Mnk {
    Mnk::new(3, 3, 3, first).unwrap()
}

/// Every unfinished position, not only one of each orbit.
fn unfinished<G: Game>(game: &G) -> Vec<G::Position> {
    let tree = Tree::build(Unreduced(game.clone()), |_| Ok(())).unwrap();
    let positions = tree.layers().flatten().map(|id| tree.position(id));
    positions.filter(|&position| game.outcome(position).is_none()).collect()
}

/// Whether the distribution at every image of every position is the image of the distribution.
///
/// All the players here make each of their moves with the same probability, so that the moves say it all.
fn commutes<G: Game>(game: &G, policy: &impl Policy<G>, positions: &[G::Position]) -> bool {
    let played = |&position: &G::Position| {
        let distribution = policy.distribution(game, position);
        let moves: Vec<_> = distribution.moves().collect();
        assert_eq!(distribution, MoveDistribution::uniform(moves.iter().copied()));
        moves
    };
    let played: BTreeMap<_, _> =
        positions.iter().map(|position| (*position, played(position))).collect();
    played.iter().all(|(&position, here)| {
        game.symmetries().iter().all(|symmetry| {
            let image = here.iter().map(|&mv| game.move_image(mv, symmetry));
            let mut image: Vec<_> = image.collect();
            image.sort_unstable();
            played[&game.image(position, symmetry)] == image
        })
    })
}

fn assert_says_so<G: Game>(
    game: &G,
    name: &str,
    policy: &impl Policy<G>,
    positions: &[G::Position],
) {
    assert_eq!(policy.is_equivariant(), commutes(game, policy, positions), "{name}");
}

#[test]
fn policies_say_whether_they_respect_the_symmetries() {
    let game = game(Player::O);
    let positions = unfinished(&game);
    assert_eq!(positions.len(), 4_520);
    let analysis = Analysis::of(game.clone(), |_| Ok(())).unwrap();
    for Named { name, what, .. } in RULE_PLAYERS {
        assert_says_so(&game, name, what, &positions);
    }
    for Named { name, what, .. } in RANDOM_PLAYERS {
        assert_says_so(&game, name, what, &positions);
    }
    for &Named { name, what, .. } in PERFECT_PLAYERS {
        assert_says_so(&game, name, &Perfect::new(&analysis, what), &positions);
    }
    for &Named { name, what, .. } in SEQUENCE_PLAYERS {
        assert_says_so(&game, name, &Sequences::new(analysis.tree(), what), &positions);
    }
    for &Named { name, what, .. } in MONTE_CARLO_PLAYERS {
        for depth in [1, 3].map(|depth| NonZeroU8::new(depth).unwrap()) {
            assert_says_so(&game, name, &MonteCarlo::new(&analysis, what, depth), &positions);
        }
    }
}

#[test]
fn policies_that_read_and_value_discs_respect_the_symmetries() {
    let depths = [1, 2, 4].map(|depth| NonZeroU8::new(depth).unwrap());
    let tictactoe = game(Player::O);
    let positions = unfinished(&tictactoe);
    for depth in depths {
        let player = AlphaBeta::new(&tictactoe, depth, None);
        assert_says_so(&tictactoe, "alphabeta", &player, &positions);
    }
    let othello = Othello::new(4, Player::O).unwrap();
    let positions = unfinished(&othello);
    for Named { name, what, .. } in DISC_PLAYERS {
        assert_says_so(&othello, name, what, &positions);
    }
    assert_says_so(&othello, "alphabeta", &AlphaBeta::new(&othello, depths[1], None), &positions);
}

/// The same position with the stones of the players exchanged, where the other player moves first.
fn exchanged(position: Stones) -> Stones {
    Stones { o: position.x, x: position.o }
}

#[test]
fn it_does_not_matter_who_moves_first() {
    let (o_first, x_first) = (game(Player::O), game(Player::X));
    let [o_values, x_values] =
        [&o_first, &x_first].map(|game| Analysis::of(game.clone(), |_| Ok(())).unwrap());
    let agree = |name: &str, o_policy: &dyn Policy<Mnk>, x_policy: &dyn Policy<Mnk>| {
        for position in unfinished(&o_first) {
            assert_eq!(
                o_policy.distribution(&o_first, position),
                x_policy.distribution(&x_first, exchanged(position)),
                "{name} at {}",
                o_first.notation(position)
            );
        }
    };
    for Named { name, what, .. } in RULE_PLAYERS {
        agree(name, what, what);
    }
    for &Named { name, what, .. } in SEQUENCE_PLAYERS {
        let trees = [o_values.tree(), x_values.tree()];
        let [o, x] = trees.map(|tree| Sequences::new(tree, what));
        agree(name, &o, &x);
    }
    for &Named { name, what, .. } in PERFECT_PLAYERS {
        agree(name, &Perfect::new(&o_values, what), &Perfect::new(&x_values, what));
    }
    for depth in [1, 3, 9].map(|depth| NonZeroU8::new(depth).unwrap()) {
        let [o, x] = [&o_first, &x_first].map(|game| AlphaBeta::new(game, depth, None));
        agree("alphabeta", &o, &x);
    }
    for &Named { name, what, .. } in MONTE_CARLO_PLAYERS {
        for depth in [1, 3].map(|depth| NonZeroU8::new(depth).unwrap()) {
            let [o, x] = [&o_values, &x_values].map(|values| MonteCarlo::new(values, what, depth));
            agree(name, &o, &x);
        }
    }
}

#[test]
fn an_analysis_of_orbits_serves_the_unreduced_game() {
    let game = game(Player::O);
    let reduced = Analysis::of(game.clone(), |_| Ok(())).unwrap();
    let full = Analysis::of(Unreduced(game.clone()), |_| Ok(())).unwrap();
    let unreduced = Unreduced(game.clone());
    for position in unfinished(&game) {
        for &Named { what, .. } in MONTE_CARLO_PLAYERS {
            let depth = NonZeroU8::new(2).unwrap();
            assert_eq!(
                MonteCarlo::new(&reduced, what, depth).distribution(&unreduced, position),
                MonteCarlo::new(&full, what, depth).distribution(&game, position),
            );
        }
    }
    let rule = SequenceRule::ReachRandom;
    let by_orbit = Sequences::new(reduced.tree(), rule);
    let by_position = Sequences::new(full.tree(), rule);
    for position in unfinished(&game) {
        assert_eq!(by_orbit.counts(position), by_position.counts(position));
    }
}
