//! What writing the datasets of tic-tac-toe costs, without the disk. The benches assert their counts, not their time.

use std::io::Cursor;

use exactplay_dataset::{DatSource, DatTable, Meta, Positions, Row, XpWriter, rows, write_dat};
use exactplay_game::{Player, Unreduced};
use exactplay_rules::Mnk;
use exactplay_tree::{Analysis, Tree};

fn main() {
    divan::main();
}

/// The four files that `generate` writes, in memory.
#[divan::bench(sample_count = 20)]
fn generate_tictactoe() {
    let analysis =
        Analysis::of(Mnk::new(3, 3, 3, Player::O).expect("valid"), |_| Ok(())).expect("small");
    let full = Tree::build(Unreduced(analysis.game().clone()), |_| Ok(())).expect("small");
    let positions = Positions::All.list(&analysis, || &full);
    let rows: Vec<Row> = rows(&analysis, &positions).collect();
    assert_eq!(rows.len(), 5_478);
    let source = DatSource::new(&full, &positions, &rows);
    for table in DatTable::ALL {
        let mut out = Vec::new();
        write_dat(&mut out, &source, table.scoring).expect("written to memory");
        assert!(out.len() > 10_000);
    }
    let meta = Meta::new(analysis.game(), Positions::All, 5_478);
    let mut xp = XpWriter::new(Cursor::new(Vec::new()), meta).expect("written to memory");
    for row in &rows {
        xp.write(row).expect("written to memory");
    }
    assert!(xp.finish().expect("written to memory").get_ref().len() > 10_000);
}
