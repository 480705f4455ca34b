use std::num::NonZeroU8;

use exactplay_game::{
    Game, Move, Outcome, Player, Playouts, Policy, Unreduced, fraction, nearest_f64,
};
use exactplay_players::{DrawWeight, MonteCarlo, Preference};
use exactplay_tree::{Analysis, Record, Tree};
use num_traits::ToPrimitive as _;
use serde::{Deserialize, Serialize};

/// What is known about one position, as one row of a dataset.
///
/// The order of the fields is the order of the bytes of an `.xp` record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The number of the row, from 0.
    pub id: u32,
    /// The position in notation.
    pub board: String,
    /// The player to move; nobody in a finished position.
    pub to_move: Option<Player>,
    /// Moves made so far.
    pub ply: u8,
    /// How the game ended, if it has.
    pub outcome: Option<Outcome>,
    /// Who wins under optimal play.
    pub value: Outcome,
    /// Plies until that is so.
    pub plies_to_end: u8,
    /// Twice the scores: default, shortest, shortest with the separate draw pass.
    pub score_halves: [i16; 3],
    /// The best moves under the same three rules.
    pub best_moves: [MoveSet; 3],
    /// How random play ends: weights of o wins, draw, x wins in lowest terms, over their sum.
    pub playouts: [u128; 3],
    /// The moves of the infinite Monte-Carlo player that compares win rates, then draw rates.
    pub pmc_moves: MoveSet,
    /// The moves of the one that compares P(win) + P(draw) / 2.
    pub pmc2_moves: MoveSet,
    /// Whether the first leaves the best moves (default rule); nothing in a finished position.
    pub pmc_error: Option<PmcError>,
    /// Whether the second does.
    pub pmc2_error: Option<PmcError>,
    /// The number of its orbit: the `id` of the same orbit in the dataset of canonical positions.
    pub canonical_id: u32,
    /// Distinct positions in its orbit.
    pub orbit_size: u32,
}

/// A set of moves, bit `m` standing for `Move(m)`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MoveSet(pub u64);

impl MoveSet {
    /// The moves of the set, ascending.
    pub fn moves(self) -> impl Iterator<Item = Move> {
        (0..64).filter(move |mv| self.0 >> mv & 1 == 1).map(Move)
    }

    /// Whether every move of this set is in the other.
    pub fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }
}

impl FromIterator<Move> for MoveSet {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        Self(moves.into_iter().fold(0, |set, mv| set | 1 << mv.0))
    }
}

/// Whether a player that takes one of its moves at random leaves the best moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PmcError {
    /// Every move it may play is best.
    None,
    /// Some are.
    Tie,
    /// None is.
    Always,
}

impl PmcError {
    fn of(played: MoveSet, best: MoveSet) -> Self {
        if played.is_subset(best) {
            Self::None
        } else if played.0 & best.0 != 0 {
            Self::Tie
        } else {
            Self::Always
        }
    }

    /// The word for it in text formats.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Tie => "tie",
            Self::Always => "always",
        }
    }
}

/// Which positions a dataset has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Positions {
    /// Every reachable position, in the order in which a breadth-first walk meets them.
    All,
    /// The canonical position of every orbit, ascending within a ply.
    Canonical,
}

impl Positions {
    /// The word for it in options and headers.
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Canonical => "canonical",
        }
    }

    /// The positions, in the order of the dataset. `full` gives the tree of all positions, where it is needed.
    pub fn list<'a, G: Game + 'a>(
        self,
        analysis: &Analysis<G>,
        full: impl FnOnce() -> &'a Tree<Unreduced<G>>,
    ) -> Vec<G::Position> {
        match self {
            Self::All => full().first_met(),
            Self::Canonical => {
                analysis.tree().layers().flatten().map(|id| analysis.tree().position(id)).collect()
            }
        }
    }
}

/// The largest common denominator of playout probabilities in a game, in lowest terms: what a format with integers of a
/// fixed width must hold.
pub fn largest_denominator<G: Game>(analysis: &Analysis<G>) -> u128 {
    let orbits = analysis.tree().layers().flatten();
    orbits.map(|id| analysis.playouts(id).total()).max().expect("every game has a start")
}

/// The names of the moves of a game, `Move(0)` first.
pub(crate) fn move_names<G: Game>(game: &G) -> Vec<String> {
    let moves = (0..64).map(Move);
    let named = moves.map(|mv| (mv, game.move_name(mv)));
    named
        .take_while(|(mv, name)| game.parse_move(name) == Some(*mv))
        .map(|(_, name)| name)
        .collect()
}

/// The rows of a dataset of these positions.
pub fn rows<'a, G: Game>(
    analysis: &'a Analysis<G>,
    positions: &'a [G::Position],
) -> impl Iterator<Item = Row> + 'a {
    let pmc = MonteCarlo::new(analysis, Preference::WinThenDraw, NonZeroU8::MIN);
    let pmc2 = MonteCarlo::new(analysis, Preference::Weighted(DrawWeight::HALF), NonZeroU8::MIN);
    (0..).zip(positions).map(move |(id, &position)| {
        let record = analysis.record(position);
        let played = |player: &MonteCarlo<'_, G>| -> MoveSet {
            if record.outcome.is_some() {
                return MoveSet::default();
            }
            player.distribution(analysis.game(), position).moves().collect()
        };
        let canonical_id = analysis.id(position);
        Row::new((id, canonical_id), analysis.game(), &record, played(&pmc), played(&pmc2))
    })
}

impl Row {
    pub(crate) fn new<G: Game>(
        (id, canonical_id): (u32, u32),
        game: &G,
        record: &Record<G::Position>,
        pmc_moves: MoveSet,
        pmc2_moves: MoveSet,
    ) -> Self {
        let best_moves = record
            .best_moves
            .each_ref()
            .map(|moves| moves.iter().flatten().copied().collect::<MoveSet>());
        let playouts = record.playouts.exact().expect("an exact record");
        let error = |played| record.outcome.is_none().then(|| PmcError::of(played, best_moves[0]));
        let weight = |outcome| playouts.weight(outcome);
        Self {
            id,
            board: game.notation(record.position),
            to_move: record.outcome.is_none().then_some(record.turn),
            ply: record.ply,
            outcome: record.outcome,
            value: record.value.outcome,
            plies_to_end: record.value.plies,
            score_halves: record.scores.map(|score| score.expect("an exact record").halves()),
            best_moves,
            playouts: [weight(Outcome::OWins), weight(Outcome::Draw), weight(Outcome::XWins)],
            pmc_moves,
            pmc2_moves,
            pmc_error: error(pmc_moves),
            pmc2_error: error(pmc2_moves),
            canonical_id,
            orbit_size: record.orbit_size,
        }
    }

    /// The common denominator of the playout probabilities.
    pub fn playout_den(&self) -> u128 {
        self.playouts.iter().sum()
    }

    /// P(o wins) + P(draw) / 2 under random play, rounded once.
    pub fn ps_o(&self) -> f64 {
        let [o, draw, _] = self.playouts;
        let den = self.playout_den();
        match (2_u128.checked_mul(den), o.checked_mul(2).and_then(|twice| twice.checked_add(draw)))
        {
            (Some(den), Some(numerator)) => nearest_f64(numerator, den),
            _ => (fraction(o, den) + fraction(draw, den) / fraction(2, 1))
                .to_f64()
                .expect("at most one"),
        }
    }

    /// How the game ended, or that it goes on, as text formats say it.
    pub fn status(&self) -> &'static str {
        match self.outcome {
            None => "playing",
            Some(Outcome::OWins) => "o",
            Some(Outcome::Draw) => "draw",
            Some(Outcome::XWins) => "x",
        }
    }

    /// Whether the parts of a row that has been read fit together.
    pub(crate) fn is_consistent(&self) -> bool {
        let [o, draw, x] = self.playouts;
        let reduced =
            Playouts::new(o, draw, x).is_some_and(|playouts| playouts.weight(Outcome::OWins) == o);
        let finished = self.outcome.is_some();
        let mut moves = [self.pmc_moves, self.pmc2_moves].into_iter().chain(self.best_moves);
        reduced
            && self.to_move.is_none() == finished
            && self.pmc_error.is_none() == finished
            && self.pmc2_error.is_none() == finished
            && moves.all(|set| (set.0 == 0) == finished)
    }
}
