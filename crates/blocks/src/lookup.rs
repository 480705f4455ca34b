use exactplay_game::Game;
use exactplay_rules::Stones;
use exactplay_tree::{Found, Record};

use crate::BlocksError;
use crate::plan::Plan;

/// Solved layers that can be asked about single positions.
pub trait Lookup {
    /// What was solved.
    fn plan(&self) -> &Plan;

    /// What was found for a position; `None` if no game leads there.
    ///
    /// # Errors
    /// When the layers are on disk and cannot be read, or are damaged.
    fn entry(&mut self, position: Stones) -> Result<Option<Found>, BlocksError>;

    /// Everything about a position of the game that was solved; `None` if no game leads there.
    ///
    /// # Errors
    /// As for [`entry`](Self::entry).
    fn record<G: Game<Position = Stones>>(
        &mut self,
        game: &G,
        position: Stones,
    ) -> Result<Option<Record<Stones>>, BlocksError>
    where
        Self: Sized,
    {
        let Some(here) = self.entry(position)? else { return Ok(None) };
        let children = game.moves(position).map(|mv| {
            let found = self.entry(game.play(position, mv))?;
            let contradiction = || BlocksError::Contradiction { game: game.name() };
            Ok((mv, found.ok_or_else(contradiction)?))
        });
        let children: Vec<_> = children.collect::<Result<_, BlocksError>>()?;
        Ok(Some(Record::new(game, position, here, &children)))
    }
}
