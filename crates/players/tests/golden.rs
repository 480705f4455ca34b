//! What the players may play at every unfinished position of tic-tac-toe, against results computed independently:
//! `data/golden/players.csv.gz` and columns of `data/golden/tictactoe.csv.gz`.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::collections::BTreeSet;
use std::io::Read as _;
use std::num::NonZeroU8;
use std::sync::LazyLock;

use exactplay_game::{Game as _, Move, Outcome, Player, Policy, Unreduced};
use exactplay_players::{
    MONTE_CARLO_PLAYERS, MonteCarlo, Named, PERFECT_PLAYERS, Perfect, RULE_PLAYERS, RulePlayer,
    SequenceRule,
};
use exactplay_rules::{Mnk, Stones};
use exactplay_tree::{Analysis, Scoring};

static GAME: LazyLock<Mnk> = LazyLock::new(|| Mnk::new(3, 3, 3, Player::O).unwrap());

/// The unfinished positions of a golden file, with the fields of each by the name of the column.
struct Golden {
    columns: Vec<String>,
    rows: Vec<(Stones, Vec<String>)>,
}

impl Golden {
    fn read(file: &str) -> Self {
        let path = format!("{}/../../data/golden/{file}", env!("CARGO_MANIFEST_DIR"));
        let mut text = String::new();
        flate2::read::GzDecoder::new(std::fs::File::open(path).unwrap())
            .read_to_string(&mut text)
            .unwrap();
        let fields = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
        let mut lines = text.lines();
        let columns = fields(lines.next().unwrap());
        let rows = lines.map(fields).map(|row| {
            let position = GAME.parse(&format!("key:{}", row[0])).unwrap();
            (position, row)
        });
        let rows: Vec<_> = rows.filter(|&(position, _)| GAME.outcome(position).is_none()).collect();
        assert_eq!(rows.len(), 4_520);
        Self { columns, rows }
    }

    fn positions(&self) -> impl Iterator<Item = Stones> {
        self.rows.iter().map(|&(position, _)| position)
    }

    /// The moves in a column at every position. Bit `3 * x + y` of the octal number is the move of that number.
    fn moves(&self, column: &str) -> impl Iterator<Item = (Stones, Vec<Move>)> {
        let column = self.columns.iter().position(|name| name == column).unwrap();
        self.rows.iter().map(move |(position, fields)| {
            let set = u16::from_str_radix(&fields[column], 8).unwrap();
            (*position, (0..9).filter(|cell| set >> cell & 1 == 1).map(Move).collect())
        })
    }

    fn assert_plays(&self, column: &str, policy: &impl Policy<Mnk>) {
        for (position, moves) in self.moves(column) {
            assert_eq!(played(policy, position), moves, "{column} at {}", GAME.notation(position));
        }
    }
}

fn rule_player(name: &str) -> RulePlayer {
    Named::find(RULE_PLAYERS, name).unwrap().what
}

fn played(policy: &impl Policy<Mnk>, position: Stones) -> Vec<Move> {
    policy.distribution(&GAME, position).moves().collect()
}

/// The empty cells with which `player` would complete a line, down the columns.
fn completions(position: Stones, player: Player) -> Vec<Move> {
    let completes = |mv: &Move| GAME.has_line(position.of(player) | 1 << mv.0);
    GAME.moves(position).filter(completes).collect()
}

fn first_row_by_row(moves: &[Move]) -> Move {
    moves.iter().copied().min_by_key(|mv| (mv.0 % 3, mv.0 / 3)).unwrap()
}

#[test]
fn rules_know_tic_tac_toe_only() {
    assert!(RulePlayer::plays(&*GAME));
    assert!(RulePlayer::plays(&Unreduced(Mnk::new(3, 3, 3, Player::X).unwrap())));
    for (width, height, k) in [(3, 3, 2), (4, 3, 3), (3, 4, 3)] {
        let other = Mnk::new(width, height, k, Player::O).unwrap();
        assert!(!RulePlayer::plays(&other) && !SequenceRule::Reach.plays(&other));
        assert!(SequenceRule::First.plays(&other));
    }
}

#[test]
fn rule_players_play_as_recorded() {
    let golden = Golden::read("players.csv.gz");
    for player in RULE_PLAYERS {
        if !["ai5", "ai6", "ai7"].contains(&player.name) {
            golden.assert_plays(player.name, &player.what);
        }
    }
}

/// The recorded `ai5`, `ai6` and `ai7` differ from ours in two ways and no other: the first cell is the first down the
/// columns, and after three plies they are blind to threats.
#[test]
fn the_order_of_cells_and_the_blind_ply_explain_every_difference() {
    let golden = Golden::read("players.csv.gz");
    for (name, blocks, prefers_centre, differences) in [
        ("ai5", false, false, [145, 0]),
        ("ai6", true, false, [325, 144]),
        ("ai7", true, true, [206, 60]),
    ] {
        let player = rule_player(name);
        let (mut other_cell, mut blind) = (0, 0);
        for (position, recorded) in golden.moves(name) {
            let text = GAME.notation(position);
            let ours = played(&player, position);
            let turn = GAME.turn(position);
            let (wins, threats) =
                (completions(position, turn), completions(position, turn.other()));
            let takes_centre = prefers_centre && GAME.stone(position, 1, 1).is_none();
            let blocking = blocks && wins.is_empty();
            let named = if blocking { threats } else { wins };
            if takes_centre || named.is_empty() {
                assert_eq!(ours, recorded, "{name} at {text}");
                continue;
            }
            assert_eq!(ours, [first_row_by_row(&named)], "{name} at {text}");
            if blocking && GAME.ply(position) == 3 {
                assert!(recorded.into_iter().eq(GAME.moves(position)), "{name} at {text}");
                blind += 1;
            } else {
                assert_eq!(recorded, named[..1], "{name} at {text}");
                other_cell += usize::from(ours != recorded);
            }
        }
        assert_eq!([other_cell, blind], differences, "{name}");
    }
}

#[test]
fn infinite_playouts_choose_as_recorded() {
    let golden = Golden::read("tictactoe.csv.gz");
    let analysis = Analysis::of(GAME.clone(), |_| Ok(())).unwrap();
    for player in MONTE_CARLO_PLAYERS {
        let policy = MonteCarlo::new(&analysis, player.what, NonZeroU8::MIN);
        golden.assert_plays(player.name, &policy);
    }
}

#[test]
fn perfect_players_choose_as_recorded() {
    let golden = Golden::read("tictactoe.csv.gz");
    let analysis = Analysis::of(GAME.clone(), |_| Ok(())).unwrap();
    for (name, column) in [
        ("perfect", "best_default"),
        ("perfect:shortest", "best_shortest"),
        ("perfect:shortest-draw", "best_shortest_draw"),
    ] {
        let scoring = Named::find(PERFECT_PLAYERS, name).unwrap().what;
        golden.assert_plays(column, &Perfect::new(&analysis, scoring));
    }
}

#[test]
fn forms_of_a_rule_agree_as_known() {
    let golden = Golden::read("players.csv.gz");
    let differ = |number: u8| {
        let steps = rule_player(&format!("ai{number}"));
        let highest = rule_player(&format!("ai{number}s"));
        golden.positions().filter(|&p| played(&steps, p) != played(&highest, p)).count()
    };
    // From ai5 on: wherever there are several cells to win or to block.
    assert_eq!([1, 2, 3, 4, 5, 6, 7].map(differ), [0, 0, 0, 0, 408, 916, 604]);
}

#[test]
fn rule_players_solve_the_game_as_known() {
    let golden = Golden::read("players.csv.gz");
    let analysis = Analysis::of(GAME.clone(), |_| Ok(())).unwrap();
    let (mut as_o, mut as_x) = (Vec::new(), Vec::new());
    for player in RULE_PLAYERS {
        let errs = |position| {
            let best = analysis.best_moves(position, Scoring::Default);
            played(&player.what, position).iter().any(|mv| !best.contains(mv))
        };
        let errors = golden.positions().filter(|&position| errs(position)).count();
        if ["ai12s", "ai13s", "ai14s"].contains(&player.name) {
            assert_eq!(errors, 52, "{}", player.name);
        } else {
            assert!(errors > 52, "{}", player.name);
        }
        for (seat, solved) in [(Player::O, &mut as_o), (Player::X, &mut as_x)] {
            let met = met_in_play(seat, &player.what);
            if !met.iter().any(|&p| GAME.outcome(p).is_none() && GAME.turn(p) == seat && errs(p)) {
                let lost = Some(Outcome::win(seat.other()));
                assert!(met.iter().all(|&p| GAME.outcome(p) != lost), "{}", player.name);
                solved.push(player.name);
            }
        }
    }
    assert_eq!(as_o, ["ai10s", "ai11s", "ai12s", "ai13s", "ai14s"]);
    assert_eq!(as_x, ["ai12s", "ai13s", "ai14s"]);
}

/// Every position that can arise where `policy` plays in its seat and the opponent does anything.
fn met_in_play(seat: Player, policy: &impl Policy<Mnk>) -> BTreeSet<Stones> {
    let mut met = BTreeSet::new();
    let mut open = vec![GAME.start()];
    while let Some(position) = open.pop() {
        if !met.insert(position) {
            continue;
        }
        let moves: Vec<_> = if GAME.outcome(position).is_none() && GAME.turn(position) == seat {
            played(policy, position)
        } else {
            GAME.moves(position).collect()
        };
        open.extend(moves.into_iter().map(|mv| GAME.play(position, mv)));
    }
    met
}
