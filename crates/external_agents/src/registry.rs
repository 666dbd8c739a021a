//! The agents of a file, each with what it needs to be started.

use crate::{
    AgentSpec, ExternalAgent, Profile, Speaks, agent_process::AgentProcess, command::CommandAgent,
    process::Program,
};
use deskpilot_core::NotBuilt;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

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
