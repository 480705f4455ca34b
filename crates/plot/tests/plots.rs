//! What the plots say, and that they say it in the same bytes.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use exactplay_arena::{PlayoutRow, PlayoutSeat, Tally, draw_weight_sweep};
use exactplay_game::{Game as _, Player};
use exactplay_plot::{draw_weight_plot, playout_plot};
use exactplay_rules::Mnk;
use exactplay_tree::Analysis;

/// Every opened element is closed, and nothing but elements and text stands in the document.
fn assert_well_formed(svg: &str) {
    let mut open = Vec::new();
    for part in svg.split('<').skip(1) {
        let (tag, _) = part.split_once('>').unwrap();
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap());
        }
    }
    assert!(open.is_empty(), "{open:?} are not closed");
}

#[test]
fn draw_weights_are_plotted_with_their_counts() {
    let game = Mnk::new(3, 3, 3, Player::O).unwrap();
    let analysis = Analysis::of(game, |_| Ok(())).unwrap();
    let name = analysis.game().name();
    let svg = draw_weight_plot(&name, &draw_weight_sweep(&analysis));
    assert_well_formed(&svg);
    for text in
        ["Deviating orbits of pmc2 on mnk:3x3:3 by draw weight", ">1/9<", ">8/9<", ">88<", ">77<"]
    {
        assert!(svg.contains(text), "{text}");
    }
    let description =
        "88 at 0; 28 from 0 to 1/9 (included); 27 from 1/9 to 1/4 (included); 25 from 1/4 to 1/3; ";
    assert!(svg.contains(description));
    // A dot for what belongs to a segment, a hole for what does not.
    assert_eq!(svg.matches("class=\"o dot\"").count(), 12);
    assert_eq!(svg.matches("class=\"o hole\"").count(), 15);
    assert_eq!(svg, draw_weight_plot(&name, &draw_weight_sweep(&analysis)));
}

#[test]
fn playouts_are_plotted_on_a_logarithmic_axis() {
    let seat = |loss: f64| {
        let results = Tally { win: 1.0 - loss, draw: 0.0, loss };
        PlayoutSeat { most_losses: loss, least_score: loss, against: vec![results], error: 1e-9 }
    };
    let row = |playouts, o, x| PlayoutRow { playouts, as_o: seat(o), as_x: seat(x) };
    let rows = [row(1, 0.75, 1.0), row(10, 0.5, 0.8), row(100, 0.25, 1.0)];
    let svg = playout_plot("mnk:3x3:3", "pmc2:N", &["a < b"], &rows);
    assert_well_formed(&svg);
    assert!(svg.contains(
        "As o against best response it loses with probability 0.7500 at 1, 0.5000 at 10"
    ));
    assert!(svg.contains("a &lt; b") && !svg.contains("a < b"));
    // Equal ratios are equal steps, from the left edge to the right one.
    assert!(svg.contains("class=\"line o\" d=\"M64.0 141.0L382.0 210.0L700.0 279.0\""));
    assert_well_formed(&playout_plot("mnk:3x3:3", "pmc2:N", &["a"], &rows[..1]));
}
