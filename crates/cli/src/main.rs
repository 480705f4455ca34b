//! `exactplay`: every position of a small game, exactly.

mod answers;
mod commands;
mod engine;
mod failure;
mod options;
mod output;
mod streamed;
mod text;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Every position of a small two-player game, exactly: who wins, how soon, all best moves, and how random play ends.
#[derive(Debug, Parser)]
#[command(name = "exactplay", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Games(commands::games::Args),
    Count(commands::count::Args),
    Generate(commands::generate::Args),
    Query(commands::query::Args),
    Audit(commands::audit::Args),
    Match(commands::matches::Args),
    Play(commands::play::Args),
    Tree(commands::tree::Args),
    Serve(commands::serve::Args),
    Verify(commands::verify::Args),
    Completions(commands::completions::Args),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    engine::stop_on_interrupt();
    let done = match cli.command {
        Command::Games(args) => commands::games::run(&args),
        Command::Count(args) => commands::count::run(args),
        Command::Generate(args) => commands::generate::run(args),
        Command::Query(args) => commands::query::run(args),
        Command::Audit(args) => commands::audit::run(args),
        Command::Match(args) => commands::matches::run(args),
        Command::Play(args) => commands::play::run(args),
        Command::Tree(args) => commands::tree::run(args),
        Command::Serve(args) => commands::serve::run(&args),
        Command::Verify(args) => commands::verify::run(&args),
        Command::Completions(args) => commands::completions::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if let Some(message) = failure.message() {
                anstream::eprintln!("error: {message}");
            }
            ExitCode::from(failure.status())
        }
    }
}
