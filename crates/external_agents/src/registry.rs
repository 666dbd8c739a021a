//! Builds the agents of an agents file, each with what it needs to start.

use crate::{
    AgentProfile, AgentSpec, ExternalAgent, Protocol, agent_process::AgentProcess, command::CommandAgent,
};
use deskpilot_core::NotBuilt;
use deskpilot_system::Program;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The environment of the agents.
#[derive(Clone, Debug, Default)]
pub struct AgentEnvironment {
    /// The complete environment of their programs, except for variables that an entry passes on.
    pub env: BTreeMap<String, String>,
    /// The home directory.
    pub home: PathBuf,
    /// The working folder of agents whose entry names none.
    pub folder: PathBuf,
}

/// Builds the agents in file order. Starts nothing.
///
/// # Errors
/// Fails if one of them uses a protocol that is not part of this build.
pub fn build_agents(
    specs: Vec<AgentSpec>,
    around: &AgentEnvironment,
) -> Result<Vec<Arc<dyn ExternalAgent>>, NotBuilt> {
    specs.into_iter().map(|spec| agent(spec, around)).collect()
}

fn agent(spec: AgentSpec, around: &AgentEnvironment) -> Result<Arc<dyn ExternalAgent>, NotBuilt> {
    let AgentSpec { name, introduction, application, mut argv, protocol, folder, pass, timeout } = spec;
    if let Some(program) = argv.first_mut().filter(|it| it.starts_with("~/")) {
        *program = expanded(program, &around.home).to_string_lossy().into_owned();
    }
    let folder = folder.map_or_else(|| around.folder.clone(), |it| expanded(&it, &around.home));
    let process = AgentProcess {
        profile: AgentProfile { name, introduction, application },
        program: Program { argv, env: around.env.clone(), pass, folder },
        home: around.home.clone(),
        timeout,
    };
    Ok(match protocol {
        Protocol::Command => Arc::new(CommandAgent::new(process)),
        #[cfg(feature = "protocols")]
        Protocol::Acp => Arc::new(crate::acp::AcpAgent::new(process)),
        #[cfg(feature = "protocols")]
        Protocol::Mcp { tool, argument } => Arc::new(crate::mcp::McpAgent::new(process, tool, argument)),
        #[cfg(not(feature = "protocols"))]
        Protocol::Acp | Protocol::Mcp { .. } => {
            return Err(NotBuilt(deskpilot_core::Feature::ExternalAgents));
        }
    })
}

fn expanded(path: &str, home: &Path) -> PathBuf {
    match path.strip_prefix("~/") {
        Some(rest) => home.join(rest),
        None if path == "~" => home.to_owned(),
        None => PathBuf::from(path),
    }
}
