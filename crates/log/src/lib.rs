//! The log of a session, its blobs and its exports.
