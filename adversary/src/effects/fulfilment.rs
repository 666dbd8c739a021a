//! Whether the truth is as an action wants it.

/// Whether the truth is as a gesture wants it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Fulfilment {
    /// It is.
    Met,
    /// It is not: this is there.
    Missed(String),
    /// The truth cannot show it.
    Unknown,
}
