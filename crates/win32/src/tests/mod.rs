//! Tests on windows of our own.
