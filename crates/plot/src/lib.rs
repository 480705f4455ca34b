//! Plots of sweeps as SVG: small, in the colours of the page they stand on, with a text alternative.
//!
//! The same sweep gives the same bytes. Coordinates are rounded to a tenth of a pixel, so that the last digits of a
//! platform's arithmetic do not show.

mod chart;
mod draw_weight;
mod playouts;

pub use draw_weight::draw_weight_plot;
pub use playouts::playout_plot;
