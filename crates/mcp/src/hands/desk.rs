//! A desktop of a client: its session, the agent that waits for the client, and what the client has not been told yet.
//!
//! Of the session's two kinds of agents one waits at a time. A call that needs the other one ends the subtask, or assigns the next, and
//! the client sees neither. Dropping a call loses nothing: what is on its way arrives with the next one.

use super::{
    desk_session::DeskSession,
    effects::{ActionEffect, SessionSteps},
    error::HandsError,
    lent_session::{HandsOptions, lent_session},
    reply,
    view::{PictureKind, View, ViewContent},
    view_name::ViewName,
    waiting::{AskedIn, Waiting},
    wanted_picture::WantedPicture,
    window_row::{WindowRow, find_window, is_named, opened_window},
};
use crate::turns::{Turn, Turns};
use deskpilot_agent::Ending;
use deskpilot_core::{
    AppView, DesktopView, Event, Verdict, View as Observed, Window, WindowId, fold::OpenQuestion, section,
};
use deskpilot_runtime::{EventStream, Presence, Respondents, SessionHandle, Sessions, with_causes};
use std::{collections::VecDeque, mem, sync::Arc, time::Duration};
use tokio::time::timeout;

/// How many earlier views a call can ask for the changes since.
const KEPT_VIEWS: usize = 8;

/// How long a session may take to end by itself.
const ENDING: Duration = Duration::from_secs(10);

/// What the last reply to the session was for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ReplyPurpose {
    /// A look, or a way to another window: the client need not hear of it.
    Look,
    /// What the client wants to be done.
    Work,
}

/// What a wait for the session ended with.
enum Moment {
    Asked(Arc<Turn>),
    Question(OpenQuestion),
    Over,
}

/// A desktop of a client.
pub(super) struct Desk {
    session: DeskSession,
    events: EventStream,
    steps: SessionSteps,
    /// What was done, and no reply has told.
    untold: Vec<ActionEffect>,
    /// The actions behind the last launch, as not done, until they begin.
    held: Vec<ActionEffect>,
    /// How many effects were untold before the last launch.
    untold_before_launch: usize,
    /// The last views, the latest last.
    seen: VecDeque<(u32, AppView)>,
    /// The native commands at hand when the window was assigned.
    native: Vec<String>,
    purpose: ReplyPurpose,
    /// The picture that the client waits for.
    wanted: Arc<WantedPicture>,
    /// The name that led a call to a window last, and that window.
    named: Option<(String, WindowId)>,
    /// The windows before the last launch.
    before_launch: Vec<WindowId>,
    /// The number of the last turn that was answered.
    answered: u64,
    /// As long as the client is here, somebody can answer questions.
    _presence: Presence,
}

impl Desk {
    /// Starts the session of a desktop of this name. Must be called within a tokio runtime.
    pub(super) fn start(name: &str, options: &HandsOptions, sessions: &Sessions) -> Result<Desk, HandsError> {
        let (turns, wanted) = (Arc::new(Turns::default()), Arc::new(WantedPicture::default()));
        let respondents = Respondents::default();
        let presence = respondents.attend();
        let handle = sessions.start(lent_session(options, &turns, &wanted, &respondents))?;
        Ok(Desk {
            events: handle.events(0),
            session: DeskSession { desktop: name.to_owned(), handle, turns },
            steps: SessionSteps::default(),
            untold: Vec::new(),
            held: Vec::new(),
            untold_before_launch: 0,
            seen: VecDeque::new(),
            native: Vec::new(),
            purpose: ReplyPurpose::Look,
            wanted,
            named: None,
            before_launch: Vec::new(),
            answered: 0,
            _presence: presence,
        })
    }

    /// Its session.
    pub(super) const fn session(&self) -> &DeskSession {
        &self.session
    }

    /// The running session.
    pub(super) const fn handle(&self) -> &SessionHandle {
        &self.session.handle
    }

    /// The native commands at hand when the window was assigned.
    pub(super) fn native(&self) -> &[String] {
        &self.native
    }

    /// The number of the turn that waits already: what it shows may be old.
    pub(super) fn waiting_turn(&self) -> Option<u64> {
        self.session.turns.waiting_after(self.answered)
    }

    /// The next turn, with all that happened before it. Actions that an earlier call did not begin are not begun any more.
    pub(super) async fn turn(&mut self) -> Result<Arc<Turn>, HandsError> {
        let turn = self.next_turn(AskedIn::EarlierCall).await?;
        self.untold.append(&mut self.held);
        Ok(turn)
    }

    async fn next_turn(&mut self, asked_in: AskedIn) -> Result<Arc<Turn>, HandsError> {
        let moment = self.moment().await;
        // After the wait: the log now has all that led to this moment.
        self.follow().await?;
        match moment {
            Moment::Asked(turn) => {
                let news = self.steps.take();
                if self.purpose == ReplyPurpose::Work {
                    self.untold.extend(news);
                }
                self.keep_view();
                Ok(turn)
            }
            Moment::Question(open) => {
                let waiting = Waiting::of(&open, &self.session, asked_in);
                Err(HandsError::Waiting(Box::new(waiting)))
            }
            Moment::Over => Err(HandsError::Closed(self.end_reason().await)),
        }
    }

    /// Answers the turn and waits for the next one.
    pub(super) async fn ask(
        &mut self,
        turn: &Turn,
        text: String,
        purpose: ReplyPurpose,
    ) -> Result<Arc<Turn>, HandsError> {
        if !turn.answer(text) {
            return Err(HandsError::Overtaken);
        }
        (self.answered, self.purpose) = (turn.number, purpose);
        let next = self.next_turn(AskedIn::ThisCall).await?;
        // An agent that cannot use a reply asks again, and says why.
        match next.prompt.section(section::COMPLAINT) {
            "" => Ok(next),
            complaint => Err(HandsError::Rejected { complaint: complaint.to_owned() }),
        }
    }

    /// A turn of an AppAgent at this window; without a name, at the one where it is, or the one with the keyboard.
    pub(super) async fn at_window(&mut self, wanted: Option<&str>) -> Result<Arc<Turn>, HandsError> {
        let stale = self.waiting_turn();
        let turn = self.turn().await?;
        if self.is_at(wanted) {
            return Ok(turn);
        }
        let mut turn = self.at_host(turn).await?;
        // The HostAgent made its list before this call, and the window may have come since.
        if stale == Some(turn.number) && find_window(&self.windows(), wanted).is_none() {
            turn = self.look_at_desktop(&turn).await?;
        }
        let windows = self.windows();
        let Some(window) = find_window(&windows, wanted) else {
            return Err(self.no_window(wanted));
        };
        let turn = self.assign(&turn, window).await?;
        self.named = wanted.map(|it| (it.to_owned(), window.id));
        // A window that has gone meanwhile is left to the HostAgent.
        self.app_view().map(|_| turn).ok_or_else(|| self.no_window(wanted))
    }

    /// Whether an AppAgent waits at the window that is meant. A name that led a call to a window means it as long as it fits that window
    /// and no other of its application better: to ask the whole desktop again takes many times as long as a look.
    fn is_at(&self, wanted: Option<&str>) -> bool {
        let Some(view) = self.app_view() else { return false };
        let Some(wanted) = wanted else { return true };
        if is_named(&view.window, wanted) {
            return true;
        }
        let here = view.window.id;
        let led_here = self.named.as_ref().is_some_and(|(name, id)| name == wanted && *id == here);
        let own: Vec<Window> = [&view.window].into_iter().chain(&view.others).cloned().collect();
        led_here && find_window(&own, Some(wanted)).is_some_and(|it| it.id == here)
    }

    /// A turn of the HostAgent: an AppAgent ends its subtask.
    pub(super) async fn at_host(&mut self, mut turn: Arc<Turn>) -> Result<Arc<Turn>, HandsError> {
        while self.app_view().is_some() {
            turn = self.ask(&turn, reply::finish(""), ReplyPurpose::Look).await?;
        }
        Ok(turn)
    }

    /// The same with a list of windows that was not read before the call.
    pub(super) async fn at_fresh_host(&mut self) -> Result<(), HandsError> {
        let stale = self.waiting_turn();
        let turn = self.turn().await?;
        let turn = self.at_host(turn).await?;
        if stale == Some(turn.number) {
            self.look_at_desktop(&turn).await?;
        }
        Ok(())
    }

    /// Looks at the desktop again: windows may have come and gone since the HostAgent saw them.
    async fn look_at_desktop(&mut self, turn: &Turn) -> Result<Arc<Turn>, HandsError> {
        self.ask(turn, reply::look_at_desktop(), ReplyPurpose::Look).await
    }

    async fn assign(&mut self, turn: &Turn, window: &Window) -> Result<Arc<Turn>, HandsError> {
        self.ask(turn, reply::assign(window.label, &self.subtask()), ReplyPurpose::Look).await
    }

    /// The next subtask. Each has an id of its own, so that one that failed says nothing of the others.
    pub(super) fn subtask(&self) -> String {
        format!("c{}: whatever the client says", self.answered + 1)
    }

    /// Looks again, by doing the least.
    pub(super) async fn look(&mut self, turn: &Turn) -> Result<Arc<Turn>, HandsError> {
        self.ask(turn, reply::look(), ReplyPurpose::Look).await
    }

    /// From the next look on, the client waits for this picture.
    pub(super) fn want_picture(&self, kind: PictureKind) {
        self.wanted.set(kind);
    }

    /// Whether this picture was not made at the last look at a window.
    pub(super) fn lacks_picture(&self, kind: PictureKind) -> bool {
        kind == PictureKind::Numbered && self.app_view().is_some_and(|it| it.pictures.annotated.is_none())
    }

    /// What the AppAgent that waits sees; `None` if the HostAgent waits.
    pub(super) fn app_view(&self) -> Option<&AppView> {
        match self.observed()? {
            Observed::App(view) => Some(view),
            Observed::Desktop(_) => None,
        }
    }

    /// The windows that the HostAgent sees; none if an AppAgent waits.
    pub(super) fn windows(&self) -> Vec<Window> {
        match self.observed() {
            Some(Observed::Desktop(DesktopView { windows, .. })) => windows.clone(),
            Some(Observed::App(_)) | None => Vec::new(),
        }
    }

    /// Notes the windows that the HostAgent sees before it launches something, and the actions behind it as not done: the call may
    /// be over before they begin.
    pub(super) fn begin_launch(&mut self, held: Vec<ActionEffect>) {
        self.before_launch = self.windows().iter().map(|it| it.id).collect();
        (self.untold_before_launch, self.held) = (self.untold.len(), held);
    }

    /// The actions behind the launch begin now, or are told otherwise.
    pub(super) fn release_held(&mut self) {
        self.held.clear();
    }

    /// Whether the actions behind the launch have not begun.
    pub(super) const fn holds_actions(&self) -> bool {
        !self.held.is_empty()
    }

    /// What was done since the last launch began, as long as no reply has told it.
    pub(super) fn since_launch(&self) -> &[ActionEffect] {
        self.untold.get(self.untold_before_launch..).unwrap_or_default()
    }

    /// The window that the last launch opened, as a call names it; `None` if the HostAgent sees none, or an AppAgent is at it.
    pub(super) fn launched_window(&self) -> Option<String> {
        let windows = self.windows();
        opened_window(&windows, &self.before_launch).map(|it| WindowRow::of(it).window)
    }

    /// The windows as a reply lists them: of an AppAgent those of its application.
    pub(super) fn window_rows(&self) -> Vec<WindowRow> {
        match self.app_view() {
            Some(view) => [&view.window].into_iter().chain(&view.others).map(WindowRow::of).collect(),
            None => self.windows().iter().map(WindowRow::of).collect(),
        }
    }

    /// That no one window is meant by this name.
    pub(super) fn no_window(&self, wanted: Option<&str>) -> HandsError {
        HandsError::NoWindow { wanted: wanted.unwrap_or_default().to_owned(), windows: self.window_rows() }
    }

    /// The name of the present view; `None` if no AppAgent waits.
    pub(super) fn view_name(&self) -> Option<ViewName> {
        self.app_view()?;
        let step = self.steps.last()?.number.session;
        Some(ViewName { desktop: self.session.desktop.clone(), step })
    }

    /// The present view, with what the client was not told yet.
    pub(super) fn view(&mut self, turn: &Turn, content: ViewContent<'_>) -> Result<View, HandsError> {
        let (Some(name), Some(seen)) = (self.view_name(), self.app_view()) else {
            return Err(self.no_window(None));
        };
        let view = View::of(name.to_string(), &turn.prompt, seen, content);
        Ok(View { done: self.take_untold(), ..view })
    }

    /// An earlier view of the window that is seen now, if it is still known.
    pub(super) fn earlier_view(&self, name: &str) -> Option<&AppView> {
        let name: ViewName = name.parse().ok()?;
        let is_here = name.desktop == self.session.desktop;
        let (_, view) = self.seen.iter().find(|(step, _)| is_here && *step == name.step)?;
        let now = self.app_view()?;
        (view.window.id == now.window.id).then_some(view)
    }

    /// What was done since the last reply that the client got.
    pub(super) fn take_untold(&mut self) -> Vec<ActionEffect> {
        mem::take(&mut self.untold)
    }

    /// The same, which stays untold.
    pub(super) fn untold(&self) -> &[ActionEffect] {
        &self.untold
    }

    /// The next reply tells these too.
    pub(super) fn add_untold(&mut self, effects: Vec<ActionEffect>) {
        self.untold.extend(effects);
    }

    /// Leaves what was taken to a later reply.
    pub(super) fn put_back(&mut self, done: Vec<ActionEffect>) {
        let later = mem::replace(&mut self.untold, done);
        self.untold.extend(later);
    }

    /// Ends the session and waits for its end. It takes no more calls from now on, also where this is dropped.
    pub(super) async fn end(&self) -> Result<(), HandsError> {
        self.session.leave();
        if timeout(ENDING, self.handle().wait_until_over()).await.is_err() {
            self.handle().stop();
            self.handle().wait_until_over().await;
        }
        Ok(())
    }

    async fn moment(&self) -> Moment {
        let mut questions = self.handle().questions();
        tokio::select! {
            biased;
            question = questions.next() => question.map_or(Moment::Over, Moment::Question),
            turn = self.session.turns.after(self.answered) => Moment::Asked(turn),
            () = self.handle().wait_until_over() => Moment::Over,
        }
    }

    /// Follows the log up to now. May be dropped at any time.
    async fn follow(&mut self) -> Result<(), HandsError> {
        while self.events.position() < self.handle().next_seq() {
            let Some(entry) = self.events.next().await? else { return Ok(()) };
            self.steps.apply(&entry);
            if let Event::Registered { tools, .. } = &entry.event {
                self.native.clone_from(tools);
            }
        }
        Ok(())
    }

    fn observed(&self) -> Option<&Observed> {
        self.steps.last()?.observations.last().map(|it| &it.view)
    }

    fn keep_view(&mut self) {
        let (Some(name), Some(view)) = (self.view_name(), self.app_view().cloned()) else { return };
        if self.seen.back().is_none_or(|(step, _)| *step != name.step) {
            self.seen.push_back((name.step, view));
            self.seen.drain(..self.seen.len().saturating_sub(KEPT_VIEWS));
        }
    }

    /// Why the session has ended.
    async fn end_reason(&self) -> String {
        match self.handle().outcome().await {
            Err(error) => with_causes(&error),
            Ok(outcome) => match &outcome.ending {
                Ending::Ended(Verdict::Finished(why) | Verdict::Failed(why) | Verdict::Errored(why)) => {
                    why.clone()
                }
                Ending::NeedsAnswers(_) | Ending::NeedsYes(_) => "nobody answered its question".to_owned(),
                Ending::Stopped => "it was stopped".to_owned(),
            },
        }
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.session.leave();
    }
}
