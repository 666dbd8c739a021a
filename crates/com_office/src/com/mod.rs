//! The calls to objects of other programs, over COM, on a thread of their own.
#![expect(unsafe_code, reason = "every method of a COM interface is unsafe in the bindings of Windows")]

mod automation;
mod call_filter;
mod classes;
pub(crate) mod receivers;
mod safe_array;
#[cfg(test)]
mod served;
mod sta;
#[cfg(test)]
mod tests;
mod this_machine;
mod variant;
#[cfg(test)]
mod window_fixture;
mod windows;
