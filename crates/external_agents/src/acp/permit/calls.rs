//! Remembers what an agent has reported about its tool calls, because a permission request need not repeat it.
//! Pure.

use super::{LONGEST_TITLE, details, places};
use agent_client_protocol::v1::schema::{
    Diff, SessionUpdate, ToolCallContent, ToolCallId, ToolCallLocation, ToolCallUpdate, ToolCallUpdateFields,
};
use serde_json::Value;
use std::collections::VecDeque;

/// The maximum number of remembered calls.
const MOST: usize = 256;
/// The maximum size kept of an input, of the diffs and of the locations, in bytes each: more than can be shown.
const KEPT: usize = 4 * details::LONGEST;

/// The calls, the most recently updated last.
#[derive(Debug, Default)]
pub(super) struct Calls(VecDeque<(ToolCallId, ToolCallUpdateFields)>);

impl Calls {
    pub(super) fn note(&mut self, update: &SessionUpdate) {
        let update = match update {
            SessionUpdate::ToolCall(call) => ToolCallUpdate::from(call.clone()),
            SessionUpdate::ToolCallUpdate(update) => update.clone(),
            _ => return,
        };
        let said = kept(self.merged(&update));
        self.0.retain(|(id, _)| *id != update.tool_call_id);
        if self.0.len() == MOST {
            self.0.pop_front();
        }
        self.0.push_back((update.tool_call_id, said));
    }

    /// The update, with missing fields filled in from earlier updates.
    pub(super) fn merged(&self, update: &ToolCallUpdate) -> ToolCallUpdateFields {
        let mut said = update.fields.clone();
        if let Some((_, before)) = self.0.iter().find(|(id, _)| *id == update.tool_call_id) {
            said.kind = said.kind.or(before.kind);
            said.title = said.title.or_else(|| before.title.clone());
            said.name = said.name.or_else(|| before.name.clone());
            said.content = said.content.or_else(|| before.content.clone());
            said.locations = said.locations.or_else(|| before.locations.clone());
            said.raw_input = said.raw_input.or_else(|| before.raw_input.clone());
        }
        said
    }
}

/// Keeps only what is shown of a call. A part that is too long is replaced by one just over the limit, so that
/// it stays too long.
fn kept(said: ToolCallUpdateFields) -> ToolCallUpdateFields {
    let short = |text: String| text.chars().take(LONGEST_TITLE + 1).collect::<String>();
    let mut kept = ToolCallUpdateFields::new().kind(said.kind);
    kept.title = said.title.map(short);
    kept.name = said.name.map(short);
    kept.raw_input = said.raw_input.map(input);
    kept.content = said.content.map(changes);
    kept.locations = said.locations.map(located);
    kept
}

fn input(input: Value) -> Value {
    if input.to_string().len() <= KEPT { input } else { Value::String(too_long(details::LONGEST)) }
}

fn changes(content: Vec<ToolCallContent>) -> Vec<ToolCallContent> {
    let diffs = content.into_iter().filter_map(|it| match it {
        ToolCallContent::Diff(diff) => Some(Diff::new(diff.path, diff.new_text)),
        _ => None,
    });
    let diffs: Vec<Diff> = diffs.collect();
    let size: usize = diffs.iter().map(|it| 1 + it.path.as_os_str().len() + it.new_text.len()).sum();
    let kept = if size <= KEPT { diffs } else { vec![Diff::new("", too_long(details::LONGEST))] };
    kept.into_iter().map(ToolCallContent::Diff).collect()
}

fn located(locations: Vec<ToolCallLocation>) -> Vec<ToolCallLocation> {
    let size: usize = locations.iter().map(|it| 1 + it.path.as_os_str().len()).sum();
    if size > KEPT {
        return vec![ToolCallLocation::new(too_long(places::LONGEST))];
    }
    locations.into_iter().map(|it| ToolCallLocation::new(it.path)).collect()
}

fn too_long(longest: usize) -> String {
    "x".repeat(longest + 1)
}
