//! Has poppler write the text of a PDF document as XML: in a sandbox, with little memory, and not for long.

use crate::{DocumentError, Format, limits::MOST_TEXT};
use deskpilot_system::{
    Bubblewrap, DEFAULT_PATH, Network, ProcessGroup, Sandbox, program_on_path, sandbox_of,
};
use std::{io, path::Path, process::Stdio, thread, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    process::{ChildStdin, ChildStdout, Command},
    time::timeout,
};

/// How long it may take.
const DEADLINE: Duration = Duration::from_secs(60);
/// The program of poppler that tells where on a page each line is, and its arguments: the document comes by its standard
/// input, and the name of a file that it asks for then is not used.
const CONVERTER: &str = "pdftohtml";
const ARGUMENTS: [&str; 8] = ["-xml", "-i", "-stdout", "-q", "-enc", "UTF-8", "-", "document"];
/// The program that limits what it takes: a GiB of memory and of files, and a minute of a processor.
const LIMITER: &str = "prlimit";
const LIMITS: [&str; 4] = ["--as=1073741824", "--fsize=1073741824", "--cpu=60", "--core=0"];

/// What poppler writes about the document.
pub(super) fn to_xml(bytes: &[u8]) -> Result<String, DocumentError> {
    // Whoever reads documents may be in a runtime already, in which no other can run.
    thread::scope(|scope| scope.spawn(|| in_a_runtime(bytes)).join())
        .unwrap_or_else(|_| Err(DocumentError::Program("PDF documents cannot be read: try again".into())))
}

fn in_a_runtime(bytes: &[u8]) -> Result<String, DocumentError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| failed(&error))?;
    runtime.block_on(async {
        let converted = timeout(DEADLINE, convert(bytes)).await;
        let late =
            || format!("{CONVERTER} takes longer than {} s: leave the document out", DEADLINE.as_secs());
        converted.map_err(|_| DocumentError::Program(late()))?
    })
}

async fn convert(bytes: &[u8]) -> Result<String, DocumentError> {
    for (program, package) in [(CONVERTER, "poppler-utils"), (LIMITER, "util-linux")] {
        if program_on_path(program, DEFAULT_PATH).is_none() {
            let missing = format!("PDF documents need {program}: install the package {package}");
            return Err(DocumentError::Program(missing));
        }
    }
    let sandbox = sandbox_of(DEFAULT_PATH, Network::Removed).await;
    let program = sandbox
        .map_err(|why| DocumentError::Program(format!("PDF documents are read in a sandbox, and {why}")))?;
    let sandbox =
        Sandbox::Bubblewrap(Bubblewrap { program, writable: Vec::new(), network: Network::Removed });
    let arguments = [&LIMITS[..], &["--", CONVERTER], &ARGUMENTS].concat();
    let mut command = sandbox.command(LIMITER, &arguments, Path::new("/"));
    run(&mut command, bytes).await
}

async fn run(command: &mut Command, bytes: &[u8]) -> Result<String, DocumentError> {
    command.env_clear().env("PATH", DEFAULT_PATH);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut group = ProcessGroup::spawn(command).map_err(|error| failed(&error))?;
    let (Some(stdin), Some(stdout)) = (group.stdin(), group.stdout()) else {
        return Err(failed(&"it has no pipes"));
    };
    let (written, output) = tokio::join!(write(stdin, bytes), read(stdout));
    let output = output.map_err(|error| failed(&error))?;
    if output.len() > MOST_TEXT {
        return Err(DocumentError::TooMuch("text"));
    }
    let status = group.wait_and_kill_group().await.map_err(|error| failed(&error))?;
    if !status.success() || written.is_err() {
        return Err(DocumentError::damaged(Format::Pdf, &format!("{CONVERTER} cannot read it ({status})")));
    }
    Ok(String::from_utf8_lossy(&output).into_owned())
}

async fn write(mut stdin: ChildStdin, bytes: &[u8]) -> io::Result<()> {
    stdin.write_all(bytes).await?;
    stdin.shutdown().await
}

/// What it writes, up to the limit. It is stopped by a pipe that nobody reads.
async fn read(stdout: ChildStdout) -> io::Result<Vec<u8>> {
    let mut output = Vec::new();
    stdout.take(MOST_TEXT as u64 + 1).read_to_end(&mut output).await?;
    Ok(output)
}

fn failed(why: &dyn std::fmt::Display) -> DocumentError {
    DocumentError::Program(format!("{CONVERTER} does not run: {why}"))
}
