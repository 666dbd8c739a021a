//! `manual`: prints pages of the documentation, some from the tables that the program itself reads, and finds words in them.

use super::{
    agent_manual, batch, grounding, knowledge,
    manual_search::{FoundSection, ManualPage, found_sections},
    native::{describe, table_page},
    print,
};
use crate::{
    args::{ManualArgs, Page},
    exit::Exit,
};
use anyhow::Result;
use clap::ValueEnum;
use deskpilot_agent::{COMPOUND_COMMANDS, UI_COMMANDS};
use deskpilot_deciders::help;
use deskpilot_model::{MODELS_AS_OF, PROVIDERS};
use deskpilot_runtime::{Environment, all_command_tables};
use deskpilot_settings::{FOLDER_SETTINGS, SETTINGS};
use serde_json::json;
use std::fmt::Write;

/// `deskpilot manual`
pub(crate) fn manual(environment: &Environment, args: &ManualArgs) -> Result<Exit> {
    print(&match args.page {
        Some(page) => text(environment, page)?,
        None if !args.search.is_empty() => found(environment, args)?,
        None => list(args)?,
    });
    Ok(Exit::Finished)
}

/// Each page with what it is about.
fn list(args: &ManualArgs) -> Result<String> {
    let pages = Page::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    let pages = pages.map(|it| {
        let about = it.get_help().map(ToString::to_string).unwrap_or_default();
        (it.get_name().to_owned(), about)
    });
    if args.json {
        let rows: Vec<_> = pages.map(|(name, about)| json!({"page": name, "about": about})).collect();
        return Ok(serde_json::to_string_pretty(&rows)?);
    }
    let lines: Vec<String> =
        pages.map(|(name, about)| format!("  deskpilot manual {name:<14} {about}")).collect();
    Ok(format!(
        "The pages of the manual:\n\n{}\n\n`deskpilot manual --search WORD...` finds words in all of them, \
         `deskpilot COMMAND --help` explains a command.",
        lines.join("\n")
    ))
}

/// The sections that have all the words, those with most of them first.
fn found(environment: &Environment, args: &ManualArgs) -> Result<String> {
    let words = args.search.join(" ");
    let found = found_sections(&all_pages(environment)?, &words);
    if args.json {
        let row = |it: &FoundSection| json!({"command": it.command, "section": it.title, "line": it.line});
        return Ok(serde_json::to_string_pretty(&found.iter().map(row).collect::<Vec<_>>())?);
    }
    if found.is_empty() {
        return Ok(format!("no section of the manual has all of these words: {words}"));
    }
    let lines: Vec<String> =
        found.iter().map(|it| format!("{}: {}\n  {}", it.command, it.title, it.line)).collect();
    Ok(lines.join("\n"))
}

/// Every page, with those of the native commands.
fn all_pages(environment: &Environment) -> Result<Vec<ManualPage>> {
    let mut pages = Vec::new();
    for page in Page::value_variants() {
        let name = page.to_possible_value().map(|it| it.get_name().to_owned()).unwrap_or_default();
        let (command, text) = (format!("deskpilot manual {name}"), text(environment, *page)?);
        pages.push(ManualPage { command, text });
    }
    for table in all_command_tables(environment.platform()) {
        pages.push(ManualPage {
            command: format!("deskpilot commands {}", table.name),
            text: table_page(&table)?,
        });
    }
    Ok(pages)
}

/// The page with the folders of this platform.
fn text(environment: &Environment, page: Page) -> Result<String> {
    Ok(environment.platform().terms().in_own_terms(&written(environment, page)?))
}

/// The page as it is written.
fn written(environment: &Environment, page: Page) -> Result<String> {
    Ok(match page {
        Page::Configuration => configuration()?,
        Page::Steps => format!("# The language of `steps`\n\n```text\n{}\n```\n", help().trim_end()),
        Page::Commands => commands(environment)?,
        Page::Models => models()?,
        Page::Grounding => grounding::page()?,
        Page::Knowledge => knowledge::page()?,
        Page::Tasks => batch::task_files_page()?,
        Page::States => agent_manual::states()?,
        Page::Prompts => agent_manual::prompts()?,
        Page::Tutorial => for_readers(include_str!("../../../../docs/tutorial.md")),
        Page::HowTo => for_readers(include_str!("../../../../docs/how-to.md")),
        Page::Faq => for_readers(include_str!("../../../../docs/faq.md")),
        Page::Agents => for_readers(include_str!("../../../../docs/agents.md")),
        Page::Seeing => for_readers(include_str!("../../../../docs/seeing.md")),
        Page::Budgets => for_readers(include_str!("../../../../docs/budgets.md")),
        Page::Sessions => for_readers(include_str!("../../../../docs/sessions.md")),
        Page::Watching => for_readers(include_str!("../../../../docs/watching.md")),
        Page::Logs => for_readers(include_str!("../../../../docs/logs.md")),
        Page::Audit => for_readers(include_str!("../../../../docs/audit.md")),
        Page::Traces => for_readers(include_str!("../../../../docs/traces.md")),
        Page::WebSearch => for_readers(include_str!("../../../../docs/web-search.md")),
        Page::Skills => for_readers(include_str!("../../../../docs/skills.md")),
        Page::Experience => for_readers(include_str!("../../../../docs/experience.md")),
        Page::Demonstrations => for_readers(include_str!("../../../../docs/demonstrations.md")),
        Page::Dataflow => for_readers(include_str!("../../../../docs/dataflow.md")),
        Page::Datasets => for_readers(include_str!("../../../../docs/datasets.md")),
        Page::Modes => for_readers(include_str!("../../../../docs/modes.md")),
        Page::Operators => for_readers(include_str!("../../../../docs/operators.md")),
        Page::Policy => for_readers(include_str!("../../../../docs/policy.md")),
        Page::ThreatModel => for_readers(include_str!("../../../../docs/threat-model.md")),
        Page::Secrets => for_readers(include_str!("../../../../docs/secrets.md")),
        Page::OtherAgents => for_readers(include_str!("../../../../docs/other-agents.md")),
        Page::Acp => for_readers(include_str!("../../../../docs/acp.md")),
        Page::Mcp => for_readers(include_str!("../../../../docs/mcp.md")),
        Page::Wayland => for_readers(include_str!("../../../../docs/wayland.md")),
        Page::SupportMatrix => for_readers(include_str!("../../../../docs/support-matrix.md")),
    })
}

/// The page without the words behind the languages of its blocks, which say how tests run the command lines.
fn for_readers(page: &str) -> String {
    page.lines().map(without_mark).collect::<Vec<_>>().join("\n") + "\n"
}

/// The fences of blocks with command lines, up to those words.
const MARKED_FENCES: [&str; 2] = ["```sh ", "```console "];

fn without_mark(line: &str) -> &str {
    let (text, indent) = (line.trim_start(), line.len() - line.trim_start().len());
    match MARKED_FENCES.iter().find(|it| text.starts_with(**it)) {
        Some(fence) => line[..indent + fence.len()].trim_end(),
        None => line,
    }
}

fn configuration() -> Result<String> {
    let folder: Vec<String> = FOLDER_SETTINGS.iter().map(|it| format!("`{it}`")).collect();
    let mut page = format!(
        "# Configuration\n\n\
         Settings are read in layers, a later layer overriding an earlier one: defaults, `/etc/deskpilot/config.toml`,\n\
         `~/.config/deskpilot/config.toml`, `./deskpilot.toml`, environment variables, flags. An unknown name is an\n\
         error, and so is a file of settings, a policy, or a list of secrets or agents that other users can change.\n\
         `deskpilot config show --origin` prints every setting and where it comes from. Of `./deskpilot.toml`, whose\n\
         folder may be somebody else's, only these settings are taken:\n\
         {}.\n\n\
         ```toml\n[model]\nname = \"openai/gpt-6.1-terra\"\n\n[run]\nmax_steps = 80\n```\n\n\
         | setting | environment | default | values | meaning |\n| --- | --- | --- | --- | --- |\n",
        folder.join(", ")
    );
    for it in SETTINGS {
        let default = if it.default.is_empty() { String::new() } else { format!("`{}`", it.default) };
        writeln!(
            page,
            "| `{}` | `{}` | {default} | {} | {} |",
            it.name,
            it.variable(),
            it.expected(),
            it.doc
        )?;
    }
    Ok(page)
}

fn commands(environment: &Environment) -> Result<String> {
    let mut page = String::from(
        "# Commands of an AppAgent\n\n\
         What an AppAgent can write in `Function`, with its `Args`. Its prompt, the schema of its reply and this page are\n\
         printed from one table.\n",
    );
    for command in UI_COMMANDS {
        describe(&mut page, &command.spec)?;
    }
    page.push_str(
        "\n# Commands that stand for several actions\n\n\
         Deskpilot does their actions with the keyboard and the pointer, one after the other. The policy rules on each.\n",
    );
    for command in COMPOUND_COMMANDS {
        describe(&mut page, &command.spec)?;
    }
    page.push_str(
        "\n# Native commands\n\n\
         What applications and the machine do on a command, without a window's controls. The policy rules by what a command\n\
         does, as its page says, and by what its arguments touch. A prompt has the commands that are at hand in its window; if they\n\
         are too many, it describes those that its subtask is about and names the others, which can be called as well;\n\
         `describe_command` describes them, by name or by what is to be done. One that does what a command above does, such as `save_as`, takes its place.\n\n",
    );
    for table in all_command_tables(environment.platform()) {
        writeln!(page, "- [{}](commands/{}.md): {}", table.name, table.name, table.about)?;
    }
    page.push_str(
        "\nThose from `gtk` on are at hand where an application or the desktop offers them. A GTK application also has actions that\n\
         are not on its page, such as `app.preferences.view.show_line_numbers`: their names are all that is known of them, so\n\
         the policy counts their effects as unknown.\n",
    );
    Ok(page)
}

fn models() -> Result<String> {
    let mut page = String::from(
        "# Models\n\n\
         The default model, `steps`, needs no network and follows a request written as steps (see\n\
         `deskpilot manual steps`). It does not plan and does not understand free prose. To use a language model, name\n\
         it:\n\n\
         ```sh\nOPENAI_API_KEY=... deskpilot run --model openai/gpt-6.1-terra \"...\"\n\
         deskpilot run --model ollama/qwen2.5vl \"...\"\n```\n\n\
         A model is `provider/model`. Deskpilot reads its key from the environment variable below, else from the\n\
         desktop's keyring (`deskpilot key set VARIABLE`), never from its configuration files. Any other server that\n\
         speaks OpenAI's protocol is `openai-compatible/MODEL` with `--base-url URL`. `model.host` and `model.app` set a\n\
         model per agent.\n\n\
         | provider | key | address | about |\n| --- | --- | --- | --- |\n",
    );
    for it in PROVIDERS {
        let address = it.base_url.map_or("`--base-url`".into(), |url| format!("`{url}`"));
        writeln!(page, "| `{}` | `{}` | {address} | {} |", it.name, it.key_variable, it.doc)?;
    }
    page.push_str(include_str!("clouds_manual.md"));
    writeln!(
        page,
        "\n## What is known of a model\n\n\
         Deskpilot has one table of models, of {MODELS_AS_OF}: whether a model can see and takes a schema, whether it thinks, which\n\
         computer-use tool it has, how long its context and its replies are, what it costs, and from when to when its maker serves\n\
         it. A model that is not in it works too: it is asked like its family or as its provider usually wants it, its calls have no\n\
         price, and `deskpilot doctor` calls it unlisted. `deskpilot doctor` also names the models of your settings that their makers\n\
         have switched off. Your own prices are a file that the setting `prices.file` names."
    )?;
    page.push_str(
        "\n## The length of replies\n\n\
         Deskpilot sends no limit unless you set `model.max_output_tokens`: the provider then allows all that the model has, and\n\
         a server on your machine all that its context has room for. Claude wants a number and gets what the model allows.\n\
         Thoughts count as part of a reply.\n\n\
         Nothing of a reply that was cut is done, even if a whole answer stands in it. The model is told, and the next request\n\
         asks for four times as much, up to what the model allows; a server that refuses that is asked as before. After three cut\n\
         replies to one question the task ends, and the error says what to set. A reply that the model or a filter of its provider\n\
         withholds counts for nothing, too: the model is told once, and then the task ends.\n",
    );
    page.push_str(include_str!("small_models_manual.md"));
    page.push_str(include_str!("replies_manual.md"));
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{collections::BTreeSet, path::Path};

    /// The pages that are for those who change Deskpilot.
    const FOR_DEVELOPERS: [&str; 6] = ["api", "benchmarks", "messages", "rectangles", "testing", "windows"];

    #[test]
    fn the_manual_has_every_page_of_the_documentation_that_is_for_users() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        let files =
            std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().file_name().into_string().unwrap());
        let files: BTreeSet<String> =
            files.filter_map(|it| it.strip_suffix(".md").map(str::to_owned)).collect();
        let pages = Page::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let mut known: BTreeSet<String> = pages.map(|it| it.get_name().to_owned()).collect();
        assert!(FOR_DEVELOPERS.iter().all(|it| !known.contains(*it)));
        known.extend(FOR_DEVELOPERS.map(str::to_owned));
        assert_eq!(known, files);
    }
}
