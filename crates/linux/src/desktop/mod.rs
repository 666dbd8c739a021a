//! The Linux desktop as the rest of the program sees it.

mod act;
mod claims;
mod clipboard;
mod coordinate_mapping;
mod doubt;
mod drawn;
mod effect;
mod evidence;
mod find_again;
mod glance;
mod join;
mod lag;
mod opening;
mod seeing;
mod settle;
mod survey;
mod verdict;
mod whole;
mod window_group;

use crate::lease::{Hands, Leases};
use crate::{Catalog, LinuxError, Seat, Traffic};
use async_trait::async_trait;
pub use coordinate_mapping::CoordinateMapping;
use deskpilot_atspi::{Applications, Bus, Item, Mirrors, NoAnswer, NodeRef, Pulse};
use deskpilot_core::{
    Application, Control, DesktopInfo, Gesture, Input, Launch, Outcome, Point, Source, State, Truncation,
    Window, WindowId, WindowState,
};
use deskpilot_desktop::{Area, Budget, Claim, Desktop, DesktopError, Image, Seen};
use deskpilot_x11::{self as x11, Client, Clipboard, Display, XError};
use find_again::Found;
use seeing::{Belief, Remembered, Sight};
use std::collections::HashMap;
use std::fmt;
use std::time::Duration;
use survey::Survey;
use tokio::time::Instant;
use whole::Meant;

/// How long an application may take to answer one question before it counts as hanging.
const PATIENCE: Duration = Duration::from_millis(1500);
/// How long the bus itself may take.
const BUS: Duration = Duration::from_secs(5);

/// A desktop of X11 and AT-SPI2.
pub struct LinuxDesktop {
    seat: Seat,
    display: Display,
    bus: Bus,
    applications: Applications,
    pulse: Pulse,
    mirrors: Mirrors,
    families: HashMap<WindowId, Remembered>,
    /// The titles of windows that were seen, for errors about those that are gone.
    titles: HashMap<WindowId, String>,
    survey: Survey,
    clipboard: Clipboard,
    /// When and where the pointer clicked last.
    clicked: Option<(Instant, Point)>,
    /// When something was done last.
    acted: Option<Instant>,
    /// Why the pointer may have met something else than what was meant.
    doubt: Option<String>,
    /// What this session has taken.
    leases: Leases,
    hands: Hands,
}

impl LinuxDesktop {
    /// Connects to the desktop at this place.
    pub async fn connect(seat: Seat) -> Result<LinuxDesktop, LinuxError> {
        let display = seat.open_display().await?;
        let (bus, heard) = seat.connect_accessibility_bus().await?;
        let listening = Pulse::start(&bus, heard, Instant::now() + BUS).await;
        let unheard =
            |error: NoAnswer| LinuxError::Bus { who: "the accessibility registry", why: error.to_string() };
        let (pulse, journal) = listening.map_err(unheard)?;
        let (applications, mirrors) = (Applications::default(), Mirrors::new(journal));
        let (families, titles) = (HashMap::new(), HashMap::new());
        let survey = Survey::of(&seat, &display).await?;
        let clipboard = Clipboard::of(&seat.display);
        let leases = Leases::at(&seat)?;
        let hands = leases.hands()?;
        Ok(LinuxDesktop {
            seat,
            display,
            bus,
            applications,
            pulse,
            mirrors,
            families,
            titles,
            survey,
            clipboard,
            clicked: None,
            acted: None,
            doubt: None,
            leases,
            hands,
        })
    }

    /// What went over the accessibility bus so far, in messages and bytes.
    pub fn traffic(&self) -> Traffic {
        self.bus.traffic()
    }

    async fn clients(&mut self) -> Result<Vec<Client>, DesktopError> {
        let reading = self.display.run(x11::clients).await?;
        let clients = reading.map_err(|error| of_x_error(error, DesktopError::Lost("no windows".into())))?;
        self.titles.extend(clients.iter().map(|client| (WindowId(client.id.into()), client.title.clone())));
        Ok(clients)
    }

    async fn catalog(&self) -> Result<Catalog, DesktopError> {
        let environment = self.seat.environment().clone();
        let reading = tokio::task::spawn_blocking(move || Catalog::read(&environment));
        reading.await.map_err(|error| DesktopError::Lost(error.to_string()))
    }
}

#[async_trait]
impl Desktop for LinuxDesktop {
    fn info(&self) -> DesktopInfo {
        self.survey.info(&self.seat, &self.display)
    }

    async fn applications(&mut self) -> Result<Vec<Application>, DesktopError> {
        Ok(self.catalog().await?.applications())
    }

    async fn resolve_application(&mut self, launch: &Launch) -> Result<Application, DesktopError> {
        Ok(self.catalog().await?.find(launch)?.application.clone())
    }

    async fn windows(&mut self) -> Result<Vec<Window>, DesktopError> {
        Ok(self.clients().await?.iter().map(Client::window).collect())
    }

    async fn root_window(&mut self) -> Result<Window, DesktopError> {
        Ok(self.whole_window())
    }

    async fn at(&mut self, point: Point) -> Result<Option<Window>, DesktopError> {
        Ok(self.window_under(point).await?.as_ref().map(Client::window))
    }

    async fn claim(&mut self, window: &Window, task: &str) -> Result<Claim, DesktopError> {
        self.take(window.id, task).await
    }

    async fn controls(&mut self, window: &Window, budget: Budget) -> Result<Seen, DesktopError> {
        if self.is_whole(window.id) {
            return self.look_at_all(budget).await;
        }
        let Sight { group, reading, freshness } = self.look(window.id, budget, Belief::WhatHolds).await?;
        let windows = group.clients.iter().map(|client| WindowId(client.id.into())).collect();
        let silence = match group.silent() {
            Some(dialog) => Some(format!("{:?} is open and tells nothing of its controls", dialog.title)),
            None if group.members.is_empty() => Some("the application tells nothing of its controls".into()),
            None => None,
        };
        if let Some(reason) = silence {
            let truncated = Some(Truncation { reason, unread: None });
            return Ok(Seen { controls: Vec::new(), levels: Vec::new(), truncated, windows, freshness });
        }
        let controls = reading.items.iter().map(Item::control).collect();
        let levels = reading.items.iter().map(|item| item.level).collect();
        Ok(Seen { controls, levels, truncated: reading.gaps.truncation(budget), windows, freshness })
    }

    async fn capture(&mut self, area: &Area) -> Result<Image, DesktopError> {
        match area {
            Area::Desktop => self.picture(self.whole_window().id).await,
            Area::Window(id) => self.picture(*id).await,
        }
    }

    async fn until_drawn(&mut self, window: WindowId) -> Result<(), DesktopError> {
        self.until_caught_up(window).await;
        self.drawn(window).await
    }

    async fn until_told(&mut self, window: WindowId) -> Result<(), DesktopError> {
        self.until_caught_up(window).await;
        Ok(())
    }

    async fn read(&mut self, window: WindowId, control: &Control) -> Result<String, DesktopError> {
        let window = match self.is_whole(window) {
            true => WindowId(self.window_around(control).await?.id.into()),
            false => window,
        };
        self.until_caught_up(window).await;
        let group = self.group(window).await?;
        if let Source::Vision { .. } = &control.source {
            let why = "it is known from the picture only; look at the picture".into();
            return Err(DesktopError::NotPossible { what: control.id().to_string(), why });
        }
        let Found { item, member, .. } = self.find_again(&group, control).await?;
        let shown = member.top.shown;
        if item.states().has(State::Protected) {
            let why = "it hides what is in it".into();
            return Err(DesktopError::NotPossible { what: control.id().to_string(), why });
        }
        let started = Instant::now();
        let whole = self.bus.until(started + PATIENCE).whole_text(&item.node, &item.facts, shown).await;
        let text = whole.map_err(|error| of_no_answer(error, &group.client, started))?;
        Ok(text.unwrap_or_else(|| item.facts.name.clone()))
    }

    async fn page(&mut self, document: &Control) -> Result<Option<String>, DesktopError> {
        let Some(node) = document.node().and_then(NodeRef::of) else { return Ok(None) };
        let line = self.bus.until(Instant::now() + PATIENCE);
        // What has no address does not answer, and neither does what is gone.
        Ok(line.address(&node).await.ok().filter(|it| !it.is_empty()))
    }

    async fn perform(&mut self, input: &Input) -> Result<Outcome, DesktopError> {
        match &input.gesture {
            Gesture::WriteClipboard(text) => return self.write_clipboard(text).await,
            Gesture::ReadClipboard => return self.read_clipboard().await,
            _ => {}
        }
        let input = match self.resolved(input).await? {
            Meant::Window(input) => input,
            Meant::Background(point) => {
                self.acted = Some(Instant::now());
                return self.act_on_background(point, &input.gesture).await;
            }
        };
        self.doubt = None;
        // What comes late of the action before would be taken for what comes of this one.
        self.until_caught_up(input.window).await;
        self.acted = Some(Instant::now());
        let outcome = self.act(&input).await?;
        self.acted = Some(Instant::now());
        Ok(doubt::tempered(outcome, &input.aim, self.doubt.take()))
    }

    async fn launch(&mut self, launch: &Launch) -> Result<Window, DesktopError> {
        self.open(launch).await
    }

    async fn release(&mut self) -> Result<(), DesktopError> {
        let letting_go = self.display.run(|server| x11::let_go(server).and_then(|()| x11::unbind(server)));
        letting_go.await?.map_err(|error| of_x_error(error, DesktopError::Lost("the keyboard".into())))
    }
}

impl LinuxDesktop {
    async fn picture(&mut self, id: WindowId) -> Result<Image, DesktopError> {
        if self.is_whole(id) {
            let size = self.display.size();
            let taken = self.display.run(move |server| x11::desktop(server, size)).await?;
            return taken.map_err(|error| of_x_error(error, DesktopError::Lost("no picture".into())));
        }
        let gone = DesktopError::WindowGone(title_of(&self.titles, id));
        let Ok(window) = u32::try_from(id.0) else { return Err(gone) };
        let taken = self.display.run(move |server| {
            let (clients, menus) = x11::windows(server, window)?;
            let client = clients.iter().find(|it| it.id == window).ok_or(XError::Gone)?;
            if client.state == WindowState::Minimized {
                return Err(XError::Cannot("it is minimized: give it the focus first".into()));
            }
            let is_ours = |id: u32| window_group::belongs(&clients, id, window);
            // The topmost is listed first and drawn last.
            let dialogs = clients.iter().rev().filter(|it| it.id != window && is_ours(it.id));
            let mut above: Vec<_> = dialogs.filter_map(|it| x11::framed(server, it)).collect();
            above.extend(menus.into_iter().filter(|menu| menu.transient_for.is_none_or(is_ours)));
            let picture = x11::window(server, client)?;
            x11::over(server, picture, &above)
        });
        taken.await?.map_err(|error| match error {
            XError::Cannot(why) => {
                DesktopError::NotPossible { what: format!("{:?}", title_of(&self.titles, id)), why }
            }
            error => of_x_error(error, gone),
        })
    }
}

impl fmt::Debug for LinuxDesktop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LinuxDesktop({})", self.seat.display())
    }
}

/// What a window was called when it was seen last.
fn title_of(titles: &HashMap<WindowId, String>, id: WindowId) -> String {
    titles.get(&id).cloned().unwrap_or_else(|| format!("{:#x}", id.0))
}

/// What an error of the accessibility bus means for this window.
fn of_no_answer(error: NoAnswer, client: &Client, started: Instant) -> DesktopError {
    match error {
        NoAnswer::Late => {
            let millis = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
            DesktopError::Hung { application: client.application.clone(), millis }
        }
        NoAnswer::Gone => DesktopError::WindowGone(client.title.clone()),
        NoAnswer::Unknown(why) => DesktopError::NotPossible { what: format!("{:?}", client.title), why },
        NoAnswer::Lost(why) => DesktopError::Lost(why),
    }
}

/// What an error of the X server means, where a window that is gone means this.
fn of_x_error(error: XError, gone: DesktopError) -> DesktopError {
    match error {
        XError::Gone => gone,
        XError::Lost(_) | XError::Unreachable { .. } => DesktopError::Lost(error.to_string()),
        XError::NotActive(by) => DesktopError::Obscured { what: "the keyboard".into(), by },
        XError::Cannot(why) => DesktopError::NotPossible { what: "the desktop".into(), why },
    }
}

/// The node that a control was made of.
fn node_of(control: &Control) -> Option<NodeRef> {
    match &control.source {
        Source::Accessibility { node } => NodeRef::of(node),
        Source::Vision { .. } | Source::Ahead => None,
    }
}
