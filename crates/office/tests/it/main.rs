//! Commands of office documents, carried out by LibreOffice on a private desktop, and read back from the files that it saves.
#![expect(clippy::unwrap_used, reason = "a test says what is wrong by ending")]

mod bridge_parts;
mod calc;
mod calc_copy;
mod calc_fill;
mod calc_view;
mod csv;
mod csv_file;
mod formula_spelling;
mod impress;
mod office_desktop;
mod outside;
mod troubles;
mod writer;
mod writer_ranges;
