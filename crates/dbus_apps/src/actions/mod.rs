//! The actions that GTK applications export (`org.gtk.Actions`): each enabled one is a command of the application's windows.

mod activation;
mod described;
mod discovery;
mod offer;
mod value;
mod well_known;

pub use well_known::WELL_KNOWN_ACTIONS;

use crate::{
    bus::{BusError, BusLink, CountedSignal, SessionBus},
    window_object::{WindowObject, WindowObjects},
};
use activation::Activation;
use async_trait::async_trait;
use deskpilot_core::{CommandSpec, Outcome, Window, WindowId};
use deskpilot_desktop::{CommandGaps, DesktopError, NativeAction, Receiver, Scope};
use discovery::Exports;
use offer::{Offer, offers_of};
use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::time::timeout;

/// The interface of actions.
const ACTIONS: &str = "org.gtk.Actions";
/// How long an application may take to say which actions it has; less than a receiver may take.
const DISCOVERY_LIMIT: Duration = Duration::from_millis(850);
/// How long to wait before asking an application again that did not answer, or has no actions.
const SILENT: Duration = Duration::from_secs(5);
/// For how many windows actions are kept.
const MOST_WINDOWS: usize = 32;
/// The most different sentences to report, so that an application that invents new ones is not quoted for ever.
const MOST_SENTENCES: usize = 50;

/// Has GTK applications carry out their own actions, in the windows of the process that exports them.
#[derive(Debug)]
pub struct ActionsReceiver {
    bus: SessionBus,
    /// Maps windows to their objects on the bus; `None` where the platform cannot.
    windows: Option<Arc<dyn WindowObjects>>,
    known: HashMap<WindowId, Known>,
    /// Why actions are missing, not yet reported.
    troubles: Vec<String>,
    /// Every such sentence so far, so that none is reported twice.
    reported: BTreeSet<String>,
}

/// What the application of a window answered last.
#[derive(Debug)]
enum Known {
    /// It did not answer then, or exported nothing.
    Silent(Instant),
    /// What it offered.
    Offered(Offered),
}

#[derive(Clone, Debug)]
struct Offered {
    process: u32,
    exports: Exports,
    /// The connection that counts its changes, and how many there were before the requests.
    link: BusLink,
    changes: u64,
    offers: Vec<Offer>,
}

impl ActionsReceiver {
    /// The receiver for a desktop whose programs have this environment.
    pub fn new(env: &[(String, String)]) -> ActionsReceiver {
        let bus = SessionBus::of(env, CountedSignal { interface: ACTIONS, member: "Changed" });
        ActionsReceiver {
            bus,
            windows: None,
            known: HashMap::new(),
            troubles: Vec::new(),
            reported: BTreeSet::new(),
        }
    }

    /// Distinguishes the windows of an application by their objects on the bus.
    #[must_use]
    pub fn with_windows(self, windows: Arc<dyn WindowObjects>) -> ActionsReceiver {
        ActionsReceiver { windows: Some(windows), ..self }
    }

    /// The actions at hand in a window; none while its application stays silent.
    async fn offers(&mut self, window: &Window) -> Result<Vec<Offer>, DesktopError> {
        let Some(process) = window.process else { return Ok(Vec::new()) };
        if let Some(Known::Silent(since)) = self.known.get(&window.id)
            && since.elapsed() < SILENT
        {
            return Ok(Vec::new());
        }
        let found = timeout(DISCOVERY_LIMIT, self.discover(window.id, process)).await;
        match found.unwrap_or(Err(BusError::Late(DISCOVERY_LIMIT))) {
            Ok(offered) if offered.offers.is_empty() => {
                self.remember(window.id, Known::Silent(Instant::now()));
                Ok(Vec::new())
            }
            Ok(offered) => {
                let offers = offered.offers.clone();
                self.remember(window.id, Known::Offered(offered));
                Ok(offers)
            }
            Err(error) => {
                self.remember(window.id, Known::Silent(Instant::now()));
                Err(error.of(&window.application))
            }
        }
    }

    async fn discover(&mut self, window: WindowId, process: u32) -> Result<Offered, BusError> {
        let link = self.bus.link().await?;
        let known = match self.known.get(&window) {
            Some(Known::Offered(offered))
                if offered.process == process && !offered.link.is_other_than(&link) =>
            {
                Some(offered.clone())
            }
            _ => None,
        };
        if let Some(known) = known {
            let is_same = known.exports.is_current(&link).await;
            if is_same && known.changes == *link.changes.borrow() {
                return Ok(known);
            }
            if is_same {
                return self.ask(&link, window, process, known.exports).await;
            }
        }
        let exports = Exports::find(&link, process).await?;
        self.ask(&link, window, process, exports).await
    }

    /// Asks for the descriptions of all actions.
    async fn ask(
        &mut self,
        link: &BusLink,
        window: WindowId,
        process: u32,
        exports: Exports,
    ) -> Result<Offered, BusError> {
        for owner in exports.owners() {
            self.bus.watch(link, owner).await?;
        }
        // Counted before the requests, so that a change during them leads to new requests.
        let changes = *link.changes.borrow();
        let mut described = Vec::new();
        let object = self.object_of(window).await;
        for group in exports.groups(object.as_ref()) {
            described.push((group.clone(), group.describe_all(link).await?));
        }
        let (offers, troubles) = offers_of(described);
        let troubles = exports.troubles(object.as_ref()).into_iter().chain(troubles);
        troubles.for_each(|it| self.add_trouble(it));
        Ok(Offered { process, exports, link: link.clone(), changes, offers })
    }

    async fn object_of(&self, window: WindowId) -> Option<WindowObject> {
        self.windows.as_ref()?.object_of(window).await
    }

    fn remember(&mut self, window: WindowId, known: Known) {
        if self.known.len() >= MOST_WINDOWS && !self.known.contains_key(&window) {
            self.known.clear();
        }
        self.known.insert(window, known);
    }

    fn add_trouble(&mut self, sentence: String) {
        if self.reported.len() < MOST_SENTENCES && self.reported.insert(sentence.clone()) {
            self.troubles.push(sentence);
        }
    }
}

#[async_trait]
impl Receiver for ActionsReceiver {
    fn name(&self) -> &'static str {
        "ACTIONS"
    }

    fn serves(&self, scope: Scope<'_>) -> bool {
        matches!(scope, Scope::Window(window) if window.process.is_some())
    }

    /// Empty: every action is discovered.
    fn table(&self) -> &'static [CommandSpec] {
        &[]
    }

    async fn commands(&mut self, scope: Scope<'_>) -> Result<Vec<Arc<CommandSpec>>, DesktopError> {
        match scope {
            Scope::Window(window) => {
                Ok(self.offers(window).await?.into_iter().map(|offer| offer.spec).collect())
            }
            Scope::Desktop => Ok(Vec::new()),
        }
    }

    fn take_gaps(&mut self, _: Scope<'_>) -> CommandGaps {
        CommandGaps { troubles: std::mem::take(&mut self.troubles), limit: None }
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        let unknown = || DesktopError::NoSuchCommand(action.call.command.clone());
        let Scope::Window(window) = action.scope else { return Err(unknown()) };
        let offers = self.offers(window).await?;
        let offer = offers.iter().find(|it| it.spec.name == action.call.command).ok_or_else(unknown)?;
        let link = self.bus.link().await.map_err(|error| error.of(&window.application))?;
        let activation = Activation { link, offer, call: action.call, application: &window.application };
        activation.carry_out(action.deadline).await
    }
}
