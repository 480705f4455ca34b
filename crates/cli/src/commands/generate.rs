use std::cell::RefCell;
use std::fs;
use std::io::{self, Cursor, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use exactplay_dataset::{
    AtomicFile, DatSource, DatTable, DatasetError, Meta, Positions, Row, StreamedRows, XpWriter,
    largest_denominator, rows, write_csv, write_dat, write_jsonl, write_npz, write_parquet,
};
use exactplay_game::{Game, Player, Unreduced};
use exactplay_rules::{AnyGame, Stones};
use exactplay_tree::{Analysis, Tree};

use crate::answers::{self, Answers};
use crate::engine::{self, Memory};
use crate::failure::Failure;
use crate::options::GameArgs;
use crate::output;
use crate::streamed::EngineArgs;
use crate::text::grouped;

/// Write datasets of all positions (by default the tutorials' three files and tictactoe.xp, into data/)
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// The formats; several are separated by commas [default: dat,xp, and xp alone from the blocks engine]
    #[arg(long, value_enum, value_delimiter = ',')]
    format: Vec<Format>,
    /// Every position, or one of each orbit
    #[arg(long, value_enum, default_value_t = Which::All)]
    positions: Which,
    /// The folder to write to, a file, or "-" for standard output (one format)
    #[arg(short, long, value_name = "DIR|FILE|-", default_value = "data")]
    output: PathBuf,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// The tutorials' three files: gzip and pickle
    Dat,
    /// Our own format, with all scoring rules and a checksum
    Xp,
    /// JSON Lines
    Jsonl,
    /// Comma-separated values
    Csv,
    /// Parquet, for data frames
    Parquet,
    /// NumPy's archive of arrays, for machine learning
    Npz,
}

impl Format {
    /// How the names of its files end.
    fn extension(self) -> &'static str {
        match self {
            Self::Dat => "dat",
            Self::Xp => "xp",
            Self::Jsonl => "jsonl",
            Self::Csv => "csv",
            Self::Parquet => "parquet",
            Self::Npz => "npz",
        }
    }

    fn is_text(self) -> bool {
        matches!(self, Self::Jsonl | Self::Csv)
    }

    /// Whether it can be written row by row, without knowing the game's largest denominator or its tree.
    fn is_streamed(self) -> bool {
        self.is_text() || self == Self::Xp
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Which {
    All,
    Canonical,
}

impl From<Which> for Positions {
    fn from(which: Which) -> Self {
        match which {
            Which::All => Self::All,
            Which::Canonical => Self::Canonical,
        }
    }
}

/// Where one format goes.
enum Target {
    Folder(PathBuf),
    File(PathBuf),
    Stdout,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    match args.game.parse()? {
        AnyGame::Mnk(game) => args.of_stones(&game),
        AnyGame::Connect(game) => args.of_stones(&game),
        AnyGame::Othello(game) => args.of_tree(game),
    }
}

impl Args {
    fn target(&self) -> Result<Target, Failure> {
        let one = || match self.format.as_slice() {
            [Format::Dat] => {
                Err(Failure::Usage("the format dat is three files: give a folder".to_owned()))
            }
            [_] => Ok(()),
            _ => Err(Failure::Usage(
                "several formats need a folder: give one with -o, or one --format".to_owned(),
            )),
        };
        if self.output == Path::new("-") {
            one()?;
            if let [format] = self.format[..]
                && !format.is_text()
                && io::stdout().is_terminal()
            {
                let extension = format.extension();
                return Err(Failure::Usage(format!(
                    "{extension} files are binary: send them to a file or a pipe"
                )));
            }
            return Ok(Target::Stdout);
        }
        let is_file = !self.output.is_dir() && self.output.extension().is_some();
        if is_file {
            one()?;
            return Ok(Target::File(self.output.clone()));
        }
        Ok(Target::Folder(self.output.clone()))
    }
}

impl Args {
    /// Writes from the layers of the blocks engine where they were asked for or no tree fits.
    fn of_stones<G: Game<Position = Stones> + 'static>(mut self, game: &G) -> Result<(), Failure> {
        let memory = Memory(self.game.max_memory);
        let by_size = self.engine.engine.is_none() && !memory.holds(game);
        if !self.engine.wants_blocks(game)? && !by_size {
            return self.of_tree(game.clone());
        }
        if self.format.is_empty() {
            self.format.push(Format::Xp);
        }
        if let Some(format) = self.format.iter().find(|&&format| !format.is_streamed()) {
            return Err(Failure::Usage(format!(
                "{} files need the whole tree: from the blocks engine come xp, jsonl and csv",
                format.extension()
            )));
        }
        let target = self.target()?;
        let which = Positions::from(self.positions);
        let (answers, summary) = answers::of_layers(game, memory, &self.engine)?;
        if summary.start.playouts.exact().is_none() {
            return Err(Failure::Usage(
                "a dataset has exact playouts, which this run leaves out: --playouts exact"
                    .to_owned(),
            ));
        }
        let rows = match which {
            Positions::All => summary.total.positions,
            Positions::Canonical => summary.total.orbits,
        };
        let source = Source::Layers { answers: RefCell::new(answers), failure: RefCell::default() };
        self.write(target, &Dataset { game, meta: Meta::new(game, which, rows), source })
    }

    fn of_tree<G: Game + 'static>(mut self, game: G) -> Result<(), Failure> {
        self.engine.wants_blocks(&game)?;
        if self.format.is_empty() {
            self.format.extend([Format::Dat, Format::Xp]);
        }
        let target = self.target()?;
        let memory = Memory(self.game.max_memory);
        let analysis = engine::analysis(game, memory)?;
        let which = Positions::from(self.positions);
        let has_dat = self.format.contains(&Format::Dat);
        let needs_full = which == Positions::All || has_dat;
        let full =
            if needs_full { Some(engine::full_tree(analysis.game(), memory)?) } else { None };
        let dataset = Dataset::of_tree(&analysis, full.as_ref(), which, has_dat)?;
        self.write(target, &dataset)
    }

    fn write<G: Game>(&self, target: Target, dataset: &Dataset<'_, G>) -> Result<(), Failure> {
        match target {
            Target::Stdout => dataset.print(self.format[0]),
            Target::File(path) => dataset.write_files(&[(self.format[0], path)]),
            Target::Folder(folder) => {
                fs::create_dir_all(&folder).map_err(|error| Failure::file(&folder, error))?;
                let stem = stem(dataset.game, dataset.meta.positions);
                let path = |format| match format {
                    Format::Dat => folder.join(dat_prefix(&stem)),
                    _ => folder.join(format!("{stem}.{}", format.extension())),
                };
                let files: Vec<_> =
                    self.format.iter().map(|&format| (format, path(format))).collect();
                dataset.write_files(&files)
            }
        }
    }
}

/// The name of a dataset's files without its ending: the game, and what differs from the usual.
fn stem<G: Game>(game: &G, which: Positions) -> String {
    let name = match game.name().as_str() {
        "mnk:3x3:3" => "tictactoe".to_owned(),
        name => name.replace(':', "-"),
    };
    let first = if game.first() == Player::X { "-x-first" } else { "" };
    let positions = if which == Positions::Canonical { "-canonical" } else { "" };
    format!("{name}{first}{positions}")
}

/// What the names of the tutorials' files begin with: nothing for the dataset that is theirs.
fn dat_prefix(stem: &str) -> String {
    if stem == "tictactoe" { String::new() } else { format!("{stem}_") }
}

/// A dataset to be written.
struct Dataset<'a, G: Game> {
    game: &'a G,
    meta: Meta,
    source: Source<'a, G>,
}

/// Where its rows come from.
enum Source<'a, G: Game> {
    /// The whole tree, and the rows where they are needed more than once.
    Tree {
        analysis: &'a Analysis<G>,
        full: Option<&'a Tree<Unreduced<G>>>,
        positions: Vec<G::Position>,
        rows: Option<Vec<Row>>,
    },
    /// Solved layers, and why they failed, if they did.
    Layers { answers: RefCell<Box<dyn Answers<G> + 'a>>, failure: RefCell<Option<Failure>> },
}

impl<'a, G: Game> Dataset<'a, G> {
    fn of_tree(
        analysis: &'a Analysis<G>,
        full: Option<&'a Tree<Unreduced<G>>>,
        which: Positions,
        keep_rows: bool,
    ) -> Result<Self, Failure> {
        let game = analysis.game();
        let positions = which.list(analysis, || full.expect("built for all positions"));
        let meta = Meta::new(game, which, positions.len() as u64);
        let kept = keep_rows.then(|| {
            let checked =
                rows(analysis, &positions).map(|row| engine::check_interrupt().map(|()| row));
            checked.collect::<Result<_, _>>().map_err(|_| Failure::Interrupted)
        });
        let source = Source::Tree { analysis, full, rows: kept.transpose()?, positions };
        Ok(Self { game, meta, source })
    }

    /// The rows; they end with an error when the user wants to stop.
    fn rows(&self) -> Box<dyn Iterator<Item = Result<Row, DatasetError>> + '_> {
        let checked = |row| match engine::check_interrupt() {
            Ok(()) => row,
            Err(_) => Err(DatasetError::Io(io::ErrorKind::Interrupted.into())),
        };
        match &self.source {
            Source::Tree { rows: Some(rows), .. } => {
                Box::new(rows.iter().cloned().map(Ok).map(checked))
            }
            Source::Tree { analysis, positions, .. } => {
                Box::new(rows(analysis, positions).map(Ok).map(checked))
            }
            Source::Layers { answers, failure } => {
                let record = move |position| {
                    let found = answers.borrow_mut().record(position);
                    found.map(|record| record.expect("a move leads there")).map_err(|found| {
                        failure.replace(Some(found));
                        DatasetError::Io(io::ErrorKind::Other.into())
                    })
                };
                Box::new(StreamedRows::new(self.game, self.meta.positions, record).map(checked))
            }
        }
    }

    /// Why writing to `path` failed: for what the rows met, if they did.
    fn failure(&self, path: &Path, error: DatasetError) -> Failure {
        let met = match &self.source {
            Source::Layers { failure, .. } => failure.take(),
            Source::Tree { .. } => None,
        };
        met.unwrap_or_else(|| Failure::file(path, error))
    }

    /// The largest denominator of its playouts.
    fn largest(&self) -> u128 {
        match &self.source {
            Source::Tree { analysis, .. } => largest_denominator(analysis),
            Source::Layers { .. } => u128::MAX,
        }
    }

    fn write_xp<W: io::Read + io::Write + io::Seek>(&self, out: W) -> Result<W, DatasetError> {
        let mut xp = XpWriter::new(out, self.meta.clone())?;
        for row in self.rows() {
            xp.write(&row?)?;
        }
        xp.finish()
    }

    fn write_npz(&self, out: impl io::Write + io::Seek) -> Result<(), DatasetError> {
        write_npz(out, self.game, &self.meta, self.largest(), self.rows())
    }

    fn write_parquet(&self, out: impl io::Write + Send) -> Result<(), DatasetError> {
        write_parquet(out, self.game, &self.meta, self.largest(), self.rows())
    }

    /// Writes one format to standard output.
    fn print(&self, format: Format) -> Result<(), Failure> {
        let stdout = Path::new("standard output");
        let mut out = io::BufWriter::new(io::stdout());
        let game = self.game;
        let done = match format {
            Format::Xp => self.write_xp(Cursor::new(Vec::new())).and_then(|data| {
                out.write_all(data.get_ref())?;
                Ok(())
            }),
            Format::Jsonl => write_jsonl(&mut out, game, self.rows()),
            Format::Csv => write_csv(&mut out, game, self.rows()),
            Format::Parquet => self.write_parquet(&mut out),
            Format::Npz => {
                let mut data = Cursor::new(Vec::new());
                self.write_npz(&mut data).and_then(|()| Ok(out.write_all(data.get_ref())?))
            }
            Format::Dat => Ok(()),
        };
        done.and_then(|()| Ok(out.flush()?)).map_err(|error| match error {
            DatasetError::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                Failure::ReaderGone
            }
            error => self.failure(stdout, error),
        })
    }

    /// Writes files: all of them are complete before the first appears. A `.dat` path is the prefix of three names.
    fn write_files(&self, files: &[(Format, PathBuf)]) -> Result<(), Failure> {
        let mut written = Vec::new();
        let mut add =
            |path: &Path, write: &mut dyn FnMut(AtomicFile) -> Result<AtomicFile, DatasetError>| {
                let file = AtomicFile::create(path).map_err(|error| Failure::file(path, error))?;
                written.push((
                    path.to_owned(),
                    write(file).map_err(|error| self.failure(path, error))?,
                ));
                Ok::<(), Failure>(())
            };
        let game = self.game;
        for (format, path) in files {
            match format {
                Format::Dat => {
                    let Source::Tree { full: Some(full), positions, rows: Some(rows), .. } =
                        &self.source
                    else {
                        continue;
                    };
                    let source = DatSource::new(full, positions, rows);
                    for table in DatTable::ALL {
                        let mut path = path.clone().into_os_string();
                        path.push(table.file_name);
                        add(Path::new(&path), &mut |mut file| {
                            write_dat(&mut file, &source, table.scoring)?;
                            Ok(file)
                        })?;
                    }
                }
                Format::Xp => add(path, &mut |file| self.write_xp(file))?,
                Format::Jsonl => add(path, &mut |mut file| {
                    write_jsonl(&mut file, game, self.rows())?;
                    Ok(file)
                })?,
                Format::Csv => add(path, &mut |mut file| {
                    write_csv(&mut file, game, self.rows())?;
                    Ok(file)
                })?,
                Format::Parquet => add(path, &mut |mut file| {
                    self.write_parquet(&mut file)?;
                    Ok(file)
                })?,
                Format::Npz => add(path, &mut |mut file| {
                    self.write_npz(&mut file)?;
                    Ok(file)
                })?,
            }
            if format.is_text() {
                add(&path.with_extension("meta.json"), &mut |mut file| {
                    file.write_all(self.meta.to_json().as_bytes())?;
                    Ok(file)
                })?;
            }
        }
        let mut report = String::new();
        for (path, file) in written {
            file.finish().map_err(|error| Failure::file(&path, error))?;
            let bytes = fs::metadata(&path).map_err(|error| Failure::file(&path, error))?.len();
            report.push_str(&format!("{}: {} bytes\n", path.display(), grouped(bytes)));
        }
        let positions = grouped(self.meta.rows);
        report.push_str(&format!("{positions} positions of {}\n", game.name()));
        output::print(&report)
    }
}
