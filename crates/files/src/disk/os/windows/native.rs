//! The calls of Windows that open, list, rename and delete by handles.
#![expect(unsafe_code, reason = "calls Windows")]

use std::{
    ffi::{OsStr, OsString, c_void},
    fs::File,
    io::{self, ErrorKind},
    mem::{self, offset_of},
    os::windows::{
        ffi::{OsStrExt, OsStringExt},
        io::{AsHandle, AsRawHandle, BorrowedHandle, FromRawHandle, OwnedHandle},
    },
};
use windows::{
    Wdk::{
        Foundation::OBJECT_ATTRIBUTES,
        Storage::FileSystem::{
            FILE_CREATE, FILE_DIRECTORY_FILE, FILE_DISPOSITION_DELETE,
            FILE_DISPOSITION_IGNORE_READONLY_ATTRIBUTE, FILE_DISPOSITION_INFORMATION,
            FILE_DISPOSITION_INFORMATION_EX, FILE_DISPOSITION_POSIX_SEMANTICS, FILE_INFORMATION_CLASS,
            FILE_NON_DIRECTORY_FILE, FILE_OPEN, FILE_OPEN_FOR_BACKUP_INTENT, FILE_OPEN_REPARSE_POINT,
            FILE_RENAME_INFORMATION, FILE_RENAME_INFORMATION_0, FILE_SYNCHRONOUS_IO_NONALERT,
            FileDispositionInformation, FileDispositionInformationEx, FileRenameInformation,
            NTCREATEFILE_CREATE_DISPOSITION, NTCREATEFILE_CREATE_OPTIONS, NtCreateFile, NtSetInformationFile,
        },
    },
    Win32::{
        Foundation::{
            ERROR_HANDLE_EOF, ERROR_INVALID_FUNCTION, ERROR_INVALID_PARAMETER, ERROR_NO_MORE_FILES,
            ERROR_NOT_SUPPORTED, HANDLE, NTSTATUS, OBJ_CASE_INSENSITIVE, RtlNtStatusToDosError,
            UNICODE_STRING,
        },
        Storage::FileSystem::{
            BY_HANDLE_FILE_INFORMATION, FILE_ACCESS_RIGHTS, FILE_ATTRIBUTE_NORMAL, FILE_ATTRIBUTE_TAG_INFO,
            FILE_BASIC_INFO, FILE_ID_BOTH_DIR_INFO, FILE_SHARE_DELETE, FILE_SHARE_READ, FILE_SHARE_WRITE,
            FileAttributeTagInfo, FileBasicInfo, FileIdBothDirectoryInfo, FileStreamInfo,
            GetFileInformationByHandle, GetFileInformationByHandleEx, SetFileInformationByHandle,
        },
        System::{
            IO::{DeviceIoControl, IO_STATUS_BLOCK},
            Ioctl::FSCTL_GET_REPARSE_POINT,
        },
    },
    core::PWSTR,
};

/// The most letters of a name on the disks of Windows.
const LONGEST_NAME: usize = 255;
/// How many bytes of a folder are read at once, and the most that a link has.
const BUFFER: usize = 64 << 10;
/// What disks say that do not know what they are asked for, or have none of it.
const UNKNOWN: [u32; 4] =
    [ERROR_HANDLE_EOF.0, ERROR_INVALID_FUNCTION.0, ERROR_INVALID_PARAMETER.0, ERROR_NOT_SUPPORTED.0];

/// How an entry is opened.
#[derive(Clone, Copy)]
pub(super) struct Opening {
    access: u32,
    disposition: NTCREATEFILE_CREATE_DISPOSITION,
    kind: NTCREATEFILE_CREATE_OPTIONS,
}

/// What happens to an entry whose name another one gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Existing {
    Stays,
    IsReplaced,
}

impl Opening {
    /// Opens a file or a folder with these rights.
    pub(super) const fn any(access: u32) -> Opening {
        Opening { access, disposition: FILE_OPEN, kind: NTCREATEFILE_CREATE_OPTIONS(0) }
    }

    pub(super) const fn file(access: u32) -> Opening {
        Opening { access, disposition: FILE_OPEN, kind: FILE_NON_DIRECTORY_FILE }
    }

    pub(super) const fn folder(access: u32) -> Opening {
        Opening { access, disposition: FILE_OPEN, kind: FILE_DIRECTORY_FILE }
    }

    pub(super) const fn new_file(access: u32) -> Opening {
        Opening { access, disposition: FILE_CREATE, kind: FILE_NON_DIRECTORY_FILE }
    }

    pub(super) const fn new_folder(access: u32) -> Opening {
        Opening { access, disposition: FILE_CREATE, kind: FILE_DIRECTORY_FILE }
    }
}

/// The letters of a name that leads to an entry of its folder and nowhere else.
///
/// # Errors
/// It has a separator, names another stream of a file, or is too long.
pub(super) fn one_name(name: &OsStr) -> io::Result<Vec<u16>> {
    let letters: Vec<u16> = name.encode_wide().collect();
    let is_other = |it: &u16| [0, u16::from(b'\\'), u16::from(b'/'), u16::from(b':')].contains(it);
    let is_one = (1..=LONGEST_NAME).contains(&letters.len())
        && !letters.iter().any(is_other)
        && name != "."
        && name != "..";
    if is_one { Ok(letters) } else { Err(ErrorKind::InvalidFilename.into()) }
}

/// Opens what has this name in a folder, or the folder itself without a name. A link is opened itself.
pub(super) fn open(folder: BorrowedHandle<'_>, name: &[u16], opening: Opening) -> io::Result<OwnedHandle> {
    let length = u16::try_from(size_of_val(name)).map_err(|_| io::Error::from(ErrorKind::InvalidFilename))?;
    let name =
        UNICODE_STRING { Length: length, MaximumLength: length, Buffer: PWSTR(name.as_ptr().cast_mut()) };
    let attributes = OBJECT_ATTRIBUTES {
        Length: size_of::<OBJECT_ATTRIBUTES>() as u32,
        RootDirectory: raw(folder),
        ObjectName: &raw const name,
        Attributes: OBJ_CASE_INSENSITIVE,
        ..OBJECT_ATTRIBUTES::default()
    };
    let share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    let options = FILE_OPEN_REPARSE_POINT | FILE_OPEN_FOR_BACKUP_INTENT | FILE_SYNCHRONOUS_IO_NONALERT;
    let (mut handle, mut status) = (HANDLE::default(), IO_STATUS_BLOCK::default());
    // SAFETY: all pointers are to values that outlive the call, which keeps none of them; Windows only reads the name.
    let opened = unsafe {
        NtCreateFile(
            &raw mut handle,
            FILE_ACCESS_RIGHTS(opening.access),
            &raw const attributes,
            &raw mut status,
            None,
            FILE_ATTRIBUTE_NORMAL,
            share,
            opening.disposition,
            opening.kind | options,
            None,
            0,
        )
    };
    done(opened)?;
    // SAFETY: the call succeeded, so that the handle is open and ours alone.
    Ok(unsafe { OwnedHandle::from_raw_handle(handle.0) })
}

/// What Windows knows of an open entry.
pub(super) fn information(entry: &impl AsHandle) -> io::Result<BY_HANDLE_FILE_INFORMATION> {
    let mut information = BY_HANDLE_FILE_INFORMATION::default();
    // SAFETY: the pointer is to a value of the type that the call fills.
    of_last(unsafe { GetFileInformationByHandle(raw(entry.as_handle()), &raw mut information) })?;
    Ok(information)
}

/// The tag of an open link, which says what kind of link it is.
pub(super) fn reparse_tag(entry: &impl AsHandle) -> io::Result<u32> {
    let mut information = FILE_ATTRIBUTE_TAG_INFO::default();
    let (to, size) = ((&raw mut information).cast(), size_of::<FILE_ATTRIBUTE_TAG_INFO>() as u32);
    // SAFETY: the pointer is to a value of the type and size that this class fills.
    of_last(unsafe { GetFileInformationByHandleEx(raw(entry.as_handle()), FileAttributeTagInfo, to, size) })?;
    Ok(information.ReparseTag)
}

/// Gives an open entry these attributes, and leaves its times alone.
pub(super) fn set_attributes(entry: &impl AsHandle, attributes: u32) -> io::Result<()> {
    let information = FILE_BASIC_INFO { FileAttributes: attributes, ..FILE_BASIC_INFO::default() };
    let (from, size) = ((&raw const information).cast(), size_of::<FILE_BASIC_INFO>() as u32);
    // SAFETY: the pointer is to a value of the type and size that this class reads.
    of_last(unsafe { SetFileInformationByHandle(raw(entry.as_handle()), FileBasicInfo, from, size) })
}

/// What an open link says of itself.
pub(super) fn reparse_data(entry: &OwnedHandle) -> io::Result<Vec<u8>> {
    let (mut data, mut length) = (vec![0_u8; BUFFER], 0);
    let (handle, to) = (raw(entry.as_handle()), Some(data.as_mut_ptr().cast()));
    // SAFETY: the buffer is as large as is said, and the call waits until it is filled.
    of_last(unsafe {
        DeviceIoControl(
            handle,
            FSCTL_GET_REPARSE_POINT,
            None,
            0,
            to,
            BUFFER as u32,
            Some(&raw mut length),
            None,
        )
    })?;
    data.truncate(length as usize);
    Ok(data)
}

/// The list of the streams of an open file; empty where the disk keeps one for each file.
pub(super) fn stream_list(file: &File) -> io::Result<Vec<u8>> {
    let mut buffer = vec![0_u64; BUFFER / size_of::<u64>()];
    let (handle, to) = (raw(file.as_handle()), buffer.as_mut_ptr().cast());
    // SAFETY: the buffer is aligned and as large as is said.
    match of_last(unsafe { GetFileInformationByHandleEx(handle, FileStreamInfo, to, BUFFER as u32) }) {
        Ok(()) => Ok(buffer.into_iter().flat_map(u64::to_le_bytes).collect()),
        Err(error) if is_unknown(&error) => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// Gives an open entry this name in a folder.
pub(super) fn rename(
    entry: &OwnedHandle,
    folder: &OwnedHandle,
    name: &[u16],
    existing: Existing,
) -> io::Result<()> {
    const HEAD: usize = offset_of!(FILE_RENAME_INFORMATION, FileName);
    let size = size_of::<FILE_RENAME_INFORMATION>() + size_of_val(name);
    // Words of eight bytes are aligned as the type wants it.
    let mut buffer = vec![0_u64; size.div_ceil(size_of::<u64>())];
    let head = FILE_RENAME_INFORMATION {
        Anonymous: FILE_RENAME_INFORMATION_0 { ReplaceIfExists: existing == Existing::IsReplaced },
        RootDirectory: raw(folder.as_handle()),
        FileNameLength: size_of_val(name) as u32,
        FileName: [0],
    };
    let to: *mut u8 = buffer.as_mut_ptr().cast();
    // SAFETY: the buffer is aligned, and has room for the head and for the letters behind it.
    unsafe {
        to.cast::<FILE_RENAME_INFORMATION>().write(head);
        to.add(HEAD).cast::<u16>().copy_from_nonoverlapping(name.as_ptr(), name.len());
    }
    set_information(entry, to.cast(), size, FileRenameInformation)
}

/// Deletes an open entry at once, also one that is marked read-only.
pub(super) fn delete(entry: &OwnedHandle) -> io::Result<()> {
    let flags = FILE_DISPOSITION_DELETE.0
        | FILE_DISPOSITION_POSIX_SEMANTICS.0
        | FILE_DISPOSITION_IGNORE_READONLY_ATTRIBUTE.0;
    let mut at_once = FILE_DISPOSITION_INFORMATION_EX::default();
    at_once.Flags.0 = flags;
    let (from, size) = ((&raw const at_once).cast(), size_of::<FILE_DISPOSITION_INFORMATION_EX>());
    match set_information(entry, from, size, FileDispositionInformationEx) {
        Err(error) if is_unknown(&error) => {}
        done => return done,
    }
    // Disks of other systems delete what nobody has open any more, and nothing that is marked read-only.
    set_attributes(entry, FILE_ATTRIBUTE_NORMAL.0)?;
    let when_closed = FILE_DISPOSITION_INFORMATION { DeleteFile: true };
    let (from, size) = ((&raw const when_closed).cast(), size_of::<FILE_DISPOSITION_INFORMATION>());
    set_information(entry, from, size, FileDispositionInformation)
}

/// `information` is of the type and has the size of its class.
fn set_information(
    entry: &OwnedHandle,
    information: *const c_void,
    size: usize,
    class: FILE_INFORMATION_CLASS,
) -> io::Result<()> {
    let mut status = IO_STATUS_BLOCK::default();
    // SAFETY: the callers give a pointer to a value that fits the class and lives until the call returns.
    done(unsafe {
        NtSetInformationFile(raw(entry.as_handle()), &raw mut status, information, size as u32, class)
    })
}

/// An entry of a folder as the folder lists it.
#[derive(Debug)]
pub(super) struct ListedEntry {
    pub(super) name: OsString,
    pub(super) attributes: u32,
    /// The kind of a link; a number without a meaning for all else.
    pub(super) tag: u32,
    pub(super) size: u64,
    pub(super) changed: i64,
    pub(super) number: u64,
}

/// The entries of a folder that is opened to be listed.
pub(super) fn entries(folder: OwnedHandle) -> impl Iterator<Item = io::Result<ListedEntry>> {
    let mut folder = Some(folder);
    let pieces = std::iter::from_fn(move || match read_entries(folder.as_ref()?) {
        Ok(entries) if entries.is_empty() => None,
        Ok(entries) => Some(entries.into_iter().map(Ok).collect::<Vec<_>>()),
        Err(error) => {
            // Nobody knows where to go on.
            folder = None;
            Some(vec![Err(error)])
        }
    });
    pieces.flatten()
}

/// The next entries; none at the end.
fn read_entries(folder: &OwnedHandle) -> io::Result<Vec<ListedEntry>> {
    let mut buffer = vec![0_u64; BUFFER / size_of::<u64>()];
    let (handle, to) = (raw(folder.as_handle()), buffer.as_mut_ptr().cast());
    // SAFETY: the buffer is aligned and as large as is said.
    let read =
        of_last(unsafe { GetFileInformationByHandleEx(handle, FileIdBothDirectoryInfo, to, BUFFER as u32) });
    match read {
        Ok(()) => Ok(listed(&buffer)),
        Err(error) if error.raw_os_error() == Some(ERROR_NO_MORE_FILES.0.cast_signed()) => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

fn listed(buffer: &[u64]) -> Vec<ListedEntry> {
    const NAME: usize = offset_of!(FILE_ID_BOTH_DIR_INFO, FileName);
    let (start, end) = (buffer.as_ptr().cast::<u8>(), size_of_val(buffer));
    let (mut entries, mut at) = (Vec::new(), 0);
    while at + size_of::<FILE_ID_BOTH_DIR_INFO>() <= end {
        // SAFETY: the head of the entry is inside of the buffer; it may have any values.
        let head = unsafe { start.add(at).cast::<FILE_ID_BOTH_DIR_INFO>().read_unaligned() };
        let length = (head.FileNameLength as usize).min(end - at - NAME) / mem::size_of::<u16>();
        // SAFETY: the name is inside of the buffer, as its length was just limited, and two bytes are always a letter.
        let letter = |index: usize| unsafe { start.add(at + NAME).cast::<u16>().add(index).read_unaligned() };
        let name: Vec<u16> = (0..length).map(letter).collect();
        entries.push(ListedEntry {
            name: OsString::from_wide(&name),
            attributes: head.FileAttributes,
            tag: head.EaSize,
            size: head.EndOfFile.cast_unsigned(),
            changed: head.LastWriteTime,
            number: head.FileId.cast_unsigned(),
        });
        match head.NextEntryOffset {
            0 => break,
            next => at += next as usize,
        }
    }
    entries
}

fn is_unknown(error: &io::Error) -> bool {
    error.raw_os_error().is_some_and(|it| UNKNOWN.contains(&it.cast_unsigned()))
}

fn raw(handle: BorrowedHandle<'_>) -> HANDLE {
    HANDLE(handle.as_raw_handle())
}

fn done(status: NTSTATUS) -> io::Result<()> {
    if status.is_ok() {
        return Ok(());
    }
    // SAFETY: the call only looks the number up.
    let code = unsafe { RtlNtStatusToDosError(status) };
    Err(io::Error::from_raw_os_error(code.cast_signed()))
}

/// The bindings give errors of Win32 as results of COM, whose low half is the error.
fn of_last(result: windows::core::Result<()>) -> io::Result<()> {
    result.map_err(|error| io::Error::from_raw_os_error(error.code().0 & 0xffff))
}
