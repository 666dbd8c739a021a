//! Who is told what a person at the command should know, and no session waits for.

use std::sync::Arc;

/// Who is told, in a line without its end, of what a session can go on without.
pub type Notify = Arc<dyn Fn(&str) + Send + Sync>;
