#![deny(clippy::float_arithmetic)]

use std::cmp::Ordering;
use std::num::{NonZeroU8, NonZeroU32};
use std::time::{Duration, Instant};

use exactplay_finite::Sharing;
use exactplay_game::{Game, Move, MoveSet, Outcome, Player, perft};

use crate::lookahead::Prospect;
use crate::{Chooser, Dice, Preference, playout};

/// Primitive Monte Carlo that makes its playouts: it plays random games from its position and makes the move whose games
/// went best, any of the best with the same probability.
///
/// What is compared are rates, exactly. A move without playouts has rate zero and is not excluded; a single legal move
/// needs none.
///
/// At depth 1 the playouts begin with the moves, shared as [`Sharing`] says. At depth n they begin n plies ahead, each
/// sequence of n moves getting an equal share of them (or all, under [`Sharing::PerMove`]), and a uniformly random subset
/// of the sequences one more where they do not divide the total. Games that end within n plies count by their outcome; the
/// player maximises and the opponent minimises what that comes to. Its cost is that of walking the sequences twice, and
/// of the playouts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SampledMonteCarlo {
    /// What makes a move better than another.
    pub preference: Preference,
    /// How many plies ahead the playouts begin.
    pub depth: NonZeroU8,
    /// The number of playouts: for each move (or sequence) under [`Sharing::PerMove`], otherwise in all.
    pub playouts: NonZeroU32,
    /// How they are shared.
    pub sharing: Sharing,
    /// How long they may take together. The clock is read before each, and equal shares are also shares of the time.
    pub time: Option<Duration>,
}

/// What the playouts booked under one move came to for the player who makes them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many there were.
    pub playouts: u32,
    /// Those won.
    pub won: u32,
    /// Those drawn.
    pub drawn: u32,
}

impl Tally {
    fn add(&mut self, outcome: Outcome, player: Player) {
        self.playouts += 1;
        match outcome.seen_by(player) {
            Outcome::OWins => self.won += 1,
            Outcome::Draw => self.drawn += 1,
            Outcome::XWins => {}
        }
    }

    /// The rates, over the common denominator with those of another tally.
    fn prospect(self, other: Self) -> Prospect {
        let factor = u128::from(other.playouts.max(1));
        Prospect { win: u128::from(self.won) * factor, draw: u128::from(self.drawn) * factor }
    }
}

impl SampledMonteCarlo {
    fn compare(&self, a: Tally, b: Tally) -> Ordering {
        self.preference.compare(a.prospect(b), b.prospect(a))
    }

    /// Makes the playouts for a decision: what those under each move came to, in the order of the moves. A single legal
    /// move gets none.
    pub fn tallies<G: Game>(&self, game: &G, position: G::Position, dice: &mut Dice) -> Vec<Tally> {
        if game.move_set(position).len() == 1 {
            return vec![Tally::default()];
        }
        if self.depth == NonZeroU8::MIN && self.sharing == Sharing::Random {
            return self.shared_randomly(game, position, dice);
        }
        let mut reading = Reading::new(self, game, position, dice);
        let children = game.moves(position).map(|mv| game.play(position, mv));
        children.map(|child| reading.tally(child, self.depth.get() - 1)).collect()
    }

    /// The tally of each move when the first move of each playout is random.
    fn shared_randomly<G: Game>(
        &self,
        game: &G,
        position: G::Position,
        dice: &mut Dice,
    ) -> Vec<Tally> {
        let turn = game.turn(position);
        let children = game.moves(position).map(|mv| (game.play(position, mv), Tally::default()));
        let mut children: Vec<_> = children.collect();
        let deadline = self.time.map(|time| Instant::now() + time);
        for _ in 0..self.playouts.get() {
            if is_past(deadline) {
                break;
            }
            let drawn = usize::try_from(dice.below(children.len() as u64)).expect("few moves");
            let (child, tally) = &mut children[drawn];
            tally.add(playout(game, *child, dice), turn);
        }
        children.into_iter().map(|(_, tally)| tally).collect()
    }
}

fn is_past(deadline: Option<Instant>) -> bool {
    deadline.is_some_and(|deadline| Instant::now() > deadline)
}

impl<G: Game> Chooser<G> for SampledMonteCarlo {
    fn choose(&self, game: &G, position: G::Position, dice: &mut Dice) -> Move {
        let moves = game.move_set(position);
        if moves.len() == 1 {
            return moves.nth(0);
        }
        let tallies = self.tallies(game, position, dice);
        let best = tallies.iter().copied().max_by(|&a, &b| self.compare(a, b)).expect("a move");
        let is_best = |tally| self.compare(tally, best) == Ordering::Equal;
        let best: MoveSet =
            moves.into_iter().zip(tallies).filter(|&(_, t)| is_best(t)).map(|(mv, _)| mv).collect();
        dice.pick(best)
    }
}

/// A walk of all sequences of moves to the horizon, where playouts begin in equal shares.
struct Reading<'a, G: Game> {
    player: &'a SampledMonteCarlo,
    game: &'a G,
    turn: Player,
    dice: &'a mut Dice,
    started: Instant,
    /// Playouts of every sequence.
    share: u32,
    /// Sequences still to come that get one more.
    leftovers: u64,
    /// Sequences in all.
    sequences: u64,
    /// Sequences walked.
    walked: u64,
}

impl<'a, G: Game> Reading<'a, G> {
    fn new(
        player: &'a SampledMonteCarlo,
        game: &'a G,
        position: G::Position,
        dice: &'a mut Dice,
    ) -> Self {
        let started = Instant::now();
        let sequences = perft(game, position, player.depth.get());
        let playouts = player.playouts.get();
        let (share, leftovers) = match player.sharing {
            Sharing::PerMove => (playouts, 0),
            Sharing::Random | Sharing::Even => {
                let total = u64::from(playouts);
                let share = total.checked_div(sequences).unwrap_or(0);
                (u32::try_from(share).expect("a part"), total - share * sequences)
            }
        };
        let turn = game.turn(position);
        Self { player, game, turn, dice, started, share, leftovers, sequences, walked: 0 }
    }

    /// The tally of a position from which the horizon is so many plies away.
    fn tally(&mut self, position: G::Position, plies: u8) -> Tally {
        if plies == 0 {
            return self.at_horizon(position);
        }
        let game = self.game;
        if let Some(outcome) = game.outcome(position) {
            return self.finished(outcome);
        }
        let tallies = game.moves(position).map(|mv| self.tally(game.play(position, mv), plies - 1));
        let tallies: Vec<_> = tallies.collect();
        let compare = |&a: &Tally, &b: &Tally| self.player.compare(a, b);
        let best = if game.turn(position) == self.turn {
            tallies.into_iter().max_by(compare)
        } else {
            tallies.into_iter().min_by(compare)
        };
        best.expect("a position in progress has moves")
    }

    fn at_horizon(&mut self, position: G::Position) -> Tally {
        // Selection sampling: this sequence is one of the leftovers among those that are not yet walked.
        let one_more =
            self.leftovers > 0 && self.dice.below(self.sequences - self.walked) < self.leftovers;
        self.leftovers -= u64::from(one_more);
        self.walked += 1;
        if self.player.depth > NonZeroU8::MIN
            && let Some(outcome) = self.game.outcome(position)
        {
            return self.finished(outcome);
        }
        let deadline = self.deadline();
        let mut tally = Tally::default();
        for _ in 0..self.share + u32::from(one_more) {
            if is_past(deadline) {
                break;
            }
            tally.add(playout(self.game, position, self.dice), self.turn);
        }
        tally
    }

    fn finished(&self, outcome: Outcome) -> Tally {
        let mut tally = Tally::default();
        tally.add(outcome, self.turn);
        tally
    }

    /// When the sequences walked so far must be done.
    fn deadline(&self) -> Option<Instant> {
        let nanoseconds = self.player.time?.as_nanos() * u128::from(self.walked);
        let nanoseconds = nanoseconds / u128::from(self.sequences);
        Some(self.started + Duration::from_nanos(u64::try_from(nanoseconds).expect("centuries")))
    }
}

#[cfg(test)]
mod tests {
    use exactplay_rules::Mnk;

    use super::*;

    fn player(playouts: u32, sharing: Sharing, depth: u8) -> SampledMonteCarlo {
        SampledMonteCarlo {
            preference: crate::MONTE_CARLO_PLAYERS[1].what,
            depth: NonZeroU8::new(depth).unwrap(),
            playouts: NonZeroU32::new(playouts).unwrap(),
            sharing,
            time: None,
        }
    }

    /// How many playouts the sequences to the horizon get from the start, and how many sequences get so many.
    fn shares(player: &SampledMonteCarlo) -> Vec<(u32, u64)> {
        let game = Mnk::new(3, 3, 3, Player::O).unwrap();
        let mut dice = Dice::new([0; 4]);
        let mut reading = Reading::new(player, &game, game.start(), &mut dice);
        let (low, sequences) = (reading.share, reading.sequences);
        let mut counts = vec![(low, 0), (low + 1, 0)];
        for _ in 0..sequences {
            let before = reading.leftovers;
            reading.at_horizon(game.parse("oox/xxo/o..").unwrap());
            counts[usize::from(reading.leftovers < before)].1 += 1;
        }
        assert_eq!(reading.leftovers, 0);
        counts
    }

    /// The published table: 10,000 playouts over 9, 72, 504, 3,024 and 15,120 sequences.
    #[test]
    fn sequences_get_equal_shares_and_leftovers_are_spread() {
        let of = |depth| shares(&player(10_000, Sharing::Random, depth));
        assert_eq!(shares(&player(10_000, Sharing::Even, 1)), [(1_111, 8), (1_112, 1)]);
        assert_eq!(of(2), [(138, 8), (139, 64)]);
        assert_eq!(of(3), [(19, 80), (20, 424)]);
        assert_eq!(of(4), [(3, 2_096), (4, 928)]);
        assert_eq!(of(5), [(0, 5_120), (1, 10_000)]);
        assert_eq!(shares(&player(7, Sharing::PerMove, 2)), [(7, 72), (8, 0)]);
    }

    #[test]
    fn rates_compare_exactly_whatever_the_numbers_of_playouts() {
        let player = player(1, Sharing::Random, 1);
        let tally = |playouts, won, drawn| Tally { playouts, won, drawn };
        assert_eq!(player.compare(tally(3, 1, 0), tally(6, 1, 2)), Ordering::Equal);
        assert_eq!(
            player.compare(tally(3, 1, 0), tally(u32::MAX, u32::MAX / 3, 0)),
            Ordering::Equal
        );
        assert_eq!(
            player.compare(tally(3, 1, 0), tally(u32::MAX, u32::MAX / 3, 1)),
            Ordering::Less
        );
        assert_eq!(player.compare(Tally::default(), tally(9, 0, 0)), Ordering::Equal);
    }

    #[test]
    fn no_time_leaves_all_moves_alike() {
        let game = Mnk::new(3, 3, 3, Player::O).unwrap();
        let mut dice = Dice::new([5; 4]);
        for (sharing, depth) in [(Sharing::Random, 1), (Sharing::Even, 1), (Sharing::Random, 3)] {
            let hasty = SampledMonteCarlo {
                time: Some(Duration::ZERO),
                ..player(u32::MAX, sharing, depth)
            };
            let chosen: MoveSet =
                (0..200).map(|_| hasty.choose(&game, game.start(), &mut dice)).collect();
            assert_eq!(chosen, game.move_set(game.start()));
        }
    }
}
