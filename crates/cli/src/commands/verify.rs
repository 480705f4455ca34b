use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use exactplay_dataset::{
    DatSource, DatTable, Meta, NpzReader, ParquetReader, Positions, Row, Verified, XpReader,
    largest_denominator, rows, verify_dat, verify_npz, verify_parquet, verify_text, verify_xp,
    write_csv, write_jsonl, write_npz, write_parquet,
};
use exactplay_game::Game;
use exactplay_rules::{AnyGame, GameOptions, GameVisitor};

use crate::engine::{self, Memory};
use crate::failure::Failure;
use crate::options::GameArgs;
use crate::output;
use crate::text::grouped;

/// Prove a dataset right, or name the first wrong record (exit status 1)
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A dataset that `generate` wrote: .xp, .dat, .csv, .jsonl, .parquet or .npz
    file: PathBuf,
    /// For .dat files, which do not say it: the game
    #[command(flatten)]
    game: GameArgs,
}

/// What kind of file is verified, opened as far as it tells its game.
enum Opened {
    Xp(Box<XpReader<File>>),
    Csv(File),
    Jsonl(File),
    Dat(File),
    Parquet(Box<ParquetReader>),
    Npz(Box<NpzReader<BufReader<File>>>),
}

/// The work, once the game is known.
struct Verify<'a> {
    path: &'a Path,
    opened: Opened,
    which: Positions,
    memory: Memory,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let path = args.file.as_path();
    let memory = Memory(args.game.max_memory);
    let open = || File::open(path).map_err(|error| Failure::file(path, error));
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let (game, which, opened) = match extension {
        "xp" => {
            let reader = XpReader::open(open()?).map_err(|error| Failure::file(path, error))?;
            let meta = &reader.header().meta;
            (named_game(path, meta)?, meta.positions, Opened::Xp(Box::new(reader)))
        }
        "csv" | "jsonl" => {
            let file = open()?;
            let meta = read_meta(&path.with_extension("meta.json"))?;
            let opened = if extension == "csv" { Opened::Csv(file) } else { Opened::Jsonl(file) };
            (named_game(path, &meta)?, meta.positions, opened)
        }
        "parquet" => {
            let reader =
                ParquetReader::open(open()?).map_err(|error| Failure::file(path, error))?;
            let meta = reader.meta();
            (named_game(path, meta)?, meta.positions, Opened::Parquet(Box::new(reader)))
        }
        "npz" => {
            let reader = NpzReader::open(BufReader::new(open()?))
                .map_err(|error| Failure::file(path, error))?;
            let meta = reader.meta();
            (named_game(path, meta)?, meta.positions, Opened::Npz(Box::new(reader)))
        }
        "dat" => {
            let name = path
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
                .unwrap_or_default();
            let which =
                if name.contains("-canonical_") { Positions::Canonical } else { Positions::All };
            (args.game.parse()?, which, Opened::Dat(open()?))
        }
        _ => {
            let expected = "expected a name that ends in .xp, .dat, .csv, .jsonl, .parquet or .npz";
            return Err(Failure::File(format!(
                "{}: unknown kind of file, {expected}",
                path.display()
            )));
        }
    };
    game.visit(Verify { path, opened, which, memory })
}

fn named_game(path: &Path, meta: &Meta) -> Result<AnyGame, Failure> {
    let options = GameOptions { first: meta.first, allow_drawn: true };
    AnyGame::parse(&meta.game, options)
        .map_err(|error| Failure::File(format!("{}: {error}", path.display())))
}

fn read_meta(path: &Path) -> Result<Meta, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| Failure::file(path, error))?;
    Meta::from_json(&text).map_err(|error| Failure::file(path, error))
}

impl GameVisitor for Verify<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Game + 'static>(self, game: G) -> Result<(), Failure> {
        let analysis = engine::analysis(game, self.memory)?;
        let needs_full = self.which == Positions::All || matches!(self.opened, Opened::Dat(_));
        let full =
            if needs_full { Some(engine::full_tree(analysis.game(), self.memory)?) } else { None };
        let full = || full.as_ref().expect("built where it is needed");
        let positions = self.which.list(&analysis, full);
        let game = analysis.game();
        let truth = || rows(&analysis, &positions);
        let meta = Meta::new(game, self.which, positions.len() as u64);
        let verified = match self.opened {
            Opened::Xp(reader) => verify_xp(*reader, truth()),
            Opened::Csv(file) => verify_text(file, 1, |out| write_csv(out, game, truth().map(Ok))),
            Opened::Jsonl(file) => {
                verify_text(file, 0, |out| write_jsonl(out, game, truth().map(Ok)))
            }
            Opened::Parquet(reader) => verify_parquet(*reader, |out| {
                write_parquet(out, game, &meta, largest_denominator(&analysis), truth().map(Ok))
            }),
            Opened::Npz(reader) => verify_npz(*reader, |out| {
                write_npz(out, game, &meta, largest_denominator(&analysis), truth().map(Ok))
            }),
            Opened::Dat(file) => {
                let rows: Vec<Row> = truth().collect();
                verify_dat(
                    file,
                    &DatSource::new(full(), &positions, &rows),
                    dat_table(self.path).scoring,
                )
            }
        };
        match verified.map_err(|error| Failure::file(self.path, error))? {
            Verified::Right { records } => output::print(&format!(
                "{}: {} records, all right\n",
                self.path.display(),
                grouped(records)
            )),
            Verified::Wrong { record, difference } => Err(Failure::Difference(format!(
                "{}: record {record} is wrong: {difference}",
                self.path.display()
            ))),
        }
    }
}

/// Which of the tutorials' three files a path is, by the end of its name.
fn dat_table(path: &Path) -> DatTable {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let [default, others @ ..] = DatTable::ALL;
    others.into_iter().find(|table| name.ends_with(table.file_name)).unwrap_or(default)
}
