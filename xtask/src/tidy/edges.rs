//! Which crate may use which.

use super::violation::{Rule, Violation};
use anyhow::{Context, Result};
use std::{
    fs,
    path::{Path, PathBuf},
};
use toml::{Table, Value};

/// Each crate, and those that it may use. A new entry is a change of architecture and needs a decision record.
const MAY_USE: &[(&str, &[&str])] = &[
    (
        "deskpilot-acp",
        &["deskpilot-core", "deskpilot-desktop", "deskpilot-log", "deskpilot-runtime", "deskpilot-settings"],
    ),
    (
        "deskpilot-browser",
        &["deskpilot-core", "deskpilot-desktop", "deskpilot-documents", "deskpilot-system", "deskpilot-web"],
    ),
    ("deskpilot-com-office", &["deskpilot-core", "deskpilot-desktop", "deskpilot-office-tables"]),
    ("deskpilot-core", &[]),
    ("deskpilot-desktop", &["deskpilot-core", "deskpilot-photographer", "deskpilot-system"]),
    ("deskpilot-photographer", &["deskpilot-core"]),
    ("deskpilot-deciders", &["deskpilot-core"]),
    ("deskpilot-documents", &["deskpilot-core", "deskpilot-system"]),
    ("deskpilot-embeddings", &["deskpilot-core", "deskpilot-knowledge", "deskpilot-weights"]),
    (
        "deskpilot-demonstrations",
        &[
            "deskpilot-core",
            "deskpilot-desktop",
            "deskpilot-documents",
            "deskpilot-learning",
            "deskpilot-system",
        ],
    ),
    ("deskpilot-files", &["deskpilot-core", "deskpilot-desktop", "deskpilot-documents"]),
    ("deskpilot-fuzz", &[]),
    ("deskpilot-https", &[]),
    ("deskpilot-system", &[]),
    ("deskpilot-model", &["deskpilot-core", "deskpilot-https", "deskpilot-photographer"]),
    (
        "deskpilot-testkit",
        &["deskpilot-core", "deskpilot-deciders", "deskpilot-desktop", "deskpilot-model", "deskpilot-system"],
    ),
    ("deskpilot-knowledge", &["deskpilot-core", "deskpilot-documents", "deskpilot-system"]),
    (
        "deskpilot-learning",
        &["deskpilot-core", "deskpilot-deciders", "deskpilot-knowledge", "deskpilot-system"],
    ),
    ("deskpilot-log", &["deskpilot-core", "deskpilot-system"]),
    (
        "deskpilot-office",
        &[
            "deskpilot-core",
            "deskpilot-desktop",
            "deskpilot-documents",
            "deskpilot-office-tables",
            "deskpilot-system",
        ],
    ),
    ("deskpilot-office-tables", &["deskpilot-core"]),
    ("deskpilot-queue", &["deskpilot-core", "deskpilot-system"]),
    ("deskpilot-external-agents", &["deskpilot-core", "deskpilot-system"]),
    (
        "deskpilot-tool-servers",
        &["deskpilot-core", "deskpilot-desktop", "deskpilot-https", "deskpilot-system"],
    ),
    ("deskpilot-traces", &["deskpilot-core", "deskpilot-https"]),
    ("deskpilot-dbus", &[]),
    ("deskpilot-dbus-apps", &["deskpilot-core", "deskpilot-dbus", "deskpilot-desktop", "deskpilot-system"]),
    ("deskpilot-atspi", &["deskpilot-core", "deskpilot-dbus", "deskpilot-desktop"]),
    ("deskpilot-uia", &["deskpilot-core", "deskpilot-desktop"]),
    ("deskpilot-web", &["deskpilot-core", "deskpilot-documents", "deskpilot-https"]),
    (
        "deskpilot-web-search",
        &["deskpilot-core", "deskpilot-https", "deskpilot-knowledge", "deskpilot-system", "deskpilot-web"],
    ),
    ("deskpilot-win32", &["deskpilot-core", "deskpilot-desktop", "deskpilot-system"]),
    ("deskpilot-windows-fixtures", &[]),
    (
        "deskpilot-windows",
        &[
            "deskpilot-com-office",
            "deskpilot-core",
            "deskpilot-desktop",
            "deskpilot-system",
            "deskpilot-uia",
            "deskpilot-win32",
        ],
    ),
    ("deskpilot-x11", &["deskpilot-core", "deskpilot-desktop"]),
    (
        "deskpilot-linux",
        &[
            "deskpilot-core",
            "deskpilot-dbus",
            "deskpilot-dbus-apps",
            "deskpilot-desktop",
            "deskpilot-documents",
            "deskpilot-system",
            "deskpilot-atspi",
            "deskpilot-x11",
        ],
    ),
    ("deskpilot-grounding", &["deskpilot-core", "deskpilot-desktop", "deskpilot-https", "deskpilot-weights"]),
    ("deskpilot-weights", &["deskpilot-core", "deskpilot-system"]),
    (
        "deskpilot-agent",
        &[
            "deskpilot-core",
            "deskpilot-deciders",
            "deskpilot-desktop",
            "deskpilot-model",
            "deskpilot-knowledge",
            "deskpilot-log",
            "deskpilot-external-agents",
            "deskpilot-system",
        ],
    ),
    ("deskpilot-tasks", &["deskpilot-core", "deskpilot-desktop", "deskpilot-documents", "deskpilot-system"]),
    (
        "deskpilot-dataflow",
        &[
            "deskpilot-agent",
            "deskpilot-core",
            "deskpilot-deciders",
            "deskpilot-https",
            "deskpilot-log",
            "deskpilot-queue",
            "deskpilot-runtime",
            "deskpilot-system",
            "deskpilot-tasks",
        ],
    ),
    (
        "deskpilot-runtime",
        &[
            "deskpilot-system",
            "deskpilot-core",
            "deskpilot-deciders",
            "deskpilot-demonstrations",
            "deskpilot-desktop",
            "deskpilot-browser",
            "deskpilot-documents",
            "deskpilot-embeddings",
            "deskpilot-files",
            "deskpilot-tool-servers",
            "deskpilot-grounding",
            "deskpilot-weights",
            "deskpilot-model",
            "deskpilot-office",
            "deskpilot-queue",
            "deskpilot-knowledge",
            "deskpilot-learning",
            "deskpilot-log",
            "deskpilot-external-agents",
            "deskpilot-agent",
            "deskpilot-tasks",
            "deskpilot-traces",
            "deskpilot-web-search",
        ],
    ),
    (
        "deskpilot-settings",
        &[
            "deskpilot-agent",
            "deskpilot-core",
            "deskpilot-desktop",
            "deskpilot-grounding",
            "deskpilot-log",
            "deskpilot-runtime",
            "deskpilot-system",
        ],
    ),
    (
        "deskpilot-server",
        &[
            "deskpilot-core",
            "deskpilot-dataflow",
            "deskpilot-desktop",
            "deskpilot-log",
            "deskpilot-queue",
            "deskpilot-runtime",
            "deskpilot-settings",
            "deskpilot-system",
        ],
    ),
    (
        "deskpilot-mcp",
        &[
            "deskpilot-agent",
            "deskpilot-core",
            "deskpilot-deciders",
            "deskpilot-log",
            "deskpilot-model",
            "deskpilot-runtime",
            "deskpilot-settings",
            "deskpilot-system",
        ],
    ),
    ("deskpilot-dataset", &["deskpilot-core", "deskpilot-dataflow", "deskpilot-log", "deskpilot-system"]),
    (
        "deskpilot-cli",
        &[
            "deskpilot-acp",
            "deskpilot-system",
            "deskpilot-runtime",
            "deskpilot-core",
            "deskpilot-dataflow",
            "deskpilot-dataset",
            "deskpilot-queue",
            "deskpilot-deciders",
            "deskpilot-demonstrations",
            "deskpilot-desktop",
            "deskpilot-documents",
            "deskpilot-embeddings",
            "deskpilot-grounding",
            "deskpilot-knowledge",
            "deskpilot-weights",
            "deskpilot-model",
            "deskpilot-learning",
            "deskpilot-log",
            "deskpilot-external-agents",
            "deskpilot-linux",
            "deskpilot-agent",
            "deskpilot-mcp",
            "deskpilot-server",
            "deskpilot-settings",
            "deskpilot-tasks",
            "deskpilot-windows",
        ],
    ),
    ("deskpilot-text", &["deskpilot-cli", "deskpilot-linux", "deskpilot-testkit"]),
    (
        "deskpilot-bench",
        &[
            "deskpilot-browser",
            "deskpilot-core",
            "deskpilot-deciders",
            "deskpilot-desktop",
            "deskpilot-linux",
            "deskpilot-agent",
            "deskpilot-embeddings",
            "deskpilot-knowledge",
            "deskpilot-learning",
            "deskpilot-log",
            "deskpilot-model",
            "deskpilot-office",
            "deskpilot-queue",
            "deskpilot-testkit",
        ],
    ),
    (
        "deskpilot-adversary",
        &[
            "deskpilot-browser",
            "deskpilot-core",
            "deskpilot-deciders",
            "deskpilot-desktop",
            "deskpilot-files",
            "deskpilot-linux",
            "deskpilot-agent",
            "deskpilot-log",
            "deskpilot-office",
            "deskpilot-testkit",
        ],
    ),
    ("deskpilot-matrix", &["deskpilot-core", "deskpilot-desktop", "deskpilot-linux"]),
    ("xtask", &[]),
];

/// The additional crates that the tests of every crate may use.
const OF_TESTS: &[&str] = &["deskpilot-fuzz", "deskpilot-testkit"];

/// The additional crates that the tests of one crate may use: those of the runtime read real files of a real
/// platform, those of browsers and office documents need a browser or an office suite on a real desktop, and
/// those of the command on text desktops read what it writes, and those of Windows start programs that record what happens to them. The example of the MCP server is behind the server that checks tokens.
const TESTS_MAY_USE: &[(&str, &str)] = &[
    ("deskpilot-browser", "deskpilot-linux"),
    ("deskpilot-browser", "deskpilot-windows"),
    ("deskpilot-browser", "deskpilot-windows-fixtures"),
    ("deskpilot-dbus-apps", "deskpilot-linux"),
    ("deskpilot-demonstrations", "deskpilot-linux"),
    ("deskpilot-demonstrations", "deskpilot-tasks"),
    ("deskpilot-mcp", "deskpilot-server"),
    ("deskpilot-office", "deskpilot-linux"),
    ("deskpilot-runtime", "deskpilot-linux"),
    ("deskpilot-server", "deskpilot-agent"),
    ("deskpilot-server", "deskpilot-linux"),
    ("deskpilot-server", "deskpilot-model"),
    ("deskpilot-text", "deskpilot-core"),
    ("deskpilot-text", "deskpilot-deciders"),
    ("deskpilot-text", "deskpilot-log"),
    ("deskpilot-text", "deskpilot-model"),
    ("deskpilot-text", "deskpilot-system"),
    ("deskpilot-windows", "deskpilot-windows-fixtures"),
    ("deskpilot-windows-fixtures", "deskpilot-core"),
    ("deskpilot-windows-fixtures", "deskpilot-win32"),
];

/// The crates that this one and its tests may use, except those that every crate's tests may use.
pub(crate) fn may_use(package: &str) -> impl Iterator<Item = &'static str> {
    let used = MAY_USE.iter().find(|(known, _)| *known == package).map_or(&[][..], |(_, used)| *used);
    let of_its_tests = TESTS_MAY_USE.iter().filter(move |(user, _)| *user == package).map(|(_, used)| *used);
    used.iter().copied().chain(of_its_tests)
}

/// Every dependency that is not in the table.
pub(crate) fn violations(root: &Path) -> Result<Vec<Violation>> {
    let mut violations = Vec::new();
    for manifest in manifests(root)? {
        let shown = manifest.strip_prefix(root).unwrap_or(&manifest).display().to_string();
        let text = fs::read_to_string(&manifest).with_context(|| format!("{shown} cannot be read"))?;
        let table: Table = text.parse().with_context(|| format!("{shown} is not TOML"))?;
        let edges = of_manifest(&table).into_iter();
        violations.extend(edges.map(|edge| Violation::of_file(Rule::Edges, &shown, edge)));
    }
    Ok(violations)
}

fn of_manifest(manifest: &Table) -> Vec<String> {
    let name = manifest.get("package").and_then(|it| it.get("name")).and_then(Value::as_str).unwrap_or("?");
    let Some((_, may_use)) = MAY_USE.iter().find(|(known, _)| *known == name) else {
        return vec![format!("{name} is not in the table MAY_USE of xtask/src/tidy/edges.rs")];
    };
    let of_its_tests = TESTS_MAY_USE.iter().filter(|(user, _)| *user == name).map(|(_, used)| *used);
    let tests: Vec<&str> = may_use.iter().chain(OF_TESTS).copied().chain(of_its_tests).collect();
    let of = |section: &str, allowed: &[&str]| -> Vec<String> {
        let ours = named(manifest, section).into_iter().filter(|it| it.starts_with("deskpilot-"));
        ours.filter(|it| !allowed.contains(&it.as_str())).collect()
    };
    let used = of("dependencies", may_use).into_iter().chain(of("build-dependencies", may_use));
    let tested = of("dev-dependencies", &tests).into_iter();
    let used = used.map(|it| format!("{name} may not use {it}"));
    used.chain(tested.map(|it| format!("the tests of {name} may not use {it}"))).collect()
}

/// The dependencies of a section, including those for one platform alone.
fn named(manifest: &Table, section: &str) -> Vec<String> {
    let of = |table: &Table| -> Vec<String> {
        let section = table.get(section).and_then(Value::as_table);
        section.into_iter().flat_map(|it| it.keys().cloned()).collect()
    };
    let targets = manifest.get("target").and_then(Value::as_table);
    let targets = targets.into_iter().flat_map(Table::values).filter_map(Value::as_table);
    of(manifest).into_iter().chain(targets.flat_map(of)).collect()
}

fn manifests(root: &Path) -> Result<Vec<PathBuf>> {
    let mut manifests =
        ["adversary", "bench", "matrix", "xtask"].map(|it| root.join(it).join("Cargo.toml")).to_vec();
    let crates = root.join("crates");
    for entry in fs::read_dir(&crates).with_context(|| format!("{} cannot be read", crates.display()))? {
        manifests.push(entry?.path().join("Cargo.toml"));
    }
    manifests.sort();
    Ok(manifests)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<String> {
        of_manifest(&text.parse::<Table>().unwrap())
    }

    #[test]
    fn an_upward_dependency_is_a_violation() {
        let log = "[dependencies]\ndeskpilot-log.workspace = true\n";
        let model = of(&format!("[package]\nname = \"deskpilot-model\"\n{log}"));
        assert_eq!(model, ["deskpilot-model may not use deskpilot-log"]);
        assert!(of(&format!("[package]\nname = \"deskpilot-agent\"\n{log}")).is_empty());
    }

    #[test]
    fn tests_and_dependencies_for_one_platform_keep_the_table_too() {
        let manifest = "[package]\nname = \"deskpilot-model\"\n[dev-dependencies]\ndeskpilot-testkit = \"1\"\n\
            deskpilot-linux = \"1\"\n[target.'cfg(unix)'.dependencies]\ndeskpilot-log = \"1\"\n";
        let expected = [
            "deskpilot-model may not use deskpilot-log",
            "the tests of deskpilot-model may not use deskpilot-linux",
        ];
        assert_eq!(of(manifest), expected);
    }

    #[test]
    fn a_crate_that_is_not_in_the_table_is_a_violation() {
        let stranger = of("[package]\nname = \"deskpilot-x\"\n");
        assert_eq!(stranger, ["deskpilot-x is not in the table MAY_USE of xtask/src/tidy/edges.rs"]);
    }
}
