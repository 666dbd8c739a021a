//! No word of a platform above the platforms: paths, permissions and names of applications are theirs.

use super::{
    scan::Source,
    violation::{Rule, Violation},
};

/// The crates of a platform, those through which others reach the machine and its files, and the tools of developers.
const PLATFORMS: &[&str] = &[
    "atspi",
    "com_office",
    "dbus",
    "documents",
    "files",
    "linux",
    "system",
    "uia",
    "win32",
    "windows",
    "windows-fixtures",
    "x11",
    "adversary",
    "bench",
    "fuzz",
    "matrix",
    "testkit",
    "xtask",
];

/// The words that no file above the platforms contains.
const WORDS: &[&str] = &[
    "os::unix",
    "os::linux",
    "os::windows",
    "rustix::",
    "cfg(target_os",
    "cfg!(target_os",
    "cfg(unix)",
    "cfg!(unix)",
    "cfg(windows)",
    "cfg!(windows)",
    "cfg(not(unix",
    "\"linux\"",
    ".desktop\"",
    "\"/bin",
    "\"/dev",
    "\"/etc",
    "\"/home",
    "\"/proc",
    "\"/run/",
    "\"/tmp",
    "\"/usr",
    "\"/var",
];

/// The program, which hands in the platform of the system that it is compiled for.
const PROGRAM: &str = "crates/cli/src/main.rs";

/// Every word of a platform in a crate above the platforms.
pub(crate) fn violations(sources: &[Source]) -> Vec<Violation> {
    let above = sources.iter().filter(|it| !PLATFORMS.contains(&it.crate_name()) && it.path != PROGRAM);
    let of = |source: &Source| {
        let lines = source.product_lines().into_iter();
        let found =
            lines.filter_map(|line| Some((line.number, *WORDS.iter().find(|it| line.text.contains(**it))?)));
        let violation = |(line, word)| {
            let what = format!("`{word}` belongs to a platform: use the port `Platform`");
            Violation { rule: Rule::Platform, file: source.path.clone(), line, what }
        };
        found.map(violation).collect::<Vec<_>>()
    };
    above.flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_of_a_platform_above_it_is_a_violation() {
        for planted in [
            "use std::{fs, os::unix::fs::PermissionsExt};",
            "let id = id.trim_end_matches(\".desktop\");",
            "json!({\"environment\": \"linux\"})",
            "#[cfg(target_os = \"linux\")]",
            "if cfg!(windows) {",
            "let file = PathBuf::from(\"/etc/deskpilot/config.toml\");",
            "use rustix::process::Signal;",
        ] {
            let of = |path| violations(&[Source::of(path, &format!("//! x\n{planted}\n"))]).len();
            assert_eq!(of("crates/agent/src/x.rs"), 1, "{planted}");
            assert_eq!(of("crates/linux/src/x.rs"), 0, "{planted}");
            assert_eq!((of("crates/cli/src/main.rs"), of("crates/cli/src/lib.rs")), (0, 1), "{planted}");
            assert_eq!(of("crates/agent/tests/it/x.rs"), 0, "{planted}");
        }
    }
}
