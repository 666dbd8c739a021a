//! Runs `gsettings` with the environment of the desktop, without a shell.

use crate::text::one_line;
use deskpilot_system::{DEFAULT_PATH, ProcessGroup, program_on_path, reason};
use std::{fmt, io, path::PathBuf, process::Stdio, time::Duration};
use tokio::{
    io::{AsyncRead, AsyncReadExt},
    process::Command,
    time::timeout,
};

/// How many bytes of its output are read. All settings of a desktop with many applications are a tenth of that.
const MOST_OUTPUT: u64 = 4 << 20;

/// The program on a desktop.
pub(super) struct GSettings {
    program: PathBuf,
    env: Vec<(String, String)>,
}

/// Why it gave no answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum SettingsError {
    /// It does not start, or its output cannot be read.
    #[error("gsettings does not run: {}", reason(.0))]
    NotRun(io::Error),
    /// It was ended at the deadline.
    #[error("gsettings did not end within {} ms", .0.as_millis())]
    Late(Duration),
    /// It says why not.
    #[error("{0}")]
    Failed(String),
}

impl GSettings {
    /// The program in the search path of this environment; `None` if it is not installed.
    pub(super) fn of(env: &[(String, String)]) -> Option<GSettings> {
        let path = env.iter().rev().find(|(name, _)| name == "PATH").map_or(DEFAULT_PATH, |(_, it)| it);
        Some(GSettings { program: program_on_path("gsettings", path)?, env: env.to_vec() })
    }

    /// What it writes. It dies with the future.
    pub(super) async fn run(&self, args: &[&str], limit: Duration) -> Result<String, SettingsError> {
        let mut command = Command::new(&self.program);
        command.args(args).env_clear().envs(self.env.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut group = ProcessGroup::spawn(&mut command).map_err(SettingsError::NotRun)?;
        let (output, errors) = (group.stdout(), group.stderr());
        let ended = async {
            let (output, errors) = tokio::join!(text_of(output), text_of(errors));
            Ok((output?, errors?, group.wait().await?))
        };
        let ended = timeout(limit, ended).await.map_err(|_| SettingsError::Late(limit))?;
        let (output, errors, status) = ended.map_err(SettingsError::NotRun)?;
        match status.success() {
            true => Ok(output),
            false => Err(SettingsError::Failed(one_line(&errors))),
        }
    }
}

impl fmt::Debug for GSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The environment may hold secrets.
        f.debug_struct("GSettings").field("program", &self.program).finish_non_exhaustive()
    }
}

async fn text_of(from: Option<impl AsyncRead + Unpin>) -> io::Result<String> {
    let mut bytes = Vec::new();
    if let Some(from) = from {
        from.take(MOST_OUTPUT).read_to_end(&mut bytes).await?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
