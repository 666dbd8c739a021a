//! Native commands of Word, Excel, PowerPoint and Outlook, which carry them out over IDispatch. The tables are those of `office_tables`.
//!
//! Which calls a command makes, with which arguments, and what it reports is portable, and tested against recorded objects; the calls are
//! made on Windows alone.
#![cfg_attr(
    not(any(windows, test)),
    expect(dead_code, reason = "the calls, which are on Windows alone, use it")
)]

#[cfg(windows)]
mod com;
mod commands;
mod dispatch;
mod excel;
mod outlook;
mod patience;
mod powerpoint;
mod receiver;
#[cfg(test)]
mod recorded;
mod running;
mod window_object;
mod word;

#[cfg(windows)]
pub use com::receivers::receivers;
