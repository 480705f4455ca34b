//! What is written is read again, what is altered is refused, and what is wrong is found.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::io::Cursor;

use exactplay_dataset::{
    DatSource, DatTable, DatasetError, Meta, Positions, Row, StreamedRows, Verified, XpReader,
    XpWriter, rows, verify_dat, verify_text, verify_xp, write_csv, write_dat, write_jsonl,
};
use exactplay_game::{Game, Outcome, Player, Unreduced};
use exactplay_rules::{Connect, Mnk};
use exactplay_tree::{Analysis, Tree};

fn analysis(width: u8, height: u8, k: u8) -> Analysis<Mnk> {
    Analysis::of(Mnk::new(width, height, k, Player::O).unwrap(), |_| Ok(())).unwrap()
}

fn canonical_rows(analysis: &Analysis<Mnk>) -> Vec<Row> {
    let positions =
        Positions::Canonical.list(analysis, || unreachable!("not for canonical positions"));
    rows(analysis, &positions).collect()
}

fn xp(analysis: &Analysis<Mnk>, rows: &[Row]) -> Vec<u8> {
    let meta = Meta::new(analysis.game(), Positions::Canonical, rows.len() as u64);
    let mut writer = XpWriter::new(Cursor::new(Vec::new()), meta).unwrap();
    for row in rows {
        writer.write(row).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn read(bytes: &[u8]) -> Result<Vec<Row>, DatasetError> {
    XpReader::open(Cursor::new(bytes))?.collect()
}

#[test]
fn an_xp_file_gives_back_its_rows() {
    let analysis = analysis(3, 3, 3);
    let rows = canonical_rows(&analysis);
    assert_eq!(rows.len(), 765);
    let bytes = xp(&analysis, &rows);
    assert_eq!(bytes, xp(&analysis, &rows), "equal input, equal bytes");
    let reader = XpReader::open(Cursor::new(&bytes)).unwrap();
    assert_eq!(reader.header().meta, Meta::new(analysis.game(), Positions::Canonical, 765));
    assert_eq!(reader.collect::<Result<Vec<_>, _>>().unwrap(), rows);
    assert_eq!(rows[0].playouts, [737, 160, 363]);
    assert!(
        rows.iter()
            .enumerate()
            .all(|(id, row)| row.canonical_id as usize == id && row.id == row.canonical_id)
    );
}

/// Rows made of single records, two plies at a time, are those of the whole tree.
#[test]
fn streamed_rows_are_those_of_the_tree() {
    fn compare<G: Game>(game: G) {
        let full = Tree::build(Unreduced(game.clone()), |_| Ok(())).unwrap();
        let analysis = Analysis::of(game, |_| Ok(())).unwrap();
        for which in [Positions::All, Positions::Canonical] {
            let expected = which.list(&analysis, || &full);
            let record = |position| Ok(analysis.record(position));
            let streamed = StreamedRows::new(analysis.game(), which, record);
            let streamed: Vec<_> = streamed.collect::<Result<_, _>>().unwrap();
            assert_eq!(streamed.len(), expected.len());
            for (streamed, expected) in streamed.into_iter().zip(rows(&analysis, &expected)) {
                assert_eq!(streamed, expected);
            }
        }
    }
    compare(Mnk::new(3, 3, 3, Player::O).unwrap());
    compare(Mnk::new(4, 2, 2, Player::X).unwrap());
    compare(Connect::new(4, 3, 3, Player::O).unwrap());
}

#[test]
fn every_altered_byte_is_an_error() {
    let analysis = analysis(2, 2, 2);
    let rows = canonical_rows(&analysis);
    let bytes = xp(&analysis, &rows);
    assert_eq!(read(&bytes).unwrap(), rows);
    for place in 0..bytes.len() {
        for flip in [0x01, 0x10, 0x80, 0xff] {
            let mut altered = bytes.clone();
            altered[place] ^= flip;
            assert!(read(&altered).is_err(), "byte {place} altered by {flip:#x}");
        }
    }
}

#[test]
fn every_truncation_and_every_addition_is_an_error() {
    let analysis = analysis(2, 2, 2);
    let bytes = xp(&analysis, &canonical_rows(&analysis));
    for length in 0..bytes.len() {
        assert!(read(&bytes[..length]).is_err(), "cut to {length} bytes");
    }
    assert!(read(&[bytes.as_slice(), &[0]].concat()).is_err());
    assert!(read(&[bytes.as_slice(), &bytes].concat()).is_err());
}

#[test]
fn foreign_files_are_told_apart_from_damaged_ones() {
    let gzip = {
        let mut out = Vec::new();
        let analysis = analysis(2, 2, 2);
        let full = Tree::build(Unreduced(analysis.game().clone()), |_| Ok(())).unwrap();
        let positions = full.first_met();
        let rows: Vec<_> = rows(&analysis, &positions).collect();
        write_dat(&mut out, &DatSource::new(&full, &positions, &rows), DatTable::ALL[0].scoring)
            .unwrap();
        out
    };
    for foreign in [b"".as_slice(), b"hello, world: certainly longer than a header", &gzip] {
        assert!(matches!(read(foreign), Err(DatasetError::Foreign(_))), "{foreign:?}");
    }
}

/// A file whose checksum is right but whose contents are hostile: lengths and counts are believed only as far as bytes
/// follow.
#[test]
fn hostile_lengths_are_refused() {
    use std::io::Write as _;

    use sha2::{Digest as _, Sha256};

    let forge = |data: &[u8]| {
        let extra = [b"XP\x20\x00".as_slice(), &[0; 32]].concat();
        let builder = flate2::GzBuilder::new().extra(extra).operating_system(255);
        let mut gzip = builder.write(Vec::new(), flate2::Compression::default());
        gzip.write_all(data).unwrap();
        let mut bytes = gzip.finish().unwrap();
        let digest = Sha256::digest(&bytes[48..]);
        bytes[16..48].copy_from_slice(&digest);
        bytes
    };
    let future = [b"exactplay".as_slice(), &2_u32.to_le_bytes()].concat();
    assert!(matches!(read(&forge(&future)), Err(DatasetError::Version { found: 2, expected: 1 })));
    let endless_name =
        [b"exactplay".as_slice(), &1_u32.to_le_bytes(), &[1], &[253], &u64::MAX.to_le_bytes()]
            .concat();
    assert!(matches!(read(&forge(&endless_name)), Err(DatasetError::Damaged(_))));
    assert!(matches!(read(&forge(b"exactpray....")), Err(DatasetError::Foreign(_))));
    assert!(matches!(read(&forge(b"exac")), Err(DatasetError::Damaged(_))));
}

/// A way to spoil a row.
type Change = fn(&mut Row);

#[test]
fn verify_accepts_the_truth_and_notices_each_changed_field() {
    let analysis = analysis(3, 3, 3);
    let rows = canonical_rows(&analysis);
    let verify = |changed: &[Row]| {
        let dataset = XpReader::open(Cursor::new(xp(&analysis, changed))).unwrap();
        verify_xp(dataset, rows.iter().cloned()).unwrap()
    };
    assert_eq!(verify(&rows), Verified::Right { records: 765 });
    let changes: [(&str, Change); 16] = [
        ("id", |row| row.id += 1),
        ("board", |row| row.board = "o../.../...".to_owned()),
        ("to_move", |row| row.to_move = Some(Player::X)),
        ("ply", |row| row.ply += 1),
        ("value", |row| row.value = Outcome::OWins),
        ("plies_to_end", |row| row.plies_to_end -= 1),
        ("score_halves", |row| row.score_halves[2] = 0),
        ("best_moves", |row| row.best_moves[1].0 ^= 1),
        ("playouts", |row| row.playouts.swap(0, 2)),
        ("pmc_moves", |row| row.pmc_moves.0 |= 1),
        ("pmc2_moves", |row| row.pmc2_moves.0 |= 1),
        ("pmc_error", |row| row.pmc_error = Some(exactplay_dataset::PmcError::Always)),
        ("pmc2_error", |row| row.pmc2_error = Some(exactplay_dataset::PmcError::Tie)),
        ("canonical_id", |row| row.canonical_id += 1),
        ("orbit_size", |row| row.orbit_size = 8),
        ("playouts", |row| row.playouts = [1, 0, 0]),
    ];
    for (field, change) in changes {
        let mut changed = rows.clone();
        change(&mut changed[0]);
        let Verified::Wrong { record: 0, difference } = verify(&changed) else {
            panic!("{field} went unnoticed")
        };
        assert!(difference.starts_with(field), "{difference}");
    }
    assert!(matches!(verify(&rows[..700]), Verified::Wrong { record: 700, .. }));
    let extra = [rows.as_slice(), &rows[..1]].concat();
    assert!(matches!(verify(&extra), Verified::Wrong { record: 765, .. }));
}

#[test]
fn verify_reads_text_formats_line_by_line() {
    let analysis = analysis(3, 2, 2);
    let rows = canonical_rows(&analysis);
    let truth = || rows.iter().cloned().map(Ok);
    let (mut csv, mut jsonl) = (Vec::new(), Vec::new());
    write_csv(&mut csv, analysis.game(), truth()).unwrap();
    write_jsonl(&mut jsonl, analysis.game(), truth()).unwrap();
    let records = rows.len() as u64;
    let verify_csv = |bytes: &[u8]| {
        verify_text(bytes, 1, |out| write_csv(out, analysis.game(), truth())).unwrap()
    };
    let verify_jsonl = |bytes: &[u8]| {
        verify_text(bytes, 0, |out| write_jsonl(out, analysis.game(), truth())).unwrap()
    };
    assert_eq!(verify_csv(&csv), Verified::Right { records });
    assert_eq!(verify_jsonl(&jsonl), Verified::Right { records });
    let altered = String::from_utf8(csv.clone()).unwrap().replacen("\n1,", "\n7,", 1);
    assert!(matches!(verify_csv(altered.as_bytes()), Verified::Wrong { record: 1, .. }));
    let short = &jsonl[..jsonl.len() / 2];
    assert!(matches!(verify_jsonl(short), Verified::Wrong { .. }));
    let long = [jsonl.as_slice(), b"{}\n"].concat();
    assert!(matches!(verify_jsonl(&long), Verified::Wrong { record, .. } if record == records));
}

#[test]
fn verify_names_the_wrong_entry_of_a_pickle() {
    let analysis = analysis(3, 2, 2);
    let full = Tree::build(Unreduced(analysis.game().clone()), |_| Ok(())).unwrap();
    let positions = full.first_met();
    let rows: Vec<_> = rows(&analysis, &positions).collect();
    let source = DatSource::new(&full, &positions, &rows);
    let scoring = DatTable::ALL[1].scoring;
    let mut dat = Vec::new();
    write_dat(&mut dat, &source, scoring).unwrap();
    let records = rows.len() as u64;
    assert_eq!(verify_dat(dat.as_slice(), &source, scoring).unwrap(), Verified::Right { records });

    let mut changed = rows.clone();
    changed[5].best_moves[1].0 ^= 1;
    let wrong_source = DatSource::new(&full, &positions, &changed);
    let mut wrong = Vec::new();
    write_dat(&mut wrong, &wrong_source, scoring).unwrap();
    assert!(matches!(
        verify_dat(wrong.as_slice(), &source, scoring).unwrap(),
        Verified::Wrong { .. }
    ));
    assert!(verify_dat(b"nonsense".as_slice(), &source, scoring).is_err());
    assert!(verify_dat(&dat[..dat.len() / 2], &source, scoring).is_err());
}

#[test]
fn text_formats_have_the_documented_columns() {
    let analysis = analysis(3, 3, 3);
    let rows = canonical_rows(&analysis);
    let mut csv = Vec::new();
    write_csv(&mut csv, analysis.game(), rows[..2].iter().cloned().map(Ok)).unwrap();
    let text = String::from_utf8(csv).unwrap();
    let lines: Vec<_> = text.lines().collect();
    let columns = "id,board,to_move,ply,status,value,plies_to_end,score_default,score_shortest,score_shortest_draw,\
                   best_moves,playout_o,playout_draw,playout_x,playout_den,p_o,p_draw,p_x,ps_o,pmc_moves,pmc2_moves,\
                   pmc_error,pmc2_error,canonical_id,orbit_size";
    assert_eq!(lines[0], columns);
    let start = "0,.../.../...,o,0,playing,draw,9,0,0,-0.5,a1 a2 a3 b1 b2 b3 c1 c2 c3,737,160,363,1260,\
                 0.584920634920635,0.12698412698412698,0.28809523809523807,0.6484126984126984,b2,b2,none,none,0,1";
    assert_eq!(lines[1], start);

    let mut jsonl = Vec::new();
    write_jsonl(&mut jsonl, analysis.game(), rows[764..].iter().cloned().map(Ok)).unwrap();
    let line: serde_json::Value = serde_json::from_slice(&jsonl).unwrap();
    let keys: Vec<_> = columns.split(',').collect();
    assert!(keys.iter().all(|&key| line.get(key).is_some()), "{line}");
    assert!(line["to_move"].is_null() && line["pmc_error"].is_null());
}
