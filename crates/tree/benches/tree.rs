//! What enumerating and evaluating cost. Each bench asserts its counts; none asserts a time.

use exactplay_game::{Player, Unreduced};
use exactplay_rules::Mnk;
use exactplay_tree::{Analysis, Tree, minimax, playouts, summary};

fn main() {
    divan::main();
}

fn game(width: u8, height: u8, k: u8) -> Mnk {
    Mnk::new(width, height, k, Player::O).expect("a valid game")
}

#[divan::bench]
fn build_tictactoe() {
    assert_eq!(Tree::build(game(3, 3, 3), |_| Ok(())).expect("small").len(), 765);
}

#[divan::bench]
fn build_tictactoe_unreduced() {
    assert_eq!(Tree::build(Unreduced(game(3, 3, 3)), |_| Ok(())).expect("small").len(), 5_478);
}

#[divan::bench(sample_count = 5)]
fn build_4x4_4() {
    assert_eq!(Tree::build(game(4, 4, 4), |_| Ok(())).expect("fits").len(), 1_217_977);
}

#[divan::bench]
fn nodes_tictactoe() {
    assert_eq!(Tree::unmerged(game(3, 3, 3)).expect("small").len(), 549_946);
}

#[divan::bench]
fn passes_over_nodes(bencher: divan::Bencher<'_, '_>) {
    let tree = Tree::unmerged(game(3, 3, 3)).expect("small");
    bencher.bench_local(|| {
        assert_eq!(minimax(&tree)[0].plies, 9);
        assert_eq!(playouts(&tree).expect("small").playouts(0, 0).total(), 1_260);
    });
}

#[divan::bench]
fn passes_4x3_3(bencher: divan::Bencher<'_, '_>) {
    let tree = Tree::build(game(4, 3, 3), |_| Ok(())).expect("small");
    bencher.bench_local(|| {
        let analysis = Analysis::new(tree.clone()).expect("small");
        assert_eq!(analysis.value(0).plies, 7);
        assert_eq!(summary(&tree).positions, 111_973);
    });
}
