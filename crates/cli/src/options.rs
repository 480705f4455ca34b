use bytesize::ByteSize;
use clap::{Args, ValueEnum};
use exactplay_game::Player;
use exactplay_rules::{AnyGame, GameError, GameOptions};

/// Which game, and how much memory it may take.
#[derive(Debug, Args)]
pub(crate) struct GameArgs {
    /// The game: tictactoe, mnk:WxH:K (`exactplay games` lists them)
    #[arg(short, long, default_value = "tictactoe", value_name = "GAME")]
    pub(crate) game: String,
    /// Who moves first
    #[arg(long, value_enum, default_value_t = First::O)]
    pub(crate) first: First,
    /// Accept a game in which no line fits on the board
    #[arg(long)]
    pub(crate) allow_drawn: bool,
    /// The most memory to use, such as 4GiB [default: 80 % of what the machine has]
    #[arg(long, value_name = "SIZE")]
    pub(crate) max_memory: Option<ByteSize>,
}

/// A player, as an option.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum First {
    O,
    X,
}

impl From<First> for Player {
    fn from(first: First) -> Self {
        match first {
            First::O => Self::O,
            First::X => Self::X,
        }
    }
}

impl GameArgs {
    /// The game.
    pub(crate) fn parse(&self) -> Result<AnyGame, GameError> {
        AnyGame::parse(
            &self.game,
            GameOptions { first: self.first.into(), allow_drawn: self.allow_drawn },
        )
    }
}
