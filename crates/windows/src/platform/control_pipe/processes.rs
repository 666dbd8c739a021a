//! The processes of this machine, with their parents and when they were started.
#![expect(unsafe_code, reason = "calls Windows")]

use super::ancestry::{ProcessFacts, may_descend_from};
use deskpilot_win32::identify;
use std::{
    collections::HashMap,
    os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle},
};
use windows::Win32::{
    Foundation::HANDLE,
    System::Diagnostics::ToolHelp::{
        CreateToolhelp32Snapshot, PROCESSENTRY32W, Process32FirstW, Process32NextW, TH32CS_SNAPPROCESS,
    },
};

/// Whether a process may be one that this process started. It may where Windows does not say.
pub(crate) fn may_be_started_by_us(process: u32) -> bool {
    let Some(parents) = parents() else { return true };
    let facts = |id: u32| {
        let parent = *parents.get(&id)?;
        Some(ProcessFacts { id, parent, created: identify(id).ok()?.started })
    };
    may_descend_from(std::process::id(), process, facts)
}

/// The parent of each process; `None` where Windows lists none.
fn parents() -> Option<HashMap<u32, u32>> {
    let mut parents = HashMap::new();
    let mut entry = PROCESSENTRY32W {
        dwSize: u32::try_from(size_of::<PROCESSENTRY32W>()).ok()?,
        ..PROCESSENTRY32W::default()
    };
    // SAFETY: the list is ours to close, and the entry, whose size is given, lives until the calls return.
    unsafe {
        let list = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0).ok()?;
        let list = OwnedHandle::from_raw_handle(list.0);
        let handle = HANDLE(list.as_raw_handle());
        let mut next = Process32FirstW(handle, &raw mut entry);
        while next.is_ok() {
            parents.insert(entry.th32ProcessID, entry.th32ParentProcessID);
            next = Process32NextW(handle, &raw mut entry);
        }
    }
    Some(parents)
}
