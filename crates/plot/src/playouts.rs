use exactplay_arena::{PlayoutRow, PlayoutSeat};

use crate::chart::{Axis, Chart, Scale};

/// How probably a player loses against a best response and against others, as its playouts grow.
///
/// The opponents are named in the order of [`PlayoutSeat::against`]; the rows ascend by playouts.
///
/// # Panics
/// When there is no row, or an opponent has no name.
pub fn playout_plot(game: &str, player: &str, opponents: &[&str], rows: &[PlayoutRow]) -> String {
    let (first, last) = (rows.first().expect("a row"), rows.last().expect("a row"));
    let title = format!("Losing probability of {player} on {game}");
    // A single row still needs an axis of some length.
    let (least, greatest) = (first.playouts, last.playouts.max(first.playouts.saturating_mul(2)));
    let x = Axis {
        label: "N, the number of playouts (logarithmic)",
        scale: Scale::Logarithmic(least.into(), greatest.into()),
        ticks: rows.iter().map(|row| (row.playouts.into(), row.playouts.to_string())).collect(),
    };
    let tenths = [0, 2, 4, 6, 8, 10].map(|tenths| f64::from(tenths) / 10.0);
    let y = Axis {
        label: "probability of losing",
        scale: Scale::Linear(1.0),
        ticks: tenths.map(|value| (value, format!("{value:.1}"))).to_vec(),
    };
    let names = std::iter::once("best response").chain(opponents.iter().copied());
    let styles = ["", " dashed", " dotted"].into_iter().cycle();
    let opponents: Vec<_> = names.zip(styles).enumerate().collect();
    let seats = [("o", as_o as Seat), ("x", as_x)];

    let mut chart = Chart::new(&title, &description(&opponents, &seats, rows), &x, &y);
    let mut legend: Vec<_> = seats.iter().map(|(seat, _)| (*seat, format!("as {seat}"))).collect();
    let styled: Vec<_> =
        opponents.iter().map(|(_, (name, style))| (format!("axis{style}"), *name)).collect();
    legend.extend(styled.iter().map(|(class, name)| (class.as_str(), format!("v {name}"))));
    chart.legend(&legend);
    for (seat, of) in seats {
        for &(opponent, (_, style)) in &opponents {
            let points = rows.iter().map(|row| (row.playouts.into(), loss(of(row), opponent)));
            chart.line(&format!("{seat}{style}"), points.clone());
            points.for_each(|(x, y)| chart.point(seat, x, y, false));
        }
    }
    chart.finish()
}

type Seat = fn(&PlayoutRow) -> &PlayoutSeat;

fn as_o(row: &PlayoutRow) -> &PlayoutSeat {
    &row.as_o
}

fn as_x(row: &PlayoutRow) -> &PlayoutSeat {
    &row.as_x
}

/// The probability of losing against the best response, which is opponent 0, or one of the others.
fn loss(seat: &PlayoutSeat, opponent: usize) -> f64 {
    match opponent.checked_sub(1) {
        None => seat.most_losses,
        Some(other) => seat.against[other].loss,
    }
}

fn description(
    opponents: &[(usize, (&str, &str))],
    seats: &[(&str, Seat)],
    rows: &[PlayoutRow],
) -> String {
    let mut sentences = Vec::new();
    for (seat, of) in seats {
        for (opponent, (name, _)) in opponents {
            let losses = rows
                .iter()
                .map(|row| format!("{:.4} at {}", loss(of(row), *opponent), row.playouts));
            let losses = losses.collect::<Vec<_>>().join(", ");
            sentences.push(format!("As {seat} against {name} it loses with probability {losses}."));
        }
    }
    sentences.join(" ")
}
