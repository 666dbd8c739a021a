//! The profile of an external agent, from the user's configuration.

/// The profile of an external agent, from the user's configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentProfile {
    /// Its name.
    pub name: String,
    /// What it is good at; the HostAgent chooses by this text.
    pub introduction: String,
    /// The application whose built-in assistant it is, if it is one.
    pub application: Option<String>,
}
