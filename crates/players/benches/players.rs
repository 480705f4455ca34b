//! What decisions cost. Each bench asserts what is decided; none asserts a time.

use std::num::{NonZeroU8, NonZeroU32};

use divan::counter::ItemsCount;
use exactplay_game::{Game, Move, Player, Policy};
use exactplay_players::{
    AlphaBeta, Chooser as _, Dice, MONTE_CARLO_PLAYERS, MonteCarlo, Named, Perfect, RULE_PLAYERS,
    Reading, SequenceRule, Sequences, Uct, playout,
};
use exactplay_rules::{Connect, Mnk, Othello};
use exactplay_tree::{Analysis, Scoring};

fn main() {
    divan::main();
}

fn analysis(width: u8, height: u8, k: u8) -> Analysis<Mnk> {
    let game = Mnk::new(width, height, k, Player::O).expect("a valid game");
    Analysis::of(game, |_| Ok(())).expect("small")
}

/// How many moves the policy chooses from, over one unfinished position of every orbit.
fn choices<G: Game>(analysis: &Analysis<G>, policy: &impl Policy<G>) -> usize {
    let (game, tree) = (analysis.game(), analysis.tree());
    let positions = tree.layers().flatten().map(|id| tree.position(id));
    let unfinished = positions.filter(|&position| game.outcome(position).is_none());
    unfinished.map(|position| policy.distribution(game, position).moves().len()).sum()
}

#[divan::bench]
fn ai14s(bencher: divan::Bencher<'_, '_>) {
    let analysis = analysis(3, 3, 3);
    let player = Named::find(RULE_PLAYERS, "ai14s").expect("a rule player").what;
    bencher.bench_local(|| assert_eq!(choices(&analysis, &player), 760));
}

#[divan::bench]
fn perfect(bencher: divan::Bencher<'_, '_>) {
    let analysis = analysis(3, 3, 3);
    let player = Perfect::new(&analysis, Scoring::Default);
    bencher.bench_local(|| assert_eq!(choices(&analysis, &player), 1_263));
}

#[divan::bench]
fn sequences(bencher: divan::Bencher<'_, '_>) {
    let analysis = analysis(3, 3, 3);
    bencher.bench_local(|| {
        let player = Sequences::new(analysis.tree(), SequenceRule::ReachRandom);
        assert_eq!(choices(&analysis, &player), 699);
    });
}

#[divan::bench(args = [(1, 861), (3, 1_162), (9, 1_263)])]
fn pmc2(bencher: divan::Bencher<'_, '_>, (depth, expected): (u8, usize)) {
    let analysis = analysis(3, 3, 3);
    bencher.bench_local(|| assert_eq!(choices(&analysis, &pmc2_at(&analysis, depth)), expected));
}

#[divan::bench(args = [(1, 30_005), (3, 46_054)], sample_count = 5)]
fn pmc2_4x3_3(bencher: divan::Bencher<'_, '_>, (depth, expected): (u8, usize)) {
    let analysis = analysis(4, 3, 3);
    bencher.bench_local(|| assert_eq!(choices(&analysis, &pmc2_at(&analysis, depth)), expected));
}

fn pmc2_at<G: Game>(analysis: &Analysis<G>, depth: u8) -> MonteCarlo<'_, G> {
    let depth = NonZeroU8::new(depth).expect("at least one ply");
    MonteCarlo::new(analysis, MONTE_CARLO_PLAYERS[1].what, depth)
}

/// Ten thousand playouts from the start: how many x wins, nobody, and o.
fn playouts<G: Game>(bencher: divan::Bencher<'_, '_>, game: &G, expected: [u32; 3]) {
    bencher.counter(ItemsCount::new(10_000_u32)).bench_local(|| {
        let mut dice = Dice::new([0; 4]);
        let mut counts = [0; 3];
        for _ in 0..10_000 {
            counts[playout(game, game.start(), &mut dice) as usize] += 1;
        }
        assert_eq!(counts, expected);
    });
}

#[divan::bench(args = [
    ((3, 3, 3), [2_937, 1_223, 5_840]),
    ((4, 3, 3), [3_896, 298, 5_806]),
    ((6, 6, 5), [3_473, 2_801, 3_726]),
])]
fn playouts_mnk(
    bencher: divan::Bencher<'_, '_>,
    ((width, height, k), expected): ((u8, u8, u8), [u32; 3]),
) {
    let game = Mnk::new(width, height, k, Player::O).expect("a valid game");
    playouts(bencher, &game, expected);
}

#[divan::bench]
fn playouts_connect_7x6_4(bencher: divan::Bencher<'_, '_>) {
    let game = Connect::new(7, 6, 4, Player::O).expect("a valid game");
    playouts(bencher, &game, [4_393, 26, 5_581]);
}

#[divan::bench]
fn playouts_othello_8(bencher: divan::Bencher<'_, '_>) {
    let game = Othello::new(8, Player::O).expect("a valid game");
    playouts(bencher, &game, [5_082, 392, 4_526]);
}

#[divan::bench]
fn uct_10_000(bencher: divan::Bencher<'_, '_>) {
    let game = Mnk::new(3, 3, 3, Player::O).expect("a valid game");
    let playouts = NonZeroU32::new(10_000).expect("some");
    let player = Uct { playouts, exploration: std::f64::consts::SQRT_2 };
    bencher.counter(ItemsCount::new(10_000_u32)).bench_local(|| {
        assert_eq!(player.choose(&game, game.start(), &mut Dice::new([0; 4])), Move(4));
    });
}

/// One decision at the start: what it is worth, and how many positions are visited.
fn alphabeta<G: Game>(
    bencher: divan::Bencher<'_, '_>,
    game: &G,
    depth: u8,
    (worth, nodes): (i32, u64),
) {
    let depth = NonZeroU8::new(depth).expect("at least one ply");
    let player = AlphaBeta::new(game, depth, None);
    bencher.counter(ItemsCount::new(nodes)).bench_local(|| {
        let reading = player.read(game, game.start());
        assert_eq!((reading.worth, reading.nodes), (worth, nodes));
    });
}

#[divan::bench(args = [
    ((3, 3, 3), 9, (0, 1_015)),
    ((4, 4, 3), 16, (Reading::WON + 59, 24_083)),
    ((6, 6, 5), 4, (0, 6_252)),
])]
fn alphabeta_mnk(
    bencher: divan::Bencher<'_, '_>,
    ((width, height, k), depth, expected): ((u8, u8, u8), u8, (i32, u64)),
) {
    let game = Mnk::new(width, height, k, Player::O).expect("a valid game");
    alphabeta(bencher, &game, depth, expected);
}

#[divan::bench(args = [((5, 4, 4), 20, (0, 497_116)), ((7, 6, 4), 10, (0, 46_709))], sample_count = 5)]
fn alphabeta_connect(
    bencher: divan::Bencher<'_, '_>,
    ((width, height, k), depth, expected): ((u8, u8, u8), u8, (i32, u64)),
) {
    let game = Connect::new(width, height, k, Player::O).expect("a valid game");
    alphabeta(bencher, &game, depth, expected);
}

#[divan::bench(args = [(4, 12, (-Reading::WON - 8, 666)), (8, 9, (5, 8_095))], sample_count = 5)]
fn alphabeta_othello(
    bencher: divan::Bencher<'_, '_>,
    (size, depth, expected): (u8, u8, (i32, u64)),
) {
    let game = Othello::new(size, Player::O).expect("a valid game");
    alphabeta(bencher, &game, depth, expected);
}
