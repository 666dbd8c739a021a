//! Ids of tasks. They name files, and may come from another machine's queue or from somebody else's record.

use deskpilot_tasks::task::quoted;
use serde::{Deserialize, Deserializer, de::Error};

/// The longest id, in bytes: it names files.
const LONGEST: usize = 64;

/// What is wrong with an id.
pub(crate) fn check(id: &str) -> Result<(), String> {
    let fits = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_' | '.');
    let is_name = !id.is_empty() && id.len() <= LONGEST && !id.starts_with('.') && id.chars().all(fits);
    is_name.then_some(()).ok_or_else(|| {
        format!("it is {}: write at most {LONGEST} letters, digits, '-', '_' and '.'", quoted(id))
    })
}

/// Deserializes and checks an id, so that no id leads out of the folders of results.
pub(crate) fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let id = String::deserialize(deserializer)?;
    check(&id).map_err(|why| Error::custom(format!("unique_id: {why}")))?;
    Ok(id)
}
