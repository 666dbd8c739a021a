//! CSV files: how LibreOffice opens one so that its texts stay texts, and what is written so that everything that was not changed
//! stays byte for byte.

mod alignment;
mod columns;
mod grid;
mod import;
mod numbers;
mod records;
mod rewrite;
mod separator;

pub(crate) use import::import_argument;
pub(crate) use rewrite::{CsvError, OpenCsv, RewrittenCsv};
