//! Looks for elements in the picture of a window that its accessibility tree lacks.

use crate::{DetectedElement, Grounding, Image, RedactedImage, SparseTree};
use deskpilot_core::{Control, Rect, Truncation, named_secrets};
use std::time::{Duration, Instant};

/// A grounding and the condition for using it.
pub struct GroundingRequest<'a> {
    /// The grounding.
    pub grounding: &'a mut dyn Grounding,
    /// When to use it.
    pub trigger: GroundingTrigger,
}

/// When a look uses the grounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroundingTrigger {
    /// At every look.
    Always,
    /// If the accessibility tree is too sparse: see [`SparseTree`].
    Sparse,
}

/// The result of looking for controls in the picture.
#[derive(Clone, Debug, PartialEq)]
pub enum GroundingOutcome {
    /// The look used no grounding.
    Skipped,
    /// The grounding found elements; the tree may have some of them too.
    Found {
        /// How many.
        elements: usize,
        /// What the grounding left out, if anything.
        truncated: Option<Truncation>,
        /// The durations.
        time: Duration,
    },
    /// The grounding failed, for this reason; the look has only the controls of the tree.
    Failed(String),
}

/// Obscures the secrets in these names, which the accessibility tree lacks.
pub(super) fn obscure_secrets<'n>(picture: &mut RedactedImage, named: impl Iterator<Item = (&'n str, Rect)>) {
    for (_, rect) in named.filter(|(name, _)| !named_secrets(name).is_empty()) {
        picture.obscure(rect);
    }
}

/// Looks for elements in the picture if the request's trigger applies. A failure is an outcome and does not fail the look.
pub(super) async fn detect_elements(
    request: Option<GroundingRequest<'_>>,
    controls: &[Control],
    picture: &Image,
) -> (Vec<DetectedElement>, GroundingOutcome) {
    let needed = |it: &GroundingRequest<'_>| {
        it.trigger == GroundingTrigger::Always || SparseTree::detect(picture.rect(), controls).is_some()
    };
    let Some(request) = request.filter(needed) else { return (Vec::new(), GroundingOutcome::Skipped) };
    let started = Instant::now();
    match request.grounding.find(picture).await {
        Ok(found) => {
            let time = started.elapsed();
            let outcome =
                GroundingOutcome::Found { elements: found.elements.len(), truncated: found.truncated, time };
            (found.elements, outcome)
        }
        Err(error) => (Vec::new(), GroundingOutcome::Failed(error.to_string())),
    }
}
