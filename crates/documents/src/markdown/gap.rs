//! What is between two texts.

/// What is between two texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    /// Nothing.
    #[default]
    None,
    /// A space.
    Space,
    /// A line break.
    Line,
    /// An empty line.
    Paragraph,
}
