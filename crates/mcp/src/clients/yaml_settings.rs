//! Puts an entry into a YAML file of nested keys, by lines: nothing that is there is read as YAML or written again.

use super::edit::Edit;
use serde_json::Value;

/// The indentation of a block that is new.
const STEP: &str = "  ";

/// The text with the entry.
///
/// # Errors
/// The block for the entry is written in a way that lines cannot be added to, or has another entry of its name.
pub(super) fn with_entry(text: &str, edit: &Edit) -> Result<String, String> {
    let [block, name] = edit.path else { return Err("the entry has no block".to_owned()) };
    if text.contains('\r') {
        return Err("its lines end as on Windows, which would not be kept".to_owned());
    }
    let lines: Vec<&str> = text.lines().collect();
    let head = format!("{block}:");
    let heads: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].starts_with(&head)).collect();
    match heads.as_slice() {
        [] if lines.iter().any(|it| it.starts_with(['{', '[', '%', '\t'])) => {
            Err("it is written in a form that lines cannot be added to".to_owned())
        }
        [] => Ok(join(&[lines.as_slice(), &[head.as_str()]].concat(), &entry_lines(name, edit, STEP))),
        [at] if content(&lines[*at][head.len()..]).is_empty() => inserted(&lines, *at, name, edit),
        _ => Err(format!("{block} is written in a form that lines cannot be added to")),
    }
}

/// The lines with the entry as the first one of the block that begins at this line.
fn inserted(lines: &[&str], at: usize, name: &str, edit: &Edit) -> Result<String, String> {
    let below = &lines[at + 1..];
    let is_in_block = |it: &&&str| it.starts_with(' ') || content(it).is_empty();
    let block: Vec<&str> = below.iter().take_while(is_in_block).copied().collect();
    let first = block.iter().find(|it| !content(it).is_empty());
    let indent = first.map_or(STEP, |it| &it[..it.len() - it.trim_start().len()]);
    let new = entry_lines(name, edit, indent);
    let head = format!("{indent}{name}:");
    let Some(old) = block.iter().position(|it| it.trim_end() == head) else {
        // YAML allows the items of a list without indentation below their key.
        if block.iter().any(|it| it.starts_with(&head)) || below.first().is_some_and(|it| it.starts_with('-'))
        {
            return Err(format!("{name} is written in a form that cannot be changed by lines"));
        }
        let before = &lines[..=at];
        return Ok(join(&[before, &new.iter().map(String::as_str).collect::<Vec<_>>()].concat(), below));
    };
    if block[old..].iter().zip(&new).filter(|(it, new)| *it == new).count() == new.len() {
        return Ok(join(lines, &[] as &[&str]));
    }
    Err(format!("it has another entry {name} already: remove it, and try again"))
}

/// The entry, each line with its indentation. JSON texts and lists are YAML, too.
fn entry_lines(name: &str, edit: &Edit, indent: &str) -> Vec<String> {
    let fields = edit.entry.as_object().into_iter().flatten();
    let line = |(key, value): (&String, &Value)| format!("{indent}{STEP}{key}: {value}");
    std::iter::once(format!("{indent}{name}:")).chain(fields.map(line)).collect()
}

/// The line without its comment and the space around it.
fn content(line: &str) -> &str {
    let text = line.trim();
    if text.starts_with('#') { "" } else { text }
}

fn join(lines: &[&str], more: &[impl AsRef<str>]) -> String {
    let all = lines.iter().copied().chain(more.iter().map(AsRef::as_ref));
    all.map(|it| format!("{it}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const ENTRY: &str = "  deskpilot:\n    cmd: \"/opt/d\"\n    args: [\"mcp\"]\n    enabled: true\n";

    fn changed(text: &str) -> Result<String, String> {
        let entry = json!({"cmd": "/opt/d", "args": ["mcp"], "enabled": true});
        with_entry(text, &Edit { path: &["extensions", "deskpilot"], entry })
    }

    #[test]
    fn the_entry_is_added_and_every_line_stays() {
        assert_eq!(changed("").unwrap(), format!("extensions:\n{ENTRY}"));
        let other = "# mine\nGOOSE_MODEL: x\n";
        assert_eq!(changed(other).unwrap(), format!("{other}extensions:\n{ENTRY}"));
        let block = "  developer: # all\n    enabled: true\nGOOSE_MODEL: x\n";
        let new = changed(&format!("extensions:\n{block}")).unwrap();
        assert_eq!(new, format!("extensions:\n{ENTRY}{block}"));
        assert_eq!(changed(&new).unwrap(), new);
    }

    #[test]
    fn what_lines_cannot_be_added_to_is_an_error() {
        for wrong in [
            "extensions: {}\n",
            "{extensions: {}}\n",
            "extensions:\n- a\n",
            "extensions:\n  deskpilot: {}\n",
            "extensions:\n  deskpilot:\n    cmd: other\n",
            "extensions:\nextensions:\n",
            "extensions:\r\n",
        ] {
            assert!(changed(wrong).is_err(), "{wrong}");
        }
    }
}
