//! Laws at the positions of tic-tac-toe, and the exact results of matches that follow from them.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use exactplay_finite::{Choice, Comparison, MonteCarlo, Sharing, limit};
use exactplay_game::{Game as _, Player, Playouts};
use exactplay_rules::Mnk;
use exactplay_tree::{Analysis, PositionId, Scoring};

fn tictactoe() -> Analysis<Mnk> {
    Analysis::of(Mnk::new(3, 3, 3, Player::O).unwrap(), |_| Ok(())).unwrap()
}

fn pmc(playouts: u32) -> MonteCarlo {
    MonteCarlo { comparison: Comparison::WinsThenDraws, sharing: Sharing::Random, playouts }
}

fn pmc2(playouts: u32) -> MonteCarlo {
    MonteCarlo { comparison: Comparison::HalfDraws, ..pmc(playouts) }
}

/// The orbits in progress.
fn orbits(analysis: &Analysis<Mnk>) -> Vec<PositionId> {
    let ids = 0..u32::try_from(analysis.tree().len()).unwrap();
    ids.filter(|&id| !analysis.tree().children(id).is_empty()).collect()
}

fn moves(analysis: &Analysis<Mnk>, id: PositionId) -> Vec<Playouts> {
    analysis.tree().children(id).iter().map(|&child| analysis.playouts(child)).collect()
}

fn turn(analysis: &Analysis<Mnk>, id: PositionId) -> Player {
    analysis.game().turn(analysis.tree().position(id))
}

/// What `player` wins, loses and draws against random moves, in percent, and the worst error of a choice.
fn against_random(
    analysis: &Analysis<Mnk>,
    player: Player,
    choices: impl Fn(&[(Vec<Playouts>, Player)]) -> Vec<Choice>,
) -> ([f64; 3], f64) {
    let ids: Vec<_> =
        orbits(analysis).into_iter().filter(|&id| turn(analysis, id) == player).collect();
    let positions: Vec<_> = ids.iter().map(|&id| (moves(analysis, id), player)).collect();
    let mut laws = vec![None; analysis.tree().len()];
    let mut worst = 0.0_f64;
    for (id, choice) in ids.into_iter().zip(choices(&positions)) {
        let sum: f64 = choice.probabilities.iter().sum();
        assert!((sum - 1.0).abs() < 1e-14 && choice.excess.abs() < 1e-12, "{choice:?}");
        worst = worst.max(choice.error);
        laws[id as usize] = Some(choice);
    }
    let results = analysis.tree().backward(|position, children| {
        if let Some(outcome) = analysis.game().outcome(position) {
            return match outcome.winner() {
                Some(winner) if winner == player => [100.0, 0.0, 0.0],
                Some(_) => [0.0, 100.0, 0.0],
                None => [0.0, 0.0, 100.0],
            };
        }
        let uniform = 1.0 / f64::from(u32::try_from(children.len()).unwrap());
        let choice = &laws[analysis.id(position) as usize];
        let mut result = [0.0; 3];
        for (i, child) in children.values().enumerate() {
            let weight = choice.as_ref().map_or(uniform, |choice| choice.probabilities[i]);
            for (sum, child) in result.iter_mut().zip(child) {
                *sum += weight * child;
            }
        }
        result
    });
    (results[0], worst)
}

fn assert_match(
    choices: impl Fn(&[(Vec<Playouts>, Player)]) -> Vec<Choice>,
    expected: [[f64; 3]; 2],
    places: i32,
) {
    let analysis = tictactoe();
    for (player, expected) in [Player::O, Player::X].into_iter().zip(expected) {
        let (results, error) = against_random(&analysis, player, &choices);
        assert!(error < 1e-8, "{error}");
        for (result, expected) in results.iter().zip(expected) {
            assert!(
                (result - expected).abs() < 0.5001 * 10.0_f64.powi(-places),
                "{player}: {results:?}"
            );
        }
    }
}

#[test]
fn five_playouts_against_random() {
    let analysis = tictactoe();
    let (o, error) = against_random(&analysis, Player::O, |positions| pmc2(5).choices(positions));
    for (result, expected) in o.iter().zip([79.4722, 12.6606, 7.8672]) {
        assert!((result - expected).abs() < 5e-5, "{o:?}");
    }
    assert!(error < 1e-12, "{error}");
    let expected = [[79.472, 12.661, 7.867], [58.410, 27.900, 13.690]];
    assert_match(|positions| pmc2(5).choices(positions), expected, 3);
}

#[test]
fn ten_playouts_against_random() {
    let expected = [[85.807, 8.962, 5.231], [67.748, 23.623, 8.629]];
    assert_match(|positions| pmc(10).choices(positions), expected, 3);
}

#[test]
fn a_hundred_playouts_against_random() {
    let expected = [[97.437, 0.423, 2.140], [84.707, 8.015, 7.278]];
    assert_match(|positions| pmc2(100).choices(positions), expected, 3);
}

#[test]
#[ignore = "half a minute or more in a release build"]
fn a_thousand_playouts_against_random() {
    let expected = [[98.868, 0.0004, 1.132], [90.014, 3.500, 6.486]];
    assert_match(|positions| pmc2(1000).choices(positions), expected, 3);
    let expected = [[98.835, 0.196, 0.969], [90.180, 8.545, 1.274]];
    assert_match(|positions| pmc(1000).choices(positions), expected, 3);
}

#[test]
fn endless_playouts_against_random() {
    let choices = |comparison| {
        move |positions: &[(Vec<Playouts>, Player)]| {
            positions.iter().map(|(moves, turn)| limit(comparison, moves, *turn)).collect()
        }
    };
    let o = [9500.0 / 96.0, 0.0, 100.0 / 96.0];
    assert_match(choices(Comparison::HalfDraws), [o, [90.3175, 3.7236, 5.9589]], 4);
    let x = [1900.0 / 21.0, 1700.0 / 210.0, 100.0 / 70.0];
    assert_match(choices(Comparison::WinsThenDraws), [o, x], 11);
}

#[test]
fn many_positions_are_solved_as_each_alone_at_any_number_of_threads() {
    let analysis = tictactoe();
    let positions: Vec<_> = orbits(&analysis)
        .into_iter()
        .map(|id| (moves(&analysis, id), turn(&analysis, id)))
        .collect();
    for player in [pmc(12), pmc2(12)] {
        let solve = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| player.choices(&positions))
        };
        let alone = positions.iter().map(|(moves, turn)| player.choice(moves, *turn));
        let alone: Vec<_> = alone.collect();
        assert!(alone == solve(1) && alone == solve(2) && alone == solve(8));
    }
}

/// How many orbits have a move in the limit that is not optimal.
fn deviating(analysis: &Analysis<Mnk>, comparison: Comparison) -> usize {
    let deviates = |&id: &PositionId| {
        let position = analysis.tree().position(id);
        let best = analysis.best_moves(position, Scoring::Default);
        let choice = limit(comparison, &moves(analysis, id), turn(analysis, id));
        let moves = analysis.game().moves(position).zip(choice.probabilities);
        moves.into_iter().any(|(mv, probability)| probability > 0.0 && !best.contains(&mv))
    };
    orbits(analysis).iter().filter(|id| deviates(id)).count()
}

#[test]
fn endless_playouts_deviate_where_exact_ones_do_not() {
    let analysis = tictactoe();
    assert_eq!(orbits(&analysis).len(), 627);
    assert_eq!(deviating(&analysis, Comparison::WinsThenDraws), 56);
    assert_eq!(deviating(&analysis, Comparison::HalfDraws), 29);
}
