//! What the early rule players look for, step by step. "First" is always row by row from the top.

use crate::grid::{CENTRE, CORNERS, Cells, Grid};

/// The cells that a step wants to take, none where it has nothing to say.
pub(crate) type Step = fn(Grid) -> Cells;

/// What the first step with something to say wants; every empty cell when none has.
pub(crate) fn candidates(steps: &[Step], grid: Grid) -> Cells {
    steps.iter().map(|step| step(grid)).find(|&cells| cells != 0).unwrap_or(grid.empty())
}

pub(crate) fn first_empty(grid: Grid) -> Cells {
    first(grid.empty())
}

pub(crate) fn centre(grid: Grid) -> Cells {
    grid.empty() & CENTRE
}

pub(crate) fn first_corner(grid: Grid) -> Cells {
    first(grid.empty() & CORNERS)
}

pub(crate) fn first_win(grid: Grid) -> Cells {
    first(grid.wins())
}

pub(crate) fn first_block(grid: Grid) -> Cells {
    first(grid.threats())
}

fn first(cells: Cells) -> Cells {
    cells & cells.wrapping_neg()
}
