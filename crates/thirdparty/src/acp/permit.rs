//! What an agent asks to be permitted, and what it is answered.

use crate::{
    Asks,
    capped::{capped, line},
    member::Member,
    patience::Patience,
};
use agent_client_protocol::v1::schema::{
    PermissionOptionKind, RequestPermissionOutcome, RequestPermissionRequest, RequestPermissionResponse,
    SelectedPermissionOutcome, ToolCallContent, ToolCallUpdateFields, ToolKind,
};
use deskpilot_core::{Permit, PermitKind};
use serde_json::Value;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};
use tokio::sync::Semaphore;

/// How many permits may be asked for at once.
const AT_ONCE: usize = 16;
/// The longest title, in characters.
const LONGEST_TITLE: usize = 300;
/// The longest details, in bytes.
const LONGEST_DETAILS: usize = 2048;
/// The most places, and the longest, in bytes: somebody has to look through them.
const MOST_PLACES: (usize, usize) = (64, 4096);
/// Keys of an input whose texts are places, by a part of their names.
const PLACES: &[&str] = &["path", "file", "dir", "folder", "url", "uri"];
/// Those of them that hold what is in a file.
const CONTENTS: &[&str] = &["text", "content"];

/// Where the permits of one agent are asked for.
#[derive(Clone, Debug)]
pub(super) struct Desk {
    agent: String,
    folder: PathBuf,
    asks: Asks,
    open: Arc<Semaphore>,
    /// While somebody thinks, the agent's time stands still.
    pub(super) patience: Patience,
}

impl Desk {
    pub(super) fn new(member: &Member, asks: &Asks) -> Desk {
        let (agent, folder) = (member.profile.name.clone(), member.program.folder.clone());
        Desk {
            agent,
            folder,
            asks: asks.clone(),
            open: Arc::new(Semaphore::new(AT_ONCE)),
            patience: Patience::default(),
        }
    }

    /// Asks, and answers the agent. What cannot be granted once, or not be shown as it is, is a no that nobody is asked for.
    pub(super) async fn answer(&self, request: &RequestPermissionRequest) -> RequestPermissionResponse {
        let granted = self.granted(request).await;
        let outcome = granted.or_else(|| option(request, PermissionOptionKind::RejectOnce));
        let outcome = outcome.unwrap_or(RequestPermissionOutcome::Cancelled);
        RequestPermissionResponse::new(outcome)
    }

    async fn granted(&self, request: &RequestPermissionRequest) -> Option<RequestPermissionOutcome> {
        let once = option(request, PermissionOptionKind::AllowOnce)?;
        let permit = permit(&self.agent, &request.tool_call.fields, &self.folder)?;
        let _open = self.open.try_acquire().ok()?;
        let _thinking = self.patience.thinking();
        self.asks.may(permit).await.then_some(once)
    }
}

/// The answer of this kind, where the agent offers it. It is told by its kind alone: its name may say anything.
fn option(
    request: &RequestPermissionRequest,
    kind: PermissionOptionKind,
) -> Option<RequestPermissionOutcome> {
    let found = request.options.iter().find(|it| it.kind == kind)?;
    Some(RequestPermissionOutcome::Selected(SelectedPermissionOutcome::new(found.option_id.clone())))
}

/// What is asked for; nothing where it names more places than anybody looks through, or such as cannot be shown.
fn permit(agent: &str, call: &ToolCallUpdateFields, folder: &Path) -> Option<Permit> {
    let title = call.title.as_deref().or(call.name.as_deref()).unwrap_or("something it does not name");
    Some(Permit {
        agent: agent.to_owned(),
        kind: call.kind.map_or(PermitKind::Other, kind),
        title: line(title, LONGEST_TITLE),
        places: places(call, folder)?,
        details: call.raw_input.as_ref().map(details).unwrap_or_default(),
    })
}

const fn kind(kind: ToolKind) -> PermitKind {
    match kind {
        ToolKind::Read => PermitKind::Reads,
        ToolKind::Edit => PermitKind::Edits,
        ToolKind::Delete => PermitKind::Deletes,
        ToolKind::Move => PermitKind::Moves,
        ToolKind::Search => PermitKind::Searches,
        ToolKind::Execute => PermitKind::Runs,
        ToolKind::Think => PermitKind::Thinks,
        ToolKind::Fetch => PermitKind::Fetches,
        _ => PermitKind::Other,
    }
}

fn places(call: &ToolCallUpdateFields, folder: &Path) -> Option<Vec<String>> {
    let mut named: Vec<String> = Vec::new();
    let located = call.locations.iter().flatten().map(|it| &it.path);
    let changed = call.content.iter().flatten().filter_map(|it| match it {
        ToolCallContent::Diff(diff) => Some(&diff.path),
        _ => None,
    });
    named.extend(located.chain(changed).map(|it| it.to_string_lossy().into_owned()));
    if let Some(input) = &call.raw_input {
        collect(input, false, &mut named);
    }
    let mut places: Vec<String> = Vec::new();
    for place in named.iter().map(|it| absolute(it, folder)) {
        if places.len() == MOST_PLACES.0 || place.len() > MOST_PLACES.1 || line(&place, usize::MAX) != place {
            return None;
        }
        if !places.contains(&place) {
            places.push(place);
        }
    }
    Some(places)
}

/// The texts under the keys that name places, however deep.
fn collect(value: &Value, is_place: bool, places: &mut Vec<String>) {
    match value {
        Value::String(text) if is_place && !text.is_empty() => places.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|it| collect(it, is_place, places)),
        Value::Object(entries) => {
            for (key, value) in entries {
                let key = key.to_lowercase();
                let has = |words: &[&str]| words.iter().any(|it| key.contains(it));
                collect(value, has(PLACES) && !has(CONTENTS), places);
            }
        }
        _ => {}
    }
}

/// Agents name files from their folder.
fn absolute(place: &str, folder: &Path) -> String {
    if place.contains("://") || place.starts_with('~') {
        return place.to_owned();
    }
    folder.join(place).to_string_lossy().into_owned()
}

/// The command that would be run, or else all that the tool is given.
fn details(input: &Value) -> String {
    let told = match input.get("command") {
        Some(Value::String(command)) => command.clone(),
        Some(command @ Value::Array(_)) => command.to_string(),
        _ => input.to_string(),
    };
    capped(&line(&told, usize::MAX), LONGEST_DETAILS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn of(fields: Value) -> Option<Permit> {
        permit("writer", &serde_json::from_value(fields).unwrap(), Path::new("/home/u"))
    }

    #[test]
    fn a_permit_names_all_that_the_agent_says() {
        let asked = of(json!({
            "kind": "edit", "title": "Change\nit", "locations": [{"path": "/etc/a"}],
            "content": [{"type": "diff", "path": "/etc/b", "newText": "x"}],
            "rawInput": {"file_path": "c/d", "file_text": "words", "more": [{"URL": "https://example.org/x"}], "path": "/etc/a"},
        }))
        .unwrap();
        assert_eq!(asked.title, "Change\\nit");
        assert_eq!(asked.places, ["/etc/a", "/etc/b", "/home/u/c/d", "https://example.org/x"]);
        assert!(asked.details.starts_with("{\"file_path\":\"c/d\","), "{}", asked.details);
        let ran = of(json!({"kind": "execute", "name": "sh", "rawInput": {"command": "rm -r x\u{1b}[8m"}}));
        let ran = ran.unwrap();
        assert_eq!(
            (ran.kind, ran.title.as_str(), ran.details.as_str()),
            (PermitKind::Runs, "sh", "rm -r x\\u{1b}[8m")
        );
        let words = of(json!({"rawInput": {"command": ["rm", "-r x"]}})).unwrap();
        assert_eq!((words.kind, words.details.as_str()), (PermitKind::Other, "[\"rm\",\"-r x\"]"));
        assert_eq!(words.title, "something it does not name");
        let long = of(json!({"rawInput": {"command": "x".repeat(5000)}})).unwrap();
        assert!(long.details.len() < 2200 && long.details.ends_with("are kept)"), "{}", long.details);
    }

    #[test]
    fn what_cannot_be_shown_is_not_asked_for() {
        let many: Vec<Value> = (0..65).map(|it| json!({"path": format!("/{it}")})).collect();
        for fields in [
            json!({"locations": many}),
            json!({"locations": [{"path": "/a\n/b"}]}),
            json!({"rawInput": {"path": "/a\u{202e}b"}}),
            json!({"rawInput": {"path": "x".repeat(5000)}}),
        ] {
            assert_eq!(of(fields.clone()), None, "{fields}");
        }
        assert!(of(json!({"locations": many[..64]})).is_some());
    }

    #[test]
    fn every_kind_of_tool_has_its_word() {
        for (kind, word) in [
            ("read", "reads"),
            ("edit", "edits"),
            ("delete", "deletes"),
            ("move", "moves"),
            ("search", "searches"),
            ("execute", "runs"),
            ("think", "thinks"),
            ("fetch", "fetches"),
            ("switch_mode", "other"),
            ("whatever", "other"),
        ] {
            assert_eq!(of(json!({"kind": kind})).unwrap().kind.word(), word, "{kind}");
        }
    }
}
