//! Programs that Deskpilot speaks to over their pipes: how they are found and started.

mod running_program;
mod stderr_tail;

pub use running_program::{ProgramEnd, RunningProgram};

use crate::{DEFAULT_PATH, MAKE_EXECUTABLE, ProcessGroup, executable_at, is_same_variable};
use std::{
    collections::BTreeMap,
    env,
    ffi::OsString,
    path::{PathBuf, is_separator},
    process::Stdio,
};
use tokio::process::Command;

/// A program to start: command line, environment and folder.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program, then its arguments.
    pub argv: Vec<String>,
    /// Its environment.
    pub env: BTreeMap<String, String>,
    /// The variables that it additionally gets from our environment.
    pub pass: Vec<String>,
    /// Its working folder.
    pub folder: PathBuf,
}

impl Program {
    /// Starts it, with pipes to and from it.
    ///
    /// # Errors
    /// A sentence that says why that is impossible.
    pub fn start(&self) -> Result<RunningProgram, String> {
        let file = self.file()?;
        if !self.folder.is_dir() {
            return Err(format!("there is no folder {}: make it, or mend folder", self.folder.display()));
        }
        let mut command = Command::new(file);
        command.args(self.argv.iter().skip(1)).env_clear().envs(&self.env).envs(self.passed_variables());
        command.current_dir(&self.folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let group = ProcessGroup::spawn(&mut command);
        Ok(RunningProgram::of(group.map_err(|error| format!("{}: {error}", self.argv.join(" ")))?))
    }

    /// Finds the program's file in the `PATH` of its own environment.
    ///
    /// # Errors
    /// A sentence that says why there is no such program.
    pub fn file(&self) -> Result<PathBuf, String> {
        let name = self.argv.first().map_or("", String::as_str);
        let names_its_folder = name.contains(is_separator);
        let found = if names_its_folder {
            vec![PathBuf::from(name)]
        } else {
            let path = self.env.iter().find(|(name, _)| is_same_variable(name, "PATH"));
            let path = path.map_or(DEFAULT_PATH, |(_, path)| path);
            env::split_paths(path).map(|it| it.join(name)).collect()
        };
        // Never starts a file from the working folder: relative `PATH` entries are ignored.
        let found: Vec<PathBuf> = found.into_iter().filter(|it| it.is_absolute()).collect();
        if let Some(file) = found.iter().find_map(|it| executable_at(it)) {
            return Ok(file);
        }
        Err(match found.iter().find(|it| it.is_file()) {
            Some(file) => format!("{} may not be executed: {MAKE_EXECUTABLE}", file.display()),
            None if names_its_folder => {
                format!("there is no program {name}: install it, or mend its entry")
            }
            None => format!("there is no program {name} in PATH: install it, or mend its entry"),
        })
    }

    fn passed_variables(&self) -> impl Iterator<Item = (&str, OsString)> {
        self.pass.iter().filter_map(|name| Some((name.as_str(), env::var_os(name)?)))
    }
}
