//! A token with which a program can write only where the identifiers of folders let it.
#![expect(unsafe_code, reason = "calls Windows")]

use super::{
    grant::{LocalAcl, own_entry},
    sid::Sid,
};
use crate::windows::error::io_error;
use std::{
    io,
    os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle},
};
use windows::Win32::{
    Foundation::{GENERIC_ALL, HANDLE},
    Security::{
        CreateRestrictedToken, DISABLE_MAX_PRIVILEGE, GetLengthSid, GetTokenInformation, LUA_TOKEN, PSID,
        SID_AND_ATTRIBUTES, SetTokenInformation, TOKEN_ADJUST_DEFAULT, TOKEN_ASSIGN_PRIMARY,
        TOKEN_DEFAULT_DACL, TOKEN_DUPLICATE, TOKEN_GROUPS, TOKEN_INFORMATION_CLASS, TOKEN_QUERY, TOKEN_USER,
        TokenDefaultDacl, TokenGroups, TokenUser, WRITE_RESTRICTED,
    },
    System::Threading::{GetCurrentProcess, OpenProcessToken},
};

/// What the group of a token has that stands for the session in which the user logged in.
const LOGON_GROUP: u32 = 0xc000_0000;
/// Room for the groups of a token, in units of eight bytes.
const ROOM: usize = 8 * 1024;

/// A token of this user without privileges. To read, it has the user's rights; to write, an entry for the user or a group is not
/// enough: another one has to allow it to everybody, to the session in which the user logged in, or to one of these identifiers.
///
/// # Errors
/// Windows does not make it.
pub(crate) fn restricted_token(folders: &[Sid]) -> io::Result<OwnedHandle> {
    let ours = our_token()?;
    let logon = logon_group(&ours)?;
    let restricting: Vec<&Sid> = folders.iter().chain(logon.as_ref()).collect();
    let everyone = Sid::everyone();
    let sids = restricting.iter().copied().chain([&everyone]);
    let sids: Vec<_> = sids.map(|it| SID_AND_ATTRIBUTES { Sid: it.pointer(), Attributes: 0 }).collect();
    let flags = DISABLE_MAX_PRIVILEGE | LUA_TOKEN | WRITE_RESTRICTED;
    let mut made = HANDLE::default();
    // SAFETY: the handle is open, the identifiers live until the call returns, and the pointer is to a place of ours.
    unsafe { CreateRestrictedToken(native(&ours), flags, None, None, Some(&sids), &raw mut made) }
        .map_err(io_error)?;
    // SAFETY: the handle is new, and nobody else closes it.
    let made = unsafe { OwnedHandle::from_raw_handle(made.0) };
    let user = user_of(&ours)?;
    let owners: Vec<&Sid> = [&user].into_iter().chain(restricting).collect();
    set_default_list(&made, &owners)?;
    Ok(made)
}

fn our_token() -> io::Result<OwnedHandle> {
    let rights = TOKEN_QUERY | TOKEN_DUPLICATE | TOKEN_ASSIGN_PRIMARY | TOKEN_ADJUST_DEFAULT;
    let mut token = HANDLE::default();
    // SAFETY: the handle of this process needs no closing, and the pointer is to a place of ours.
    unsafe { OpenProcessToken(GetCurrentProcess(), rights, &raw mut token) }.map_err(io_error)?;
    // SAFETY: the handle is new, and nobody else closes it.
    Ok(unsafe { OwnedHandle::from_raw_handle(token.0) })
}

/// Lets the program use what it makes itself and gives no other rights to, such as its pipes: an entry for the user alone would not.
fn set_default_list(token: &OwnedHandle, owners: &[&Sid]) -> io::Result<()> {
    let system = Sid::system();
    let entries = owners.iter().copied().chain([&system]).map(|it| own_entry(it, GENERIC_ALL.0));
    let list = LocalAcl::new(&entries.collect::<Vec<_>>(), std::ptr::null())?;
    let default = TOKEN_DEFAULT_DACL { DefaultDacl: list.0 };
    let bytes = u32::try_from(size_of_val(&default)).unwrap_or_default();
    let place: *const TOKEN_DEFAULT_DACL = &raw const default;
    // SAFETY: the handle is open, and the structure and its list live until the call returns.
    unsafe { SetTokenInformation(native(token), TokenDefaultDacl, place.cast(), bytes) }.map_err(io_error)
}

/// The group that stands for the session in which the user logged in; services have none.
fn logon_group(token: &OwnedHandle) -> io::Result<Option<Sid>> {
    let buffer = information(token, TokenGroups)?;
    let groups: *const TOKEN_GROUPS = buffer.as_ptr().cast();
    // SAFETY: Windows put the structure at the begin of the buffer, with as many groups as it says, whose identifiers are in the
    // buffer, too.
    unsafe {
        let count = usize::try_from((*groups).GroupCount).unwrap_or_default();
        let first: *const SID_AND_ATTRIBUTES = (&raw const (*groups).Groups).cast();
        let groups = std::slice::from_raw_parts(first, count);
        let logon = groups.iter().find(|it| it.Attributes & LOGON_GROUP == LOGON_GROUP);
        Ok(logon.map(|it| copy_of(it.Sid)))
    }
}

fn user_of(token: &OwnedHandle) -> io::Result<Sid> {
    let buffer = information(token, TokenUser)?;
    // SAFETY: Windows put the structure at the begin of the buffer, and its identifier behind it.
    Ok(unsafe { copy_of((*buffer.as_ptr().cast::<TOKEN_USER>()).User.Sid) })
}

fn information(token: &OwnedHandle, class: TOKEN_INFORMATION_CLASS) -> io::Result<Vec<u64>> {
    // Units of eight bytes, so that the structure is aligned.
    let (mut buffer, mut used) = (vec![0_u64; ROOM], 0);
    let bytes = u32::try_from(ROOM * 8).unwrap_or_default();
    // SAFETY: the handle is open, and the buffer has as many bytes as given.
    unsafe {
        GetTokenInformation(native(token), class, Some(buffer.as_mut_ptr().cast()), bytes, &raw mut used)
    }
    .map_err(io_error)?;
    Ok(buffer)
}

/// # Safety
/// It points to an identifier.
unsafe fn copy_of(sid: PSID) -> Sid {
    // SAFETY: an identifier says how long it is.
    Sid::of_bytes(unsafe { std::slice::from_raw_parts(sid.0.cast(), GetLengthSid(sid) as usize) })
}

fn native(handle: &OwnedHandle) -> HANDLE {
    HANDLE(handle.as_raw_handle())
}
