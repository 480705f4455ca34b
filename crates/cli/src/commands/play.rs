use std::io::{self, BufRead as _};

use exactplay_game::{Game, Move, Player, PositionError};
use exactplay_players::{Chooser, Dice, PlayerName};
use exactplay_rules::GameVisitor;
use exactplay_tree::{Analysis, Estimate};

use crate::commands::query::move_table;
use crate::engine::{self, Memory};
use crate::failure::Failure;
use crate::options::GameArgs;
use crate::output;
use crate::text::{self, STRONG};

/// Play in the terminal: a person or any player on each side
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Who plays o (`exactplay games --players` lists the players)
    #[arg(default_value = "human")]
    o: String,
    /// Who plays x
    #[arg(default_value = "perfect")]
    x: String,
    #[command(flatten)]
    game: GameArgs,
    /// The position from which to play
    #[arg(long, value_name = "POSITION", default_value = "-")]
    from: String,
    /// The seed of the players' choices
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

const HELP: &str = "\
a move: a cell such as b2, or column and row from 0 such as 1,1; a column number where discs fall
undo    take back your last move, and what followed
hint    what is known about every move
resign  give up
help    this list
quit    leave
";

/// Games with more positions than this are played without hints, so that nobody waits for them.
const QUICK: u128 = 3_000_000;

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    args.game.parse()?.visit(args)
}

impl GameVisitor for Args {
    type Output = Result<(), Failure>;

    fn visit<G: Game + 'static>(self, game: G) -> Result<(), Failure> {
        let players = [PlayerName::parse(&self.o)?, PlayerName::parse(&self.x)?];
        players.iter().try_for_each(|player| player.check_game(&game))?;
        let start = game.parse(&self.from)?;
        let needed = players.iter().any(PlayerName::needs_analysis);
        let analysis = if needed || Estimate::of(&game).positions <= QUICK {
            Some(engine::analysis(game.clone(), Memory(self.game.max_memory))?)
        } else {
            None
        };
        if analysis.as_ref().is_some_and(|analysis| !analysis.contains(start)) {
            return Err(PositionError::unreachable(&self.from, "no game leads to it").into());
        }
        let chooser = |player: &PlayerName| match player {
            PlayerName::Human => Ok(None),
            player => player.chooser(&game, analysis.as_ref()).map(Some),
        };
        let choosers = [chooser(&players[0])?, chooser(&players[1])?];
        output::print(&format!(
            "{STRONG}{} (o) v {} (x){STRONG:#} on {}, seed {}; \"help\" lists what you can enter\n",
            players[0],
            players[1],
            game.name(),
            self.seed
        ))?;
        Table { game: &game, analysis: analysis.as_ref(), choosers, seed: self.seed }.play(start)
    }
}

/// Where a game is played.
struct Table<'a, G: Game> {
    game: &'a G,
    analysis: Option<&'a Analysis<G>>,
    /// Who plays o and x; a person where there is none.
    choosers: [Option<Box<dyn Chooser<G> + 'a>>; 2],
    seed: u64,
}

/// What a person has entered.
enum Entry {
    Move(Move),
    Undo,
    Hint,
    Resign,
    Quit,
}

impl<G: Game> Table<'_, G> {
    fn play(&self, start: G::Position) -> Result<(), Failure> {
        let mut path = vec![start];
        self.show(start)?;
        while let Some(&position) = path.last()
            && self.game.outcome(position).is_none()
        {
            engine::check_interrupt().map_err(|_| Failure::Interrupted)?;
            let turn = self.game.turn(position);
            if let Some(chooser) = &self.choosers[turn as usize] {
                // Its choice at a ply is the same however the game has come there, so that undoing replays it.
                let mut dice = Dice::new([self.seed, 0, path.len() as u64, turn as u64]);
                let mv = chooser.choose(self.game, position, &mut dice);
                output::print(&format!("\n{turn} plays {}\n", self.game.move_name(mv)))?;
                path.push(self.game.play(position, mv));
                self.show(path[path.len() - 1])?;
                continue;
            }
            match self.ask(position)? {
                Entry::Move(mv) => {
                    path.push(self.game.play(position, mv));
                    self.show(path[path.len() - 1])?;
                }
                Entry::Undo => self.undo(&mut path)?,
                Entry::Hint => self.hint(position)?,
                Entry::Resign => {
                    return output::print(&format!("{turn} resigns: {} has won\n", turn.other()));
                }
                Entry::Quit => return output::print("bye\n"),
            }
        }
        Ok(())
    }

    fn show(&self, position: G::Position) -> Result<(), Failure> {
        let board = text::board(self.game, position).join("\n");
        output::print(&format!("\n{board}\n{}\n", text::status(self.game, position)))
    }

    /// Goes back to the last position before this one in which a person was to move.
    fn undo(&self, path: &mut Vec<G::Position>) -> Result<(), Failure> {
        let is_person =
            |&position: &G::Position| self.choosers[self.game.turn(position) as usize].is_none();
        let earlier = &path[..path.len() - 1];
        match earlier.iter().rposition(is_person) {
            Some(place) => {
                path.truncate(place + 1);
                self.show(path[place])
            }
            None => output::print("there is nothing to take back\n"),
        }
    }

    fn hint(&self, position: G::Position) -> Result<(), Failure> {
        match self.analysis {
            Some(analysis) => {
                let lines = move_table(self.game, &analysis.record(position)).lines();
                output::print(&(lines.join("\n") + "\n"))
            }
            None => output::print("this game is too large for hints\n"),
        }
    }

    /// Asks a person until the answer can be used. The end of the input means to leave.
    fn ask(&self, position: G::Position) -> Result<Entry, Failure> {
        let turn: Player = self.game.turn(position);
        loop {
            output::print(&format!("{turn}> "))?;
            let mut line = String::new();
            engine::prompting(true);
            let read = io::stdin().lock().read_line(&mut line);
            engine::prompting(false);
            match read {
                Ok(0) => {
                    output::print("\n")?;
                    return Ok(Entry::Quit);
                }
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    output::print("that is not text\n")?;
                    continue;
                }
                Err(error) => return Err(Failure::File(format!("standard input: {error}"))),
            }
            match line.trim().to_lowercase().as_str() {
                "" => {}
                "undo" | "u" => return Ok(Entry::Undo),
                "hint" | "h" => return Ok(Entry::Hint),
                "resign" => return Ok(Entry::Resign),
                "quit" | "exit" | "q" => return Ok(Entry::Quit),
                "help" | "?" => output::print(HELP)?,
                name => match self.legal_move(position, name) {
                    Ok(mv) => return Ok(Entry::Move(mv)),
                    Err(reason) => output::print(&format!("{reason}\n"))?,
                },
            }
        }
    }

    /// The legal move that a name means, or what to say about it.
    fn legal_move(&self, position: G::Position, name: &str) -> Result<Move, String> {
        let legal: Vec<_> = self.game.moves(position).collect();
        let by_cell = || {
            let (x, y) = name.split_once(',')?;
            let cell = (x.trim().parse().ok()?, y.trim().parse().ok()?);
            let on_board = cell.0 < self.game.width() && cell.1 < self.game.height();
            on_board
                .then(|| legal.iter().copied().find(|&mv| self.game.target(position, mv) == cell))
        };
        let found = match self.game.parse_move(name) {
            Some(mv) => Some(legal.contains(&mv).then_some(mv)),
            None => by_cell(),
        };
        let moves = || text::moves(self.game, legal.iter().copied());
        match found {
            Some(Some(mv)) => Ok(mv),
            Some(None) => Err(format!("{name} is not legal here; legal moves: {}", moves())),
            None => Err(format!(
                "{name:?} is no move; legal moves: {} (\"help\" lists what else you can enter)",
                moves()
            )),
        }
    }
}
