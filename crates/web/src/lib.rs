//! The web page of `exactplay`, and the JSON API behind it.
//!
//! The API answers with the documents of the commands; `openapi.json` describes it. A request asks a question about a
//! game: `routes` lists the addresses, `answers` has the parameters and the answer of each, and `engine` computes it with
//! the analysis that `cache` keeps and shares. No request makes the server work without a bound: `limits` lists what is
//! bounded, and whatever exceeds it is refused with a sentence that says by how much. Errors are documents of RFC 9457.
//!
//! The page is a few files in `assets`, which are part of the program. It loads nothing from anywhere else, and its
//! security policy lets it load nothing else.

mod answers;
mod assets;
mod cache;
mod engine;
mod limits;
mod parameters;
mod players;
mod problem;
mod routes;
mod server;
mod tags;

pub use limits::Limits;
pub use server::{ServeError, Server};

/// All that a server answers, for those who bring their own connections.
pub fn router(limits: Limits) -> axum::Router {
    routes::router(&engine::Engine::new(limits))
}
