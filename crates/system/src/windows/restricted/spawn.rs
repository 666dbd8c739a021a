//! Starts a program with a restricted token.
#![expect(unsafe_code, reason = "calls Windows")]

use super::pipes::{ChildEnds, InheritedHandles, null_device, output_pipe};
use crate::{
    command_line::{environment_block, quoted_argument},
    sandboxed_program::SandboxedProgram,
    windows::error::io_error,
};
use std::{
    io,
    os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle},
    path::Path,
};
use tokio::process::{ChildStderr, ChildStdout};
use windows::Win32::{
    Foundation::HANDLE,
    System::Threading::{
        CREATE_NEW_PROCESS_GROUP, CREATE_NO_WINDOW, CREATE_SUSPENDED, CREATE_UNICODE_ENVIRONMENT,
        CreateProcessAsUserW, EXTENDED_STARTUPINFO_PRESENT, PROCESS_INFORMATION, STARTF_USESTDHANDLES,
        STARTUPINFOEXW, STARTUPINFOW,
    },
};
use windows::core::{HSTRING, PWSTR};

/// The extensions of scripts of the command interpreter.
const SCRIPTS: &[&str] = &["bat", "cmd"];
/// How the interpreter is called for a script, as the standard library calls it.
const INTERPRETER: &str = r"\cmd.exe /e:ON /v:OFF /d /c ";

/// A program that waits to be resumed.
pub(crate) struct Started {
    pub(crate) process: OwnedHandle,
    pub(crate) id: u32,
    pub(crate) stdout: ChildStdout,
    pub(crate) stderr: ChildStderr,
}

/// Starts a program that waits to be resumed, with pipes from it and no input. It inherits nothing else of ours.
pub(crate) fn spawn(
    token: &OwnedHandle,
    program: &SandboxedProgram<'_>,
    environment: Vec<(String, String)>,
) -> io::Result<Started> {
    let mut line: Vec<u16> = command_line(program)?.encode_utf16().chain([0]).collect();
    let block = environment_block(environment);
    let folder = HSTRING::from(program.folder);
    let (out, written) = output_pipe()?;
    let (err, errors) = output_pipe()?;
    let ends = ChildEnds { input: null_device()?, out, err };
    let mut inherited = InheritedHandles::of(&ends)?;
    let startup = STARTUPINFOEXW {
        StartupInfo: STARTUPINFOW {
            cb: u32::try_from(size_of::<STARTUPINFOEXW>()).unwrap_or_default(),
            dwFlags: STARTF_USESTDHANDLES,
            hStdInput: native(&ends.input),
            hStdOutput: native(&ends.out),
            hStdError: native(&ends.err),
            ..STARTUPINFOW::default()
        },
        lpAttributeList: inherited.list(),
    };
    let flags = CREATE_SUSPENDED
        | CREATE_NO_WINDOW
        | CREATE_NEW_PROCESS_GROUP
        | CREATE_UNICODE_ENVIRONMENT
        | EXTENDED_STARTUPINFO_PRESENT;
    let mut created = PROCESS_INFORMATION::default();
    // SAFETY: the handles are open, and every pointer is to something of ours that lives until the call returns; line and block end
    // with zeros.
    unsafe {
        CreateProcessAsUserW(
            Some(native(token)),
            None,
            Some(PWSTR(line.as_mut_ptr())),
            None,
            None,
            true,
            flags,
            Some(block.as_ptr().cast()),
            &folder,
            (&raw const startup).cast(),
            &raw mut created,
        )
    }
    .map_err(io_error)?;
    // SAFETY: both handles are new, and nobody else closes them.
    let (process, _thread) = unsafe {
        (OwnedHandle::from_raw_handle(created.hProcess.0), OwnedHandle::from_raw_handle(created.hThread.0))
    };
    let stdout = ChildStdout::from_std(written.into())?;
    Ok(Started { process, id: created.dwProcessId, stdout, stderr: ChildStderr::from_std(errors.into())? })
}

/// The line from which the program reads its arguments.
///
/// # Errors
/// `InvalidInput` if the command interpreter could read a word of a script's call otherwise than as that word.
fn command_line(program: &SandboxedProgram<'_>) -> io::Result<String> {
    let file = program.file.to_str().filter(|it| !it.contains('"')).ok_or(io::ErrorKind::InvalidInput)?;
    if program.arguments.iter().any(|it| it.contains('\0')) {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let words = program.arguments.iter().map(|it| quoted_argument(it));
    let line = |file: &str| {
        std::iter::once(format!("\"{file}\"")).chain(words.clone()).collect::<Vec<_>>().join(" ")
    };
    if !is_script(program.file) {
        return Ok(line(file));
    }
    if !std::iter::once(&file).chain(program.arguments).all(|it| is_plain(it)) {
        let why =
            "the command interpreter would read a word of the call otherwise: use letters, digits and blanks";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    }
    let system = std::env::var("SystemRoot").map_err(|_| io::ErrorKind::NotFound)?;
    Ok(format!("\"{system}\\System32{}\"{}\"", INTERPRETER.replacen(' ', "\" ", 1), line(file)))
}

fn is_script(file: &Path) -> bool {
    let extension = file.extension().unwrap_or_default();
    SCRIPTS.iter().any(|it| extension.eq_ignore_ascii_case(it))
}

/// Whether the interpreter takes a word, in quotes or without, for itself.
fn is_plain(word: &str) -> bool {
    let is_plain = |it: char| it.is_alphanumeric() || r" \/:._-+@#$~".contains(it);
    !word.is_empty() && !word.ends_with('\\') && word.chars().all(is_plain)
}

fn native(handle: &OwnedHandle) -> HANDLE {
    HANDLE(handle.as_raw_handle())
}
