use std::ops::AddAssign;
use std::time::{Duration, Instant};

use exactplay_game::{Game, Outcome, Player};
use exactplay_players::{Chooser, Dice};
use exactplay_tree::Stopped;
use rayon::prelude::*;

/// Which games are played in a sampled match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SampledMatch<P> {
    /// Where every game begins.
    pub start: P,
    /// How many games A plays as o, and again as x.
    pub games: u32,
    /// The seed of all games.
    pub seed: u64,
    /// Tells apart the matches that share a seed.
    pub number: u64,
}

/// How games ended for A.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games that A won.
    pub win: u64,
    /// Games that nobody won.
    pub draw: u64,
    /// Games that B won.
    pub loss: u64,
}

/// The results of a sampled match, from A's view.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SampledResults {
    /// The games in which A was o.
    pub a_as_o: Counts,
    /// The games in which A was x.
    pub a_as_x: Counts,
}

/// What a match tells its caller while it goes on.
#[derive(Debug, Clone, Copy)]
pub struct GamesPlayed {
    /// Games played so far.
    pub played: u64,
    /// Games in all.
    pub of: u64,
}

impl Counts {
    /// How many games there were.
    pub fn games(self) -> u64 {
        self.win + self.draw + self.loss
    }

    fn add(&mut self, outcome: Outcome, a: Player) {
        match outcome.seen_by(a) {
            Outcome::OWins => self.win += 1,
            Outcome::Draw => self.draw += 1,
            Outcome::XWins => self.loss += 1,
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.win += other.win;
        self.draw += other.draw;
        self.loss += other.loss;
    }
}

impl SampledResults {
    /// The games in both seats.
    pub fn both(self) -> Counts {
        let mut both = self.a_as_o;
        both += self.a_as_x;
        both
    }
}

impl AddAssign for SampledResults {
    fn add_assign(&mut self, other: Self) {
        self.a_as_o += other.a_as_o;
        self.a_as_x += other.a_as_x;
    }
}

/// Where the true probability of something lies that happened in `count` of `games` games: the 95 % interval of Wilson.
///
/// It is (0, 1) when there was no game.
#[expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "an estimate, rounded when it is printed"
)]
pub fn wilson_interval(count: u64, games: u64) -> (f64, f64) {
    /// The normal quantile of 97.5 %.
    const Z: f64 = 1.959_963_984_540_054;
    if games == 0 {
        return (0.0, 1.0);
    }
    let (count, games) = (count as f64, games as f64);
    let rate = count / games;
    let weight = 1.0 + Z * Z / games;
    let centre = (rate + Z * Z / (2.0 * games)) / weight;
    let spread = Z / weight * (rate * (1.0 - rate) / games + Z * Z / (4.0 * games * games)).sqrt();
    // At either end the two are equal but for rounding.
    let low = if count > 0.0 { centre - spread } else { 0.0 };
    let high = if count < games { centre + spread } else { 1.0 };
    (low, high)
}

/// Plays the games of a match, A being o in every other one.
///
/// Each player has dice of its own in every game, keyed by the seed, the match, the game and the seat, so that the results
/// depend on nothing else: not on the number of threads, and the dice of one player not on the other. `games_played` is called about
/// ten times a second, between games, and may stop the match.
///
/// # Errors
/// When stopped.
pub fn sampled<G: Game>(
    game: &G,
    setting: &SampledMatch<G::Position>,
    a: &(impl Chooser<G> + ?Sized),
    b: &(impl Chooser<G> + ?Sized),
    mut games_played: impl FnMut(GamesPlayed) -> Result<(), Stopped>,
) -> Result<SampledResults, Stopped> {
    /// What lies between two calls, within a factor of two either way.
    const INTERVAL: Duration = Duration::from_millis(100);
    let of = 2 * u64::from(setting.games);
    let threads = rayon::current_num_threads() as u64;
    let (mut results, mut played, mut batch) = (SampledResults::default(), 0, threads);
    while played < of {
        let started = Instant::now();
        let end = of.min(played + batch);
        results += (played..end)
            .into_par_iter()
            .map(|number| {
                let a_is = if number.is_multiple_of(2) { Player::O } else { Player::X };
                let outcome = match a_is {
                    Player::O => play(game, setting, number, a, b),
                    Player::X => play(game, setting, number, b, a),
                };
                let mut result = SampledResults::default();
                match a_is {
                    Player::O => result.a_as_o.add(outcome, a_is),
                    Player::X => result.a_as_x.add(outcome, a_is),
                }
                result
            })
            .reduce(SampledResults::default, |mut sum, result| {
                sum += result;
                sum
            });
        played = end;
        games_played(GamesPlayed { played, of })?;
        let taken = started.elapsed();
        if taken < INTERVAL / 2 {
            batch *= 2;
        } else if taken > INTERVAL * 2 {
            batch = threads.max(batch / 2);
        }
    }
    Ok(results)
}

/// Plays one game of a match to the end.
fn play<G: Game>(
    game: &G,
    setting: &SampledMatch<G::Position>,
    number: u64,
    o: &(impl Chooser<G> + ?Sized),
    x: &(impl Chooser<G> + ?Sized),
) -> Outcome {
    let dice = |seat| Dice::new([setting.seed, setting.number, number, seat]);
    let (mut o_dice, mut x_dice) = (dice(0), dice(1));
    let mut position = setting.start;
    loop {
        if let Some(outcome) = game.outcome(position) {
            return outcome;
        }
        let mv = match game.turn(position) {
            Player::O => o.choose(game, position, &mut o_dice),
            Player::X => x.choose(game, position, &mut x_dice),
        };
        position = game.play(position, mv);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_wilson() {
        // Computed with 50 digits.
        for (count, games, low, high) in [
            (0, 10, 0.0, 0.277_532_799_862_889_25),
            (10, 10, 0.722_467_200_137_110_7, 1.0),
            (1, 2, 0.094_531_205_734_230_73, 0.905_468_794_265_769_3),
            (794_722, 1_000_000, 0.793_929_230_042_877_7, 0.795_512_505_640_941_7),
        ] {
            let found = wilson_interval(count, games);
            assert!((found.0 - low).abs() < 1e-12 && (found.1 - high).abs() < 1e-12, "{found:?}");
        }
        assert_eq!(wilson_interval(0, 0), (0.0, 1.0));
    }
}
