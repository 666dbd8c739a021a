//! `agents`: lists the external agents, and checks whether they start.

use super::print;
use crate::{
    args::{AgentsArgs, CommonArgs},
    console::plain,
    exit::Exit,
    settings,
};
use anyhow::Result;
use deskpilot_external_agents::{AgentSpec, ExternalError, Protocol};
use deskpilot_runtime::{Environment, agent_specs, agent_specs_file, agents_without_desktop};
use futures::future::join_all;
use serde_json::{Value, json};

/// An agent's answer to a check; `None` if it was not checked.
type CheckResult = Option<Result<String, ExternalError>>;

/// `deskpilot agents`
pub(crate) async fn agents(environment: &Environment, args: AgentsArgs) -> Result<Exit> {
    let config = settings::config(environment, &CommonArgs::default())?;
    let specs = agent_specs(&config)?;
    let results: Vec<CheckResult> = match args.check {
        true => {
            let agents = agents_without_desktop(specs.clone(), &config.environment)?;
            join_all(agents.iter().map(|it| it.greet())).await.into_iter().map(Some).collect()
        }
        false => specs.iter().map(|_| None).collect(),
    };
    let all: Vec<(&AgentSpec, &CheckResult)> = specs.iter().zip(&results).collect();
    if args.json.wanted {
        let rows: Vec<Value> = all.iter().map(|(spec, result)| as_json(spec, result)).collect();
        print(&serde_json::to_string_pretty(&rows)?);
    } else if all.is_empty() {
        let file =
            agent_specs_file(&config).map_or_else(|| "agents.toml".into(), |it| it.display().to_string());
        print(&format!(
            "there are no external agents; describe one in {file} (see `deskpilot manual other-agents`)"
        ));
    } else {
        let lines: Vec<String> = all.iter().map(|(spec, result)| as_text(spec, result)).collect();
        print(&lines.join("\n"));
    }
    let is_missing = results.iter().any(|it| matches!(it, Some(Err(_))));
    Ok(if is_missing { Exit::Failed } else { Exit::Finished })
}

fn as_text(spec: &AgentSpec, result: &CheckResult) -> String {
    let of = spec.application.as_ref().map(|it| format!(", of {it}")).unwrap_or_default();
    let mut text = format!("{} ({}{of}): {}", spec.name, kind(spec), spec.introduction);
    match result {
        Some(Ok(greeting)) => text.push_str(&format!("\n  ok: {greeting}")),
        Some(Err(error)) => text.push_str(&format!("\n  error: {error}")),
        None => {}
    }
    text.lines().map(plain).collect::<Vec<_>>().join("\n")
}

fn as_json(spec: &AgentSpec, result: &CheckResult) -> Value {
    let mut row = json!({
        "name": spec.name,
        "kind": kind(spec),
        "introduction": spec.introduction,
        "application": spec.application,
        "program": spec.argv,
    });
    match result {
        Some(Ok(greeting)) => row["said"] = greeting.clone().into(),
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
