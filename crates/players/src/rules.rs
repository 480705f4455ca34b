use exactplay_game::{Game, MoveDistribution, Policy};

use crate::Named;
use crate::candidates::{
    self, Step, candidates, first_block, first_corner, first_empty, first_win,
};
use crate::evaluation::{
    Evaluation, Feature, HALF, POINT, any_chance, centre, corner, earliness, edge_between_corners,
    fork, one_chance, openings, opposing_openings, threatened, threats, unanswered_fork, win,
};
use crate::grid::{self, Grid};

/// A player of tic-tac-toe that follows a rule and looks no further than the move in hand.
#[derive(Debug, Clone, Copy)]
pub struct RulePlayer {
    is_equivariant: bool,
    rule: Rule,
}

#[derive(Debug, Clone, Copy)]
enum Rule {
    /// Any of the cells that the first step with something to say names.
    Steps(&'static [Step]),
    /// Any of the cells with the highest score.
    Highest(Evaluation),
}

impl RulePlayer {
    /// Whether the rules know the game: tic-tac-toe, whoever moves first.
    pub fn plays<G: Game>(game: &G) -> bool {
        grid::is_tic_tac_toe(game)
    }
}

impl<G: Game> Policy<G> for RulePlayer {
    fn is_equivariant(&self) -> bool {
        self.is_equivariant
    }

    /// # Panics
    /// When the game is one that the rules do not [know](RulePlayer::plays).
    fn distribution(&self, game: &G, position: G::Position) -> MoveDistribution {
        let board = Grid::of(game, position);
        let cells = match self.rule {
            Rule::Steps(steps) => candidates(steps, board),
            Rule::Highest(evaluation) => evaluation.best(board),
        };
        grid::uniform(game, position, cells)
    }
}

/// The rule players: `ai1` to `ai7` of the early tutorial, and `ai1s` to `ai14s`, which rate every move.
///
/// `ai5` to `ai7` take the first of several winning or blocking cells, where their rated forms take any.
pub const RULE_PLAYERS: &[Named<RulePlayer>] = &[
    steps("ai1", "the first empty cell, row by row", false, &[first_empty]),
    steps("ai2", "any cell", true, &[]),
    steps("ai3", "the centre, else any cell", true, &[candidates::centre]),
    steps(
        "ai4",
        "the centre, else the first empty corner, else any cell",
        false,
        &[candidates::centre, first_corner],
    ),
    steps("ai5", "the first winning cell, else any", false, &[first_win]),
    steps(
        "ai6",
        "the first winning cell, else the first blocking one, else any",
        false,
        &[first_win, first_block],
    ),
    steps("ai7", "the centre, else as ai6", false, &[candidates::centre, first_win, first_block]),
    highest("ai1s", "as ai1", false, &[], &[(earliness, POINT)]),
    highest("ai2s", "any cell", true, &[], &[]),
    highest("ai3s", "as ai3", true, &[(centre, POINT)], &[]),
    highest("ai4s", "as ai4", false, &[(centre, 10 * POINT), (corner, POINT)], &[]),
    highest("ai5s", "wins, else any cell", true, &[(win, POINT)], &[]),
    highest(
        "ai6s",
        "wins, else leaves no threat, else any cell",
        true,
        &[(win, POINT), (threatened, -POINT)],
        &[],
    ),
    highest(
        "ai7s",
        "the centre, else as ai6s",
        true,
        &[(centre, 2 * POINT), (win, POINT), (threatened, -POINT)],
        &[],
    ),
    highest(
        "ai8s",
        "as ai7s, then makes a threat of its own",
        true,
        &[(centre, 3 * POINT), (win, 2 * POINT), (threatened, -POINT), (any_chance, POINT)],
        &[],
    ),
    highest(
        "ai9s",
        "as ai8s, and rather makes two threats at once",
        true,
        &[
            (centre, 4 * POINT),
            (win, 3 * POINT),
            (threatened, -POINT),
            (fork, 2 * POINT),
            (one_chance, POINT),
        ],
        &[],
    ),
    highest(
        "ai10s",
        "as ai9s, and counts the lines it has opened",
        true,
        &[
            (centre, 300 * POINT),
            (win, 200 * POINT),
            (threatened, -100 * POINT),
            (fork, 100 * POINT),
        ],
        &[(one_chance, POINT), (openings, POINT)],
    ),
    highest(
        "ai11s",
        "as ai10s, and weighs them against the lines of the opponent",
        true,
        &[
            (centre, 300 * POINT),
            (win, 200 * POINT),
            (threatened, -100 * POINT),
            (fork, 100 * POINT),
        ],
        BALANCE,
    ),
    highest(
        "ai12s",
        "as ai11s, without the rule for the centre; answers two opposite corners by an edge",
        true,
        &[
            (win, 300 * POINT),
            (threatened, -100 * POINT),
            (fork, 200 * POINT),
            (edge_between_corners, 100 * POINT),
        ],
        BALANCE,
    ),
    highest(
        "ai13s",
        "as ai12s, and prefers one threat against it to two",
        true,
        &[
            (win, 300 * POINT),
            (threats, -100 * POINT),
            (fork, 200 * POINT),
            (edge_between_corners, 100 * POINT),
        ],
        BALANCE,
    ),
    highest(
        "ai14s",
        "as ai13s, and tells lost moves apart by the lines they leave",
        true,
        &[(win, 300 * POINT), (unanswered_fork, 200 * POINT), (edge_between_corners, 100 * POINT)],
        &[
            (threats, -100 * POINT),
            (one_chance, 2 * POINT),
            (openings, HALF),
            (opposing_openings, -POINT),
        ],
    ),
];

/// Lines of one's own against lines of the opponent.
const BALANCE: &[(Feature, i32)] =
    &[(one_chance, 2 * POINT), (openings, HALF), (opposing_openings, -POINT)];

const fn steps(
    name: &'static str,
    description: &'static str,
    is_equivariant: bool,
    steps: &'static [Step],
) -> Named<RulePlayer> {
    Named { name, description, what: RulePlayer { is_equivariant, rule: Rule::Steps(steps) } }
}

const fn highest(
    name: &'static str,
    description: &'static str,
    is_equivariant: bool,
    rules: &'static [(Feature, i32)],
    sum: &'static [(Feature, i32)],
) -> Named<RulePlayer> {
    let rule = Rule::Highest(Evaluation { rules, sum });
    Named { name, description, what: RulePlayer { is_equivariant, rule } }
}

#[cfg(test)]
mod tests {
    use exactplay_game::Player;
    use exactplay_rules::Mnk;

    use super::*;

    /// The score, in half points, that `ai14s` gives the cell at column `x`, row `y`.
    fn ai14s(position: &str, x: u8, y: u8) -> i32 {
        let game = Mnk::new(3, 3, 3, Player::O).unwrap();
        let board = Grid::of(&game, game.parse(position).unwrap());
        match Named::find(RULE_PLAYERS, "ai14s").unwrap().what.rule {
            Rule::Highest(evaluation) => evaluation.score(board, 1 << (3 * y + x)),
            Rule::Steps(_) => unreachable!("ai14s rates moves"),
        }
    }

    #[test]
    fn worked_examples_of_ai14s() {
        for (position, x, y, half_points) in [
            (".../.../...", 0, 0, 3),
            (".../.../...", 1, 0, 2),
            (".../.../...", 1, 1, 4),
            (".../.o./...", 0, 0, -4),
            (".../.o./...", 1, 0, -5),
            ("x../.o./...", 0, 2, 5),
            ("x../.o./...", 1, 0, 4),
            ("x../.o./...", 2, 1, 3),
            ("x../.o./...", 2, 2, 1),
            ("o../.x./..o", 1, 0, 200),
            ("o../.x./..o", 2, 0, 2),
            ("x../.o./o..", 2, 0, -1),
            ("x../.o./o..", 1, 0, -200),
            ("ox./ox./...", 0, 2, 600),
        ] {
            assert_eq!(ai14s(position, x, y), half_points, "{position}, column {x}, row {y}");
        }
    }
}
