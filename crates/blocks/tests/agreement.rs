//! The blocks engine says what the tree engine says, at every position.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use exactplay_blocks::{
    BlocksError, Board, Content, LayerSink, Lookup as _, Plan, Resume, Solution, Solved, solve,
};
use exactplay_game::{Game, Outcome, Player, RandomPlay};
use exactplay_rules::{Connect, Mnk, Stones};
use exactplay_tree::{Analysis, MoveRecord, summary};
use num_traits::ToPrimitive as _;

/// Solves a game both ways and compares them at every position: all images of every position of the reduced tree.
fn assert_same<G: Game<Position = Stones>>(game: G, board: Board) {
    let name = format!("{} with {} first", game.name(), game.first());
    let plan = Plan::new(board, Content::ValuesAndPlayouts).unwrap();
    let mut solution = Solution::new(plan.clone());
    let counts = solve(&plan, &mut solution, |_| Ok(())).unwrap();

    let analysis = Analysis::of(game, |_| Ok(())).unwrap();
    let (game, tree) = (analysis.game(), analysis.tree());
    let mut values = [0; 3];
    for id in tree.layers().flatten() {
        let position = tree.position(id);
        let value = analysis.value(id);
        values[value.outcome as usize] += u64::from(game.orbit_size(position));
        for symmetry in game.symmetries() {
            let image = game.image(position, symmetry);
            let entry = solution.entry(image).unwrap().unwrap();
            let notation = game.notation(image);
            assert_eq!(
                (entry.value.outcome, entry.value.plies),
                (value.outcome, value.plies),
                "value of {notation} in {name}"
            );
            assert_eq!(entry.playouts.exact(), Some(analysis.playouts(id)), "{notation} in {name}");
        }
    }

    let expected = summary(tree);
    for (ply, (found, expected)) in counts.by_ply.iter().zip(&expected.by_ply).enumerate() {
        assert_eq!(
            (found.positions, found.orbits, found.terminal),
            (expected.positions, expected.orbits, expected.terminal),
            "counts of ply {ply} of {name}"
        );
    }
    assert_eq!(counts.total.positions, expected.positions, "positions of {name}");
    assert_eq!(counts.total.values, values, "values of {name}");
}

fn assert_mnk(width: u8, height: u8, k: u8) {
    for first in [Player::O, Player::X] {
        let game = Mnk::new(width, height, k, first).unwrap();
        let board = Board::from(&game);
        assert_same(game, board);
    }
}

fn assert_connect(width: u8, height: u8, k: u8) {
    for first in [Player::O, Player::X] {
        let board = Board::connect(width, height, k, first).unwrap();
        assert_same(Connect::new(width, height, k, first).unwrap(), board);
    }
}

#[test]
fn every_mnk_board_up_to_3x3() {
    for (width, height) in (1..=3).flat_map(|width| (1..=3).map(move |height| (width, height))) {
        for k in 1..=4 {
            assert_mnk(width, height, k);
        }
    }
}

#[test]
fn every_mnk_board_of_4x2_4x3_and_their_transposes() {
    for k in 2..=4 {
        for (width, height) in [(4, 1), (4, 2), (4, 3)] {
            assert_mnk(width, height, k);
            assert_mnk(height, width, k);
        }
    }
}

#[test]
#[ignore = "1.2 million orbits in the tree: seconds in a release build"]
fn mnk_4x4() {
    assert_mnk(4, 4, 3);
    assert_mnk(4, 4, 4);
}

#[test]
fn every_connect_board_up_to_4x3() {
    for (width, height) in [(1, 1), (1, 5), (5, 1), (2, 2), (2, 4), (3, 3), (3, 4), (4, 2), (4, 3)]
    {
        for k in 1..=4 {
            assert_connect(width, height, k);
        }
    }
}

#[test]
#[ignore = "two million orbits in the tree: seconds in a release build"]
fn connect_4x4_and_5x4() {
    assert_connect(4, 4, 3);
    assert_connect(4, 4, 4);
    assert_connect(5, 4, 4);
}

/// Positions to which no game leads have no entry: two lines, moves after the end, stones in the air.
#[test]
fn unreachable_positions_have_no_entry() {
    let solved = |board: Board| {
        let plan = Plan::new(board, Content::Values).unwrap();
        let mut solution = Solution::new(plan.clone());
        solve(&plan, &mut solution, |_| Ok(())).unwrap();
        solution
    };
    let square = Mnk::new(3, 3, 3, Player::O).unwrap();
    let mut mnk = solved(Board::from(&square));
    let reachable = (0..1_u64 << 18).filter(|bits| {
        let position = Stones { o: bits >> 9, x: bits & 0x1ff };
        let read = (position.o & position.x == 0)
            .then(|| square.parse(&square.notation(position)).ok())
            .flatten();
        assert_eq!(mnk.entry(position).unwrap().is_some(), read.is_some(), "{position:?}");
        read.is_some()
    });
    assert_eq!(reachable.count(), 5_478);
    let mut connect = solved(Board::connect(3, 3, 3, Player::O).unwrap());
    let entries = (0..1_u64 << 18)
        .filter_map(|bits| connect.entry(Stones { o: bits >> 9, x: bits & 0x1ff }).unwrap());
    assert_eq!(entries.count(), 694);
    assert_eq!(mnk.entry(Stones { o: 1 << 9, x: 0 }).unwrap(), None, "off the board");
}

#[test]
fn values_alone_are_the_same_values() {
    for board in
        [Board::mnk(4, 3, 3, Player::O).unwrap(), Board::connect(4, 3, 3, Player::X).unwrap()]
    {
        let [alone, both] = [Content::Values, Content::ValuesAndPlayouts].map(|content| {
            let plan = Plan::new(board, content).unwrap();
            let mut solution = Solution::new(plan.clone());
            (solve(&plan, &mut solution, |_| Ok(())).unwrap(), solution)
        });
        assert_eq!((alone.0.total, alone.0.start.value), (both.0.total, both.0.start.value));
        for (alone, both) in alone.1.layers().zip(both.1.layers()) {
            for block in 0..alone.sets().len() {
                for slot in 0..alone.slots_per_block() {
                    let (alone, both) = (alone.entry(block, slot), both.entry(block, slot));
                    assert_eq!(alone.map(|entry| entry.value), both.map(|entry| entry.value));
                    assert!(alone.is_none_or(|entry| entry.playouts == RandomPlay::Unknown));
                }
            }
        }
    }
    assert_eq!(Outcome::ALL.map(|outcome| outcome as usize), [0, 1, 2], "as summaries index");
}

/// The best moves of whole blocks are those that the values of single positions name.
#[test]
fn best_moves_of_blocks_are_those_of_positions() {
    struct Compare<G>(G, Solution);
    impl<G: Game<Position = Stones>> LayerSink for Compare<G> {
        fn begin(&mut self, plan: &Plan) -> Result<Option<Resume>, BlocksError> {
            self.1.begin(plan)
        }

        fn take(&mut self, solved: &Solved<'_>) -> Result<(), BlocksError> {
            let Self(game, solution) = self;
            solution.take(solved)?;
            let layer = solved.layer();
            for block in 0..layer.sets().len() {
                for (position, best) in layer.positions(block).zip(solved.best_moves(block)) {
                    let moves = solution.record(game, position)?.map(|record| {
                        let keep = |mv: &&MoveRecord<Stones>| mv.value == record.value;
                        let moves = record.moves.iter().filter(keep).map(|mv| mv.child.occupied());
                        moves.fold(0, |cells, after| cells | after & !position.occupied())
                    });
                    assert_eq!(best, moves.unwrap_or(0), "{position:?}");
                }
            }
            Ok(())
        }
    }
    fn compare<G: Game<Position = Stones>>(game: G) {
        let board = Board::of_name(&game.name(), game.first()).unwrap().unwrap();
        let plan = Plan::new(board, Content::Values).unwrap();
        solve(&plan, &mut Compare(game, Solution::new(plan.clone())), |_| Ok(())).unwrap();
    }
    compare(Mnk::new(3, 3, 3, Player::X).unwrap());
    compare(Connect::new(4, 3, 3, Player::O).unwrap());
}

/// The record of every position is that of the tree, whether it comes from exact playouts or, up to the bound, rounded ones.
#[test]
fn records_are_those_of_the_tree() {
    fn compare<G: Game<Position = Stones>>(game: G) {
        let board = Board::of_name(&game.name(), game.first()).unwrap().unwrap();
        let solved = |content| {
            let plan = Plan::new(board, content).unwrap();
            let mut solution = Solution::new(plan.clone());
            solve(&plan, &mut solution, |_| Ok(())).unwrap();
            solution
        };
        let [mut alone, mut exact, mut rounded] = Content::ALL.map(solved);
        let analysis = Analysis::of(game, |_| Ok(())).unwrap();
        let (game, tree) = (analysis.game(), analysis.tree());
        let mut roundings = 0;
        for id in tree.layers().flatten() {
            let position = tree.position(id);
            let expected = analysis.record(position);
            assert_eq!(exact.record(game, position).unwrap().unwrap(), expected);

            let found = rounded.record(game, position).unwrap().unwrap();
            assert_eq!(
                (&found.scores, &found.best_moves),
                (&expected.scores, &expected.best_moves)
            );
            let (RandomPlay::Rounded(found), RandomPlay::Exact(expected)) =
                (found.playouts, expected.playouts)
            else {
                panic!("{:?}", found.playouts);
            };
            assert!(found.error < 2e-14);
            for outcome in Outcome::ALL {
                let exact = expected.probability(outcome).to_f64().unwrap();
                assert!((found.of(outcome) - exact).abs() <= found.error, "{position:?}");
                roundings += u32::from(found.of(outcome).to_bits() != exact.to_bits());
            }
            assert!((found.ps_o() - expected.ps_o().to_f64().unwrap()).abs() <= found.error);

            let found = alone.record(game, position).unwrap().unwrap();
            assert_eq!((found.value, found.playouts), (analysis.value(id), RandomPlay::Unknown));
        }
        assert!(roundings > 100, "rounding shows somewhere");
    }
    compare(Mnk::new(4, 3, 3, Player::X).unwrap());
    compare(Connect::new(4, 4, 3, Player::O).unwrap());
}

#[test]
fn a_receiver_is_for_one_plan() {
    let plan = |k, content| Plan::new(Board::mnk(3, 3, k, Player::O).unwrap(), content).unwrap();
    let mut solution = Solution::new(plan(3, Content::Values));
    let error = solve(&plan(2, Content::Values), &mut solution, |_| Ok(())).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the receiver of the layers was made for values of mnk:3x3:3 with o first, \
         not for values of mnk:3x3:2 with o first"
    );
    for _ in 0..2 {
        solve(&plan(3, Content::Values), &mut solution, |_| Ok(())).unwrap();
        assert_eq!(solution.layers().len(), 10, "a second run starts afresh");
    }
    let large = Plan::new(Board::mnk(6, 6, 6, Player::O).unwrap(), Content::Values).unwrap();
    let error = solve(&large, &mut solution, |_| Ok(())).unwrap_err().to_string();
    assert_eq!(
        error,
        "mnk:6x6:6 is too large for the blocks engine: it has 36 cells, expected at most 32"
    );
}
