//! Results between rule players: the published percentages, and a few exact values.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use exactplay_game::{Fraction, Game as _, Player, Policy as _, Unreduced, fraction};
use exactplay_players::{Named, RULE_PLAYERS};
use exactplay_rules::Mnk;
use exactplay_tree::Tree;

type Probabilities = [Fraction; 3];

/// The exact probabilities that x wins, of a draw and that o wins, between two rule players.
fn results(tree: &Tree<Unreduced<Mnk>>, as_o: &str, as_x: &str) -> Probabilities {
    let [as_o, as_x] = [as_o, as_x].map(|name| Named::find(RULE_PLAYERS, name).unwrap().what);
    let game = tree.game();
    let mut reached = vec![fraction(0, 1); tree.len()];
    reached[0] = fraction(1, 1);
    let mut results = [(); 3].map(|()| fraction(0, 1));
    for id in tree.layers().flatten() {
        let (position, here) = (tree.position(id), std::mem::take(&mut reached[id as usize]));
        if here == fraction(0, 1) {
            continue;
        }
        if let Some(outcome) = game.outcome(position) {
            results[outcome as usize] += here;
            continue;
        }
        let policy = match game.turn(position) {
            Player::O => as_o,
            Player::X => as_x,
        };
        for (mv, probability) in policy.distribution(game, position).probabilities() {
            let child = tree.id(game.play(position, mv)).unwrap();
            reached[child as usize] += &here * probability;
        }
    }
    results
}

fn tree() -> Tree<Unreduced<Mnk>> {
    Tree::build(Unreduced(Mnk::new(3, 3, 3, Player::O).unwrap()), |_| Ok(())).unwrap()
}

/// Ten thousand games a seat (a thousand in the first row) give each percentage a standard error of half a point or
/// less (1.6 points); the exact value must lie within four of them, or a tenth of a point of rounding.
#[test]
fn exact_results_agree_with_the_published_samples() {
    let tree = tree();
    // Wins, losses and draws of the first player in tenths of a percent: as o, then as x.
    for (a, b, games, as_o, as_x) in [
        ("ai6", "ai2", 1_000, [889, 22, 89], [703, 62, 235]),
        ("ai6", "ai3", 10_000, [869, 15, 117], [619, 58, 323]),
        ("ai6", "ai4", 10_000, [924, 37, 39], [661, 290, 48]),
        ("ai6", "ai5", 10_000, [888, 23, 89], [655, 137, 208]),
        ("ai6", "ai6", 10_000, [309, 169, 522], [176, 313, 511]),
        ("ai7", "ai2", 10_000, [958, 2, 40], [823, 24, 153]),
        ("ai7", "ai3", 10_000, [958, 2, 40], [613, 58, 329]),
        ("ai7", "ai4", 10_000, [1_000, 0, 0], [658, 293, 49]),
        ("ai7", "ai5", 10_000, [954, 4, 42], [811, 54, 135]),
        ("ai7", "ai6", 10_000, [302, 43, 655], [71, 156, 774]),
        ("ai7", "ai7", 10_000, [299, 41, 660], [40, 304, 656]),
    ] {
        let [x, draw, o] = results(&tree, a, b);
        assert_close(&format!("{a} as o, {b} as x"), &[o, x, draw], as_o, games);
        let [x, draw, o] = results(&tree, b, a);
        assert_close(&format!("{b} as o, {a} as x"), &[x, o, draw], as_x, games);
    }
}

fn assert_close(what: &str, exact: &Probabilities, published: [u32; 3], games: u32) {
    for (exact, published) in exact.iter().zip(published) {
        let distance = exact - fraction(published.into(), 1_000);
        let variance = exact * (fraction(1, 1) - exact) / fraction(games.into(), 1);
        let bound = fraction(16, 1) * variance + fraction(1, 1_000_000);
        assert!(&distance * &distance <= bound, "{what}: {exact} for {published}/1000");
    }
}

#[test]
fn exact_results_of_ai14s_against_chance() {
    let tree = tree();
    let as_o = results(&tree, "ai14s", "ai2s");
    assert_eq!(as_o, [fraction(0, 1), fraction(1, 96), fraction(95, 96)]);
    let as_x = results(&tree, "ai2s", "ai14s");
    assert_eq!(as_x, [fraction(278, 315), fraction(37, 315), fraction(0, 1)]);
    let chance = results(&tree, "ai2", "ai2s");
    assert_eq!(chance, [fraction(121, 420), fraction(8, 63), fraction(737, 1260)]);
}
