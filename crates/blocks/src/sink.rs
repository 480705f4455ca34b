use std::sync::Arc;

use exactplay_rules::Stones;
use exactplay_tree::Found;

use crate::BlocksError;
use crate::block::{Next, merge};
use crate::edges::EdgeScratch;
use crate::layer::Layer;
use crate::lookup::Lookup;
use crate::plan::Plan;
use crate::summary::LayerSummary;
use crate::value::UNREACHABLE;

/// A receiver of solved layers.
pub trait LayerSink {
    /// Called when a run begins; returns what the receiver has already, so that the run goes on from there.
    ///
    /// # Errors
    /// When the receiver was made for something else, or what it has is damaged.
    fn begin(&mut self, plan: &Plan) -> Result<Option<Resume>, BlocksError>;

    /// Takes the layer of a ply; they come from the last ply to ply 0.
    ///
    /// # Errors
    /// When the layer cannot be taken; the run ends.
    fn take(&mut self, solved: &Solved<'_>) -> Result<(), BlocksError>;
}

/// What a run goes on from.
#[derive(Debug, Clone)]
pub struct Resume {
    /// The layer of the least ply at hand.
    pub layer: Arc<Layer>,
    /// Its summary and those of all plies after it.
    pub by_ply: Vec<LayerSummary>,
}

/// A layer that has just been solved.
#[derive(Debug, Clone, Copy)]
pub struct Solved<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) layer: &'a Arc<Layer>,
    /// The layer of the next ply, unless this is the last.
    pub(crate) next: Option<Next<'a>>,
}

impl Solved<'_> {
    /// What is being solved.
    pub fn plan(&self) -> &Plan {
        self.plan
    }

    /// The layer.
    pub fn layer(&self) -> &Arc<Layer> {
        self.layer
    }

    /// For every slot of a block, the best moves as a set of cells: those that keep the outcome and win as soon or lose
    /// as late as can be. Empty where the game has ended or no game leads.
    pub fn best_moves(&self, block: usize) -> Vec<u64> {
        let codes = self.layer.codes(block);
        let mut best: Vec<_> = codes.iter().map(|&code| (code, 0)).collect();
        if let Some(next) = self.next {
            let set = self.layer.sets()[block];
            next.for_each_child(self.plan.geometry(), &mut EdgeScratch::default(), set, |child| {
                let bit = 1_u64 << child.cell;
                merge(
                    &mut best,
                    next.layer.codes(child.block),
                    child.edge,
                    |(code, cells), after| {
                        let keeps = after == code && code != UNREACHABLE;
                        (code, if keeps { cells | bit } else { cells })
                    },
                );
            });
        }
        best.into_iter().map(|(_, cells)| cells).collect()
    }
}

/// A receiver that keeps nothing: only the summary of the run remains.
#[derive(Debug, Clone, Copy, Default)]
pub struct Discard;

impl LayerSink for Discard {
    fn begin(&mut self, _: &Plan) -> Result<Option<Resume>, BlocksError> {
        Ok(None)
    }

    fn take(&mut self, _: &Solved<'_>) -> Result<(), BlocksError> {
        Ok(())
    }
}

/// A receiver that keeps every layer in memory, to be asked about any position.
#[derive(Debug, Clone)]
pub struct Solution {
    plan: Plan,
    /// From the last ply on.
    layers: Vec<Arc<Layer>>,
}

impl Solution {
    /// An empty solution of what is planned.
    pub fn new(plan: Plan) -> Self {
        Self { plan, layers: Vec::new() }
    }

    /// The layers solved so far, from the last ply on.
    pub fn layers(&self) -> impl ExactSizeIterator<Item = &Layer> {
        self.layers.iter().map(|layer| &**layer)
    }
}

impl LayerSink for Solution {
    fn begin(&mut self, plan: &Plan) -> Result<Option<Resume>, BlocksError> {
        self.plan.expect_same(plan)?;
        self.layers.clear();
        Ok(None)
    }

    fn take(&mut self, solved: &Solved<'_>) -> Result<(), BlocksError> {
        self.layers.push(Arc::clone(solved.layer));
        Ok(())
    }
}

impl Lookup for Solution {
    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn entry(&mut self, position: Stones) -> Result<Option<Found>, BlocksError> {
        let Some(place) = self.plan.place(position) else { return Ok(None) };
        let layer = self.layers.iter().find(|layer| layer.ply() == place.ply);
        Ok(layer.and_then(|layer| layer.at(place)))
    }
}
