//! Stubs for builds without the feature `reference`: none of them can be opened, and the error says how to build it.

use super::not_built;
use anyhow::Result;
use deskpilot_core::Control;
use deskpilot_linux::Seat;
use std::time::Duration;

/// No connection: there is no library that could open one.
pub(crate) enum Bus {}

impl Bus {
    /// Always fails.
    pub(crate) async fn connect(_: &Seat) -> Result<Bus> {
        Err(not_built())
    }

    pub(crate) async fn has_page(&self, _: &[u32]) -> Result<bool> {
        match *self {}
    }

    pub(crate) async fn press(&self, _: &Control) -> Result<()> {
        match *self {}
    }

    pub(crate) async fn insert(&self, _: &Control, _: &str) -> Result<()> {
        match *self {}
    }

    pub(crate) async fn text(&self, _: &Control) -> Result<String> {
        match *self {}
    }

    pub(crate) async fn least_traffic(&self, _: &[Control]) -> Result<(u64, u64)> {
        match *self {}
    }
}

/// Never called: nobody has a connection.
pub(crate) async fn time_reader(bus: &Bus, _: &[u32], _: Duration) -> Result<Option<(Duration, usize)>> {
    match *bus {}
}

/// No counter: there is no vocabulary that it could count with.
pub(crate) enum TokenCounter {}

impl TokenCounter {
    /// Always fails.
    pub(crate) fn new() -> Result<TokenCounter> {
        Err(not_built())
    }

    pub(crate) fn tokens(&self, _: &str) -> usize {
        match *self {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::check;

    #[test]
    fn what_is_not_built_says_how_to_build_it() {
        for error in [TokenCounter::new().err(), check().err()] {
            let error = error.unwrap().to_string();
            assert!(error.ends_with("--package deskpilot-bench --features reference`"), "{error}");
        }
    }
}
