//! Runs of the blocks engine for commands: what was asked for, the estimate before, progress meanwhile, and folders that
//! keep what is finished.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use exactplay_blocks::{
    BlocksError, Board, Content, Discard, LayerPlan, LayerSink, Lookup as _, Pass, Plan, Progress,
    Solution, Stopped, Summary, WorkDir, solve,
};
use exactplay_game::Game;
use indicatif::{HumanDuration, ProgressBar, ProgressState};

use crate::engine::{self, Memory, bytes, rounded};
use crate::failure::Failure;

/// Which engine, and what a run of the blocks engine finds and keeps.
#[derive(Debug, Clone, Args)]
pub(crate) struct EngineArgs {
    /// The engine: tree for any game, blocks for m,n,k games and connect-k of any size that fits [default: by size]
    #[arg(long, value_enum)]
    pub(crate) engine: Option<Engine>,
    /// What the blocks engine finds about random play
    #[arg(long, value_enum)]
    pub(crate) playouts: Option<Playouts>,
    /// A folder that keeps every layer the blocks engine finishes: an interrupted run goes on from there, and a finished
    /// one is read
    #[arg(long, value_name = "DIR")]
    pub(crate) work_dir: Option<PathBuf>,
}

/// What answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    /// Every position linked to its children, for any game
    Tree,
    /// Positions streamed layer by layer, for m,n,k games and connect-k
    Blocks,
}

/// What is found about random play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Playouts {
    /// Exact probabilities
    Exact,
    /// Probabilities within a stated bound
    F64,
    /// Nothing: values only
    None,
}

impl From<Playouts> for Content {
    fn from(playouts: Playouts) -> Self {
        match playouts {
            Playouts::Exact => Self::ValuesAndPlayouts,
            Playouts::F64 => Self::ValuesAndRoundedPlayouts,
            Playouts::None => Self::Values,
        }
    }
}

/// The board of a game, where the blocks engine knows it.
pub(crate) fn board<G: Game>(game: &G) -> Option<Board> {
    Board::of_name(&game.name(), game.first())?.ok()
}

/// The board of a game that the blocks engine must know.
///
/// # Errors
/// When it does not.
pub(crate) fn known_board<G: Game>(game: &G) -> Result<Board, Failure> {
    board(game).ok_or_else(|| {
        Failure::Usage(format!(
            "the blocks engine does not know {}: expected an m,n,k game or connect-k",
            game.name()
        ))
    })
}

impl EngineArgs {
    /// Whether the blocks engine has been asked for, by name or by what only it does.
    ///
    /// # Errors
    /// When what was asked for does not go together.
    pub(crate) fn wants_blocks<G: Game>(&self, game: &G) -> Result<bool, Failure> {
        let only_blocks = match (&self.work_dir, self.playouts) {
            (Some(_), _) => Some("--work-dir"),
            (None, Some(Playouts::F64 | Playouts::None)) => Some("--playouts"),
            (None, Some(Playouts::Exact) | None) => None,
        };
        let wanted = match (self.engine, only_blocks) {
            (Some(Engine::Tree), Some(option)) => {
                return Err(Failure::Usage(format!(
                    "{option} is for the blocks engine, which --engine tree excludes"
                )));
            }
            (Some(Engine::Tree) | None, None) => false,
            (Some(Engine::Blocks), _) | (None, Some(_)) => true,
        };
        if wanted {
            known_board(game)?;
        }
        Ok(wanted)
    }

    /// The plan of a run on a board. Where nothing is said of playouts, it finds what the folder has, or else `content`.
    pub(crate) fn plan(&self, board: Board, content: Content) -> Result<Plan, Failure> {
        let content = match (self.playouts, &self.work_dir) {
            (Some(playouts), _) => playouts.into(),
            (None, Some(folder)) if WorkDir::exists(folder) => {
                WorkDir::open(folder)?.plan().content()
            }
            (None, _) => content,
        };
        Plan::expect_solvable(board)?;
        Plan::new(board, content).map_err(|error| match error {
            error @ BlocksError::Denominator { .. } => {
                Failure::TooLarge(format!("{error} (--playouts f64, --playouts none)"))
            }
            error => error.into(),
        })
    }

    /// Solves a board for its summary, and keeps the layers where a folder was given.
    pub(crate) fn summary(&self, plan: &Plan, memory: Memory) -> Result<Summary, Failure> {
        match &self.work_dir {
            Some(folder) => Ok(self::folder(plan, folder, memory)?.1),
            None => run(plan, &mut Discard, memory, plan.peak_bytes(), None),
        }
    }
}

/// The layers in a folder, solving what is missing.
pub(crate) fn folder(
    plan: &Plan,
    folder: &Path,
    memory: Memory,
) -> Result<(WorkDir, Summary), Failure> {
    let mut work_dir = WorkDir::make(folder, plan.clone())?;
    let summary = match work_dir.summary()? {
        Some(summary) => summary,
        None => run(plan, &mut work_dir, memory, plan.peak_bytes(), Some(folder))?,
    };
    Ok((work_dir, summary))
}

/// All layers in memory.
pub(crate) fn solution(plan: &Plan, memory: Memory) -> Result<(Solution, Summary), Failure> {
    let mut solution = Solution::new(plan.clone());
    let summary = run(plan, &mut solution, memory, plan.kept_bytes(), None)?;
    Ok((solution, summary))
}

/// Runs of more slots than this say beforehand what they will take.
const LONG: u128 = 50_000_000;

/// Solves what is planned, in so much memory.
fn run(
    plan: &Plan,
    sink: &mut dyn LayerSink,
    memory: Memory,
    needed: u128,
    folder: Option<&Path>,
) -> Result<Summary, Failure> {
    let game = plan.board().name();
    memory
        .admit_bytes(&game, plan.slots(), needed)
        .map_err(|refused| with_what_would_fit(refused, plan, memory))?;
    if let Some(folder) = folder {
        admit_disk(plan, folder)?;
    }
    if plan.slots() > LONG {
        let disk =
            folder.map_or(String::new(), |_| format!(", {} on disk", bytes(plan.disk_bytes())));
        engine::note(&format!(
            "{game}: {} slots for {}, {} of memory{disk}",
            rounded(plan.slots()),
            plan.content(),
            bytes(needed)
        ));
    }
    let mut watch = Watch::new(plan);
    let counts = solve(plan, sink, |progress| watch.hear(progress));
    watch.bar.finish_and_clear();
    Ok(counts?)
}

/// Adds to a refusal that values alone would fit, kept on disk, if they would.
fn with_what_would_fit(refused: Failure, plan: &Plan, memory: Memory) -> Failure {
    let values = Plan::new(plan.board(), Content::Values).ok();
    match (refused, values.filter(|values| memory.holds_bytes(values.peak_bytes()))) {
        (Failure::TooLarge(sentence), Some(values)) => Failure::TooLarge(format!(
            "{sentence} (--playouts none --work-dir DIR would take {} and {} on disk)",
            bytes(values.peak_bytes()),
            bytes(values.disk_bytes()),
        )),
        (refused, _) => refused,
    }
}

/// Refuses a run whose layers do not fit on the disk of a folder, as far as the system tells.
fn admit_disk(plan: &Plan, folder: &Path) -> Result<(), Failure> {
    let Some(free) = free_bytes(folder) else { return Ok(()) };
    let there: u128 = std::fs::read_dir(folder).map_or(0, |items| {
        let sizes = items.filter_map(|item| Some(u128::from(item.ok()?.metadata().ok()?.len())));
        sizes.sum()
    });
    let needed = plan.disk_bytes().saturating_sub(there);
    if needed <= u128::from(free) {
        return Ok(());
    }
    Err(Failure::TooLarge(format!(
        "{} is too large for {}: its layers take {} more, and {} are free",
        plan.board().name(),
        folder.display(),
        bytes(needed),
        bytes(free.into())
    )))
}

/// What is free on the disk of a folder: that of the longest mount point above it.
fn free_bytes(folder: &Path) -> Option<u64> {
    let folder = folder.canonicalize().ok()?;
    let disks = sysinfo::Disks::new_with_refreshed_list().ok()?;
    let above = disks.iter().filter(|disk| folder.starts_with(disk.mount_point()));
    let disk = above.max_by_key(|disk| disk.mount_point().as_os_str().len());
    disk.map(sysinfo::Disk::available_space)
}

/// Tells how far a run has come.
struct Watch<'a> {
    plan: &'a Plan,
    bar: ProgressBar,
    /// The pass and ply of the layer at work, and how many slots of those before it have been passed.
    at: Option<(Pass, u8)>,
    before: u64,
    in_layer: u64,
    /// When the run began, and the slots that it had behind it then.
    begun: Instant,
    start: u64,
    guessed: bool,
}

/// After how long a run says what is left, where no progress line is drawn.
const FIRST_GUESS: Duration = Duration::from_secs(10);

impl<'a> Watch<'a> {
    fn new(plan: &'a Plan) -> Self {
        let passes = if plan.board().gravity() { 2 } else { 1 };
        let all = u64::try_from(passes * plan.slots()).unwrap_or(u64::MAX);
        let style = "{spinner} {msg}, {percent} % {bar:20} {rate}, {eta} left";
        let bar = engine::progress_bar(all, style);
        bar.set_style(bar.style().with_key(
            "rate",
            |state: &ProgressState, out: &mut dyn Write| {
                // Nothing can be done about a progress line that cannot be drawn.
                let _ = write!(out, "{:.1} million slots/s", state.per_sec() / 1e6);
            },
        ));
        Self {
            plan,
            bar,
            at: None,
            before: 0,
            in_layer: 0,
            begun: Instant::now(),
            start: 0,
            guessed: false,
        }
    }

    fn hear(&mut self, progress: Progress) -> Result<(), Stopped> {
        let layer = self.plan.layers()[usize::from(progress.ply)];
        let here = Some((progress.pass, progress.ply));
        if self.at != here {
            let verb = match progress.pass {
                Pass::Forward => "reaching",
                Pass::Backward => "solving",
            };
            self.bar.set_message(format!("{verb} ply {}", progress.ply));
            // A run that goes on from a folder has its finished layers behind it.
            self.before = match self.at {
                None => self.slots_before(progress),
                Some(_) => self.before + self.in_layer,
            };
            if self.at.is_none() {
                self.bar.set_position(self.before);
                self.bar.reset_eta();
                (self.begun, self.start) = (Instant::now(), self.before);
            }
            self.at = here;
        }
        self.in_layer = progress.blocks_done as u64 * layer.slots_per_block;
        self.bar.set_position(self.before + self.in_layer);
        if self.bar.is_hidden() && !self.guessed && self.begun.elapsed() > FIRST_GUESS {
            self.guessed = true;
            self.guess();
        }
        engine::check_interrupt().map_err(|_| Stopped)
    }

    /// The slots that a run passes before the layer at which it begins.
    fn slots_before(&self, progress: Progress) -> u64 {
        let later = self.plan.layers().iter().filter(|layer| match progress.pass {
            Pass::Forward => layer.ply < progress.ply,
            Pass::Backward => layer.ply > progress.ply,
        });
        u64::try_from(later.map(LayerPlan::slots).sum::<u128>()).unwrap_or(u64::MAX)
    }

    /// Says how long the rest will take if it goes on as it began.
    fn guess(&self) {
        let done = self.bar.position() - self.start;
        let left = self.bar.length().unwrap_or(0).saturating_sub(self.bar.position());
        let seconds =
            u128::from(left) * self.begun.elapsed().as_millis() / 1000 / u128::from(done.max(1));
        let left = Duration::from_secs(u64::try_from(seconds).unwrap_or(u64::MAX));
        engine::note(&format!("{}: about {} left", self.plan.board().name(), HumanDuration(left)));
    }
}
