use exactplay_arena::{Audit, Deviation, DeviationKind, Number, Seat};
use exactplay_game::{Game, MoveDistribution, Outcome, Player, Policy};
use exactplay_players::{Budget, FloatMonteCarlo, PlayerName, Preference};
use exactplay_tree::Analysis;
use serde::Serialize;

use crate::query::{MoveDocument, names};
use crate::{ProbabilityDocument, SCHEMA};

/// What was audited.
#[derive(Debug, Clone, Serialize)]
pub struct AuditSubject {
    /// The player's name.
    pub player: String,
    /// The share of the draw rate in its score, as a fraction; nothing for players that have none.
    pub draw_weight: Option<String>,
    /// How many plies it looks ahead before the playouts; nothing for players that have none.
    pub depth: Option<u8>,
    /// `exact` or `f64`.
    pub arithmetic: &'static str,
}

/// How an audited player computes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// In exact fractions.
    #[default]
    Exact,
    /// In the rounded sums of the published lists.
    F64,
}

impl AuditSubject {
    /// What is said of an audited player.
    pub fn new(player: &PlayerName, arithmetic: Arithmetic) -> Self {
        let (player, draw_weight, depth) = match player {
            PlayerName::MonteCarlo(name) if name.budget == Budget::Infinite => {
                let weight = match name.preference {
                    Preference::WinThenDraw => None,
                    Preference::Weighted(weight) => Some(weight.to_fraction().to_string()),
                };
                (name.family().to_owned(), weight, Some(name.depth.get()))
            }
            other => (other.to_string(), None, None),
        };
        let arithmetic = match arithmetic {
            Arithmetic::Exact => "exact",
            Arithmetic::F64 => "f64",
        };
        Self { player, draw_weight, depth, arithmetic }
    }
}

/// What `audit` prints.
#[derive(Debug, Clone, Serialize)]
pub struct AuditDocument {
    /// The version of the document.
    pub schema: u32,
    /// The game's name.
    pub game: String,
    /// What was audited.
    #[serde(flatten)]
    pub subject: AuditSubject,
    /// Orbits of positions in progress.
    pub orbits_checked: usize,
    /// How many of them deviate.
    pub deviating_orbits: usize,
    /// How many positions deviate.
    pub deviating_positions: u64,
    /// One entry for each deviating orbit, in the order in which the tutorials meet them.
    pub deviations: Vec<DeviationDocument>,
    /// Where floating-point arithmetic decides otherwise than exact arithmetic; only when it was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differences: Option<Vec<DifferenceDocument>>,
    /// Whether the player is a weak solution.
    pub weak_solution: WeakSolution,
}

/// The verdicts in both seats.
#[derive(Debug, Clone, Serialize)]
pub struct WeakSolution {
    /// As o.
    pub o: SeatDocument,
    /// As x.
    pub x: SeatDocument,
}

/// The verdict in one seat.
#[derive(Debug, Clone, Serialize)]
pub struct SeatDocument {
    /// Whether the player gets at least the game's value against any opponent, whatever its ties decide.
    pub holds: bool,
    /// The worst result it may come to: `win`, `draw` or `loss`.
    pub worst: &'static str,
    /// The probability of losing against an opponent who makes that as large as possible, ties being uniform.
    pub loss_probability: ProbabilityDocument,
    /// The same when an adversary decides the ties as well: 1 or 0.
    pub worst_ties_loss_probability: ProbabilityDocument,
    /// Deviating orbits that can occur in its own games.
    pub reachable_deviations: usize,
    /// Moves of a game that comes to the worst result, when the player is no weak solution.
    pub line: Option<Vec<String>>,
}

/// One deviating orbit.
#[derive(Debug, Clone, Serialize)]
pub struct DeviationDocument {
    /// The position that stands for it.
    pub position: String,
    /// The player to move.
    pub to_move: Player,
    /// The moves the player may make.
    pub player_moves: Vec<String>,
    /// The best moves under the default rule.
    pub best_moves: Vec<String>,
    /// `always` when no played move is best, `tie` when some are.
    pub kind: &'static str,
    /// The probability that a move is played that is not best.
    pub error_probability: ProbabilityDocument,
    /// How much worth the move loses on average, if play is perfect afterwards: a win is worth 1, a draw 1/2, a loss 0.
    pub expected_loss: ProbabilityDocument,
    /// Every move with its exact values, best first.
    pub moves: Vec<MoveDocument>,
}

/// One position at which floating-point arithmetic chooses other moves than exact arithmetic.
#[derive(Debug, Clone, Serialize)]
pub struct DifferenceDocument {
    /// The position that stands for its orbit.
    pub position: String,
    /// The player to move.
    pub to_move: Player,
    /// `missed` (a deviation that rounding hides), `false_alarm` (one that it invents) or `moves` (the same verdict with
    /// other moves).
    pub kind: &'static str,
    /// The moves under floating-point arithmetic.
    pub f64_moves: Vec<String>,
    /// The moves under exact arithmetic.
    pub exact_moves: Vec<String>,
    /// The best moves under the default rule.
    pub best_moves: Vec<String>,
    /// Every move with its exact values, best first.
    pub moves: Vec<MoveDocument>,
}

impl AuditDocument {
    /// The document of an audit.
    pub fn new<G: Game, N: Number>(
        analysis: &Analysis<G>,
        subject: AuditSubject,
        audit: &Audit<G::Position, N>,
        differences: Option<Vec<DifferenceDocument>>,
    ) -> Self
    where
        ProbabilityDocument: for<'a> From<&'a N>,
    {
        let game = analysis.game();
        Self {
            schema: SCHEMA,
            game: game.name(),
            subject,
            orbits_checked: audit.orbits_checked,
            deviating_orbits: audit.deviations.len(),
            deviating_positions: audit.deviating_positions,
            deviations: audit
                .deviations
                .iter()
                .map(|found| DeviationDocument::new(analysis, found))
                .collect(),
            differences,
            weak_solution: WeakSolution {
                o: SeatDocument::new(game, &audit.as_o, Player::O),
                x: SeatDocument::new(game, &audit.as_x, Player::X),
            },
        }
    }
}

impl SeatDocument {
    fn new<G: Game, N>(game: &G, seat: &Seat<N>, player: Player) -> Self
    where
        ProbabilityDocument: for<'a> From<&'a N>,
    {
        let verdict = &seat.verdict;
        Self {
            holds: verdict.holds,
            worst: worst(verdict.worst, player),
            loss_probability: (&verdict.loss_probability).into(),
            worst_ties_loss_probability: (&verdict.worst_ties_loss_probability).into(),
            reachable_deviations: seat.reachable_deviations,
            line: verdict.line.as_ref().map(|line| names(game, line.iter().copied())),
        }
    }
}

/// The worst result of a player.
pub(crate) fn worst(outcome: Outcome, player: Player) -> &'static str {
    match outcome.seen_by(player) {
        Outcome::OWins => "win",
        Outcome::Draw => "draw",
        Outcome::XWins => "loss",
    }
}

impl DeviationDocument {
    fn new<G: Game, N: Number>(analysis: &Analysis<G>, found: &Deviation<G::Position, N>) -> Self
    where
        ProbabilityDocument: for<'a> From<&'a N>,
    {
        let game = analysis.game();
        let record = analysis.record(found.position);
        Self {
            position: game.notation(found.position),
            to_move: record.turn,
            player_moves: names(game, found.played.moves()),
            best_moves: names(game, record.best()),
            kind: match found.kind {
                DeviationKind::Always => "always",
                DeviationKind::Tie => "tie",
            },
            error_probability: (&found.error_probability).into(),
            expected_loss: (&found.expected_loss).into(),
            moves: MoveDocument::ranked(game, &record),
        }
    }
}

impl DifferenceDocument {
    /// Every orbit on which rounded sums choose other moves than exact fractions; those with another verdict first.
    pub fn all<G: Game>(
        analysis: &Analysis<G>,
        rounded: &FloatMonteCarlo<G>,
        exact: &dyn Policy<G>,
    ) -> Vec<Self> {
        let game = analysis.game();
        let in_progress = analysis
            .tree()
            .first_met()
            .into_iter()
            .filter(|&position| game.outcome(position).is_none());
        let difference = |position| {
            let [rounded, exact] =
                [rounded.distribution(game, position), exact.distribution(game, position)];
            Self::between(analysis, position, &rounded, &exact)
        };
        let mut differences: Vec<_> = in_progress.filter_map(difference).collect();
        differences.sort_by_key(|difference| difference.kind == "moves");
        differences
    }

    /// The difference between two ways to compute one player at a position, if there is one.
    pub fn between<G: Game>(
        analysis: &Analysis<G>,
        position: G::Position,
        rounded: &MoveDistribution,
        exact: &MoveDistribution,
    ) -> Option<Self> {
        if rounded.moves().eq(exact.moves()) {
            return None;
        }
        let game = analysis.game();
        let record = analysis.record(position);
        let best: Vec<_> = record.best().collect();
        let deviates = |played: &MoveDistribution| played.moves().any(|mv| !best.contains(&mv));
        let kind = match (deviates(rounded), deviates(exact)) {
            (false, true) => "missed",
            (true, false) => "false_alarm",
            (true, true) | (false, false) => "moves",
        };
        Some(Self {
            position: game.notation(position),
            to_move: record.turn,
            kind,
            f64_moves: names(game, rounded.moves()),
            exact_moves: names(game, exact.moves()),
            best_moves: names(game, best.iter().copied()),
            moves: MoveDocument::ranked(game, &record),
        })
    }
}
