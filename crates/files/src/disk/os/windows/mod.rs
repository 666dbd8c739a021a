//! Windows: folders by handles, each name opened relative to the handle of its folder as it is, with no reading of Win32 between: a
//! name of dots, a device or a stream means nothing here. What is a link stays one: it is opened itself.

mod access_list;
mod links;
mod metadata;
mod native;
mod streams;

pub(in crate::disk) use metadata::{Metadata, Permissions};
pub(in crate::disk) use streams::other_streams;

use super::{Access, FileKind};
use native::{Existing, Opening};
use std::{
    ffi::{OsStr, OsString},
    fs::{File, OpenOptions},
    io::{self, ErrorKind},
    os::windows::{
        fs::{FileExt, OpenOptionsExt},
        io::{AsHandle, OwnedHandle},
    },
    path::Path,
};
use windows::Win32::{
    Foundation::ERROR_SHARING_VIOLATION,
    Storage::FileSystem::{
        DELETE, FILE_APPEND_DATA, FILE_FLAG_BACKUP_SEMANTICS, FILE_FLAG_OPEN_REPARSE_POINT,
        FILE_GENERIC_READ, FILE_GENERIC_WRITE, FILE_LIST_DIRECTORY, FILE_READ_ATTRIBUTES,
        FILE_WRITE_ATTRIBUTES, READ_CONTROL, SYNCHRONIZE, WRITE_DAC,
    },
};

/// An open folder.
#[derive(Debug)]
pub(in crate::disk) struct FolderHandle(OwnedHandle);

/// The rights to look at an entry, which need none to its content.
const LOOK: u32 = FILE_READ_ATTRIBUTES.0 | SYNCHRONIZE.0;
const LIST: u32 = LOOK | FILE_LIST_DIRECTORY.0;
const APPEND: u32 = LOOK | FILE_APPEND_DATA.0 | FILE_GENERIC_WRITE.0;
/// The rights to a file that is written: also to see whose it is, and to say who may use it.
const WRITE: u32 = FILE_GENERIC_WRITE.0 | LOOK | READ_CONTROL.0 | WRITE_DAC.0;
/// The rights to rename or delete an entry.
const MOVE: u32 = DELETE.0 | LOOK;
const SET_ATTRIBUTES: u32 = LOOK | FILE_WRITE_ATTRIBUTES.0;

/// The offset that means the end of a file, wherever that is by then.
const END_OF_FILE: u64 = u64::MAX;

impl FolderHandle {
    /// The root at which an absolute path begins: that of a drive or of a share.
    pub(in crate::disk) fn root(path: &Path) -> io::Result<FolderHandle> {
        let flags = FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT;
        let root = OpenOptions::new().access_mode(LOOK).custom_flags(flags.0).open(path)?;
        Ok(FolderHandle(root.into()))
    }

    /// Opens the folder of this name in it. A link is none.
    pub(in crate::disk) fn folder(&self, name: &OsStr) -> io::Result<FolderHandle> {
        let handle = self.open(name, Opening::folder(LOOK))?;
        match Metadata::of(&handle)?.kind() {
            FileKind::Folder => Ok(FolderHandle(handle)),
            _ => Err(ErrorKind::NotADirectory.into()),
        }
    }

    fn open(&self, name: &OsStr, opening: Opening) -> io::Result<OwnedHandle> {
        native::open(self.0.as_handle(), &native::one_name(name)?, opening)
    }

    /// The same folder, opened with other rights.
    fn reopen(&self, access: u32) -> io::Result<OwnedHandle> {
        native::open(self.0.as_handle(), &[], Opening::folder(access))
    }

    /// Another handle for the same folder.
    pub(in crate::disk) fn try_clone(&self) -> io::Result<FolderHandle> {
        Ok(FolderHandle(self.0.try_clone()?))
    }

    /// What the entry of this name is, without following a link; `None` if there is no such entry.
    pub(in crate::disk) fn metadata(&self, name: &OsStr) -> io::Result<Option<Metadata>> {
        match self.open(name, Opening::any(LOOK)) {
            Ok(handle) => Metadata::of(&handle).map(Some),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            // As of a file of the system that is always in use. Its folder says what it is.
            Err(error) if is_kept_from_us(&error) => match self.listed(name)? {
                Some(listed) => Ok(Some(listed)),
                None => Err(error),
            },
            Err(error) => Err(error),
        }
    }

    fn listed(&self, name: &OsStr) -> io::Result<Option<Metadata>> {
        let disk = self.own_metadata()?.identity().disk;
        for entry in native::entries(self.reopen(LIST)?) {
            let entry = entry?;
            if entry.name.eq_ignore_ascii_case(name) {
                return Ok(Some(Metadata::listed(&entry, disk)));
            }
        }
        Ok(None)
    }

    /// What the folder itself is.
    pub(in crate::disk) fn own_metadata(&self) -> io::Result<Metadata> {
        Metadata::of(&self.0)
    }

    /// Opens a file. The caller checks what it is.
    pub(in crate::disk) fn file(&self, name: &OsStr, access: Access) -> io::Result<File> {
        let access = match access {
            Access::Read => FILE_GENERIC_READ.0,
            Access::Append => APPEND,
        };
        Ok(File::from(self.open(name, Opening::file(access))?))
    }

    /// Makes a file that does not exist. Those may use it who may use what is in its folder.
    pub(in crate::disk) fn create(&self, name: &OsStr) -> io::Result<File> {
        Ok(File::from(self.open(name, Opening::new_file(WRITE))?))
    }

    /// Makes a folder that does not exist.
    pub(in crate::disk) fn make_folder(&self, name: &OsStr, _: &Permissions) -> io::Result<()> {
        self.open(name, Opening::new_folder(LOOK)).map(drop)
    }

    /// Makes no link: users of Windows may not.
    pub(in crate::disk) fn make_link(&self, _: &OsStr, _: &OsStr) -> io::Result<()> {
        Err(io::Error::new(
            ErrorKind::Unsupported,
            "it is a link in what is copied, and Windows lets its users make none: copy what it leads to by itself",
        ))
    }

    /// The target of a link.
    pub(in crate::disk) fn link_target(&self, name: &OsStr) -> io::Result<OsString> {
        let data = native::reparse_data(&self.open(name, Opening::any(LOOK))?)?;
        links::target(&data).ok_or_else(|| ErrorKind::InvalidData.into())
    }

    /// Gives an entry another place, where nothing may be.
    pub(in crate::disk) fn rename(&self, name: &OsStr, to: &FolderHandle, new: &OsStr) -> io::Result<()> {
        native::rename(&self.open(name, Opening::any(MOVE))?, &to.0, &native::one_name(new)?, Existing::Stays)
    }

    /// Gives an entry another name in this folder, replacing the entry of that name.
    pub(in crate::disk) fn replace(&self, name: &OsStr, new: &OsStr) -> io::Result<()> {
        let entry = self.open(name, Opening::any(MOVE))?;
        native::rename(&entry, &self.0, &native::one_name(new)?, Existing::IsReplaced)
    }

    /// Deletes a file, or a link itself.
    pub(in crate::disk) fn delete_file(&self, name: &OsStr) -> io::Result<()> {
        native::delete(&self.open(name, Opening::any(MOVE | SET_ATTRIBUTES))?)
    }

    /// Deletes an empty folder.
    pub(in crate::disk) fn delete_folder(&self, name: &OsStr) -> io::Result<()> {
        native::delete(&self.open(name, Opening::folder(MOVE | SET_ATTRIBUTES))?)
    }

    /// Sets the permissions of the folder itself.
    pub(in crate::disk) fn set_permissions(&self, permissions: &Permissions) -> io::Result<()> {
        permissions.set_attributes(&self.reopen(SET_ATTRIBUTES)?)
    }

    /// The names in it, in the order in which the disk has them.
    pub(in crate::disk) fn names(&self) -> io::Result<impl Iterator<Item = io::Result<OsString>> + use<>> {
        let entries = native::entries(self.reopen(LIST)?);
        let names = entries.map(|it| it.map(|it| it.name));
        Ok(names.filter(|it| !it.as_ref().is_ok_and(|it| it == "." || it == "..")))
    }
}

fn is_kept_from_us(error: &io::Error) -> bool {
    error.kind() == ErrorKind::PermissionDenied
        || error.raw_os_error() == Some(ERROR_SHARING_VIOLATION.0.cast_signed())
}

/// Writes at the end of a file, wherever that is by then.
pub(in crate::disk) fn append(file: &mut File, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match file.seek_write(bytes, END_OF_FILE)? {
            0 => return Err(ErrorKind::WriteZero.into()),
            written => bytes = &bytes[written..],
        }
    }
    Ok(())
}

/// A name as archives have it; `None` if they cannot.
pub(in crate::disk) fn bytes_of_name(name: &OsStr) -> Option<Vec<u8>> {
    name.to_str().map(|it| it.as_bytes().to_owned())
}

/// The name of these bytes in an archive; `None` if no file can have it.
pub(in crate::disk) fn name_of_bytes(bytes: &[u8]) -> Option<OsString> {
    str::from_utf8(bytes).ok().map(OsString::from)
}
