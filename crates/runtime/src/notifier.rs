//! Reports warnings of sessions to the person who runs the program.

use std::sync::Arc;

/// Takes warnings of sessions, each one line without a line break.
pub type Notifier = Arc<dyn Fn(&str) + Send + Sync>;
