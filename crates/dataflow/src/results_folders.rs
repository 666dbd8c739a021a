//! The names of what is in a folder of results.

/// The queue of a run that has no other one.
pub const QUEUE: &str = "queue.sqlite";
/// The folder of the logs of its tasks, unless the person names another one.
pub const LOGS: &str = "logs";
/// The folder of the documents that tasks begin with.
pub(crate) const SAVED_DOCUMENTS: &str = "saved_document";
/// The folder of the documents that executions left.
pub(crate) const EXECUTED_DOCUMENTS: &str = "executed_document";
/// The folder of the batch plans of what passed: plans in `tasks`, documents in `files`.
pub(crate) const BATCH: &str = "batch";
/// The folder of the raw tasks.
pub(crate) const RAW_TASKS: &str = "tasks";
