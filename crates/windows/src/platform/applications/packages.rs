//! Packaged applications, as the shell lists them.
#![expect(unsafe_code, reason = "calls Windows")]

use crate::platform::native::com::{on_own_thread, taken};
use windows::Win32::UI::Shell::{
    BHID_EnumItems, FOLDERID_AppsFolder, IEnumShellItems, IShellItem, KF_FLAG_DEFAULT, SHGetKnownFolderItem,
    SIGDN, SIGDN_NORMALDISPLAY, SIGDN_PARENTRELATIVEPARSING,
};
use windows::core::Result;

/// The name and the identifier of each application in the shell's folder of all applications, also of those that are no packages.
pub(crate) fn of_shell() -> Vec<(String, String)> {
    on_own_thread(|| listed().unwrap_or_default()).unwrap_or_default()
}

fn listed() -> Result<Vec<(String, String)>> {
    let mut found = Vec::new();
    // SAFETY: the thread has an apartment, the identifiers are constants, and the array has room for the one item that is asked for.
    unsafe {
        let folder: IShellItem = SHGetKnownFolderItem(&FOLDERID_AppsFolder, KF_FLAG_DEFAULT, None)?;
        let items: IEnumShellItems = folder.BindToHandler(None, &BHID_EnumItems)?;
        let mut next = [None];
        while items.Next(&mut next, None).is_ok() {
            let Some(item) = next[0].take() else { break };
            let names = (text(&item, SIGDN_NORMALDISPLAY), text(&item, SIGDN_PARENTRELATIVEPARSING));
            if let (Ok(name), Ok(identifier)) = names {
                found.push((name, identifier));
            }
        }
    }
    Ok(found)
}

/// # Safety
/// The thread has an apartment.
unsafe fn text(item: &IShellItem, kind: SIGDN) -> Result<String> {
    // SAFETY: the text that comes back is ours to free.
    unsafe { item.GetDisplayName(kind).map(|it| taken(it)) }
}
