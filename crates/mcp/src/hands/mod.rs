//! The hands that a client borrows: it opens applications, looks at their windows and acts in them, on desktops of its own.
//!
//! Each desktop is a session like any other, whose model is the client: a view is a prompt of the session, a list of actions the reply.
//! So the policy, approvals, secrets, evidence and the log are those of all sessions (decision 127).

mod act;
mod client_decider;
mod client_model;
mod commands;
mod desk;
mod desk_session;
mod desktops;
mod effects;
mod error;
mod lent_session;
mod observe;
mod open;
mod read;
mod reply;
mod schema;
mod view;
mod view_name;
mod wait;
mod waiting;
mod wanted_picture;
mod window_row;

#[cfg(test)]
mod tests;

pub use act::{ActArgs, ActReply, ActionArgs, AfterRefusal, ObserveAfter};
pub use commands::{CommandsArgs, CommandsReply};
pub use desktops::{DesktopAction, DesktopArgs, DesktopRow, DesktopsReply, WindowsArgs, WindowsReply};
pub use effects::{ActionEffect, EffectWord};
pub use error::HandsError;
pub use lent_session::HandsOptions;
pub use observe::{FindArgs, ObserveArgs};
pub use open::{OpenArgs, OpenReply};
pub use read::{NextPage, ReadArgs, ReadReply};
pub use view::{PictureKind, ScreenData, View};
pub use wait::{WaitArgs, WaitFor};
pub use waiting::{AskedIn, Waiting};
pub use window_row::WindowRow;

use crate::limits::MOST_RUNNING;
use desk::Desk;
use desk_session::{DeskSession, DeskSessions};
use deskpilot_runtime::{Config, SessionHandle, Sessions};
use std::{
    collections::{BTreeMap, btree_map::Entry},
    sync::{Mutex as StdMutex, MutexGuard as StdMutexGuard, PoisonError},
};
use tokio::{
    sync::{Mutex, MutexGuard},
    time::{Instant, timeout_at},
};
use view_name::is_desktop_name;

/// The desktop that is meant where none is named.
const MAIN: &str = "main";

/// The most desktops of a client.
const MOST_DESKTOPS: usize = 4;

/// The hands of one client. Its desktops are closed when this is dropped.
pub struct Hands {
    options: HandsOptions,
    sessions: Sessions,
    desks: Mutex<BTreeMap<String, Desk>>,
    /// The sessions of the desks, for those who answer or end them while a call is at work.
    lent: StdMutex<DeskSessions>,
}

/// A call at work. The next one waits for its end.
struct Call<'h> {
    desks: MutexGuard<'h, BTreeMap<String, Desk>>,
    deadline: Deadline,
}

/// When a call ends, with or without a result.
#[derive(Clone, Copy)]
struct Deadline {
    at: Instant,
    seconds: u64,
}

impl Hands {
    /// The hands of a client, whose sessions these are to be among.
    pub fn new(options: HandsOptions, sessions: Sessions) -> Hands {
        Hands { options, sessions, desks: Mutex::default(), lent: StdMutex::default() }
    }

    /// The running sessions of the client, whose questions people or the client answer.
    pub fn sessions(&self) -> Vec<SessionHandle> {
        self.lent().running().iter().map(|it| it.handle.clone()).collect()
    }

    /// The running session of this desktop.
    pub(crate) fn session(&self, desktop: &str) -> Option<SessionHandle> {
        self.lent().running().iter().find(|it| it.desktop == desktop).map(|it| it.handle.clone())
    }

    /// The settings of the sessions.
    pub(crate) const fn config(&self) -> &Config {
        &self.options.config
    }

    /// Ends the sessions of all desktops, also while a call is at work, and lets none begin any more. Does not wait for their ends.
    pub fn leave(&self) {
        self.lent().leave();
    }

    /// Ends the session of this task, also while a call is at work. Does not wait for its end.
    pub(crate) fn leave_task(&self, task: &str) {
        self.lent().running().iter().filter(|it| it.handle.task() == task).for_each(DeskSession::leave);
    }

    /// Opens an application, documents or a page, looks at the window, and does actions in it.
    ///
    /// # Errors
    /// Nothing opened, or what [`HandsError`] says of all calls. The same holds for the calls below.
    pub async fn open(&self, args: &OpenArgs) -> Result<OpenReply, HandsError> {
        let Call { mut desks, deadline } = self.begin().await?;
        let desk = self.open_desk(&mut desks, args.desktop.as_deref())?;
        deadline.within(open::open(desk, args)).await
    }

    /// Goes on with a call of [`open`](Hands::open) that a question held up, once it is answered.
    pub(crate) async fn open_after_answer(&self, args: &OpenArgs) -> Result<OpenReply, HandsError> {
        let Call { mut desks, deadline } = self.begin().await?;
        let desk = named(&mut desks, args.desktop.as_deref())?;
        deadline.within(open::after_answer(desk, args)).await
    }

    /// Makes the desktop on which this is to be opened, so that its session can be followed from the start.
    pub(crate) async fn make_desktop(&self, args: &OpenArgs) -> Result<(), HandsError> {
        let Call { mut desks, .. } = self.begin().await?;
        self.open_desk(&mut desks, args.desktop.as_deref()).map(drop)
    }

    /// Looks at a window as it is now.
    ///
    /// # Errors
    /// No one window is meant.
    pub async fn observe(&self, args: &ObserveArgs) -> Result<View, HandsError> {
        let Call { mut desks, deadline } = self.begin().await?;
        let desk = named(&mut desks, args.desktop.as_deref())?;
        deadline.within(observe::observe(desk, args)).await
    }

    /// Finds the controls of a window with a text.
    ///
    /// # Errors
    /// No one window is meant.
    pub async fn find(&self, args: FindArgs) -> Result<View, HandsError> {
        self.observe(&args.into_look()).await
    }

    /// Does a list of actions in the window of a view.
    ///
    /// # Errors
    /// The view is not the present one, or an action is not one that can be done there. Nothing was done then.
    pub async fn act(&self, args: &ActArgs) -> Result<ActReply, HandsError> {
        let Call { mut desks, deadline } = self.begin().await?;
        let desk = named(&mut desks, Some(&args.desktop()))?;
        deadline.within(act::act(desk, args)).await
    }

    /// Goes on with a call of [`act`](Hands::act) that a question held up, once it is answered.
    pub(crate) async fn act_after_answer(&self, args: &ActArgs) -> Result<ActReply, HandsError> {
        let Call { mut desks, deadline } = self.begin().await?;
        let desk = named(&mut desks, Some(&args.desktop()))?;
        deadline.within(act::after_answer(desk, args)).await
    }

    /// Reads a document on the disk, or what a window holds.
    ///
    /// # Errors
    /// It was not read.
    pub async fn read(&self, args: &ReadArgs) -> Result<ReadReply, HandsError> {
        let Call { mut desks, deadline } = self.begin().await?;
        let desk = named(&mut desks, args.desktop.as_deref())?;
        deadline.within(read::read(desk, args)).await
    }

    /// Goes on with a call of [`read`](Hands::read) that a question held up, once it is answered.
    pub(crate) async fn read_after_answer(&self, args: &ReadArgs) -> Result<ReadReply, HandsError> {
        let Call { mut desks, deadline } = self.begin().await?;
        let desk = named(&mut desks, args.desktop.as_deref())?;
        deadline.within(read::after_answer(desk, args)).await
    }

    /// The commands of a window.
    ///
    /// # Errors
    /// No one window is meant.
    pub async fn commands(&self, args: &CommandsArgs) -> Result<CommandsReply, HandsError> {
        let Call { mut desks, deadline } = self.begin().await?;
        let desk = named(&mut desks, args.desktop.as_deref())?;
        deadline.within(commands::commands(desk, args)).await
    }

    /// Waits in a window.
    ///
    /// # Errors
    /// The call names no single window, or not what to wait for.
    pub async fn wait(&self, args: &WaitArgs) -> Result<ActReply, HandsError> {
        let Call { mut desks, deadline } = self.begin().await?;
        let desk = named(&mut desks, args.desktop.as_deref())?;
        deadline.within(wait::wait(desk, args)).await
    }

    /// Ends a call of [`wait`](Hands::wait) that a question held up with the look that it was about, once it is answered.
    pub(crate) async fn wait_after_answer(&self, args: &WaitArgs) -> Result<ActReply, HandsError> {
        let Call { mut desks, deadline } = self.begin().await?;
        let desk = named(&mut desks, args.desktop.as_deref())?;
        deadline.within(act::outcome_so_far(desk)).await
    }

    /// The windows of a desktop.
    ///
    /// # Errors
    /// There is no such desktop.
    pub async fn windows(&self, args: &WindowsArgs) -> Result<WindowsReply, HandsError> {
        let Call { mut desks, deadline } = self.begin().await?;
        let desk = named(&mut desks, args.desktop.as_deref())?;
        deadline.within(desk.at_fresh_host()).await?;
        Ok(WindowsReply { data_not_instructions: desk.window_rows() })
    }

    /// Lists the desktops, after it has opened or closed one if that is wanted.
    ///
    /// # Errors
    /// It cannot be opened, or is not there.
    pub async fn desktop(&self, args: &DesktopArgs) -> Result<DesktopsReply, HandsError> {
        let Call { mut desks, deadline } = self.begin().await?;
        match args.action {
            DesktopAction::List => {}
            DesktopAction::Open => {
                let desk = self.open_desk(&mut desks, args.desktop.as_deref())?;
                deadline.within(desk.turn()).await?;
            }
            DesktopAction::Close => {
                let name = args.desktop.as_deref().unwrap_or(MAIN);
                // A desktop that ends slowly stays until it has ended, so that the next call can tell.
                deadline.within(named(&mut desks, Some(name))?.end()).await?;
                desks.remove(name);
            }
        }
        let open = desks.iter().filter(|(_, it)| !it.session().is_closed());
        let row = |(name, desk): (&String, &Desk)| DesktopRow {
            desktop: name.clone(),
            task: desk.handle().task().to_owned(),
        };
        Ok(DesktopsReply { desktops: open.map(row).collect() })
    }

    /// Waits until no other call is at work.
    async fn begin(&self) -> Result<Call<'_>, HandsError> {
        let time = self.options.deadline;
        let deadline = Deadline { at: Instant::now() + time, seconds: time.as_secs() };
        match timeout_at(deadline.at, self.desks.lock()).await {
            Ok(desks) => Ok(Call { desks, deadline }),
            Err(_) => Err(HandsError::Busy { seconds: deadline.seconds }),
        }
    }

    /// The desktop of this name, made if it is not there.
    fn open_desk<'d>(
        &self,
        desks: &'d mut BTreeMap<String, Desk>,
        name: Option<&str>,
    ) -> Result<&'d mut Desk, HandsError> {
        let name = name.unwrap_or(MAIN);
        let rejected = |complaint: String| Err(HandsError::Rejected { complaint });
        if !is_desktop_name(name) {
            return rejected("the name of a desktop has 1 to 20 small letters, digits or _".to_owned());
        }
        desks.retain(|_, it| !it.session().is_closed());
        let count = desks.len();
        match desks.entry(name.to_owned()) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(_) if count >= MOST_DESKTOPS => {
                rejected(format!("you have {count} desktops: close one first"))
            }
            Entry::Vacant(_) if self.sessions.live().len() >= MOST_RUNNING => {
                rejected("too many of your tasks run: wait until one ends, or stop one".to_owned())
            }
            Entry::Vacant(place) => {
                let desk = Desk::start(name, &self.options, &self.sessions)?;
                self.lent().add(desk.session().clone());
                Ok(place.insert(desk))
            }
        }
    }

    fn lent(&self) -> StdMutexGuard<'_, DeskSessions> {
        self.lent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Deadline {
    /// The result of the work, if it comes in time. What it has begun goes on otherwise.
    async fn within<T>(self, work: impl Future<Output = Result<T, HandsError>>) -> Result<T, HandsError> {
        let Deadline { at, seconds } = self;
        let working = Box::pin(work);
        timeout_at(at, working).await.unwrap_or(Err(HandsError::StillWorking { seconds }))
    }
}

/// The native commands that calls run which only look.
#[cfg(test)]
pub(crate) fn native_readers() -> impl Iterator<Item = &'static str> {
    read::commands().chain([wait::FILE_INFO])
}

/// The desktop of this name.
fn named<'d>(desks: &'d mut BTreeMap<String, Desk>, name: Option<&str>) -> Result<&'d mut Desk, HandsError> {
    let name = name.unwrap_or(MAIN);
    desks.get_mut(name).ok_or_else(|| HandsError::NoDesktop(name.to_owned()))
}
