//! Puts an entry into a JSON file, whose keys keep their order and whose indentation stays; an older entry keeps the keys that are its
//! user's own. A file that would not be written again letter by letter, space aside, is refused.

use super::edit::Edit;
use serde::Serialize;
use serde_json::{Map, Value, ser::PrettyFormatter};

/// The indentation of a file that has none.
const USUAL: &str = "  ";

/// The text with the entry.
///
/// # Errors
/// It is no JSON, or something else stands where the entry belongs.
pub(super) fn with_entry(text: &str, edit: &Edit) -> Result<String, String> {
    let mut root: Value = match text.trim() {
        "" => Value::Object(Map::new()),
        text => serde_json::from_str(text)
            .map_err(|error| format!("it is not plain JSON ({error}); comments are not kept"))?,
    };
    let as_written = root.to_string();
    if !text.trim().is_empty() && without_space(text) != as_written {
        return Err("it has keys twice, or numbers or texts in a form that would not be kept".to_owned());
    }
    let mut place = &mut root;
    for key in edit.path {
        let Value::Object(object) = place else { return Err(format!("{key} cannot be put into it")) };
        place = object.entry(*key).or_insert_with(|| Value::Object(Map::new()));
    }
    let (Value::Object(place), Value::Object(entry)) = (place, &edit.entry) else {
        return Err("something else stands in the place of the entry".to_owned());
    };
    merge(place, entry);
    let as_it_is_now = root.to_string();
    // The entry is there already: the space that its user chose stays.
    if as_it_is_now == as_written && !text.trim().is_empty() {
        return Ok(text.to_owned());
    }
    let mut bytes = Vec::new();
    let formatter = PrettyFormatter::with_indent(indentation(text).as_bytes());
    let mut writer = serde_json::Serializer::with_formatter(&mut bytes, formatter);
    root.serialize(&mut writer).map_err(|error| error.to_string())?;
    bytes.push(b'\n');
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

/// Puts these keys into the object. Objects keep what only they have, such as the variables of a user.
fn merge(object: &mut Map<String, Value>, wanted: &Map<String, Value>) {
    for (key, value) in wanted {
        match (object.get_mut(key), value) {
            (Some(Value::Object(known)), Value::Object(value)) => merge(known, value),
            (_, value) => {
                object.insert(key.clone(), value.clone());
            }
        }
    }
}

/// The text without the space between its values.
fn without_space(text: &str) -> String {
    let (mut is_in_text, mut is_escaped) = (false, false);
    let mut kept = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_in_text || !letter.is_ascii_whitespace() {
            kept.push(letter);
        }
        is_in_text ^= letter == '"' && !is_escaped;
        is_escaped = letter == '\\' && is_in_text && !is_escaped;
    }
    kept
}

/// The indentation of the first line that has one.
fn indentation(text: &str) -> &str {
    let first = text.lines().find(|it| it.starts_with([' ', '\t']) && !it.trim().is_empty());
    first.map_or(USUAL, |line| &line[..line.len() - line.trim_start().len()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn changed(text: &str) -> Result<String, String> {
        with_entry(text, &Edit { path: &["servers", "deskpilot"], entry: json!({"command": "d"}) })
    }

    #[test]
    fn everything_else_stays_with_its_order_and_its_indentation() {
        let text =
            "{\n\t\"z\": 1.5,\n\t\"servers\": {\n\t\t\"other\": {}\n\t},\n\t\"a\": [\n\t\t\"ü\"\n\t]\n}\n";
        let expected = "{\n\t\"z\": 1.5,\n\t\"servers\": {\n\t\t\"other\": {},\n\t\t\"deskpilot\": {\n\t\t\t\"command\": \"d\"\n\t\t}\n\t},\n\t\"a\": [\n\t\t\"ü\"\n\t]\n}\n";
        assert_eq!(changed(text).unwrap(), expected);
        assert_eq!(changed(expected).unwrap(), expected);
    }

    #[test]
    fn an_older_entry_keeps_what_is_its_user_s_own() {
        let edit = Edit { path: &["servers", "deskpilot"], entry: json!({"command": "d", "env": {}}) };
        let old = "{\n  \"servers\": {\n    \"deskpilot\": {\n      \"env\": {\n        \"KEY\": \"k\"\n      },\n      \"command\": \"old\",\n      \"alwaysAllow\": []\n    }\n  }\n}\n";
        let new = old.replace("old", "d");
        assert_eq!(with_entry(old, &edit).unwrap(), new);
        assert_eq!(with_entry(&new, &edit).unwrap(), new);
    }

    #[test]
    fn anything_else_in_the_place_of_the_entry_is_an_error() {
        for wrong in [
            "[]",
            "{\"servers\": []}",
            "{\"servers\": 1}",
            "{\"servers\": {\"deskpilot\": null}}",
            "{\"servers\": {\"deskpilot\": \"x\"}}",
            "{",
            "{} // x",
            "{\"a\": 1, \"a\": 2}",
            "{\"a\": 123456789012345678901234567890}",
            "{\"a\": 1.50}",
        ] {
            assert!(changed(wrong).is_err(), "{wrong}");
        }
    }
}
