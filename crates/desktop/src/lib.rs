//! Seeing and doing, whatever the platform.
