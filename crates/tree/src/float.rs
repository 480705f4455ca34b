//! Playout probabilities in floating point, summed as the published tables sum them.
//!
//! Nothing exact depends on this module. It exists because the tutorials' data files and their lists of deviating
//! positions are decided by these very roundings.

use exactplay_game::{Game, Outcome, Unreduced};

use crate::tree::{Table, Tree};

/// The probabilities of one position as the published code computes them.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct FloatPlayouts {
    /// P(o wins).
    pub o: f64,
    /// P(x wins).
    pub x: f64,
    /// P(draw).
    pub draw: f64,
}

impl FloatPlayouts {
    /// The playout score of o, rounded as published: P(o wins) + 0.5 * P(draw).
    pub fn ps_o(self) -> f64 {
        self.o + 0.5 * self.draw
    }
}

/// The probabilities of every position: a finished one is 1.0 on its outcome, any other starts from 0.0 and adds
/// `child / moves` for each child in the order of moves.
///
/// Positions of one orbit may differ in the last bit, so the tree must not be reduced.
pub fn float_playouts<G: Game>(tree: &Tree<Unreduced<G>>) -> Table<FloatPlayouts> {
    let game = tree.game();
    tree.backward(|position, children| {
        if let Some(outcome) = game.outcome(position) {
            let one = |of| if of == outcome { 1.0 } else { 0.0 };
            return FloatPlayouts {
                o: one(Outcome::OWins),
                x: one(Outcome::XWins),
                draw: one(Outcome::Draw),
            };
        }
        let moves = f64::from(u8::try_from(children.len()).expect("at most 64 moves"));
        children.values().fold(FloatPlayouts::default(), |sum, child: FloatPlayouts| {
            FloatPlayouts {
                o: sum.o + child.o / moves,
                x: sum.x + child.x / moves,
                draw: sum.draw + child.draw / moves,
            }
        })
    })
}
