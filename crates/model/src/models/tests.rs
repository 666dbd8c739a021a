//! Tests of the table of models, and of the manuals, defaults and help that name models.

use super::*;
use crate::Images;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn every_row_is_plausible() {
    for (place, model) in MODELS.iter().enumerate() {
        let name = model.name;
        assert!(MODELS[..place].iter().all(|other| other.name != name), "{name} twice");
        assert!(!model.maker().is_empty() && name == name.to_lowercase(), "{name}");
        assert!(model.from.zip(model.until).is_none_or(|(from, until)| from < until), "{name}");
        assert!(model.from.is_none_or(|from| from <= MODELS_AS_OF), "{name} is not there yet");
        assert!(model.context.zip(model.output).is_none_or(|(all, reply)| reply <= all), "{name}");
        assert!(model.is_listed() || model.until.is_none(), "{name}: a family does not end");
        let Some(price) = model.price else { continue };
        assert!(price.is_price(), "{name}");
        assert!(price.cached.is_none_or(|cached| cached < price.input), "{name}: cached tokens cost less");
        assert!(price.written.is_none_or(|it| it > price.input), "{name}: they are put there for more");
        assert!(price.output >= price.input, "{name}: replies cost more");
    }
}

#[test]
fn a_model_is_found_by_its_name_however_its_provider_spells_it() {
    for (name, expected) in [
        ("claude-opus-5-5", Some("anthropic/claude-opus-5-5")),
        ("anthropic/claude-opus-5.5", Some("anthropic/claude-opus-5-5")),
        ("Claude-Sonnet-4-5-20250929", Some("anthropic/claude-sonnet-4-5")),
        ("claude-haiku-4-5@20251001", Some("anthropic/claude-haiku-4-5")),
        ("claude-next", Some("anthropic/claude*")),
        ("anthropic.claude-opus-5-5", Some("anthropic/claude-opus-5-5")),
        ("us.anthropic.claude-sonnet-4-5-20250929-v1:0", Some("anthropic/claude-sonnet-4-5")),
        ("anthropic.claude-opus-4-6-v1", Some("anthropic/claude-opus-4-6")),
        (
            "arn:aws:bedrock:us-east-1:1:inference-profile/eu.anthropic.claude-opus-4-8",
            Some("anthropic/claude-opus-4-8"),
        ),
        ("anthropic.claude-next-v1:0", Some("anthropic/claude*")),
        ("our-claude-deployment", Some("anthropic/claude*")),
        ("gpt-6.1-terra", Some("openai/gpt-6.1-terra")),
        ("gpt-6-luna-latest", Some("openai/gpt-6-luna")),
        ("gpt-6.9-sol", Some("openai/gpt-6*")),
        ("our-gpt-deployment", Some("openai/gpt*")),
        ("gpt-4o-2024-05-13", Some("openai/gpt-4o-2024-05-13")),
        ("gpt-4o-2024-08-06", Some("openai/gpt-4o")),
        ("gemini-2.5-flash-001", Some("gemini/gemini-2.5-flash")),
        ("gemini-9-pro", Some("gemini/gemini*")),
        ("Qwen/Qwen2.5-VL-72B", Some("qwen/qwen*")),
        ("olmo-2", None),
        ("marco-o1", None),
        ("steps", None),
        ("", None),
    ] {
        assert_eq!(known_model(name).map(|it| it.name), expected, "{name}");
    }
}

#[test]
fn each_claude_has_the_tool_that_its_provider_accepts() {
    use ClaudeTool::{Toolset20260801, V20250124, V20251124};
    for (model, tool) in [
        ("claude-3-haiku-20240307", ComputerTool::None),
        ("claude-3-7-sonnet-20250219", ComputerTool::Claude(V20250124)),
        ("claude-sonnet-4-20250514", ComputerTool::Claude(V20250124)),
        ("claude-opus-4-1-20250805", ComputerTool::Claude(V20250124)),
        ("claude-sonnet-4-5-20250929", ComputerTool::Claude(V20250124)),
        ("claude-haiku-4-5", ComputerTool::Claude(V20250124)),
        ("claude-opus-4-5-20251101", ComputerTool::Claude(V20251124)),
        ("claude-sonnet-4-6", ComputerTool::Claude(V20251124)),
        ("claude-opus-4-8", ComputerTool::Claude(V20251124)),
        ("claude-opus-5", ComputerTool::Claude(V20251124)),
        ("claude-sonnet-5", ComputerTool::Claude(V20251124)),
        ("claude-opus-5-5", ComputerTool::Claude(Toolset20260801)),
        ("claude-sonnet-5-5", ComputerTool::Claude(Toolset20260801)),
        ("claude-haiku-5-5", ComputerTool::Claude(Toolset20260801)),
        ("claude-next", ComputerTool::Claude(Toolset20260801)),
    ] {
        assert_eq!(known_model(model).map(|it| it.computer), Some(tool), "{model}");
    }
}

#[test]
fn an_end_is_the_first_day_without_the_model() {
    let gone = known_model("computer-use-preview").unwrap();
    let day = gone.until.unwrap();
    assert!(gone.has_ended(day) && gone.has_ended(MODELS_AS_OF) && !gone.has_ended(day.yesterday().unwrap()));
    let stays = known_model("claude-opus-5-5").unwrap();
    assert!(!stays.has_ended(MODELS_AS_OF) && stays.images == Images::Send);
}

/// The sources of defaults, help and messages that name models.
const SOURCES: &[&str] = &[
    "crates/cli/src/args.rs",
    "crates/runtime/src/machine_checks.rs",
    "crates/cli/src/commands/manual.rs",
    "crates/model/src/operator/mod.rs",
    "crates/model/src/provider.rs",
    "crates/runtime/src/models.rs",
    "crates/settings/src/table.rs",
];

/// The pages that people read, and [`SOURCES`]. Decision records and the changelog say what was.
fn manuals() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let pages = ["docs", "docs/commands"].iter().flat_map(|it| fs::read_dir(root.join(it)).unwrap());
    let pages = pages.map(|it| it.unwrap().path()).filter(|it| it.extension().is_some_and(|it| it == "md"));
    let others = ["README.md", "llms.txt"].iter().chain(SOURCES).map(|it| root.join(it));
    pages.chain(others).collect()
}

/// The names of models whose end is announced, as texts spell them.
fn ending_names(text: &str) -> BTreeSet<String> {
    let ending: BTreeSet<String> =
        MODELS.iter().filter(|it| it.until.is_some()).map(|it| spelled(it.name)).collect();
    let words = text.split(|it: char| !(it.is_alphanumeric() || "-._".contains(it)));
    let words = words.map(|it| it.trim_matches(['-', '.', '_'])).filter(|it| !it.is_empty());
    let names = words.filter(|it| {
        let name = spelled(it);
        ending.contains(&name) || ending.contains(without_date(&name))
    });
    names.map(str::to_owned).collect()
}

/// It compares with the table, not with a clock, so it fails only for what somebody changes.
#[test]
fn no_manual_default_or_help_names_a_model_whose_end_is_announced() {
    for file in manuals() {
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let ending = ending_names(&text);
        assert!(ending.is_empty(), "{} names {ending:?}: name models that stay", file.display());
    }
}

#[test]
fn names_are_found_in_sentences_and_not_in_longer_names() {
    let text = "Write `openai/gpt-4o`, gpt-4o-2024-08-06 or o3. But gpt-5.4, gpt-4o-next and `claude-opus-5-5` stay.";
    let expected = ["gpt-4o", "gpt-4o-2024-08-06", "o3"].map(str::to_owned);
    assert_eq!(ending_names(text), BTreeSet::from(expected));
}
