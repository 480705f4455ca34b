//! Building trees for commands: the estimate before, progress meanwhile, and the end when the user wants it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bytesize::ByteSize;
use exactplay_game::{Game, Unreduced};
use exactplay_tree::{Analysis, Estimate, LayerBuilt, Stopped, Tree};
use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::Failure;

/// Set when the user has asked to stop.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Set while a person is asked for input, when there is no work to stop.
static PROMPTING: AtomicBool = AtomicBool::new(false);

/// Says whether a person is being asked, so that an interrupt ends the program at once.
pub(crate) fn prompting(yes: bool) {
    PROMPTING.store(yes, Ordering::Relaxed);
}

/// Makes the first interrupt stop work at the next whole step, and a second one end the program at once.
pub(crate) fn stop_on_interrupt() {
    let handler = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) || PROMPTING.load(Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    // Without a handler an interrupt just ends the program, which is no reason to refuse work.
    let _ = ctrlc::set_handler(handler);
}

/// An error once the user has asked to stop.
pub(crate) fn check_interrupt() -> Result<(), Stopped> {
    if INTERRUPTED.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
}

/// How much memory a command may use.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Memory(pub(crate) Option<ByteSize>);

impl Memory {
    fn limit(self) -> ByteSize {
        self.0.unwrap_or_else(|| {
            // A machine that does not say how much memory it has is taken for a small one.
            let total = sysinfo::System::new().map_or(2 << 30, |mut system| {
                system.refresh_memory();
                system.cgroup_limits().map_or(system.total_memory(), |limits| limits.total_memory)
            });
            ByteSize(total / 5 * 4)
        })
    }

    /// Refuses a game whose tree does not fit.
    pub(crate) fn admit<G: Game>(self, game: &G) -> Result<(), Failure> {
        let estimate = Estimate::of(game);
        self.admit_bytes(&game.name(), estimate.positions, estimate.bytes)
    }

    /// Whether the tree of a game fits.
    pub(crate) fn holds<G: Game>(self, game: &G) -> bool {
        self.holds_bytes(Estimate::of(game).bytes)
    }

    /// Whether so many bytes fit.
    pub(crate) fn holds_bytes(self, needed: u128) -> bool {
        needed <= u128::from(self.limit().as_u64())
    }

    /// Refuses work on so many positions that takes more memory than there is.
    pub(crate) fn admit_bytes(
        self,
        game: &str,
        positions: u128,
        needed: u128,
    ) -> Result<(), Failure> {
        let limit = self.limit();
        if self.holds_bytes(needed) {
            return Ok(());
        }
        Err(Failure::TooLarge(format!(
            "{game} is too large: about {} positions in {} of memory, more than the limit of {}",
            rounded(positions),
            bytes(needed),
            bytes(limit.as_u64().into()),
        )))
    }
}

/// Says something about the work on standard error.
pub(crate) fn note(text: &str) {
    anstream::eprintln!("note: {text}");
}

/// A progress line of so many steps, drawn only where standard error is a terminal.
pub(crate) fn progress_bar(steps: u64, style: &str) -> ProgressBar {
    let bar = ProgressBar::new(steps);
    bar.set_style(ProgressStyle::with_template(style).expect("a valid template"));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Enumerates and evaluates a game on the reduced tree.
pub(crate) fn analysis<G: Game>(game: G, memory: Memory) -> Result<Analysis<G>, Failure> {
    let tree = tree(game, memory)?;
    check_interrupt().map_err(|_| Failure::Interrupted)?;
    Ok(Analysis::new(tree)?)
}

/// Enumerates all positions of a game, one by one.
pub(crate) fn full_tree<G: Game>(game: &G, memory: Memory) -> Result<Tree<Unreduced<G>>, Failure> {
    tree(Unreduced(game.clone()), memory)
}

/// Enumerates a game on the reduced tree.
pub(crate) fn tree<G: Game>(game: G, memory: Memory) -> Result<Tree<G>, Failure> {
    memory.admit(&game)?;
    grow(game, memory)
}

/// Enumerates a game whose estimate is far too high for what it will turn out to be, until it is too large after all.
pub(crate) fn grow<G: Game>(game: G, memory: Memory) -> Result<Tree<G>, Failure> {
    let most = Estimate::positions_in::<G>(game.longest(), memory.limit().as_u64());
    let name = game.name();
    let mut outgrown = None;
    let style = "{spinner} ply {pos} of {len}, {msg} positions so far, {elapsed}";
    let bar = progress_bar(u64::from(game.longest()) + 1, style);
    let mut positions = 0_u128;
    let tree = Tree::build(game, |layer: LayerBuilt| {
        positions += layer.positions as u128;
        bar.set_position(layer.ply.into());
        bar.set_message(rounded(positions));
        if positions > most {
            outgrown = Some(layer.ply);
            return Err(Stopped);
        }
        check_interrupt()
    });
    bar.finish_and_clear();
    match outgrown {
        None => Ok(tree?),
        Some(plies) => Err(Failure::TooLarge(format!(
            "{name} is too large: {} positions within {plies} plies, more than the limit of {} of memory allows",
            rounded(positions),
            bytes(memory.limit().as_u64().into()),
        ))),
    }
}

/// A number of things, in three digits where there are more: `5,478`, `1.2 million`.
pub(crate) fn rounded(count: u128) -> String {
    let units =
        [(1_000_000_000_000, "trillion"), (1_000_000_000, "billion"), (1_000_000, "million")];
    match units.iter().find(|&&(unit, _)| count >= unit && count < unit * 100_000) {
        Some(&(unit, name)) => format!("{}.{} {name}", count / unit, count % unit * 10 / unit),
        None if count >= 1_000_000 => format!("10^{}", count.ilog10()),
        None => crate::text::grouped(count),
    }
}

pub(crate) fn bytes(bytes: u128) -> String {
    match u64::try_from(bytes) {
        Ok(bytes) => ByteSize(bytes).to_string(),
        Err(_) => format!("10^{} bytes", bytes.ilog10()),
    }
}
