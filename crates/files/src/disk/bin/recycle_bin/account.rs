//! The account of the user, whose bin has its name.
#![expect(unsafe_code, reason = "calls Windows")]

use std::io;
use windows::{
    Win32::{
        Foundation::{CloseHandle, HANDLE, HLOCAL, LocalFree},
        Security::{
            Authorization::ConvertSidToStringSidW, GetTokenInformation, TOKEN_QUERY, TOKEN_USER, TokenUser,
        },
        System::Threading::{GetCurrentProcess, OpenProcessToken},
    },
    core::PWSTR,
};

/// The most bytes that a user with an identifier takes.
const MOST: usize = 256;

/// The security identifier of the user as a text: `S-1-5-21-…`.
pub(super) fn own_sid() -> io::Result<String> {
    let mut token = HANDLE::default();
    // SAFETY: the token is closed below; the process is this one.
    of_windows(unsafe { OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &raw mut token) })?;
    let (mut buffer, mut length) = ([0_u64; MOST / size_of::<u64>()], 0);
    let to = Some(buffer.as_mut_ptr().cast());
    // SAFETY: the buffer is aligned and as large as is said.
    let read = unsafe { GetTokenInformation(token, TokenUser, to, MOST as u32, &raw mut length) };
    // SAFETY: the token was opened above, and nobody else has it.
    let closed = unsafe { CloseHandle(token) };
    of_windows(read.and(closed))?;
    // SAFETY: the call filled the buffer with this type, whose identifier is in the buffer too.
    let sid = unsafe { buffer.as_ptr().cast::<TOKEN_USER>().read().User.Sid };
    let mut text = PWSTR::null();
    // SAFETY: the identifier is valid while the buffer lives.
    of_windows(unsafe { ConvertSidToStringSidW(sid, &raw mut text) })?;
    // SAFETY: the call gave a text with a zero at its end.
    let copied = unsafe { text.to_string() };
    // SAFETY: the text was allocated for us, and is not used any more.
    unsafe { LocalFree(Some(HLOCAL(text.as_ptr().cast()))) };
    copied.map_err(io::Error::other)
}

fn of_windows(result: windows::core::Result<()>) -> io::Result<()> {
    result.map_err(|error| io::Error::from_raw_os_error(error.code().0 & 0xffff))
}
