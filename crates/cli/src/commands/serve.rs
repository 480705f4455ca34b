use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use exactplay_web::{Limits, Server};

use crate::engine;
use crate::failure::Failure;
use crate::output;

/// Serve the web page and the JSON API to browsers on this machine, until Ctrl-C
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The port to listen on; 0 takes any that is free
    #[arg(long, value_name = "PORT", default_value_t = 8080)]
    port: u16,
    /// The address to listen on; 0.0.0.0 lets other machines in
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let server = Server::bind(SocketAddr::new(args.host, args.port), Limits::default())
        .map_err(|error| Failure::File(error.to_string()))?;
    let address = format!("http://{}/", server.address());
    output::print(&format!("{address}\n"))?;
    anstream::eprintln!("serving; Ctrl-C ends it");
    if args.open
        && let Err(error) = open::that_detached(&address)
    {
        anstream::eprintln!("no browser could be opened: {error}");
    }
    server
        .run(|| engine::check_interrupt().is_err())
        .map_err(|error| Failure::File(error.to_string()))
}
