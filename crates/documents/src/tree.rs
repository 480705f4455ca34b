use exactplay_game::{Game, Outcome, Player, RandomPlay};
use exactplay_tree::{Analysis, Extent, Role, Score, Scoring, View, ViewNode};
use serde::Serialize;

use crate::query::play;
use crate::{PlayoutDocument, ProbabilityDocument, SCHEMA, Status};

/// What `tree` prints: the part of the tree of moves around one position.
#[derive(Debug, Clone, Serialize)]
pub struct TreeDocument {
    /// The version of the document.
    pub schema: u32,
    /// The game's name.
    pub game: String,
    /// The selected position.
    pub position: String,
    /// The rule that decides which moves are best: `default`, `shortest` or `shortest_draw`.
    pub scoring: &'static str,
    /// Whether children that a symmetry maps to each other are shown once.
    pub merge: bool,
    /// How many children of the nodes are not shown.
    pub omitted: u32,
    /// The nodes in depth-first order.
    pub nodes: Vec<TreeNodeDocument>,
}

/// One node of a tree. What only an analysed game has is nothing where the game is not analysed.
#[derive(Debug, Clone, Serialize)]
pub struct TreeNodeDocument {
    /// Its place among the nodes.
    pub id: usize,
    /// Its parent's.
    pub parent: Option<usize>,
    /// Why it is shown.
    pub role: RoleDocument,
    /// The move that leads to it.
    #[serde(rename = "move")]
    pub name: Option<String>,
    /// The cell on which the stone of that move came to lie.
    pub xy: Option<[u8; 2]>,
    /// The position in notation.
    pub position: String,
    /// How many moves have been made.
    pub ply: u8,
    /// The player to move; nobody in a finished position.
    pub to_move: Option<Player>,
    /// How the game stands.
    pub status: Status,
    /// Who wins under optimal play.
    pub value: Option<Outcome>,
    /// After how many plies.
    pub plies_to_end: Option<u8>,
    /// The score under the rule, from o's point of view.
    pub score: Option<Score>,
    /// Whether it is among the best children of its parent under the rule; the first node is.
    pub best: Option<bool>,
    /// How many moves of its parent it stands for.
    pub multiplicity: u32,
    /// How random play ends.
    pub playout: Option<PlayoutDocument>,
    /// P(o wins) + P(draw) / 2.
    pub ps_o: Option<ProbabilityDocument>,
    /// P(x wins) + P(draw) / 2.
    pub ps_x: Option<ProbabilityDocument>,
    /// Children that are not shown.
    pub children_omitted: u32,
}

/// Why a node is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RoleDocument {
    /// It lies on the way to the selected position.
    Path,
    /// It has the same parent as the selected position.
    Sibling,
    /// It is the selected position.
    Selected,
    /// It follows the selected position.
    Subtree,
    /// It is on a line of best play from the deepest nodes.
    BestLine,
}

/// What documents call a scoring rule.
pub fn scoring_name(scoring: Scoring) -> &'static str {
    match scoring {
        Scoring::Default => "default",
        Scoring::Shortest => "shortest",
        Scoring::ShortestDraw => "shortest_draw",
    }
}

impl From<Role> for RoleDocument {
    fn from(role: Role) -> Self {
        match role {
            Role::Path => Self::Path,
            Role::Sibling => Self::Sibling,
            Role::Selected => Self::Selected,
            Role::Subtree => Self::Subtree,
            Role::BestLine => Self::BestLine,
        }
    }
}

impl TreeDocument {
    /// The document of a view of that extent.
    pub fn new<G: Game>(
        game: &G,
        analysis: Option<&Analysis<G>>,
        view: &View<G::Position>,
        extent: Extent,
    ) -> Self {
        let selected = view.nodes.iter().find(|node| node.role == Role::Selected);
        let position = selected.map_or_else(|| game.start(), |node| node.position);
        let node = |(id, node)| TreeNodeDocument::new(game, analysis, view, extent, (id, node));
        Self {
            schema: SCHEMA,
            game: game.name(),
            position: game.notation(position),
            scoring: scoring_name(extent.scoring),
            merge: extent.merge,
            omitted: view.nodes.iter().map(|node| node.omitted).sum(),
            nodes: view.nodes.iter().enumerate().map(node).collect(),
        }
    }
}

impl TreeNodeDocument {
    fn new<G: Game>(
        game: &G,
        analysis: Option<&Analysis<G>>,
        view: &View<G::Position>,
        extent: Extent,
        (id, node): (usize, &ViewNode<G::Position>),
    ) -> Self {
        let position = node.position;
        let before = node.parent.map(|parent| view.nodes[parent].position);
        let xy = before.zip(node.mv).map(|(before, mv)| game.target(before, mv).into());
        let outcome = game.outcome(position);
        let known = analysis.map(|analysis| (analysis, analysis.id(position)));
        let value = known.map(|(analysis, orbit)| analysis.value(orbit));
        let playouts = known.map_or(RandomPlay::Unknown, |(analysis, orbit)| {
            RandomPlay::Exact(analysis.playouts(orbit))
        });
        let (playout, ps_o, ps_x) = play(playouts);
        Self {
            id,
            parent: node.parent,
            role: node.role.into(),
            name: node.mv.map(|mv| game.move_name(mv)),
            xy,
            position: game.notation(position),
            ply: game.ply(position),
            to_move: outcome.is_none().then(|| game.turn(position)),
            status: outcome.into(),
            value: value.map(|value| value.outcome),
            plies_to_end: value.map(|value| value.plies),
            score: known.map(|(analysis, orbit)| analysis.score(orbit, extent.scoring)),
            best: node.best,
            multiplicity: node.multiplicity,
            playout,
            ps_o,
            ps_x,
            children_omitted: node.omitted,
        }
    }
}

#[cfg(test)]
mod tests {
    use exactplay_rules::Mnk;
    use serde_json::{json, to_value};

    use super::*;

    #[test]
    fn nodes_carry_their_exact_values() {
        let analysis = Analysis::of(Mnk::new(3, 3, 3, Player::O).unwrap(), |_| Ok(())).unwrap();
        let game = analysis.game();
        let extent =
            Extent { depth: 0, scoring: Scoring::ShortestDraw, merge: true, most_nodes: 100 };
        let centre = game.parse_move("b2").unwrap();
        let view = View::new(game, Some(&analysis), game.start(), &[centre], extent);
        let document = to_value(TreeDocument::new(game, Some(&analysis), &view, extent)).unwrap();
        assert_eq!(document["position"], ".../.o./...");
        assert_eq!(document["scoring"], "shortest_draw");
        // The start, three moves told apart, and a line of eight plies from the centre.
        assert_eq!(document["nodes"].as_array().unwrap().len(), 1 + 3 + 8);
        let expected = json!({
            "id": 3, "parent": 0, "role": "selected", "move": "b2", "xy": [1, 1],
            "position": ".../.o./...", "ply": 1, "to_move": "x", "status": "playing", "value": "draw",
            "plies_to_end": 8, "score": 0.5, "best": true, "multiplicity": 1,
            "playout": {"o": "97/140", "draw": "4/35", "x": "27/140"}, "ps_o": "3/4", "ps_x": "1/4",
            "children_omitted": 1,
        });
        assert_eq!(document["nodes"][3], expected);
        assert_eq!(document["nodes"][4]["role"], "best_line");
        assert_eq!(document["nodes"][11]["status"], "draw");
    }
}
