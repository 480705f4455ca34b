use exactplay_game::{Game, Move, Player};
use serde::Serialize;

use crate::{SCHEMA, Status};

/// The document of [`QueryDocument`](crate::QueryDocument) about a position of a game that is not analysed: what the
/// rules tell, and `null` where values would stand. The moves are in their order.
#[derive(Debug, Clone, Serialize)]
#[expect(missing_docs, reason = "the fields are those of QueryDocument")]
pub struct RulesDocument {
    pub schema: u32,
    pub game: String,
    pub position: String,
    pub to_move: Option<Player>,
    pub status: Status,
    pub value: Unknown,
    pub plies_to_end: Unknown,
    pub scores: Unknown,
    pub best_moves: Unknown,
    pub playout: Unknown,
    pub ps_o: Unknown,
    pub ps_x: Unknown,
    pub orbit: Unknown,
    pub moves: Vec<RulesMoveDocument>,
}

/// The same about a move, as in [`MoveDocument`](crate::MoveDocument).
#[derive(Debug, Clone, Serialize)]
#[expect(missing_docs, reason = "the fields are those of MoveDocument")]
pub struct RulesMoveDocument {
    #[serde(rename = "move")]
    pub name: String,
    pub xy: [u8; 2],
    pub position: String,
    pub value: Unknown,
    pub plies_to_end: Unknown,
    pub best: Unknown,
    pub playout: Unknown,
    pub ps_o: Unknown,
    pub ps_x: Unknown,
}

/// What is not known: `null`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Unknown;

impl RulesDocument {
    /// The document of a position.
    pub fn new<G: Game>(game: &G, position: G::Position) -> Self {
        let outcome = game.outcome(position);
        let moves = game.moves(position).map(|mv| RulesMoveDocument::new(game, position, mv));
        Self {
            schema: SCHEMA,
            game: game.name(),
            position: game.notation(position),
            to_move: outcome.is_none().then(|| game.turn(position)),
            status: outcome.into(),
            value: Unknown,
            plies_to_end: Unknown,
            scores: Unknown,
            best_moves: Unknown,
            playout: Unknown,
            ps_o: Unknown,
            ps_x: Unknown,
            orbit: Unknown,
            moves: moves.collect(),
        }
    }
}

impl RulesMoveDocument {
    fn new<G: Game>(game: &G, position: G::Position, mv: Move) -> Self {
        Self {
            name: game.move_name(mv),
            xy: game.target(position, mv).into(),
            position: game.notation(game.play(position, mv)),
            value: Unknown,
            plies_to_end: Unknown,
            best: Unknown,
            playout: Unknown,
            ps_o: Unknown,
            ps_x: Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use exactplay_rules::{Connect, Mnk};
    use exactplay_tree::Analysis;
    use serde_json::{Value, to_value};

    use super::*;
    use crate::QueryDocument;

    fn keys(object: &Value) -> Vec<&String> {
        object.as_object().unwrap().keys().collect()
    }

    #[test]
    fn the_fields_are_those_of_an_analysed_position() {
        let analysis = Analysis::of(Mnk::new(3, 3, 3, Player::O).unwrap(), |_| Ok(())).unwrap();
        let game = analysis.game();
        let position = game.parse("moves:b2").unwrap();
        let known = to_value(QueryDocument::new(game, &analysis.record(position))).unwrap();
        let rules = to_value(RulesDocument::new(game, position)).unwrap();
        assert_eq!(keys(&rules), keys(&known));
        assert_eq!(keys(&rules["moves"][0]), keys(&known["moves"][0]));
        for key in ["schema", "game", "position", "to_move", "status"] {
            assert_eq!(rules[key], known[key], "{key}");
        }
    }

    #[test]
    fn a_large_game_has_its_rules() {
        let game = Connect::new(7, 6, 4, Player::O).unwrap();
        let position = game.parse("moves:44").unwrap();
        let document = to_value(RulesDocument::new(&game, position)).unwrap();
        assert_eq!(document["value"], Value::Null);
        assert_eq!(document["to_move"], "o");
        assert_eq!(document["moves"].as_array().unwrap().len(), 7);
        assert_eq!(document["moves"][3]["xy"], serde_json::json!([3, 3]));
        assert_eq!(document["moves"][3]["best"], Value::Null);
    }
}
