//! Where the records of single positions come from.

use exactplay_blocks::{Content, Lookup, Summary};
use exactplay_game::{Game, Rooted};
use exactplay_rules::Stones;
use exactplay_tree::{Analysis, Estimate, Record};

use crate::engine::{self, Memory};
use crate::failure::Failure;
use crate::streamed::{self, EngineArgs};

/// Whoever can say everything about single positions.
pub(crate) trait Answers<G: Game> {
    /// The record of a position; `None` if no game leads there.
    fn record(&mut self, position: G::Position) -> Result<Option<Record<G::Position>>, Failure>;
}

/// A whole game as a tree.
impl<G: Game> Answers<G> for Analysis<G> {
    fn record(&mut self, position: G::Position) -> Result<Option<Record<G::Position>>, Failure> {
        Ok(self.contains(position).then(|| Analysis::record(self, position)))
    }
}

/// The trees of what can follow single positions. Whether games lead to them is left to the rules.
struct Subtrees<G: Game> {
    game: G,
    memory: Memory,
    /// The tree grown last.
    last: Option<Analysis<Rooted<G>>>,
}

/// After how many plies at the most a game ends that may be tried although it could be too large, which most turn out to
/// be well before their estimate.
const FEW_PLIES: u8 = 20;

impl<G: Game> Answers<G> for Subtrees<G> {
    fn record(&mut self, position: G::Position) -> Result<Option<Record<G::Position>>, Failure> {
        if self.last.as_ref().is_none_or(|tree| !tree.contains(position)) {
            let rest = Rooted::new(self.game.clone(), position);
            if rest.longest() > FEW_PLIES {
                self.memory.admit(&rest)?;
            }
            self.last = None;
            self.last = Some(Analysis::new(engine::grow(rest, self.memory)?)?);
        }
        Ok(self.last.as_ref().map(|tree| tree.record_in(&self.game, position)))
    }
}

/// Solved layers.
struct Layers<G, L> {
    game: G,
    layers: L,
}

impl<G: Game<Position = Stones>, L: Lookup> Answers<G> for Layers<G, L> {
    fn record(&mut self, position: Stones) -> Result<Option<Record<Stones>>, Failure> {
        Ok(self.layers.record(&self.game, position)?)
    }
}

/// A whole tree of no more positions than this is grown without a thought for what is asked.
const QUICK: u128 = 5_000_000;

/// Whether the tree of the whole game is to answer, and not the trees of what can follow the positions asked about.
pub(crate) fn needs_whole<G: Game>(game: &G, positions: &[G::Position], memory: Memory) -> bool {
    let whole = Estimate::of(game).positions;
    whole <= QUICK || whole <= parts(game, positions) && memory.holds(game)
}

/// How many positions can follow those asked about, at most.
fn parts<G: Game>(game: &G, positions: &[G::Position]) -> u128 {
    let after = positions.iter().map(|&position| game.positions_after_at_most(position));
    after.fold(0, u128::saturating_add)
}

/// Answers from trees: of the whole game where it is small, or else of what can follow the positions asked about.
///
/// # Errors
/// When the tree cannot be grown.
pub(crate) fn of_tree<'a, G: Game + 'a>(
    game: &G,
    positions: &[G::Position],
    memory: Memory,
) -> Result<Box<dyn Answers<G> + 'a>, Failure> {
    if needs_whole(game, positions, memory) {
        return Ok(Box::new(engine::analysis(game.clone(), memory)?));
    }
    Ok(Box::new(Subtrees { game: game.clone(), memory, last: None }))
}

/// Answers of a game that the blocks engine may know: from it where it was asked for, where it does better than trees that
/// are not small, or where no tree fits.
///
/// # Errors
/// When options do not go together, the game is too large, or a folder cannot be used.
pub(crate) fn of_stones<'a, G: Game<Position = Stones> + 'a>(
    game: &G,
    positions: &[Stones],
    memory: Memory,
    options: &EngineArgs,
) -> Result<Box<dyn Answers<G> + 'a>, Failure> {
    let wanted = options.wants_blocks(game)?;
    let Some(board) = streamed::board(game) else { return of_tree(game, positions, memory) };
    let is_small = parts(game, positions).min(Estimate::of(game).positions) <= QUICK;
    let streams_well = || {
        let plan = options.plan(board, Content::ValuesAndPlayouts);
        plan.is_ok_and(|plan| memory.holds_bytes(plan.kept_bytes()))
    };
    let no_tree_fits = || {
        let fits = |&position: &Stones| memory.holds(&Rooted::new(game.clone(), position));
        !memory.holds(game) && !positions.iter().all(fits)
    };
    let better = options.engine.is_none() && !is_small && (streams_well() || no_tree_fits());
    if wanted || better {
        Ok(of_layers(game, memory, options)?.0)
    } else {
        of_tree(game, positions, memory)
    }
}

/// The layers that the blocks engine solves or has solved, as answers, with their summary.
///
/// # Errors
/// When the blocks engine does not know the game, it is too large, or a folder cannot be used.
pub(crate) fn of_layers<'a, G: Game<Position = Stones> + 'a>(
    game: &G,
    memory: Memory,
    options: &EngineArgs,
) -> Result<(Box<dyn Answers<G> + 'a>, Summary), Failure> {
    let plan = options.plan(streamed::known_board(game)?, Content::ValuesAndPlayouts)?;
    let game = game.clone();
    if let Some(folder) = &options.work_dir {
        let (layers, summary) = streamed::folder(&plan, folder, memory)?;
        return Ok((Box::new(Layers { game, layers }), summary));
    }
    let (layers, summary) = streamed::solution(&plan, memory)?;
    Ok((Box::new(Layers { game, layers }), summary))
}
