//! One compilation for every test of the workspace, and for the program that they run.

use super::{children::Children, suite::Suite};
use crate::{builds::WITHOUT_SOAKED, run::command, say};
use anyhow::{Context, Result, bail};
use rustix::process::Pid;
use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// What cargo does, before the packages that it leaves out.
/// `json-render-diagnostics` prints messages for programs to standard output, and those for people to
/// standard error.
const CARGO: [&str; 6] =
    ["test", "--workspace", "--locked", "--no-run", "--message-format", "json-render-diagnostics"];

/// What cargo's environment says so that compiling is cheap.
pub(crate) const LEAN: [(&str, &str); 2] = [
    // Compiling from nothing takes a quarter less processor time, and the folder a third of the disk.
    ("CARGO_INCREMENTAL", "0"),
    // Tables of lines are two thirds of a test program. A panic says its line without them; only backtraces need them.
    ("CARGO_PROFILE_DEV_DEBUG", "0"),
];

/// The target of the tests in the sources of a crate.
pub(crate) const UNIT: &str = "unit";

/// What the compilation produced.
#[derive(Debug)]
pub(crate) struct Compilation {
    /// The test programs, in the order in which cargo finished them.
    pub(crate) suites: Vec<Suite>,
    /// The `deskpilot` that the tests of the command run.
    pub(crate) program: PathBuf,
}

/// Which compiler compiles the workspace.
#[derive(Debug)]
pub(crate) enum Compiler {
    /// The one of the toolchain.
    Rustc,
    /// Clippy's, by its path, for programs and tests: it lints what it compiles, and a warning is an error. Libraries as they are linked
    /// are compiled by the one of the toolchain.
    Clippy(PathBuf),
}

/// What cargo runs in front of the compiler: it chooses between the two for each crate.
const CHOICE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/test/compiler.sh");

impl Compiler {
    /// Clippy's compiler, if the toolchain has it.
    pub(crate) fn clippy() -> Option<Compiler> {
        let output = Command::new("rustc").args(["--print", "sysroot"]).output().ok()?;
        let sysroot = String::from_utf8(output.stdout).ok()?;
        let driver = Path::new(sysroot.trim()).join("bin/clippy-driver");
        driver.is_file().then_some(Compiler::Clippy(driver))
    }

    /// What cargo needs to know of it. The words of `CLIPPY_ARGS` are separated as `cargo clippy` does it.
    pub(crate) fn environment(&self) -> Vec<(&'static str, &OsStr)> {
        let mut variables = LEAN.map(|(name, value)| (name, OsStr::new(value))).to_vec();
        if let Compiler::Clippy(driver) = self {
            let deny = "--deny__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__";
            variables.extend([
                ("RUSTC_WORKSPACE_WRAPPER", OsStr::new(CHOICE)),
                ("CLIPPY_DRIVER", driver.as_os_str()),
                ("CLIPPY_ARGS", OsStr::new(deny)),
            ]);
        }
        variables
    }
}

/// Compiles the tests of the workspace without what `cargo xtask soak` tests alone. One call of cargo resolves the features once, so it compiles nothing twice.
pub(crate) fn compile(root: &Path, compiler: &Compiler, children: &Children) -> Result<Compilation> {
    let words = [CARGO.as_slice(), &WITHOUT_SOAKED].concat();
    say(&format!("$ cargo {}", words.join(" ")));
    let mut cargo = command("cargo");
    cargo.args(words).current_dir(root).envs(compiler.environment()).stdout(Stdio::piped());
    let child = children.spawn(&mut cargo)?;
    let leader = Pid::from_child(&child);
    let output = child.wait_with_output().context("waiting for cargo failed")?;
    children.forget(leader);
    if !output.status.success() {
        bail!("cargo test --no-run failed: {}", output.status);
    }
    parse(&String::from_utf8_lossy(&output.stdout))
}

fn parse(messages: &str) -> Result<Compilation> {
    // Cargo compiles the program itself too, because integration tests run it.
    let is_program = |line: &&str| !has_test_harness(line) && text_of(line, "name") == Some("deskpilot");
    let mut programs = artifacts(messages).filter(|(line, _)| is_program(line));
    let (_, program) = programs.next_back().context("cargo compiled no program `deskpilot`")?;
    Ok(Compilation { suites: test_programs(messages)?, program })
}

/// The test programs that cargo's messages name, in the order in which it finished them.
pub(crate) fn test_programs(messages: &str) -> Result<Vec<Suite>> {
    let programs = artifacts(messages).filter(|(line, _)| has_test_harness(line));
    programs.map(|(line, executable)| suite(line, executable)).collect()
}

/// The messages about programs, and the paths of these.
fn artifacts(messages: &str) -> impl DoubleEndedIterator<Item = (&str, PathBuf)> {
    let lines = messages.lines().filter(|it| it.contains(r#""reason":"compiler-artifact""#));
    lines.filter_map(|line| Some((line, text_of(line, "executable")?.into())))
}

fn suite(line: &str, executable: PathBuf) -> Result<Suite> {
    let manifest = Path::new(text_of(line, "manifest_path").context("an artifact without a manifest")?);
    let text =
        fs::read_to_string(manifest).with_context(|| format!("{} cannot be read", manifest.display()))?;
    let table: toml::Table = text.parse().with_context(|| format!("{} is not TOML", manifest.display()))?;
    let package = table.get("package").and_then(|it| it.get("name")).and_then(toml::Value::as_str);
    let is_integration = line.contains(r#""kind":["test"]"#);
    Ok(Suite {
        package: package.context("a package without a name")?.to_owned(),
        target: if is_integration { text_of(line, "name").unwrap_or("tests") } else { UNIT }.to_owned(),
        folder: manifest.parent().context("a manifest without a folder")?.to_owned(),
        executable,
    })
}

/// Whether an artifact was compiled as a test program, by its profile.
fn has_test_harness(line: &str) -> bool {
    let profile = line.split_once(r#""profile":{"#).and_then(|(_, rest)| rest.split_once('}'));
    profile.is_some_and(|(profile, _)| profile.contains(r#""test":true"#))
}

/// The first string of this key; `None` where it is `null`. Cargo's paths and names have no escapes.
fn text_of<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(&format!("\"{key}\":\""))?;
    rest.split_once('"').map(|(text, _)| text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A message of cargo about an artifact of this crate.
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
        let compilation = parse(&lines.join("\n")).unwrap();
        let targets: Vec<(&str, &str)> = compilation
            .suites
            .iter()
            .map(|it| (it.target.as_str(), it.executable.to_str().unwrap()))
            .collect();
        assert_eq!(targets, [("unit", "/core-1"), ("it", "/it-1"), ("unit", "/deskpilot-1")]);
        assert!(compilation.suites.iter().all(|it| it.package == "xtask"), "{:?}", compilation.suites);
        assert_eq!(compilation.program, Path::new("/deskpilot"));
    }

    /// A package whose library has no lints but those of Clippy, and whose program and tests have none.
    fn package(root: &Path) {
        for folder in ["src", "tests"] {
            fs::create_dir_all(root.join(folder)).unwrap();
        }
        let manifest = "[package]\nname = \"deskpilot\"\nedition = \"2024\"\n";
        let lock = "version = 4\n[[package]]\nname = \"deskpilot\"\nversion = \"0.0.0\"\n";
        let library = "pub fn seven(it: usize) -> usize { it + 0 }\n";
        for (file, text) in [
            ("Cargo.toml", manifest),
            ("Cargo.lock", lock),
            ("src/lib.rs", library),
            ("src/main.rs", "fn main() {}\n"),
            ("tests/it.rs", ""),
        ] {
            fs::write(root.join(file), text).unwrap();
        }
    }

    #[test]
    fn a_lint_is_an_error_of_clippys_compiler_alone_and_a_warning_also_where_only_other_crates_see_it() {
        let root = std::env::temp_dir().join(format!("xtask-compile-{}", std::process::id()));
        package(&root);
        let suites =
            |compiler: &Compiler| compile(&root, compiler, &Children::default()).map(|it| it.suites.len());
        assert_eq!(suites(&Compiler::Rustc).unwrap(), 3);
        if let Some(clippy) = Compiler::clippy() {
            for (library, is_clean) in [
                ("pub fn seven(it: usize) -> usize { it + 0 }\n", false),
                ("#[cfg(not(test))]\nfn unused() {}\n", false),
                // What the tests of the library do not have in them is compiled by rustc alone.
                ("#[cfg(not(test))]\npub fn seven(it: usize) -> usize { it + 0 }\n", true),
            ] {
                fs::write(root.join("src/lib.rs"), library).unwrap();
                let result = suites(&clippy).map_err(|error| error.to_string());
                assert_eq!(result.is_ok(), is_clean, "{library}: {result:?}");
            }
        }
        fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn without_the_program_there_is_an_error() {
        let error = parse(&artifact("test", "it", "true", r#""/it""#)).unwrap_err();
        assert_eq!(error.to_string(), "cargo compiled no program `deskpilot`");
    }
}
