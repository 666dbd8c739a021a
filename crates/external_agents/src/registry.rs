//! Builds the agents of an agents file, each with what it needs to start.

use crate::{
    AgentProfile, AgentSpec, ExternalAgent, Speaks, agent_process::AgentProcess, command::CommandAgent,
    process::Program,
};
use deskpilot_core::NotBuilt;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The environment of the agents.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
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
        profile: AgentProfile { name, introduction, application },
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
