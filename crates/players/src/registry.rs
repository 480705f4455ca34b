//! Names of players: what users write, wherever a player is asked for.

use std::fmt;
use std::num::{NonZeroU8, NonZeroU32};

use exactplay_finite::{Comparison, MonteCarlo as Finite, Sharing};
use exactplay_game::{Game, Policy, parse_fraction};
use exactplay_tree::{Analysis, Scoring};
use thiserror::Error;

use crate::approximate::LimitOfPmc;
use crate::{
    AlphaBeta, Approximate, DISC_PLAYERS, DiscRule, DrawWeight, Evaluation, Known,
    MONTE_CARLO_PLAYERS, MonteCarlo, Named, PERFECT_PLAYERS, Perfect, Preference, RULE_PLAYERS,
    Random, RulePlayer, SEQUENCE_PLAYERS, SequenceRule, Sequences,
};

/// A player that a user can name.
#[derive(Debug, Clone)]
pub enum PlayerName {
    /// `random`.
    Random,
    /// `ai1` … `ai14s`.
    Rule(&'static Named<RulePlayer>),
    /// `perfect`, `perfect:shortest`, `perfect:shortest-draw`.
    Perfect(&'static Named<Scoring>),
    /// `sequences`, `sequences-reach`, `sequences-reach-random`.
    Sequences(&'static Named<SequenceRule>),
    /// `pmc…`, `pmc2…`.
    MonteCarlo(MonteCarloName),
    /// `uct:N`, `uct:N,c=…`.
    Uct {
        /// Playouts for one move.
        playouts: NonZeroU32,
        /// The weight of exploration; by default the square root of two.
        exploration: f64,
    },
    /// `discs`, `positional`.
    Discs(&'static Named<DiscRule>),
    /// `alphabeta:DEPTH`, `alphabeta:DEPTH,eval=…`.
    AlphaBeta {
        /// How many plies it reads ahead.
        depth: NonZeroU8,
        /// What it thinks of positions at that depth, if that was said.
        evaluation: Option<Evaluation>,
    },
    /// `human`.
    Human,
}

/// A primitive Monte-Carlo player, as its name tells it.
#[derive(Debug, Clone, PartialEq)]
pub struct MonteCarloName {
    /// `pmc` or `pmc2`, with its draw weight.
    pub preference: Preference,
    /// How many plies ahead the playouts start.
    pub depth: NonZeroU8,
    /// How many playouts there are.
    pub budget: Budget,
}

/// How many playouts a Monte-Carlo player makes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Budget {
    /// Infinitely many: it compares exact expectations.
    Infinite,
    /// The limit of ever more: equal expectations are decided by the last deviations.
    Limit,
    /// So many.
    Finite {
        /// For each move under [`Sharing::PerMove`], otherwise in all.
        playouts: NonZeroU32,
        /// How they are shared between the moves.
        sharing: Sharing,
        /// Seconds after which it stops early.
        seconds: Option<f64>,
    },
}

/// Why a text names no player, or one that cannot play here.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlayerError {
    /// There is none of that name.
    #[error("unknown player {name:?}: expected one of {}", crate::catalogue::names())]
    Unknown {
        /// What was given.
        name: String,
    },
    /// An option is unknown, malformed, or does not go with the others.
    #[error("invalid player {name:?}: {reason}")]
    Options {
        /// What was given.
        name: String,
        /// What is wrong, and what was expected.
        reason: String,
    },
    /// The player does not know the game.
    #[error("{player} does not play {game}: it knows {knows} only")]
    Game {
        /// The player.
        player: String,
        /// The game.
        game: String,
        /// What the player knows.
        knows: &'static str,
    },
    /// The player looks values up, and there are none.
    #[error("{player} needs the values of all positions of {game}, which are not at hand")]
    Analysis {
        /// The player.
        player: String,
        /// The game.
        game: String,
    },
    /// The player is a person.
    #[error("human is a person and makes no moves by itself")]
    Person,
}

impl PlayerName {
    /// Reads a name: `NAME`, `NAME:N`, then options separated by commas.
    ///
    /// # Errors
    /// When there is no such player, or it has no such option.
    pub fn parse(text: &str) -> Result<Self, PlayerError> {
        let name = text.trim();
        let invalid = |reason: String| PlayerError::Options { name: name.to_owned(), reason };
        let mut parts = name.split(',');
        let head = parts.next().unwrap_or_default();
        let options: Vec<&str> = parts.collect();
        let (family, argument) = match head.split_once(':') {
            Some((family, argument)) => (family, Some(argument)),
            None => (head, None),
        };
        if let Some(player) = Named::find(MONTE_CARLO_PLAYERS, family) {
            return MonteCarloName::parse(player.what, argument, &options)
                .map(Self::MonteCarlo)
                .map_err(invalid);
        }
        if family == "uct" {
            return parse_uct(argument, &options).map_err(invalid);
        }
        if family == "alphabeta" {
            return parse_alphabeta(argument, &options).map_err(invalid);
        }
        let player = if let Some(player) = Named::find(RULE_PLAYERS, head) {
            Self::Rule(player)
        } else if let Some(player) = Named::find(PERFECT_PLAYERS, head) {
            Self::Perfect(player)
        } else if let Some(player) = Named::find(SEQUENCE_PLAYERS, head) {
            Self::Sequences(player)
        } else if let Some(player) = Named::find(DISC_PLAYERS, head) {
            Self::Discs(player)
        } else {
            match head {
                "random" => Self::Random,
                "human" => Self::Human,
                _ => return Err(PlayerError::Unknown { name: name.to_owned() }),
            }
        };
        match options.first() {
            None => Ok(player),
            Some(option) => Err(invalid(format!("unknown option {option:?}, {head} has none"))),
        }
    }

    /// Reads a list of names separated by commas, in which `ai1s..ai14s` stands for all rule players from one to the
    /// other. An option belongs to the name before it.
    ///
    /// # Errors
    /// When a name is none, or a range is not one.
    pub fn parse_list(text: &str) -> Result<Vec<Self>, PlayerError> {
        let mut names: Vec<String> = Vec::new();
        for part in text.split(',') {
            let is_option = part.contains('=') || part.trim() == "limit";
            match names.last_mut().filter(|_| is_option) {
                Some(name) => name.push_str(&format!(",{part}")),
                None => names.push(part.trim().to_owned()),
            }
        }
        let mut players = Vec::new();
        for name in names {
            let Some((first, last)) = name.split_once("..") else {
                players.push(Self::parse(&name)?);
                continue;
            };
            let place = |name: &str| RULE_PLAYERS.iter().position(|player| player.name == name);
            let (Some(first), Some(last)) = (place(first), place(last)) else {
                let reason =
                    "a range goes from one rule player to another, such as ai1s..ai14s".to_owned();
                return Err(PlayerError::Options { name, reason });
            };
            players.extend(RULE_PLAYERS[first.min(last)..=first.max(last)].iter().map(Self::Rule));
        }
        Ok(players)
    }

    /// The player's exact or bounded law for an analysed game; `None` for one that can only be watched.
    ///
    /// # Errors
    /// When the player does not know the game.
    pub fn known<'a, G: Game>(
        &self,
        analysis: &'a Analysis<G>,
    ) -> Result<Option<Known<'a, G>>, PlayerError> {
        self.check_game(analysis.game())?;
        let exact = |policy: Box<dyn Policy<G> + 'a>| Ok(Some(Known::Exact(policy)));
        match self {
            Self::Random => exact(Box::new(Random)),
            Self::Rule(player) => exact(Box::new(player.what)),
            Self::Perfect(player) => exact(Box::new(Perfect::new(analysis, player.what))),
            Self::Sequences(player) => {
                exact(Box::new(Sequences::new(analysis.tree(), player.what)))
            }
            Self::MonteCarlo(player) => Ok(player.known(analysis)),
            Self::Discs(player) => exact(Box::new(player.what)),
            &Self::AlphaBeta { depth, evaluation } => {
                exact(Box::new(AlphaBeta::new(analysis.game(), depth, evaluation)))
            }
            Self::Uct { .. } | Self::Human => Ok(None),
        }
    }

    /// Refuses a game that the player does not know.
    ///
    /// # Errors
    /// When it does not.
    pub fn check_game<G: Game>(&self, game: &G) -> Result<(), PlayerError> {
        let (plays, knows) = match self {
            Self::Rule(_) => (RulePlayer::plays(game), "tic-tac-toe"),
            Self::Sequences(player) => (player.what.plays(game), "tic-tac-toe"),
            Self::Discs(_) | Self::AlphaBeta { evaluation: Some(Evaluation::Discs(_)), .. } => {
                (DiscRule::plays(game), "Othello")
            }
            Self::Random
            | Self::Perfect(_)
            | Self::MonteCarlo(_)
            | Self::Uct { .. }
            | Self::AlphaBeta { evaluation: None | Some(Evaluation::Neutral), .. }
            | Self::Human => return Ok(()),
        };
        if plays {
            Ok(())
        } else {
            Err(PlayerError::Game { player: self.to_string(), game: game.name(), knows })
        }
    }
}

impl MonteCarloName {
    fn parse(
        preference: Preference,
        argument: Option<&str>,
        options: &[&str],
    ) -> Result<Self, String> {
        let playouts = argument.map(parse_playouts).transpose()?;
        let mut name = Self { preference, depth: NonZeroU8::MIN, budget: Budget::Infinite };
        let (mut sharing, mut seconds, mut limit) = (None, None, false);
        for &option in options {
            let (key, value) = option.split_once('=').unwrap_or((option, ""));
            match (key, value) {
                ("per", "move") => sharing = Some(Sharing::PerMove),
                ("per", "even") => sharing = Some(Sharing::Even),
                ("time", value) => seconds = Some(parse_seconds(value)?),
                ("depth", value) => {
                    let depth = value
                        .parse()
                        .map_err(|_| format!("depth is {value:?}, expected a number from 1"))?;
                    name.depth = depth;
                }
                ("draw", value) => {
                    if preference == Preference::WinThenDraw {
                        return Err("pmc has no draw weight, which is pmc2's".to_owned());
                    }
                    let weight = parse_fraction(value).as_ref().and_then(DrawWeight::new);
                    let weight = weight.ok_or_else(|| {
                        format!("draw is {value:?}, expected a fraction from 0 to 1 such as 1/2")
                    })?;
                    name.preference = Preference::Weighted(weight);
                }
                ("limit", "") => limit = true,
                _ => {
                    return Err(format!(
                        "unknown option {option:?}, expected per=move, per=even, time=SECONDS, depth=n, draw=A or limit"
                    ));
                }
            }
        }
        name.budget = match playouts {
            Some(_) if limit => {
                return Err(
                    "limit stands for endlessly many playouts: leave out their number".into()
                );
            }
            Some(playouts) => {
                Budget::Finite { playouts, sharing: sharing.unwrap_or(Sharing::Random), seconds }
            }
            None if sharing.is_some() || seconds.is_some() => {
                return Err("per and time need a number of playouts, such as pmc2:1000".to_owned());
            }
            None if limit && name.depth > NonZeroU8::MIN => {
                return Err("limit goes with depth 1 only".to_owned());
            }
            None if limit && !name.is_published() => {
                return Err("limit goes with a draw weight of 1/2 only".to_owned());
            }
            None if limit => Budget::Limit,
            None => Budget::Infinite,
        };
        Ok(name)
    }

    /// `pmc` or `pmc2`.
    pub fn family(&self) -> &'static str {
        match self.preference {
            Preference::WinThenDraw => "pmc",
            Preference::Weighted(_) => "pmc2",
        }
    }

    /// Whether draws count as published: not at all before ties, or half.
    fn is_published(&self) -> bool {
        matches!(self.preference, Preference::WinThenDraw | Preference::Weighted(DrawWeight::HALF))
    }

    fn comparison(&self) -> Comparison {
        match self.preference {
            Preference::WinThenDraw => Comparison::WinsThenDraws,
            Preference::Weighted(_) => Comparison::HalfDraws,
        }
    }

    /// The finite player whose law can be computed in minutes, if it is one. The cost grows with the square of random
    /// shares, and much slower with equal ones.
    pub fn finite(&self) -> Option<Finite> {
        match self.budget {
            Budget::Finite { playouts, sharing, seconds: None }
                if self.depth == NonZeroU8::MIN
                    && self.is_published()
                    && playouts.get()
                        <= if sharing == Sharing::Random { 20_000 } else { 1_000_000 } =>
            {
                Some(Finite { comparison: self.comparison(), sharing, playouts: playouts.get() })
            }
            _ => None,
        }
    }

    pub(crate) fn known<'a, G: Game>(&self, analysis: &'a Analysis<G>) -> Option<Known<'a, G>> {
        match (self.budget, self.comparison()) {
            (Budget::Infinite, _) => {
                Some(Known::Exact(Box::new(MonteCarlo::new(analysis, self.preference, self.depth))))
            }
            (Budget::Limit, Comparison::WinsThenDraws) => {
                let law = Approximate::limit(analysis, Comparison::WinsThenDraws);
                Some(Known::Exact(Box::new(LimitOfPmc(law))))
            }
            (Budget::Limit, comparison) => {
                Some(Known::Approximate(Approximate::limit(analysis, comparison)))
            }
            (Budget::Finite { .. }, _) => self
                .finite()
                .map(|player| Known::Approximate(Approximate::finite(analysis, &player))),
        }
    }
}

fn parse_playouts(text: &str) -> Result<NonZeroU32, String> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    let number = digits.then(|| text.parse().ok()).flatten();
    number.ok_or_else(|| format!("the number of playouts is {text:?}, expected 1 to {}", u32::MAX))
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse::<f64>().ok().filter(|&seconds| seconds > 0.0 && seconds <= 1e6);
    seconds.ok_or_else(|| format!("time is {text:?}, expected seconds above 0"))
}

fn parse_uct(argument: Option<&str>, options: &[&str]) -> Result<PlayerName, String> {
    let playouts = argument.ok_or("uct needs a number of playouts, such as uct:1000")?;
    let playouts = parse_playouts(playouts)?;
    let mut exploration = std::f64::consts::SQRT_2;
    for option in options {
        let value = option.strip_prefix("c=").and_then(|value| value.parse::<f64>().ok());
        exploration = value
            .filter(|c| (0.0..=1e6).contains(c))
            .ok_or_else(|| format!("unknown option {option:?}, expected c= and a number from 0"))?;
    }
    Ok(PlayerName::Uct { playouts, exploration })
}

fn parse_alphabeta(argument: Option<&str>, options: &[&str]) -> Result<PlayerName, String> {
    let depth = argument.ok_or("alphabeta needs a depth in plies, such as alphabeta:4")?;
    let digits = depth.bytes().all(|b| b.is_ascii_digit());
    let depth = digits
        .then(|| depth.parse().ok())
        .flatten()
        .ok_or_else(|| format!("the depth is {depth:?}, expected 1 to {}", u8::MAX))?;
    let mut evaluation = None;
    for option in options {
        let named = EVALUATIONS.iter().find(|named| option.strip_prefix("eval=") == Some(named.0));
        let (_, chosen) = named.ok_or_else(|| {
            let expected = EVALUATIONS.map(|(name, _)| format!("eval={name}"));
            format!("unknown option {option:?}, expected {}", expected.join(" or "))
        })?;
        evaluation = Some(*chosen);
    }
    Ok(PlayerName::AlphaBeta { depth, evaluation })
}

/// The evaluations by name.
const EVALUATIONS: [(&str, Evaluation); 3] = [
    ("neutral", Evaluation::Neutral),
    ("discs", Evaluation::Discs(DiscRule::Count)),
    ("positional", Evaluation::Discs(DiscRule::Place)),
];

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Rule(player) => f.write_str(player.name),
            Self::Perfect(player) => f.write_str(player.name),
            Self::Sequences(player) => f.write_str(player.name),
            Self::MonteCarlo(player) => player.fmt(f),
            Self::Uct { playouts, exploration } => {
                write!(f, "uct:{playouts}")?;
                let usual = exploration.to_bits() == std::f64::consts::SQRT_2.to_bits();
                if usual { Ok(()) } else { write!(f, ",c={exploration}") }
            }
            Self::Discs(player) => f.write_str(player.name),
            Self::AlphaBeta { depth, evaluation } => {
                write!(f, "alphabeta:{depth}")?;
                match EVALUATIONS.iter().find(|named| Some(named.1) == *evaluation) {
                    Some((name, _)) => write!(f, ",eval={name}"),
                    None => Ok(()),
                }
            }
            Self::Human => f.write_str("human"),
        }
    }
}

impl fmt::Display for MonteCarloName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.family())?;
        match self.budget {
            Budget::Infinite => {}
            Budget::Limit => f.write_str(",limit")?,
            Budget::Finite { playouts, sharing, seconds } => {
                write!(f, ":{playouts}")?;
                f.write_str(match sharing {
                    Sharing::Random => "",
                    Sharing::PerMove => ",per=move",
                    Sharing::Even => ",per=even",
                })?;
                if let Some(seconds) = seconds {
                    write!(f, ",time={seconds}")?;
                }
            }
        }
        if self.depth > NonZeroU8::MIN {
            write!(f, ",depth={}", self.depth)?;
        }
        match self.preference {
            Preference::Weighted(weight) if weight != DrawWeight::HALF => {
                write!(f, ",draw={}", weight.to_fraction())
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for name in [
            "random",
            "human",
            "ai1",
            "ai14s",
            "perfect",
            "perfect:shortest-draw",
            "sequences-reach-random",
            "pmc",
            "pmc2",
            "pmc,limit",
            "pmc2,depth=3,draw=2/3",
            "pmc2:1000",
            "pmc:100,per=move",
            "pmc2:100,per=even,time=0.5,depth=2",
            "uct:500",
            "uct:500,c=0.7",
            "discs",
            "positional",
            "alphabeta:4",
            "alphabeta:12,eval=neutral",
            "alphabeta:6,eval=discs",
            "alphabeta:6,eval=positional",
        ] {
            assert_eq!(
                PlayerName::parse(name).map(|player| player.to_string()).as_deref(),
                Ok(name)
            );
        }
        assert_eq!(PlayerName::parse("pmc2,draw=0.5,depth=1").unwrap().to_string(), "pmc2");
    }

    #[test]
    fn lists_have_ranges_and_options() {
        let names = |text| {
            PlayerName::parse_list(text).map(|list| list.iter().map(ToString::to_string).collect())
        };
        let expected: Vec<String> =
            ["ai12s", "ai13s", "ai14s", "pmc2:5,per=even", "pmc,limit", "random"]
                .map(str::to_owned)
                .to_vec();
        assert_eq!(names("ai12s..ai14s,pmc2:5,per=even,pmc,limit, random"), Ok(expected));
        assert!(names("ai1s..perfect").is_err());
        assert!(names("ai1s,,random").is_err());
    }

    #[test]
    fn unknown_names_and_options_are_refused_with_the_list() {
        for (name, message) in [
            ("deepblue", "unknown player \"deepblue\": expected one of ai1, ai2,"),
            ("ai14s,fast", "unknown option \"fast\", ai14s has none"),
            ("pmc:0", "the number of playouts is \"0\", expected 1 to"),
            ("pmc:-1", "the number of playouts is \"-1\""),
            ("pmc2:10,per=head", "unknown option \"per=head\", expected per=move, per=even,"),
            ("pmc,draw=1/2", "pmc has no draw weight"),
            ("pmc2,draw=2", "draw is \"2\", expected a fraction from 0 to 1"),
            ("pmc2,depth=0", "depth is \"0\""),
            ("pmc2,per=even", "per and time need a number of playouts"),
            ("pmc2:5,limit", "leave out their number"),
            ("pmc2:5,time=0", "time is \"0\", expected seconds above 0"),
            ("uct", "uct needs a number of playouts"),
            ("uct:10,d=1", "unknown option \"d=1\", expected c="),
            ("alphabeta", "alphabeta needs a depth in plies"),
            ("alphabeta:0", "the depth is \"0\", expected 1 to 255"),
            ("alphabeta:+1", "the depth is \"+1\""),
            (
                "alphabeta:3,eval=best",
                "unknown option \"eval=best\", expected eval=neutral or eval=discs or eval=positional",
            ),
            ("discs,eval=neutral", "unknown option \"eval=neutral\", discs has none"),
            ("perfect:slow", "unknown player \"perfect:slow\""),
        ] {
            let found = PlayerName::parse(name).unwrap_err().to_string();
            assert!(found.contains(message), "{name}: {found}");
        }
    }
}
