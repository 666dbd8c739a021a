//! Performs one input in phases: aims at the target, looks, sends the gesture, waits for its effect, reads back.

#[cfg(windows)]
mod background;
#[cfg(windows)]
mod choose;
#[cfg(windows)]
mod ending;
#[cfg(windows)]
mod executor;
#[cfg(windows)]
mod front;
#[cfg(windows)]
mod identity;
#[cfg(windows)]
mod keys;
#[cfg(windows)]
mod patterns;
#[cfg(windows)]
mod phases;
#[cfg(windows)]
mod pointer;
#[cfg(windows)]
mod proof_value;
#[cfg(windows)]
mod send;
#[cfg(windows)]
mod settle;
#[cfg(windows)]
mod target;
#[cfg(windows)]
mod texts;
pub(super) mod waiting;
#[cfg(windows)]
mod way_end;
pub(super) mod ways;

#[cfg(windows)]
pub(super) use executor::Executor;
