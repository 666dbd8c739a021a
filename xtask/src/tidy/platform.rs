//! No word of a platform above the platforms: paths, permissions and names of applications are theirs.

use super::{
    offence::{Offence, Rule},
    scan::Source,
};

/// The crates that are a platform's, that several stand on to ask the machine, or a developer's tools on one.
const PLATFORMS: &[&str] =
    &["atspi", "dbus", "linux", "system", "windows", "x11", "bench", "matrix", "testkit", "xtask"];

/// The words, of which none stands in a file above.
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

/// Every word of a platform in a crate above.
pub(crate) fn offences(sources: &[Source]) -> Vec<Offence> {
    let above = sources.iter().filter(|it| !PLATFORMS.contains(&it.home()));
    let of = |source: &Source| {
        let lines = source.product().into_iter();
        let found =
            lines.filter_map(|line| Some((line.number, *WORDS.iter().find(|it| line.text.contains(**it))?)));
        let offence = |(line, word)| {
            let what = format!("`{word}` is a word of a platform: ask the port of the platform");
            Offence { rule: Rule::Platform, file: source.path.clone(), line, what }
        };
        found.map(offence).collect::<Vec<_>>()
    };
    above.flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_of_a_platform_above_it_is_an_offence() {
        for planted in [
            "use std::{fs, os::unix::fs::PermissionsExt};",
            "let id = id.trim_end_matches(\".desktop\");",
            "json!({\"environment\": \"linux\"})",
            "#[cfg(target_os = \"linux\")]",
            "if cfg!(windows) {",
            "let file = PathBuf::from(\"/etc/deskpilot/config.toml\");",
            "use rustix::process::Signal;",
        ] {
            let of = |path| offences(&[Source::of(path, &format!("//! x\n{planted}\n"))]).len();
            assert_eq!(of("crates/agent/src/x.rs"), 1, "{planted}");
            assert_eq!(of("crates/linux/src/x.rs"), 0, "{planted}");
            assert_eq!(of("crates/agent/tests/it/x.rs"), 0, "{planted}");
        }
    }
}
