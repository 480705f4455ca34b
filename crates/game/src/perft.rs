use crate::Game;

/// Counts the move sequences of exactly `depth` plies from a position.
///
/// It walks every sequence, so its cost is its answer; a merged tree gives the same numbers faster.
pub fn perft<G: Game>(game: &G, position: G::Position, depth: u8) -> u64 {
    match depth {
        0 => 1,
        1 => game.moves(position).count() as u64,
        _ => game.moves(position).map(|mv| perft(game, game.play(position, mv), depth - 1)).sum(),
    }
}
