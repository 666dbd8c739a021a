//! What a program that we start inherits: two pipes as its descriptors 3 and 4, and nothing else.
//!
//! Chromium finds its pipes by the descriptors of the C runtime on Windows, too. There, newer versions also take the numbers of handles
//! (`--remote-debugging-io-pipes`), but every version and every browser with its engine takes the descriptors, and so the arguments of a
//! launch are the same on every system. `std` can give a program neither: it has no stable way to set `lpReserved2` or attributes.
#![expect(unsafe_code, reason = "calls Windows")]

use crate::error::Win32Error;
use crate::processes::native;
use crate::runtime_descriptors::descriptors;
use deskpilot_desktop::ChildPipes;
use std::os::windows::io::OwnedHandle;
use windows::Win32::Foundation::{HANDLE, HANDLE_FLAG_INHERIT, SetHandleInformation};
use windows::Win32::System::Threading::{
    DeleteProcThreadAttributeList, EXTENDED_STARTUPINFO_PRESENT, InitializeProcThreadAttributeList,
    LPPROC_THREAD_ATTRIBUTE_LIST, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, PROCESS_CREATION_FLAGS, STARTUPINFOEXW,
    UpdateProcThreadAttribute,
};

/// The ends of two pipes that one program inherits. It lives until the program is created and no longer: while it does, Windows would give
/// the handles also to what another thread starts with all of ours.
pub(crate) struct Inheritance {
    attributes: Attributes,
    descriptors: Vec<u8>,
    _ends: [OwnedHandle; 2],
}

impl Inheritance {
    pub(crate) fn of(pipes: &ChildPipes) -> Result<Inheritance, Win32Error> {
        let ends = pipes.handles();
        let ends = ends.map_err(|error| Win32Error::Cannot(format!("no pipes to a program: {error}")))?;
        let handles = ends.each_ref().map(native);
        for handle in handles {
            // SAFETY: the handle is open.
            unsafe { SetHandleInformation(handle, HANDLE_FLAG_INHERIT.0, HANDLE_FLAG_INHERIT) }
                .map_err(|error| Win32Error::of_result("SetHandleInformation", &error))?;
        }
        let [reads, writes] = handles.map(|it| it.0.addr());
        let attributes = Attributes::inheriting(handles)?;
        Ok(Inheritance { attributes, descriptors: descriptors(reads, writes), _ends: ends })
    }

    /// Puts it into the start information of a program, which points into this then, and returns the flag that goes with it.
    pub(crate) fn enter(&mut self, startup: &mut STARTUPINFOEXW) -> PROCESS_CREATION_FLAGS {
        startup.StartupInfo.cb = u32::try_from(size_of::<STARTUPINFOEXW>()).unwrap_or_default();
        startup.StartupInfo.cbReserved2 = u16::try_from(self.descriptors.len()).unwrap_or_default();
        startup.StartupInfo.lpReserved2 = self.descriptors.as_mut_ptr();
        startup.lpAttributeList = self.attributes.native();
        EXTENDED_STARTUPINFO_PRESENT
    }
}

/// The list of attributes of a start that says which handles are inherited.
struct Attributes {
    /// Of numbers, because Windows' structure in it is aligned as they are.
    list: Vec<usize>,
    /// The list points to them.
    handles: Box<[HANDLE; 2]>,
}

impl Attributes {
    fn inheriting(handles: [HANDLE; 2]) -> Result<Attributes, Win32Error> {
        let mut bytes = 0;
        // SAFETY: only asks for the size, and fails because there is no list.
        let _ = unsafe { InitializeProcThreadAttributeList(None, 1, None, &raw mut bytes) };
        let mut list = vec![0; bytes.div_ceil(size_of::<usize>())];
        let native = LPPROC_THREAD_ATTRIBUTE_LIST(list.as_mut_ptr().cast());
        // SAFETY: the list has as many bytes as Windows asked for.
        unsafe { InitializeProcThreadAttributeList(Some(native), 1, None, &raw mut bytes) }
            .map_err(|error| Win32Error::of_result("InitializeProcThreadAttributeList", &error))?;
        // From here on it is deleted in the end.
        let mut attributes = Attributes { list, handles: Box::new(handles) };
        let (kind, place) = (PROC_THREAD_ATTRIBUTE_HANDLE_LIST as usize, attributes.handles.as_ptr());
        // SAFETY: the list was initialised, and the handles live as long as it does.
        unsafe {
            let size = size_of_val(&handles);
            UpdateProcThreadAttribute(attributes.native(), 0, kind, Some(place.cast()), size, None, None)
        }
        .map_err(|error| Win32Error::of_result("UpdateProcThreadAttribute", &error))?;
        Ok(attributes)
    }

    fn native(&mut self) -> LPPROC_THREAD_ATTRIBUTE_LIST {
        LPPROC_THREAD_ATTRIBUTE_LIST(self.list.as_mut_ptr().cast())
    }
}

impl Drop for Attributes {
    fn drop(&mut self) {
        // SAFETY: the list was initialised, and nobody else deletes it.
        unsafe { DeleteProcThreadAttributeList(self.native()) }
    }
}
