//! How much of a document is read. A file that has more is refused with a clear error.

use deskpilot_system::ReadLimit;

/// The largest file that is read.
pub(crate) const LARGEST_FILE: ReadLimit = ReadLimit::mib(64);
/// The largest text, after it is unpacked.
pub(crate) const LARGEST_TEXT: ReadLimit = ReadLimit::mib(16);
/// The most bytes of Markdown that a document becomes.
pub(crate) const MOST_TEXT: usize = 32 << 20;
/// The most sections of a document.
pub(crate) const MOST_SECTIONS: usize = 20_000;
/// The deepest section that has a title of its own level.
pub(crate) const DEEPEST_SECTION: u8 = 12;
/// The most elements of XML that are open at once.
pub(crate) const DEEPEST_XML: usize = 1_000;
/// The most characters of a title.
pub(crate) const LONGEST_TITLE: usize = 200;
/// The most bytes that one entity of XML stands for.
pub(crate) const LARGEST_ENTITY: usize = 4 << 10;
/// The most bytes that all entities of a document stand for, where they are defined and where they are used.
pub(crate) const MOST_ENTITIES: usize = 1 << 20;
