//! Reads and writes owners and access lists.
#![expect(unsafe_code, reason = "calls Windows")]

use super::access_list::{Security, parse_list};
use super::sid::Sid;
use crate::platform::native::io_error;
use std::{
    fs::File,
    io,
    os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle},
    path::Path,
    ptr,
};
use windows::Win32::{
    Foundation::{ERROR_SUCCESS, HANDLE, HLOCAL, LocalFree, WIN32_ERROR},
    Security::{
        ACE_FLAGS, ACL, ACL_REVISION, AddAccessAllowedAceEx,
        Authorization::{
            GetNamedSecurityInfoW, GetSecurityInfo, SE_FILE_OBJECT, SE_KERNEL_OBJECT, SE_OBJECT_TYPE,
            SetNamedSecurityInfoW,
        },
        CONTAINER_INHERIT_ACE, DACL_SECURITY_INFORMATION, GetLengthSid, GetTokenInformation, InitializeAcl,
        InitializeSecurityDescriptor, OBJECT_INHERIT_ACE, OWNER_SECURITY_INFORMATION,
        PROTECTED_DACL_SECURITY_INFORMATION, PSECURITY_DESCRIPTOR, PSID, SE_DACL_PROTECTED,
        SECURITY_ATTRIBUTES, SECURITY_DESCRIPTOR, SetFileSecurityW, SetSecurityDescriptorControl,
        SetSecurityDescriptorDacl, SetSecurityDescriptorOwner, TOKEN_QUERY, TOKEN_USER, TokenUser,
    },
    Storage::FileSystem::CreateDirectoryW,
    System::Threading::{GetCurrentProcess, OpenProcessToken},
};
use windows::core::HSTRING;

/// All rights to a file or a folder.
const FULL: u32 = 0x1f_01ff;
/// Room for the user of a token with its identifier, in units of eight bytes.
const USER_UNITS: usize = 16;
/// The version of security descriptors.
const REVISION: u32 = 1;

/// The owner and the access list of an open file.
pub(crate) fn of_file(file: &File) -> io::Result<Security> {
    of_handle(HANDLE(file.as_raw_handle()), SE_FILE_OBJECT)
}

/// The same of an open pipe.
pub(crate) fn of_pipe(pipe: &impl AsRawHandle) -> io::Result<Security> {
    of_handle(HANDLE(pipe.as_raw_handle()), SE_KERNEL_OBJECT)
}

fn of_handle(handle: HANDLE, kind: SE_OBJECT_TYPE) -> io::Result<Security> {
    let mut found = Found::default();
    let what = OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION;
    // SAFETY: the handle is open, and the pointers are to places of ours.
    let read = unsafe {
        let (owner, list) = (Some(&raw mut found.owner), Some(&raw mut found.list));
        GetSecurityInfo(handle, kind, what, owner, None, list, None, Some(&raw mut found.descriptor))
    };
    found.read(read)
}

/// The owner and the access list of a file or a folder.
pub(crate) fn of_path(path: &Path) -> io::Result<Security> {
    let (mut found, name) = (Found::default(), HSTRING::from(path));
    let what = OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION;
    // SAFETY: the name lives until the call returns, and the pointers are to places of ours.
    let read = unsafe {
        let (owner, list) = (Some(&raw mut found.owner), Some(&raw mut found.list));
        GetNamedSecurityInfoW(&name, SE_FILE_OBJECT, what, owner, None, list, None, &raw mut found.descriptor)
    };
    found.read(read)
}

/// What Windows returned; the memory is freed with it.
struct Found {
    owner: PSID,
    list: *mut ACL,
    descriptor: PSECURITY_DESCRIPTOR,
}

impl Default for Found {
    fn default() -> Found {
        Found { owner: PSID::default(), list: ptr::null_mut(), descriptor: PSECURITY_DESCRIPTOR::default() }
    }
}

impl Found {
    fn read(&self, result: WIN32_ERROR) -> io::Result<Security> {
        check(result)?;
        let unreadable = || io::Error::new(io::ErrorKind::InvalidData, "its access list cannot be read");
        // SAFETY: the descriptor is kept until `self` is dropped; identifiers and lists say how long they are.
        let (owner, entries) = unsafe {
            let entries = match self.list.as_ref() {
                None => None,
                Some(list) => {
                    let bytes = std::slice::from_raw_parts(self.list.cast(), list.AclSize.into());
                    Some(parse_list(bytes).ok_or_else(unreadable)?)
                }
            };
            (sid_of(self.owner).ok_or_else(unreadable)?, entries)
        };
        Ok(Security { owner, entries })
    }
}

impl Drop for Found {
    fn drop(&mut self) {
        if !self.descriptor.0.is_null() {
            // SAFETY: Windows allocated it for us, and nobody uses it afterwards.
            unsafe { LocalFree(Some(HLOCAL(self.descriptor.0))) };
        }
    }
}

/// The user of this process.
pub(crate) fn current_user() -> io::Result<Sid> {
    let mut token = HANDLE::default();
    // Units of eight bytes, so that the structure is aligned.
    let (mut buffer, mut used) = ([0_u64; USER_UNITS], 0);
    let bytes = u32::try_from(size_of_val(&buffer)).unwrap_or_default();
    // SAFETY: the token is ours to close; the buffer has as many bytes as given, and holds the structure that was asked for, whose
    // pointer is into it.
    unsafe {
        OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &raw mut token)?;
        let token = OwnedHandle::from_raw_handle(token.0);
        let place = Some(buffer.as_mut_ptr().cast());
        GetTokenInformation(HANDLE(token.as_raw_handle()), TokenUser, place, bytes, &raw mut used)?;
        let about = &*buffer.as_ptr().cast::<TOKEN_USER>();
        sid_of(about.User.Sid).ok_or_else(|| io::ErrorKind::InvalidData.into())
    }
}

/// # Safety
/// It is null or points to an identifier.
unsafe fn sid_of(sid: PSID) -> Option<Sid> {
    if sid.0.is_null() {
        return None;
    }
    // SAFETY: an identifier says how long it is.
    unsafe { Sid::parse(std::slice::from_raw_parts(sid.0.cast(), GetLengthSid(sid) as usize)) }
}

/// Creates a folder that only these users enter from the first moment on, of which the first owns it.
pub(crate) fn create_closed(folder: &Path, users: &[Sid]) -> io::Result<()> {
    let name = HSTRING::from(folder);
    with_attributes(users, |attributes| {
        // SAFETY: the name and the attributes live until the call returns.
        unsafe { CreateDirectoryW(&name, Some(attributes)) }.map_err(io_error)
    })
}

/// Lets only these users enter a folder, and what is in it and will be, and nobody by what is above it.
pub(crate) fn close_to_others(folder: &Path, users: &[Sid]) -> io::Result<()> {
    let (name, list) = (HSTRING::from(folder), access_list(users)?);
    let what = DACL_SECURITY_INFORMATION | PROTECTED_DACL_SECURITY_INFORMATION;
    // This also changes what is in the folder.
    // SAFETY: the name and the list live until the call returns.
    check(unsafe {
        let list = Some(list.as_ptr().cast::<ACL>());
        SetNamedSecurityInfoW(&name, SE_FILE_OBJECT, what, None, None, list, None)
    })?;
    // Wine adds what the folder above allows to that, and not to this.
    with_attributes(users, |attributes| {
        let descriptor = PSECURITY_DESCRIPTOR(attributes.lpSecurityDescriptor);
        // SAFETY: the name lives until the call returns, as the descriptor does.
        unsafe { SetFileSecurityW(&name, what, descriptor) }.ok().map_err(io_error)
    })
}

/// Makes something with attributes that allow everything to these users and nothing to others. The first one owns it: of an
/// administrator, another identifier would, which other processes need not trust.
pub(crate) fn with_attributes<T>(
    users: &[Sid],
    make: impl FnOnce(&mut SECURITY_ATTRIBUTES) -> io::Result<T>,
) -> io::Result<T> {
    let list = access_list(users)?;
    let owner = users.first().map(Sid::bytes).unwrap_or_default();
    let mut descriptor = SECURITY_DESCRIPTOR::default();
    let place = PSECURITY_DESCRIPTOR((&raw mut descriptor).cast());
    // SAFETY: the descriptor and its parts live until this function returns, and nobody keeps the attributes for longer.
    unsafe {
        InitializeSecurityDescriptor(place, REVISION)?;
        let owner = PSID(owner.as_ptr().cast_mut().cast());
        SetSecurityDescriptorOwner(place, Some(owner), false)?;
        SetSecurityDescriptorDacl(place, true, Some(list.as_ptr().cast::<ACL>()), false)?;
        SetSecurityDescriptorControl(place, SE_DACL_PROTECTED, SE_DACL_PROTECTED)?;
    }
    let mut attributes = SECURITY_ATTRIBUTES {
        nLength: u32::try_from(size_of::<SECURITY_ATTRIBUTES>()).unwrap_or_default(),
        lpSecurityDescriptor: place.0,
        bInheritHandle: false.into(),
    };
    make(&mut attributes)
}

/// A list that allows everything to these users, as aligned memory.
fn access_list(users: &[Sid]) -> io::Result<Vec<u32>> {
    let users: Vec<Vec<u8>> = users.iter().map(Sid::bytes).collect();
    let length = 8 + users.iter().map(|it| 8 + it.len()).sum::<usize>();
    let mut list = vec![0_u32; length.div_ceil(4)];
    let bytes = u32::try_from(list.len() * 4).unwrap_or_default();
    let place: *mut ACL = list.as_mut_ptr().cast();
    let inherited = ACE_FLAGS(OBJECT_INHERIT_ACE.0 | CONTAINER_INHERIT_ACE.0);
    // SAFETY: the memory is aligned, and as long as it is said to be; the identifiers live until the calls return.
    unsafe {
        InitializeAcl(place, bytes, ACL_REVISION)?;
        for user in &users {
            let sid = PSID(user.as_ptr().cast_mut().cast());
            AddAccessAllowedAceEx(place, ACL_REVISION, inherited, FULL, sid)?;
        }
    }
    Ok(list)
}

fn check(result: WIN32_ERROR) -> io::Result<()> {
    match result {
        ERROR_SUCCESS => Ok(()),
        WIN32_ERROR(code) => Err(io::Error::from_raw_os_error(code.cast_signed())),
    }
}
