//! Native commands of files and folders: list, read, search, write, copy, move, put into the bin and back, pack and unpack.
//!
//! The policy rules on the paths, and hands over each one without links. Every path is then walked from the root by handles,
//! one name after the other, and no link is followed: a link that takes the place of a folder meanwhile is refused. What a
//! command writes appears under its name when it is complete, and is read back before it counts as confirmed.
//!
//! The commands work on Linux; elsewhere the receiver serves nothing.

#![cfg_attr(
    not(target_os = "linux"),
    expect(
        dead_code,
        reason = "only the disk's commands, which are for Linux, use the roots, the limits and most errors"
    )
)]

#[cfg(target_os = "linux")]
mod disk;
mod error;
mod receiver;
mod roots;
mod table;
mod work;

pub use receiver::FilesReceiver;
pub use table::COMMANDS as FILE_COMMANDS;
