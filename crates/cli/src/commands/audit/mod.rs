mod report;
mod sweep;

use std::num::NonZeroU8;
use std::path::PathBuf;

use clap::ValueEnum;
use exactplay_arena::{Audit, Number, Representatives, approximate_audit, audit};
use exactplay_documents::{
    Arithmetic, AuditDocument, AuditSubject, DifferenceDocument, ProbabilityDocument,
};
use exactplay_game::Game;
use exactplay_players::{
    Budget, FloatMonteCarlo, FloatRule, Known, MonteCarloName, PlayerName, Preference,
};
use exactplay_rules::GameVisitor;
use exactplay_tree::Analysis;

use self::report::report;
use self::sweep::Sweep;
use crate::commands::matches::law;
use crate::engine::{self, Memory};
use crate::failure::Failure;
use crate::options::GameArgs;
use crate::output;
use crate::text::{STRONG, Shown};

/// List where a player leaves the optimal moves, and say whether it is a weak solution as o and as x
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The player (`exactplay games --players` lists them); pmc and pmc2 have infinitely many playouts
    #[arg(long, short, default_value = "pmc2")]
    player: String,
    #[command(flatten)]
    game: GameArgs,
    /// The share of the draw rate in the score of pmc2, such as 1/2 or 0.25 [default: 1/2]
    #[arg(long, value_name = "A")]
    draw_weight: Option<String>,
    /// How many plies ahead the playouts of pmc or pmc2 start [default: 1]
    #[arg(long, value_name = "N")]
    depth: Option<NonZeroU8>,
    /// Exact fractions, or the rounded sums that decide the published lists of pmc and pmc2
    #[arg(long, value_enum, default_value_t = ArithmeticName::Exact)]
    arithmetic: ArithmeticName,
    /// Instead of one audit: many, over the draw weight of pmc2 or over the number of playouts
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with_all = ["expect", "arithmetic"])]
    sweep: Option<Sweep>,
    /// Write the sweep as a plot, an SVG file
    #[arg(long, value_name = "FILE", requires = "sweep")]
    plot: Option<PathBuf>,
    /// Exit with status 1 unless this holds; may be given several times
    #[arg(long, value_enum, value_name = "WHAT")]
    expect: Vec<Expectation>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ArithmeticName {
    Exact,
    F64,
}

impl From<ArithmeticName> for Arithmetic {
    fn from(name: ArithmeticName) -> Self {
        match name {
            ArithmeticName::Exact => Self::Exact,
            ArithmeticName::F64 => Self::F64,
        }
    }
}

/// What a script may demand of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Expectation {
    /// A weak solution as o
    WeakO,
    /// A weak solution as x
    WeakX,
    /// A weak solution in both seats
    Weak,
    /// Only best moves everywhere
    Strong,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let player = args.named_player()?;
    let subject = Subject { player, arithmetic: args.arithmetic.into() };
    if subject.arithmetic == Arithmetic::F64 {
        subject.published_rule()?;
    }
    args.game.parse()?.visit(Auditing { args, subject })
}

impl Args {
    /// The player with the options that stand beside its name.
    fn named_player(&self) -> Result<PlayerName, Failure> {
        let mut name = self.player.clone();
        if let Some(weight) = &self.draw_weight {
            name.push_str(&format!(",draw={weight}"));
        }
        if let Some(depth) = self.depth {
            name.push_str(&format!(",depth={depth}"));
        }
        Ok(PlayerName::parse(&name)?)
    }
}

/// What is audited.
struct Subject {
    player: PlayerName,
    arithmetic: Arithmetic,
}

impl Subject {
    /// The comparison of the published lists; refused for players and options that they do not know.
    fn published_rule(&self) -> Result<FloatRule, Failure> {
        FloatRule::of(&self.player).ok_or_else(|| {
            Failure::Usage(format!(
                "f64 arithmetic knows only the published pmc and pmc2, not {}",
                self.player
            ))
        })
    }

    fn heading<G: Game>(&self, game: &G) -> String {
        let mut heading = format!("{STRONG}{}{STRONG:#} on {}", self.player, game.name());
        if let PlayerName::MonteCarlo(MonteCarloName {
            preference,
            depth,
            budget: Budget::Infinite,
        }) = &self.player
        {
            let score = match preference {
                Preference::WinThenDraw => {
                    "the higher win rate, then the higher draw rate".to_owned()
                }
                Preference::Weighted(weight) => {
                    format!("P(win) + {} P(draw)", weight.to_fraction())
                }
            };
            heading.push_str(&format!(": infinitely many playouts, {score}"));
            if depth.get() > 1 {
                heading.push_str(&format!(", {depth} plies ahead"));
            }
        }
        if let PlayerName::MonteCarlo(MonteCarloName { budget: Budget::Limit, .. }) = &self.player {
            heading.push_str(
                ": the limit of ever more playouts, in which chance decides between equal expectations\n(without \
                 \"limit\" the ideal player is audited, which compares the expectations themselves)",
            );
        }
        heading.push_str(match (self.arithmetic, &self.player) {
            (_, PlayerName::MonteCarlo(name)) if name.finite().is_some() => {
                ", computed without sampling\n"
            }
            (Arithmetic::Exact, _) => ", exact arithmetic\n",
            (Arithmetic::F64, _) => ", f64 arithmetic\n",
        });
        heading
    }
}

/// An audit that has been asked for.
struct Auditing {
    args: Args,
    subject: Subject,
}

impl GameVisitor for Auditing {
    type Output = Result<(), Failure>;

    fn visit<G: Game + 'static>(self, game: G) -> Result<(), Failure> {
        let Self { args, subject } = self;
        subject.player.check_game(&game)?;
        let memory = Memory(args.game.max_memory);
        let analysis = engine::analysis(game, memory)?;
        if let Some(sweep) = args.sweep {
            return sweep.run(&analysis, &subject.player, args.plot.as_deref(), args.json);
        }
        let audited = Audited { args: &args, subject: &subject, analysis: &analysis };
        match (law(&subject.player, &analysis)?, subject.arithmetic) {
            (Known::Approximate(player), _) => {
                audited.finish(&approximate_audit(&analysis, &player), None)
            }
            (Known::Exact(exact), Arithmetic::Exact) => {
                audited.finish(&audit(&analysis, exact.as_ref(), Representatives::Any)?, None)
            }
            (Known::Exact(exact), Arithmetic::F64) => {
                let full = engine::full_tree(analysis.game(), memory)?;
                let rounded = FloatMonteCarlo::new(full, subject.published_rule()?);
                let found = audit(&analysis, &rounded, Representatives::FirstMet)?;
                let differences = DifferenceDocument::all(&analysis, &rounded, exact.as_ref());
                audited.finish(&found, Some(differences))
            }
        }
    }
}

/// An audit that has been done: what was asked, and about what.
struct Audited<'a, G: Game> {
    args: &'a Args,
    subject: &'a Subject,
    analysis: &'a Analysis<G>,
}

impl<G: Game> Audited<'_, G> {
    /// Prints what was found, and compares it with what is expected.
    fn finish<N: Number + Shown>(
        &self,
        found: &Audit<G::Position, N>,
        differences: Option<Vec<DifferenceDocument>>,
    ) -> Result<(), Failure>
    where
        ProbabilityDocument: for<'n> From<&'n N>,
    {
        if self.args.json {
            let subject = AuditSubject::new(&self.subject.player, self.subject.arithmetic);
            output::print_json(&AuditDocument::new(self.analysis, subject, found, differences))?;
        } else {
            let heading = self.subject.heading(self.analysis.game());
            output::print(&(heading + &report(self.analysis, found, differences.as_deref())))?;
        }
        let player = self.subject.player.to_string();
        self.args.expect.iter().try_for_each(|expectation| expectation.check(found, &player))
    }
}

impl Expectation {
    fn check<P, N>(self, found: &Audit<P, N>, player: &str) -> Result<(), Failure> {
        let (as_o, as_x) = (found.as_o.verdict.holds, found.as_x.verdict.holds);
        let (holds, expected) = match self {
            Self::WeakO => (as_o, "a weak solution as o"),
            Self::WeakX => (as_x, "a weak solution as x"),
            Self::Weak => (as_o && as_x, "a weak solution in both seats"),
            Self::Strong => (found.deviations.is_empty(), "a strong solution"),
        };
        if holds { Ok(()) } else { Err(Failure::Difference(format!("{player} is not {expected}"))) }
    }
}
