//! What runs behind a window: the program's file, and with which rights it runs.
#![expect(unsafe_code, reason = "calls Windows")]

use crate::error::Win32Error;
use crate::integrity::Integrity;
use crate::process_identity::ProcessIdentity;
use crate::utf16::text_of;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::path::PathBuf;
use windows::Win32::Foundation::{ERROR_INVALID_PARAMETER, FILETIME, HANDLE};
use windows::Win32::Security::{
    GetSidSubAuthority, GetSidSubAuthorityCount, GetTokenInformation, TOKEN_MANDATORY_LABEL, TOKEN_QUERY,
    TokenIntegrityLevel,
};
use windows::Win32::System::Threading::{
    GetCurrentProcessId, GetProcessTimes, OpenProcess, OpenProcessToken, PROCESS_ACCESS_RIGHTS,
    PROCESS_NAME_WIN32, PROCESS_QUERY_LIMITED_INFORMATION, PROCESS_TERMINATE, QueryFullProcessImageNameW,
    TerminateProcess,
};
use windows::core::PWSTR;

/// The longest path, in units of 16 bits.
const PATH_UNITS: usize = 32 * 1024;
/// The exit code of what we end.
pub(crate) const ENDED_BY_US: u32 = 1;
/// Room for a mandatory label with its identifier, in units of eight bytes: an identifier has at most 68.
const LABEL_UNITS: usize = 16;

/// Which process has this number now.
pub fn identify(process: u32) -> Result<ProcessIdentity, Win32Error> {
    Ok(ProcessIdentity { number: process, started: start_time(&open(process)?)? })
}

/// The file of the program that a process runs, and which process it is.
pub(crate) fn program_of(process: u32) -> (Option<PathBuf>, Option<ProcessIdentity>) {
    let Ok(open) = open(process) else { return (None, None) };
    let started = start_time(&open).ok();
    (path_of(&open).ok(), started.map(|started| ProcessIdentity { number: process, started }))
}

/// The file of the program that a process runs.
pub fn image_path(process: u32) -> Result<PathBuf, Win32Error> {
    path_of(&open(process)?)
}

fn path_of(process: &OwnedHandle) -> Result<PathBuf, Win32Error> {
    let mut path = vec![0; PATH_UNITS];
    let mut length = u32::try_from(path.len()).unwrap_or_default();
    let place = PWSTR(path.as_mut_ptr());
    // SAFETY: the handle is open, and the buffer has as many units as `length` says.
    unsafe { QueryFullProcessImageNameW(native(process), PROCESS_NAME_WIN32, place, &raw mut length) }
        .map_err(|error| Win32Error::of_result("QueryFullProcessImageNameW", &error))?;
    Ok(text_of(&path).into())
}

/// The integrity level of a process. [`Win32Error::HigherIntegrity`] where Windows does not even let us ask.
pub fn integrity_of(process: u32) -> Result<Integrity, Win32Error> {
    let process = open(process)?;
    let mut token = HANDLE::default();
    // SAFETY: the handle is open, and `token` is a handle of ours.
    unsafe { OpenProcessToken(native(&process), TOKEN_QUERY, &raw mut token) }
        .map_err(|error| Win32Error::of_result("OpenProcessToken", &error))?;
    // SAFETY: the handle is new, and nobody else closes it.
    let token = unsafe { OwnedHandle::from_raw_handle(token.0) };
    label_of(&token).map(Integrity::of_label)
}

/// Whether Windows keeps our input and our messages from the windows of a process, because it has a higher integrity level.
pub fn is_above_us(process: u32) -> Result<bool, Win32Error> {
    // SAFETY: returns a number.
    let ours = integrity_of(unsafe { GetCurrentProcessId() })?;
    match integrity_of(process) {
        Ok(theirs) => Ok(theirs > ours),
        Err(Win32Error::HigherIntegrity) => Ok(true),
        Err(error) => Err(error),
    }
}

/// The last number of a token's mandatory label.
fn label_of(token: &OwnedHandle) -> Result<u32, Win32Error> {
    // Units of eight bytes, so that the structure is aligned.
    let mut buffer = [0_u64; LABEL_UNITS];
    let bytes = u32::try_from(size_of_val(&buffer)).unwrap_or_default();
    let (place, mut used) = (buffer.as_mut_ptr(), 0);
    // SAFETY: the handle is open, and the buffer has as many bytes as given.
    unsafe {
        GetTokenInformation(native(token), TokenIntegrityLevel, Some(place.cast()), bytes, &raw mut used)
    }
    .map_err(|error| Win32Error::of_result("GetTokenInformation", &error))?;
    // SAFETY: the call above put a label at the begin of the buffer, whose identifier is in the buffer too and has at least one
    // number.
    let label = unsafe {
        let identifier = (*place.cast::<TOKEN_MANDATORY_LABEL>()).Label.Sid;
        let last = u32::from(*GetSidSubAuthorityCount(identifier)).saturating_sub(1);
        *GetSidSubAuthority(identifier, last)
    };
    Ok(label)
}

/// Ends a process at once. What it has not saved is lost. Another one that has its number now is left alone: [`Win32Error::Gone`].
pub fn end_process(process: ProcessIdentity) -> Result<(), Win32Error> {
    let open = open_with(process.number, PROCESS_TERMINATE | PROCESS_QUERY_LIMITED_INFORMATION)?;
    // The number belongs to what is open as long as it is open.
    if start_time(&open)? != process.started {
        return Err(Win32Error::Gone);
    }
    // SAFETY: the handle is open.
    unsafe { TerminateProcess(native(&open), ENDED_BY_US) }
        .map_err(|error| Win32Error::of_result("TerminateProcess", &error))
}

/// When a process was started.
fn start_time(process: &OwnedHandle) -> Result<u64, Win32Error> {
    let [mut started, mut exited, mut kernel, mut user] = [FILETIME::default(); 4];
    // SAFETY: the handle is open, and the pointers are to structures of ours.
    unsafe {
        GetProcessTimes(native(process), &raw mut started, &raw mut exited, &raw mut kernel, &raw mut user)
    }
    .map_err(|error| Win32Error::of_result("GetProcessTimes", &error))?;
    Ok(u64::from(started.dwHighDateTime) << 32 | u64::from(started.dwLowDateTime))
}

fn open(process: u32) -> Result<OwnedHandle, Win32Error> {
    open_with(process, PROCESS_QUERY_LIMITED_INFORMATION)
}

/// Opens a process by its number, for these calls.
pub(crate) fn open_with(process: u32, rights: PROCESS_ACCESS_RIGHTS) -> Result<OwnedHandle, Win32Error> {
    // SAFETY: takes numbers.
    match unsafe { OpenProcess(rights, false, process) } {
        // SAFETY: the handle is new, and nobody else closes it.
        Ok(handle) => Ok(unsafe { OwnedHandle::from_raw_handle(handle.0) }),
        Err(error) if error.code() == ERROR_INVALID_PARAMETER.to_hresult() => Err(Win32Error::Gone),
        Err(error) => Err(Win32Error::of_result("OpenProcess", &error)),
    }
}

pub(crate) fn native(handle: &OwnedHandle) -> HANDLE {
    HANDLE(handle.as_raw_handle())
}
