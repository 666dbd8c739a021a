//! What the commands of all three programs share: what they get, what they answer, and how lists and numbers are written.

pub(crate) mod answer;
pub(crate) mod call_args;
pub(crate) mod files;
pub(crate) mod formats;
pub(crate) mod here;
pub(crate) mod host;
pub(crate) mod links;
pub(crate) mod machine;
pub(crate) mod saving;
pub(crate) mod texts;
