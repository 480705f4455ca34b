use std::time::Duration;

/// How much one request, or all together, may make the server do.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Orbits of a game that is analysed, as estimated before.
    pub analysed: u128,
    /// Bytes that analysed games may take together, as estimated. The one last asked for is kept in any case.
    pub cached_bytes: u128,
    /// Orbits of a game in which players are audited and matched.
    pub judged: u128,
    /// Bytes of an address.
    pub address: usize,
    /// Bytes of a document sent to the server.
    pub body: usize,
    /// Requests that compute or wait for it.
    pub waiting: usize,
    /// How long a request may take.
    pub time: Duration,
    /// How long requests in flight may go on when the server is to end.
    pub grace: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            analysed: 3_000_000,
            cached_bytes: 1 << 30,
            judged: 100_000,
            address: 8 << 10,
            body: 64 << 10,
            waiting: 256,
            time: Duration::from_mins(1),
            grace: Duration::from_secs(10),
        }
    }
}
