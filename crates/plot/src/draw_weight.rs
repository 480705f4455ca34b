use exactplay_arena::{DrawWeightSegment, DrawWeightSweep};
use exactplay_game::Fraction;
use num_traits::ToPrimitive as _;

use crate::chart::{Axis, Chart, Scale};

/// How many orbits deviate for each draw weight, as a function that jumps at exact weights.
pub fn draw_weight_plot(game: &str, sweep: &DrawWeightSweep) -> String {
    let segments = &sweep.segments;
    let title = format!("Deviating orbits of pmc2 on {game} by draw weight");
    let greatest = segments.iter().map(|segment| segment.deviating_orbits).max().unwrap_or(0);
    let step = round_step(greatest);
    let top = greatest.div_ceil(step).max(1) * step;
    let x = Axis {
        label: "draw weight: what a draw is worth where a win is worth 1",
        scale: Scale::Linear(1.0),
        ticks: weights(segments)
            .iter()
            .map(|weight| (number(weight), weight.to_string()))
            .collect(),
    };
    let y = Axis {
        label: "deviating orbits",
        scale: Scale::Linear(count(top)),
        ticks: (0..=top / step).map(|n| (count(n * step), (n * step).to_string())).collect(),
    };
    let mut chart = Chart::new(&title, &description(sweep), &x, &y);
    for segment in segments.iter().filter(|segment| !segment.is_point()) {
        let height = count(segment.deviating_orbits);
        let (from, to) = (number(&segment.from.weight), number(&segment.to.weight));
        chart.line("o", [(from, height), (to, height)]);
        let label = segment.deviating_orbits.to_string();
        if chart.characters(from, to) > 2.5 {
            chart.label(number(&segment.middle()), height, false, &label);
        }
    }
    // What belongs to a segment is drawn over what does not.
    for drawn in [false, true] {
        for segment in segments {
            let height = count(segment.deviating_orbits);
            let ends =
                [&segment.from, &segment.to].into_iter().take(2 - usize::from(segment.is_point()));
            for end in ends.filter(|end| end.included == drawn) {
                chart.point("o", number(&end.weight), height, !drawn);
            }
        }
    }
    let mut free_from = f64::NEG_INFINITY;
    for segment in segments.iter().filter(|segment| segment.is_point()) {
        let at = number(&segment.from.weight);
        if chart.characters(free_from, at) > 2.5 {
            let label = segment.deviating_orbits.to_string();
            chart.label(at, count(segment.deviating_orbits), true, &label);
            free_from = at;
        }
    }
    chart.finish()
}

/// The ends of the segments, ascending.
fn weights(segments: &[DrawWeightSegment]) -> Vec<Fraction> {
    let ends = segments.iter().flat_map(|segment| [&segment.from.weight, &segment.to.weight]);
    let mut weights: Vec<_> = ends.cloned().collect();
    weights.dedup();
    weights
}

fn description(sweep: &DrawWeightSweep) -> String {
    let parts = sweep.segments.iter().map(|segment| {
        let (from, to) = (&segment.from.weight, &segment.to.weight);
        let place = if segment.is_point() {
            format!("at {from}")
        } else {
            let ends = [&segment.from, &segment.to];
            let [from_word, to_word] =
                ends.map(|end| if end.included { " (included)" } else { "" });
            format!("from {from}{from_word} to {to}{to_word}")
        };
        format!("{} {place}", segment.deviating_orbits)
    });
    format!(
        "Of {} orbits in progress, so many deviate from the optimal moves: {}.",
        sweep.orbits_checked,
        parts.collect::<Vec<_>>().join("; ")
    )
}

/// A round number of which at most six make up a greatest value.
fn round_step(greatest: usize) -> usize {
    let powers = std::iter::successors(Some(1_usize), |power| power.checked_mul(10));
    let mut steps = powers.flat_map(|power| [1, 2, 5].map(|n| power.saturating_mul(n)));
    steps.find(|step| greatest <= 6 * step).unwrap_or(greatest)
}

fn number(weight: &Fraction) -> f64 {
    weight.to_f64().expect("from 0 to 1")
}

fn count(orbits: usize) -> f64 {
    orbits.to_f64().expect("a count of orbits")
}
