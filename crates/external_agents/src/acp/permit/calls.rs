//! Remembers what an agent has reported about its tool calls, because a permission request need not repeat it.
//! Pure.

use super::{MAX_TITLE_CHARS, details, places};
use agent_client_protocol::v1::schema::{
    Diff, SessionUpdate, ToolCallContent, ToolCallId, ToolCallLocation, ToolCallUpdate, ToolCallUpdateFields,
};
use serde_json::Value;
use std::collections::VecDeque;

/// The maximum number of remembered calls.
const MAX_CALLS: usize = 256;
/// The maximum size kept of an input, of the diffs and of the locations, in bytes each: more than can be shown.
const MAX_KEPT_BYTES: usize = 4 * details::MAX_BYTES;

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
        let fields = shortened(self.merged(&update));
        self.0.retain(|(id, _)| *id != update.tool_call_id);
        if self.0.len() == MAX_CALLS {
            self.0.pop_front();
        }
        self.0.push_back((update.tool_call_id, fields));
    }

    /// The update, with missing fields filled in from earlier updates.
    pub(super) fn merged(&self, update: &ToolCallUpdate) -> ToolCallUpdateFields {
        let mut fields = update.fields.clone();
        if let Some((_, before)) = self.0.iter().find(|(id, _)| *id == update.tool_call_id) {
            fields.kind = fields.kind.or(before.kind);
            fields.title = fields.title.or_else(|| before.title.clone());
            fields.name = fields.name.or_else(|| before.name.clone());
            fields.content = fields.content.or_else(|| before.content.clone());
            fields.locations = fields.locations.or_else(|| before.locations.clone());
            fields.raw_input = fields.raw_input.or_else(|| before.raw_input.clone());
        }
        fields
    }
}

/// Keeps only what is shown of a call. A part that is too long is replaced by one just over the limit, so that
/// it stays too long.
fn shortened(fields: ToolCallUpdateFields) -> ToolCallUpdateFields {
    let short = |text: String| text.chars().take(MAX_TITLE_CHARS + 1).collect::<String>();
    let mut kept = ToolCallUpdateFields::new().kind(fields.kind);
    kept.title = fields.title.map(short);
    kept.name = fields.name.map(short);
    kept.raw_input = fields.raw_input.map(shortened_input);
    kept.content = fields.content.map(shortened_diffs);
    kept.locations = fields.locations.map(shortened_locations);
    kept
}

fn shortened_input(input: Value) -> Value {
    if input.to_string().len() <= MAX_KEPT_BYTES {
        input
    } else {
        Value::String(over_limit(details::MAX_BYTES))
    }
}

fn shortened_diffs(content: Vec<ToolCallContent>) -> Vec<ToolCallContent> {
    let diffs = content.into_iter().filter_map(|it| match it {
        ToolCallContent::Diff(diff) => Some(Diff::new(diff.path, diff.new_text)),
        _ => None,
    });
    let diffs: Vec<Diff> = diffs.collect();
    let size: usize = diffs.iter().map(|it| 1 + it.path.as_os_str().len() + it.new_text.len()).sum();
    let kept =
        if size <= MAX_KEPT_BYTES { diffs } else { vec![Diff::new("", over_limit(details::MAX_BYTES))] };
    kept.into_iter().map(ToolCallContent::Diff).collect()
}

fn shortened_locations(locations: Vec<ToolCallLocation>) -> Vec<ToolCallLocation> {
    let size: usize = locations.iter().map(|it| 1 + it.path.as_os_str().len()).sum();
    if size > MAX_KEPT_BYTES {
        return vec![ToolCallLocation::new(over_limit(places::MAX_BYTES))];
    }
    locations.into_iter().map(|it| ToolCallLocation::new(it.path)).collect()
}

fn over_limit(longest: usize) -> String {
    "x".repeat(longest + 1)
}
