//! The tasks of a client: how one begins, is followed, asks and ends.

mod asking;
mod follow;
mod form_request;
mod progress;
mod question;
mod report;
mod start;

pub(crate) use asking::{Asked, Asking, until};
pub(crate) use follow::{Cancellation, Follow};
pub(crate) use progress::{Progress, ProgressDetail};
pub(crate) use question::{GivenAnswer, question_value, reply_to};
pub(crate) use report::{TaskReport, report_of_log, task_rows};
pub(crate) use start::{resume, start};
