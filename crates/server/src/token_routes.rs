//! Routes that the program which runs the server adds, for programs: a request comes with a token instead of a cookie.

use axum::{Router, http::Extensions};
use std::sync::Arc;

/// The client with this token, as the routes find it in a request; `None` for a wrong token.
type Admit = Arc<dyn Fn(&str) -> Option<Extensions> + Send + Sync>;

/// A path for programs. The server checks place and token of each request, and reads its body, before the routes see it.
#[derive(Clone)]
pub struct TokenRoutes {
    /// The path.
    pub path: &'static str,
    /// What is served there.
    pub router: Router,
    /// The client with this token. It may read files.
    pub admit: Admit,
    /// The largest body, in bytes.
    pub largest_body: usize,
}
