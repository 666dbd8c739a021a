//! Tool servers as receivers of native commands.

use crate::{
    ServerAddress, ServerSpec,
    connection::{LinkState, Route, ServerLink, Session, Target},
    outcome::ToolCall,
};
use async_trait::async_trait;
use deskpilot_core::{Call, CommandSpec, Effect, Outcome, Secret, Window};
use deskpilot_desktop::{ApplicationLifeCycle, CommandGaps, DesktopError, NativeAction, Receiver, Scope};
use deskpilot_system::{HOME_VARIABLE, Program, is_passed_variable};
use rmcp::model::CallToolRequestParams;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};
use tokio::time::timeout;

/// The variables that every program of a server gets, besides those that no program works without.
const USUAL_VARIABLES: [&str; 3] = ["PATH", HOME_VARIABLE, "LANG"];
/// The maximum number of different troubles reported per server, so that a server that keeps making up new
/// ones is not quoted for ever.
const MAX_TROUBLES: usize = 50;

/// After how long a server that is starting is quoted, if what it sent is no message. An application waits 10 s for its own.
const GREETS_ONLY: Duration = Duration::from_secs(5);

/// Where servers are started.
#[derive(Clone, Default)]
pub struct ServerEnvironment {
    /// The variables that servers may get: the usual ones, and those that their entries name.
    pub variables: BTreeMap<String, String>,
    /// The working folder of their programs.
    pub folder: PathBuf,
}

/// A receiver for each server, in this order. Nothing is started before its commands are first asked for.
pub fn receivers(servers: Vec<ServerSpec>, around: &ServerEnvironment) -> Vec<Box<dyn Receiver>> {
    let receiver = |spec: ServerSpec| {
        let route = around.route(&spec);
        let target = Target { spec, route };
        let secrets = around.secrets(&target.spec);
        Box::new(ToolServer { target, secrets, link: None, reported: BTreeSet::new() }) as Box<dyn Receiver>
    };
    servers.into_iter().map(receiver).collect()
}

impl ServerEnvironment {
    /// What the variables hold that an entry names: its last words may quote them.
    fn secrets(&self, spec: &ServerSpec) -> Vec<Secret> {
        let names = match &spec.address {
            ServerAddress::Program { pass, .. } => pass.as_slice(),
            ServerAddress::Http { token_variable, .. } => token_variable.as_slice(),
        };
        names.iter().filter_map(|it| self.variables.get(it)).map(Secret::new).collect()
    }

    fn route(&self, spec: &ServerSpec) -> Route {
        match &spec.address {
            ServerAddress::Program { argv, pass } => Route::Program(self.program(argv.clone(), pass)),
            ServerAddress::Http { url, token_variable: None } => {
                Route::Http { url: url.clone(), token: None }
            }
            ServerAddress::Http { url, token_variable: Some(variable) } => match self.variables.get(variable)
            {
                Some(token) => Route::Http { url: url.clone(), token: Some(Secret::new(token)) },
                None => Route::None(format!("the variable {variable} is not set: set it to its token")),
            },
        }
    }

    fn program(&self, mut argv: Vec<String>, pass: &[String]) -> Program {
        let home = self.variables.get(HOME_VARIABLE);
        if let (Some(home), Some(program)) = (home, argv.first_mut())
            && let Some(rest) = program.strip_prefix("~/")
        {
            *program = PathBuf::from(home).join(rest).to_string_lossy().into_owned();
        }
        let passed: Vec<&str> = USUAL_VARIABLES.into_iter().chain(pass.iter().map(String::as_str)).collect();
        let env = self.variables.iter().filter(|(name, _)| is_passed_variable(name, &passed));
        let env = env.map(|(name, value)| (name.clone(), value.clone())).collect();
        Program { argv, env, pass: Vec::new(), folder: self.folder.clone() }
    }
}

/// One tool server.
struct ToolServer {
    target: Target,
    /// What no sentence about it may hold.
    secrets: Vec<Secret>,
    /// `None` until its commands are first asked for.
    link: Option<ServerLink>,
    /// The troubles that were reported already.
    reported: BTreeSet<String>,
}

impl ToolServer {
    fn name_of(&self) -> &str {
        &self.target.spec.name
    }

    /// The connection, which is begun to be opened when it is first needed.
    fn link(&mut self) -> &ServerLink {
        self.link.get_or_insert_with(|| ServerLink::open(self.target.clone(), self.secrets.clone()))
    }

    fn state(&self) -> LinkState {
        self.link.as_ref().map_or(LinkState::Starting, ServerLink::state)
    }

    /// What somebody should know about the connection now.
    fn troubles(&self) -> Vec<String> {
        let name = self.name_of();
        let troubles = match self.state() {
            LinkState::Starting => vec![self.starting()],
            LinkState::Ready(session) => session.catalogue.troubles.clone(),
            LinkState::Paused(why) => vec![format!("{why}; it is started again")],
            LinkState::GivenUp(why) => {
                vec![format!("{why}; mend [servers.{name}], then start another session")]
            }
        };
        troubles.into_iter().map(|it| self.struck(it)).collect()
    }

    /// The text without what the variables hold that its entry names.
    fn struck(&self, text: String) -> String {
        self.secrets.iter().fold(text, |text, secret| secret.remove_from(&text))
    }

    /// That it is starting. A server that only greets says so soon, and not at the end of the time that it has.
    fn starting(&self) -> String {
        let starting = "it is starting: its commands come at a later step".to_owned();
        match &self.link {
            Some(link) => link.noise.quoted_after(starting, GREETS_ONLY),
            None => starting,
        }
    }

    fn not_connected(&self) -> DesktopError {
        let why = format!("{}; do it without this command", self.troubles().join("; "));
        DesktopError::NotPossible { what: self.name_of().to_owned(), why }
    }

    async fn call(&self, session: &Session, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        let call = action.call;
        let Some(command) = session.catalogue.command(&call.command) else {
            return Err(DesktopError::NoSuchCommand(call.command.clone()));
        };
        let arguments = match command.wire_arguments(&call.args) {
            Ok(arguments) => arguments,
            Err(refusal) => return Ok(Effect::Refused(refusal).into()),
        };
        let tool_call = ToolCall { server: self.name_of(), command };
        let limit = action.deadline.min(self.target.spec.timeout);
        let request = CallToolRequestParams::new(command.tool.clone()).with_arguments(arguments);
        let noise = session.noise();
        noise.forget();
        let quoted = |sentence| self.struck(noise.quoted_in(sentence));
        // The call is sent once and never repeated. Dropping the future cancels it at the server.
        let answer = timeout(limit, Box::pin(session.peer.call_tool_once(request))).await;
        if let Ok(Err(error)) = &answer {
            session.end_if_lost(error);
        }
        Ok(answer.map_or_else(|_| tool_call.late(limit, quoted), |it| tool_call.outcome(it)))
    }
}

#[async_trait]
impl Receiver for ToolServer {
    fn name(&self) -> &str {
        self.name_of()
    }

    fn serves(&self, scope: Scope<'_>) -> bool {
        let Scope::Window(window) = scope else { return false };
        let all = self.target.spec.applications.as_ref();
        all.is_none_or(|all| all.iter().any(|it| it.eq_ignore_ascii_case(&window.application)))
    }

    fn table(&self) -> &'static [CommandSpec] {
        &[]
    }

    /// Those of the open connection; the first time it is only begun to be opened.
    async fn commands(&mut self, _: Scope<'_>) -> Result<Vec<Arc<CommandSpec>>, DesktopError> {
        self.link();
        match self.state() {
            LinkState::Ready(session) => Ok(session.catalogue.specs().cloned().collect()),
            LinkState::Starting | LinkState::Paused(_) | LinkState::GivenUp(_) => Ok(Vec::new()),
        }
    }

    /// As long as the file lets its tools take.
    fn deadline(&self, _: &Call) -> Option<Duration> {
        Some(self.target.spec.timeout)
    }

    fn take_gaps(&mut self, _: Scope<'_>) -> CommandGaps {
        let mut troubles = self.troubles();
        troubles.retain(|it| self.reported.len() < MAX_TROUBLES && self.reported.insert(it.clone()));
        CommandGaps { troubles, limit: None }
    }

    fn life_cycle(&mut self) -> Option<&mut dyn ApplicationLifeCycle> {
        Some(self)
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        let prefix = format!("{}.", self.name_of());
        match self.state() {
            LinkState::Ready(session) => self.call(&session, action).await,
            _ if action.call.command.starts_with(&prefix) => Err(self.not_connected()),
            _ => Err(DesktopError::NoSuchCommand(action.call.command.clone())),
        }
    }
}

#[async_trait]
impl ApplicationLifeCycle for ToolServer {
    /// Waits for a server that is bound to the application of the window; one for all windows holds no launch up.
    async fn wait_until_ready(&mut self, _: &Window) {
        if self.target.spec.applications.is_some() {
            self.link().wait_until_settled().await;
        }
    }
}
