//! Puts an entry into a TOML file, whose comments and order stay.

use super::edit::Edit;
use serde_json::Value;
use toml_edit::{Array, DocumentMut, Item, Table, TomlError, value};

/// The text with the entry.
///
/// # Errors
/// It is no TOML, or something else stands where the entry belongs.
pub(super) fn with_entry(text: &str, edit: &Edit) -> Result<String, String> {
    let mut document: DocumentMut = text
        .parse()
        .map_err(|error: TomlError| format!("it is not TOML: {}", error.message().replace('\n', "; ")))?;
    let [path @ .., name] = edit.path else { return Ok(text.to_owned()) };
    let mut place = document.as_table_mut();
    for key in path {
        let made = place.entry(key).or_insert_with(|| {
            let mut table = Table::new();
            // Only the header of the entry is written.
            table.set_implicit(true);
            Item::Table(table)
        });
        place = made.as_table_mut().ok_or_else(|| format!("{key} is no table in it"))?;
    }
    let entry = place.entry(name).or_insert_with(|| Item::Table(Table::new()));
    let entry = entry.as_table_like_mut().ok_or_else(|| format!("{name} is no table in it"))?;
    for (key, wanted) in edit.entry.as_object().into_iter().flatten() {
        let wanted = item(wanted)?;
        // A value that stays is not replaced: its comment and its form would go with it.
        let is_same = entry.get(key).is_some_and(|it| it.to_string().trim() == wanted.to_string().trim());
        if !is_same {
            entry.insert(key, wanted);
        }
    }
    Ok(document.to_string())
}

fn item(wanted: &Value) -> Result<Item, String> {
    match wanted {
        Value::String(text) => Ok(value(text)),
        Value::Array(items) => Ok(value(items.iter().filter_map(Value::as_str).collect::<Array>())),
        other => Err(format!("{other} cannot be written")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn changed(text: &str) -> Result<String, String> {
        let entry = json!({"command": "/opt/d", "args": ["mcp"]});
        with_entry(text, &Edit { path: &["mcp_servers", "deskpilot"], entry })
    }

    #[test]
    fn comments_and_other_servers_stay() {
        let entry = "[mcp_servers.deskpilot]\ncommand = \"/opt/d\"\nargs = [\"mcp\"]\n";
        assert_eq!(changed("").unwrap(), entry);
        let text = "# mine\nmodel = \"x\" # best\n\n[mcp_servers.other]\ncommand = \"o\"\n";
        let new = changed(text).unwrap();
        assert!(new.starts_with(text) && new.ends_with(entry), "{new}");
        assert_eq!(changed(&new).unwrap(), new);
        let old = new.replace("/opt/d", "/old");
        assert_eq!(changed(&old).unwrap(), new);
    }

    #[test]
    fn what_is_no_table_is_an_error() {
        for wrong in ["mcp_servers = 1\n", "[mcp_servers]\ndeskpilot = 1\n", "[mcp_servers"] {
            assert!(changed(wrong).is_err(), "{wrong}");
        }
    }
}
