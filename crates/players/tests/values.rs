//! Known facts about the players that look values up.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::num::NonZeroU8;

use exactplay_game::{Fraction, Game, Outcome, Player, Policy, fraction};
use exactplay_players::{
    DrawWeight, MONTE_CARLO_PLAYERS, MonteCarlo, Perfect, Preference, SequenceRule, Sequences,
};
use exactplay_rules::{Mnk, Stones};
use exactplay_tree::{Analysis, Scoring};

fn analysis(width: u8, height: u8, k: u8) -> Analysis<Mnk> {
    Analysis::of(Mnk::new(width, height, k, Player::O).unwrap(), |_| Ok(())).unwrap()
}

fn moves(policy: &impl Policy<Mnk>, game: &Mnk, position: &str) -> String {
    let distribution = policy.distribution(game, game.parse(position).unwrap());
    let names: Vec<_> = distribution.moves().map(|mv| game.move_name(mv)).collect();
    names.join(" ")
}

/// One unfinished position of every orbit.
fn unfinished<G: Game>(analysis: &Analysis<G>) -> impl Iterator<Item = G::Position> {
    let (game, tree) = (analysis.game(), analysis.tree());
    let positions = tree.layers().flatten().map(|id| tree.position(id));
    positions.filter(|&position| game.outcome(position).is_none())
}

/// How many orbits there are at which the policy may make a move that is not best.
fn deviations<G: Game>(analysis: &Analysis<G>, policy: &impl Policy<G>) -> usize {
    let deviates = |&position: &G::Position| {
        let best = analysis.best_moves(position, Scoring::Default);
        policy.distribution(analysis.game(), position).moves().any(|mv| !best.contains(&mv))
    };
    unfinished(analysis).filter(deviates).count()
}

fn at_depth<G: Game>(
    analysis: &Analysis<G>,
    preference: Preference,
    depth: u8,
) -> MonteCarlo<'_, G> {
    MonteCarlo::new(analysis, preference, NonZeroU8::new(depth).unwrap())
}

#[test]
fn deviations_by_depth() {
    let analysis = analysis(3, 3, 3);
    let [win_then_draw, half] = [0, 1].map(|i| MONTE_CARLO_PLAYERS[i].what);
    let by_depth = |preference| {
        [1, 2, 3, 4, 5, 6, 7, 8, 9]
            .map(|depth| deviations(&analysis, &at_depth(&analysis, preference, depth)))
    };
    assert_eq!(by_depth(half), [29, 12, 9, 5, 2, 0, 0, 0, 0]);
    assert_eq!(by_depth(win_then_draw)[0], 28);
    assert_eq!(by_depth(win_then_draw)[5..], [0; 4]);
}

#[test]
fn deviations_by_draw_weight() {
    let analysis = analysis(3, 3, 3);
    let at = |numerator, denominator| {
        let weight = DrawWeight::new(&fraction(numerator, denominator)).unwrap();
        deviations(&analysis, &at_depth(&analysis, Preference::Weighted(weight), 1))
    };
    assert_eq!(at(1, 2), 29);
    assert_eq!(at(499, 1_000), 25);
    assert_eq!(at(501, 1_000), 14);
    // At two thirds another pair of moves ties.
    assert_eq!([(66, 100), (2, 3), (667, 1_000)].map(|(n, d)| at(n, d)), [14, 15, 14]);
    assert_eq!(at(1, 1), 77);
    // Weights of so many digits take the path beyond 128 bits.
    let scale = 10_u128.pow(38);
    assert_eq!(at(scale / 2, scale + 1), 25);
    assert_eq!(at(scale / 2 + 1, scale), 14);
}

#[test]
fn reading_to_the_end_is_perfect_play() {
    for (width, height, k, from) in [(3, 3, 3, 0), (3, 2, 2, 0), (4, 3, 3, 9)] {
        let analysis = analysis(width, height, k);
        let perfect = Perfect::new(&analysis, Scoring::Default);
        for position in unfinished(&analysis).filter(|&p| analysis.game().ply(p) >= from) {
            for player in MONTE_CARLO_PLAYERS {
                let played = at_depth(&analysis, player.what, u8::MAX)
                    .distribution(analysis.game(), position);
                assert_eq!(played, perfect.distribution(analysis.game(), position));
            }
        }
    }
}

/// What a position comes to for `player`, by plain recursion over fractions: P(win) and P(draw).
fn prospect<G: Game>(
    analysis: &Analysis<G>,
    position: G::Position,
    depth: u8,
    player: Player,
    rank: &impl Fn(&[Fraction; 2]) -> [Fraction; 2],
) -> [Fraction; 2] {
    let game = analysis.game();
    if depth == 0 || game.outcome(position).is_some() {
        let playouts = analysis.playouts(analysis.id(position));
        return [Outcome::win(player), Outcome::Draw].map(|outcome| playouts.probability(outcome));
    }
    let children = game.moves(position).map(|mv| game.play(position, mv));
    let prospects = children.map(|child| prospect(analysis, child, depth - 1, player, rank));
    let best = if game.turn(position) == player {
        prospects.max_by_key(rank)
    } else {
        prospects.min_by_key(rank)
    };
    best.unwrap()
}

#[test]
fn reading_ahead_agrees_with_plain_recursion() {
    let analysis = analysis(3, 3, 3);
    let third = fraction(1, 3);
    let weighted = Preference::Weighted(DrawWeight::new(&third).unwrap());
    let by_weight = |[win, draw]: &[Fraction; 2]| [win + draw * &third, fraction(0, 1)];
    for depth in [1, 2, 3] {
        for position in unfinished(&analysis) {
            assert_reads(&analysis, position, depth, Preference::WinThenDraw, &<[_; 2]>::clone);
            assert_reads(&analysis, position, depth, weighted, &by_weight);
        }
    }
}

fn assert_reads(
    analysis: &Analysis<Mnk>,
    position: Stones,
    depth: u8,
    preference: Preference,
    rank: &impl Fn(&[Fraction; 2]) -> [Fraction; 2],
) {
    let game = analysis.game();
    let turn = game.turn(position);
    let of_move = |mv| prospect(analysis, game.play(position, mv), depth - 1, turn, rank);
    let ranks: Vec<_> = game.moves(position).map(|mv| (mv, rank(&of_move(mv)))).collect();
    let best = ranks.iter().map(|(_, rank)| rank).max().unwrap();
    let expected = ranks.iter().filter(|(_, rank)| rank == best).map(|&(mv, _)| mv);
    let policy = at_depth(analysis, preference, depth);
    let text = game.notation(position);
    assert!(policy.distribution(game, position).moves().eq(expected), "{text} at depth {depth}");
}

#[test]
fn sequences_from_the_start() {
    let analysis = analysis(3, 3, 3);
    let game = analysis.game();
    let player = Sequences::new(analysis.tree(), SequenceRule::First);
    for (position, o, x, draw) in [
        ("o../.../...", 14_652, 7_896, 5_184),
        (".o./.../...", 14_232, 10_176, 5_184),
        (".../.o./...", 15_648, 5_616, 4_608),
    ] {
        assert_eq!(player.counts(game.parse(position).unwrap()), [x, draw, o], "{position}");
    }
    assert_eq!(player.counts(game.start()).iter().sum::<u128>(), 255_168);
    assert_eq!(moves(&player, game, ""), "b2");
    assert_eq!(moves(&player, game, ".../.o./..."), "a1");
}

/// Two opposite corners and the centre are taken; of four moves with equal counts only the other two corners hold the
/// draw.
#[test]
fn counting_sequences_loses_to_two_corners() {
    let analysis = analysis(3, 3, 3);
    let game = analysis.game();
    let players = [SequenceRule::First, SequenceRule::Reach, SequenceRule::ReachRandom]
        .map(|rule| Sequences::new(analysis.tree(), rule));
    let position = game.parse("o../.o./..x").unwrap();
    let won_by_x = |name: &str| {
        let mv = game.parse_move(name).unwrap();
        players[0].counts(game.play(position, mv))[0]
    };
    assert_eq!(["c1", "a3", "c2", "b3", "b1", "a2"].map(won_by_x), [28, 28, 28, 28, 16, 16]);
    assert_eq!(
        players.each_ref().map(|player| moves(player, game, "o../.o./..x")),
        ["c1", "c1", "a3 b3 c1 c2"]
    );
    let best = analysis.best_moves(position, Scoring::Default);
    let errs = players[2].distribution(game, position).probability(|mv| !best.contains(&mv));
    assert_eq!(errs, fraction(1, 2));
}

#[test]
fn reach_takes_the_first_line_whoever_it_belongs_to() {
    let analysis = analysis(3, 3, 3);
    let game = analysis.game();
    let [first, reach] = [SequenceRule::First, SequenceRule::Reach]
        .map(|rule| Sequences::new(analysis.tree(), rule));
    // x could win at c2, but the row of o comes first.
    assert_eq!(moves(&reach, game, "oo./xx./o.."), "c1");
    // Without the lines it would not win either: c2 is a single sequence.
    let won = |mv| first.counts(game.parse(mv).unwrap())[0];
    assert_eq!((won("oo./xxx/o.."), won("oox/xx./o..")), (1, 2));
    assert_eq!(moves(&first, game, "oo./xx./o.."), "c1");
    // Columns before diagonals, the falling diagonal before the rising one.
    assert_eq!(moves(&reach, game, "o../ox./..x"), "a3");
    assert_eq!(moves(&reach, game, "o.x/.../x.o"), "b2");
}

#[test]
fn counting_sequences_works_on_any_board() {
    let analysis = analysis(4, 3, 3);
    let player = Sequences::new(analysis.tree(), SequenceRule::First);
    let start = analysis.game().start();
    assert_eq!(player.counts(start).iter().sum::<u128>(), 151_188_768);
    // Both left and both right corners win 6,887,376 sequences.
    assert_eq!(moves(&player, analysis.game(), ""), "a1");
    let corner = analysis.game().parse("o.../..../....").unwrap();
    assert_eq!(player.counts(corner), [4_968_744, 1_209_600, 6_887_376]);
}
