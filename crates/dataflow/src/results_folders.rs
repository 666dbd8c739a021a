//! The names of the folders in a folder of results.

/// The folder of the documents that tasks begin with.
pub(crate) const SAVED_DOCUMENTS: &str = "saved_document";
/// The folder of the documents that executions left.
pub(crate) const EXECUTED_DOCUMENTS: &str = "executed_document";
/// The folder of the batch plans of what passed: plans in `tasks`, documents in `files`.
pub(crate) const BATCH: &str = "batch";
/// The folder of the raw tasks.
pub(crate) const RAW_TASKS: &str = "tasks";
