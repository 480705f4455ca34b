use std::sync::Arc;

use exactplay_rules::Stones;

use crate::BlocksError;
use crate::layer::{Entry, Layer};
use crate::plan::Plan;
use crate::summary::LayerSummary;

/// A receiver of solved layers.
pub trait LayerSink {
    /// Takes the layer of a ply; they come from the last ply to ply 0.
    ///
    /// # Errors
    /// When the layer cannot be taken; the run ends.
    fn take(&mut self, solved: &Solved<'_>) -> Result<(), BlocksError>;

    /// The layers that are at hand already, so that a run goes on instead of starting again.
    ///
    /// # Errors
    /// When they are damaged or belong to another game.
    fn resume(&mut self, plan: &Plan) -> Result<Option<Resume>, BlocksError> {
        let _ = plan;
        Ok(None)
    }
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
    /// What is being solved.
    pub plan: &'a Plan,
    /// The layer.
    pub layer: &'a Arc<Layer>,
    /// The layer of the next ply, unless this is the last.
    pub next: Option<&'a Layer>,
}

/// A receiver that keeps nothing: only the summary of the run remains.
#[derive(Debug, Clone, Copy, Default)]
pub struct Discard;

impl LayerSink for Discard {
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

    /// The layers, from ply 0; none before a run has ended.
    pub fn layers(&self) -> impl ExactSizeIterator<Item = &Layer> {
        self.layers.iter().rev().map(|layer| &**layer)
    }
}

impl LayerSink for Solution {
    fn take(&mut self, solved: &Solved<'_>) -> Result<(), BlocksError> {
        self.layers.push(Arc::clone(solved.layer));
        Ok(())
    }
}

impl Solution {
    /// What is known about a position; `None` if no game leads there.
    pub fn entry(&self, position: Stones) -> Option<Entry> {
        let place = self.plan.place(position)?;
        let layer = self.layers.iter().find(|layer| layer.ply() == place.ply)?;
        layer.at(place)
    }
}
