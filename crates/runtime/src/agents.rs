//! External agents: reads the user's file of them, gives them an environment and a folder, and redacts secrets from what
//! they say.

use crate::{Config, Environment, RuntimeError, UsageError, own_file::OwnFile};
use async_trait::async_trait;
use deskpilot_core::PermissionRequest;
use deskpilot_desktop::{FileAccess, Redactor};
use deskpilot_external_agents::{
    AgentEnvironment, AgentProfile, AgentSpec, ExternalAgent, ExternalError, PendingPermission,
    PermissionChannel, SubtaskResult, build_agents, parse_agents,
};
use deskpilot_system::{HOME_VARIABLE, is_passed_variable};
use std::{
    path::{Path, PathBuf},
    pin::pin,
    sync::Arc,
};

/// The file's name in the settings folder.
const NAME: &str = "agents.toml";
/// Variables they get from this process: where the user's programs and settings are, and the language.
const USER_VARIABLES: &[&str] = &[
    "PATH",
    HOME_VARIABLE,
    "USER",
    "LOGNAME",
    "SHELL",
    "LANG",
    "LANGUAGE",
    "TZ",
    "TMPDIR",
    "TERM",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_CACHE_HOME",
    "XDG_STATE_HOME",
];
/// Variables they get from the session's desktop: how to reach its windows.
const DESKTOP_VARIABLES: &[&str] =
    &["DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"];

/// The path of the agents' file; `None` if the settings name none and the user has no settings folder.
pub fn agent_specs_file(config: &Config) -> Option<PathBuf> {
    file(config).path()
}

/// Reads the user's external agents. A missing file in the settings folder means none.
///
/// # Errors
/// The file is wrong, or others can change it; nothing runs until that is corrected.
pub fn agent_specs(config: &Config) -> Result<Vec<AgentSpec>, UsageError> {
    let style = config.environment.platform().path_style();
    let read = file(config).read(&config.environment, |text| parse_agents(text, style));
    Ok(read?.unwrap_or_default())
}

fn file(config: &Config) -> OwnFile<'_> {
    OwnFile {
        setting: "agents.file",
        named: config.agents.as_deref(),
        usual: config.environment.settings_folder().map(|it| it.join(NAME)),
        // A user who can change the file can start programs.
        most: FileAccess::Read,
    }
}

/// The agents on a desktop with this environment. They work in `folder` unless their entries name another.
pub(crate) fn on_desktop(
    specs: Vec<AgentSpec>,
    environment: &Environment,
    desktop: &[(String, String)],
    folder: &Path,
    redactor: &Redactor,
) -> Result<Vec<Arc<dyn ExternalAgent>>, UsageError> {
    let agents = built(specs, &surroundings(environment.pairs(), desktop, folder))?;
    let redacted =
        |agent| Arc::new(RedactedAgent { agent, redactor: redactor.clone() }) as Arc<dyn ExternalAgent>;
    Ok(agents.into_iter().map(redacted).collect())
}

/// The agents without a desktop, for a check whether they start.
///
/// # Errors
/// The current folder is unknown.
pub fn agents_without_desktop(
    specs: Vec<AgentSpec>,
    environment: &Environment,
) -> Result<Vec<Arc<dyn ExternalAgent>>, RuntimeError> {
    let env = environment.pairs();
    let folder = std::env::current_dir().map_err(RuntimeError::NoCurrentFolder)?;
    Ok(built(specs, &surroundings(env, env, &folder))?)
}

fn built(
    specs: Vec<AgentSpec>,
    around: &AgentEnvironment,
) -> Result<Vec<Arc<dyn ExternalAgent>>, UsageError> {
    build_agents(specs, around).map_err(|error| UsageError(format!("agents.toml: {error}")))
}

fn surroundings(ours: &[(String, String)], desktop: &[(String, String)], folder: &Path) -> AgentEnvironment {
    let is_of_user = |name: &str| is_passed_variable(name, USER_VARIABLES) || name.starts_with("LC_");
    let of_user = ours.iter().filter(|(name, _)| is_of_user(name));
    let of_desktop = desktop.iter().filter(|(name, _)| DESKTOP_VARIABLES.contains(&name.as_str()));
    let env = of_user.chain(of_desktop).cloned().collect();
    let home = ours.iter().find(|(name, _)| name == HOME_VARIABLE).map(|(_, home)| home.as_str());
    AgentEnvironment { env, home: home.unwrap_or("/").into(), folder: folder.to_owned() }
}

/// An external agent with the session's secrets removed from everything it says.
struct RedactedAgent {
    agent: Arc<dyn ExternalAgent>,
    redactor: Redactor,
}

#[async_trait]
impl ExternalAgent for RedactedAgent {
    fn profile(&self) -> &AgentProfile {
        self.agent.profile()
    }

    async fn carry_out(
        &self,
        subtask: &str,
        asks: &PermissionChannel,
    ) -> Result<SubtaskResult, ExternalError> {
        let (inner, mut heard) = PermissionChannel::open();
        let mut work = pin!(self.agent.carry_out(subtask, &inner));
        let passing_on = async {
            while let Some(pending) = heard.recv().await {
                self.pass_on(pending, asks).await;
            }
            // The agent has ended and asks nothing more; `work` ends the wait.
            std::future::pending().await
        };
        let handed_back = tokio::select! {
            handed_back = &mut work => handed_back,
            never = passing_on => never,
        };
        handed_back.map(|it| self.struck(it)).map_err(|error| self.struck_error(error))
    }

    async fn greet(&self) -> Result<String, ExternalError> {
        self.agent.greet().await
    }
}

impl RedactedAgent {
    async fn pass_on(&self, pending: PendingPermission, asks: &PermissionChannel) {
        let text = |it: &String| self.redactor.redact_text(it.clone());
        let asked = &pending.permit;
        let permit = PermissionRequest {
            title: text(&asked.title),
            places: asked.places.iter().map(text).collect(),
            details: text(&asked.details),
            ..asked.clone()
        };
        if asks.ask(permit).await {
            pending.grant();
        }
    }

    fn struck(&self, subtask_result: SubtaskResult) -> SubtaskResult {
        match subtask_result {
            SubtaskResult::Done(text) => SubtaskResult::Done(self.redactor.redact_text(text)),
            SubtaskResult::Failed(why) => SubtaskResult::Failed(self.redactor.redact_text(why)),
        }
    }

    fn struck_error(&self, error: ExternalError) -> ExternalError {
        match error {
            ExternalError::NotStarted { name, why } => {
                ExternalError::NotStarted { name, why: self.redactor.redact_text(why) }
            }
            ExternalError::BrokeOff { name, why } => {
                ExternalError::BrokeOff { name, why: self.redactor.redact_text(why) }
            }
            other @ ExternalError::TooLong { .. } => other,
        }
    }
}

#[cfg(test)]
mod tests;
