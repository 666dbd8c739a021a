//! What a session changed in a file, as a tool call of its own that is done: its difference.

use super::tool_calls::{MAX_TITLE_CHARS, locations};
use agent_client_protocol::v1::schema::{
    Diff, SessionUpdate, ToolCall, ToolCallContent, ToolCallId, ToolCallStatus, ToolKind,
};
use deskpilot_core::one_line;
use deskpilot_runtime::TextChange;

/// The change of a file, the one with this number at this entry.
pub(crate) fn changed_file(seq: u64, at: usize, change: TextChange) -> SessionUpdate {
    let TextChange { file, before, after } = change;
    // Whether a dialog replaced a file that was there is not known.
    let verb = if before.is_some() { "changed" } else { "wrote or replaced" };
    let title = one_line(&format!("{verb} {file}"), MAX_TITLE_CHARS);
    let diff = Diff::new(file.as_str(), after).old_text(before);
    let call = ToolCall::new(ToolCallId::new(format!("file-{seq}-{at}")), title)
        .kind(ToolKind::Edit)
        .status(ToolCallStatus::Completed)
        .content(vec![ToolCallContent::from(diff)])
        .locations(locations(&[file]));
    SessionUpdate::ToolCall(call)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_change_is_a_tool_call_with_the_text_before_and_after() {
        for (before, title) in
            [(Some("one"), "changed /home/ann/a.txt"), (None, "wrote or replaced /home/ann/a.txt")]
        {
            let file = "/home/ann/a.txt".to_owned();
            let change = TextChange { file, before: before.map(str::to_owned), after: "two".into() };
            let told = json!(changed_file(7, 1, change));
            assert_eq!((&told["toolCallId"], &told["title"]), (&json!("file-7-1"), &json!(title)), "{told}");
            assert_eq!((&told["kind"], &told["status"]), (&json!("edit"), &json!("completed")), "{told}");
            let diff = &told["content"][0];
            assert_eq!((&diff["type"], &diff["newText"]), (&json!("diff"), &json!("two")), "{told}");
            assert_eq!(diff.get("oldText").and_then(|it| it.as_str()), before, "{told}");
            assert_eq!(diff["path"], told["locations"][0]["path"], "{told}");
        }
    }
}
