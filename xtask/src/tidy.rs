//! The house rules that a machine can keep.

use anyhow::{Context, Result, bail};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Which crate may name which. A new line here is a change of architecture.
const MAY_USE: &[(&str, &[&str])] = &[
    ("deskpilot-core", &[]),
    ("deskpilot-desktop", &["deskpilot-core"]),
    ("deskpilot-model", &["deskpilot-core"]),
    ("deskpilot-knowledge", &["deskpilot-core"]),
    ("deskpilot-log", &["deskpilot-core"]),
    ("deskpilot-external-agents", &["deskpilot-core"]),
    ("deskpilot-atspi", &["deskpilot-core", "deskpilot-desktop"]),
    ("deskpilot-x11", &["deskpilot-core", "deskpilot-desktop"]),
    ("deskpilot-linux", &["deskpilot-core", "deskpilot-desktop", "deskpilot-atspi", "deskpilot-x11"]),
    ("deskpilot-grounding", &["deskpilot-core", "deskpilot-desktop"]),
    (
        "deskpilot-agent",
        &[
            "deskpilot-core",
            "deskpilot-desktop",
            "deskpilot-model",
            "deskpilot-knowledge",
            "deskpilot-log",
            "deskpilot-external-agents",
        ],
    ),
    ("deskpilot-dataflow", &["deskpilot-core", "deskpilot-desktop", "deskpilot-agent"]),
    (
        "deskpilot-runtime",
        &[
            "deskpilot-core",
            "deskpilot-desktop",
            "deskpilot-grounding",
            "deskpilot-model",
            "deskpilot-knowledge",
            "deskpilot-log",
            "deskpilot-external-agents",
            "deskpilot-agent",
            "deskpilot-dataflow",
        ],
    ),
    (
        "deskpilot-cli",
        &[
            "deskpilot-runtime",
            "deskpilot-core",
            "deskpilot-desktop",
            "deskpilot-grounding",
            "deskpilot-model",
            "deskpilot-log",
            "deskpilot-external-agents",
            "deskpilot-linux",
            "deskpilot-agent",
            "deskpilot-dataflow",
        ],
    ),
    (
        "deskpilot-bench",
        &[
            "deskpilot-core",
            "deskpilot-desktop",
            "deskpilot-linux",
            "deskpilot-agent",
            "deskpilot-log",
            "deskpilot-model",
        ],
    ),
    ("deskpilot-matrix", &["deskpilot-core", "deskpilot-desktop", "deskpilot-linux"]),
    ("xtask", &[]),
];

/// The longest a source file may be.
const WALL: usize = 500;

/// What no source file may hold, and why. Each is written in two parts, so that this table does not hold it either.
const FORBIDDEN: &[(&str, &str, &str)] = &[
    ("to", "do!(", "a stub is never done"),
    ("unimpl", "emented!(", "a stub is never done"),
    ("db", "g!(", "a left-over"),
    ("#[all", "ow(", "write #[expect(lint, reason = \"...\")]"),
    ("#[ign", "ore", "a test is run or deleted"),
    ("#[should", "_panic", "check the error instead"),
    GETTER,
];

/// What a function of a trait is called is not for those to say who implement it.
const GETTER: (&str, &str, &str) = ("fn ge", "t_", "a getter is a noun");

/// How no type's name may end: such names say that something is done, and not what.
const VAGUE: &[&str] =
    &["Manager", "Factory", "Helper", "Util", "Utils", "Handler", "Base", "Facade", "Impl"];

/// Every offence against the rules, or nothing.
pub(crate) fn tidy(root: &Path) -> Result<()> {
    let mut offences = dependencies(root)?;
    for path in sources(root)? {
        let text = fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        let shown = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        offences.extend(of_source(&text).into_iter().map(|offence| format!("{shown}: {offence}")));
    }
    if offences.is_empty() {
        return Ok(());
    }
    bail!("the house is not tidy:\n  {}", offences.join("\n  "))
}

fn dependencies(root: &Path) -> Result<Vec<String>> {
    let mut offences = Vec::new();
    for manifest in manifests(root)? {
        let text = fs::read_to_string(&manifest)
            .with_context(|| format!("{} cannot be read", manifest.display()))?;
        let table: toml::Table =
            text.parse().with_context(|| format!("{} is not TOML", manifest.display()))?;
        offences.extend(of_manifest(&table));
    }
    Ok(offences)
}

fn of_manifest(manifest: &toml::Table) -> Vec<String> {
    let name =
        manifest.get("package").and_then(|it| it.get("name")).and_then(toml::Value::as_str).unwrap_or("?");
    let Some((_, may_use)) = MAY_USE.iter().find(|(known, _)| *known == name) else {
        return vec![format!("{name} is not in the table of who may use whom")];
    };
    let named = |section: &str| -> Vec<String> {
        manifest
            .get(section)
            .and_then(toml::Value::as_table)
            .into_iter()
            .flat_map(|it| it.keys().cloned())
            .collect()
    };
    let ours =
        |dependency: &String| dependency.starts_with("deskpilot-") && !may_use.contains(&dependency.as_str());
    let used = named("dependencies").into_iter().chain(named("build-dependencies"));
    used.filter(ours).map(|dependency| format!("{name} may not use {dependency}")).collect()
}

fn of_source(text: &str) -> Vec<String> {
    let mut offences = Vec::new();
    let lines = text.lines().count();
    if lines > WALL {
        offences.push(format!("{lines} lines; the wall is {WALL}"));
    }
    if !text.starts_with("//!") {
        offences.push("the first line does not say what the file is for (`//!`)".into());
    }
    let mut of_trait = false;
    for (number, line) in text.lines().enumerate() {
        of_trait = line.starts_with("impl") && line.contains(" for ") || of_trait && line != "}";
        if let Some(name) = declared(line)
            && VAGUE.iter().any(|ending| name.ends_with(ending))
        {
            offences.push(format!("line {}: {name}: name what it is", number + 1));
        }
        for (head, tail, why) in FORBIDDEN.iter().filter(|it| !of_trait || **it != GETTER) {
            if line.contains(&format!("{head}{tail}")) && !line.trim_start().starts_with("//") {
                offences.push(format!("line {}: {head}{tail}: {why}", number + 1));
            }
        }
    }
    offences
}

/// The name of the type that the line declares.
fn declared(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace().skip_while(|word| word.starts_with("pub"));
    let keyword = words.next()?;
    let name = ["struct", "enum", "trait", "type"].contains(&keyword).then(|| words.next())??;
    name.split(|c: char| !c.is_alphanumeric()).next()
}

fn manifests(root: &Path) -> Result<Vec<PathBuf>> {
    let mut manifests = ["bench", "matrix", "xtask"].map(|it| root.join(it).join("Cargo.toml")).to_vec();
    let crates = root.join("crates");
    for entry in fs::read_dir(&crates).with_context(|| format!("{} cannot be read", crates.display()))? {
        manifests.push(entry?.path().join("Cargo.toml"));
    }
    manifests.sort();
    Ok(manifests)
}

fn sources(root: &Path) -> Result<Vec<PathBuf>> {
    let mut sources = Vec::new();
    for folder in ["crates", "bench", "matrix", "xtask"] {
        collect(&root.join(folder), &mut sources)?;
    }
    sources.sort();
    Ok(sources)
}

fn collect(folder: &Path, sources: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "target") {
                collect(&path, sources)?;
            }
        } else if path.extension().is_some_and(|it| it == "rs") {
            sources.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_upward_dependency_is_an_offence() {
        let table = |text: &str| text.parse::<toml::Table>().unwrap();
        let model =
            table("[package]\nname = \"deskpilot-model\"\n[dependencies]\ndeskpilot-log.workspace = true\n");
        assert_eq!(of_manifest(&model), ["deskpilot-model may not use deskpilot-log"]);
        let agent =
            table("[package]\nname = \"deskpilot-agent\"\n[dependencies]\ndeskpilot-log.workspace = true\n");
        assert!(of_manifest(&agent).is_empty());
    }

    #[test]
    fn a_long_file_a_silent_one_and_a_stub_are_offences() {
        assert_eq!(of_source(&format!("//! x\n{}", "\n".repeat(500))), ["501 lines; the wall is 500"]);
        assert_eq!(of_source("fn x() {}").len(), 1);
        assert_eq!(
            of_source("//! x\npub(crate) struct TaskManager {"),
            ["line 2: TaskManager: name what it is"]
        );
        assert!(of_source("//! x\nenum Part { WindowManager }").is_empty());
        assert_eq!(of_source(concat!("//! x\nfn x() { to", "do!() }")).len(), 1);
        assert!(of_source("//! x\nfn x() {}\n").is_empty());
        let getter = concat!("    fn ge", "t_x() {}\n}\n");
        assert!(of_source(&format!("//! x\nimpl X for Y {{\n{getter}")).is_empty());
        assert_eq!(of_source(&format!("//! x\nimpl X for Y {{\n}}\nimpl Y {{\n{getter}")).len(), 1);
    }
}
