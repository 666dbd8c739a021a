//! Lets a process run that was started suspended.
#![expect(unsafe_code, reason = "calls Windows")]

use super::error::io_error;
use std::{
    io,
    os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle},
};
use windows::Win32::{
    Foundation::HANDLE,
    System::{
        Diagnostics::ToolHelp::{
            CreateToolhelp32Snapshot, TH32CS_SNAPTHREAD, THREADENTRY32, Thread32First, Thread32Next,
        },
        Threading::{OpenThread, ResumeThread, THREAD_SUSPEND_RESUME},
    },
};

/// Lets the threads of a process run. The standard library, which started it, does not say which its first one is.
pub(crate) fn resume(process: u32) -> io::Result<()> {
    let threads = threads_of(process)?;
    if threads.is_empty() {
        return Err(io::ErrorKind::NotFound.into());
    }
    for id in threads {
        // SAFETY: takes numbers.
        let thread = unsafe { OpenThread(THREAD_SUSPEND_RESUME, false, id) }.map_err(io_error)?;
        // SAFETY: the handle is new, and nobody else closes it.
        let thread = unsafe { OwnedHandle::from_raw_handle(thread.0) };
        // SAFETY: the handle is open.
        if unsafe { ResumeThread(HANDLE(thread.as_raw_handle())) } == u32::MAX {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}

fn threads_of(process: u32) -> io::Result<Vec<u32>> {
    // SAFETY: takes numbers.
    let list = unsafe { CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0) }.map_err(io_error)?;
    // SAFETY: the handle is new, and nobody else closes it.
    let list = unsafe { OwnedHandle::from_raw_handle(list.0) };
    let list = HANDLE(list.as_raw_handle());
    let bytes = u32::try_from(size_of::<THREADENTRY32>()).unwrap_or_default();
    let mut entry = THREADENTRY32 { dwSize: bytes, ..THREADENTRY32::default() };
    let mut threads = Vec::new();
    // SAFETY: the handle is open until this function returns, and the entry says how large it is.
    let mut next = unsafe { Thread32First(list, &raw mut entry) };
    while next.is_ok() {
        if entry.th32OwnerProcessID == process {
            threads.push(entry.th32ThreadID);
        }
        // SAFETY: as above.
        next = unsafe { Thread32Next(list, &raw mut entry) };
    }
    Ok(threads)
}
