use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::failure::Failure;
use crate::{Cli, output};

/// Print completions for a shell
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "exactplay", &mut script);
    output::print(&String::from_utf8_lossy(&script))
}
