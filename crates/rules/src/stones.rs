use exactplay_game::Player;

/// The stones of both players, one bit a cell; cell `x * height + y` is column `x`, row `y` from the top.
///
/// Where the players simply alternate, whose turn it is follows from how many stones there are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stones {
    /// The cells of o.
    pub o: u64,
    /// The cells of x.
    pub x: u64,
}

impl Stones {
    /// The cells of a player.
    #[inline]
    pub fn of(self, player: Player) -> u64 {
        match player {
            Player::O => self.o,
            Player::X => self.x,
        }
    }

    /// The cells of both players.
    #[inline]
    pub fn occupied(self) -> u64 {
        self.o | self.x
    }

    /// Whose stone is on a cell.
    pub fn on(self, cell: u8) -> Option<Player> {
        [Player::O, Player::X].into_iter().find(|&player| self.of(player) >> cell & 1 == 1)
    }

    /// How many stones there are.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "at most 64 stones")]
    pub fn count(self) -> u8 {
        self.occupied().count_ones() as u8
    }

    /// With one more set of stones of a player.
    #[inline]
    #[must_use]
    pub fn with(self, player: Player, cells: u64) -> Self {
        match player {
            Player::O => Self { o: self.o | cells, ..self },
            Player::X => Self { x: self.x | cells, ..self },
        }
    }

    /// Without the stones on some cells.
    #[must_use]
    pub fn without(self, cells: u64) -> Self {
        Self { o: self.o & !cells, x: self.x & !cells }
    }

    /// Whose turn it is where the players alternate.
    #[inline]
    pub fn turn(self, first: Player) -> Player {
        if self.count().is_multiple_of(2) { first } else { first.other() }
    }

    /// Who placed the last stone where the players alternate, or why the counts exclude that they do.
    ///
    /// Without a stone it is the one who does not move first.
    pub(crate) fn last_mover(self, first: Player) -> Result<Player, String> {
        let (o, x) = (self.o.count_ones(), self.x.count_ones());
        let (firsts, seconds) = (self.of(first).count_ones(), self.of(first.other()).count_ones());
        if seconds == firsts + 1 {
            let other = first.other();
            return Err(format!(
                "it has {o} o and {x} x, but {first} moves first (where {other} does, add --first {other})"
            ));
        }
        if firsts != seconds && firsts != seconds + 1 {
            return Err(format!("it has {o} o and {x} x, but the players alternate"));
        }
        Ok(self.turn(first).other())
    }
}
