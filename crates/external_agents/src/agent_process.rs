//! Another agent with all that it needs to be started.

use crate::{
    AgentSpec, ExternalAgent, ExternalError, Profile, Speaks,
    command::CommandAgent,
    process::{Program, Running},
};
use deskpilot_core::NotBuilt;
use std::{
    collections::BTreeMap,
    convert::Infallible,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

/// How long an agent has to say who it is.
const GREETING: Duration = Duration::from_secs(20);
/// How much an agent may say in all, in bytes: what it says beside its result is read, and not kept.
pub(crate) const MOST_SAID: u64 = 256 * 1024 * 1024;

/// What the agents find around them.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// The whole environment of their programs, but for what an entry passes on.
    pub env: BTreeMap<String, String>,
    /// Where `~` is.
    pub home: PathBuf,
    /// Where they work when their entry does not say.
    pub folder: PathBuf,
}

/// The agents of a file, in its order. Nothing is started.
///
/// # Errors
/// One of them speaks a protocol that this build leaves out.
pub fn build(specs: Vec<AgentSpec>, around: &Surroundings) -> Result<Vec<Arc<dyn ExternalAgent>>, NotBuilt> {
    specs.into_iter().map(|spec| agent(spec, around)).collect()
}

fn agent(spec: AgentSpec, around: &Surroundings) -> Result<Arc<dyn ExternalAgent>, NotBuilt> {
    let AgentSpec { name, introduction, application, mut argv, speaks, folder, pass, timeout } = spec;
    if let Some(program) = argv.first_mut().filter(|it| it.starts_with("~/")) {
        *program = expanded(program, &around.home).to_string_lossy().into_owned();
    }
    let folder = folder.map_or_else(|| around.folder.clone(), |it| expanded(&it, &around.home));
    let member = AgentProcess {
        profile: Profile { name, introduction, application },
        program: Program { argv, env: around.env.clone(), pass, folder },
        home: around.home.clone(),
        timeout,
    };
    Ok(match speaks {
        Speaks::Command => Arc::new(CommandAgent::new(member)),
        #[cfg(feature = "protocols")]
        Speaks::Acp => Arc::new(crate::acp::AcpAgent::new(member)),
        #[cfg(feature = "protocols")]
        Speaks::Mcp { tool, argument } => Arc::new(crate::mcp::McpAgent::new(member, tool, argument)),
        #[cfg(not(feature = "protocols"))]
        Speaks::Acp | Speaks::Mcp { .. } => return Err(NotBuilt(deskpilot_core::Feature::ExternalAgents)),
    })
}

fn expanded(path: &str, home: &Path) -> PathBuf {
    match path.strip_prefix("~/") {
        Some(rest) => home.join(rest),
        None if path == "~" => home.to_owned(),
        None => PathBuf::from(path),
    }
}

/// What every kind of agent is made of.
#[derive(Clone, Debug)]
pub(crate) struct AgentProcess {
    pub(crate) profile: Profile,
    pub(crate) program: Program,
    /// Where its `~` is.
    pub(crate) home: PathBuf,
    pub(crate) timeout: Duration,
}

/// Whether the subtask was given to the agent: from then on it may have done something.
#[derive(Debug, Default)]
pub(crate) struct Given(AtomicBool);

impl Given {
    /// Says that it is about to be given.
    pub(crate) fn note(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_so(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a talk came to nothing.
#[derive(Debug)]
pub(crate) enum Stop {
    /// Nobody answers any more.
    Gone,
    /// What it says cannot be understood, for this reason.
    Senseless(String),
    /// Nothing can be asked of it, for this reason; nothing was.
    Unfit(String),
}

impl AgentProcess {
    pub(crate) fn start(&self) -> Result<Running, ExternalError> {
        self.program.start().map_err(|why| self.not_started(why))
    }

    /// How long it has to say who it is.
    pub(crate) fn greeting(&self) -> Duration {
        GREETING.min(self.timeout)
    }

    pub(crate) fn not_started(&self, why: impl Into<String>) -> ExternalError {
        ExternalError::NotStarted { name: self.profile.name.clone(), why: why.into() }
    }

    pub(crate) fn broke_off(&self, why: String) -> ExternalError {
        ExternalError::BrokeOff { name: self.profile.name.clone(), why }
    }

    /// What a subtask that took too long comes to, once the program is gone.
    pub(crate) async fn too_long(&self, running: Running) -> ExternalError {
        running.kill();
        running.end().await;
        ExternalError::TooLong { name: self.profile.name.clone(), after: self.timeout }
    }

    /// What a talk about a subtask comes to, once the program is gone. Before the subtask was given, nothing was done.
    pub(crate) async fn settle<T, Late>(
        &self,
        running: Running,
        talked: Result<Result<T, Stop>, Late>,
        given: &Given,
    ) -> Result<T, ExternalError> {
        let Ok(talked) = talked else {
            let late = self.too_long(running).await;
            return Err(if given.is_so() { late } else { self.not_ready(self.timeout) });
        };
        let ending = running.end().await;
        talked.map_err(|stop| match stop {
            Stop::Gone if given.is_so() => self.broke_off(ending.to_string()),
            Stop::Gone => self.not_started(ending.to_string()),
            Stop::Senseless(why) if given.is_so() => self.broke_off(why),
            Stop::Senseless(why) => self.not_started(format!("{why}; {ending}")),
            Stop::Unfit(why) => self.not_started(why),
        })
    }

    fn not_ready(&self, after: Duration) -> ExternalError {
        let after = after.as_secs();
        self.not_started(format!("it did not say within {after} s who it is: try its program by hand"))
    }

    /// The same for a greeting: nothing was asked of it.
    pub(crate) async fn settle_greeting<Late>(
        &self,
        running: Running,
        greeted: Result<Result<String, Stop>, Late>,
    ) -> Result<String, ExternalError> {
        let Ok(greeted) = greeted else {
            self.too_long(running).await;
            return Err(self.not_ready(self.greeting()));
        };
        self.settle::<_, Infallible>(running, Ok(greeted), &Given::default()).await
    }
}
