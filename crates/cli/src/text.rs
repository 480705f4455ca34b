//! How answers look on a terminal.

use anstyle::{AnsiColor, Style};
use exactplay_game::{Fraction, Game, Move, Outcome, Player};
use num_traits::ToPrimitive as _;

/// Best moves.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
/// Errors of an audited player.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
/// Headings and what matters most.
pub(crate) const STRONG: Style = Style::new().bold();

/// A whole number with its digits in groups of three.
pub(crate) fn grouped(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

/// A fraction both ways: `817/1260 (0.648413)`. Whole numbers stand alone.
pub(crate) fn both(fraction: &Fraction) -> String {
    if fraction.is_integer() {
        fraction.to_string()
    } else {
        format!("{fraction} ({})", decimal(fraction))
    }
}

/// A number as people read it.
pub(crate) trait Shown {
    /// What makes a player err that need not: ties where its law is exact, else its playouts.
    const MISHAP: &'static str;

    /// The number, exactly where it is exact.
    fn shown(&self) -> String;
}

impl Shown for Fraction {
    const MISHAP: &'static str = "an unlucky tie";

    fn shown(&self) -> String {
        both(self)
    }
}

impl Shown for f64 {
    const MISHAP: &'static str = "unlucky playouts";

    fn shown(&self) -> String {
        format!("{self:.6}")
    }
}

/// A fraction to six places.
pub(crate) fn decimal(fraction: &Fraction) -> String {
    format!("{:.6}", fraction.to_f64().expect("probabilities are in range"))
}

/// The names of moves, separated by spaces.
pub(crate) fn moves<G: Game>(game: &G, moves: impl IntoIterator<Item = Move>) -> String {
    moves.into_iter().map(|mv| game.move_name(mv)).collect::<Vec<_>>().join(" ")
}

/// The lines of a drawn board: column names, then the rows with their numbers.
pub(crate) fn board<G: Game>(game: &G, position: G::Position) -> Vec<String> {
    let gutter = game.height().to_string().len();
    let names: Vec<_> = (0..game.width()).map(|x| game.column_name(x)).collect();
    let width = names.iter().map(String::len).max().unwrap_or(1);
    let line = |head: &str, cells: &mut dyn Iterator<Item = &str>| {
        let cells: Vec<_> = cells.map(|cell| format!("{cell:>width$}")).collect();
        format!("{head:>gutter$} {}", cells.join(" "))
    };
    let head = line("", &mut names.iter().map(String::as_str));
    let rows = (0..game.height()).map(|y| {
        let mut cells = (0..game.width()).map(|x| match game.stone(position, x, y) {
            Some(Player::O) => "o",
            Some(Player::X) => "x",
            None => ".",
        });
        line(&(y + 1).to_string(), &mut cells)
    });
    std::iter::once(head).chain(rows).collect()
}

/// How a game stands: whose turn it is, or how it ended.
pub(crate) fn status<G: Game>(game: &G, position: G::Position) -> String {
    match game.outcome(position) {
        None => format!("{} to move", game.turn(position)),
        Some(outcome) => match outcome.winner() {
            Some(winner) => format!("{winner} has won"),
            None => "drawn".to_owned(),
        },
    }
}

/// Who wins under optimal play, and when.
pub(crate) fn value(outcome: Outcome, plies: u8) -> String {
    let end = match outcome.winner() {
        Some(winner) => format!("{winner} wins"),
        None => "draw".to_owned(),
    };
    match plies {
        0 => end,
        1 => format!("{end} in 1 ply"),
        _ => format!("{end} in {plies} plies"),
    }
}

/// Two blocks of lines side by side.
pub(crate) fn beside(left: &[String], right: &[String], indent: usize) -> String {
    let width = left.iter().map(String::len).max().unwrap_or(0);
    let mut text = String::new();
    for line in 0..left.len().max(right.len()) {
        let (left, right) = (left.get(line), right.get(line));
        let (left, right) = (left.map_or("", String::as_str), right.map_or("", String::as_str));
        let joined = format!("{:indent$}{left:width$}   {right}", "");
        text.push_str(joined.trim_end());
        text.push('\n');
    }
    text
}

/// A table: columns padded to their widest cell, the first aligned left and the others as told.
#[derive(Debug)]
pub(crate) struct Table {
    right: Vec<bool>,
    rows: Vec<(Style, Vec<String>)>,
}

impl Table {
    /// A table with these column heads; a head that begins with `>` aligns its column right.
    pub(crate) fn new(heads: &[&str]) -> Self {
        let right = heads.iter().map(|head| head.starts_with('>')).collect();
        let cells = heads.iter().map(|head| head.trim_start_matches('>').to_owned()).collect();
        Self { right, rows: vec![(STRONG, cells)] }
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, style: Style, cells: Vec<String>) {
        self.rows.push((style, cells));
    }

    /// The lines of the table.
    pub(crate) fn lines(&self) -> Vec<String> {
        let width = |column: usize| {
            self.rows.iter().map(|(_, cells)| cells[column].len()).max().unwrap_or(0)
        };
        let widths: Vec<_> = (0..self.right.len()).map(width).collect();
        let line = |(style, cells): &(Style, Vec<String>)| {
            let cells =
                cells.iter().zip(&widths).zip(&self.right).map(|((cell, &width), &right)| {
                    if right { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
                });
            let joined = cells.collect::<Vec<_>>().join("  ");
            format!("{style}{}{style:#}", joined.trim_end())
        };
        self.rows.iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use exactplay_game::fraction;

    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(grouped(0_u32), "0");
        assert_eq!(grouped(999_u32), "999");
        assert_eq!(grouped(549_946_u32), "549,946");
        assert_eq!(grouped(15_038_733_958_272_u64), "15,038,733,958,272");
        assert_eq!(both(&fraction(817, 1260)), "817/1260 (0.648413)");
        assert_eq!(both(&fraction(4, 4)), "1");
    }
}
