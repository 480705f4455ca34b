use exactplay_arena::{
    DrawWeightSeat, DrawWeightSegment, DrawWeightSweep, PlayoutRow, PlayoutSeat, Tally,
};
use exactplay_game::{Game, Player};
use serde::Serialize;

use crate::SCHEMA;
use crate::audit::worst;

/// What a sweep over the draw weight prints.
#[derive(Debug, Clone, Serialize)]
pub struct DrawWeightDocument {
    /// The version of the document.
    pub schema: u32,
    /// The game's name.
    pub game: String,
    /// The player's name.
    pub player: &'static str,
    /// How many plies it looks ahead before the playouts.
    pub depth: u8,
    /// Orbits of positions in progress.
    pub orbits_checked: usize,
    /// Every weight at which the best moves of some position change, ascending.
    pub move_changes: Vec<String>,
    /// The weights from 0 to 1, cut wherever the set of deviating orbits or a verdict changes.
    pub segments: Vec<DrawWeightSegmentDocument>,
}

/// Draw weights with the same deviating orbits and the same verdicts.
#[derive(Debug, Clone, Serialize)]
pub struct DrawWeightSegmentDocument {
    /// The lower end.
    pub from: String,
    /// Whether it belongs to the segment.
    pub from_included: bool,
    /// The upper end; for a single weight the same.
    pub to: String,
    /// Whether it belongs to the segment.
    pub to_included: bool,
    /// How many orbits deviate.
    pub deviating_orbits: usize,
    /// How many positions deviate.
    pub deviating_positions: u64,
    /// Whether the player is a weak solution.
    pub weak_solution: DrawWeightVerdicts,
}

/// The verdicts in both seats.
#[derive(Debug, Clone, Serialize)]
pub struct DrawWeightVerdicts {
    /// As o.
    pub o: DrawWeightVerdict,
    /// As x.
    pub x: DrawWeightVerdict,
}

/// The verdict in one seat.
#[derive(Debug, Clone, Serialize)]
pub struct DrawWeightVerdict {
    /// Whether the player gets at least the game's value against any opponent, whatever its ties decide.
    pub holds: bool,
    /// The worst result it may come to: `win`, `draw` or `loss`.
    pub worst: &'static str,
}

/// What a sweep over the number of playouts prints.
#[derive(Debug, Clone, Serialize)]
pub struct PlayoutSweepDocument {
    /// The version of the document.
    pub schema: u32,
    /// The game's name.
    pub game: String,
    /// The player's name, with N for the number of playouts.
    pub player: String,
    /// One row for each number of playouts.
    pub rows: Vec<PlayoutRowDocument>,
}

/// What a player comes to with some number of playouts.
#[derive(Debug, Clone, Serialize)]
pub struct PlayoutRowDocument {
    /// The playouts.
    pub playouts: u32,
    /// As o.
    pub o: PlayoutSeatDocument,
    /// As x.
    pub x: PlayoutSeatDocument,
}

/// The same in one seat.
#[derive(Debug, Clone, Serialize)]
pub struct PlayoutSeatDocument {
    /// The probability of losing against an opponent who makes it as large as possible.
    pub loss_against_most_losses: f64,
    /// The same against one who makes the expectation of wins less losses as small as possible.
    pub loss_against_least_score: f64,
    /// The results against other players.
    pub against: Vec<AgainstDocument>,
    /// A bound on the distance of each probability from the true one.
    pub error_bound: f64,
}

/// Results from the view of the player who makes the playouts.
#[derive(Debug, Clone, Serialize)]
pub struct AgainstDocument {
    /// The opponent's name.
    pub opponent: String,
    /// The player wins.
    pub win: f64,
    /// Nobody wins.
    pub draw: f64,
    /// The opponent wins.
    pub loss: f64,
}

impl DrawWeightDocument {
    /// The document of a sweep.
    pub fn new<G: Game>(game: &G, sweep: &DrawWeightSweep) -> Self {
        Self {
            schema: SCHEMA,
            game: game.name(),
            player: "pmc2",
            depth: 1,
            orbits_checked: sweep.orbits_checked,
            move_changes: sweep.move_changes.iter().map(ToString::to_string).collect(),
            segments: sweep.segments.iter().map(DrawWeightSegmentDocument::new).collect(),
        }
    }
}

impl DrawWeightSegmentDocument {
    fn new(segment: &DrawWeightSegment) -> Self {
        let verdict = |seat: DrawWeightSeat, player| DrawWeightVerdict {
            holds: seat.holds,
            worst: worst(seat.worst, player),
        };
        Self {
            from: segment.from.weight.to_string(),
            from_included: segment.from.included,
            to: segment.to.weight.to_string(),
            to_included: segment.to.included,
            deviating_orbits: segment.deviating_orbits,
            deviating_positions: segment.deviating_positions,
            weak_solution: DrawWeightVerdicts {
                o: verdict(segment.as_o, Player::O),
                x: verdict(segment.as_x, Player::X),
            },
        }
    }
}

impl PlayoutSweepDocument {
    /// The document of a sweep. The opponents are named in the order of the rows' results.
    pub fn new<G: Game>(game: &G, player: String, opponents: &[&str], rows: &[PlayoutRow]) -> Self {
        let row = |row: &PlayoutRow| PlayoutRowDocument {
            playouts: row.playouts,
            o: PlayoutSeatDocument::new(&row.as_o, opponents),
            x: PlayoutSeatDocument::new(&row.as_x, opponents),
        };
        Self { schema: SCHEMA, game: game.name(), player, rows: rows.iter().map(row).collect() }
    }
}

impl PlayoutSeatDocument {
    fn new(seat: &PlayoutSeat, opponents: &[&str]) -> Self {
        let against = |(name, results): (&&str, &Tally<f64>)| AgainstDocument {
            opponent: (*name).to_owned(),
            win: results.win,
            draw: results.draw,
            loss: results.loss,
        };
        Self {
            loss_against_most_losses: seat.most_losses,
            loss_against_least_score: seat.least_score,
            against: opponents.iter().zip(&seat.against).map(against).collect(),
            error_bound: seat.error,
        }
    }
}

#[cfg(test)]
mod tests {
    use exactplay_arena::draw_weight_sweep;
    use exactplay_game::Game as _;
    use exactplay_rules::Mnk;
    use exactplay_tree::Analysis;
    use serde_json::{json, to_value};

    use super::*;

    #[test]
    fn draw_weights_are_fractions() {
        let game = Mnk::new(3, 3, 3, Player::O).unwrap();
        let analysis = Analysis::of(game, |_| Ok(())).unwrap();
        let sweep = draw_weight_sweep(&analysis);
        let document = to_value(DrawWeightDocument::new(analysis.game(), &sweep)).unwrap();
        assert_eq!((&document["schema"], &document["game"]), (&1.into(), &game_name(&analysis)));
        let expected = json!({
            "from": "1/4", "from_included": false, "to": "1/3", "to_included": false,
            "deviating_orbits": 25, "deviating_positions": 186,
            "weak_solution": {
                "o": {"holds": true, "worst": "draw"},
                "x": {"holds": false, "worst": "loss"},
            },
        });
        assert_eq!(document["segments"][3], expected);
    }

    fn game_name(analysis: &Analysis<Mnk>) -> serde_json::Value {
        analysis.game().name().into()
    }

    #[test]
    fn playouts_are_numbers_with_a_bound() {
        let results = Tally { win: 0.5, draw: 0.25, loss: 0.25 };
        let seat = PlayoutSeat {
            most_losses: 1.0,
            least_score: 0.75,
            against: vec![results],
            error: 1e-9,
        };
        let row = PlayoutRow { playouts: 5, as_o: seat.clone(), as_x: seat };
        let game = Mnk::new(3, 3, 3, Player::O).unwrap();
        let document = PlayoutSweepDocument::new(&game, "pmc2:N".to_owned(), &["random"], &[row]);
        let document = to_value(document).unwrap();
        let seat = json!({
            "loss_against_most_losses": 1.0, "loss_against_least_score": 0.75,
            "against": [{"opponent": "random", "win": 0.5, "draw": 0.25, "loss": 0.25}],
            "error_bound": 1e-9,
        });
        assert_eq!(document["rows"], json!([{"playouts": 5, "o": seat, "x": seat}]));
    }
}
