use exactplay_game::Game;

use crate::TreeError;
use crate::tree::{PositionId, Tree};

impl<G: Game> Tree<G> {
    /// The tree of move sequences: one node for each, no two merged, level by level in the order of moves.
    ///
    /// For tic-tac-toe these are the 549,946 nodes of the tutorials, in their order. The children of a node are
    /// consecutive; a node's memory is its position and eight bytes.
    ///
    /// # Errors
    /// When there are more sequences than 32 bits can number.
    pub fn unmerged(game: G) -> Result<Self, TreeError> {
        let mut positions = vec![game.start()];
        let mut layers = vec![0, 1];
        let mut first_child = vec![1];
        let mut from = 0;
        while from < positions.len() {
            let to = positions.len();
            for node in from..to {
                let position = positions[node];
                positions.extend(game.moves(position).map(|mv| game.play(position, mv)));
                let Ok(end) = PositionId::try_from(positions.len()) else {
                    let limit = PositionId::MAX.into();
                    return Err(TreeError::TooLarge {
                        game: game.name(),
                        what: "move sequences",
                        limit,
                    });
                };
                first_child.push(end);
            }
            from = to;
            if positions.len() > to {
                layers.push(PositionId::try_from(positions.len()).expect("checked above"));
            }
        }
        // Node n is the child that stands at place n - 1, so the links start at zero and the children count up.
        let nodes = PositionId::try_from(positions.len()).expect("checked above");
        let first_child = first_child.into_iter().map(|first| first - 1).collect();
        Ok(Self { game, positions, layers, first_child, children: (1..nodes).collect() })
    }
}
