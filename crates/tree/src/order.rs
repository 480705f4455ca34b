use exactplay_game::Game;

use crate::tree::Tree;

impl<G: Game> Tree<G> {
    /// The positions in the order in which a breadth-first walk with ascending moves first meets their orbits: the order
    /// of the tutorials' files and lists. Each orbit is represented by the position that is met first.
    ///
    /// Only for merged trees. Walking on from the first representative of every orbit finds the same representatives as
    /// walking over all positions: whichever comes first in an orbit was reached from the first of its parent's orbit,
    /// since moving that whole path by a symmetry would otherwise give an earlier one.
    pub fn first_met(&self) -> Vec<G::Position> {
        let mut met = vec![false; self.len()];
        met[Self::START as usize] = true;
        let mut order = Vec::with_capacity(self.len());
        order.push(self.game.start());
        let mut next = 0;
        while let Some(&position) = order.get(next) {
            next += 1;
            for mv in self.game.moves(position) {
                let child = self.game.play(position, mv);
                let id = self.id(child).expect("enumerated") as usize;
                if !std::mem::replace(&mut met[id], true) {
                    order.push(child);
                }
            }
        }
        order
    }
}
