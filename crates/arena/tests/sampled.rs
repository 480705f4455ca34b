//! Sampled matches: against exact results found by one backward pass, and the same whatever the threads.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use exactplay_arena::{Counts, SampledMatch, SampledResults, sampled};
use exactplay_game::{Game, Outcome, Player};
use exactplay_players::{Chooser, Known, PlayerName};
use exactplay_rules::{Connect, Mnk, Othello};
use exactplay_tree::{Analysis, Stopped, Tree};

fn tictactoe() -> Analysis<Mnk> {
    Analysis::of(Mnk::new(3, 3, 3, Player::O).unwrap(), |_| Ok(())).unwrap()
}

fn chooser<'a, G: Game>(name: &str, analysis: &'a Analysis<G>) -> Box<dyn Chooser<G> + 'a> {
    PlayerName::parse(name).unwrap().chooser(analysis.game(), Some(analysis)).unwrap()
}

fn known<'a, G: Game>(name: &str, analysis: &'a Analysis<G>) -> Known<'a, G> {
    PlayerName::parse(name).unwrap().known(analysis).unwrap().unwrap()
}

/// How games from the start end between two laws that commute with the symmetries: (x wins, draw, o wins).
fn exact<G: Game>(analysis: &Analysis<G>, o: &Known<'_, G>, x: &Known<'_, G>) -> [f64; 3] {
    let game = analysis.game();
    assert!(o.is_equivariant() && x.is_equivariant());
    let results = analysis.tree().backward(|position, children| {
        if let Some(ended) = game.outcome(position) {
            return Outcome::ALL.map(|outcome| f64::from(u8::from(outcome == ended)));
        }
        let law = match game.turn(position) {
            Player::O => o.probabilities(game, position),
            Player::X => x.probabilities(game, position),
        };
        let mut result = [0.0; 3];
        for (mv, child) in game.moves(position).zip(children.values()) {
            let probability = law.iter().find(|&&(made, _)| made == mv).map_or(0.0, |&(_, p)| p);
            for (sum, child) in result.iter_mut().zip::<[f64; 3]>(child) {
                *sum += probability * child;
            }
        }
        result
    });
    results[Tree::<G>::START]
}

fn setting<P>(start: P, games: u32, seed: u64) -> SampledMatch<P> {
    SampledMatch { start, games, seed, number: 0 }
}

/// Each count lies within five standard deviations of its expectation, given as (win, draw, loss).
fn assert_near(found: Counts, expected: [f64; 3], context: &str) {
    #[expect(clippy::cast_precision_loss, reason = "a few games")]
    let [games, counts @ ..] =
        [found.games(), found.win, found.draw, found.loss].map(|count| count as f64);
    for (count, probability) in counts.into_iter().zip(expected) {
        let deviation = (games * probability * (1.0 - probability)).sqrt();
        let distance = (count - games * probability).abs();
        assert!(distance <= 5.0 * deviation + 1e-6, "{context}: {found:?}, not {expected:?}");
    }
}

#[test]
fn results_are_near_the_exact_ones() {
    let analysis = tictactoe();
    let game = analysis.game();
    for (a, b, games) in [
        ("random", "random", 100_000),
        ("ai14s", "random", 20_000),
        ("ai14s", "ai2s", 20_000),
        ("perfect", "pmc2", 5_000),
        ("pmc2:5", "random", 20_000),
        ("pmc:10,per=even", "ai2s", 10_000),
        ("pmc2:5,per=move", "pmc:5", 5_000),
        ("pmc2,limit", "ai14s", 3_000),
    ] {
        let (a_plays, b_plays) = (chooser(a, &analysis), chooser(b, &analysis));
        let setting = setting(game.start(), games, 1);
        let found = sampled(game, &setting, &*a_plays, &*b_plays, |_| Ok(())).unwrap();
        let (a_law, b_law) = (known(a, &analysis), known(b, &analysis));
        let [x, draw, o] = exact(&analysis, &a_law, &b_law);
        assert_near(found.a_as_o, [o, draw, x], &format!("{a} (o) against {b}"));
        let [x, draw, o] = exact(&analysis, &b_law, &a_law);
        assert_near(found.a_as_x, [x, draw, o], &format!("{a} (x) against {b}"));
        assert_eq!(found.both().games(), 2 * u64::from(games));
    }
}

#[test]
fn published_results() {
    let analysis = tictactoe();
    let game = analysis.game();
    let random = chooser("random", &analysis);
    let play = |a: &str, games| {
        let setting = setting(game.start(), games, 2);
        sampled(game, &setting, &*chooser(a, &analysis), &*random, |_| Ok(())).unwrap()
    };
    let found = play("random", 100_000);
    let [o, x, draw] = [737.0 / 1260.0, 121.0 / 420.0, 8.0 / 63.0];
    assert_near(found.a_as_o, [o, draw, x], "random as o");
    assert_near(found.a_as_x, [x, draw, o], "random as x");
    let found = play("pmc2:5", 40_000);
    assert_near(found.a_as_o, [0.794_722, 0.078_672, 0.126_606], "pmc2:5 as o");
    assert_near(found.a_as_x, [0.584_10, 0.136_90, 0.279_00], "pmc2:5 as x");
    assert_eq!(play("uct:500", 2_000).a_as_o.loss, 0);
}

#[test]
fn perfect_players_draw() {
    let analysis = tictactoe();
    let perfect = chooser("perfect", &analysis);
    let setting = setting(analysis.game().start(), 200, 3);
    for name in ["perfect", "uct:3000"] {
        let found =
            sampled(analysis.game(), &setting, &*chooser(name, &analysis), &*perfect, |_| Ok(()));
        assert_eq!(found.unwrap().both(), Counts { win: 0, draw: 400, loss: 0 }, "{name}");
    }
}

/// The results with so many threads.
fn on_threads<G: Game>(
    threads: usize,
    game: &G,
    setting: &SampledMatch<G::Position>,
    names: [&str; 2],
) -> SampledResults {
    let [a, b] = names.map(|name| PlayerName::parse(name).unwrap().chooser(game, None).unwrap());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| sampled(game, setting, &*a, &*b, |_| Ok(()))).unwrap()
}

#[test]
fn threads_do_not_matter_but_seeds_do() {
    let mnk = Mnk::new(3, 3, 3, Player::X).unwrap();
    let setting = setting(mnk.start(), 3_000, 4);
    let names = ["pmc2:3", "random"];
    let found = on_threads(1, &mnk, &setting, names);
    for threads in [2, 8] {
        assert_eq!(on_threads(threads, &mnk, &setting, names), found);
    }
    let others = [SampledMatch { seed: 5, ..setting }, SampledMatch { number: 1, ..setting }];
    for other in others {
        assert_ne!(on_threads(2, &mnk, &other, names), found);
    }

    let othello = Othello::new(8, Player::O).unwrap();
    let setting = self::setting(othello.start(), 2, 4);
    let found = [1, 2, 8].map(|n| on_threads(n, &othello, &setting, ["uct:20", "pmc:10"]));
    assert!(found.iter().all(|other| *other == found[0]), "{found:?}");
    let connect = Connect::new(7, 6, 4, Player::O).unwrap();
    let setting = self::setting(connect.start(), 10, 4);
    let found =
        [1, 2, 8].map(|n| on_threads(n, &connect, &setting, ["uct:50", "pmc2:100,depth=2"]));
    assert!(found.iter().all(|other| *other == found[0]), "{found:?}");
}

#[test]
fn games_begin_anywhere() {
    let game = Mnk::new(3, 3, 3, Player::O).unwrap();
    let play = |position: &str| {
        let start = game.parse(position).unwrap();
        on_threads(2, &game, &setting(start, 50, 6), ["pmc2:200", "random"])
    };
    let won = play("ooo/xx./...");
    assert_eq!((won.a_as_o.win, won.a_as_x.loss), (50, 50), "o has won");
    let forced = play("oxo/xox/xo.");
    assert_eq!((forced.a_as_o.win, forced.a_as_x.loss), (50, 50), "o can only win");
}

#[test]
fn a_match_can_be_stopped() {
    let game = Mnk::new(3, 3, 3, Player::O).unwrap();
    let random = PlayerName::Random.chooser(&game, None).unwrap();
    let setting = setting(game.start(), u32::MAX, 7);
    let mut last = 0;
    let stopped = sampled(&game, &setting, &*random, &*random, |games| {
        assert_eq!(games.of, 2 * u64::from(u32::MAX));
        assert!(games.played > last);
        last = games.played;
        if last > 1_000 { Err(Stopped) } else { Ok(()) }
    });
    assert_eq!(stopped, Err(Stopped));
}
