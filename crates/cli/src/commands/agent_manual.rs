//! The manual pages about the agents: their states and their fixed prompts.

use anyhow::Result;
use deskpilot_agent::{FixedPrompt, Speculation};
use deskpilot_core::{AgentKind, CommandSpec, Standing, Status, TRANSITIONS, Transition};
use deskpilot_desktop::view::tokens;
use deskpilot_runtime::receivers;
use std::{fmt::Write, sync::Arc};

/// What each state means, for both agents.
const MEANINGS: &[(Status, &str, &str)] = &[
    (Status::Continue, "looks, thinks, opens applications", "looks, thinks, acts"),
    (
        Status::Assign,
        "gave a subtask to a window, which is brought forward and made ready",
        "has the subtask, its tools and what it remembers of the application, and begins",
    ),
    (Status::Pending, "waits for the user's answers", "waits for the user's answers"),
    (Status::Confirm, "waits for the user's yes", "waits for the user's yes"),
    (
        Status::Finish,
        "the request is carried out: the round ends",
        "the subtask is done: back to the HostAgent",
    ),
    (
        Status::Fail,
        "the request cannot be carried out, or a budget is used up: the round ends",
        "the subtask cannot be done: back to the HostAgent, with the reason",
    ),
    (
        Status::Error,
        "the model or the desktop cannot be had: the round ends, and can be taken up again",
        "the window is gone, or the replies cannot be followed: back to the HostAgent, with the reason",
    ),
];

/// The states, drawn and as a table, from the table that moves a round.
pub(super) fn states() -> Result<String> {
    let mut page = String::from(
        "# States of the agents\n\n\
         A round is at one agent at a time, and that agent is in one of seven states. One table says what leads from\n\
         where to where (`TRANSITIONS` in the core); the loop has no other. This page is printed from it.\n\n\
         ```mermaid\nstateDiagram-v2\n",
    );
    writeln!(page, "    [*] --> {}", name(Standing::START))?;
    for Transition { from, cue, to } in TRANSITIONS {
        if let Some(from) = from {
            writeln!(page, "    {} --> {}: {}", name(*from), name(*to), cue.words())?;
        }
    }
    for (standing, cue) in ends() {
        writeln!(page, "    HostAgent_CONTINUE --> {}: {}", name(standing), cue.cue.words())?;
        writeln!(page, "    {} --> [*]", name(standing))?;
    }
    page.push_str("```\n\n| state | HostAgent | AppAgent |\n| --- | --- | --- |\n");
    for (status, host, app) in MEANINGS {
        writeln!(page, "| {status} | {host} | {app} |")?;
    }
    page.push_str("\n| from | when | to |\n| --- | --- | --- |\n");
    for Transition { from, cue, to } in TRANSITIONS {
        let from = from.map_or("any state but an end".into(), |it| it.to_string());
        writeln!(page, "| {from} | {} | {to} |", cue.words())?;
    }
    Ok(page)
}

fn name(standing: Standing) -> String {
    standing.to_string().replace(' ', "_")
}

/// The ends of a round and what leads there.
fn ends() -> impl Iterator<Item = (Standing, &'static Transition)> {
    TRANSITIONS.iter().filter(|it| it.to.is_end()).map(|it| (it.to, it))
}

/// What the agents are told once and for all, and how many tokens that is at the most.
pub(super) fn prompts() -> Result<String> {
    let native: Vec<Arc<CommandSpec>> =
        receivers(&[]).iter().flat_map(|it| it.table()).cloned().map(Arc::new).collect();
    let mut page = String::from(
        "# Prompts\n\n\
         What each agent is told once and for all, letter for letter, and the shape that its replies must have. What\n\
         changes from step to step follows as named sections: `deskpilot log TASK --tokens` shows how large each was, and\n\
         `request.log` has them all. Tokens are estimated from above.\n",
    );
    for kind in [AgentKind::HostAgent, AgentKind::AppAgent, AgentKind::EvaluationAgent] {
        let FixedPrompt { system, contract } = FixedPrompt::of(kind, &native, Speculation::On);
        let schema = contract.schema.to_string();
        let (text, shape) = (tokens(&system), tokens(&schema));
        writeln!(page, "\n## {kind}\n\nAt most {text} tokens of text and {shape} of shape.\n")?;
        writeln!(page, "```text\n{system}\n```\n\n```json\n{schema}\n```")?;
        if kind == AgentKind::HostAgent {
            let others = FixedPrompt::of_other_agents();
            writeln!(page, "\nWhere there are [other agents](other-agents.md), it is told this besides:\n")?;
            writeln!(page, "```text\n{others}\n```")?;
        }
    }
    Ok(page)
}
