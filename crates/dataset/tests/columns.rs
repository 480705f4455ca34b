//! The formats of columns, read by libraries that know nothing of us, say what the rows say.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::fs::File;
use std::io::{Cursor, Read as _, Seek as _, Write as _};

use exactplay_dataset::{
    DatasetError, Meta, MoveSet, NpzReader, ParquetReader, PmcError, Positions, Row, Verified,
    largest_denominator, rows, verify_npz, verify_parquet, write_npz, write_parquet,
};
use exactplay_game::{Game, Outcome, Player, nearest_f64};
use exactplay_rules::{Connect, Mnk, Othello};
use exactplay_tree::Analysis;
use parquet::basic::Type as PhysicalType;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::{Field, List, ListAccessor as _, RowAccessor as _};
use zip::ZipArchive;

/// What a dataset is made of.
struct Source<G: Game> {
    game: G,
    meta: Meta,
    largest: u128,
    rows: Vec<Row>,
}

impl<G: Game> Source<G> {
    fn new(game: G) -> Self {
        let analysis = Analysis::of(game.clone(), |_| Ok(())).unwrap();
        let positions = Positions::Canonical.list(&analysis, || unreachable!("canonical"));
        let rows: Vec<_> = rows(&analysis, &positions).collect();
        let meta = Meta::new(&game, Positions::Canonical, rows.len() as u64);
        Self { game, meta, largest: largest_denominator(&analysis), rows }
    }

    fn parquet(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let rows = self.rows.iter().cloned().map(Ok);
        write_parquet(&mut out, &self.game, &self.meta, self.largest, rows).unwrap();
        out
    }

    fn npz(&self) -> Vec<u8> {
        let mut out = Cursor::new(Vec::new());
        let rows = self.rows.iter().cloned().map(Ok);
        write_npz(&mut out, &self.game, &self.meta, self.largest, rows).unwrap();
        out.into_inner()
    }

    fn verify_parquet(&self, bytes: &[u8]) -> Result<Verified, DatasetError> {
        against_parquet(&self.parquet(), bytes)
    }

    fn verify_npz(&self, bytes: &[u8]) -> Result<Verified, DatasetError> {
        against_npz(&self.npz(), bytes)
    }

    fn names(&self, set: MoveSet) -> Vec<String> {
        set.moves().map(|mv| self.game.move_name(mv)).collect()
    }
}

fn against_parquet(truth: &[u8], bytes: &[u8]) -> Result<Verified, DatasetError> {
    verify_parquet(ParquetReader::open(file(bytes))?, |out| Ok(out.write_all(truth)?))
}

fn against_npz(truth: &[u8], bytes: &[u8]) -> Result<Verified, DatasetError> {
    verify_npz(NpzReader::open(Cursor::new(bytes))?, |out| Ok(out.write_all(truth)?))
}

fn tictactoe() -> Source<Mnk> {
    Source::new(Mnk::new(3, 3, 3, Player::O).unwrap())
}

fn file(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file.rewind().unwrap();
    file
}

/// What a Parquet row says of a row of ours, `null` included.
fn assert_fields<G: Game>(source: &Source<G>, fields: &parquet::record::Row, row: &Row) {
    let text = |text: &str| Field::Str(text.to_owned());
    let null_or = |word: Option<String>| word.map_or(Field::Null, Field::Str);
    let error = |error: Option<PmcError>| null_or(error.map(|error| error.name().to_owned()));
    let list = |list: &List| -> Vec<String> {
        (0..list.len()).map(|place| list.get_string(place).unwrap().clone()).collect()
    };
    let score = |rule: usize| Field::Double(f64::from(row.score_halves[rule]) / 2.0);
    let [o, draw, x] = row.playouts;
    let den = row.playout_den();
    let columns = [
        ("id", Field::UInt(row.id)),
        ("board", text(&row.board)),
        ("to_move", null_or(row.to_move.map(|player| player.to_string()))),
        ("ply", Field::UByte(row.ply)),
        ("status", text(row.status())),
        ("value", text(&row.value.to_string())),
        ("plies_to_end", Field::UByte(row.plies_to_end)),
        ("score_default", score(0)),
        ("score_shortest", score(1)),
        ("score_shortest_draw", score(2)),
        ("p_o", Field::Double(nearest_f64(o, den))),
        ("p_draw", Field::Double(nearest_f64(draw, den))),
        ("p_x", Field::Double(nearest_f64(x, den))),
        ("ps_o", Field::Double(row.ps_o())),
        ("pmc_error", error(row.pmc_error)),
        ("pmc2_error", error(row.pmc2_error)),
        ("canonical_id", Field::UInt(row.canonical_id)),
        ("orbit_size", Field::UInt(row.orbit_size)),
    ];
    let field = |name: &str| {
        fields.get_column_iter().find(|(column, _)| *column == name).map(|(_, field)| field)
    };
    for (name, expected) in &columns {
        assert_eq!(field(name), Some(expected), "{name} of {}", row.board);
    }
    for (name, weight) in
        [("playout_o", o), ("playout_draw", draw), ("playout_x", x), ("playout_den", den)]
    {
        let found = match field(name).unwrap() {
            Field::Long(weight) => u128::try_from(*weight).unwrap(),
            Field::Decimal(decimal) => {
                assert_eq!(decimal.scale(), 0);
                let bytes = decimal.data().iter();
                bytes.fold(0, |number, &byte| number << 8 | u128::from(byte))
            }
            other => panic!("{name} is {other}"),
        };
        assert_eq!(found, weight, "{name} of {}", row.board);
    }
    for (place, set) in [(10, row.best_moves[0]), (19, row.pmc_moves), (20, row.pmc2_moves)] {
        assert_eq!(list(fields.get_list(place).unwrap()), source.names(set), "{}", row.board);
    }
    assert_eq!(fields.len(), columns.len() + 7);
}

fn assert_parquet<G: Game>(source: &Source<G>, weights: PhysicalType) {
    let reader = SerializedFileReader::new(file(&source.parquet())).unwrap();
    let metadata = reader.metadata().file_metadata();
    assert_eq!(metadata.created_by(), Some("exactplay version 1"));
    let column = metadata.schema_descr().column(11);
    assert_eq!((column.name(), column.physical_type()), ("playout_o", weights));
    let mut count = 0;
    for (fields, row) in reader.get_row_iter(None).unwrap().zip(&source.rows) {
        assert_fields(source, &fields.unwrap(), row);
        count += 1;
    }
    assert_eq!((count, metadata.num_rows()), (source.rows.len(), i64::try_from(count).unwrap()));
}

#[test]
fn a_parquet_file_says_what_the_rows_say() {
    let source = tictactoe();
    assert_eq!((source.rows.len(), source.largest), (765, 1260));
    assert_parquet(&source, PhysicalType::INT64);
    assert_eq!(source.parquet(), source.parquet(), "equal input, equal bytes");
    let reader = ParquetReader::open(file(&source.parquet())).unwrap();
    assert_eq!(*reader.meta(), source.meta);
    assert_parquet(&Source::new(Connect::new(3, 3, 3, Player::O).unwrap()), PhysicalType::INT64);

    let reader = SerializedFileReader::new(file(&source.parquet())).unwrap();
    let entries = reader.metadata().file_metadata().key_value_metadata().unwrap();
    let value = |key: &str| {
        entries.iter().find(|entry| entry.key == key).and_then(|entry| entry.value.as_deref())
    };
    assert_eq!((value("game"), value("first")), (Some("mnk:3x3:3"), Some("o")));
    assert_eq!((value("positions"), value("rows")), (Some("canonical"), Some("765")));
    assert_eq!(value("id"), Some("number of the row, from 0"));
}

/// Denominators wider than 63 bits are decimals: of 38 digits, which data frames read, as long as that suffices.
#[test]
fn wide_playout_weights_are_exact_decimals() {
    let mut source = tictactoe();
    for (largest, digits) in
        [(1 << 63, 38), (10_u128.pow(38) - 1, 38), (10_u128.pow(38), 39), (u128::MAX, 39)]
    {
        source.largest = largest;
        source.rows[0].playouts = [largest - 2, 1, 1];
        assert_parquet(&source, PhysicalType::FIXED_LEN_BYTE_ARRAY);
        let reader = SerializedFileReader::new(file(&source.parquet())).unwrap();
        let schema = reader.metadata().file_metadata().schema_descr();
        assert_eq!(schema.column(14).type_precision(), digits);
        assert!(matches!(source.verify_parquet(&source.parquet()), Ok(Verified::Right { .. })));
    }
    source.largest = (1 << 63) - 1;
    source.rows[0].playouts = [source.largest - 2, 1, 1];
    assert_parquet(&source, PhysicalType::INT64);
}

/// What an array may hold.
trait Value: Sized {
    /// The values in the bytes of an array of this type, in NumPy's notation; `None` when it is not a type of these.
    fn values(descr: &str, bytes: &[u8]) -> Option<Vec<Self>>;
}

macro_rules! numbers {
    ($($number:ty: $descr:literal)*) => {$(
        impl Value for $number {
            fn values(descr: &str, bytes: &[u8]) -> Option<Vec<Self>> {
                let (numbers, rest) = bytes.as_chunks();
                let numbers = numbers.iter().map(|&number| Self::from_le_bytes(number));
                (descr == $descr && rest.is_empty()).then(|| numbers.collect())
            }
        }
    )*};
}
numbers! { i8: "|i1" u8: "|u1" u32: "<u4" u64: "<u8" f32: "<f4" f64: "<f8" }

impl Value for bool {
    fn values(descr: &str, bytes: &[u8]) -> Option<Vec<Self>> {
        let flags: Option<_> = bytes.iter().map(|&byte| (byte < 2).then_some(byte == 1)).collect();
        flags.filter(|_| descr == "|b1")
    }
}

impl Value for String {
    fn values(descr: &str, bytes: &[u8]) -> Option<Vec<Self>> {
        let length: usize = descr.strip_prefix("<U")?.parse().ok()?;
        let letters = u32::values("<u4", bytes)?;
        let letters: Option<Vec<_>> = letters.into_iter().map(char::from_u32).collect();
        let text = |letters: &[char]| letters.iter().filter(|&&letter| letter != '\0').collect();
        Some(letters?.chunks(length).map(text).collect())
    }
}

/// An array by the documented format: its shape, and its values row after row.
fn array<T: Value>(bytes: &[u8], name: &str) -> (Vec<u64>, Vec<T>) {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut npy = Vec::new();
    archive.by_name(&format!("{name}.npy")).unwrap().read_to_end(&mut npy).unwrap();
    let rest = npy.strip_prefix(b"\x93NUMPY\x01\x00").expect("version 1.0");
    let (length, rest) = rest.split_first_chunk().unwrap();
    let (header, values) = rest.split_at(u16::from_le_bytes(*length).into());
    let header = str::from_utf8(header).unwrap().strip_suffix('\n').unwrap().trim_end();
    let header = header.strip_prefix("{'descr': '").unwrap().strip_suffix("), }").unwrap();
    let (descr, shape) = header.split_once("', 'fortran_order': False, 'shape': (").unwrap();
    let shape = shape.split(',').map(str::trim).filter(|size| !size.is_empty());
    let shape: Vec<u64> = shape.map(|size| size.parse().unwrap()).collect();
    let values = T::values(descr, values).unwrap();
    assert_eq!(values.len() as u64, shape.iter().product::<u64>());
    (shape, values)
}

/// The name of an array, and what it has for a row.
type Column<'a, T> = (&'a str, &'a dyn Fn(&Row) -> T);

fn assert_npz<G: Game>(source: &Source<G>, moves: usize) {
    let bytes = source.npz();
    let rows = &source.rows;
    let count = rows.len() as u64;
    let sign = |outcome: Outcome| match outcome {
        Outcome::OWins => 1,
        Outcome::Draw => 0,
        Outcome::XWins => -1,
    };
    let error = |error: Option<PmcError>| match error {
        None => -1,
        Some(PmcError::None) => 0,
        Some(PmcError::Tie) => 1,
        Some(PmcError::Always) => 2,
    };
    let i8s: [Column<'_, i8>; 5] = [
        ("to_move", &|row| row.to_move.map_or(0, |player| sign(Outcome::win(player)))),
        ("status", &|row| row.outcome.map_or(2, sign)),
        ("value", &|row| sign(row.value)),
        ("pmc_error", &|row| error(row.pmc_error)),
        ("pmc2_error", &|row| error(row.pmc2_error)),
    ];
    for (name, value) in i8s {
        assert_eq!(array(&bytes, name), (vec![count], rows.iter().map(value).collect()), "{name}");
    }
    let u8s: [Column<'_, u8>; 2] =
        [("ply", &|row| row.ply), ("plies_to_end", &|row| row.plies_to_end)];
    for (name, value) in u8s {
        assert_eq!(array(&bytes, name), (vec![count], rows.iter().map(value).collect()), "{name}");
    }
    let u32s: [Column<'_, u32>; 3] = [
        ("id", &|row| row.id),
        ("canonical_id", &|row| row.canonical_id),
        ("orbit_size", &|row| row.orbit_size),
    ];
    for (name, value) in u32s {
        assert_eq!(array(&bytes, name), (vec![count], rows.iter().map(value).collect()), "{name}");
    }
    let share = |row: &Row, outcome: usize| nearest_f64(row.playouts[outcome], row.playout_den());
    let f64s: [Column<'_, f64>; 4] = [
        ("p_o", &|row| share(row, 0)),
        ("p_draw", &|row| share(row, 1)),
        ("p_x", &|row| share(row, 2)),
        ("ps_o", &Row::ps_o),
    ];
    for (name, value) in f64s {
        assert_eq!(array(&bytes, name), (vec![count], rows.iter().map(value).collect()), "{name}");
    }
    for (rule, name) in
        ["score_default", "score_shortest", "score_shortest_draw"].into_iter().enumerate()
    {
        let (_, scores) = array::<f32>(&bytes, name);
        let halves = scores.iter().map(|score| score * 2.0);
        assert!(halves.eq(rows.iter().map(|row| f32::from(row.score_halves[rule]))), "{name}");
    }
    let sets: [Column<'_, MoveSet>; 3] = [
        ("best_moves", &|row| row.best_moves[0]),
        ("pmc_moves", &|row| row.pmc_moves),
        ("pmc2_moves", &|row| row.pmc2_moves),
    ];
    for (name, value) in sets {
        let (shape, flags) = array::<bool>(&bytes, name);
        assert_eq!(shape, [count, moves as u64]);
        for (row, flags) in rows.iter().zip(flags.chunks(moves)) {
            let set: Vec<_> = value(row).moves().map(|mv| usize::from(mv.0)).collect();
            let found: Vec<_> = (0..moves).filter(|&mv| flags[mv]).collect();
            assert_eq!(found, set, "{name} of {}", row.board);
        }
    }
    let (shape, cells) = array::<i8>(&bytes, "board");
    let (width, height) = (source.game.width(), source.game.height());
    assert_eq!(shape, [count, height.into(), width.into()]);
    for (row, cells) in rows.iter().zip(cells.chunks(usize::from(width) * usize::from(height))) {
        let position = source.game.parse(&row.board).unwrap();
        let stones = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let stones = stones.map(|(x, y)| match source.game.stone(position, x, y) {
            Some(Player::O) => 1,
            Some(Player::X) => -1,
            None => 0,
        });
        assert!(stones.eq(cells.iter().copied()), "{}", row.board);
    }
}

#[test]
fn an_npz_archive_says_what_the_rows_say() {
    let source = tictactoe();
    assert_npz(&source, 9);
    let bytes = source.npz();
    assert_eq!(bytes, source.npz(), "equal input, equal bytes");
    assert_eq!(*NpzReader::open(Cursor::new(&bytes)).unwrap().meta(), source.meta);
    for (outcome, name) in ["playout_o", "playout_draw", "playout_x"].into_iter().enumerate() {
        let (_, weights) = array::<u64>(&bytes, name);
        assert!(
            weights
                .into_iter()
                .map(u128::from)
                .eq(source.rows.iter().map(|row| row.playouts[outcome]))
        );
    }
    assert_eq!(array::<u64>(&bytes, "playout_den").1[0], 1260);
    let (_, names) = array::<String>(&bytes, "move_names");
    assert_eq!(names, ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"]);
    let meta: serde_json::Value =
        serde_json::from_str(&array::<String>(&bytes, "meta").1[0]).unwrap();
    assert_eq!((&meta["game"], &meta["rows"]), (&"mnk:3x3:3".into(), &765.into()));
    assert_eq!(meta["arrays"]["value"], "int8: 1 is o, 0 is draw, -1 is x");
}

#[test]
fn boards_and_moves_of_every_family_become_arrays() {
    assert_npz(&Source::new(Mnk::new(3, 2, 2, Player::X).unwrap()), 6);
    let connect = Source::new(Connect::new(4, 3, 3, Player::O).unwrap());
    assert_npz(&connect, 4);
    assert_eq!(array::<String>(&connect.npz(), "move_names").1, ["1", "2", "3", "4"]);
    let mut othello = Source::new(Othello::new(4, Player::O).unwrap());
    othello.rows.truncate(200);
    othello.meta.rows = 200;
    assert_npz(&othello, 16);
    assert_parquet(&othello, PhysicalType::INT64);
}

/// Weights that do not fit are left out, not rounded.
#[test]
fn wide_playout_weights_are_left_out_of_archives() {
    let mut source = tictactoe();
    let names = |source: &Source<Mnk>| {
        let archive = ZipArchive::new(Cursor::new(source.npz())).unwrap();
        archive.file_names().map(|name| name.unwrap().into_owned()).collect::<Vec<_>>()
    };
    assert_eq!((names(&source).len(), &names(&source)[11]), (27, &"playout_o.npy".to_owned()));
    source.largest = u64::MAX.into();
    source.rows[0].playouts = [source.largest - 1, 0, 1];
    assert_eq!(array::<u64>(&source.npz(), "playout_den").1[0], u64::MAX);
    source.largest += 1;
    assert!(matches!(source.verify_npz(&source.npz()), Ok(Verified::Right { records: 765 })));
    source.rows[0].playouts = [source.largest - 1, 0, 1];
    assert_eq!(names(&source).len(), 23);
    assert!(!names(&source).iter().any(|name| name.starts_with("playout")));
    assert_npz(&source, 9);
}

/// A way to spoil a row.
type Change = fn(&mut Row);

#[test]
fn verify_names_the_first_wrong_record_of_both_formats() {
    let source = tictactoe();
    let right = Verified::Right { records: 765 };
    assert_eq!(source.verify_parquet(&source.parquet()).unwrap(), right);
    assert_eq!(source.verify_npz(&source.npz()).unwrap(), right);
    let changes: [(&str, Change); 14] = [
        ("id", |row| row.id += 1),
        ("board", |row| row.board = "xxx/.../...".to_owned()),
        ("to_move", |row| row.to_move = None),
        ("ply", |row| row.ply += 1),
        ("status", |row| row.outcome = Some(Outcome::Draw)),
        ("value", |row| row.value = Outcome::XWins),
        ("plies_to_end", |row| row.plies_to_end += 1),
        ("score_shortest_draw", |row| row.score_halves[2] += 1),
        ("best_moves", |row| row.best_moves[0].0 ^= 1),
        ("playout_draw", |row| row.playouts[1] += 1),
        ("pmc_moves", |row| row.pmc_moves.0 ^= 1),
        ("pmc2_error", |row| row.pmc2_error = None),
        ("canonical_id", |row| row.canonical_id += 1),
        ("orbit_size", |row| row.orbit_size += 1),
    ];
    for (column, change) in changes {
        let mut wrong = tictactoe();
        change(&mut wrong.rows[40]);
        // A later one, in a column before all others.
        wrong.rows[50].id = 0;
        for verified in [source.verify_parquet(&wrong.parquet()), source.verify_npz(&wrong.npz())] {
            let Ok(Verified::Wrong { record, difference }) = verified else {
                panic!("{column} went unnoticed: {verified:?}")
            };
            assert_eq!(record, 40, "{difference}");
            assert!(difference.starts_with(&format!("{column} ")), "{column}: {difference}");
        }
    }
    let mut short = tictactoe();
    short.rows.truncate(700);
    short.meta.rows = 700;
    let parquet = source.verify_parquet(&short.parquet()).unwrap();
    assert_eq!(parquet, Verified::Wrong { record: 700, difference: "missing".to_owned() });
    assert!(matches!(source.verify_npz(&short.npz()), Ok(Verified::Wrong { record: 0, .. })));
    let long = short.verify_parquet(&source.parquet()).unwrap();
    assert_eq!(long, Verified::Wrong { record: 700, difference: "one too many".to_owned() });
}

#[test]
fn files_of_other_versions_and_kinds_are_refused() {
    let mut source = Source::new(Mnk::new(2, 2, 2, Player::O).unwrap());
    source.meta.schema = 2;
    let version = |error| matches!(error, Err(DatasetError::Version { found: 2, expected: 1 }));
    assert!(version(source.verify_parquet(&source.parquet())));
    assert!(version(source.verify_npz(&source.npz())));
    let foreign = |error| matches!(error, Err(DatasetError::Foreign(_)));
    for bytes in [b"".as_slice(), b"P", b"something else entirely"] {
        assert!(foreign(source.verify_parquet(bytes)) && foreign(source.verify_npz(bytes)));
    }
    let empty = zip::ZipWriter::new(Cursor::new(Vec::new())).finish().unwrap().into_inner();
    assert!(foreign(source.verify_npz(&empty)));

    let mut decimals = Source::new(Mnk::new(2, 2, 2, Player::O).unwrap());
    let parquet = decimals.parquet();
    decimals.largest = u128::MAX;
    assert!(foreign(decimals.verify_parquet(&parquet)), "columns of another type");
}

/// What `verify` makes of a file in which one byte in `step` is altered, one at a time; it never panics.
fn altered(
    truth: &[u8],
    step: usize,
    verify: impl Fn(&[u8], &[u8]) -> Result<Verified, DatasetError>,
) -> Vec<Result<Verified, DatasetError>> {
    assert!(matches!(verify(truth, truth), Ok(Verified::Right { .. })));
    let mut verified = Vec::new();
    for place in (0..truth.len()).step_by(step) {
        for flip in [0x01, 0x10, 0x80, 0xff] {
            let mut altered = truth.to_vec();
            altered[place] ^= flip;
            verified.push(verify(truth, &altered));
        }
        assert!(verify(truth, &truth[..place]).is_err(), "cut to {place} bytes");
    }
    verified
}

#[test]
fn every_altered_byte_of_a_parquet_file_is_an_error() {
    let source = Source::new(Mnk::new(2, 2, 2, Player::O).unwrap());
    let parquet = source.parquet();
    assert!(altered(&parquet, 5, against_parquet).iter().all(Result::is_err));
    assert!(against_parquet(&parquet, &[parquet.as_slice(), b"PAR1"].concat()).is_err());
}

/// A zip archive has a checksum for each array. What is outside of them (times, attributes) may change and the arrays
/// stay right.
#[test]
fn altered_bytes_of_an_npz_archive_change_no_array_unnoticed() {
    let source = Source::new(Mnk::new(2, 2, 2, Player::O).unwrap());
    let verified = altered(&source.npz(), 5, against_npz);
    let right = verified.iter().filter(|verified| matches!(verified, Ok(Verified::Right { .. })));
    assert!(right.count() < verified.len() / 3);
}
