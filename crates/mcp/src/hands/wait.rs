//! Waits for a text, for a window to come or to go, for a file, or just a while.

use super::{
    act::{ActReply, ObserveAfter, carry_out},
    desk::Desk,
    error::HandsError,
    reply,
    schema::{ArgumentKind, DESKTOP, WINDOW, object},
    view::ViewContent,
    window_row::find_window,
};
use deskpilot_core::{WindowId, WindowState};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// The longest wait, in seconds: shorter than the deadline of a call.
const LONGEST: f64 = 45.0;
/// The native command that tells whether there is a file.
pub(super) const FILE_INFO: &str = "file_info";
/// The pause between two looks, in seconds.
const PAUSE: f64 = 0.5;

/// What the wait is for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WaitArgs {
    /// What.
    #[serde(rename = "for")]
    pub what: WaitFor,
    /// How long at most, 0 to 45.
    pub seconds: f64,
    /// The text.
    pub text: Option<String>,
    /// The file.
    pub path: Option<String>,
    /// The window.
    pub window: Option<String>,
    /// The desktop.
    pub desktop: Option<String>,
}

/// What a wait is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WaitFor {
    /// The window shows a text that it did not show before.
    Text,
    /// There is a window of this name.
    Window,
    /// The window is gone.
    WindowGone,
    /// There is a file.
    File,
    /// The time is over.
    Time,
}

impl WaitArgs {
    /// The schema of these arguments.
    pub fn schema() -> Value {
        object(
            vec![
                (
                    "for",
                    ArgumentKind::OneOf(&["text", "window", "window_gone", "file", "time"]),
                    "what is waited for",
                ),
                ("seconds", ArgumentKind::Number, "how long at most, 0 to 45"),
                ("text", ArgumentKind::Text, "for text: one that the window does not show yet"),
                ("path", ArgumentKind::Text, "for file"),
                WINDOW,
                DESKTOP,
            ],
            &["for", "seconds"],
        )
    }

    /// The item of a reply's list that looks once.
    fn look(&self, seconds: f64) -> Result<Value, HandsError> {
        match (self.what, &self.text, &self.path) {
            (WaitFor::Text, Some(text), _) => Ok(reply::wait(seconds, Some(text))),
            (WaitFor::File, _, Some(path)) => Ok(reply::call(FILE_INFO, &json!({"path": path}))),
            (WaitFor::Time, ..) => Ok(reply::wait(seconds, None)),
            (WaitFor::WindowGone, ..) => Ok(reply::wait(PAUSE.min(seconds), None)),
            _ => {
                let complaint = "give the text, the path or the window that is waited for".to_owned();
                Err(HandsError::Rejected { complaint })
            }
        }
    }
}

/// Waits in a window.
pub(super) async fn wait(desk: &mut Desk, args: &WaitArgs) -> Result<ActReply, HandsError> {
    let seconds = args.seconds.clamp(0.0, LONGEST);
    let deadline = Instant::now() + Duration::from_secs_f64(seconds);
    // No AppAgent can be at a window that is not there yet: the HostAgent looks.
    if let (WaitFor::Window, Some(wanted)) = (args.what, &args.window) {
        return for_window(desk, wanted, deadline).await;
    }
    let look = args.look(seconds)?;
    desk.at_window(args.window.as_deref()).await?;
    let window = desk.app_view().map(|it| it.window.id);
    loop {
        let reply = carry_out(desk, std::slice::from_ref(&look), ObserveAfter::Controls).await?;
        let is_over = match args.what {
            WaitFor::WindowGone => is_gone(desk, window),
            WaitFor::File => reply.actions.last().is_some_and(|it| it.is_fine),
            _ => true,
        };
        // Where the window is gone there is no AppAgent that could wait on.
        if is_over || reply.view.is_none() || Instant::now() >= deadline {
            return Ok(reply);
        }
        leave_untold(desk, reply);
        // A look at a file comes back at once; the looks of the other waits take their time.
        if args.what == WaitFor::File {
            let paused = carry_out(desk, &[reply::wait(PAUSE, None)], ObserveAfter::Controls).await?;
            if paused.view.is_none() {
                return Ok(paused);
            }
            leave_untold(desk, paused);
        }
    }
}

/// Waits until there is a window of this name, and looks at it. Where none comes up in time, tells which there are.
async fn for_window(desk: &mut Desk, wanted: &str, deadline: Instant) -> Result<ActReply, HandsError> {
    loop {
        desk.at_fresh_host().await?;
        if find_window(&desk.windows(), Some(wanted)).is_some() {
            let turn = desk.at_window(Some(wanted)).await?;
            let view = Some(desk.view(&turn, ViewContent::Controls)?);
            return Ok(ActReply { actions: Vec::new(), stopped_at: None, view, windows: Vec::new() });
        }
        if Instant::now() >= deadline {
            let windows = desk.window_rows();
            return Ok(ActReply { actions: Vec::new(), stopped_at: Some(0), view: None, windows });
        }
        sleep(Duration::from_secs_f64(PAUSE)).await;
    }
}

/// Leaves to a later reply what was done before this look, which is the last action.
fn leave_untold(desk: &mut Desk, reply: ActReply) {
    let mut before = reply.actions;
    before.pop();
    desk.put_back(before);
}

/// Whether the window is no longer there.
fn is_gone(desk: &Desk, window: Option<WindowId>) -> bool {
    desk.app_view().is_none_or(|view| {
        let is_here = Some(view.window.id) == window && view.window.state != WindowState::Closed;
        !is_here && view.others.iter().all(|it| Some(it.id) != window)
    })
}
