//! The manual pages about the agents: their states and their fixed prompts.

use anyhow::Result;
use deskpilot_agent::{FixedPrompt, InstantiationPrompt, PromptScene, Speculation};
use deskpilot_core::{AgentKind, AgentStatus, CommandSpec, Status, TRANSITIONS, Transition};
use deskpilot_desktop::{CommandTable, view::tokens};
use deskpilot_model::ModelSize;
use deskpilot_runtime::command_tables;
use std::{fmt::Write, sync::Arc};

/// The meaning of each state, for the HostAgent and for AppAgents.
const MEANINGS: &[(Status, &str, &str)] = &[
    (Status::Continue, "looks, thinks, opens applications", "looks, thinks, acts"),
    (
        Status::Assign,
        "assigned a subtask to a window, which is brought to the front and prepared",
        "begins, with the subtask, its commands and its memory of the application",
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
        "the model or the desktop is unavailable: the round ends, and can be resumed",
        "the window is gone, or the replies are unusable: back to the HostAgent, with the reason",
    ),
];

/// The page of the states: a diagram and tables, printed from the table of transitions.
pub(super) fn states() -> Result<String> {
    let mut page = String::from(
        "# States of the agents\n\n\
         One agent at a time works on a round, and that agent is in one of seven states. One table holds all transitions\n\
         (`TRANSITIONS` in the core), and the loop uses no other. This page is printed from it.\n\n\
         ```mermaid\nstateDiagram-v2\n",
    );
    writeln!(page, "    [*] --> {}", name(AgentStatus::START))?;
    for Transition { from, trigger, to } in TRANSITIONS {
        if let Some(from) = from {
            writeln!(page, "    {} --> {}: {}", name(*from), name(*to), trigger.description())?;
        }
    }
    for (end, transition) in ends() {
        writeln!(page, "    HostAgent_CONTINUE --> {}: {}", name(end), transition.trigger.description())?;
        writeln!(page, "    {} --> [*]", name(end))?;
    }
    page.push_str("```\n\n| state | HostAgent | AppAgent |\n| --- | --- | --- |\n");
    for (status, host, app) in MEANINGS {
        writeln!(page, "| {status} | {host} | {app} |")?;
    }
    page.push_str("\n| from | when | to |\n| --- | --- | --- |\n");
    for Transition { from, trigger, to } in TRANSITIONS {
        let from = from.map_or("any state but an end".into(), |it| it.to_string());
        writeln!(page, "| {from} | {} | {to} |", trigger.description())?;
    }
    Ok(page)
}

fn name(standing: AgentStatus) -> String {
    standing.to_string().replace(' ', "_")
}

/// The final states of a round and the transitions to them.
fn ends() -> impl Iterator<Item = (AgentStatus, &'static Transition)> {
    TRANSITIONS.iter().filter(|it| it.to.is_end()).map(|it| (it.to, it))
}

/// The subtask for which the page shows the prompt of an AppAgent.
const SUBTASK: &str = "Add a column chart of A1:B5 and format column B as currency";

/// The native commands at hand in the window of a sheet, which has the most.
fn native_of_a_sheet() -> Vec<Arc<CommandSpec>> {
    let at_hand = |it: &CommandTable| it.name == "calc" || it.application.is_none();
    let tables = command_tables().into_iter().filter(at_hand);
    tables.flat_map(|it| it.commands).cloned().map(Arc::new).collect()
}

/// The page of the fixed prompts, with the tokens of each.
pub(super) fn prompts() -> Result<String> {
    let native = native_of_a_sheet();
    let scene = PromptScene {
        native: &native,
        application: Some("libreoffice-calc"),
        subtask: SUBTASK,
        ..PromptScene::default()
    };
    let mut page = String::from(
        "# Prompts\n\n\
         The fixed prompt of each agent, letter for letter, and the schema of its replies. What changes from step to step\n\
         follows as named sections: `deskpilot log TASK --tokens` shows how large each was, and `request.log` has them\n\
         all. Tokens are estimated from above.\n",
    );
    for kind in [AgentKind::HostAgent, AgentKind::AppAgent, AgentKind::EvaluationAgent] {
        let FixedPrompt { system, contract } = FixedPrompt::of(kind, scene, Speculation::On);
        let schema = contract.schema.to_string();
        let (text, shape) = (tokens(&system), tokens(&schema));
        writeln!(page, "\n## {kind}\n\nAt most {text} tokens of text and {shape} of schema.\n")?;
        if kind == AgentKind::AppAgent {
            writeln!(page, "In the window of a sheet, for the subtask \"{SUBTASK}\":\n")?;
        }
        writeln!(page, "```text\n{system}\n```\n\n```json\n{schema}\n```")?;
        if kind == AgentKind::HostAgent {
            let others = FixedPrompt::of_other_agents();
            writeln!(page, "\nIf there are [external agents](other-agents.md), its prompt also has:\n")?;
            writeln!(page, "```text\n{others}\n```")?;
        }
    }
    page.push_str(&small_models(scene)?);
    writeln!(page, "\n## Instantiation\n\n`deskpilot dataflow` makes raw tasks concrete with these.")?;
    for prompt in InstantiationPrompt::ALL {
        let FixedPrompt { system, contract } = prompt.fixed();
        let schema = contract.schema.to_string();
        let (text, shape) = (tokens(&system), tokens(&schema));
        writeln!(page, "\n### {}\n\nAt most {text} tokens of text and {shape} of schema.\n", prompt.name())?;
        writeln!(page, "```text\n{system}\n```\n\n```json\n{schema}\n```")?;
    }
    Ok(page)
}

/// The prompts of small models.
fn small_models(scene: PromptScene<'_>) -> Result<String> {
    let mut section = String::from(
        "\n## Small models\n\n\
         A small model, by the table of models or by `model.size`, gets short variants of two of these prompts. The schemas of\n\
         the replies are the same.\n",
    );
    let scene = PromptScene { size: ModelSize::Small, ..scene };
    for kind in [AgentKind::HostAgent, AgentKind::AppAgent] {
        let FixedPrompt { system, .. } = FixedPrompt::of(kind, scene, Speculation::On);
        writeln!(section, "\n### {kind}, small\n\nAt most {} tokens of text.\n", tokens(&system))?;
        writeln!(section, "```text\n{system}\n```")?;
    }
    Ok(section)
}
