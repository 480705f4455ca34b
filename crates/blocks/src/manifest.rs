use exactplay_game::Player;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::layer_file::{RunId, VERSION};
use crate::{Board, Content, Plan};

/// What the layer files of a folder are of, as the text of `manifest.json`.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Manifest {
    format: String,
    version: u32,
    game: String,
    first: String,
    content: String,
}

const FORMAT: &str = "exactplay-blocks";

impl Manifest {
    pub(crate) fn of(plan: &Plan) -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            game: plan.board().name(),
            first: plan.board().first().to_string(),
            content: plan.content().to_string(),
        }
    }

    /// The manifest that `text` is, or what is wrong with it.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let manifest: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if manifest.format != FORMAT {
            return Err(format!("its format is {:?}, expected {FORMAT:?}", manifest.format));
        }
        if manifest.version != VERSION {
            return Err(format!("it has version {}, expected {VERSION}", manifest.version));
        }
        Ok(manifest)
    }

    /// The board and what was found of it, or what is wrong.
    pub(crate) fn subject(&self) -> Result<(Board, Content), String> {
        let first = match self.first.as_str() {
            "o" => Player::O,
            "x" => Player::X,
            other => return Err(format!("{other:?} moves first, expected \"o\" or \"x\"")),
        };
        let board = Board::of_name(&self.game, first)
            .ok_or_else(|| format!("unknown game {:?}", self.game))?
            .map_err(|error| error.to_string())?;
        let content = Content::ALL
            .into_iter()
            .find(|content| content.to_string() == self.content)
            .ok_or_else(|| format!("unknown content {:?}", self.content))?;
        Ok((board, content))
    }

    pub(crate) fn text(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("a manifest is text and numbers");
        format!("{text}\n")
    }

    /// What ties layer files to this manifest.
    pub(crate) fn run_id(&self) -> RunId {
        Sha256::digest(self.text()).into()
    }

    /// How it is told to people.
    pub(crate) fn describe(&self) -> String {
        format!("{} of {} with {} first", self.content, self.game, self.first)
    }
}
