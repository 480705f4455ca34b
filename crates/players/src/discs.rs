#![deny(clippy::float_arithmetic)]

use exactplay_game::{Game, Move, MoveDistribution, Player, Policy};

use crate::Named;

/// A player of Othello that looks at the board after its move and no further: it makes the move after which its discs
/// are worth most, less those of the opponent; of equal moves any with the same probability.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiscRule {
    /// Every disc is worth one, so that it is the move which leaves most discs of one's own.
    Count,
    /// A disc is worth ten times as much for each edge of the board that it lies on: 1 inside, 10 on an edge, 100 in a
    /// corner. On the edge cells beside a corner it is worth nothing, since from there the opponent gets the corner.
    ///
    /// On 4x4 all edge cells are beside a corner.
    Place,
}

/// The players that value discs.
pub const DISC_PLAYERS: &[Named<DiscRule>] = &[
    Named {
        name: "discs",
        description: "Othello: the move that leaves it most discs",
        what: DiscRule::Count,
    },
    Named {
        name: "positional",
        description: "Othello: the move that leaves it the best discs: corner 100, edge 10, beside a corner 0, inside 1",
        what: DiscRule::Place,
    },
];

/// What a disc is worth on each cell of a board, as sets of cells of equal worth.
#[derive(Debug, Clone)]
pub(crate) struct DiscWorth(Vec<(u64, i32)>);

impl DiscWorth {
    /// The worth of discs on a square board.
    pub(crate) fn of(rule: DiscRule, size: u8) -> Self {
        let mut sets: Vec<(u64, i32)> = Vec::new();
        for (x, y) in (0..size).flat_map(|x| (0..size).map(move |y| (x, y))) {
            let worth = rule.worth(size, x, y);
            let cell = 1 << (x * size + y);
            match sets.iter_mut().find(|set| set.1 == worth) {
                _ if worth == 0 => {}
                Some((cells, _)) => *cells |= cell,
                None => sets.push((cell, worth)),
            }
        }
        Self(sets)
    }

    /// What the discs of o are worth, less those of x.
    pub(crate) fn balance<G: Game>(&self, game: &G, position: G::Position) -> i32 {
        let [o, x] = [Player::O, Player::X].map(|player| game.stones_of(position, player));
        let count = |cells: u64| cells.count_ones().cast_signed();
        self.0.iter().map(|(cells, worth)| worth * (count(o & cells) - count(x & cells))).sum()
    }
}

impl DiscRule {
    /// Whether the rule knows the game, which is Othello on a board of any size.
    pub fn plays<G: Game>(game: &G) -> bool {
        game.name().starts_with("othello:")
    }

    /// What a disc is worth at column `x`, row `y`.
    fn worth(self, size: u8, x: u8, y: u8) -> i32 {
        let last = size - 1;
        let from_edge = |at: u8| at.min(last - at);
        match (self, from_edge(x).min(from_edge(y)), from_edge(x).max(from_edge(y))) {
            (Self::Place, 0, 0) => 100,
            (Self::Place, 0, 1) => 0,
            (Self::Place, 0, _) => 10,
            (Self::Count | Self::Place, _, _) => 1,
        }
    }
}

impl<G: Game> Policy<G> for DiscRule {
    fn is_equivariant(&self) -> bool {
        true
    }

    fn distribution(&self, game: &G, position: G::Position) -> MoveDistribution {
        let worth = DiscWorth::of(*self, game.width());
        let sign = match game.turn(position) {
            Player::O => 1,
            Player::X => -1,
        };
        let after = |mv: Move| sign * worth.balance(game, game.play(position, mv));
        let moves: Vec<_> = game.moves(position).map(|mv| (mv, after(mv))).collect();
        let best = moves.iter().map(|&(_, worth)| worth).max();
        let best = moves.into_iter().filter(|&(_, worth)| Some(worth) == best);
        MoveDistribution::uniform(best.map(|(mv, _)| mv))
    }
}

#[cfg(test)]
mod tests {
    use exactplay_rules::Othello;

    use super::*;

    fn table(size: u8) -> Vec<Vec<i32>> {
        let row = |y| (0..size).map(|x| DiscRule::Place.worth(size, x, y)).collect();
        (0..size).map(row).collect()
    }

    #[test]
    fn the_move_after_which_the_discs_are_worth_most_is_made() {
        let game = Othello::new(8, Player::O).unwrap();
        let played = |rule: DiscRule, position| {
            let moves = rule.distribution(&game, game.parse(position).unwrap());
            moves.moves().map(|mv| game.move_name(mv)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(played(DiscRule::Count, "-"), "c4 d3 e6 f5");
        assert_eq!(played(DiscRule::Place, "-"), "c4 d3 e6 f5");
        // Three discs turn over on the edge, one in the corner.
        let position = ".xo...../..o...../..o...../...oxxx./...xo.../......../......../........ o";
        assert_eq!(played(DiscRule::Count, position), "h4");
        assert_eq!(played(DiscRule::Place, position), "a1");
    }

    #[test]
    fn places_are_worth_what_their_edges_say() {
        let edge = vec![100, 0, 10, 10, 10, 10, 0, 100];
        let beside = vec![0, 1, 1, 1, 1, 1, 1, 0];
        let middle = vec![10, 1, 1, 1, 1, 1, 1, 10];
        let upper = [edge, beside, middle.clone(), middle];
        assert_eq!(table(8), [upper.to_vec(), upper.iter().rev().cloned().collect()].concat());
        assert_eq!(table(6)[..2], [[100, 0, 10, 10, 0, 100], [0, 1, 1, 1, 1, 0]]);
        assert_eq!(table(4)[..2], [[100, 0, 0, 100], [0, 1, 1, 0]]);
    }
}
