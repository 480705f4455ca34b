//! Parquet: columns stored apart, for data frames. [`declaration`] is the schema; the description of the dataset is in
//! the key-value metadata of the file.

use std::fs::File;
use std::io::{self, Write};
use std::sync::Arc;

use ::parquet::basic::{Compression, GzipLevel};
use ::parquet::data_type::{
    ByteArray, ByteArrayType, DataType, DoubleType, FixedLenByteArray, FixedLenByteArrayType,
    Int32Type, Int64Type,
};
use ::parquet::errors::ParquetError;
use ::parquet::file::metadata::KeyValue;
use ::parquet::file::properties::{EnabledStatistics, WriterProperties};
use ::parquet::file::reader::{FileReader as _, SerializedFileReader};
use ::parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use ::parquet::record::Row as Fields;
use ::parquet::schema::parser::parse_message_type;
use exactplay_game::{Game, nearest_f64};
use exactplay_tree::Score;

use crate::row::{MoveSet, Row, move_names};
use crate::schema::CONVENTIONS;
use crate::seal::{self, Sealing};
use crate::{DatasetError, Meta, PmcError, SCHEMA_VERSION};

/// How many rows are held in memory and written together.
const ROW_GROUP: usize = 1 << 17;

/// The type of the playout weights: the narrowest that holds those of every row of a game.
#[derive(Debug, Clone, Copy)]
enum Weights {
    Int64,
    /// A decimal number without decimals, big-endian in so many bytes.
    Decimal {
        precision: u32,
        bytes: usize,
    },
}

impl Weights {
    fn of(largest_denominator: u128) -> Self {
        if i64::try_from(largest_denominator).is_ok() {
            Self::Int64
        } else if largest_denominator < 10_u128.pow(38) {
            // The most digits that data frames commonly read.
            Self::Decimal { precision: 38, bytes: 16 }
        } else {
            Self::Decimal { precision: 39, bytes: 17 }
        }
    }

    fn name(self) -> (String, String) {
        match self {
            Self::Int64 => ("int64".to_owned(), String::new()),
            Self::Decimal { precision, bytes } => {
                (format!("fixed_len_byte_array({bytes})"), format!(" (decimal({precision},0))"))
            }
        }
    }
}

/// The schema, in Parquet's own notation.
fn declaration(weights: Weights) -> String {
    let (weight, decimal) = weights.name();
    format!(
        "message dataset {{
            required int32 id (integer(32,false));
            required binary board (string);
            optional binary to_move (string);
            required int32 ply (integer(8,false));
            required binary status (string);
            required binary value (string);
            required int32 plies_to_end (integer(8,false));
            required double score_default;
            required double score_shortest;
            required double score_shortest_draw;
            required group best_moves (list) {{ repeated group list {{ required binary element (string); }} }}
            required {weight} playout_o{decimal};
            required {weight} playout_draw{decimal};
            required {weight} playout_x{decimal};
            required {weight} playout_den{decimal};
            required double p_o;
            required double p_draw;
            required double p_x;
            required double ps_o;
            required group pmc_moves (list) {{ repeated group list {{ required binary element (string); }} }}
            required group pmc2_moves (list) {{ repeated group list {{ required binary element (string); }} }}
            optional binary pmc_error (string);
            optional binary pmc2_error (string);
            required int32 canonical_id (integer(32,false));
            required int32 orbit_size (integer(32,false));
        }}"
    )
}

/// Writes rows as a Parquet file, compressed with gzip; lists of moves are lists, `null` stands for what does not apply.
///
/// `largest_denominator` is that of the game ([`largest_denominator`](crate::largest_denominator)): it decides whether the
/// exact playout weights are 64-bit integers or decimals. A bounded number of rows is held in memory at a time.
///
/// # Errors
/// When writing fails.
///
/// # Panics
/// When a row has a larger denominator, or there are not as many rows as `meta` says.
pub fn write_parquet<G: Game>(
    out: impl Write + Send,
    game: &G,
    meta: &Meta,
    largest_denominator: u128,
    mut rows: impl Iterator<Item = Result<Row, DatasetError>>,
) -> Result<(), DatasetError> {
    let weights = Weights::of(largest_denominator);
    let schema = parse_message_type(&declaration(weights)).expect("a valid schema");
    let mut out = Sealing::new(out);
    let mut file = SerializedFileWriter::new(&mut out, Arc::new(schema), properties(meta))
        .map_err(not_written)?;
    let names: Vec<_> =
        move_names(game).iter().map(|name| ByteArray::from(name.as_str())).collect();
    let mut written = 0;
    loop {
        let batch: Vec<Row> = rows.by_ref().take(ROW_GROUP).collect::<Result<_, _>>()?;
        if batch.is_empty() {
            break;
        }
        written += batch.len() as u64;
        let group = file.next_row_group().map_err(not_written)?;
        Group { group, rows: &batch }.write(&names, weights).map_err(not_written)?;
    }
    assert_eq!(written, meta.rows, "as many rows as announced");
    file.flush()?;
    file.inner_mut().hold();
    file.close().map_err(not_written)?;
    Ok(out.finish()?)
}

fn properties(meta: &Meta) -> Arc<WriterProperties> {
    let conventions =
        CONVENTIONS.iter().map(|&(column, meaning)| (column.to_owned(), meaning.to_owned()));
    let metadata = meta
        .to_pairs()
        .into_iter()
        .chain(conventions)
        .chain([(seal::KEY.to_owned(), seal::ZEROS.to_owned())])
        .map(|(key, value)| KeyValue::new(key, value))
        .collect();
    let mut properties = WriterProperties::builder()
        .set_created_by(format!("exactplay version {SCHEMA_VERSION}"))
        .set_compression(Compression::GZIP(GzipLevel::default()))
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_key_value_metadata(Some(metadata));
    // No two rows share them: a dictionary would only repeat the column.
    for column in ["id", "board"] {
        properties = properties.set_column_dictionary_enabled(column.into(), false);
    }
    Arc::new(properties.build())
}

/// A row group that is being written, column after column in the order of the schema.
struct Group<'a, W: Write> {
    group: SerializedRowGroupWriter<'a, W>,
    rows: &'a [Row],
}

impl<W: Write + Send> Group<'_, W> {
    fn write(mut self, names: &[ByteArray], weights: Weights) -> Result<(), ParquetError> {
        let bytes = |text: &str| ByteArray::from(text);
        let error = |error: Option<PmcError>| error.map(|error| bytes(error.name()));
        self.column::<Int32Type>(|row| row.id.cast_signed())?;
        self.column::<ByteArrayType>(|row| bytes(&row.board))?;
        self.optional(|row| row.to_move.map(|player| bytes(&player.to_string())))?;
        self.column::<Int32Type>(|row| row.ply.into())?;
        self.column::<ByteArrayType>(|row| bytes(row.status()))?;
        self.column::<ByteArrayType>(|row| bytes(&row.value.to_string()))?;
        self.column::<Int32Type>(|row| row.plies_to_end.into())?;
        for rule in 0..3 {
            self.column::<DoubleType>(|row| Score::from_halves(row.score_halves[rule]).to_f64())?;
        }
        self.list(names, |row| row.best_moves[0])?;
        for outcome in 0..3 {
            self.weights(weights, |row| row.playouts[outcome])?;
        }
        self.weights(weights, Row::playout_den)?;
        for outcome in 0..3 {
            self.column::<DoubleType>(|row| nearest_f64(row.playouts[outcome], row.playout_den()))?;
        }
        self.column::<DoubleType>(Row::ps_o)?;
        self.list(names, |row| row.pmc_moves)?;
        self.list(names, |row| row.pmc2_moves)?;
        self.optional(|row| error(row.pmc_error))?;
        self.optional(|row| error(row.pmc2_error))?;
        self.column::<Int32Type>(|row| row.canonical_id.cast_signed())?;
        self.column::<Int32Type>(|row| row.orbit_size.cast_signed())?;
        self.group.close()?;
        Ok(())
    }

    /// A column with a value in every row.
    fn column<T: DataType>(&mut self, value: impl Fn(&Row) -> T::T) -> Result<(), ParquetError> {
        let values: Vec<_> = self.rows.iter().map(value).collect();
        self.next::<T>(&values, None, None)
    }

    /// A column of text with nulls.
    fn optional(&mut self, value: impl Fn(&Row) -> Option<ByteArray>) -> Result<(), ParquetError> {
        let cells: Vec<_> = self.rows.iter().map(value).collect();
        let present: Vec<_> = cells.iter().map(|cell| cell.is_some().into()).collect();
        let values: Vec<_> = cells.into_iter().flatten().collect();
        self.next::<ByteArrayType>(&values, Some(&present), None)
    }

    /// A column of lists of moves.
    fn list(
        &mut self,
        names: &[ByteArray],
        set: impl Fn(&Row) -> MoveSet,
    ) -> Result<(), ParquetError> {
        let (mut values, mut present, mut continued) = (Vec::new(), Vec::new(), Vec::new());
        for row in self.rows {
            let before = values.len();
            values.extend(set(row).moves().map(|mv| names[usize::from(mv.0)].clone()));
            let length = values.len() - before;
            // An empty list takes one place too, in which there is nothing.
            present.extend((0..length.max(1)).map(|_| i16::from(length > 0)));
            continued.extend((0..length.max(1)).map(|place| i16::from(place > 0)));
        }
        self.next::<ByteArrayType>(&values, Some(&present), Some(&continued))
    }

    /// A column of playout weights.
    fn weights(
        &mut self,
        weights: Weights,
        weight: impl Fn(&Row) -> u128,
    ) -> Result<(), ParquetError> {
        match weights {
            Weights::Int64 => self.column::<Int64Type>(|row| {
                i64::try_from(weight(row)).expect("at most the largest denominator")
            }),
            Weights::Decimal { bytes, .. } => self.column::<FixedLenByteArrayType>(|row| {
                let mut decimal = vec![0; bytes];
                decimal[bytes - 16..].copy_from_slice(&weight(row).to_be_bytes());
                FixedLenByteArray::from(decimal)
            }),
        }
    }

    fn next<T: DataType>(
        &mut self,
        values: &[T::T],
        present: Option<&[i16]>,
        continued: Option<&[i16]>,
    ) -> Result<(), ParquetError> {
        let mut column = self.group.next_column()?.expect("a column of the schema");
        column.typed::<T>().write_batch(values, present, continued)?;
        column.close()
    }
}

/// Reads a Parquet dataset.
pub struct ParquetReader {
    file: SerializedFileReader<File>,
    meta: Meta,
}

impl std::fmt::Debug for ParquetReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ParquetReader").field("meta", &self.meta).finish_non_exhaustive()
    }
}

impl ParquetReader {
    /// Opens a file, and reads what it says about itself.
    ///
    /// # Errors
    /// When the file cannot be read, is foreign, of another version, or damaged.
    pub fn open(mut file: File) -> Result<Self, DatasetError> {
        seal::check(&mut file)?;
        let file = SerializedFileReader::new(file).map_err(|error| not_read(&error))?;
        let entries = file.metadata().file_metadata().key_value_metadata();
        let pairs = entries.into_iter().flatten();
        let meta = Meta::from_pairs(
            pairs.filter_map(|entry| Some((entry.key.as_str(), entry.value.as_deref()?))),
        )?;
        Ok(Self { file, meta })
    }

    /// What the file says about itself.
    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// Whether the columns are the same, with the same types.
    pub(crate) fn has_columns_of(&self, other: &Self) -> bool {
        let [fields, other_fields] = [self, other]
            .map(|reader| reader.file.metadata().file_metadata().schema().get_fields());
        fields == other_fields
    }

    /// The rows as they are in the file, column names included.
    pub(crate) fn into_rows(self) -> impl Iterator<Item = Result<Fields, DatasetError>> {
        self.file.into_iter().map(|row| row.map_err(|error| not_read(&error)))
    }
}

/// A failure to write: that of the operating system, or of one of our own iterators.
fn not_written(error: ParquetError) -> DatasetError {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => DatasetError::Io(*error),
            Err(error) => DatasetError::Io(io::Error::other(error)),
        },
        error => DatasetError::Io(io::Error::other(error)),
    }
}

/// A failure to read, once the file is open: what it holds is not what a Parquet file should.
fn not_read(error: &ParquetError) -> DatasetError {
    DatasetError::Damaged(error.to_string())
}
