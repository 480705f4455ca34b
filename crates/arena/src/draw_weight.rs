#![deny(clippy::float_arithmetic)]

use exactplay_game::{Fraction, Game, Outcome, Player, fraction};
use exactplay_tree::{Analysis, PositionId, Scoring, Tree};
use num_traits::{One as _, Zero as _};

use crate::steps::Steps;

/// How the Monte-Carlo player with infinitely many playouts fares for every draw weight from 0 to 1.
///
/// The player is that of depth 1: it maximises P(win) + weight * P(draw) over the playouts after each move, and makes
/// each of the best moves with the same probability.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawWeightSweep {
    /// Orbits of positions in progress, all of which were looked at.
    pub orbits_checked: usize,
    /// Every weight at which the best moves of some position change, ascending.
    pub move_changes: Vec<Fraction>,
    /// The weights from 0 to 1, cut wherever the set of deviating orbits or a verdict changes.
    pub segments: Vec<DrawWeightSegment>,
}

/// Draw weights with the same deviating orbits and the same verdicts: an interval or a single weight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawWeightSegment {
    /// The lower end.
    pub from: DrawWeightEnd,
    /// The upper end.
    pub to: DrawWeightEnd,
    /// How many orbits deviate.
    pub deviating_orbits: usize,
    /// How many positions deviate, all members of all orbits counted.
    pub deviating_positions: u64,
    /// What the player comes to as o.
    pub as_o: DrawWeightSeat,
    /// What it comes to as x.
    pub as_x: DrawWeightSeat,
}

/// An end of an interval of draw weights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawWeightEnd {
    /// The weight.
    pub weight: Fraction,
    /// Whether it belongs to the interval.
    pub included: bool,
}

/// What the player comes to in one seat against every opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawWeightSeat {
    /// Whether it is a weak solution: it gets at least the game's value, whatever its ties decide.
    pub holds: bool,
    /// The worst that can happen to it, as an absolute outcome.
    pub worst: Outcome,
}

impl DrawWeightSegment {
    /// The weight in the middle, which belongs to the segment.
    pub fn middle(&self) -> Fraction {
        (&self.from.weight + &self.to.weight) / fraction(2, 1)
    }

    /// Whether the segment is a single weight.
    pub fn is_point(&self) -> bool {
        self.from == self.to
    }
}

/// Finds every draw weight at which the player changes, and what it comes to there and between.
///
/// The score of a move is a straight line over the weight, and the best moves of a position are its upper envelope.
/// Between the corners of all envelopes no move changes, so the weights fall into finitely many cells: each corner, and
/// each interval between two. One backward pass finds the worst result in all cells at once. The cost is the square of
/// the number of moves for each orbit, and then as many steps for each move as results change over the cells.
pub fn draw_weight_sweep<G: Game>(analysis: &Analysis<G>) -> DrawWeightSweep {
    let (game, tree) = (analysis.game(), analysis.tree());
    let envelopes: Vec<_> =
        tree.layers().flatten().map(|id| envelope(&lines(analysis, id))).collect();
    let cells = Cells::new(&envelopes);
    let best: Vec<_> = envelopes.iter().map(|envelope| cells.best_moves(envelope)).collect();
    let mut changes = vec![Changes::default(); cells.len()];
    let mut orbits_checked = 0;
    for id in tree.layers().flatten().filter(|&id| !tree.children(id).is_empty()) {
        orbits_checked += 1;
        let optimal = optimal_moves(analysis, id);
        let size = u64::from(game.orbit_size(tree.position(id)));
        let deviates = best[id as usize].map(|best| best & !optimal != 0);
        for &(cell, deviates) in deviates.iter() {
            changes[cell].book(deviates, cell == 0, size);
        }
    }
    let seats = seats(analysis, &best, cells.len());
    let segments = segments(&cells, &changes, &seats);
    DrawWeightSweep { orbits_checked, move_changes: cells.changes, segments }
}

/// A set of moves of a position: bit i stands for the i-th in the order of [`Game::moves`].
type Moves = u64;

/// The score of a move over the draw weight, in the denominator that all moves of a position share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Line {
    /// The score at weight 0.
    win: u128,
    /// The slope.
    draw: u128,
}

/// Where the best moves of a position change.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Corner {
    weight: Fraction,
    /// The best moves at the weight.
    at: Moves,
    /// The best moves just above it.
    above: Moves,
}

/// The moves of an orbit as lines; none in a finished position.
fn lines<G: Game>(analysis: &Analysis<G>, id: PositionId) -> Vec<Line> {
    let (game, tree) = (analysis.game(), analysis.tree());
    let position = tree.position(id);
    let (ply, turn) = (game.ply(position), game.turn(position));
    let line = |&child: &PositionId| {
        let weights = analysis.playout_weights(child, ply + 1);
        Line { win: weights[Outcome::win(turn) as usize], draw: weights[Outcome::Draw as usize] }
    };
    tree.children(id).iter().map(line).collect()
}

/// The corners of the upper envelope from 0 to 1. The first entry is for 0, whether or not the moves change there.
fn envelope(lines: &[Line]) -> Vec<Corner> {
    let those = |is: &dyn Fn(&Line) -> bool| {
        lines.iter().enumerate().fold(0, |set, (i, line)| set | Moves::from(is(line)) << i)
    };
    let Some(mut top) = lines.iter().copied().max_by_key(|line| (line.win, line.draw)) else {
        return Vec::new();
    };
    let mut corners = vec![Corner {
        weight: Fraction::zero(),
        at: those(&|line| line.win == top.win),
        above: those(&|&line| line == top),
    }];
    loop {
        // A steeper line lies below the top one so far and meets it at a greater weight.
        let meets = |line: &Line| {
            (line.draw > top.draw).then(|| fraction(top.win - line.win, line.draw - top.draw))
        };
        let Some(weight) = lines.iter().filter_map(meets).min() else { return corners };
        if weight > Fraction::one() {
            return corners;
        }
        let meeting = |line: &Line| meets(line).as_ref() == Some(&weight);
        let at = those(&|line| *line == top || meeting(line));
        let steepest = lines.iter().copied().filter(meeting).max_by_key(|line| line.draw);
        top = steepest.expect("one meets");
        corners.push(Corner { weight, at, above: those(&|&line| line == top) });
    }
}

/// The weights from 0 to 1 as cells: the even ones are single weights, the odd ones the open intervals between them.
struct Cells {
    /// The single weights: 0, 1, and all at which moves change.
    weights: Vec<Fraction>,
    /// Those at which moves change.
    changes: Vec<Fraction>,
}

impl Cells {
    fn new(envelopes: &[Vec<Corner>]) -> Self {
        let corners = envelopes.iter().flatten();
        let changing =
            corners.filter(|corner| corner.at != corner.above || !corner.weight.is_zero());
        let mut changes: Vec<_> = changing.map(|corner| corner.weight.clone()).collect();
        changes.sort_unstable();
        changes.dedup();
        let mut weights = [vec![Fraction::zero()], changes.clone(), vec![Fraction::one()]].concat();
        weights.dedup();
        Self { weights, changes }
    }

    fn len(&self) -> usize {
        2 * self.weights.len() - 1
    }

    /// The best moves of a position in every cell; no moves in a finished position.
    fn best_moves(&self, envelope: &[Corner]) -> Steps<Moves> {
        let mut steps = Vec::with_capacity(2 * envelope.len());
        for corner in envelope {
            let cell = 2 * self.weights.binary_search(&corner.weight).expect("listed");
            steps.push((cell, corner.at));
            if cell + 1 < self.len() {
                steps.push((cell + 1, corner.above));
            }
        }
        if steps.is_empty() { Steps::constant(0) } else { Steps::new(steps) }
    }

    /// Where a cell begins.
    fn from(&self, cell: usize) -> DrawWeightEnd {
        DrawWeightEnd { weight: self.weights[cell / 2].clone(), included: cell.is_multiple_of(2) }
    }

    /// Where a cell ends.
    fn to(&self, cell: usize) -> DrawWeightEnd {
        DrawWeightEnd {
            weight: self.weights[cell.div_ceil(2)].clone(),
            included: cell.is_multiple_of(2),
        }
    }
}

/// The optimal moves of an orbit.
fn optimal_moves<G: Game>(analysis: &Analysis<G>, id: PositionId) -> Moves {
    let (game, tree) = (analysis.game(), analysis.tree());
    let position = tree.position(id);
    let best = analysis.best_moves(position, Scoring::Default);
    let places = game.moves(position).enumerate();
    places.fold(0, |set, (i, mv)| set | Moves::from(best.contains(&mv)) << i)
}

/// The orbits that begin and cease to deviate in a cell, and how many positions they are.
#[derive(Debug, Clone, Default)]
struct Changes {
    orbits: [usize; 2],
    positions: [u64; 2],
}

impl Changes {
    /// Books that an orbit deviates from here on, or does not. Before the first cell none does.
    fn book(&mut self, deviates: bool, is_first: bool, size: u64) {
        if deviates || !is_first {
            self.orbits[usize::from(deviates)] += 1;
            self.positions[usize::from(deviates)] += size;
        }
    }
}

/// What the player comes to as o and as x, in every cell.
fn seats<G: Game>(
    analysis: &Analysis<G>,
    best: &[Steps<Moves>],
    cells: usize,
) -> Vec<[DrawWeightSeat; 2]> {
    let (game, tree) = (analysis.game(), analysis.tree());
    let value = analysis.value(Tree::<G>::START).outcome;
    let seat = |player: Player| {
        // Outcomes as the player ranks them.
        let worst = tree.backward(|position, children| {
            if let Some(outcome) = game.outcome(position) {
                return Steps::constant(outcome.seen_by(player));
            }
            let own =
                (game.turn(position) == player).then(|| &best[analysis.id(position) as usize]);
            let mut worst = Steps::constant(Outcome::OWins);
            for (i, child) in children.iter().enumerate() {
                let child: &Steps<Outcome> = child;
                worst = match own {
                    None => worst.zip(child, |&a, &b| a.min(b)),
                    Some(moves) => {
                        let made = moves.zip(child, |moves, &child| {
                            if moves >> i & 1 == 1 { child } else { Outcome::OWins }
                        });
                        worst.zip(&made, |&a, &b| a.min(b))
                    }
                };
            }
            worst
        });
        let seat = |worst: &Outcome| DrawWeightSeat {
            holds: *worst >= value.seen_by(player),
            worst: worst.seen_by(player),
        };
        worst[Tree::<G>::START].values(cells).map(seat).collect::<Vec<_>>()
    };
    seat(Player::O).into_iter().zip(seat(Player::X)).map(|(o, x)| [o, x]).collect()
}

/// Joins neighbouring cells between which no orbit begins or ceases to deviate and no verdict changes.
fn segments(
    cells: &Cells,
    changes: &[Changes],
    seats: &[[DrawWeightSeat; 2]],
) -> Vec<DrawWeightSegment> {
    let mut segments: Vec<DrawWeightSegment> = Vec::new();
    let (mut deviating_orbits, mut deviating_positions) = (0, 0);
    for (cell, (changes, &[as_o, as_x])) in changes.iter().zip(seats).enumerate() {
        let [ceased, begun] = changes.orbits;
        deviating_orbits = deviating_orbits + begun - ceased;
        deviating_positions = deviating_positions + changes.positions[1] - changes.positions[0];
        match segments.last_mut() {
            Some(last) if begun + ceased == 0 && (last.as_o, last.as_x) == (as_o, as_x) => {
                last.to = cells.to(cell);
            }
            _ => segments.push(DrawWeightSegment {
                from: cells.from(cell),
                to: cells.to(cell),
                deviating_orbits,
                deviating_positions,
                as_o,
                as_x,
            }),
        }
    }
    segments
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(win: u128, draw: u128) -> Line {
        Line { win, draw }
    }

    #[test]
    fn envelopes_have_their_corners() {
        let corner = |weight: (u128, u128), at, above| Corner {
            weight: fraction(weight.0, weight.1),
            at,
            above,
        };
        // The third line passes through the corner of the first two, the fourth runs below, the fifth is the second again.
        let lines = [line(4, 0), line(2, 4), line(3, 2), line(0, 4), line(2, 4)];
        assert_eq!(
            envelope(&lines),
            [corner((0, 1), 0b00001, 0b00001), corner((1, 2), 0b10111, 0b10010)]
        );
        // Ties at the ends are corners; what would follow beyond 1 is not.
        assert_eq!(
            envelope(&[line(3, 0), line(3, 1), line(1, 3), line(0, 4)]),
            [corner((0, 1), 0b0011, 0b0010), corner((1, 1), 0b1110, 0b1000)]
        );
        assert_eq!(envelope(&[]), []);
    }
}
