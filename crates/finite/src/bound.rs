use crate::contenders::Contenders;
use crate::counts::Counts;
use crate::steps::Steps;
use crate::sweep::stride;

/// Half the distance from 1 to the next number: a bound on the relative error of one rounding.
const UNIT: f64 = f64::EPSILON / 2.0;

/// A bound on the error of the probability of a class, before the probabilities are divided by their sum.
///
/// * The choice is a polynomial with positive coefficients in the probabilities of the results, of degree one in those
///   of each move. A relative error of each is one of the choice. A result of n playouts is made of at most 2n factors,
///   of four roundings each (two rows under the draw rate), and of the probability of n, of two roundings for every
///   step from its mode.
/// * What is left out under independent counts is left out at most that often when their sum is given, divided by the
///   probability of the sum.
/// * What a node computes is a sum of products. Two levels of sums keep the number of additions behind each of the
///   factors, one for each move, near twice the root of the number of steps, besides those of the results of a step; an addition or multiplication of complex
///   numbers errs by less than three units. As all terms are bounded by positive ones that sum to at most one, the
///   relative errors add up. The coefficient divides by the probability of the sum.
pub(crate) fn error(steps: &Steps, contenders: &Contenders, counts: &Counts, playouts: u32) -> f64 {
    let moves = f64::from(contenders.moves());
    let float = |number: usize| f64::from(u32::try_from(number).expect("fits"));
    let extras = float(counts.probabilities.len());
    let all_playouts = f64::from(playouts).max(f64::from(counts.first + 1) * moves);
    let results = (8.0 * all_playouts + 2.0 * moves * (extras + 2.0)) * UNIT;
    let left_out = &steps.neglected;
    let stride = float(stride(steps.ascending.len()));
    let additions = extras + 2.0 * stride + float(steps.most_results) + 4.0;
    let products = 8.0 * moves + 20.0;
    let rounding = 3.0 * UNIT * ((moves + 1.0) * additions + products);
    let independent = left_out.skipped + left_out.results + left_out.ties + rounding;
    results + counts.aliased + left_out.uneven + independent / counts.total_probability
}
