//! A suite: the tests of one package in one program.

use crate::tidy::may_use;
use std::path::PathBuf;

/// What makes a suite real: a desktop, or what is fetched to read pictures and texts with.
const NEEDS: &[&str] = &["deskpilot-linux", "deskpilot-weights", "deskpilot-x11"];

/// The package that asks Linux for what its text desktops need of an operating system, and opens no real one.
const TEXT: &str = "deskpilot-text";

/// The packages whose tests run Python packages that `test` installs.
const PYTHON: &[&str] = &["deskpilot-dataset", "deskpilot-tool-servers"];

/// The tests of one package that are in one program.
#[derive(Debug)]
pub(crate) struct Suite {
    /// The package's name.
    pub(crate) package: String,
    /// `unit`, or the name of the folder in `tests`.
    pub(crate) target: String,
    /// The package's folder, in which its tests run.
    pub(crate) folder: PathBuf,
    /// The program.
    pub(crate) executable: PathBuf,
}

impl Suite {
    /// Whether it opens real desktops or needs what `setup` and `test` install. The others need nothing but their process.
    pub(crate) fn is_real(&self) -> bool {
        let package = self.package.as_str();
        let uses_one = may_use(package).any(|used| NEEDS.contains(&used));
        let needs_setup = package == "deskpilot-x11" || uses_one || PYTHON.contains(&package);
        needs_setup && package != TEXT
    }

    /// Whether its tests take milliseconds, so that a process for each costs more than the tests.
    pub(crate) fn is_quick(&self) -> bool {
        self.target == "unit" && !self.is_real()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, path::Path, process::Command};

    impl Suite {
        /// The integration tests of a package, as a shell script.
        pub(crate) fn of_script(folder: &Path, package: &str, script: &str) -> Suite {
            fs::create_dir_all(folder).unwrap();
            let executable = folder.join(package);
            // Written by another process: a child that a test beside this one starts would inherit the open file, and as long as that
            // is open for writing, nobody can run it.
            let write = r#"printf '#!/bin/sh\n%s\n' "$1" > "$0" && chmod 700 "$0""#;
            let written = Command::new("sh").arg("-c").arg(write).arg(&executable).arg(script).status();
            assert!(written.unwrap().success());
            Suite { package: package.into(), target: "it".into(), folder: folder.into(), executable }
        }
    }

    fn suite(package: &str) -> Suite {
        Suite { package: package.into(), target: "unit".into(), folder: "/".into(), executable: "/x".into() }
    }

    #[test]
    fn what_uses_a_desktop_is_real() {
        for real in ["cli", "linux", "x11", "browser", "office", "runtime", "grounding", "dataset"] {
            assert!(suite(&format!("deskpilot-{real}")).is_real(), "{real}");
        }
        for quick in ["core", "desktop", "agent", "model", "log", "tasks", "dataflow", "mcp", "text"] {
            assert!(suite(&format!("deskpilot-{quick}")).is_quick(), "{quick}");
        }
    }
}
