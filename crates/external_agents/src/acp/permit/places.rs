//! Collects the files and addresses that a tool call touches. Pure.

use super::{details::diffs, key::has_word};
use agent_client_protocol::v1::schema::ToolCallUpdateFields;
use deskpilot_core::has_hidden_chars;
use serde_json::Value;
use std::path::PathBuf;

/// The maximum number of places: a person has to review them.
const MAX_PLACES: usize = 64;
/// Their maximum total length, in bytes.
pub(super) const MAX_BYTES: usize = 4096;
/// The maximum number of components in a path: each may be a link that has to be followed.
const MAX_DEPTH: usize = 64;
/// Substrings of keys whose values are files.
const FILE_KEYS: &[&str] = &["path", "file", "dir", "folder", "dest", "source", "src", "target", "cwd"];
/// Substrings of keys whose values are addresses.
const ADDRESS_KEYS: &[&str] = &["url", "uri"];
/// Words of keys whose values are file contents.
const CONTENT_KEYS: &[&str] = &["text", "content"];
/// Words of keys that hold the place itself when a place key has an object as value.
const PART_KEYS: &[&str] = &["name", "value", "from", "to", "old", "new"];

/// The folders that an agent's relative paths refer to.
#[derive(Debug)]
pub(super) struct AgentFolders {
    /// Its working folder.
    pub(super) folder: PathBuf,
    /// The home directory.
    pub(super) home: PathBuf,
}

/// The meaning of the strings under a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeyMeaning {
    Other,
    Files,
    Addresses,
}

/// The places, without duplicates. `None` if there are too many to review, or some cannot be shown as they are.
pub(super) fn of(call: &ToolCallUpdateFields, folders: &AgentFolders) -> Option<Vec<String>> {
    let located = call.locations.iter().flatten().map(|it| &it.path);
    let paths = located.chain(diffs(call).map(|it| &it.path));
    let mut places: Vec<String> =
        paths.map(|it| folders.absolute(&it.to_string_lossy(), KeyMeaning::Files)).collect();
    if let Some(input) = &call.raw_input {
        collect(input, KeyMeaning::Other, KeyMeaning::Other, &mut |text, names| {
            places.push(folders.absolute(text, names));
        });
    }
    let mut unique: Vec<String> = Vec::new();
    for place in places {
        if !unique.contains(&place) {
            let depth = place.split('/').filter(|it| !it.is_empty()).count();
            if unique.len() == MAX_PLACES || depth > MAX_DEPTH || has_hidden_chars(&place) {
                return None;
            }
            unique.push(place);
        }
    }
    (unique.iter().map(String::len).sum::<usize>() <= MAX_BYTES).then_some(unique)
}

/// Calls `visit` with the strings under place keys, at any depth. `above` is the meaning of a place's parts
/// here.
fn collect(value: &Value, names: KeyMeaning, above: KeyMeaning, visit: &mut impl FnMut(&str, KeyMeaning)) {
    match value {
        Value::String(text) if names != KeyMeaning::Other && !text.is_empty() => visit(text, names),
        Value::Array(items) => items.iter().for_each(|it| collect(it, names, above, visit)),
        Value::Object(entries) => {
            for (key, value) in entries {
                let (names, above) = key_meanings(key, above);
                collect(value, names, above, visit);
            }
        }
        _ => {}
    }
}

/// The meaning of the strings under a key, and of the parts below it.
fn key_meanings(key: &str, above: KeyMeaning) -> (KeyMeaning, KeyMeaning) {
    let lower = key.to_lowercase();
    let has = |parts: &[&str]| parts.iter().any(|it| lower.contains(it));
    if has_word(key, CONTENT_KEYS) {
        (KeyMeaning::Other, KeyMeaning::Other)
    } else if has(ADDRESS_KEYS) {
        (KeyMeaning::Addresses, KeyMeaning::Addresses)
    } else if has(FILE_KEYS) {
        (KeyMeaning::Files, KeyMeaning::Files)
    } else {
        (if has_word(key, PART_KEYS) { above } else { KeyMeaning::Other }, above)
    }
}

impl AgentFolders {
    /// The absolute path or address: agents name files relative to their folder. `..` stays as written.
    fn absolute(&self, place: &str, names: KeyMeaning) -> String {
        let home = self.home.to_string_lossy();
        match place.strip_prefix("~/") {
            // Not `Path::join`: a second slash must not lead out of the home.
            Some(rest) => format!("{home}/{rest}"),
            None if place == "~" => home.into_owned(),
            None if names == KeyMeaning::Addresses || is_address(place) => place.to_owned(),
            // Joining leaves an absolute path unchanged.
            None => self.folder.join(place).to_string_lossy().into_owned(),
        }
    }
}

/// Whether the text starts with a URL scheme.
fn is_address(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let plain = |it: char| it.is_ascii_alphanumeric() || matches!(it, '+' | '.' | '-');
    let is_scheme = scheme.starts_with(|it: char| it.is_ascii_alphabetic()) && scheme.chars().all(plain);
    let is_file = ["file", "view-source"].iter().any(|it| scheme.eq_ignore_ascii_case(it));
    is_file || (is_scheme && rest.starts_with("//"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn places(fields: Value) -> Option<Vec<String>> {
        let folders = AgentFolders { folder: "/work".into(), home: "/home/u".into() };
        of(&serde_json::from_value(fields).unwrap(), &folders)
    }

    #[test]
    fn a_place_is_shown_as_a_whole() {
        for (key, text, expected) in [
            ("path", "/etc/a", "/etc/a"),
            ("path", "/x://y", "/x://y"),
            ("url", "/etc/a", "/etc/a"),
            ("path", "a/../../b", "/work/a/../../b"),
            ("path", "~/x", "/home/u/x"),
            ("path", "~//etc/a", "/home/u//etc/a"),
            ("path", "~", "/home/u"),
            ("url", "~/x", "/home/u/x"),
            ("path", "~other/x", "/work/~other/x"),
            ("path", "https://example.org/x", "https://example.org/x"),
            ("path", "git+ssh://example.org", "git+ssh://example.org"),
            ("path", "File:/etc/a", "File:/etc/a"),
            ("path", "VIEW-source:x", "VIEW-source:x"),
            ("path", "a b://x", "/work/a b://x"),
            ("path", "1a://x", "/work/1a://x"),
            ("path", "../etc/a://x", "/work/../etc/a://x"),
            ("path", "https:x", "/work/https:x"),
            ("path", "example.org/x", "/work/example.org/x"),
            ("imageURL", "example.org/x", "example.org/x"),
            ("uri", "example.org", "example.org"),
            ("path", "a\\nb", "/work/a\\nb"),
        ] {
            assert_eq!(places(json!({"rawInput": {key: text}})).unwrap(), [expected], "{key} {text}");
        }
        let diff = json!([{"type": "diff", "path": "b", "newText": "x"}]);
        let all = json!({"locations": [{"path": "a"}, {"path": "/work/b"}], "content": diff, "rawInput": {"file": "c"}});
        assert_eq!(places(all).unwrap(), ["/work/a", "/work/b", "/work/c"]);
    }

    #[test]
    fn places_are_found_under_many_keys() {
        for (input, expected) in [
            (
                json!({"destination": "/a", "dest": "/b", "source": "/c", "src": "/d", "target": "/e", "cwd": "/f"}),
                &["/a", "/b", "/c", "/d", "/e", "/f"][..],
            ),
            (json!({"files": [{"name": "/x", "mode": "w"}, "/y"]}), &["/x", "/y"]),
            (json!({"file": {"at": {"value": "/x"}}}), &["/x"]),
            (json!({"rename_file": {"from": "/x", "to": "/y"}}), &["/x", "/y"]),
            (json!({"urls": [{"value": "example.org"}]}), &["example.org"]),
            (json!({"name": "/x", "value": "/y"}), &[]),
            (json!({"context_path": "/x", "contextFile": "/y"}), &["/x", "/y"]),
            (json!({"file_text": "/x", "fileContent": "/x", "file-contents": "/x"}), &[]),
            (json!({"file": {"content": {"name": "/x"}, "text": "/y"}}), &[]),
        ] {
            assert_eq!(places(json!({"rawInput": input.clone()})).unwrap(), expected, "{input}");
        }
    }

    #[test]
    fn what_nobody_looks_through_is_not_shown() {
        let many = |count: usize| (0..count).map(|it| json!({"path": format!("/{it}")})).collect::<Vec<_>>();
        let twice = [many(64), many(64)].concat();
        let deep = |depth: usize| json!({"rawInput": {"path": "/a".repeat(depth)}});
        let long = |length: usize| json!({"rawInput": {"paths": [format!("/{}", "x".repeat(2047)), format!("/{}", "y".repeat(length))]}});
        for (fields, is_described) in [
            (json!({"locations": many(64)}), true),
            (json!({"locations": many(65)}), false),
            (json!({"locations": twice}), true),
            (deep(64), true),
            (deep(65), false),
            (long(2047), true),
            (long(2048), false),
            (json!({"locations": [{"path": "/a\n/b"}]}), false),
            (json!({"rawInput": {"path": "/a\u{202e}b"}}), false),
            (json!({"rawInput": {"path": "/a\u{e0041}b"}}), false),
        ] {
            assert_eq!(places(fields.clone()).is_some(), is_described, "{fields}");
        }
    }
}
