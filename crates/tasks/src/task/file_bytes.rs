//! The bytes of a file at the start of a task, as written in the task file.

use serde::{
    Deserialize, Deserializer,
    de::{Error, SeqAccess, Visitor},
};
use std::fmt;

/// A text, or the list of the bytes of a file that is not UTF-8 text.
pub(super) struct FileBytes(pub(super) Vec<u8>);

impl<'de> Deserialize<'de> for FileBytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FileBytes, D::Error> {
        struct FileBytesVisitor;
        impl<'de> Visitor<'de> for FileBytesVisitor {
            type Value = FileBytes;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text or a list of bytes")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<FileBytes, E> {
                Ok(FileBytes(text.as_bytes().to_vec()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<FileBytes, A::Error> {
                let mut bytes = Vec::new();
                while let Some(byte) = list.next_element()? {
                    bytes.push(byte);
                }
                Ok(FileBytes(bytes))
            }
        }
        deserializer.deserialize_any(FileBytesVisitor)
    }
}
