//! Where an action stands in the list of a reply.

/// The position of an action in the reply's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListPosition {
    /// There is no list.
    Alone,
    /// The first action: the window is as it was seen, but may not have been complete yet.
    First,
    /// A later action: its control may appear by an earlier action.
    Later,
}
