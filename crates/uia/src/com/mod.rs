//! The calls to UI Automation, over COM. All of them run on the thread of [`client`], and none outside of this module.
#![expect(unsafe_code, reason = "every method of a COM interface is unsafe in the bindings of Windows")]

mod actions;
mod apartment;
mod automation;
mod cache_requests;
pub(crate) mod client;
mod event_sink;
mod known_elements;
#[cfg(test)]
mod numbers;
mod results;
mod safe_array;
mod texts;
mod variant;
mod walk;
mod watched_window;
