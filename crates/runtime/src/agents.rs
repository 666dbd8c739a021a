//! Agents that are not ours: the user's file of them, what surrounds them on a session's desktop, and what keeps secrets out of
//! what they say.

use crate::{Config, Environment, UsageError, own_file::own_text};
use anyhow::{Context, Result};
use async_trait::async_trait;
use deskpilot_core::PermissionRequest;
use deskpilot_desktop::{Access, Redactor};
use deskpilot_external_agents::{
    AgentEnvironment, AgentProfile, AgentSpec, ExternalAgent, ExternalError, PendingPermission,
    PermissionChannel, SubtaskResult, build_agents, parse_agents,
};
use std::{
    path::{Path, PathBuf},
    pin::pin,
    sync::Arc,
};

/// The file in the folder of settings.
const NAME: &str = "agents.toml";
/// What they take over from us: where the user's programs and their settings are, and in which language they speak.
const OURS: &[&str] = &[
    "PATH",
    "HOME",
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
/// What they take over from the desktop of the session: where its windows are.
const DESKTOPS: &[&str] =
    &["DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"];

/// The file of the agents, as the user sees it; `None` where it is not named and nobody has a folder for settings.
pub fn specs_file(config: &Config) -> Option<PathBuf> {
    let usual = || config.environment.settings_folder().map(|it| it.join(NAME));
    config.agents.clone().or_else(usual)
}

/// The agents of the user of this process. Without a setting they are in the settings' folder, where the file need not be.
///
/// # Errors
/// What is wrong with the file; nothing runs until that is mended.
pub fn specs(config: &Config) -> Result<Vec<AgentSpec>> {
    let Some(path) = specs_file(config) else { return Ok(Vec::new()) };
    let read = read(&path, config);
    read.map_err(|error| UsageError(format!("{error:#}")).into())
}

fn read(path: &Path, config: &Config) -> Result<Vec<AgentSpec>> {
    if config.agents.is_none() && matches!(path.try_exists(), Ok(false)) {
        return Ok(Vec::new());
    }
    // Whoever can change the file can have programs started.
    let text = own_text(path, Access::Read, "agents.file", &config.environment)?;
    let paths = config.environment.platform().path_style();
    parse_agents(&text, paths).with_context(|| path.display().to_string())
}

/// The agents on a desktop with this environment; they work in this folder unless their entries say otherwise.
pub(crate) fn on_desktop(
    specs: Vec<AgentSpec>,
    environment: &Environment,
    desktop: &[(String, String)],
    folder: &Path,
    redactor: &Redactor,
) -> Result<Vec<Arc<dyn ExternalAgent>>> {
    let agents = built(specs, &surroundings(environment.pairs(), desktop, folder))?;
    let screened = |agent| Arc::new(Screened { agent, redactor: redactor.clone() }) as Arc<dyn ExternalAgent>;
    Ok(agents.into_iter().map(screened).collect())
}

/// The agents without a desktop, to be greeted.
///
/// # Errors
/// The present folder cannot be told.
pub fn agents_without_a_desktop(
    specs: Vec<AgentSpec>,
    environment: &Environment,
) -> Result<Vec<Arc<dyn ExternalAgent>>> {
    let env = environment.pairs();
    let folder = std::env::current_dir().context("the present folder cannot be told")?;
    built(specs, &surroundings(env, env, &folder))
}

fn built(specs: Vec<AgentSpec>, around: &AgentEnvironment) -> Result<Vec<Arc<dyn ExternalAgent>>> {
    build_agents(specs, around).map_err(|error| UsageError(format!("agents.toml: {error}")).into())
}

fn surroundings(ours: &[(String, String)], desktop: &[(String, String)], folder: &Path) -> AgentEnvironment {
    let kept = |from: &[(String, String)], names: &[&str]| -> Vec<(String, String)> {
        let is_kept = |name: &str| names.contains(&name) || names == OURS && name.starts_with("LC_");
        from.iter().filter(|(name, _)| is_kept(name)).cloned().collect()
    };
    let env = kept(ours, OURS).into_iter().chain(kept(desktop, DESKTOPS)).collect();
    let home = ours.iter().find(|(name, _)| name == "HOME").map(|(_, home)| home.as_str());
    AgentEnvironment { env, home: home.unwrap_or("/").into(), folder: folder.to_owned() }
}

/// Another agent, with the session's secrets struck from what it says.
struct Screened {
    agent: Arc<dyn ExternalAgent>,
    redactor: Redactor,
}

#[async_trait]
impl ExternalAgent for Screened {
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
            // Whoever could ask is gone with its work.
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

impl Screened {
    async fn pass_on(&self, pending: PendingPermission, asks: &PermissionChannel) {
        let text = |it: &String| self.redactor.struck_from(it.clone());
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
            SubtaskResult::Done(text) => SubtaskResult::Done(self.redactor.struck_from(text)),
            SubtaskResult::Failed(why) => SubtaskResult::Failed(self.redactor.struck_from(why)),
        }
    }

    fn struck_error(&self, error: ExternalError) -> ExternalError {
        match error {
            ExternalError::NotStarted { name, why } => {
                ExternalError::NotStarted { name, why: self.redactor.struck_from(why) }
            }
            ExternalError::BrokeOff { name, why } => {
                ExternalError::BrokeOff { name, why: self.redactor.struck_from(why) }
            }
            other @ ExternalError::TooLong { .. } => other,
        }
    }
}

#[cfg(test)]
mod tests;
