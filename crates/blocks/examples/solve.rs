//! Solves a board and prints what it found and took: `solve mnk:5x4:4 values` or `solve connect:5x5:4 playouts`.
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::time::Instant;

use exactplay_blocks::{Board, Content, Discard, Plan, solve};
use exactplay_game::Player;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, content] = arguments.as_slice() else {
        return Err("expected a game such as mnk:4x4:4, and values or playouts".into());
    };
    let sizes = name.split([':', 'x']).skip(1).map(str::parse).collect::<Result<Vec<u8>, _>>()?;
    let board = match (name.split(':').next(), sizes.as_slice()) {
        (Some("mnk"), &[width, height, k]) => Board::mnk(width, height, k, Player::O)?,
        (Some("connect"), &[width, height, k]) => Board::connect(width, height, k, Player::O)?,
        _ => return Err("expected a game such as mnk:4x4:4 or connect:5x4:4".into()),
    };
    let content = match content.as_str() {
        "values" => Content::Values,
        _ => Content::ValuesAndPlayouts,
    };
    let plan = Plan::new(board, content)?;
    println!("{} slots, {} bytes at the peak", plan.slots(), plan.peak_bytes());
    let start = Instant::now();
    let summary = solve(&plan, &mut Discard, |_| Ok(()))?;
    println!("{:?}\n{:?}\n{:?}", summary.total, summary.start, start.elapsed());
    Ok(())
}
