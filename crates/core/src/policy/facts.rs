//! What a policy's rules are held against: all that is known of one operation, in small letters.

use super::{Circumstances, Finding, Lexicon, Reach, Risks, infer, places, secrecy::Secrecy};
use crate::{Action, Aim, CommandSpec, Conduct, Gesture, Operation, ParamKind, Role, Verb};
use serde_json::Value;

/// What is known of one operation.
#[derive(Clone, Debug)]
pub(super) struct Facts<'a> {
    /// What the application is called, in all the ways that are known.
    pub(super) applications: Vec<String>,
    pub(super) window: String,
    /// As it is written, and in small letters.
    pub(super) called: &'a str,
    pub(super) command: String,
    pub(super) role: Option<Role>,
    pub(super) control: String,
    pub(super) arguments: Vec<(&'a str, String)>,
    /// Those of the arguments that say how it is done, or with what, and not what is done.
    pub(super) untelling: Vec<&'a str>,
    pub(super) argv: Vec<String>,
    pub(super) paths: Vec<String>,
    pub(super) domains: Vec<String>,
    /// What another agent asks for, place by place: as a file and as a site, where it may be one.
    pub(super) places: Vec<(Option<String>, Option<String>)>,
    pub(super) secrets: Vec<String>,
    pub(super) secrecy: Secrecy,
    pub(super) findings: Vec<Finding>,
    pub(super) risks: Risks,
    pub(super) reach: Reach,
}

impl<'a> Facts<'a> {
    pub(super) fn of(operation: &'a Operation, around: &Circumstances<'_>, lexicon: &Lexicon) -> Facts<'a> {
        let findings = infer::findings(operation, around, lexicon);
        let table = around.table(operation);
        let risks = match operation {
            Operation::Act(action) if action.verb == Verb::Native && table.is_none() => Risks::all(),
            _ => findings.iter().map(|it| it.risk).collect(),
        };
        let paths = places::named_files(operation, table, around.paths()).into_iter();
        let pages = around.pages.iter().filter_map(|it| places::domain(it));
        let sites = places::named_sites(operation, table, around.path_style);
        let mut facts = Facts {
            applications: Vec::new(),
            window: String::new(),
            called: "",
            command: String::new(),
            role: None,
            control: String::new(),
            arguments: Vec::new(),
            untelling: Vec::new(),
            argv: Vec::new(),
            paths: paths.chain(around.places.iter().cloned()).collect(),
            domains: pages.chain(sites).collect(),
            places: Vec::new(),
            secrets: Vec::new(),
            secrecy: Secrecy::of(operation, around, lexicon),
            reach: reach(operation, table, risks),
            findings,
            risks,
        };
        facts.read(operation, around);
        facts.command = facts.called.to_lowercase();
        facts
    }

    fn read(&mut self, operation: &'a Operation, around: &Circumstances<'_>) {
        match operation {
            Operation::Act(action) => {
                self.applications = vec![action.window.application.to_lowercase()];
                self.window = action.window.title.to_lowercase();
                self.called = &action.call.command;
                if let Aim::Control(control) = &action.aim {
                    self.role = Some(control.role);
                    self.control = control.text().to_lowercase();
                }
                let args = action.call.args.iter();
                self.arguments = args.map(|(name, value)| (name.as_str(), said(value))).collect();
                let table = around.table(operation);
                self.untelling = untelling(action, table);
                self.secrets = operation.secrets();
                self.argv = places::argv(action, table);
            }
            Operation::Launch(launch) => {
                self.called = "AppsToOpen";
                let known = around
                    .opens
                    .into_iter()
                    .flat_map(|it| [&it.id, &it.name, &it.generic_name].into_iter().chain(&it.aliases));
                let names = std::iter::once(&launch.application).chain(known).filter(|it| !it.is_empty());
                self.applications = names.map(|it| it.to_lowercase()).collect();
            }
            Operation::Run(shell) => {
                self.called = "run_shell";
                self.argv.clone_from(&shell.argv);
            }
            Operation::Delegate(it) => {
                self.called = "delegate";
                self.applications =
                    std::iter::once(&it.agent).chain(&it.application).map(|it| it.to_lowercase()).collect();
                self.arguments = vec![("subtask", it.words().to_lowercase())];
            }
            // A command that another agent tells of is its own word: it is an argument, and no program that was looked at.
            Operation::Permit(it) => {
                self.called = "permit";
                let names = std::iter::once(&it.agent).chain(&it.application);
                self.applications = names.map(|it| it.to_lowercase()).collect();
                self.arguments = vec![
                    ("kind", it.kind.word().to_owned()),
                    ("title", it.title.to_lowercase()),
                    ("places", it.places.join(", ").to_lowercase()),
                    ("details", it.details.to_lowercase()),
                ];
                let place = |it: &String| (around.paths().resolve(it), places::domain(it));
                self.places = it.places.iter().map(place).collect();
            }
        }
    }

    /// The risks with what tells of them, as one reason.
    pub(super) fn reason(&self) -> String {
        let told: Vec<String> = self.findings.iter().map(ToString::to_string).collect();
        told.join("; ")
    }
}

fn said(value: &Value) -> String {
    match value {
        Value::String(text) => text.to_lowercase(),
        other => other.to_string(),
    }
}

/// What is typed differs from operation to operation, and a program has words of its own; keys and items are what is done.
fn untelling<'a>(action: &'a Action, table: Option<&CommandSpec>) -> Vec<&'a str> {
    let is_untelling = |name: &str, value: &Value| match (&action.verb, table) {
        (Verb::Native, Some(table)) => {
            table.param(name).is_some_and(|it| matches!(it.kind, ParamKind::Flag | ParamKind::Argv))
        }
        (Verb::Native, None) => false,
        // The one text of a command that every application has.
        _ => value.is_boolean() || name == "text",
    };
    action
        .call
        .args
        .iter()
        .filter(|(name, value)| is_untelling(name, value))
        .map(|it| it.0.as_str())
        .collect()
}

fn reach(operation: &Operation, table: Option<&CommandSpec>, risks: Risks) -> Reach {
    match operation {
        _ if !risks.is_empty() => Reach::Risks,
        Operation::Launch(_) => Reach::Opens,
        Operation::Run(_) | Operation::Delegate(_) | Operation::Permit(_) => Reach::Changes,
        Operation::Act(action) => match &action.verb {
            Verb::Gesture(gesture) if !looks(gesture, &action.aim) => Reach::Changes,
            Verb::Native => match table.map(|it| it.conduct) {
                Some(Conduct::Reads) => Reach::Looks,
                Some(Conduct::Changes | Conduct::Risks(_) | Conduct::Unstated) | None => Reach::Changes,
            },
            _ => Reach::Looks,
        },
    }
}

/// Whether a gesture only shows what is there.
fn looks(gesture: &Gesture, aim: &Aim) -> bool {
    let is_tab = |it: &Aim| matches!(it, Aim::Control(control) if control.role == Role::TabItem);
    match gesture {
        Gesture::Scroll(_)
        | Gesture::Hover
        | Gesture::Focus
        | Gesture::Expand(_)
        | Gesture::ReadClipboard => true,
        Gesture::Click { .. } => is_tab(aim),
        _ => false,
    }
}
