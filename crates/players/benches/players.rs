//! What decisions cost. Each bench asserts what is decided; none asserts a time.

use std::num::NonZeroU8;

use exactplay_game::{Game, Player, Policy};
use exactplay_players::{
    MONTE_CARLO_PLAYERS, MonteCarlo, Named, Perfect, RULE_PLAYERS, SequenceRule, Sequences,
};
use exactplay_rules::Mnk;
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
