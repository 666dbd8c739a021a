//! The one compilation: every test of the workspace, and the program that they run.

use super::suite::Suite;
use crate::say;
use anyhow::{Context, Result, bail};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

const CARGO: [&str; 6] =
    ["test", "--workspace", "--locked", "--no-run", "--message-format", "json-render-diagnostics"];

/// What the compilation gave.
#[derive(Debug)]
pub(crate) struct Compiled {
    /// The programs that hold the tests, in the order in which they were finished.
    pub(crate) suites: Vec<Suite>,
    /// The `deskpilot` that the tests of the command run.
    pub(crate) program: PathBuf,
}

/// Compiles the tests of the whole workspace. Its features are resolved once, so that nothing is compiled twice.
pub(crate) fn compile(root: &Path) -> Result<Compiled> {
    say(&format!("$ cargo {}", CARGO.join(" ")));
    let child = Command::new("cargo").args(CARGO).current_dir(root).stdout(Stdio::piped()).spawn();
    let output = child.context("cargo does not start")?.wait_with_output().context("cargo is lost")?;
    if !output.status.success() {
        bail!("cargo test --no-run failed: {}", output.status);
    }
    compiled(&String::from_utf8_lossy(&output.stdout))
}

fn compiled(messages: &str) -> Result<Compiled> {
    let (mut suites, mut program) = (Vec::new(), None);
    for line in messages.lines().filter(|it| it.contains(r#""reason":"compiler-artifact""#)) {
        let Some(executable) = text_of(line, "executable").map(PathBuf::from) else { continue };
        if is_of_tests(line) {
            suites.push(suite(line, executable)?);
        } else if text_of(line, "name") == Some("deskpilot") {
            program = Some(executable);
        }
    }
    Ok(Compiled { suites, program: program.context("cargo compiled no program `deskpilot`")? })
}

fn suite(line: &str, executable: PathBuf) -> Result<Suite> {
    let manifest = Path::new(text_of(line, "manifest_path").context("an artifact without a manifest")?);
    let text =
        fs::read_to_string(manifest).with_context(|| format!("{} is not there", manifest.display()))?;
    let table: toml::Table = text.parse().with_context(|| format!("{} is not TOML", manifest.display()))?;
    let package = table.get("package").and_then(|it| it.get("name")).and_then(toml::Value::as_str);
    let of_folder = line.contains(r#""kind":["test"]"#);
    Ok(Suite {
        package: package.context("a package without a name")?.to_owned(),
        target: if of_folder { text_of(line, "name").unwrap_or("tests") } else { "unit" }.to_owned(),
        folder: manifest.parent().context("a manifest without a folder")?.to_owned(),
        executable,
    })
}

/// Whether an artifact was compiled with the harness of tests: its profile says so.
fn is_of_tests(line: &str) -> bool {
    let profile = line.split_once(r#""profile":{"#).and_then(|(_, rest)| rest.split_once('}'));
    profile.is_some_and(|(profile, _)| profile.contains(r#""test":true"#))
}

/// The first text of this key; none where it is `null`. Cargo's paths and names need no escapes.
fn text_of<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(&format!("\"{key}\":\""))?;
    rest.split_once('"').map(|(text, _)| text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An artifact of this crate, as cargo tells of it.
    fn artifact(kind: &str, name: &str, profile: &str, executable: &str) -> String {
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        format!(
            r#"{{"reason":"compiler-artifact","package_id":"path+file:///x#0.1.0","manifest_path":"{manifest}","target":{{"kind":["{kind}"],"crate_types":["bin"],"name":"{name}","src_path":"/x.rs","test":true}},"profile":{{"opt_level":"0","test":{profile}}},"features":[],"filenames":[],"executable":{executable},"fresh":true}}"#
        )
    }

    #[test]
    fn suites_and_the_program_are_told_apart() {
        let lines = [
            r#"{"reason":"build-script-executed","executable":"/no"}"#.to_owned(),
            artifact("lib", "deskpilot_core", "false", "null"),
            artifact("lib", "deskpilot_core", "true", r#""/core-1""#),
            artifact("test", "it", "true", r#""/it-1""#),
            artifact("bin", "deskpilot", "true", r#""/deskpilot-1""#),
            artifact("bin", "deskpilot", "false", r#""/deskpilot""#),
        ];
        let compiled = compiled(&lines.join("\n")).unwrap();
        let targets: Vec<(&str, &str)> =
            compiled.suites.iter().map(|it| (it.target.as_str(), it.executable.to_str().unwrap())).collect();
        assert_eq!(targets, [("unit", "/core-1"), ("it", "/it-1"), ("unit", "/deskpilot-1")]);
        assert!(compiled.suites.iter().all(|it| it.package == "xtask"), "{:?}", compiled.suites);
        assert_eq!(compiled.program, Path::new("/deskpilot"));
    }

    #[test]
    fn without_the_program_there_is_an_error() {
        let error = compiled(&artifact("test", "it", "true", r#""/it""#)).unwrap_err();
        assert_eq!(error.to_string(), "cargo compiled no program `deskpilot`");
    }
}
