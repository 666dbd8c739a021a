//! What one process runs: a suite, or one of its tests.

/// What one process runs.
#[derive(Debug)]
pub(crate) struct Job {
    /// The place of its suite in the list of suites.
    pub(crate) suite: usize,
    /// The one test that it runs; `None` for the whole suite.
    pub(crate) test: Option<String>,
}

impl Job {
    /// Its test, or `*`.
    pub(crate) fn name(&self) -> &str {
        self.test.as_deref().unwrap_or("*")
    }
}
