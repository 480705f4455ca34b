use std::hash::BuildHasher as _;

use exactplay_game::Game;
use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};
use rayon::prelude::*;

use crate::TreeError;
use crate::tree::{LayerBuilt, PositionId, Stopped, Tree};

/// How many positions one task expands.
const CHUNK: usize = 1024;

/// The canonical children of a few positions, in order, and how many each position has.
struct Expanded<P> {
    children: Vec<P>,
    counts: Vec<u8>,
}

impl<G: Game> Tree<G> {
    /// Enumerates every reachable position, one for each orbit of the game's symmetries.
    ///
    /// `layer_built` is called after each layer and may stop the build. The result does not depend on the number of
    /// threads: a layer is numbered in ascending order of its positions.
    ///
    /// # Errors
    /// When stopped, or when there are more positions or moves than 32 bits can number.
    pub fn build(
        game: G,
        mut layer_built: impl FnMut(LayerBuilt) -> Result<(), Stopped>,
    ) -> Result<Self, TreeError> {
        let mut tree = Self {
            positions: vec![game.canonical(game.start())],
            layers: vec![0, 1],
            first_child: vec![0],
            children: Vec::new(),
            game,
        };
        let mut from = 0;
        for ply in 0.. {
            let layer = &tree.positions[from..];
            layer_built(LayerBuilt { ply, positions: layer.len() })?;
            let expanded: Vec<_> =
                layer.par_chunks(CHUNK).map(|chunk| expand(&tree.game, chunk)).collect();
            from = tree.positions.len();
            tree.append_layer(&expanded)?;
            if tree.positions.len() == from {
                break;
            }
        }
        Ok(tree)
    }

    /// Numbers the distinct children of the last layer as a new layer, and links them.
    fn append_layer(&mut self, expanded: &[Expanded<G::Position>]) -> Result<(), TreeError> {
        let too_large = |what, game: &G| TreeError::TooLarge {
            game: game.name(),
            what,
            limit: PositionId::MAX.into(),
        };
        let base = self.positions.len();
        let first_edge = self.children.len();
        let edges = first_edge + expanded.iter().map(|chunk| chunk.children.len()).sum::<usize>();
        if PositionId::try_from(edges).is_err() {
            return Err(too_large("moves", &self.game));
        }

        // Step 1: number the children in the order in which they are met.
        let hasher = DefaultHashBuilder::default();
        let mut met: Vec<G::Position> = Vec::new();
        let mut numbers: HashTable<PositionId> = HashTable::new();
        self.children.reserve_exact(edges - first_edge);
        for &child in expanded.iter().flat_map(|chunk| &chunk.children) {
            let entry = numbers.entry(
                hasher.hash_one(child),
                |&number| met[number as usize] == child,
                |&number| hasher.hash_one(met[number as usize]),
            );
            let number = match entry {
                Entry::Occupied(occupied) => *occupied.get(),
                Entry::Vacant(vacant) => {
                    let number = PositionId::try_from(met.len()).expect("fewer than edges");
                    vacant.insert(number);
                    met.push(child);
                    number
                }
            };
            self.children.push(number);
        }
        drop(numbers);

        // Step 2: sort them, so that ids depend on the rules alone.
        let mut order: Vec<PositionId> =
            (0..PositionId::try_from(met.len()).expect("fewer than edges")).collect();
        order.par_sort_unstable_by_key(|&number| met[number as usize]);
        let end = base + met.len();
        let Ok(end) = PositionId::try_from(end) else {
            return Err(too_large("positions", &self.game));
        };
        let mut ids = vec![0; met.len()];
        for (id, &number) in (PositionId::try_from(base).expect("ids fit")..).zip(&order) {
            ids[number as usize] = id;
        }

        // Step 3: link and append.
        for child in &mut self.children[first_edge..] {
            *child = ids[*child as usize];
        }
        let mut edge = u32::try_from(first_edge).expect("fewer than edges");
        self.first_child.reserve_exact(expanded.iter().map(|chunk| chunk.counts.len()).sum());
        for count in expanded.iter().flat_map(|chunk| &chunk.counts) {
            edge += u32::from(*count);
            self.first_child.push(edge);
        }
        if !met.is_empty() {
            self.positions.extend(order.iter().map(|&number| met[number as usize]));
            self.layers.push(end);
        }
        Ok(())
    }
}

fn expand<G: Game>(game: &G, positions: &[G::Position]) -> Expanded<G::Position> {
    let mut children = Vec::with_capacity(positions.len() * 4);
    let counts = positions.iter().map(|&position| {
        let before = children.len();
        children.extend(game.moves(position).map(|mv| game.canonical(game.play(position, mv))));
        u8::try_from(children.len() - before).expect("at most 64 moves")
    });
    let counts = counts.collect();
    Expanded { children, counts }
}
