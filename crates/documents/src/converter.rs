//! Programs that write a document in another format: each runs in a sandbox, with little memory, and not for long.

use crate::{DocumentError, Format, limits::MOST_TEXT};
use deskpilot_system::{
    Bubblewrap, DEFAULT_PATH, Network, ProcessGroup, SANDBOX_PROGRAM, program_on_path, reason, sandbox_of,
};
use std::{
    env, io,
    path::{Path, PathBuf},
    process::Stdio,
    thread,
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    process::{ChildStdin, ChildStdout, Command},
    time::timeout,
};

/// The program that limits what a converter takes: a GiB of memory and of files, and a minute of a processor.
const LIMITER: &str = "prlimit";
const LIMITS: [&str; 4] = ["--as=1073741824", "--fsize=1073741824", "--cpu=60", "--core=0"];
/// Where a converter runs. It is empty in the sandbox, so that a document which names another file gets none.
const FOLDER: &str = "/tmp";

/// A program that reads a document and writes the converted one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Converter<'a> {
    pub(crate) program: &'a str,
    /// The package that has it.
    pub(crate) package: &'a str,
    pub(crate) arguments: &'a [&'a str],
    /// How long it may take.
    pub(crate) deadline: Duration,
    /// What it reads.
    pub(crate) format: Format,
}

impl<'a> Converter<'a> {
    /// What the program writes about a document, as a text.
    ///
    /// # Errors
    /// Those of [`Converter::output_bytes`].
    pub(crate) fn output(&self, bytes: &[u8]) -> Result<String, DocumentError> {
        Ok(String::from_utf8_lossy(&self.output_bytes(bytes)?).into_owned())
    }

    /// What the program writes about a document, which it gets by its standard input.
    ///
    /// # Errors
    /// The program or its sandbox is missing or fails, it takes too long, or it writes more than is read.
    pub(crate) fn output_bytes(&self, bytes: &[u8]) -> Result<Vec<u8>, DocumentError> {
        // The caller may be in a runtime already, in which no other can run.
        thread::scope(|scope| scope.spawn(|| self.in_a_runtime(bytes)).join()).unwrap_or_else(|_| {
            Err(DocumentError::Program(format!("{} cannot be read: try again", self.format)))
        })
    }

    /// The package that is missing, if one is: that of the program, of its limits, or of its sandbox.
    pub(crate) fn missing_package(&self) -> Option<&'a str> {
        let needed = [(self.program, self.package), (LIMITER, "util-linux")];
        let needed = needed.into_iter().chain(SANDBOX_PROGRAM.map(|it| (it, "bubblewrap")));
        let is_missing = |(program, _): &(&str, &str)| program_on_path(program, DEFAULT_PATH).is_none();
        needed.into_iter().find(is_missing).map(|(_, package)| package)
    }

    fn in_a_runtime(&self, bytes: &[u8]) -> Result<Vec<u8>, DocumentError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| self.failed(&reason(&error)))?;
        let Converter { program, deadline, .. } = self;
        let late =
            || format!("{program} takes longer than {} s: leave the document out", deadline.as_secs_f32());
        runtime.block_on(async {
            let converted = timeout(*deadline, self.convert(bytes)).await;
            converted.map_err(|_| DocumentError::Program(late()))?
        })
    }

    async fn convert(&self, bytes: &[u8]) -> Result<Vec<u8>, DocumentError> {
        let sandbox = SANDBOX_PROGRAM.ok_or_else(|| self.unread())?;
        if let Some(package) = self.missing_package() {
            return Err(DocumentError::Program(format!(
                "to read {}, install the package {package}",
                self.format
            )));
        }
        let sandbox = Bubblewrap {
            program: program_on_path(sandbox, DEFAULT_PATH).unwrap_or_else(|| sandbox.into()),
            writable: Vec::new(),
            hidden: private_folders(),
            network: Network::Removed,
        };
        let arguments = [&LIMITS[..], &["--", self.program], self.arguments].concat();
        let mut command = sandbox.command(Path::new(LIMITER), &arguments, Path::new(FOLDER));
        let converted = self.run(&mut command, bytes).await;
        if matches!(converted, Err(DocumentError::Damaged { .. })) {
            // Nothing ran if the sandbox cannot be made: then the document is not at fault.
            let sandbox = sandbox_of(DEFAULT_PATH, Network::Removed).await;
            sandbox.map_err(|why| {
                DocumentError::Program(format!("{} is read in a sandbox, and {why}", self.format))
            })?;
        }
        converted
    }

    async fn run(&self, command: &mut Command, bytes: &[u8]) -> Result<Vec<u8>, DocumentError> {
        command.env_clear().env("PATH", DEFAULT_PATH);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut group = ProcessGroup::spawn(command).map_err(|error| self.failed(&reason(&error)))?;
        let (Some(stdin), Some(stdout)) = (group.stdin(), group.stdout()) else {
            return Err(self.failed(&"it has no pipes"));
        };
        let (written, output) = tokio::join!(write(stdin, bytes), read(stdout));
        let output = output.map_err(|error| self.failed(&reason(&error)))?;
        if output.len() > MOST_TEXT {
            return Err(DocumentError::TooMuch("text"));
        }
        let status = group.wait_and_kill_group().await.map_err(|error| self.failed(&reason(&error)))?;
        if !status.success() || written.is_err() {
            let why = format!("{} cannot read it ({status})", self.program);
            return Err(DocumentError::damaged(self.format, &why));
        }
        Ok(output)
    }

    /// That the document cannot be read on a system without a sandbox.
    fn unread(&self) -> DocumentError {
        DocumentError::Program(format!(
            "{} is read in a sandbox, which this system does not have: save it as text, HTML or DOCX first",
            self.format
        ))
    }

    fn failed(&self, why: &dyn std::fmt::Display) -> DocumentError {
        DocumentError::Program(format!("{} does not run: {why}", self.program))
    }
}

/// Where users have files, which a document that takes over its reader must not put into what it writes.
fn private_folders() -> Vec<PathBuf> {
    let home = env::var_os("HOME").map(PathBuf::from).filter(|it| it.is_absolute() && it != Path::new("/"));
    ["/home", "/root", "/mnt", "/media", "/srv"].map(PathBuf::from).into_iter().chain(home).collect()
}

async fn write(mut stdin: ChildStdin, bytes: &[u8]) -> io::Result<()> {
    stdin.write_all(bytes).await?;
    stdin.shutdown().await
}

/// What it writes, up to the limit. The program stops at the limit, because nobody reads its pipe any more.
async fn read(stdout: ChildStdout) -> io::Result<Vec<u8>> {
    let mut output = Vec::new();
    stdout.take(MOST_TEXT as u64 + 1).read_to_end(&mut output).await?;
    Ok(output)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a script in place of a converter writes; `None` on a machine that lacks a program, which the error names.
    fn script(script: &str, bytes: &[u8], deadline: Duration) -> Option<Result<String, DocumentError>> {
        let arguments = ["-c", script];
        let format = Format::Pdf;
        let shell = Converter { program: "sh", package: "dash", arguments: &arguments, deadline, format };
        let output = shell.output(bytes);
        let error = output.as_ref().err().map(ToString::to_string).unwrap_or_default();
        (!error.contains("install the package") && !error.contains("namespaces")).then_some(output)
    }

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn what_reads_a_document_has_little_and_reaches_little() {
        let home = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
        let file = home.path().join("written");
        let asks = format!(
            "ulimit -v; ulimit -f; ulimit -t; ulimit -c; grep -c : /proc/net/dev
             ls -d /proc/[0-9]* | wc -l | grep -cx '[1-9]'; env | grep -cv -e ^PATH= -e ^PWD= -e ^OLDPWD=
             (echo x > {}) 2>&- || echo read-only; ls /run | grep -c user; ls -A /tmp | grep -vc X11
             ls -A /home /root {} | grep -cv -e : -e ^$; true",
            file.display(),
            env::var("HOME").unwrap()
        );
        let Some(output) = script(&asks, b"", LONG) else { return };
        let output = output.unwrap();
        let lines: Vec<&str> = output.lines().collect();
        let expected = ["1048576", "2097152", "60", "0", "1", "1", "0", "read-only", "0", "0", "0"];
        assert_eq!(
            lines, expected,
            "memory, files, time, cores, networks, processes, variables, writing, sockets, /tmp, homes"
        );
        assert!(!file.exists());
    }

    #[test]
    fn what_does_not_end_is_ended() {
        let Some(late) = script("sleep 20; echo late", b"", Duration::from_millis(300)) else { return };
        let late = late.unwrap_err().to_string();
        assert_eq!(late, "sh takes longer than 0.3 s: leave the document out");
        let Some(endless) = script("yes", b"", LONG) else { return };
        assert!(matches!(endless, Err(DocumentError::TooMuch("text"))), "{endless:?}");
    }

    #[test]
    fn what_fails_or_does_not_read_the_document_gives_nothing() {
        let large = vec![b'x'; 4 << 20];
        for (asks, bytes) in [("echo part; exit 3", &b""[..]), ("echo part", &large)] {
            let Some(failed) = script(asks, bytes, LONG) else { return };
            let failed = failed.unwrap_err().to_string();
            assert!(failed.contains("it is not a PDF document: sh cannot read it"), "{failed}");
        }
        let Some(read) = script("wc -c", &large, LONG) else { return };
        assert_eq!(read.unwrap().trim(), large.len().to_string());
    }
}
