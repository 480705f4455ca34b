//! Players that draw their moves: against the laws of those moves, and on games of any size.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::num::{NonZeroU8, NonZeroU32};

use exactplay_finite::{Comparison, MonteCarlo, Sharing};
use exactplay_game::{Game, Move, MoveSet, Player};
use exactplay_players::{
    Approximate, Chooser, Dice, MONTE_CARLO_PLAYERS, PlayerName, SampledMonteCarlo, Uct,
};
use exactplay_rules::{Connect, Mnk, Othello};
use exactplay_tree::{Analysis, Scoring};

fn tictactoe() -> Analysis<Mnk> {
    Analysis::of(Mnk::new(3, 3, 3, Player::O).unwrap(), |_| Ok(())).unwrap()
}

/// Chi-square of `draws` moves against their law, which must stay below what one time in a million exceeds.
fn assert_law(
    law: &[(Move, f64)],
    mut draw: impl FnMut() -> Move,
    draws: u32,
    context: &dyn std::fmt::Debug,
) {
    let mut counts = vec![0_u32; law.len()];
    for _ in 0..draws {
        let drawn = draw();
        counts[law.iter().position(|&(mv, _)| mv == drawn).unwrap()] += 1;
    }
    let cells = counts
        .iter()
        .zip(law)
        .map(|(&count, (_, probability))| (f64::from(count), probability * f64::from(draws)));
    // Moves too rare for the approximation are counted together.
    let (rare, mut cells): (Vec<_>, Vec<_>) = cells.partition(|&(_, expected)| expected < 10.0);
    let rare = rare.iter().fold((0.0, 0.0), |sum, cell| (sum.0 + cell.0, sum.1 + cell.1));
    if rare.1 >= 10.0 {
        cells.push(rare);
    } else {
        assert!(rare.0 < 40.0, "{context:?}: {law:?} {counts:?}");
    }
    let statistic: f64 = cells.iter().map(|(count, mean)| (count - mean).powi(2) / mean).sum();
    let freedom = f64::from(u32::try_from(cells.len()).unwrap() - 1);
    // The quantile by the cube root, which is nearly normal.
    let term = 2.0 / (9.0 * freedom.max(1.0));
    let critical = freedom * (1.0 - term + 4.753_424 * term.sqrt()).powi(3);
    assert!(statistic <= critical, "{context:?}: {statistic} > {critical}: {law:?} {counts:?}");
}

#[test]
fn playouts_decide_as_their_exact_law_says() {
    let analysis = tictactoe();
    let game = analysis.game();
    let mut dice = Dice::new([1, 0, 0, 0]);
    let comparisons = [Comparison::WinsThenDraws, Comparison::HalfDraws];
    for position in [".../.../...", "o../.../...", "o../.x./..o", "oxo/.x./...", "ox./.../..."] {
        let position = game.parse(position).unwrap();
        let children: Vec<_> = analysis.children(position).collect();
        let playouts: Vec<_> = children.iter().map(|&(_, id)| analysis.playouts(id)).collect();
        for (comparison, named) in comparisons.into_iter().zip(MONTE_CARLO_PLAYERS) {
            for sharing in [Sharing::Random, Sharing::PerMove, Sharing::Even] {
                for number in [1, 5, 20] {
                    let law = MonteCarlo { comparison, sharing, playouts: number };
                    let choice = law.choice(&playouts, game.turn(position));
                    let moves = children.iter().map(|&(mv, _)| mv);
                    let known: Vec<_> = moves.zip(choice.probabilities).collect();
                    let player = SampledMonteCarlo {
                        preference: named.what,
                        depth: NonZeroU8::MIN,
                        playouts: NonZeroU32::new(number).unwrap(),
                        sharing,
                        time: None,
                    };
                    let draw = || player.choose(game, position, &mut dice);
                    assert_law(&known, draw, 4_000, &(position, law));
                }
            }
        }
    }
}

#[test]
fn laws_are_drawn_from_as_they_are() {
    let analysis = tictactoe();
    let game = analysis.game();
    let mut dice = Dice::new([2, 0, 0, 0]);
    let five =
        MonteCarlo { comparison: Comparison::HalfDraws, sharing: Sharing::Random, playouts: 5 };
    let law = Approximate::finite(&analysis, &five);
    for position in [".../.../...", "o../.../...", "o../.x./..o"] {
        let position = game.parse(position).unwrap();
        let known = law.probabilities(position);
        assert_law(&known, || law.choose(game, position, &mut dice), 20_000, &position);
        for name in [
            "random",
            "ai14s",
            "perfect",
            "sequences",
            "pmc2",
            "pmc2,depth=2",
            "pmc,limit",
            "alphabeta:4",
        ] {
            let name = PlayerName::parse(name).unwrap();
            let known = name.known(&analysis).unwrap().unwrap().probabilities(game, position);
            let player = name.chooser(game, Some(&analysis)).unwrap();
            let draw = || player.choose(game, position, &mut dice);
            assert_law(&known, draw, 2_000, &(name, position));
        }
    }
}

/// A position some plies into a random game, in progress.
fn random_position<G: Game>(game: &G, dice: &mut Dice) -> G::Position {
    let mut plies = dice.below(game.longest().into());
    let mut position = game.start();
    while plies > 0 {
        let next = game.play(position, dice.pick(game.move_set(position)));
        if game.outcome(next).is_some() {
            break;
        }
        position = next;
        plies -= 1;
    }
    position
}

/// Every player makes legal moves only, and the same ones with the same dice. They need no analysis.
fn assert_legal<G: Game>(game: &G, positions: u64) {
    for name in [
        "random",
        "pmc:20",
        "pmc2:20",
        "pmc2:3,per=move",
        "pmc2:30,per=even,draw=1/3",
        "pmc2:40,depth=2",
        "pmc:1,depth=2,per=move",
        "pmc2:1000000,time=0.001",
        "uct:50",
        "uct:50,c=0",
        "alphabeta:3",
        "alphabeta:2,eval=discs",
        "discs",
        "positional",
    ] {
        let name = PlayerName::parse(name).unwrap();
        assert!(!name.needs_analysis());
        if name.check_game(game).is_err() {
            continue;
        }
        let player = name.chooser(game, None).unwrap();
        let mut dice = Dice::new([3, 0, 0, 0]);
        for number in 0..positions {
            let position = random_position(game, &mut dice);
            let choose = || player.choose(game, position, &mut Dice::new([4, number, 0, 0]));
            let chosen = choose();
            let text = game.notation(position);
            assert!(game.moves(position).any(|mv| mv == chosen), "{name} at {text}");
            if !name.to_string().contains("time") {
                assert_eq!(choose(), chosen, "{name} at {text}");
            }
        }
    }
}

#[test]
fn moves_are_legal_on_games_of_any_size() {
    assert_legal(&Mnk::new(3, 3, 3, Player::X).unwrap(), 100);
    assert_legal(&Mnk::new(6, 6, 5, Player::O).unwrap(), 8);
    assert_legal(&Connect::new(7, 6, 4, Player::O).unwrap(), 20);
    assert_legal(&Othello::new(4, Player::O).unwrap(), 30);
    assert_legal(&Othello::new(8, Player::X).unwrap(), 3);
}

#[test]
fn reading_to_the_end_is_perfect_play_whatever_the_playouts() {
    let analysis = tictactoe();
    let game = analysis.game();
    let name = PlayerName::parse("pmc2:1,depth=5").unwrap();
    let player = name.chooser(game, None).unwrap();
    let mut dice = Dice::new([6, 0, 0, 0]);
    let tree = analysis.tree();
    let positions = tree.layers().skip(4).flatten().map(|id| tree.position(id));
    for position in positions.filter(|&position| game.outcome(position).is_none()) {
        let chosen = player.choose(game, position, &mut dice);
        let best = analysis.best_moves(position, Scoring::Default);
        assert!(best.contains(&chosen), "{}", game.notation(position));
    }
}

#[test]
fn many_playouts_choose_as_endlessly_many_do() {
    let analysis = tictactoe();
    let game = analysis.game();
    let mut dice = Dice::new([7, 0, 0, 0]);
    let parse = |name| PlayerName::parse(name).unwrap();
    for (finite, infinite) in [
        ("pmc2:60000,depth=2", "pmc2,depth=2"),
        ("pmc2:60000,per=even", "pmc2"),
        ("pmc:60000", "pmc"),
        ("pmc2:500,depth=3,per=move", "pmc2,depth=3"),
    ] {
        let player = parse(finite).chooser(game, None).unwrap();
        let known = parse(infinite).known(&analysis).unwrap().unwrap();
        for position in [".../.../...", "o../.../...", ".o./.../...", ".../.o./.x."] {
            let position = game.parse(position).unwrap();
            let chosen = player.choose(game, position, &mut dice);
            let best = known.probabilities(game, position);
            assert!(best.iter().any(|&(mv, _)| mv == chosen), "{finite} {position:?}");
        }
    }
}

#[test]
fn tree_search_finds_the_best_moves() {
    let analysis = tictactoe();
    let game = analysis.game();
    let player =
        Uct { playouts: NonZeroU32::new(3_000).unwrap(), exploration: std::f64::consts::SQRT_2 };
    let mut dice = Dice::new([8, 0, 0, 0]);
    let tree = analysis.tree();
    for position in tree.layers().flatten().map(|id| tree.position(id)) {
        if game.outcome(position).is_none() {
            let chosen = player.choose(game, position, &mut dice);
            let best = analysis.best_moves(position, Scoring::Default);
            assert!(best.contains(&chosen), "{}", game.notation(position));
        }
    }
}

/// Corners are alike, and so the search must like them equally.
#[test]
fn tree_search_prefers_no_image_of_a_move() {
    let game = Mnk::new(3, 3, 3, Player::O).unwrap();
    let player = Uct { playouts: NonZeroU32::new(30).unwrap(), exploration: 1.0 };
    let mut dice = Dice::new([9, 0, 0, 0]);
    let corners: MoveSet = [0, 2, 6, 8].map(Move).into_iter().collect();
    let law: Vec<_> = corners.into_iter().map(|mv| (mv, 0.25)).collect();
    let draw = || loop {
        let chosen = player.choose(&game, game.start(), &mut dice);
        if corners.into_iter().any(|corner| corner == chosen) {
            return chosen;
        }
    };
    assert_law(&law, draw, 4_000, &"corners");
}

#[test]
fn players_without_what_they_need_say_so() {
    let game = Connect::new(7, 6, 4, Player::O).unwrap();
    for (name, message) in [
        (
            "perfect",
            "perfect needs the values of all positions of connect:7x6:4, which are not at hand",
        ),
        ("sequences", "sequences needs the values of all positions of connect:7x6:4"),
        ("pmc2,depth=2", "pmc2,depth=2 needs the values"),
        ("pmc,limit", "pmc,limit needs the values"),
        ("ai14s", "ai14s does not play connect:7x6:4: it knows tic-tac-toe only"),
        ("discs", "discs does not play connect:7x6:4: it knows Othello only"),
        ("positional", "positional does not play connect:7x6:4: it knows Othello only"),
        ("alphabeta:3,eval=discs", "alphabeta:3,eval=discs does not play connect:7x6:4: it knows"),
        ("human", "human is a person and makes no moves by itself"),
    ] {
        let found = PlayerName::parse(name).unwrap().chooser(&game, None).err().unwrap();
        assert!(found.to_string().starts_with(message), "{found}");
    }
}
