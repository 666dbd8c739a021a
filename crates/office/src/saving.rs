//! How a CSV file is saved: with its own bytes, except for what was changed.

use crate::{
    bridge::{Answer, Bridge, BridgeError, CSV, Request},
    csv::{CsvError, OpenCsv, RewrittenCsv},
};
use deskpilot_core::Call;
use serde_json::Value;
use std::time::Duration;

/// The command that saves a document to its file, and the one that saves it to another file.
const SAVE: &str = "save";
const SAVE_AS: &str = "save_as";
/// The ending and the format of a CSV file.
const FORMAT: &str = "csv";

/// What a call that saves a document writes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct SavedContent {
    /// The bytes, each as the character with its number; `None` for what LibreOffice writes.
    pub(crate) content: Option<String>,
    /// A remark about it; empty where there is none.
    pub(crate) note: String,
}

/// Whether a call writes a CSV file, as far as the call says it: `save` writes what the document was opened from.
pub(crate) fn may_save_csv(call: &Call) -> bool {
    let text = |name: &str| call.args.get(name).and_then(Value::as_str);
    let is_csv = |it: &str| it.eq_ignore_ascii_case(FORMAT);
    match call.command.as_str() {
        SAVE => true,
        SAVE_AS => match text("format") {
            Some(format) => is_csv(format),
            None => text("path").and_then(|it| it.rsplit_once('.')).is_some_and(|(_, ending)| is_csv(ending)),
        },
        _ => false,
    }
}

/// What a call that may save a CSV file writes.
///
/// # Errors
/// Why it is better not to save: the file would lose what was not changed.
pub(crate) async fn content_of(
    bridge: &mut Bridge,
    call: &Call,
    request: &Request<'_>,
    limit: Duration,
) -> Result<SavedContent, String> {
    let asked = Request { command: CSV, title: request.title, args: request.args, content: None };
    match bridge.ask(&asked, limit).await {
        Ok(Answer { csv: Some(csv), .. }) => decided(call, &csv),
        Ok(Answer { failed: Some(why), .. }) => Err(unsaved(&why)),
        // Saving says why nobody answers.
        Ok(_) | Err(BridgeError::NotStarted { .. }) => Ok(SavedContent::default()),
        Err(error @ (BridgeError::Ended | BridgeError::Late(_))) => Err(unsaved(&error.to_string())),
    }
}

/// The content of the file, or why it is not saved. Under another name a file may be as LibreOffice writes it, unless a character
/// would be lost.
fn decided(call: &Call, csv: &OpenCsv) -> Result<SavedContent, String> {
    match csv.rewritten() {
        Ok(rewritten) => {
            let content = rewritten.bytes.iter().map(|it| char::from(*it)).collect();
            Ok(SavedContent { content: Some(content), note: note_of(&rewritten) })
        }
        Err(why @ CsvError::NoSuchCharacter { .. }) => {
            Err(format!("nothing was saved: {why}; save it as ods or xlsx, or write another character"))
        }
        Err(why) if call.command == SAVE_AS => {
            let note = format!("all of it is as LibreOffice writes it, because {why}");
            Ok(SavedContent { content: None, note })
        }
        Err(why) => Err(unsaved(&why.to_string())),
    }
}

fn unsaved(why: &str) -> String {
    format!(
        "nothing was saved, because the rest of the CSV file would not stay as it is: {why}; save_as writes another file"
    )
}

fn note_of(rewritten: &RewrittenCsv) -> String {
    let RewrittenCsv { changed, added, removed, .. } = rewritten;
    format!(
        "of its records {changed} changed, {added} are new and {removed} are gone; all others have the bytes that they had"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const TEXT: &str = "caf\u{e9} au lait";

    fn call(command: &str, args: &Value) -> Call {
        Call { command: command.into(), args: args.as_object().unwrap().clone() }
    }

    fn opened(now: &Value, options: &str) -> OpenCsv {
        let csv = json!({"options": options, "bytes": format!("a;{TEXT}\r\n"), "before": [["a", TEXT]], "now": now, "shown": []});
        serde_json::from_value(csv).unwrap()
    }

    #[test]
    fn what_may_be_a_csv_file_is_asked_about() {
        for (command, args, expected) in [
            ("save", json!({}), true),
            ("save_as", json!({"path": "/a/b.CSV"}), true),
            ("save_as", json!({"path": "/a/b.txt", "format": "csv"}), true),
            ("save_as", json!({"path": "/a/b.csv", "format": "ods"}), false),
            ("save_as", json!({"path": "/a/b.ods"}), false),
            ("set_cells", json!({}), false),
        ] {
            assert_eq!(may_save_csv(&call(command, &args)), expected, "{command} {args}");
        }
    }

    #[test]
    fn a_file_is_saved_with_its_bytes_or_not_at_all_under_its_name() {
        let save = call("save", &json!({}));
        let saved = decided(&save, &opened(&json!([["b", TEXT]]), "59,34,1,1")).unwrap();
        assert_eq!(saved.content.as_deref(), Some(format!("b;{TEXT}\r\n").as_str()));
        assert!(
            saved.note.starts_with("of its records 1 changed, 0 are new and 0 are gone"),
            "{}",
            saved.note
        );

        let merged = opened(&json!([["b", TEXT]]), "59/9,34,1,1");
        assert!(decided(&save, &merged).unwrap_err().starts_with("nothing was saved, because"));
        let copy = decided(&call("save_as", &json!({"path": "/a/c.csv"})), &merged).unwrap();
        assert!(copy.content.is_none() && copy.note.starts_with("all of it is as LibreOffice writes it"));

        let lost = opened(&json!([["\u{142}", TEXT]]), "59,34,1,1");
        for it in [save, call("save_as", &json!({"path": "/a/c.csv"}))] {
            assert!(decided(&it, &lost).unwrap_err().contains("'\u{142}'"), "{it}");
        }
    }
}
