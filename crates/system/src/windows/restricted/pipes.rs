//! The standard streams of a program that is started with a restricted token, which are all that it inherits.
#![expect(unsafe_code, reason = "calls Windows")]

use crate::windows::error::io_error;
use std::{
    fs::File,
    io,
    os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle},
};
use windows::Win32::{
    Foundation::{HANDLE, HANDLE_FLAG_INHERIT, SetHandleInformation},
    System::{
        Pipes::CreatePipe,
        Threading::{
            DeleteProcThreadAttributeList, InitializeProcThreadAttributeList, LPPROC_THREAD_ATTRIBUTE_LIST,
            PROC_THREAD_ATTRIBUTE_HANDLE_LIST, UpdateProcThreadAttribute,
        },
    },
};

/// The ends of the program.
pub(super) struct ChildEnds {
    pub(super) input: OwnedHandle,
    pub(super) out: OwnedHandle,
    pub(super) err: OwnedHandle,
}

/// The end into which the program writes, and the one from which we read.
pub(super) fn output_pipe() -> io::Result<(OwnedHandle, OwnedHandle)> {
    let (mut read, mut write) = (HANDLE::default(), HANDLE::default());
    // SAFETY: the pointers are to places of ours.
    unsafe { CreatePipe(&raw mut read, &raw mut write, None, 0) }.map_err(io_error)?;
    // SAFETY: both handles are new, and nobody else closes them.
    let (read, write) =
        unsafe { (OwnedHandle::from_raw_handle(read.0), OwnedHandle::from_raw_handle(write.0)) };
    Ok((write, read))
}

/// A device of which nothing can be read.
pub(super) fn null_device() -> io::Result<OwnedHandle> {
    File::open("NUL").map(OwnedHandle::from)
}

/// The list of what a program inherits: whatever other threads start meanwhile, it gets nothing of theirs.
pub(super) struct InheritedHandles {
    /// Windows keeps a pointer to it.
    _handles: Box<[HANDLE; 3]>,
    list: Vec<u64>,
}

impl InheritedHandles {
    pub(super) fn of(ends: &ChildEnds) -> io::Result<InheritedHandles> {
        let handles = Box::new([&ends.input, &ends.out, &ends.err].map(|it| HANDLE(it.as_raw_handle())));
        for handle in handles.iter() {
            // SAFETY: the handle is open.
            unsafe { SetHandleInformation(*handle, HANDLE_FLAG_INHERIT.0, HANDLE_FLAG_INHERIT) }
                .map_err(io_error)?;
        }
        let mut bytes = 0;
        // SAFETY: without a list the call only says how large one is, which it reports as an error.
        let _ = unsafe { InitializeProcThreadAttributeList(None, 1, None, &raw mut bytes) };
        let mut list = vec![0_u64; bytes.div_ceil(8)];
        let place = LPPROC_THREAD_ATTRIBUTE_LIST(list.as_mut_ptr().cast());
        // SAFETY: the list has as many bytes as Windows wants.
        unsafe { InitializeProcThreadAttributeList(Some(place), 1, None, &raw mut bytes) }
            .map_err(io_error)?;
        let inherited = InheritedHandles { _handles: handles, list };
        let (value, size) = (inherited._handles.as_ptr(), size_of::<[HANDLE; 3]>());
        let kind = usize::try_from(PROC_THREAD_ATTRIBUTE_HANDLE_LIST).unwrap_or_default();
        // SAFETY: the list is initialised, and the handles live as long as it.
        unsafe { UpdateProcThreadAttribute(place, 0, kind, Some(value.cast()), size, None, None) }
            .map_err(io_error)?;
        Ok(inherited)
    }

    pub(super) fn list(&mut self) -> LPPROC_THREAD_ATTRIBUTE_LIST {
        LPPROC_THREAD_ATTRIBUTE_LIST(self.list.as_mut_ptr().cast())
    }
}

impl Drop for InheritedHandles {
    fn drop(&mut self) {
        let list = self.list();
        // SAFETY: it was initialised, and nobody uses it afterwards.
        unsafe { DeleteProcThreadAttributeList(list) };
    }
}
