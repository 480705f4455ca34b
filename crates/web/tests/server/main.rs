//! The server, asked in the process and over sockets.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod answers;
mod ask;
mod hostile;
mod page;
mod schema;
mod socket;
