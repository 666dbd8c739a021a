//! Text documents of office suites: zip packages of XML parts.

pub(crate) mod docx;
mod list_levels;
pub(crate) mod odt;
mod package;

pub use package::{Package, PackageError};
