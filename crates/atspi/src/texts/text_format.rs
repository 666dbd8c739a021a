//! Reads how a part of a text looks.

use crate::protocol::bus::Caller;
use crate::protocol::error::CallError;
use crate::protocol::node::NodeRef;
use deskpilot_desktop::verdict::TextFormat;

/// The most runs to ask for: each takes a call.
const MOST_RUNS: usize = 16;

impl Caller<'_> {
    /// How the characters of a text from `start` to `end`, exclusive, look; the character at `start` where the two are equal.
    /// Of a part with more than 16 runs the first 16.
    pub async fn text_format(&self, node: &NodeRef, start: i32, end: i32) -> Result<TextFormat, CallError> {
        let (mut attributes, mut at) = (Vec::new(), start);
        for _ in 0..MOST_RUNS {
            let run = self.text_attributes(node, at).await?;
            attributes.extend(run.attributes);
            // A run that does not go on would be asked for again and again.
            if run.end <= at || run.end >= end {
                break;
            }
            at = run.end;
        }
        Ok(attributes.into_iter().collect())
    }
}
