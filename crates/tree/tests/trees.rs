//! Known counts, and agreement of the reduced, the full and the unmerged tree.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use exactplay_game::{Game, Outcome, Player, Playouts, Unreduced, fraction};
use exactplay_rules::{Connect, Mnk, Othello};
use exactplay_tree::{Analysis, Scoring, Stopped, Tree, TreeError, minimax, playouts, summary};

fn game(width: u8, height: u8, k: u8) -> Mnk {
    Mnk::new(width, height, k, Player::O).unwrap()
}

fn tree<G: Game>(game: G) -> Tree<G> {
    Tree::build(game, |_| Ok(())).unwrap()
}

#[test]
fn tic_tac_toe_has_the_known_counts() {
    let counts = summary(&tree(game(3, 3, 3)));
    assert_eq!(
        (counts.nodes, counts.games, counts.positions, counts.orbits),
        (549_946, 255_168, 5_478, 765)
    );
    assert_eq!(counts.terminal, [316, 16, 626]);
    let nodes: Vec<_> = counts.by_ply.iter().map(|layer| layer.nodes).collect();
    assert_eq!(nodes, [1, 9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]);
    let positions: Vec<_> = counts.by_ply.iter().map(|layer| layer.positions).collect();
    assert_eq!(positions, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
    // OEIS A008907.
    let orbits: Vec<_> = counts.by_ply.iter().map(|layer| layer.orbits).collect();
    assert_eq!(orbits, [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]);
    let games: Vec<_> = counts.by_ply.iter().map(|layer| layer.games).collect();
    assert_eq!(games, [0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127_872]);
}

#[test]
fn the_unmerged_tree_has_every_node_and_the_same_values() {
    let unmerged = Tree::unmerged(game(3, 3, 3)).unwrap();
    assert_eq!(unmerged.len(), 549_946);
    let levels: Vec<_> = unmerged.layers().map(|level| level.len()).collect();
    assert_eq!(levels, [1, 9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]);

    let (values, playouts) = (minimax(&unmerged), playouts(&unmerged).unwrap());
    let analysis = Analysis::of(game(3, 3, 3), |_| Ok(())).unwrap();
    let mut ended = [0; 3];
    for node in 0..549_946 {
        let position = unmerged.position(node);
        let id = analysis.id(position);
        assert_eq!(values[node], analysis.value(id));
        assert_eq!(playouts.playouts(node, unmerged.game().ply(position)), analysis.playouts(id));
        if let Some(outcome) = unmerged.game().outcome(position) {
            assert!(unmerged.children(node).is_empty());
            ended[outcome as usize] += 1;
        }
        for (mv, &child) in unmerged.game().moves(position).zip(unmerged.children(node)) {
            assert_eq!(unmerged.position(child), unmerged.game().play(position, mv));
        }
    }
    assert_eq!(ended, [77_904, 46_080, 131_184]);
}

/// The reduced tree answers as the full one at every position, in the position's own moves.
fn assert_reduced_equals_full<G: Game>(game: &G, positions: usize) {
    let reduced = Analysis::of(game.clone(), |_| Ok(())).unwrap();
    let full = Analysis::of(Unreduced(game.clone()), |_| Ok(())).unwrap();
    assert_eq!(full.tree().len(), positions);
    for id in 0..u32::try_from(positions).unwrap() {
        let position = full.tree().position(id);
        let (by_orbit, mut itself) = (reduced.record(position), full.record(position));
        assert_eq!((itself.orbit_size, itself.canonical), (1, position));
        assert_eq!(by_orbit.canonical, reduced.tree().position(reduced.id(position)));
        (itself.orbit_size, itself.canonical) = (by_orbit.orbit_size, by_orbit.canonical);
        assert_eq!(by_orbit, itself, "{}", game.notation(position));
    }
    assert_eq!(summary(reduced.tree()).positions, positions as u64);
}

#[test]
fn reduced_equals_full_everywhere() {
    assert_reduced_equals_full(&game(3, 3, 3), 5_478);
    assert_reduced_equals_full(&Mnk::new(3, 3, 3, Player::X).unwrap(), 5_478);
    assert_reduced_equals_full(&game(4, 3, 3), 111_973);
    let small = game(3, 2, 2);
    assert_reduced_equals_full(&small, exactplay_game::laws::check(&small, 6));
    assert_reduced_equals_full(&Connect::new(4, 3, 3, Player::O).unwrap(), 7_157);
    assert_reduced_equals_full(&Othello::new(4, Player::O).unwrap(), 53_801);
}

#[test]
fn the_start_has_the_known_values() {
    let analysis = Analysis::of(game(3, 3, 3), |_| Ok(())).unwrap();
    let start = analysis.record(analysis.game().start());
    let playouts = start.playouts.exact().unwrap();
    assert_eq!(playouts.probability(Outcome::OWins), fraction(737, 1260));
    assert_eq!(playouts.probability(Outcome::Draw), fraction(8, 63));
    assert_eq!(playouts.probability(Outcome::XWins), fraction(121, 420));
    assert_eq!(playouts.ps_o(), fraction(817, 1260));
    assert_eq!((start.value.outcome, start.value.plies), (Outcome::Draw, 9));
    assert_eq!(start.best_moves.map(|moves| moves.unwrap().len()), [9, 9, 9]);

    let oblong = Analysis::of(game(4, 3, 3), |_| Ok(())).unwrap();
    assert_eq!((oblong.value(0).outcome, oblong.value(0).plies), (Outcome::OWins, 7));
    assert_eq!(oblong.playouts(0).probability(Outcome::OWins), fraction(281_217_024, 479_001_600));
    let counts = summary(oblong.tree());
    assert_eq!((counts.positions, counts.orbits, counts.games), (111_973, 28_275, 151_188_768));
    assert_eq!(counts.terminal, [12_070, 28, 20_312]);
}

#[test]
fn with_x_first_the_players_swap() {
    let o_first = Analysis::of(game(4, 3, 3), |_| Ok(())).unwrap();
    let x_first = Analysis::of(Mnk::new(4, 3, 3, Player::X).unwrap(), |_| Ok(())).unwrap();
    let [x, draw, o] = Outcome::ALL.map(|outcome| x_first.playouts(0).weight(outcome));
    assert_eq!(Some(o_first.playouts(0)), Playouts::new(x, draw, o));
    assert_eq!(x_first.value(0).outcome, Outcome::XWins);
    for scoring in Scoring::ALL {
        assert_eq!(x_first.score(0, scoring).halves(), -o_first.score(0, scoring).halves());
    }
}

#[test]
fn ids_do_not_depend_on_threads() {
    let build = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let tree = tree(game(4, 3, 3));
            let ids = 0..u32::try_from(tree.len()).unwrap();
            ids.map(|id| (tree.position(id), tree.children(id).to_vec())).collect::<Vec<_>>()
        })
    };
    let one = build(1);
    assert!(one == build(2) && one == build(8));
}

#[test]
fn a_build_can_be_stopped() {
    let mut layers = 0;
    let stopped = Tree::build(game(4, 4, 4), |layer| {
        layers += 1;
        if layer.ply == 3 { Err(Stopped) } else { Ok(()) }
    });
    assert_eq!((stopped.unwrap_err(), layers), (TreeError::Stopped, 4));
}

/// 1.2 million orbits: run by `scripts/check` in a release build.
#[test]
#[ignore = "seconds in a release build, minutes without optimisation"]
fn four_by_four_has_the_known_counts() {
    let analysis = Analysis::of(game(4, 4, 4), |_| Ok(())).unwrap();
    let counts = summary(analysis.tree());
    assert_eq!(
        (counts.positions, counts.orbits, counts.games),
        (9_722_011, 1_217_977, 15_038_733_958_272)
    );
    assert_eq!(counts.terminal, [252_940, 5_356, 401_096]);
    let orbits: Vec<_> = counts.by_ply.iter().map(|layer| layer.orbits).collect();
    let expected = [
        1, 3, 33, 219, 1413, 5514, 20122, 50215, 112_379, 179_510, 245_690, 245_690, 193_318,
        110_452,
    ];
    assert_eq!(orbits[..14], expected);
    assert_eq!(analysis.value(0).outcome, Outcome::Draw);
    assert_eq!(analysis.playouts(0).probability(Outcome::OWins), fraction(23_768, 75_075));
    assert_eq!(analysis.playouts(0).probability(Outcome::Draw), fraction(206, 495));
    assert_eq!(analysis.playouts(0).probability(Outcome::XWins), fraction(60_191, 225_225));
}
