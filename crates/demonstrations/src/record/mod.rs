//! Watches a person and writes down the steps.
