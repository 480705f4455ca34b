use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use exactplay_rules::Stones;
use exactplay_tree::Found;

use crate::BlocksError;
use crate::layer::Layer;
use crate::layer_file::{self, LayerFile, RunId};
use crate::lookup::Lookup;
use crate::manifest::Manifest;
use crate::plan::Plan;
use crate::sink::{LayerSink, Resume, Solved};
use crate::summary::{LayerSummary, Summary};

/// A folder that keeps every layer of a run as a file.
///
/// Each file appears whole or not at all, so a run that ends early, for whatever reason, leaves its finished layers
/// behind, and [`solve`](crate::solve) goes on from them. Equal runs leave equal bytes, however often they were
/// interrupted. Positions can be looked up while most of the data stays on disk.
///
/// One run at a time may write to a folder. A second one makes the first fail; it damages nothing.
#[derive(Debug)]
pub struct WorkDir {
    path: PathBuf,
    plan: Plan,
    run: RunId,
    /// The files opened so far, by ply.
    files: Vec<Option<LayerFile>>,
}

const MANIFEST: &str = "manifest.json";
const LAYER: &str = "layer-";
const UNFINISHED: &str = ".tmp";

impl WorkDir {
    /// The folder of a run: one that was made for the same plan, or else a new or an empty one, which is then made so.
    ///
    /// # Errors
    /// When the folder holds something else, or cannot be made or read.
    pub fn make(path: impl Into<PathBuf>, plan: Plan) -> Result<Self, BlocksError> {
        Plan::expect_solvable(plan.board())?;
        let path = path.into();
        let failed = |action| {
            let path = path.clone();
            move |source| BlocksError::File { action, path, source }
        };
        fs::create_dir_all(&path).map_err(failed("make"))?;
        remove_unfinished(&path).map_err(failed("read"))?;
        let wanted = Manifest::of(&plan);
        if let Some(found) = read_manifest(&path)? {
            if found.text() != wanted.text() {
                let reason = format!("it holds {}, not {}", found.describe(), wanted.describe());
                return Err(BlocksError::Foreign { path, reason });
            }
        } else {
            if fs::read_dir(&path).map_err(failed("read"))?.next().is_some() {
                let reason = format!("it is not empty and has no {MANIFEST}");
                return Err(BlocksError::Foreign { path, reason });
            }
            write_whole(&path, MANIFEST, |file| file.write_all(wanted.text().as_bytes()))?;
        }
        Ok(Self::new(path, plan, &wanted))
    }

    /// Whether a run has been begun in a folder.
    pub fn exists(path: &Path) -> bool {
        path.join(MANIFEST).exists()
    }

    /// The folder of an earlier run, to look up positions.
    ///
    /// # Errors
    /// When there is no manifest, or it cannot be read or understood.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self, BlocksError> {
        let path = path.into();
        let Some(manifest) = read_manifest(&path)? else {
            let source = io::ErrorKind::NotFound.into();
            return Err(BlocksError::File { action: "read", path: path.join(MANIFEST), source });
        };
        let damaged = |reason| BlocksError::Damaged { path: path.join(MANIFEST), reason };
        let (board, content) = manifest.subject().map_err(damaged)?;
        let plan = Plan::new(board, content)?;
        Plan::expect_solvable(plan.board())?;
        Ok(Self::new(path, plan, &manifest))
    }

    fn new(path: PathBuf, plan: Plan, manifest: &Manifest) -> Self {
        let files = plan.layers().iter().map(|_| None).collect();
        Self { path, plan, run: manifest.run_id(), files }
    }

    /// The least ply whose layer is there; the layers of all later plies are there too. `None` when there is none yet.
    ///
    /// # Errors
    /// When a later layer is missing, or the folder cannot be read.
    pub fn earliest(&self) -> Result<Option<u8>, BlocksError> {
        let cells = self.plan.board().cells();
        let mut missing = None;
        for ply in (0..=cells).rev() {
            let path = self.layer_path(ply);
            match (path.try_exists(), missing) {
                (Err(error), _) => return Err(BlocksError::reading(&path, error)),
                (Ok(true), Some(later)) => {
                    let path = self.layer_path(later);
                    let reason = format!("it is missing, though the layer of ply {ply} is there");
                    return Err(BlocksError::Damaged { path, reason });
                }
                (Ok(false), None) => missing = Some(ply),
                (Ok(true), None) | (Ok(false), Some(_)) => {}
            }
        }
        let earliest = missing.map_or(0, |ply| ply + 1);
        Ok((earliest <= cells).then_some(earliest))
    }

    /// The summary of a finished run; `None` while layers are missing.
    ///
    /// # Errors
    /// When a layer file cannot be read, is damaged, or belongs to another run.
    pub fn summary(&mut self) -> Result<Option<Summary>, BlocksError> {
        if self.earliest()? != Some(0) {
            return Ok(None);
        }
        let by_ply = self.summaries_from(0)?;
        let start = self.entry(Stones::default())?;
        Ok(start.map(|start| Summary { total: by_ply.iter().copied().sum(), by_ply, start }))
    }

    /// The whole layer of a ply, every byte of it checked.
    ///
    /// # Errors
    /// When its file cannot be read, is damaged, or belongs to another run.
    pub fn layer(&mut self, ply: u8) -> Result<Layer, BlocksError> {
        LayerFile::open(&self.layer_path(ply), &self.plan, &self.run, ply)?.load(&self.plan)
    }

    fn summaries_from(&mut self, ply: u8) -> Result<Vec<LayerSummary>, BlocksError> {
        let plies = ply..=self.plan.board().cells();
        plies.map(|ply| Ok(self.file(ply)?.summary())).collect()
    }

    fn layer_path(&self, ply: u8) -> PathBuf {
        self.path.join(layer_name(ply))
    }

    fn file(&mut self, ply: u8) -> Result<&mut LayerFile, BlocksError> {
        let path = self.layer_path(ply);
        let slot = &mut self.files[usize::from(ply)];
        let file = match slot.take() {
            Some(file) => file,
            None => LayerFile::open(&path, &self.plan, &self.run, ply)?,
        };
        Ok(slot.insert(file))
    }
}

impl LayerSink for WorkDir {
    fn take(&mut self, solved: &Solved<'_>) -> Result<(), BlocksError> {
        let layer = solved.layer;
        let plan = self.plan.layer(layer.ply());
        write_whole(&self.path, &layer_name(layer.ply()), |file| {
            layer_file::write(file, &plan, &self.run, layer).map(|_| ())
        })
    }

    fn begin(&mut self, plan: &Plan) -> Result<Option<Resume>, BlocksError> {
        self.plan.expect_same(plan)?;
        let Some(earliest) = self.earliest()? else { return Ok(None) };
        let by_ply = self.summaries_from(earliest)?;
        let layer = Arc::new(self.layer(earliest)?);
        Ok(Some(Resume { layer, by_ply }))
    }
}

impl Lookup for WorkDir {
    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn entry(&mut self, position: Stones) -> Result<Option<Found>, BlocksError> {
        let Some(place) = self.plan.place(position) else { return Ok(None) };
        self.file(place.ply)?;
        let file = self.files[usize::from(place.ply)].as_mut().expect("just opened");
        file.entry(&self.plan, place)
    }
}

fn layer_name(ply: u8) -> String {
    format!("{LAYER}{ply:02}.blocks")
}

fn read_manifest(folder: &Path) -> Result<Option<Manifest>, BlocksError> {
    let path = folder.join(MANIFEST);
    match fs::read_to_string(&path) {
        Ok(text) => {
            let manifest = Manifest::parse(&text);
            manifest.map(Some).map_err(|reason| BlocksError::Damaged { path, reason })
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(BlocksError::reading(&path, error)),
    }
}

/// Removes what an earlier run was writing when it ended.
fn remove_unfinished(folder: &Path) -> io::Result<()> {
    for item in fs::read_dir(folder)? {
        let item = item?;
        let name = item.file_name();
        let name = name.to_string_lossy();
        if name.ends_with(UNFINISHED) && (name.starts_with(MANIFEST) || name.starts_with(LAYER)) {
            fs::remove_file(item.path())?;
        }
    }
    Ok(())
}

/// Writes a file so that it appears whole or not at all: under another name, synced, then renamed.
fn write_whole(
    folder: &Path,
    name: &str,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), BlocksError> {
    let path = folder.join(name);
    let unfinished = folder.join(format!("{name}.{}{UNFINISHED}", std::process::id()));
    let written = File::create(&unfinished).and_then(|mut file| {
        write(&mut file)?;
        file.sync_all()?;
        fs::rename(&unfinished, &path)?;
        sync_folder(folder)
    });
    written.map_err(|source| {
        // The error at hand says more than a failure to clean up would; the next run removes what is left.
        drop(fs::remove_file(&unfinished));
        BlocksError::File { action: "write", path, source }
    })
}

/// Makes a rename last, where the system has a way to.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
