//! Which lines of a table.

/// The lines of a table that have heads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableLines {
    /// Those beside each other, whose heads are at their beginning.
    Rows,
    /// Those below each other, whose heads are above them.
    Columns,
}
