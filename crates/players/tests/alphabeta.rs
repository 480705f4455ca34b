//! Reading ahead against plain minimax, and against what is known of whole games.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::cmp::Ordering;
use std::num::NonZeroU8;

use exactplay_game::{Game, MoveSet, Outcome, Player, Unreduced};
use exactplay_players::{AlphaBeta, Dice, DiscRule, Evaluation, Reading};
use exactplay_rules::{Connect, Mnk, Othello};
use exactplay_tree::{Analysis, Scoring, Tree};

fn tictactoe() -> Mnk {
    Mnk::new(3, 3, 3, Player::O).unwrap()
}

/// Every unfinished position, not only one of each orbit.
fn unfinished<G: Game>(game: &G) -> Vec<G::Position> {
    let tree = Tree::build(Unreduced(game.clone()), |_| Ok(())).unwrap();
    let positions = tree.layers().flatten().map(|id| tree.position(id));
    positions.filter(|&position| game.outcome(position).is_none()).collect()
}

fn at_depth(depth: u8, evaluation: Evaluation) -> AlphaBeta {
    AlphaBeta { depth: NonZeroU8::new(depth).unwrap(), evaluation }
}

/// What a position is worth to o by minimax over all sequences of so many plies, cell by cell and without pruning.
fn plain<G: Game>(game: &G, position: G::Position, plies: u8, evaluation: Evaluation) -> i32 {
    let discs = |player| game.stones_of(position, player).count_ones().cast_signed();
    let margin = discs(Player::O) - discs(Player::X);
    if let Some(outcome) = game.outcome(position) {
        let merit = match evaluation {
            Evaluation::Neutral => 64 - i32::from(game.ply(position)),
            Evaluation::Discs(_) => margin.abs(),
        };
        return match outcome {
            Outcome::OWins => Reading::WON + merit,
            Outcome::Draw => 0,
            Outcome::XWins => -Reading::WON - merit,
        };
    }
    if plies == 0 {
        return match evaluation {
            Evaluation::Neutral => 0,
            Evaluation::Discs(DiscRule::Count) => margin,
            Evaluation::Discs(DiscRule::Place) => by_place(game, position),
        };
    }
    let moves = game.moves(position);
    let worth = moves.map(|mv| plain(game, game.play(position, mv), plies - 1, evaluation));
    match game.turn(position) {
        Player::O => worth.max(),
        Player::X => worth.min(),
    }
    .unwrap()
}

fn by_place<G: Game>(game: &G, position: G::Position) -> i32 {
    let last = game.width() - 1;
    let cells = (0..=last).flat_map(|x| (0..=last).map(move |y| (x, y)));
    let worth = cells.map(|(x, y)| {
        let edges = [x, y].into_iter().filter(|&at| at == 0 || at == last).count();
        let beside_corner = edges == 1 && [x, y].iter().any(|&at| at == 1 || at == last - 1);
        let worth = if beside_corner { 0 } else { [1, 10, 100][edges] };
        match game.stone(position, x, y) {
            Some(Player::O) => worth,
            Some(Player::X) => -worth,
            None => 0,
        }
    });
    worth.sum()
}

/// The reading finds the worth that plain minimax finds, and every move that has it.
fn assert_plain<G: Game>(game: &G, position: G::Position, player: AlphaBeta) {
    let (plies, evaluation) = (player.depth.get() - 1, player.evaluation);
    let children = game.moves(position).map(|mv| (mv, game.play(position, mv)));
    let worth = children.map(|(mv, child)| (mv, plain(game, child, plies, evaluation)));
    let worth: Vec<_> = worth.collect();
    let values = worth.iter().map(|&(_, worth)| worth);
    let best = match game.turn(position) {
        Player::O => values.max(),
        Player::X => values.min(),
    };
    let moves = worth.iter().filter(|&&(_, worth)| Some(worth) == best).map(|&(mv, _)| mv);
    let reading = player.read(game, position);
    assert_eq!(Some(reading.worth), best, "{player:?} at {}", game.notation(position));
    assert_eq!(reading.best, moves.collect::<MoveSet>(), "{player:?} {}", game.notation(position));
}

#[test]
fn every_depth_is_plain_minimax_to_that_depth() {
    let game = tictactoe();
    let positions = unfinished(&game);
    assert_eq!(positions.len(), 4_520);
    for depth in 1..=9 {
        for &position in &positions {
            // What lies beyond the end is no different.
            if depth <= 9 - game.ply(position) {
                assert_plain(&game, position, at_depth(depth, Evaluation::Neutral));
            }
        }
    }
}

#[test]
fn other_games_are_read_as_by_plain_minimax() {
    let mut dice = Dice::new([11, 0, 0, 0]);
    let connect = Connect::new(5, 5, 4, Player::X).unwrap();
    let othello = [4, 6, 8].map(|size| Othello::new(size, Player::O).unwrap());
    for _ in 0..6 {
        along_a_game(&connect, &mut dice, |position| {
            assert_plain(&connect, position, at_depth(4, Evaluation::Neutral));
        });
        for (game, depth) in othello.iter().zip([5, 4, 3]) {
            let evaluations = [DiscRule::Count, DiscRule::Place].map(Evaluation::Discs).into_iter();
            for evaluation in evaluations.chain([Evaluation::Neutral]) {
                along_a_game(game, &mut dice, |position| {
                    assert_plain(game, position, at_depth(depth, evaluation));
                });
            }
        }
    }
}

/// Every position in progress of a random game.
fn along_a_game<G: Game>(game: &G, dice: &mut Dice, mut visit: impl FnMut(G::Position)) {
    let mut position = game.start();
    while game.outcome(position).is_none() {
        visit(position);
        position = game.play(position, dice.pick(game.move_set(position)));
    }
}

/// In m,n,k games a win of one player always comes after an odd number of plies and of the other after an even one, so
/// that the sooner win and the later loss are what `perfect:shortest` looks for.
fn assert_perfect(game: &Mnk) -> usize {
    let analysis = Analysis::of(game.clone(), |_| Ok(())).unwrap();
    let positions = unfinished(game);
    for &position in &positions {
        let reading = at_depth(game.longest(), Evaluation::Neutral).read(game, position);
        let value = analysis.value(analysis.id(position));
        assert_eq!(reading.winner(), value.outcome.winner(), "{}", game.notation(position));
        if reading.winner().is_some() {
            let end = i32::from(game.ply(position) + value.plies);
            assert_eq!(reading.worth.abs(), Reading::WON + 64 - end);
        }
        let best = analysis.best_moves(position, Scoring::Shortest);
        assert_eq!(reading.best, best.into_iter().collect(), "{}", game.notation(position));
    }
    positions.len()
}

#[test]
fn to_the_end_it_is_perfect_at_every_position() {
    assert_eq!(assert_perfect(&tictactoe()), 4_520);
    assert_eq!(assert_perfect(&Mnk::new(3, 3, 3, Player::X).unwrap()), 4_520);
}

#[test]
fn whole_games_have_their_known_values() {
    let start = |reading: Reading, expected| assert_eq!(reading.worth, expected);
    // The first player wins with the third stone.
    let game = Mnk::new(4, 4, 3, Player::O).unwrap();
    start(at_depth(16, Evaluation::Neutral).read(&game, game.start()), Reading::WON + 64 - 5);
    let game = Connect::new(4, 4, 4, Player::O).unwrap();
    start(at_depth(16, Evaluation::Neutral).read(&game, game.start()), 0);
    // White wins by 8 discs, 11 to 3 with two empty cells.
    let game = Othello::new(4, Player::O).unwrap();
    for rule in [DiscRule::Count, DiscRule::Place] {
        let reading = at_depth(12, Evaluation::Discs(rule)).read(&game, game.start());
        start(reading, -Reading::WON - 8);
        assert_eq!(reading.best, game.move_set(game.start()));
    }
    let game = Othello::new(4, Player::X).unwrap();
    start(AlphaBeta::new(&game, NonZeroU8::MAX, None).read(&game, game.start()), Reading::WON + 8);
}

#[test]
fn connect_5x4_4_is_drawn() {
    let game = Connect::new(5, 4, 4, Player::O).unwrap();
    let reading = at_depth(20, Evaluation::Neutral).read(&game, game.start());
    let analysis = Analysis::of(game.clone(), |_| Ok(())).unwrap();
    let best = analysis.best_moves(game.start(), Scoring::Shortest);
    assert_eq!((reading.worth, reading.best), (0, best.into_iter().collect()));
}

/// On 4x4 the margin decides between winning moves, so that the moves are some of those that keep the outcome.
#[test]
fn in_othello_it_keeps_the_outcome() {
    let game = Othello::new(4, Player::O).unwrap();
    let analysis = Analysis::of(game.clone(), |_| Ok(())).unwrap();
    let mut fewer = 0;
    for position in unfinished(&game).into_iter().step_by(50) {
        let reading = AlphaBeta::new(&game, NonZeroU8::MAX, None).read(&game, position);
        let best: MoveSet = analysis.best_moves(position, Scoring::Default).into_iter().collect();
        assert_eq!(reading.best.0 & !best.0, 0, "{}", game.notation(position));
        fewer += u32::from(reading.best.len().cmp(&best.len()) == Ordering::Less);
    }
    assert!(fewer > 100, "{fewer}");
}
