//! Documents of office suites: zip packages of XML parts.

mod cell_range;
pub(crate) mod docx;
mod list_levels;
pub(crate) mod odp;
pub(crate) mod ods;
pub(crate) mod odt;
pub(crate) mod package;
mod part_error;
pub(crate) mod pptx;
mod relations;
mod sheet_writer;
mod slide_writer;
pub(crate) mod xlsx;

pub use cell_range::{CellRange, cell_position, column_letters};
pub use ods::{RowCell, SheetEvent, each_row};
pub use package::{Package, PackageError};
pub use part_error::PartError;
pub(crate) use relations::part_name;
pub use xlsx::Workbook;
