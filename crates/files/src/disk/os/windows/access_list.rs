//! Who may use a file, as a file that is replaced hands it on.
#![expect(unsafe_code, reason = "calls Windows")]

use std::{fs::File, io, os::windows::io::AsRawHandle};
use windows::Win32::{
    Foundation::{ERROR_INSUFFICIENT_BUFFER, HANDLE},
    Security::{
        DACL_SECURITY_INFORMATION, GetKernelObjectSecurity, OBJECT_SECURITY_INFORMATION,
        PROTECTED_DACL_SECURITY_INFORMATION, PSECURITY_DESCRIPTOR, SetKernelObjectSecurity,
    },
};

/// The access list of a file, in the form in which Windows stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AccessList(Vec<u8>);

/// Where the stored form says what holds for it.
const CONTROL: std::ops::Range<usize> = 2..4;
/// The folder above changes nothing of it.
const PROTECTED: u16 = 0x1000;
/// A part of it comes from the folder above, and the one who sets it has to repeat that.
const INHERITED: u16 = 0x0400;
const INHERITED_AND_SET: u16 = 0x0100;

impl AccessList {
    pub(super) fn of(file: &File) -> io::Result<AccessList> {
        let (handle, what) = (HANDLE(file.as_raw_handle()), DACL_SECURITY_INFORMATION.0);
        let mut length = 0;
        // SAFETY: without a buffer only the length is written.
        let asked = unsafe { GetKernelObjectSecurity(handle, what, None, 0, &raw mut length) };
        match asked {
            Err(error) if error.code() != ERROR_INSUFFICIENT_BUFFER.to_hresult() => {
                return Err(of_windows(&error));
            }
            _ => {}
        }
        let mut bytes = vec![0; length as usize];
        let to = Some(PSECURITY_DESCRIPTOR(bytes.as_mut_ptr().cast()));
        // SAFETY: the buffer is as large as is said.
        let read = unsafe { GetKernelObjectSecurity(handle, what, to, length, &raw mut length) };
        read.map_err(|error| of_windows(&error))?;
        Ok(AccessList(bytes))
    }

    /// Gives it to a file, unless the file has it already.
    pub(super) fn set(&self, file: &File) -> io::Result<()> {
        if AccessList::of(file)? == *self {
            return Ok(());
        }
        let (mut bytes, control) = (self.0.clone(), self.control());
        if let Some(field) = bytes.get_mut(CONTROL)
            && control & INHERITED != 0
        {
            field.copy_from_slice(&(control | INHERITED_AND_SET).to_le_bytes());
        }
        let protected = if control & PROTECTED != 0 { PROTECTED_DACL_SECURITY_INFORMATION.0 } else { 0 };
        let what = OBJECT_SECURITY_INFORMATION(DACL_SECURITY_INFORMATION.0 | protected);
        let from = PSECURITY_DESCRIPTOR(bytes.as_mut_ptr().cast());
        // SAFETY: the bytes are those that Windows gave, in its own form; only a flag was added.
        let set = unsafe { SetKernelObjectSecurity(HANDLE(file.as_raw_handle()), what, from) };
        set.map_err(|error| of_windows(&error))
    }

    fn control(&self) -> u16 {
        self.0.get(CONTROL).and_then(|it| it.try_into().ok()).map_or(0, u16::from_le_bytes)
    }
}

fn of_windows(error: &windows::core::Error) -> io::Error {
    io::Error::from_raw_os_error(error.code().0 & 0xffff)
}
