//! Reads windows through accessibility, and decides what a cached look can still answer.

use super::find_again::{self, FoundControl, Target};
use super::given_looks::GivenLooks;
use super::known_bindings::KnownBindings;
use super::known_windows::{KnownGroup, KnownWindows};
use super::reading_cache::KeptReadings;
use super::recent_actions::RecentActions;
use super::recent_controls::RecentControls;
use crate::desktop::errors::of_call_error;
use crate::desktop::opening::opened_files::OpenedFiles;
use crate::desktop::windows::open_windows::{WindowScene, Windows};
use crate::desktop::windows::window_group::{self, WindowGroup};
use crate::{LinuxError, Seat};
use deskpilot_atspi::{
    Applications, Bus, CallError, Caller, Element, EventCoverage, EventDelivery, EventMonitor, Mirrors,
    NodeRef, PrefetchedCache, RawNode, TreeSnapshot, full_tree, key_bindings,
};
use deskpilot_core::{Aim, Control, Role, State, Truncation, WindowId, policy::KeyBinding};
use deskpilot_desktop::{Budget, ControlSnapshot, DesktopError, Freshness, verdict::PassingTexts};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep, sleep_until};

/// How long an application may take to reply to one call before it counts as hung. On a slow machine Firefox took more than 1.5 s for a
/// click and for a look; nothing is lost by waiting for one that does not reply at all.
pub(in crate::desktop) const PATIENCE: Duration = Duration::from_secs(4);
/// How long a text may take to be read, which may have many pages.
const READING: Duration = Duration::from_secs(10);
/// How long the bus itself may take.
const BUS: Duration = Duration::from_secs(5);
/// How long to wait for the rest of a burst of events.
const BURST: Duration = Duration::from_millis(20);
/// How much later one of a dialog's two windows, the X11 and the accessible one, may appear than the other.
const PAIRING: Duration = Duration::from_millis(300);
/// How long to wait between two checks for the missing side of a dialog.
const PAUSE: Duration = Duration::from_millis(15);

/// Whether a look may use what earlier ones read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::desktop) enum CachePolicy {
    /// Use what is cached, updated by the application's events.
    UseCache,
    /// Use the last whole reading if its application has sent and drawn nothing since, else read everything again: later
    /// looks are compared with it.
    UseUnchanged,
    /// Read everything again: the look serves as a proof, which needs fresh data.
    ReadAll,
}

/// A look at a window.
#[derive(Debug)]
pub(in crate::desktop) struct WindowReading {
    /// The windows at the same moment.
    pub(in crate::desktop) scene: WindowScene,
    pub(in crate::desktop) group: WindowGroup,
    pub(in crate::desktop) snapshot: TreeSnapshot,
    pub(in crate::desktop) freshness: Freshness,
}

/// Reads the windows of one desktop.
pub(in crate::desktop) struct Reader {
    pub(in crate::desktop) windows: Windows,
    pub(in crate::desktop) bus: Bus,
    pub(in crate::desktop) events: EventMonitor,
    applications: Applications,
    pub(in crate::desktop) mirrors: Mirrors,
    pub(in crate::desktop) known_windows: KnownWindows,
    bindings: KnownBindings,
    /// The controls that came since the last action.
    pub(in crate::desktop) recent_controls: RecentControls,
    /// The texts that came and went in the window that was looked at last.
    pub(in crate::desktop) passing_texts: PassingTexts,
    /// The files that applications were given.
    pub(in crate::desktop) opened_files: OpenedFiles,
    /// The last reading of an application that has no mirror.
    pub(in crate::desktop) kept: KeptReadings,
    pub(in crate::desktop) actions: RecentActions,
    /// The looks since the last action that the caller got.
    pub(in crate::desktop) given: GivenLooks,
}

impl Reader {
    /// Connects to the accessibility bus of this seat.
    pub(in crate::desktop) async fn connect(seat: &Seat, windows: Windows) -> Result<Reader, LinuxError> {
        let (bus, receiver) = seat.connect_accessibility_bus().await?;
        let listening = EventMonitor::start(&bus, receiver, Instant::now() + BUS).await;
        let unheard = |error: CallError| LinuxError::Bus {
            service: "the accessibility registry",
            why: error.to_string(),
        };
        let (events, journal) = listening.map_err(unheard)?;
        let (applications, mirrors) = (Applications::default(), Mirrors::new(journal));
        let (bindings, recent_controls) = (KnownBindings::default(), RecentControls::default());
        Ok(Reader {
            windows,
            bus,
            events,
            applications,
            mirrors,
            known_windows: KnownWindows::default(),
            bindings,
            recent_controls,
            passing_texts: PassingTexts::default(),
            opened_files: OpenedFiles::default(),
            kept: KeptReadings::default(),
            actions: RecentActions::default(),
            given: GivenLooks::default(),
        })
    }

    /// The controls of a window's application that changed their name by themselves within the last second.
    pub(in crate::desktop) fn unsteady_controls(&self, window: WindowId) -> Vec<NodeRef> {
        let application = self.known(window).and_then(WindowGroup::bus);
        application.map_or_else(Vec::new, |it| self.events.labels.unsteady(&it, self.actions.spans()))
    }

    /// Whether a control changed its name by itself within the last second.
    pub(in crate::desktop) fn is_unsteady(&self, node: &NodeRef) -> bool {
        self.events.labels.is_unsteady(node, self.actions.spans())
    }

    /// The bus, with the deadline of one call to an application: 4 s.
    pub(in crate::desktop) fn caller(&self) -> Caller<'_> {
        self.bus.until(Instant::now() + PATIENCE)
    }

    /// The controls of a window and of everything in its group.
    pub(in crate::desktop) async fn controls(
        &mut self,
        id: WindowId,
        budget: Budget,
    ) -> Result<ControlSnapshot, DesktopError> {
        let (reading, budget) = self.look_patiently(id, budget).await?;
        let WindowReading { group, snapshot, freshness, .. } = reading;
        let windows = group.clients.iter().map(|client| WindowId(client.id.into())).collect();
        let silence = match group.unreadable_dialog() {
            Some(dialog) => Some(format!("{:?} is open and reports no controls", dialog.title)),
            None if group.members.is_empty() && self.bus.is_lost() => {
                Some("the accessibility bus is gone, and the application is not known without it".into())
            }
            None if group.members.is_empty() => Some("the application reports no controls".into()),
            None => None,
        };
        if let Some(reason) = silence {
            return Ok(ControlSnapshot::unreported(windows, reason));
        }
        let controls: Vec<Control> = snapshot.elements.iter().map(Element::control).collect();
        self.recent_controls.record(group.client.process, &controls);
        let levels = snapshot.elements.iter().map(|it| it.level).collect();
        Ok(ControlSnapshot {
            controls,
            levels,
            truncated: snapshot.omissions.truncation(budget),
            windows,
            freshness,
        })
    }

    /// The whole text of a control; its name where it is no text, such as a button.
    pub(in crate::desktop) async fn text(
        &mut self,
        window: WindowId,
        control: &Control,
    ) -> Result<String, DesktopError> {
        self.until_caught_up(window).await;
        let group = self.group(window).await?;
        if control.is_known_by_place() {
            let why = "only its place is known; look at the picture".into();
            return Err(DesktopError::NotPossible { what: control.id().to_string(), why });
        }
        let FoundControl { element, member, .. } = self.find_again(&group, control).await?;
        // Refused before the call that would read it.
        if element.states().has(State::Protected) {
            let why = "it hides its content".into();
            return Err(DesktopError::NotPossible { what: control.id().to_string(), why });
        }
        let started = Instant::now();
        let caller = self.bus.until(started + READING);
        let (node, facts) = (&element.node, &element.facts);
        let failed = |error| of_call_error(error, &group.client, started);
        let own = caller.whole_text(node, facts, member.accessible.visibility).await.map_err(failed)?;
        let text = match own {
            None if facts.kind() == Role::Document => caller.document_text(node).await.map_err(failed)?,
            own => own,
        };
        match text {
            Some(text) => Ok(text),
            None if facts.kind().holds_text() => Err(DesktopError::NotPossible {
                what: control.id().to_string(),
                why: "its application reports no text for all of it; read the controls in it".into(),
            }),
            None => Ok(facts.name.clone()),
        }
    }

    /// The URL of a page; `None` where the document has none, or is gone.
    pub(in crate::desktop) async fn document_url(&self, document: &Control) -> Option<String> {
        let node = document.node().and_then(NodeRef::of)?;
        self.caller().address(&node).await.ok().filter(|it| !it.is_empty())
    }

    /// The controls of a window's application that keys press. If an application does not answer in time, the reader asks it
    /// again only after its windows have changed.
    pub(in crate::desktop) async fn key_bindings(
        &mut self,
        id: WindowId,
    ) -> Result<Vec<KeyBinding>, DesktopError> {
        let group = match self.known(id).cloned() {
            Some(group) => group,
            None => self.group(id).await?,
        };
        // Bindings change with the windows, such as with a dialog that has buttons of its own.
        let Some(application) = group.bus() else { return Ok(Vec::new()) };
        let windows: Vec<NodeRef> = group.accessible_windows().into_iter().map(|it| it.node).collect();
        if let Some(known) = self.bindings.of(&windows) {
            return Ok(known.to_vec());
        }
        let bindings = key_bindings(self.caller(), &application).await.unwrap_or_default();
        self.bindings.remember(windows, bindings.clone());
        Ok(bindings)
    }

    /// Makes the next question for keys ask the application again.
    pub(in crate::desktop) fn forget_key_bindings(&mut self) {
        self.bindings = KnownBindings::default();
    }

    /// The window with its group. Tells a closed window from a hung application.
    pub(in crate::desktop) async fn group(&mut self, id: WindowId) -> Result<WindowGroup, DesktopError> {
        let now = Instant::now();
        let (_, group) = self.find(id, now, now + PATIENCE).await?;
        Ok(group)
    }

    /// The group of a window as of the last look.
    pub(in crate::desktop) fn known(&self, id: WindowId) -> Option<&WindowGroup> {
        self.known_windows.of(id).map(|it| &it.group)
    }

    /// Resolves the target of an input; fails where it is gone, changed, covered or disabled.
    pub(in crate::desktop) async fn target(
        &self,
        group: &WindowGroup,
        aim: &Aim,
    ) -> Result<Target, DesktopError> {
        find_again::target(self.caller(), group, aim).await
    }

    /// Finds a control again; fails where it is gone, or is another one now.
    pub(in crate::desktop) async fn find_again(
        &self,
        group: &WindowGroup,
        control: &Control,
    ) -> Result<FoundControl, DesktopError> {
        find_again::find_again(self.caller(), group, control).await
    }

    /// Waits until some application sends an event, at most this long.
    pub(in crate::desktop) async fn wait_for_change(&mut self, deadline: Duration) {
        let end = Instant::now() + deadline;
        self.events.next(end).await;
        // Events come in bursts: wait for the rest of it.
        sleep_until(end.min(Instant::now() + BURST)).await;
    }

    /// Whether the application of these windows may show the effect of an action only later.
    pub(in crate::desktop) fn lags(&self, group: &WindowGroup) -> bool {
        group.bus().is_some_and(|it| self.applications.lags(&it))
    }

    /// Whether a reading of these windows holds as long as their application sends and draws nothing.
    pub(in crate::desktop) fn announces_changes(&self, group: &WindowGroup) -> bool {
        group.bus().is_some_and(|it| self.applications.announces_changes(&it))
    }

    /// The application of a window, if it lags.
    pub(in crate::desktop) async fn lagging_application(&mut self, window: WindowId) -> Option<Arc<str>> {
        let application = match self.known(window) {
            Some(known) => known.bus(),
            None => self.group(window).await.ok()?.bus(),
        };
        application.filter(|it| self.applications.lags(it))
    }

    /// Looks at a window with its whole group.
    pub(in crate::desktop) async fn look(
        &mut self,
        id: WindowId,
        budget: Budget,
        cache: CachePolicy,
    ) -> Result<WindowReading, DesktopError> {
        let started = Instant::now();
        let end = started + budget.deadline;
        // Without the bus there are no events that would keep anything up to date.
        let cache = if self.bus.is_lost() { CachePolicy::ReadAll } else { cache };
        if cache == CachePolicy::UseCache
            && let Some(reading) = self.look_again(id, budget, started).await?
        {
            return Ok(reading);
        }
        if cache != CachePolicy::ReadAll
            && let Some(reading) = self.kept_reading(id, budget, end).await?
        {
            return Ok(reading);
        }
        // Both are taken before the read: what changes during it must make the kept reading outdated.
        let began = self.activity_of(id, end).await;
        let before = self.sheets_before(id).await;
        let bus = self.bus.clone();
        let caller = bus.until(end);
        let known = self.known(id).and_then(WindowGroup::cached_application);
        if let Some(application) = &known {
            // Starts before the read, so that changes during it are not lost to the new mirror.
            self.mirrors.begin(application);
        }
        let finding = self.find(id, started, end.max(started + PATIENCE));
        // Most applications are where they were, so their cache is requested while the group is looked for.
        let (found, prefetched) = tokio::join!(finding, PrefetchedCache::request(caller, known));
        let (scene, group) = found?;
        let began = match began {
            Some(began) => Some(began),
            None => self.first_activity(&group, end).await,
        };
        let snapshot = self.read_window(caller, id, &group, budget.controls, prefetched, before).await?;
        self.events.labels.see(&snapshot.elements);
        self.known_windows.remember(id, KnownGroup { scene: scene.clone(), group: group.clone() });
        let reading = WindowReading { scene, group, snapshot, freshness: Freshness::Read };
        self.keep(id, budget, began, &reading, end).await;
        Ok(reading)
    }

    /// Finds the application of a window on the bus, and the fastest way to call it. Every look does so; call this
    /// before to make the first look as fast as later ones.
    pub(in crate::desktop) async fn find_application(&mut self, id: WindowId) -> Result<(), DesktopError> {
        let now = Instant::now();
        let (scene, group) = self.find(id, now, now + PATIENCE).await?;
        self.known_windows.remember(id, KnownGroup { scene, group });
        Ok(())
    }

    /// Everything the application of a window reports about all its nodes, hidden ones included, and what is missing.
    /// Takes many times as long as a look.
    pub(in crate::desktop) async fn full_tree(
        &mut self,
        id: WindowId,
        deadline: Duration,
    ) -> Result<(Vec<RawNode>, Option<Truncation>), DesktopError> {
        let started = Instant::now();
        let known = self.known(id).cloned();
        let group = match known {
            Some(group) => group,
            None => self.group(id).await?,
        };
        let Some(application) = group.bus() else { return Ok((Vec::new(), None)) };
        let reading = full_tree(self.bus.until(started + deadline), &application).await;
        let (raw_nodes, omissions) = reading.map_err(|error| of_call_error(error, &group.client, started))?;
        Ok((raw_nodes, omissions.truncation(Budget { deadline, controls: usize::MAX })))
    }

    /// The window with its group, and the scene in which it was found. Waits once for the missing side of a dialog:
    /// without it the dialog would seem not to be there. `started` is when waiting for its application began.
    async fn find(
        &mut self,
        id: WindowId,
        started: Instant,
        deadline: Instant,
    ) -> Result<(WindowScene, WindowGroup), DesktopError> {
        let end = deadline.min(Instant::now() + PAIRING);
        loop {
            let (scene, group) = self.find_now(id, started, deadline).await?;
            // X11 and accessibility announce a dialog at different moments.
            if self.known_windows.expects(&group) {
                return Ok((scene, group));
            }
            if Instant::now() >= end {
                self.known_windows.remember_unpaired(&group);
                return Ok((scene, group));
            }
            sleep(PAUSE).await;
        }
    }

    async fn find_now(
        &mut self,
        id: WindowId,
        started: Instant,
        deadline: Instant,
    ) -> Result<(WindowScene, WindowGroup), DesktopError> {
        let process = self.known(id).and_then(|it| it.client.process);
        let Reader { bus, windows, applications, .. } = self;
        window_group::find(bus.until(deadline), windows, applications, id, process, started).await
    }

    /// A look from the mirror, brought up to date; `None` where there is none, or it cannot be trusted.
    async fn look_again(
        &mut self,
        id: WindowId,
        budget: Budget,
        started: Instant,
    ) -> Result<Option<WindowReading>, DesktopError> {
        let application = self.known(id).and_then(WindowGroup::bus).filter(|it| self.mirrors.has_mirror(it));
        let Some(application) = application else { return Ok(None) };
        let bus = self.bus.clone();
        let caller = bus.until(started + budget.deadline);
        // The bus keeps the order of events and replies: after this reply the mirror has every earlier event.
        let (scene, delivery) = tokio::join!(self.windows.scene(id), caller.flush_events(application));
        let scene = scene?;
        let delivery = match delivery {
            Err(CallError::Lost(_)) => return Ok(None),
            delivery => delivery.map_err(|error| of_call_error(error, &scene.client, started))?,
        };
        let known = self
            .known_windows
            .of(id)
            // With lost events or other windows, the mirror may lack a dialog.
            .filter(|it| delivery == EventDelivery::Complete && it.scene.is_like(&scene));
        let Some(group) = known.map(|known| known.group.with_scene(&scene)) else { return Ok(None) };
        match self.mirrors.read_updated(caller, &group.accessible_windows(), budget.controls).await {
            Ok(Some(snapshot)) => {
                self.events.labels.see(&snapshot.elements);
                Ok(Some(WindowReading { scene, group, snapshot, freshness: Freshness::Cached }))
            }
            Ok(None) | Err(CallError::Gone | CallError::Unknown(_) | CallError::Lost(_)) => Ok(None),
            // Late is no reason to read from scratch, which takes even longer.
            Err(error @ CallError::Late) => Err(of_call_error(error, &scene.client, started)),
        }
    }

    /// Makes the next look at a window read everything again.
    pub(in crate::desktop) fn drop_mirror(&mut self, id: WindowId) {
        self.kept = KeptReadings::default();
        if let Some(application) = self.known(id).and_then(WindowGroup::bus) {
            self.mirrors.drop_mirror(&application);
        }
    }

    pub(in crate::desktop) fn event_coverage<'a>(
        &self,
        mut tops: impl Iterator<Item = &'a NodeRef>,
    ) -> EventCoverage {
        let Some(first) = tops.next() else { return EventCoverage::Partial };
        // Events are interpreted within one application only.
        if tops.all(|top| top.bus == first.bus) {
            self.applications.event_coverage(&first.bus)
        } else {
            EventCoverage::Partial
        }
    }
}
