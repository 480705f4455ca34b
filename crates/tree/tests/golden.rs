//! Every position of tic-tac-toe against results computed independently: `data/golden/tictactoe.csv.gz`.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::io::Read as _;

use exactplay_game::{Game as _, Move, Player, Unreduced, fraction};
use exactplay_rules::Mnk;
use exactplay_tree::{Analysis, Scoring, Tree, float_playouts};

struct Row {
    key: String,
    status: String,
    scores: [String; 3],
    best: [Vec<Move>; 3],
    /// Of o, draw, x over 1260.
    playouts: [u128; 3],
    /// Bits of P(o), P(draw), P(x), `ps_o` as the published code rounds them.
    float_bits: [u64; 4],
}

/// The rows in the order of the tutorials' files.
fn rows() -> Vec<Row> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/golden/tictactoe.csv.gz");
    let mut text = String::new();
    flate2::read::GzDecoder::new(std::fs::File::open(path).unwrap())
        .read_to_string(&mut text)
        .unwrap();
    let strings = |fields: &[&str]| -> [String; 3] { [0, 1, 2].map(|i| fields[i].to_owned()) };
    let moves = |octal: &str| {
        let set = u16::from_str_radix(octal, 8).unwrap();
        (0..9).filter(|cell| set >> cell & 1 == 1).map(Move).collect()
    };
    let rows = text.lines().skip(1).map(|line| {
        let fields: Vec<_> = line.split(',').collect();
        Row {
            key: fields[0].to_owned(),
            status: fields[1].to_owned(),
            scores: strings(&fields[2..5]),
            best: [5, 6, 7].map(|i| moves(fields[i])),
            playouts: [8, 9, 10].map(|i| fields[i].parse().unwrap()),
            float_bits: [11, 12, 13, 14].map(|i| u64::from_str_radix(fields[i], 16).unwrap()),
        }
    });
    rows.collect()
}

fn game() -> Mnk {
    Mnk::new(3, 3, 3, Player::O).unwrap()
}

#[test]
fn every_position_has_the_known_values() {
    let analysis = Analysis::of(game(), |_| Ok(())).unwrap();
    let rows = rows();
    assert_eq!(rows.len(), 5_478);
    for row in rows {
        let position = analysis.game().parse(&format!("key:{}", row.key)).unwrap();
        let record = analysis.record(position);
        let status = record.outcome.map_or("playing".to_owned(), |outcome| outcome.to_string());
        assert_eq!(status, row.status, "{}", row.key);
        for (score, expected) in record.scores.iter().zip(&row.scores) {
            assert_eq!(&score.unwrap().to_string(), expected.trim_end_matches(".0"), "{}", row.key);
        }
        assert_eq!(record.best_moves.clone().map(Option::unwrap), row.best, "{}", row.key);
        let [o, draw, x] = row.playouts;
        assert_eq!(
            exactplay_game::Playouts::new(o, draw, x),
            record.playouts.exact(),
            "{}",
            row.key
        );
        assert_eq!(
            record.playouts.exact().unwrap().ps_o(),
            fraction(2 * o + draw, 2_520),
            "{}",
            row.key
        );
        assert_eq!(record.moves.iter().filter(|mv| mv.best).count(), row.best[0].len());
    }
}

#[test]
fn floating_point_sums_are_the_published_ones_to_the_bit() {
    let tree = Tree::build(Unreduced(game()), |_| Ok(())).unwrap();
    let floats = float_playouts(&tree);
    for row in rows() {
        let id = tree.id(tree.game().parse(&format!("key:{}", row.key)).unwrap()).unwrap();
        let found = floats[id];
        let bits = [found.o, found.draw, found.x, found.ps_o()].map(f64::to_bits);
        assert_eq!(bits, row.float_bits, "{}", row.key);
    }
}

#[test]
fn positions_are_met_in_the_order_of_the_files() {
    let tree = Tree::build(Unreduced(game()), |_| Ok(())).unwrap();
    let order = tree.first_met();
    let expected =
        rows().into_iter().map(|row| tree.game().parse(&format!("key:{}", row.key)).unwrap());
    assert!(order.into_iter().eq(expected));
}

#[test]
fn scores_are_shown_as_people_write_them() {
    let analysis = Analysis::of(game(), |_| Ok(())).unwrap();
    let text = |scoring| analysis.score(0, scoring).to_string();
    assert_eq!(Scoring::ALL.map(text), ["0", "0", "-0.5"]);
}
