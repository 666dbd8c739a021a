//! Spans on their way to a collector.

mod sending;
