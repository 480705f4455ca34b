//! Players named in requests: which of them may be asked for, and what may be asked of them.

use std::num::NonZeroU8;

use exactplay_game::Game;
use exactplay_players::{Budget, Dice, Known, PlayerName, Sharing};
use exactplay_tree::Analysis;

use crate::limits::Limits;
use crate::problem::Problem;

/// The player of a name.
pub(crate) fn named(name: &str) -> Result<PlayerName, Problem> {
    let player = PlayerName::parse(name)?;
    let timed = matches!(
        &player,
        PlayerName::MonteCarlo(name)
            if matches!(name.budget, Budget::Finite { seconds: Some(_), .. })
    );
    if timed {
        let detail = format!(
            "{player} stops after a time and would not answer alike twice: leave out time="
        );
        return Err(Problem::syntax(detail));
    }
    Ok(player)
}

/// The dice of a player's choice at a position: those of `exactplay play`, so that both play the same games from the start.
pub(crate) fn dice<G: Game>(seed: u64, game: &G, position: G::Position) -> Dice {
    Dice::new([seed, 0, u64::from(game.ply(position)) + 1, game.turn(position) as u64])
}

/// Refuses a player whose choice at a position takes too many plies of random play.
pub(crate) fn admit_choice<G: Game>(
    player: &PlayerName,
    game: &G,
    position: G::Position,
    limits: &Limits,
) -> Result<(), Problem> {
    let moves = u64::from(game.move_set(position).len());
    let (playouts, sequences) = match player {
        PlayerName::MonteCarlo(name) => match name.budget {
            Budget::Finite { playouts, sharing, .. } => {
                let playouts = u64::from(playouts.get());
                let ahead = u32::from(name.depth.get());
                let sequences = moves.saturating_pow(ahead);
                let all = match sharing {
                    Sharing::PerMove => playouts.saturating_mul(sequences),
                    Sharing::Random | Sharing::Even => playouts,
                };
                // At depth 1 the moves are counted anyway.
                (all, if name.depth == NonZeroU8::MIN { 0 } else { sequences })
            }
            Budget::Infinite | Budget::Limit => return Ok(()),
        },
        PlayerName::Uct { playouts, .. } => (u64::from(playouts.get()), 0),
        PlayerName::AlphaBeta { depth, .. } => (0, reading(moves, *depth)),
        PlayerName::Random
        | PlayerName::Discs(_)
        | PlayerName::Rule(_)
        | PlayerName::Perfect(_)
        | PlayerName::Sequences(_)
        | PlayerName::Human => return Ok(()),
    };
    let plies = playouts.saturating_add(sequences).saturating_mul(game.longest().into());
    if plies > limits.plies {
        return Err(Problem::too_large(format!(
            "{player} may take {plies} plies of random play for a move of {}, more than the limit of {}",
            game.name(),
            limits.plies
        )));
    }
    Ok(())
}

/// About how many positions alpha-beta visits that reads so many plies ahead of so many moves: with good orders of moves,
/// every other ply multiplies them.
fn reading(moves: u64, depth: NonZeroU8) -> u64 {
    moves.saturating_pow(u32::from(depth.get()).div_ceil(2) + 1)
}

/// The law of a player at every position of an analysed game, for audits and matches.
pub(crate) fn law<'a, G: Game>(
    player: &PlayerName,
    analysis: &'a Analysis<G>,
    limits: &Limits,
) -> Result<Known<'a, G>, Problem> {
    let orbits = analysis.tree().len() as u64;
    let steps = match player {
        PlayerName::AlphaBeta { depth, .. } => {
            let moves = analysis.game().move_set(analysis.game().start()).len();
            orbits.saturating_mul(reading(u64::from(moves), *depth).min(orbits))
        }
        PlayerName::MonteCarlo(name) => match name.budget {
            Budget::Infinite if name.depth > NonZeroU8::MIN => {
                // Reading ahead from every orbit, the distinct orbits of each further ply are visited.
                let width = u64::from(analysis.game().move_set(analysis.game().start()).len());
                let ahead = u32::from(name.depth.get() - 1);
                orbits.saturating_mul(width.saturating_pow(ahead).min(orbits))
            }
            Budget::Infinite => 0,
            Budget::Limit => orbits.saturating_mul(100),
            Budget::Finite { playouts, sharing, .. } => {
                finite_steps(orbits, playouts.get(), sharing)
            }
        },
        PlayerName::Random
        | PlayerName::Rule(_)
        | PlayerName::Perfect(_)
        | PlayerName::Sequences(_)
        | PlayerName::Uct { .. }
        | PlayerName::Discs(_)
        | PlayerName::Human => 0,
    };
    admit_steps(steps, &format!("the law of {player}"), analysis.game(), limits)?;
    player.known(analysis)?.ok_or_else(|| {
        Problem::impossible(format!("no law of {player} can be computed: it can only be watched"))
    })
}

/// Refuses to compute something about all positions of a game that takes too many steps.
pub(crate) fn admit_steps<G: Game>(
    steps: u64,
    what: &str,
    game: &G,
    limits: &Limits,
) -> Result<(), Problem> {
    if steps <= limits.steps {
        return Ok(());
    }
    Err(Problem::too_large(format!(
        "{what} on {} takes too long to compute here: about {steps} steps, more than the limit of {}",
        game.name(),
        limits.steps
    )))
}

/// What it takes to compute the law of a player with so many playouts at so many orbits: the results that are likely, as
/// `MonteCarlo::choice` counts them.
pub(crate) fn finite_steps(orbits: u64, playouts: u32, sharing: Sharing) -> u64 {
    let playouts = u64::from(playouts);
    let results = match sharing {
        Sharing::Random => playouts.saturating_mul(playouts.isqrt()),
        Sharing::PerMove | Sharing::Even => playouts,
    };
    orbits.saturating_mul(results).saturating_mul(4)
}
