//! Which move a player with a finite number of random playouts chooses: the exact distribution, without sampling.
//!
//! A primitive Monte-Carlo player plays some number of uniformly random games from its position, books each under its
//! first move, and makes the move with the best result. Its move is random, but the law of that move is not: it follows
//! from the exact playout probabilities of each move. [`MonteCarlo::choice`] computes it in `f64` with a bound on the
//! error, and [`limit`] computes what it tends to as the playouts grow without end.
//!
//! # Method
//! Were the numbers of playouts of the moves independent, a sweep over all results a move can have, from the worst up,
//! would give the law: a move is chosen with a result when all others are below it or win the tie with luck. The
//! numbers do sum to a given total, so every probability becomes a power series in a variable that counts playouts, and
//! the coefficient at the total is extracted by a discrete Fourier transform: the same sweep at a number of nodes on a
//! circle. The modules follow this order:
//!
//! * `contenders`: the moves, merged where their playouts end alike;
//! * `counts`: how many playouts a move gets, as independent counts with a given sum, and the nodes that takes;
//! * `rows`: the law of the result of a move that got n playouts;
//! * `lattice`: all results in ascending order; `ties` splits those in which equal win rates are decided by the draw rate;
//! * `bins`: neighbouring results taken together, as the `steps` of the sweep. A step costs as much as there are nodes,
//!   so it pays to work out beforehand how ties of two come out within a step. Where three moves can meet in one it is
//!   not exact; how many results a step may have follows from a bound on that;
//! * `sweep`: the sweep at every node (`wave`: complex numbers, `quadrature`: how a tie is shared out);
//! * `limit` and `normal`: endlessly many playouts;
//! * `possible`: the moves that may be made at all.
//!
//! # Error
//! [`Choice::error`] bounds the distance of each probability from the true one. Every series has positive coefficients,
//! so that nothing at a node exceeds the same thing at the real point of the circle, where it is a probability: what is
//! left out anywhere is bounded by its probability there, divided by the probability of the total. To this the bound
//! adds the sums that alias at the nodes, the quadrature of ties, and a worst case of all roundings; see `bound`. At the
//! positions of tic-tac-toe the bound stays below 1e-12 for 5 playouts, 1e-9 for 100 and 1e-8 for 1,000; what the
//! probabilities sum to before they are divided by their sum is 1 to within 1e-13.
//!
//! ```
//! use exactplay_finite::{Comparison, MonteCarlo, Sharing};
//! use exactplay_game::{Player, Playouts};
//!
//! // After one move a playout is a toss of a coin, after the other a sure draw. Of two playouts, the coin gets both in a
//! // quarter of the cases, and is then level only if it loses twice; in half of the cases each gets one, and the coin must
//! // win; without any it scores nothing and is behind.
//! let moves = [Playouts::new(1, 0, 1), Playouts::new(0, 1, 0)].map(|playouts| playouts.expect("weights"));
//! let player = MonteCarlo { comparison: Comparison::HalfDraws, sharing: Sharing::Random, playouts: 2 };
//! let choice = player.choice(&moves, Player::O);
//! let coin = 0.25 * (0.75 + 0.25 * 0.5) + 0.5 * 0.5;
//! assert!((choice.probabilities[0] - coin).abs() < choice.error);
//! ```

mod bins;
mod bound;
mod contenders;
mod counts;
mod lattice;
mod limit;
mod normal;
mod poisson;
mod possible;
mod quadrature;
mod rows;
mod steps;
mod sweep;
mod ties;
mod wave;

use exactplay_game::{Player, Playouts};
use rayon::prelude::*;

pub use limit::limit;

use crate::contenders::Contenders;
use crate::counts::Counts;
use crate::lattice::{Lattice, half_draw_steps};
use crate::ties::draw_rate_steps;

/// How two moves are compared by the playouts that began with them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// By the rate of wins, and by the rate of draws when that is equal (the tutorials' `pmc`).
    WinsThenDraws,
    /// By the rate of wins plus half the rate of draws (the tutorials' `pmc2`).
    HalfDraws,
}

/// How the playouts are shared between the moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sharing {
    /// The first move of every playout is uniformly random. A move without playouts has rate zero and is not excluded.
    Random,
    /// Every move gets the stated number of playouts.
    PerMove,
    /// Equal shares; a uniformly random subset of the moves gets one more when they do not divide the total.
    Even,
}

/// A player that compares moves by a finite number of uniformly random playouts, and plays one of the best at random.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MonteCarlo {
    /// What makes a move better than another.
    pub comparison: Comparison,
    /// How many playouts each move gets.
    pub sharing: Sharing,
    /// The number of playouts: of each move under [`Sharing::PerMove`], otherwise in all.
    pub playouts: u32,
}

/// The probability with which each move is chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// One probability for each move, in the order of the moves; they sum to one.
    pub probabilities: Vec<f64>,
    /// A bound on the distance of each probability from the true one.
    pub error: f64,
    /// What the probabilities summed to, less one, before they were divided by their sum: a check on the computation.
    pub excess: f64,
}

impl Choice {
    /// The law over the moves, when this one is that of one move of each class.
    fn by_move(&self, contenders: &Contenders, moves: &[Playouts], turn: Player) -> Self {
        let probability =
            |&playouts: &Playouts| self.probabilities[contenders.class_of(playouts, turn)];
        Self { probabilities: moves.iter().map(probability).collect(), ..*self }
    }
}

impl MonteCarlo {
    /// The most playouts: with more, different rates could round to the same number.
    pub const MOST_PLAYOUTS: u32 = 1 << 24;

    /// The law of the move that `turn` makes where the legal moves lead to random play that ends as `moves` says.
    ///
    /// A single legal move needs no playouts. The cost grows with the number of different results that are likely:
    /// about the number of playouts under equal shares, but some 40 times that under random shares, and more where draws
    /// decide. Those are swept in some thousand steps, at as many nodes as four times the root of the number of playouts.
    /// All results are held in memory.
    ///
    /// # Panics
    /// When there is no move, or there are more than [`MOST_PLAYOUTS`](Self::MOST_PLAYOUTS).
    pub fn choice(self, moves: &[Playouts], turn: Player) -> Choice {
        assert!(!moves.is_empty(), "a choice has a move");
        let contenders = Contenders::new(moves, turn);
        self.by_class(&contenders).by_move(&contenders, moves, turn)
    }

    /// The law at each of many positions: [`choice`](Self::choice), but positions whose moves promise the same are
    /// solved once, and different ones in parallel.
    ///
    /// # Panics
    /// When a position has no move, or there are more than [`MOST_PLAYOUTS`](Self::MOST_PLAYOUTS).
    pub fn choices(self, positions: &[(Vec<Playouts>, Player)]) -> Vec<Choice> {
        assert!(positions.iter().all(|(moves, _)| !moves.is_empty()), "a choice has a move");
        let contenders = |(moves, turn): &(Vec<Playouts>, Player)| Contenders::new(moves, *turn);
        let mut distinct: Vec<_> = positions.iter().map(contenders).collect();
        distinct.sort_unstable();
        distinct.dedup();
        let laws: Vec<_> = distinct.par_iter().map(|one| self.by_class(one)).collect();
        let choice = |position: &(Vec<Playouts>, Player)| {
            let contenders = contenders(position);
            let place = distinct.binary_search(&contenders).expect("one of them");
            laws[place].by_move(&contenders, &position.0, position.1)
        };
        positions.iter().map(choice).collect()
    }

    /// The probability of one move of each class.
    fn by_class(self, contenders: &Contenders) -> Choice {
        assert!(self.playouts <= Self::MOST_PLAYOUTS, "at most {} playouts", Self::MOST_PLAYOUTS);
        let moves = contenders.moves();
        if contenders.classes.len() == 1 {
            let probabilities = vec![1.0 / f64::from(moves)];
            return Choice { probabilities, error: f64::EPSILON, excess: 0.0 };
        }
        let counts = Counts::new(self.sharing, self.playouts, moves);
        // With few nodes steps are cheap, and with few playouts more exactness is expected.
        let uneven = f64::from(self.playouts) * if counts.nodes < 32 { 1e-13 } else { 8e-12 };
        let steps = match self.comparison {
            Comparison::HalfDraws => {
                half_draw_steps(&Lattice::of_half_draws(contenders, &counts), uneven)
            }
            Comparison::WinsThenDraws => {
                draw_rate_steps(&Lattice::of_wins(contenders, &counts), uneven)
            }
        };
        let by_class = sweep::chosen(&steps, contenders, &counts);
        let sum: f64 = by_class.iter().sum();
        let excess = sum - 1.0;
        let bound = bound::error(&steps, contenders, &counts, self.playouts);
        let classes = contenders.classes.iter().zip(by_class);
        Choice {
            probabilities: classes.map(|(class, p)| p / (f64::from(class.moves) * sum)).collect(),
            error: (bound + excess.abs()) / sum,
            excess,
        }
    }
}
