use exactplay_game::{Outcome, Player, Playouts, nearest_f64};

/// The moves of a position, those whose playouts end alike merged into one class.
#[derive(Debug)]
pub(crate) struct Contenders {
    /// The classes, in the order in which their first moves stand.
    pub(crate) classes: Vec<Class>,
    /// The class of each move.
    class_of: Vec<usize>,
}

/// Moves with equal playout probabilities.
#[derive(Debug)]
pub(crate) struct Class {
    /// How a playout ends, from the mover's view.
    pub(crate) odds: Odds,
    /// How many moves there are.
    pub(crate) moves: u32,
}

/// The probabilities of a win, a draw and a loss as whole weights, from the mover's view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
        let mut classes: Vec<Class> = Vec::new();
        let mut class_of = Vec::with_capacity(moves.len());
        for &playouts in moves {
            let odds = Odds::new(playouts, turn);
            let class = classes.iter().position(|class| class.odds == odds).unwrap_or_else(|| {
                classes.push(Class { odds, moves: 0 });
                classes.len() - 1
            });
            classes[class].moves += 1;
            class_of.push(class);
        }
        Self { classes, class_of }
    }

    /// How many moves there are.
    pub(crate) fn moves(&self) -> u32 {
        self.classes.iter().map(|class| class.moves).sum()
    }

    /// The probability of each move, when `by_class` holds those of the classes times `sum`.
    pub(crate) fn per_move(&self, by_class: &[f64], sum: f64) -> Vec<f64> {
        let share = |&class: &usize| by_class[class] / (f64::from(self.classes[class].moves) * sum);
        self.class_of.iter().map(share).collect()
    }
}
