//! What the law at the start of tic-tac-toe costs. Each bench asserts a result; none asserts a time.

use exactplay_finite::{Comparison, MonteCarlo, Sharing};
use exactplay_game::{Player, Playouts};

fn main() {
    divan::main();
}

/// How random play ends after a corner, an edge or the centre.
fn start() -> Vec<Playouts> {
    let [corner, edge, centre] = [[85, 18, 37], [75, 18, 47], [97, 16, 27]]
        .map(|[o, draw, x]| Playouts::new(o, draw, x).expect("weights"));
    [corner, edge, corner, edge, centre, edge, corner, edge, corner].to_vec()
}

fn law(bencher: divan::Bencher<'_, '_>, comparison: Comparison, sharing: Sharing, playouts: u32) {
    let moves = start();
    let player = MonteCarlo { comparison, sharing, playouts };
    bencher.bench_local(|| {
        let choice = player.choice(&moves, Player::O);
        assert!(choice.probabilities[4] > choice.probabilities[0], "the centre is best");
        assert!(choice.error < 1e-7);
        choice
    });
}

#[divan::bench(args = [100, 1_000, 10_000], sample_count = 1)]
fn pmc2_random(bencher: divan::Bencher<'_, '_>, playouts: u32) {
    law(bencher, Comparison::HalfDraws, Sharing::Random, playouts);
}

#[divan::bench(args = [100, 1_000, 10_000], sample_count = 1)]
fn pmc2_even(bencher: divan::Bencher<'_, '_>, playouts: u32) {
    law(bencher, Comparison::HalfDraws, Sharing::Even, playouts);
}

#[divan::bench(args = [100, 1_000, 10_000], sample_count = 1)]
fn pmc_random(bencher: divan::Bencher<'_, '_>, playouts: u32) {
    law(bencher, Comparison::WinsThenDraws, Sharing::Random, playouts);
}

#[divan::bench(args = [100, 1_000, 10_000], sample_count = 1)]
fn pmc_even(bencher: divan::Bencher<'_, '_>, playouts: u32) {
    law(bencher, Comparison::WinsThenDraws, Sharing::Even, playouts);
}
