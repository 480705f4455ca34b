//! Solves a board and prints what it found and took: `solve mnk:5x4:4 values` or `solve connect:5x5:4 playouts`, and
//! keeps the layers in a folder if one is named after that. `solve mnk:5x5:4 estimate` only says what it would take.
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::time::Instant;

use exactplay_blocks::{BlocksError, Board, Content, Discard, Plan, WorkDir, solve};
use exactplay_game::Player;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (name, task, folder) = match arguments.as_slice() {
        [name, task] => (name, task, None),
        [name, task, folder] => (name, task, Some(folder)),
        _ => return Err("expected a game, then values, playouts or estimate".into()),
    };
    let board = Board::of_name(name, Player::O).ok_or("expected mnk:WxH:K or connect:WxH:K")??;
    let plan = |content| -> Result<Plan, BlocksError> {
        let plan = Plan::new(board, content)?;
        let (slots, peak, disk) = (plan.slots(), plan.peak_bytes(), plan.disk_bytes());
        println!("{content}: {slots} slots, {peak} bytes at the peak, {disk} bytes on disk");
        Ok(plan)
    };
    let plan = match task.as_str() {
        "values" => plan(Content::Values)?,
        "playouts" => plan(Content::ValuesAndPlayouts)?,
        _ => {
            plan(Content::Values)?;
            plan(Content::ValuesAndPlayouts)?;
            return Ok(());
        }
    };
    let start = Instant::now();
    let summary = match folder {
        None => solve(&plan, &mut Discard, |_| Ok(()))?,
        Some(folder) => solve(&plan, &mut WorkDir::make(folder, plan.clone())?, |_| Ok(()))?,
    };
    println!("{:?}\n{:?}\n{:?}", summary.total, summary.start, start.elapsed());
    Ok(())
}
