use std::collections::BTreeSet;

use exactplay_game::{Game, Move, Player};

/// The moves of a game that leads from the start to a position: of those found, the first in the order of moves.
///
/// The search looks at `most_visited` positions at most, twice; `None` when it has found no such game by then, as may
/// happen late in a large game whose stones change sides.
pub fn line_to<G: Game>(game: &G, position: G::Position, most_visited: usize) -> Option<Vec<Move>> {
    // Where stones stay what they are, the first search succeeds quickly; where they change sides, only the second can.
    [Stones::Kept, Stones::Turning].into_iter().find_map(|stones| {
        let target = Target { position, ply: game.ply(position) };
        let mut search = Search { game, target, stones, left: most_visited, dead: BTreeSet::new() };
        let mut line = Vec::new();
        search.reaches(game.start(), &mut line).then_some(line)
    })
}

/// The moves that a list names, such as `b2,a1,c3`, and the position they lead to from the start.
///
/// # Errors
/// When a name is no move, or a move is not legal in its place: the number of the move, from 1.
pub fn play_list<G: Game>(game: &G, list: &str) -> Result<(Vec<Move>, G::Position), usize> {
    let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
    let mut position = game.start();
    let mut line = Vec::new();
    for name in names {
        let legal = |&mv: &Move| game.moves(position).any(|legal| legal == mv);
        let mv = game.parse_move(name).filter(legal).ok_or(line.len() + 1)?;
        line.push(mv);
        position = game.play(position, mv);
    }
    Ok((line, position))
}

/// What may become of stones on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stones {
    Kept,
    Turning,
}

struct Target<P> {
    position: P,
    ply: u8,
}

struct Search<'a, G: Game> {
    game: &'a G,
    target: Target<G::Position>,
    stones: Stones,
    /// Positions that may still be looked at.
    left: usize,
    /// Positions from which the target cannot be reached.
    dead: BTreeSet<G::Position>,
}

impl<G: Game> Search<'_, G> {
    /// Whether the target can be reached; if so, the line goes there.
    fn reaches(&mut self, from: G::Position, line: &mut Vec<Move>) -> bool {
        let game = self.game;
        if from == self.target.position {
            return true;
        }
        if self.left == 0 || game.ply(from) >= self.target.ply || self.dead.contains(&from) {
            return false;
        }
        self.left -= 1;
        for mv in game.moves(from) {
            let child = game.play(from, mv);
            if self.may_become(child) {
                line.push(mv);
                if self.reaches(child, line) {
                    return true;
                }
                line.pop();
            }
        }
        self.dead.insert(from);
        false
    }

    /// Whether no stone of a position forbids that it becomes the target.
    fn may_become(&self, position: G::Position) -> bool {
        let game = self.game;
        let cells = (0..game.height()).flat_map(|y| (0..game.width()).map(move |x| (x, y)));
        let allowed = |now: Option<Player>, then: Option<Player>| match self.stones {
            Stones::Kept => now.is_none() || now == then,
            Stones::Turning => now.is_none() || then.is_some(),
        };
        let stone = |position, (x, y)| game.stone(position, x, y);
        cells
            .into_iter()
            .all(|cell| allowed(stone(position, cell), stone(self.target.position, cell)))
    }
}

#[cfg(test)]
mod tests {
    use exactplay_rules::{Connect, Mnk, Othello};

    use super::*;

    /// Plays a line and returns where it ends.
    fn play<G: Game>(game: &G, line: &[Move]) -> G::Position {
        line.iter().fold(game.start(), |position, &mv| {
            assert!(game.moves(position).any(|legal| legal == mv));
            game.play(position, mv)
        })
    }

    #[test]
    fn every_position_of_small_games_has_a_line() {
        fn check<G: Game>(game: &G) {
            let mut layer = BTreeSet::from([game.start()]);
            while let Some(&first) = layer.first() {
                for &position in &layer {
                    let line = line_to(game, position, 10_000).unwrap();
                    assert_eq!(play(game, &line), position);
                    assert_eq!(line.len(), usize::from(game.ply(first)));
                }
                let children = layer.iter().flat_map(|&position| {
                    game.moves(position).map(move |mv| game.play(position, mv))
                });
                layer = children.collect();
            }
        }
        check(&Mnk::new(3, 3, 3, Player::O).unwrap());
        check(&Connect::new(4, 3, 3, Player::X).unwrap());
    }

    #[test]
    fn lists_of_moves_are_played() {
        let game = Mnk::new(3, 3, 3, Player::O).unwrap();
        let (line, end) = play_list(&game, "b2, a1").unwrap();
        assert_eq!((line.len(), game.notation(end)), (2, "x../.o./...".to_owned()));
        assert_eq!(play_list(&game, "").unwrap(), (Vec::new(), game.start()));
        assert_eq!(play_list(&game, "b2,b2"), Err(2));
        assert_eq!(play_list(&game, "b2,a1,q9"), Err(3));
        assert_eq!(play_list(&game, "a1,b1,a2,b2,a3,b3"), Err(6));
    }

    #[test]
    fn large_games_have_lines_or_none() {
        let connect = Connect::new(7, 6, 4, Player::O).unwrap();
        let position = connect.parse("moves:4444435226632615127").unwrap();
        assert_eq!(play(&connect, &line_to(&connect, position, 10_000).unwrap()), position);
        let othello = Othello::new(4, Player::O).unwrap();
        let position = othello.parse("moves:b1,a1,a2").unwrap();
        assert_eq!(play(&othello, &line_to(&othello, position, 10_000).unwrap()), position);
        assert_eq!(line_to(&connect, connect.parse("moves:1234").unwrap(), 2), None);
    }
}
