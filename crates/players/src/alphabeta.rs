#![deny(clippy::float_arithmetic)]

use std::num::NonZeroU8;
use std::ops::ControlFlow;

use exactplay_game::{Game, Move, MoveDistribution, MoveSet, Outcome, Player, Policy};

use crate::discs::{DiscRule, DiscWorth};
use crate::transpositions::Transpositions;

/// A player that reads a fixed number of plies ahead, by alpha-beta search, and makes any of the moves that are best as
/// far as it sees, each with the same probability.
///
/// It needs no table of the game's values and plays on boards of any size. Games that end within its depth are worth how
/// they end: a win before everything else, and of wins the sooner, or where [`Evaluation`] counts discs the one by more
/// discs; of losses the later, or the one by fewer discs; draws are all alike. Positions `depth` plies ahead in which the
/// game goes on are worth what the evaluation says. Where all games end within its depth its moves are therefore best
/// moves.
///
/// What it plays is that of plain minimax to the same depth: pruning, the order of moves and what its table remembers
/// save time and change nothing. Every best move is found, not only one: the others are searched until they are proved
/// worse. A decision takes up to 50 MB, and forgets everything after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AlphaBeta {
    /// How many plies it reads ahead.
    pub depth: NonZeroU8,
    /// What it thinks of positions at that depth.
    pub evaluation: Evaluation,
}

/// What a position in progress is thought to be worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evaluation {
    /// The same as a draw: nothing is known.
    Neutral,
    /// What the discs are worth by a rule, own less the opponent's. For Othello only.
    Discs(DiscRule),
}

/// What reading ahead finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// What the position is worth to o, and its negative to x.
    ///
    /// A game won by o is worth [`WON`](Self::WON) and 64 less the plies from the start to its end more, or where the
    /// evaluation counts discs the margin more. A draw is worth 0. Evaluations stay below `WON`.
    pub worth: i32,
    /// The moves that are worth as much to the player to move.
    pub best: MoveSet,
    /// How many positions were visited, those after the moves of the position included.
    pub nodes: u64,
}

impl Reading {
    /// The least that a won game is worth.
    pub const WON: i32 = 1 << 20;

    /// Who wins, if the end was in sight and somebody does.
    pub fn winner(&self) -> Option<Player> {
        match self.worth {
            Self::WON.. => Some(Player::O),
            worth if worth <= -Self::WON => Some(Player::X),
            _ => None,
        }
    }
}

/// Beyond everything that a position can be worth.
const INFINITE: i32 = 2 * Reading::WON;

/// Entries in one generation of the table.
const CAPACITY: usize = 7 << 16;

impl AlphaBeta {
    /// The player of a game that reads so many plies ahead. Unless told otherwise it values the places of discs in
    /// Othello, and nothing in other games.
    pub fn new<G: Game>(game: &G, depth: NonZeroU8, evaluation: Option<Evaluation>) -> Self {
        let usual = if DiscRule::plays(game) {
            Evaluation::Discs(DiscRule::Place)
        } else {
            Evaluation::Neutral
        };
        Self { depth, evaluation: evaluation.unwrap_or(usual) }
    }

    /// Reads ahead from a position in progress.
    pub fn read<G: Game>(self, game: &G, position: G::Position) -> Reading {
        self.read_remembering(game, position, CAPACITY)
    }

    /// Reads ahead with so many entries in a generation of the table.
    fn read_remembering<G: Game>(
        self,
        game: &G,
        position: G::Position,
        capacity: usize,
    ) -> Reading {
        Search::new(game, position, self.evaluation, capacity).root(position, self.depth.get())
    }
}

/// What is known of a position, as its player to move sees it.
#[derive(Debug, Clone, Copy)]
struct Entry {
    at_least: i32,
    at_most: i32,
    /// The move that proved best, or good enough to look no further.
    first: Move,
}

/// The search of one decision. Worth is as the player to move sees it.
///
/// Every move is a ply, so that how far is read from a position is the same whatever moves led to it, and what is
/// remembered about a position holds wherever in the search it comes up.
struct Search<'a, G: Game> {
    game: &'a G,
    /// The worth of discs, or nothing where positions are thought to be even and the sooner win is the better one.
    discs: Option<DiscWorth>,
    table: Transpositions<G::Position, Entry>,
    /// Whether the table keeps one entry for all images of a position. It pays only where reading begins at a position
    /// with a symmetry: few others lead to images of the same position.
    by_orbit: bool,
    /// How often each move was good enough to look no further, wherever the player could make it.
    merits: [[u64; 64]; 2],
    nodes: u64,
}

/// How a position stands: its moves, or how the game ended.
type Standing = ControlFlow<Outcome, MoveSet>;

impl<'a, G: Game> Search<'a, G> {
    fn new(game: &'a G, root: G::Position, evaluation: Evaluation, capacity: usize) -> Self {
        let discs = match evaluation {
            Evaluation::Neutral => None,
            Evaluation::Discs(rule) => Some(DiscWorth::of(rule, game.width())),
        };
        let table = Transpositions::new(capacity);
        let by_orbit = (game.orbit_size(root) as usize) < game.symmetries().len();
        Self { game, discs, table, by_orbit, merits: [[0; 64]; 2], nodes: 0 }
    }

    /// Reads ahead so many plies from a position in progress.
    fn root(mut self, position: G::Position, plies: u8) -> Reading {
        let turn = self.game.turn(position);
        let mut moves = self.game.move_set(position);
        let (mut most, mut best) = (-INFINITE, MoveSet::default());
        while let Some(mv) = self.promising(moves, turn) {
            moves.0 &= !(1 << mv.0);
            // What is as good must come out exactly, so that only what is worse may be cut off.
            let worth = self.after(position, mv, plies, most - 1, INFINITE);
            if worth > most {
                (most, best) = (worth, MoveSet::default());
            }
            if worth == most {
                best.0 |= 1 << mv.0;
            }
        }
        Reading { worth: seen_by(turn, most), best, nodes: self.nodes }
    }

    /// The worth of making a move, read so many plies ahead, the move included: exact between `low` and `high`, at most
    /// `low` an upper and from `high` a lower bound.
    fn after(&mut self, position: G::Position, mv: Move, plies: u8, low: i32, high: i32) -> i32 {
        let (child, standing) = self.game.advance(position, mv);
        if self.game.turn(child) == self.game.turn(position) {
            self.worth(child, standing, plies - 1, low, high)
        } else {
            -self.worth(child, standing, plies - 1, -high, -low)
        }
    }

    /// The worth of a position, under the same contract.
    fn worth(
        &mut self,
        position: G::Position,
        standing: Standing,
        plies: u8,
        mut low: i32,
        high: i32,
    ) -> i32 {
        self.nodes += 1;
        let turn = self.game.turn(position);
        let mut moves = match standing {
            ControlFlow::Break(outcome) => return seen_by(turn, self.ended(position, outcome)),
            ControlFlow::Continue(moves) => moves,
        };
        if plies == 0 {
            let balance = |discs: &DiscWorth| discs.balance(self.game, position);
            return seen_by(turn, self.discs.as_ref().map_or(0, balance));
        }
        if self.discs.is_none() {
            // At best the next move wins, and at worst it loses.
            let most = won_at(self.game.ply(position) + 1);
            if most <= low {
                return most;
            }
            if -most >= high {
                return -most;
            }
        }
        // With one ply to go a look-up costs as much as the moves.
        let key = (plies > 1).then(|| self.key(position));
        let known = key.and_then(|key| self.table.get(key));
        if let Some(Entry { at_least, at_most, .. }) = known {
            if at_least >= high || at_least == at_most {
                return at_least;
            }
            if at_most <= low {
                return at_most;
            }
        }
        // An entry of the orbit may name the move of another image, which is as good a guess as any if it is legal.
        let first = known.map(|entry| entry.first).filter(|mv| moves.0 >> mv.0 & 1 == 1);
        let (from, mut first) = (low, first);
        let (mut most, mut best) = (-INFINITE, Move(0));
        while let Some(mv) = first.take().or_else(|| self.promising(moves, turn)) {
            moves.0 &= !(1 << mv.0);
            let worth = self.after(position, mv, plies, low, high);
            if worth > most {
                (most, best) = (worth, mv);
            }
            if most >= high {
                self.merits[turn as usize][usize::from(mv.0)] += u64::from(plies).pow(2);
                break;
            }
            low = low.max(most);
        }
        if let Some(key) = key {
            let at_least = if most > from { most } else { -INFINITE };
            let at_most = if most < high { most } else { INFINITE };
            self.table.put(key, Entry { at_least, at_most, first: best });
        }
        most
    }

    /// What the table knows a position by.
    fn key(&self, position: G::Position) -> G::Position {
        if self.by_orbit { self.game.canonical(position) } else { position }
    }

    /// The first of the moves that did best elsewhere.
    fn promising(&self, moves: MoveSet, turn: Player) -> Option<Move> {
        let merit = |mv: Move| self.merits[turn as usize][usize::from(mv.0)];
        moves.into_iter().reduce(|best, mv| if merit(mv) > merit(best) { mv } else { best })
    }

    /// What a finished game is worth to o.
    fn ended(&self, position: G::Position, outcome: Outcome) -> i32 {
        let won = match &self.discs {
            Some(_) => {
                let [o, x] = [Player::O, Player::X].map(|p| self.game.stones_of(position, p));
                Reading::WON + o.count_ones().abs_diff(x.count_ones()).cast_signed()
            }
            None => won_at(self.game.ply(position)),
        };
        match outcome {
            Outcome::OWins => won,
            Outcome::Draw => 0,
            Outcome::XWins => -won,
        }
    }
}

/// What it is worth to win at a ply.
fn won_at(ply: u8) -> i32 {
    Reading::WON + 64 - i32::from(ply)
}

/// What is worth so much to o, as a player sees it, or the reverse.
fn seen_by(player: Player, worth: i32) -> i32 {
    match player {
        Player::O => worth,
        Player::X => -worth,
    }
}

impl<G: Game> Policy<G> for AlphaBeta {
    fn is_equivariant(&self) -> bool {
        true
    }

    fn distribution(&self, game: &G, position: G::Position) -> MoveDistribution {
        MoveDistribution::uniform(self.read(game, position).best)
    }
}

#[cfg(test)]
mod tests {
    use exactplay_rules::{Connect, Mnk, Othello};

    use super::*;
    use crate::Dice;

    /// The reading is the same without a table, with one that forgets all the time, and with the usual one; only the
    /// number of nodes differs.
    fn assert_table_changes_nothing<G: Game>(game: &G, evaluation: Evaluation, depth: u8) {
        let player = AlphaBeta { depth: NonZeroU8::new(depth).unwrap(), evaluation };
        let mut dice = Dice::new([7, 0, 0, 0]);
        for _ in 0..8 {
            let mut position = game.start();
            while game.outcome(position).is_none() {
                let read = |capacity| {
                    let reading = player.read_remembering(game, position, capacity);
                    (reading.worth, reading.best)
                };
                assert_eq!(read(CAPACITY), read(0), "{}", game.notation(position));
                assert_eq!(read(CAPACITY), read(3), "{}", game.notation(position));
                position = game.play(position, dice.pick(game.move_set(position)));
            }
        }
    }

    #[test]
    fn the_table_changes_nothing() {
        assert_table_changes_nothing(
            &Mnk::new(4, 4, 4, Player::O).unwrap(),
            Evaluation::Neutral,
            3,
        );
        assert_table_changes_nothing(
            &Connect::new(6, 5, 4, Player::X).unwrap(),
            Evaluation::Neutral,
            5,
        );
        for rule in [DiscRule::Count, DiscRule::Place] {
            let game = Othello::new(6, Player::O).unwrap();
            assert_table_changes_nothing(&game, Evaluation::Discs(rule), 4);
        }
    }
}
