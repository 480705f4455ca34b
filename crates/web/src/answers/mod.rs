//! The answers of the API: for each address the parameters it takes, and what it says.

pub(crate) mod audit;
pub(crate) mod choice;
pub(crate) mod games;
pub(crate) mod matches;
pub(crate) mod moves;
pub(crate) mod playouts;
pub(crate) mod position;
pub(crate) mod sweep;
pub(crate) mod tree;

use exactplay_game::{Game, PositionError};
use exactplay_tree::Analysis;

use crate::problem::Problem;

/// The position that a text means, if it can be reached.
fn reachable<G: Game>(
    game: &G,
    analysis: Option<&Analysis<G>>,
    text: &str,
) -> Result<G::Position, Problem> {
    let position = game.parse(text)?;
    // Not every game can say without its tree whether a position is reachable.
    if analysis.is_some_and(|analysis| !analysis.contains(position)) {
        return Err(PositionError::unreachable(text, "no game leads to it").into());
    }
    Ok(position)
}

/// The same, but a finished position is refused: there is nothing to choose in it.
fn in_progress<G: Game>(
    game: &G,
    analysis: Option<&Analysis<G>>,
    text: &str,
) -> Result<G::Position, Problem> {
    let position = reachable(game, analysis, text)?;
    if game.outcome(position).is_some() {
        let notation = game.notation(position);
        return Err(Problem::impossible(format!("the game is over at {notation}")));
    }
    Ok(position)
}
