//! The user's bin, as the Trash specification of freedesktop.org has it: in the data folder of the home, or at the top of
//! another disk. What is removed keeps its disk, so that nothing is copied and nothing can be half removed.

use crate::disk::{
    Context, MAX_ENTRIES, confirmed,
    folder::Folder,
    os::{FileKind, Permissions},
    place::Place,
};
use crate::error::{FileError, about, of_system, unproven};
use deskpilot_core::{Outcome, percent_encoded_path};
use rustix::process::getuid;
use std::{
    ffi::{OsStr, OsString},
    io::{self, ErrorKind, Read, Write},
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::{Path, PathBuf},
    time::SystemTime,
};

/// The longest description of a removed file that is read, in bytes.
const MAX_INFO: u64 = 16 << 10;
/// How many names are tried for one removed file.
const MAX_NAMES: u32 = 10_000;
const SUFFIX: &str = ".trashinfo";

/// Whether a bin that does not exist is made.
#[derive(Clone, Copy, Debug)]
enum Opening {
    Make,
    Find,
}

/// One bin.
struct Bin {
    files: Folder,
    info: Folder,
    /// What the paths in it start with, if they are not absolute.
    top: Option<PathBuf>,
}

/// What the description of a removed file says. Later ones are greater: dates have whole seconds, in which an agent may remove several
/// files of one path, and of those that a coarse clock gives one time, names that were taken later have longer numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Removed {
    date: String,
    /// When the description was written.
    written: Option<SystemTime>,
    length: usize,
    name: OsString,
}

/// Puts a file or a folder into the bin.
pub(in crate::disk) fn remove_file(place: &Place, context: &Context<'_>) -> Result<Outcome, FileError> {
    let kind = place.existing()?.kind();
    if let FileKind::Other(word) = kind {
        return Err(about(&place.path, &format!("is a {word}, which no bin takes")));
    }
    if place.path.starts_with(real(&context.roots.data).join("Trash")) {
        return Err(about(&place.path, "is in the bin already"));
    }
    let bin = Bin::for_place(place, context)?;
    let name = bin.take(place)?;
    let removed = || format!("{:?} was put into the bin {:?}", place.path, bin.files.path);
    let is_gone = place.folder.metadata(place.name()).map_err(unproven(removed()))?.is_none();
    match bin.files.metadata(&name).map_err(unproven(removed()))? {
        Some(found) if is_gone && found.kind() == kind => Ok(confirmed(format!(
            "the {} {:?} is in the bin {:?}; restore_file brings it back",
            kind.word(),
            place.path,
            bin.files.path
        ))),
        _ => Err(FileError::Partly(format!(
            "{:?} was put into the bin, and another program changed it meanwhile: list its folder",
            place.path
        ))),
    }
}

/// Brings back what was removed last from a place.
pub(in crate::disk) fn restore_file(place: &Place, context: &Context<'_>) -> Result<Outcome, FileError> {
    place.must_be_free()?;
    let mut last: Option<(Removed, Bin)> = None;
    for bin in Bin::existing(place, context) {
        if let Some(removed) = bin.last_removed(place, context)?
            && last.as_ref().is_none_or(|it| it.0 < removed)
        {
            last = Some((removed, bin));
        }
    }
    let Some((Removed { date, name, .. }, bin)) = last else {
        return Err(about(&place.path, "is not in the bin: name the whole path that it had"));
    };
    let put = bin.files.rename(&name, &place.folder, place.name());
    put.map_err(|error| of_system(&place.path, &error))?;
    // A description without its file is nothing but rubbish, which bins throw away.
    let _ = bin.info.delete_file(&with_suffix(&name));
    let back = place.existing().map_err(unproven(format!("{:?} was brought back", place.path)))?;
    Ok(confirmed(format!("the {} {:?} is back, as it was removed at {date}", back.kind().word(), place.path)))
}

impl Bin {
    /// The bin for what is at a place: that of the home if it is on the same disk, else the one at the top of its disk.
    fn for_place(place: &Place, context: &Context<'_>) -> Result<Bin, FileError> {
        let disk = place.folder.own_metadata()?.identity().disk;
        let data = make_path(&real(&context.roots.data));
        match data.ok().filter(|it| it.own_metadata().is_ok_and(|it| it.identity().disk == disk)) {
            Some(data) => Bin::at(&data, OsStr::new("Trash"), None, Opening::Make),
            None => Bin::of_disk(place, disk, Opening::Make).map_err(|_| no_bin(&place.path)),
        }
    }

    /// The bins that may hold what was removed from a place.
    fn existing(place: &Place, context: &Context<'_>) -> Vec<Bin> {
        let data = Folder::open(&real(&context.roots.data));
        let home = data.and_then(|it| Bin::at(&it, OsStr::new("Trash"), None, Opening::Find));
        let disk =
            place.folder.own_metadata().and_then(|it| Bin::of_disk(place, it.identity().disk, Opening::Find));
        home.into_iter().chain(disk).collect()
    }

    /// The bin at the top of a place's disk: in a folder that the administrator made for all, or one of this user alone.
    fn of_disk(place: &Place, disk: u64, opening: Opening) -> Result<Bin, FileError> {
        let top = top_of(&place.folder, disk)?;
        let user = getuid().as_raw().to_string();
        let shared = shared_folder(&top)
            .and_then(|it| Bin::at(&it, OsStr::new(&user), Some(top.path.clone()), opening).ok());
        match shared {
            Some(bin) => Ok(bin),
            None => Bin::at(&top, OsStr::new(&format!(".Trash-{user}")), Some(top.path.clone()), opening),
        }
    }

    fn at(parent: &Folder, name: &OsStr, top: Option<PathBuf>, opening: Opening) -> Result<Bin, FileError> {
        let open = |parent: &Folder, name: &OsStr| match opening {
            Opening::Make => make_folder(parent, name),
            Opening::Find => parent.folder(name),
        };
        let bin = open(parent, name)?;
        must_be_own(&bin)?;
        Ok(Bin { files: open(&bin, OsStr::new("files"))?, info: open(&bin, OsStr::new("info"))?, top })
    }

    /// Takes what is at a place, and returns the name that it has here.
    fn take(&self, place: &Place) -> Result<OsString, FileError> {
        let name = self.describe(place)?;
        match place.folder.rename(place.name(), &self.files, &name) {
            Ok(()) => Ok(name),
            Err(error) => {
                let _ = self.info.delete_file(&with_suffix(&name));
                let is_other_disk = error.kind() == ErrorKind::CrossesDevices;
                Err(if is_other_disk { no_bin(&place.path) } else { of_system(&place.path, &error) })
            }
        }
    }

    /// Writes where a file comes from, under a name that is free; this claims the name.
    fn describe(&self, place: &Place) -> Result<OsString, FileError> {
        let failed = |error: io::Error| of_system(&self.info.path, &error);
        let path = self.top.as_ref().and_then(|it| place.path.strip_prefix(it).ok()).unwrap_or(&place.path);
        let date = jiff::Zoned::now().strftime("%Y-%m-%dT%H:%M:%S").to_string();
        let text = format!(
            "[Trash Info]\nPath={}\nDeletionDate={date}\n",
            percent_encoded_path(path.as_os_str().as_bytes())
        );
        for number in 1..MAX_NAMES {
            let mut name = place.name().to_owned();
            if number > 1 {
                name.push(format!(".{number}"));
            }
            if self.files.metadata(&name)?.is_some() {
                continue;
            }
            match self.info.create(&with_suffix(&name)) {
                Ok(mut file) => {
                    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(failed)?;
                    return Ok(name);
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed(error)),
            }
        }
        Err(about(&self.files.path, "has too many files of this name: empty the bin"))
    }

    /// What was removed last from a place.
    fn last_removed(&self, place: &Place, context: &Context<'_>) -> Result<Option<Removed>, FileError> {
        let mut last: Option<Removed> = None;
        for name in self.info.names()?.take(MAX_ENTRIES) {
            context.work.check()?;
            let name = name?;
            let Some(stem) = name.as_bytes().strip_suffix(SUFFIX.as_bytes()) else { continue };
            let stem = OsStr::from_bytes(stem).to_owned();
            let Some((path, removed)) = self.description(&name, &stem) else { continue };
            let is_newer = last.as_ref().is_none_or(|it| *it < removed);
            if path == place.path && is_newer && self.files.metadata(&stem)?.is_some() {
                last = Some(removed);
            }
        }
        Ok(last)
    }

    /// The path in the description of what has this name, and what else it says; `None` if it is no description.
    fn description(&self, name: &OsStr, of: &OsStr) -> Option<(PathBuf, Removed)> {
        let mut text = String::new();
        let file = self.info.file(name).ok()?;
        let written = file.metadata().and_then(|it| it.modified()).ok();
        file.take(MAX_INFO).read_to_string(&mut text).ok()?;
        let value = |key: &str| text.lines().find_map(|line| line.strip_prefix(key));
        let path = PathBuf::from(OsString::from_vec(decoded(value("Path=")?)));
        let date = value("DeletionDate=").unwrap_or_default().to_owned();
        let path = self.top.as_ref().map_or(path.clone(), |top| top.join(&path));
        let removed = Removed { date, written, length: of.len(), name: of.to_owned() };
        path.is_absolute().then_some((path, removed))
    }
}

fn no_bin(path: &Path) -> FileError {
    about(
        path,
        "is on a disk where no bin can be made, and nothing is deleted for good: move it elsewhere instead",
    )
}

/// The name of the description of what has this name.
fn with_suffix(name: &OsStr) -> OsString {
    let mut name = name.to_owned();
    name.push(SUFFIX);
    name
}

/// The highest folder above that is on the same disk.
fn top_of(folder: &Folder, disk: u64) -> Result<Folder, FileError> {
    let mut top = Folder::open(&folder.path)?;
    while let Some(parent) = top.path.parent() {
        let parent = Folder::open(parent)?;
        if parent.own_metadata()?.identity().disk != disk {
            break;
        }
        top = parent;
    }
    Ok(top)
}

/// The folder for the bins of all users, if the administrator made one as the specification wants it.
fn shared_folder(top: &Folder) -> Option<Folder> {
    let shared = top.folder(OsStr::new(".Trash")).ok()?;
    let is_sticky = shared.own_metadata().is_ok_and(|it| it.is_sticky());
    is_sticky.then_some(shared)
}

/// Opens a folder, or makes it for this user alone.
fn make_folder(parent: &Folder, name: &OsStr) -> Result<Folder, FileError> {
    match parent.make_folder(name, &Permissions::PRIVATE) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        Err(error) => return Err(of_system(&parent.path.join(name), &error)),
    }
    parent.folder(name)
}

/// Nobody else may put anything into a bin.
fn must_be_own(folder: &Folder) -> Result<(), FileError> {
    match folder.own_metadata()?.owner() == getuid().as_raw() {
        true => Ok(()),
        false => Err(about(&folder.path, "belongs to another user")),
    }
}

/// A path of the environment without links, as far as it exists.
fn real(path: &Path) -> PathBuf {
    match (path.canonicalize(), path.parent(), path.file_name()) {
        (Ok(real), ..) => real,
        (Err(_), Some(parent), Some(name)) => real(parent).join(name),
        (Err(_), ..) => path.to_owned(),
    }
}

/// Opens a folder at a path, and makes what is missing of it.
fn make_path(path: &Path) -> Result<Folder, FileError> {
    match (Folder::open(path), path.parent(), path.file_name()) {
        (Err(_), Some(parent), Some(name)) => {
            let parent = make_path(parent)?;
            let made = parent.make_folder(name, &Permissions::PRIVATE);
            made.map_err(|error| of_system(path, &error))?;
            parent.folder(name)
        }
        (opened, ..) => opened,
    }
}

fn decoded(text: &str) -> Vec<u8> {
    let (bytes, mut found, mut at) = (text.as_bytes(), Vec::new(), 0);
    while at < bytes.len() {
        let escape = (bytes[at] == b'%').then(|| text.get(at + 1..at + 3)).flatten();
        match escape.and_then(|it| u8::from_str_radix(it, 16).ok()) {
            Some(byte) => {
                found.push(byte);
                at += 3;
            }
            None => {
                found.push(bytes[at]);
                at += 1;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_in_a_description_may_hold_any_byte() {
        for name in [&b"/home/u/a b.txt"[..], b"/x/\n%41\xff", "/x/Übung".as_bytes()] {
            let text = percent_encoded_path(name);
            assert!(text.is_ascii() && !text.contains(['\n', ' ']), "{text}");
            assert_eq!(decoded(&text), name);
        }
        assert_eq!(decoded("a%2"), b"a%2");
        assert_eq!(decoded("%zz%C3"), b"%zz\xc3");
    }
}
