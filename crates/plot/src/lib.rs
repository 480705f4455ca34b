//! Plots of sweeps and pictures of trees as SVG: in the colours of the page they stand on, with a text alternative.
//!
//! The same input gives the same bytes. Coordinates are rounded to a tenth of a pixel, so that the last digits of a
//! platform's arithmetic do not show.

mod chart;
mod dot;
mod draw_weight;
mod playouts;
mod tree;

pub use dot::tree_dot;
pub use draw_weight::draw_weight_plot;
pub use playouts::playout_plot;
pub use tree::{Show, TREE_STYLE, UnknownShow, tree_page, tree_plot};
