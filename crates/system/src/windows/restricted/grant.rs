//! Lets programs in sandboxes write to a folder.
#![expect(unsafe_code, reason = "calls Windows")]

use super::sid::Sid;
use crate::windows::error::io_error;
use std::{
    fs::{File, OpenOptions},
    io,
    os::windows::{fs::OpenOptionsExt, io::AsRawHandle},
    path::Path,
    ptr,
};
use windows::Win32::{
    Foundation::{ERROR_SUCCESS, HANDLE, HLOCAL, LocalFree, WIN32_ERROR},
    Security::{
        ACCESS_ALLOWED_ACE, ACE_FLAGS, ACE_HEADER, ACL,
        Authorization::{
            EXPLICIT_ACCESS_W, GRANT_ACCESS, GetSecurityInfo, SE_FILE_OBJECT, SetEntriesInAclW,
            SetSecurityInfo, TRUSTEE_IS_SID, TRUSTEE_W,
        },
        CONTAINER_INHERIT_ACE, DACL_SECURITY_INFORMATION, EqualSid, GetAce, NO_INHERITANCE,
        OBJECT_INHERIT_ACE, PSECURITY_DESCRIPTOR, PSID,
    },
    Storage::FileSystem::{
        BY_HANDLE_FILE_INFORMATION, DELETE, FILE_DELETE_CHILD, FILE_FLAG_BACKUP_SEMANTICS,
        FILE_GENERIC_EXECUTE, FILE_GENERIC_READ, FILE_GENERIC_WRITE, GetFileInformationByHandle,
        READ_CONTROL, WRITE_DAC,
    },
};
use windows::core::PWSTR;

/// An entry that allows something.
const ALLOWED: u8 = 0;

/// Lets programs in sandboxes that have the returned identifier write to a folder and to what is in it. The entry stays: it allows
/// nothing to anybody else.
///
/// # Errors
/// The folder is gone, or its access list is not the user's to change.
pub(crate) fn grant(folder: &Path) -> io::Result<Sid> {
    let mut options = OpenOptions::new();
    options.access_mode(READ_CONTROL.0 | WRITE_DAC.0).custom_flags(FILE_FLAG_BACKUP_SEMANTICS.0);
    let folder = options.open(folder)?;
    let sid = sid_of(&folder)?;
    let list = AccessList::of(&folder)?;
    // Without a list everybody may do everything, and one with our entry alone would take that away.
    if list.list.is_null() || list.allows(&sid) {
        return Ok(sid);
    }
    let rights = FILE_GENERIC_READ | FILE_GENERIC_WRITE | FILE_GENERIC_EXECUTE | DELETE | FILE_DELETE_CHILD;
    let inherited = ACE_FLAGS(OBJECT_INHERIT_ACE.0 | CONTAINER_INHERIT_ACE.0);
    let longer = LocalAcl::new(&[entry(&sid, rights.0, inherited)], list.list)?;
    let handle = HANDLE(folder.as_raw_handle());
    // SAFETY: the handle is open, and the list lives until the call returns. What is in the folder inherits the entry.
    let set = unsafe {
        SetSecurityInfo(handle, SE_FILE_OBJECT, DACL_SECURITY_INFORMATION, None, None, Some(longer.0), None)
    };
    check(set)?;
    Ok(sid)
}

/// The identifier that stands for an open folder.
fn sid_of(folder: &File) -> io::Result<Sid> {
    let mut about = BY_HANDLE_FILE_INFORMATION::default();
    // SAFETY: the handle is open, and the pointer is to a structure of ours.
    unsafe { GetFileInformationByHandle(HANDLE(folder.as_raw_handle()), &raw mut about) }
        .map_err(io_error)?;
    let file = u64::from(about.nFileIndexHigh) << 32 | u64::from(about.nFileIndexLow);
    Ok(Sid::of_folder(about.dwVolumeSerialNumber, file))
}

/// An entry that lets an identifier do this. It lives no longer than the identifier.
pub(super) fn entry(sid: &Sid, rights: u32, inherited: ACE_FLAGS) -> EXPLICIT_ACCESS_W {
    let trustee = TRUSTEE_W {
        TrusteeForm: TRUSTEE_IS_SID,
        ptstrName: PWSTR(sid.pointer().0.cast()),
        ..TRUSTEE_W::default()
    };
    EXPLICIT_ACCESS_W {
        grfAccessPermissions: rights,
        grfAccessMode: GRANT_ACCESS,
        grfInheritance: inherited,
        Trustee: trustee,
    }
}

/// An entry that nothing inherits.
pub(super) fn own_entry(sid: &Sid, rights: u32) -> EXPLICIT_ACCESS_W {
    entry(sid, rights, NO_INHERITANCE)
}

/// A list that Windows allocated.
pub(super) struct LocalAcl(pub(super) *mut ACL);

impl LocalAcl {
    /// These entries and those of a list, which may be null.
    pub(super) fn new(entries: &[EXPLICIT_ACCESS_W], old: *const ACL) -> io::Result<LocalAcl> {
        let mut list = LocalAcl(ptr::null_mut());
        // SAFETY: the entries and the list live until the call returns, and the pointer is to a place of ours.
        check(unsafe { SetEntriesInAclW(Some(entries), Some(old), &raw mut list.0) })?;
        Ok(list)
    }
}

impl Drop for LocalAcl {
    fn drop(&mut self) {
        if !self.0.is_null() {
            // SAFETY: Windows allocated it for us, and nobody uses it afterwards.
            unsafe { LocalFree(Some(HLOCAL(self.0.cast()))) };
        }
    }
}

/// The access list of a folder.
struct AccessList {
    descriptor: PSECURITY_DESCRIPTOR,
    list: *mut ACL,
}

impl AccessList {
    fn of(folder: &File) -> io::Result<AccessList> {
        let mut found = AccessList { descriptor: PSECURITY_DESCRIPTOR::default(), list: ptr::null_mut() };
        let (handle, what) = (HANDLE(folder.as_raw_handle()), DACL_SECURITY_INFORMATION);
        // SAFETY: the handle is open, and the pointers are to places of ours.
        check(unsafe {
            let (list, descriptor) = (Some(&raw mut found.list), Some(&raw mut found.descriptor));
            GetSecurityInfo(handle, SE_FILE_OBJECT, what, None, None, list, None, descriptor)
        })?;
        Ok(found)
    }

    /// Whether an entry allows something to this identifier: only we make such entries.
    fn allows(&self, sid: &Sid) -> bool {
        // SAFETY: the list lives as long as the descriptor.
        let count = unsafe { self.list.as_ref() }.map_or(0, |it| it.AceCount);
        (0..u32::from(count)).any(|at| {
            let mut place = ptr::null_mut();
            // SAFETY: the list has this many entries; one that allows something has an identifier at its end.
            unsafe {
                GetAce(self.list, at, &raw mut place).is_ok()
                    && (*place.cast::<ACE_HEADER>()).AceType == ALLOWED
                    && EqualSid(
                        PSID((&raw mut (*place.cast::<ACCESS_ALLOWED_ACE>()).SidStart).cast()),
                        sid.pointer(),
                    )
                    .is_ok()
            }
        })
    }
}

impl Drop for AccessList {
    fn drop(&mut self) {
        if !self.descriptor.0.is_null() {
            // SAFETY: Windows allocated it for us, and nobody uses it afterwards.
            unsafe { LocalFree(Some(HLOCAL(self.descriptor.0))) };
        }
    }
}

fn check(result: WIN32_ERROR) -> io::Result<()> {
    match result {
        ERROR_SUCCESS => Ok(()),
        WIN32_ERROR(code) => Err(io::Error::from_raw_os_error(code.cast_signed())),
    }
}
