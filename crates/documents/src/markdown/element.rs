//! The elements of documents, whatever format they are written in.

/// How the items of a list begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marker {
    /// With a dash.
    Dash,
    /// With their number.
    Number,
}

/// An element of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    /// The title of a section, with its level from 1.
    Heading(u8),
    /// A paragraph.
    Paragraph,
    /// A block without an empty line around it.
    Line,
    /// A list.
    List(Marker),
    /// An item of a list.
    Item,
    /// A quotation, or a side note.
    Quote,
    /// Text with fixed line breaks.
    CodeBlock,
    /// A table.
    Table,
    /// A row of a table.
    Row,
    /// A cell of a row.
    Cell,
    /// A rule between blocks. It has no content.
    Rule,
    /// A line break. It has no content.
    Break,
    /// What is typed, or the name of a file or a command.
    Code,
    /// What is stressed, or a term that is explained.
    Strong,
    /// What is struck through, and no longer holds.
    Struck,
    /// Any other text in a line.
    Inline,
}
