use std::vec::IntoIter;

use exactplay_game::{Game, Move, Playouts};
use exactplay_players::{DrawWeight, Preference};
use exactplay_tree::Record;
use hashbrown::HashSet;

use crate::{DatasetError, MoveSet, Positions, Row};

/// The rows of a dataset from single records: those of [`rows`](crate::rows), but with two plies of positions in memory
/// instead of a tree.
///
/// `record` says everything about a reachable position, with exact playouts.
#[derive(Debug)]
pub struct StreamedRows<'a, G: Game, R> {
    game: &'a G,
    which: Positions,
    record: R,
    /// The positions of the ply at hand, in the order of the dataset: those to come.
    order: IntoIter<G::Position>,
    /// All of them.
    layer: Vec<G::Position>,
    /// The canonical ones among them and their images, ascending.
    canonical: Vec<G::Position>,
    id: u32,
    /// The `canonical_id` of the first of `canonical`.
    canonical_from: u32,
}

impl<'a, G: Game, R> StreamedRows<'a, G, R>
where
    R: FnMut(G::Position) -> Result<Record<G::Position>, DatasetError>,
{
    /// The rows of these positions of a game.
    pub fn new(game: &'a G, which: Positions, record: R) -> Self {
        let layer = match which {
            Positions::All => vec![game.start()],
            Positions::Canonical => vec![game.canonical(game.start())],
        };
        Self {
            game,
            which,
            record,
            order: layer.clone().into_iter(),
            canonical: vec![game.canonical(game.start())],
            layer,
            id: 0,
            canonical_from: 0,
        }
    }

    /// Goes on to the next ply; says whether there is one.
    fn descend(&mut self) -> bool {
        let game = self.game;
        let children =
            |&position: &G::Position| game.moves(position).map(move |mv| game.play(position, mv));
        let mut canonical: Vec<_> =
            self.canonical.iter().flat_map(children).map(|child| game.canonical(child)).collect();
        canonical.sort_unstable();
        canonical.dedup();
        self.canonical_from += u32::try_from(self.canonical.len()).expect("rows are numbered");
        self.layer = match self.which {
            Positions::Canonical => canonical.clone(),
            Positions::All => {
                let mut met = HashSet::new();
                self.layer.iter().flat_map(children).filter(|&child| met.insert(child)).collect()
            }
        };
        self.canonical = canonical;
        self.order = self.layer.clone().into_iter();
        !self.layer.is_empty()
    }

    fn row(&mut self, position: G::Position) -> Result<Row, DatasetError> {
        let record = (self.record)(position)?;
        let place = self.canonical.binary_search(&record.canonical).expect("a child of its parent");
        let canonical_id = self.canonical_from + u32::try_from(place).expect("rows are numbered");
        let moves =
            record.moves.iter().map(|mv| (mv.mv, mv.playouts.exact().expect("exact playouts")));
        let moves: Vec<(Move, Playouts)> = moves.collect();
        let played = |preference: Preference| -> MoveSet {
            preference.best_of(&moves, record.turn).into_iter().collect()
        };
        let pmc = played(Preference::WinThenDraw);
        let pmc2 = played(Preference::Weighted(DrawWeight::HALF));
        let row = Row::new((self.id, canonical_id), self.game, &record, pmc, pmc2);
        self.id += 1;
        Ok(row)
    }
}

impl<G: Game, R> Iterator for StreamedRows<'_, G, R>
where
    R: FnMut(G::Position) -> Result<Record<G::Position>, DatasetError>,
{
    type Item = Result<Row, DatasetError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.order.next() {
                Some(position) => return Some(self.row(position)),
                None if self.descend() => {}
                None => return None,
            }
        }
    }
}
