use exactplay_game::{Outcome, Player, Playouts, nearest_f64};

/// The moves of a position, those whose playouts end alike merged into one class, in an order that depends on the
/// playouts alone: equal contenders have equal laws.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Contenders {
    /// The classes, ascending by odds.
    pub(crate) classes: Vec<Class>,
}

/// Moves with equal playout probabilities.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Class {
    /// How a playout ends, from the mover's view.
    pub(crate) odds: Odds,
    /// How many moves there are.
    pub(crate) moves: u32,
}

/// The probabilities of a win, a draw and a loss as whole weights in lowest terms, from the mover's view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Odds {
    pub(crate) win: u128,
    pub(crate) draw: u128,
    pub(crate) loss: u128,
}

impl Odds {
    /// How random play ends, as `turn` sees it.
    pub(crate) fn new(playouts: Playouts, turn: Player) -> Self {
        Self {
            win: playouts.weight(Outcome::win(turn)),
            draw: playouts.weight(Outcome::Draw),
            loss: playouts.weight(Outcome::win(turn.other())),
        }
    }

    /// The sum of the weights.
    pub(crate) fn total(self) -> u128 {
        self.win + self.draw + self.loss
    }

    /// The probabilities of a loss, a draw and a win, each rounded once.
    pub(crate) fn half_points(self) -> [f64; 3] {
        [self.loss, self.draw, self.win].map(|weight| nearest_f64(weight, self.total()))
    }

    /// The probabilities of no win and of a win.
    pub(crate) fn wins(self) -> [f64; 3] {
        let total = self.total();
        [nearest_f64(self.draw + self.loss, total), nearest_f64(self.win, total), 0.0]
    }

    /// The probabilities of a loss and of a draw in a playout that is not won; no draws when all are won.
    pub(crate) fn draws(self) -> [f64; 3] {
        match self.draw + self.loss {
            0 => [1.0, 0.0, 0.0],
            rest => [nearest_f64(self.loss, rest), nearest_f64(self.draw, rest), 0.0],
        }
    }
}

impl Contenders {
    /// The moves of `turn`, after which random play ends as `moves` says.
    pub(crate) fn new(moves: &[Playouts], turn: Player) -> Self {
        let mut odds: Vec<_> = moves.iter().map(|&playouts| Odds::new(playouts, turn)).collect();
        odds.sort_unstable();
        let classes = odds.chunk_by(|a, b| a == b).map(|class| Class {
            odds: class[0],
            moves: u32::try_from(class.len()).expect("few moves"),
        });
        Self { classes: classes.collect() }
    }

    /// How many moves there are.
    pub(crate) fn moves(&self) -> u32 {
        self.classes.iter().map(|class| class.moves).sum()
    }

    /// The class of a move.
    pub(crate) fn class_of(&self, playouts: Playouts, turn: Player) -> usize {
        let odds = Odds::new(playouts, turn);
        self.classes.binary_search_by_key(&odds, |class| class.odds).expect("one of the moves")
    }
}
