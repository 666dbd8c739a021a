//! What the user says of an agent that is not ours.

/// What the user says of an agent that is not ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// What it is called.
    pub name: String,
    /// What it is good for: by this the HostAgent chooses it.
    pub introduction: String,
    /// The application whose own assistant it is, where it is one.
    pub application: Option<String>,
}
