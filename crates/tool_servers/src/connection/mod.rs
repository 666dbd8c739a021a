//! Connections to tool servers: a task for each connects, lists the tools, and connects again after a failure.

mod client;
mod events;
mod http;
mod message;
mod meter;
mod noise;
mod pipes;
mod session;
#[cfg(test)]
mod tests;

pub(crate) use http::HttpError;
pub(crate) use session::{Session, service_error};

use crate::ServerSpec;
use deskpilot_core::Secret;
use deskpilot_system::Program;
use http::{HttpServer, HttpTransport};
use meter::Meter;
use noise::Noise;
use pipes::PipeTransport;
use session::{Reporting, converse};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{sync::watch, time::sleep};
use tokio_util::task::AbortOnDropHandle;
use url::Url;

/// The data of the events in a stream of these bytes.
#[cfg(any(test, fuzzing))]
pub(crate) fn fuzz_events(bytes: &[u8]) -> Vec<String> {
    events::EventReader::default().push(bytes)
}

/// How long to wait for a server.
struct Patience {
    /// How long it may take to introduce itself.
    greeting: Duration,
    /// The pauses before a server that failed is connected again; after the last one it is given up.
    pauses: &'static [Duration],
}

/// A server that runs for the first time may have to be installed before it introduces itself.
const PATIENCE: Patience = Patience {
    greeting: Duration::from_secs(60),
    pauses: &[
        Duration::from_secs(1),
        Duration::from_secs(3),
        Duration::from_secs(10),
        Duration::from_secs(30),
    ],
};
/// After a server has worked for this long, its failures are counted from zero again.
const STEADY: Duration = Duration::from_secs(300);

/// A server, and what is needed to reach it. Has no `Debug` output, because the variables of a program may be
/// keys.
#[derive(Clone)]
pub(crate) struct Target {
    pub(crate) spec: ServerSpec,
    pub(crate) route: Route,
}

/// How a server is reached.
#[derive(Clone)]
pub(crate) enum Route {
    Program(Program),
    Http {
        url: Url,
        token: Option<Secret>,
    },
    /// It cannot be reached, for this reason.
    None(String),
}

/// The state of a connection.
#[derive(Clone, Debug)]
pub(crate) enum LinkState {
    /// It is being opened.
    Starting,
    /// It is open.
    Ready(Arc<Session>),
    /// It ended for this reason, and is opened again after a pause.
    Paused(String),
    /// It is not opened again, for this reason.
    GivenUp(String),
}

/// The connection to one server; dropping it ends the server's program.
#[derive(Debug)]
pub(crate) struct ServerLink {
    state: watch::Receiver<LinkState>,
    /// What the server sends that is no message.
    pub(crate) noise: Arc<Noise>,
    _task: AbortOnDropHandle<()>,
}

impl ServerLink {
    /// Starts to connect; returns at once. No line that is quoted of it has one of the secrets. Needs a tokio runtime.
    pub(crate) fn open(target: Target, secrets: Vec<Secret>) -> ServerLink {
        let (sender, state) = watch::channel(LinkState::Starting);
        let noise = Arc::new(Noise::without(secrets));
        let task = tokio::spawn(supervise(target, sender, Arc::clone(&noise), &PATIENCE));
        ServerLink { state, noise, _task: AbortOnDropHandle::new(task) }
    }

    pub(crate) fn state(&self) -> LinkState {
        self.state.borrow().clone()
    }

    /// Waits until it is open or has failed.
    pub(crate) async fn wait_until_settled(&self) {
        // It can only fail after the task ended, which is a failure too.
        let _ = self.state.clone().wait_for(|it| !matches!(it, LinkState::Starting)).await;
    }
}

async fn supervise(target: Target, state: watch::Sender<LinkState>, noise: Arc<Noise>, patience: &Patience) {
    let mut pauses = patience.pauses.iter();
    loop {
        let began = Instant::now();
        noise.forget();
        state.send_replace(LinkState::Starting);
        let why = match connect(&target, &state, &noise, patience.greeting).await {
            Ok(why) => noise.quoted_in(why),
            Err(why) => {
                state.send_replace(LinkState::GivenUp(why));
                return;
            }
        };
        if began.elapsed() >= STEADY {
            pauses = patience.pauses.iter();
        }
        let Some(pause) = pauses.next() else {
            let why = format!("it failed {} times in a row: {why}", patience.pauses.len() + 1);
            state.send_replace(LinkState::GivenUp(why));
            return;
        };
        state.send_replace(LinkState::Paused(why));
        sleep(*pause).await;
    }
}

/// Works with the server until the connection ends, and returns why.
///
/// # Errors
/// It cannot be reached, and trying again would not help.
async fn connect(
    target: &Target,
    state: &watch::Sender<LinkState>,
    noise: &Arc<Noise>,
    greeting: Duration,
) -> Result<String, String> {
    let meter = Arc::new(Meter::new(Arc::clone(noise)));
    let reporting = Reporting { meter: &meter, state, greeting };
    let server = &target.spec;
    match &target.route {
        Route::None(why) => Err(why.clone()),
        Route::Program(program) => {
            let mut running = program.start()?;
            let (stdin, stdout) = running.pipes()?;
            let transport = PipeTransport::new(stdin, stdout, Arc::clone(&meter));
            let why = converse(server, transport, &reporting).await;
            // A session without its program must not be offered while the program ends.
            state.send_replace(LinkState::Starting);
            let end = running.end().await;
            Ok(meter.why().or(why).unwrap_or_else(|| end.to_string()))
        }
        Route::Http { url, token } => {
            let (url, token) = (url.clone(), token.clone());
            let http = HttpServer { url, token, timeout: server.timeout };
            let transport = HttpTransport::new(http, Arc::clone(&meter))?;
            let why = converse(server, transport, &reporting).await;
            Ok(meter.why().or(why).unwrap_or_else(|| "it ended the connection".into()))
        }
    }
}
