//! Facts about models, by their names: one table, with the day on which they were true.

mod known_model;
mod model_size;
mod table;
#[cfg(test)]
mod tests;

pub use known_model::{ClaudeTool, ComputerTool, KnownModel, Thinking};
pub use model_size::{ModelSize, model_size};

use jiff::civil::Date;
use table::{AS_OF, MODELS};

/// The day of which the table of models speaks.
pub const MODELS_AS_OF: Date = AS_OF;

/// The facts about the model of this name, which may have its maker before a slash: its own row, else that of its family;
/// `None` if there is neither.
pub fn known_model(name: &str) -> Option<&'static KnownModel> {
    let name = spelled(name);
    let name = without_bedrock(&name);
    let listed = |name: &str| MODELS.iter().find(|it| it.is_listed() && spelled(it.name) == name);
    listed(name).or_else(|| listed(without_date(name))).or_else(|| family(name))
}

/// The whole table.
pub(crate) fn all_models() -> &'static [KnownModel] {
    MODELS
}

/// The name without its maker, as all providers spell it: `anthropic/claude-opus-5.5` and `claude-opus-5-5` are the same.
fn spelled(name: &str) -> String {
    name.rsplit('/').next().unwrap_or(name).to_lowercase().replace('.', "-")
}

/// The name without what Amazon Bedrock adds to it: `us-anthropic-claude-sonnet-4-5-20250929-v1:0` is `claude-sonnet-4-5-20250929`.
fn without_bedrock(name: &str) -> &str {
    let Some((_, name)) = name.rsplit_once("anthropic-").filter(|(_, it)| it.starts_with("claude")) else {
        return name;
    };
    let is_version = |it: &str| it.chars().all(|it| it.is_ascii_digit() || it == ':');
    name.rsplit_once("-v").filter(|(_, version)| is_version(version)).map_or(name, |(model, _)| model)
}

/// The family with the longest name that this name begins with. A family without a number may begin in the middle of the
/// name, as in `our-claude-opus-5-5`: deployments have prefixes of their own.
fn family(name: &str) -> Option<&'static KnownModel> {
    let fits = |word: &str| {
        name.starts_with(word)
            || !word.contains(|it: char| it.is_ascii_digit()) && name.contains(&format!("-{word}"))
    };
    let families = MODELS.iter().filter_map(|it| Some((it, spelled(it.name.strip_suffix('*')?))));
    let fitting = families.filter(|(_, word)| !word.is_empty() && fits(word));
    fitting.max_by_key(|(_, word)| word.len()).map(|(model, _)| model)
}

/// The shapes of what may follow a name without changing the model; `0` is a digit.
const DATES: &[&str] = &["-0000-00-00", "-00000000", "@00000000", "-latest", "-000"];

/// The name without a suffix such as `-2024-08-06`, `-20250514` or `-latest`.
pub(crate) fn without_date(model: &str) -> &str {
    let dated = |shape: &&str| {
        let (name, end) = model.split_at_checked(model.len().checked_sub(shape.len())?)?;
        let same = |(shape, it): (char, char)| if shape == '0' { it.is_ascii_digit() } else { it == shape };
        shape.chars().zip(end.chars()).all(same).then_some(name)
    };
    DATES.iter().find_map(dated).unwrap_or(model)
}
