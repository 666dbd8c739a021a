//! `agents`: the agents that are not ours, and whether they can be had.

use super::print;
use crate::{
    args::{AgentsArgs, Common},
    console::plain,
    exit::Exit,
    settings,
};
use anyhow::Result;
use deskpilot_external_agents::{AgentSpec, ExternalError, Protocol};
use deskpilot_runtime::{agents_without_a_desktop, specs, specs_file};
use futures::future::join_all;
use serde_json::{Value, json};

/// What an agent said of itself, where it was asked.
type Greeted = Option<Result<String, ExternalError>>;

/// `deskpilot agents`
pub(crate) async fn agents(args: AgentsArgs) -> Result<Exit> {
    let config = settings::config(&Common::default())?;
    let specs = specs(&config)?;
    let greeted: Vec<Greeted> = match args.check {
        true => {
            let agents = agents_without_a_desktop(specs.clone(), &config.environment)?;
            join_all(agents.iter().map(|it| it.greet())).await.into_iter().map(Some).collect()
        }
        false => specs.iter().map(|_| None).collect(),
    };
    let all: Vec<(&AgentSpec, &Greeted)> = specs.iter().zip(&greeted).collect();
    if args.json {
        let rows: Vec<Value> = all.iter().map(|(spec, greeted)| as_json(spec, greeted)).collect();
        print(&serde_json::to_string_pretty(&rows)?);
    } else if all.is_empty() {
        let place = specs_file(&config).map_or_else(|| "agents.toml".into(), |it| it.display().to_string());
        print(&format!(
            "there are no other agents; describe one in {place}, as `deskpilot manual other-agents` says"
        ));
    } else {
        let lines: Vec<String> = all.iter().map(|(spec, greeted)| told(spec, greeted)).collect();
        print(&lines.join("\n"));
    }
    let is_missing = greeted.iter().any(|it| matches!(it, Some(Err(_))));
    Ok(if is_missing { Exit::Failed } else { Exit::Finished })
}

fn told(spec: &AgentSpec, greeted: &Greeted) -> String {
    let of = spec.application.as_ref().map(|it| format!(", of {it}")).unwrap_or_default();
    let mut told = format!("{} ({}{of}): {}", spec.name, kind(spec), spec.introduction);
    match greeted {
        Some(Ok(said)) => told.push_str(&format!("\n  ok: {said}")),
        Some(Err(error)) => told.push_str(&format!("\n  cannot be had: {error}")),
        None => {}
    }
    told.lines().map(plain).collect::<Vec<_>>().join("\n")
}

fn as_json(spec: &AgentSpec, greeted: &Greeted) -> Value {
    let mut row = json!({
        "name": spec.name,
        "kind": kind(spec),
        "introduction": spec.introduction,
        "application": spec.application,
        "program": spec.argv,
    });
    match greeted {
        Some(Ok(said)) => row["said"] = said.clone().into(),
        Some(Err(error)) => row["error"] = error.to_string().into(),
        None => {}
    }
    row
}

const fn kind(spec: &AgentSpec) -> &'static str {
    match spec.protocol {
        Protocol::Acp => "acp",
        Protocol::Mcp { .. } => "mcp",
        Protocol::Command => "command",
    }
}
