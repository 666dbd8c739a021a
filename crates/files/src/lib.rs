//! Native commands of files and folders: list, read, search, write, copy, move, put into the bin and back, pack and unpack.
//!
//! The policy rules on the paths, and hands over each one without links. Every path is then walked from the root by handles,
//! one name after the other, and no link is followed: a link that takes the place of a folder meanwhile is refused. What a
//! command writes appears under its name when it is complete, and is read back before it counts as confirmed.
//!
//! The commands work on Linux and on Windows; elsewhere the receiver serves nothing. What differs between the two is in `disk::os` and
//! `disk::bin`. On Windows names are read as the policy reads them, in any case of their letters, and refused where Windows would take
//! them for another file; no junction is followed either, and the bin is the Recycle Bin.

#![cfg_attr(
    not(any(target_os = "linux", windows)),
    expect(
        dead_code,
        reason = "only the disk's commands, which are for Linux and Windows, use the roots, the limits and most errors"
    )
)]

#[cfg(any(target_os = "linux", windows))]
mod disk;
mod error;
mod receiver;
mod roots;
mod table;
mod work;

pub use receiver::FilesReceiver;
pub use table::COMMANDS as FILE_COMMANDS;
