//! The facts of one operation that rules are compared with. Texts are in lower case.

use super::{
    Finding, Grant, PolicyContext, Reach, Risks, infer,
    lexicon::Lexicon,
    places,
    secret_destination::SecretDestination,
    targets::{ReachedControl, Targets},
};
use crate::{
    Action, Aim, CommandSpec, Control, Delegation, Launch, Operation, ParamKind, Role, SideEffects, Verb,
};
use serde_json::Value;

/// The facts of one operation.
#[derive(Clone, Debug)]
pub(super) struct Facts<'a> {
    /// All known names of the application.
    pub(super) applications: Vec<String>,
    pub(super) window: String,
    /// The command's name as written.
    pub(super) command_name: &'a str,
    /// The command's name in lower case.
    pub(super) command: String,
    pub(super) role: Option<Role>,
    pub(super) control: String,
    /// The control that it reaches without naming it: at its point, or with the keyboard.
    pub(super) reached: Option<ReachedControl>,
    /// The other controls that it reaches: rules that ask and refuse hold for each.
    pub(super) others: Vec<(Role, String)>,
    /// Whether it may affect another control than that.
    pub(super) strays: bool,
    pub(super) arguments: Vec<(&'a str, String)>,
    /// The names of arguments that say how the command does something, or with what text, but not what it does.
    pub(super) incidental: Vec<&'a str>,
    pub(super) argv: Vec<String>,
    pub(super) paths: Vec<String>,
    pub(super) domains: Vec<String>,
    /// Whether it is a native command.
    pub(super) is_native: bool,
    /// Whether it is a native command that may ask a site other than its window's: it only reads, or was discovered.
    pub(super) asks_other_site: bool,
    /// The places that an external agent asks for: each as a file and as a site, if it may be one.
    pub(super) places: Vec<(Option<String>, Option<String>)>,
    pub(super) secrets: Vec<String>,
    pub(super) secret_destination: SecretDestination,
    pub(super) findings: Vec<Finding>,
    pub(super) risks: Risks,
    pub(super) reach: Reach,
}

impl<'a> Facts<'a> {
    pub(super) fn of(operation: &'a Operation, context: &PolicyContext<'_>, lexicon: &Lexicon) -> Facts<'a> {
        let shown = infer::ShownPlaces::of(operation, context, lexicon);
        let findings = match context.found {
            Some(found) => with_added_words(found, operation, context, lexicon, &shown),
            None => infer::findings(operation, context, lexicon, &shown),
        };
        Facts::with(operation, context, findings, shown)
    }

    /// The facts of an operation that the user answered about, as they were asked.
    pub(super) fn of_grant(grant: &'a Grant, context: &PolicyContext<'_>) -> Facts<'a> {
        // Only what the user was asked about counts, and not the window as it is now.
        let asked = PolicyContext { controls: &[], pages: &[], places: &[], opens: None, ..context.clone() };
        let shown = infer::ShownPlaces::default();
        let facts = Facts::with(&grant.operation, &asked, grant.findings.clone(), shown);
        let mut facts =
            Facts { paths: grant.targets.files.clone(), domains: grant.targets.sites.clone(), ..facts };
        if let (Some(reached), Operation::Act(action)) = (&grant.targets.reached, &grant.operation)
            && matches!(action.aim, Aim::Point(_))
        {
            (facts.role, facts.control) = (Some(reached.role), reached.name.to_lowercase());
        }
        facts
    }

    /// What it acts on besides the control that it names.
    pub(super) fn targets(&self) -> Targets {
        Targets { sites: self.domains.clone(), files: self.paths.clone(), reached: self.reached.clone() }
    }

    fn with(
        operation: &'a Operation,
        context: &PolicyContext<'_>,
        findings: Vec<Finding>,
        shown: infer::ShownPlaces,
    ) -> Facts<'a> {
        let spec = context.spec(operation);
        let risks = match operation {
            Operation::Act(action)
                if action.verb == Verb::Native && spec.is_none() && context.found.is_none() =>
            {
                // Without a specification it may do anything.
                Risks::all()
            }
            _ => findings.iter().map(|it| it.risk).collect(),
        };
        let paths = places::named_files(operation, spec, context.paths());
        let reach = reach(operation, context, risks, &paths);
        let pages = context.pages.iter().filter_map(|it| places::domain(it));
        let sites = places::named_sites(operation, spec, context.path_style);
        let is_native = matches!(operation, Operation::Act(action) if action.verb == Verb::Native);
        let may_ask_elsewhere = |it: &CommandSpec| !it.is_built_in() || it.side_effects == SideEffects::Reads;
        let asks_other_site = is_native && spec.is_none_or(may_ask_elsewhere) && !sites.is_empty();
        let shown_files = shown.files.iter().filter_map(|it| context.paths().resolve(it));
        let mut facts = Facts {
            applications: Vec::new(),
            window: String::new(),
            command_name: "",
            command: String::new(),
            role: None,
            control: String::new(),
            reached: None,
            others: Vec::new(),
            strays: false,
            arguments: Vec::new(),
            incidental: Vec::new(),
            argv: Vec::new(),
            paths: distinct(paths.into_iter().chain(shown_files).chain(context.places.iter().cloned())),
            domains: distinct(pages.chain(sites).chain(shown.sites)),
            is_native,
            asks_other_site,
            places: Vec::new(),
            secrets: Vec::new(),
            secret_destination: SecretDestination::of(operation, context),
            reach,
            findings,
            risks,
        };
        facts.read(operation, context);
        facts.command = facts.command_name.to_lowercase();
        facts
    }

    fn read(&mut self, operation: &'a Operation, context: &PolicyContext<'_>) {
        match operation {
            Operation::Act(action) => {
                // An AppAgent that opens a document is judged as the HostAgent is, whatever its window is.
                if let Verb::Open(launch) = &action.verb {
                    return self.read_launch(launch, context);
                }
                self.applications = vec![action.window.application.to_lowercase()];
                self.window = action.window.title.to_lowercase();
                self.command_name = &action.call.command;
                let reached = infer::Reached::of(action, context);
                if let Some(control) = reached.control {
                    self.role = Some(control.role);
                    self.control = control.text().to_lowercase();
                }
                self.reached = reached.unnamed();
                let named = |it: &Control| (it.role, it.text().to_lowercase());
                self.others = reached.others.into_iter().map(named).collect();
                self.strays = infer::strays(action, reached.control, context.controls);
                let args = action.call.args.iter();
                self.arguments = args.map(|(name, value)| (name.as_str(), text_of(value))).collect();
                let spec = context.spec(operation);
                self.incidental = incidental_arguments(action, spec);
                self.secrets = operation.secrets();
                self.argv = places::argv(action, spec);
                if let Verb::AskAgent(it) = &action.verb {
                    self.read_delegation(it);
                }
            }
            Operation::Launch(launch) => self.read_launch(launch, context),
            Operation::Run(program) => {
                self.command_name = "run_shell";
                self.argv.clone_from(&program.argv);
            }
            Operation::Delegate(it) => self.read_delegation(it),
            // Deskpilot does not run an external agent's command, so its text is an argument and no program.
            Operation::Permit(it) => {
                self.command_name = "permit";
                let names = std::iter::once(&it.agent).chain(&it.application);
                self.applications = names.map(|it| it.to_lowercase()).collect();
                self.arguments = vec![
                    ("kind", it.kind.word().to_owned()),
                    ("title", it.title.to_lowercase()),
                    ("places", it.places.join(", ").to_lowercase()),
                    ("details", it.details.to_lowercase()),
                ];
                let place = |it: &String| (context.paths().resolve(it), places::domain(it));
                self.places = it.places.iter().map(place).collect();
            }
        }
    }

    fn read_launch(&mut self, launch: &Launch, context: &PolicyContext<'_>) {
        self.command_name = "AppsToOpen";
        let known = context
            .opens
            .into_iter()
            .flat_map(|it| [&it.id, &it.name, &it.generic_name].into_iter().chain(&it.aliases));
        let names = std::iter::once(&launch.application).chain(known).filter(|it| !it.is_empty());
        self.applications = names.map(|it| it.to_lowercase()).collect();
    }

    /// The rules for delegations hold whichever of our agents gives the subtask away.
    fn read_delegation(&mut self, given: &Delegation) {
        self.command_name = "delegate";
        let names = std::iter::once(&given.agent).chain(&given.application);
        self.applications.extend(names.map(|it| it.to_lowercase()));
        self.arguments = vec![("subtask", given.prompt().to_lowercase())];
    }

    /// The risks and their signs, as one reason.
    pub(super) fn reason(&self) -> String {
        let findings: Vec<String> = self.findings.iter().map(ToString::to_string).collect();
        findings.join("; ")
    }
}

/// The risks that were found before, and those that the words of this policy add to the built-in ones.
fn with_added_words(
    found: &[Finding],
    operation: &Operation,
    context: &PolicyContext<'_>,
    lexicon: &Lexicon,
    shown: &infer::ShownPlaces,
) -> Vec<Finding> {
    let has = |findings: &[Finding], it: &Finding| findings.iter().any(|other| other.risk == it.risk);
    let built_in = infer::findings(operation, context, &Lexicon::default(), shown);
    let mut added = infer::findings(operation, context, lexicon, shown);
    added.retain(|it| !has(&built_in, it) && !has(found, it));
    found.iter().cloned().chain(added).collect()
}

/// The texts in their order, each once.
fn distinct(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::new();
    for text in texts {
        if !distinct.contains(&text) {
            distinct.push(text);
        }
    }
    distinct
}

fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.to_lowercase(),
        other => other.to_string(),
    }
}

/// Typed text, flags and a program's words vary between equal operations; keys and items determine the effect.
fn incidental_arguments<'a>(action: &'a Action, spec: Option<&CommandSpec>) -> Vec<&'a str> {
    let is_incidental = |name: &str, value: &Value| match (&action.verb, spec) {
        (Verb::Native, Some(spec)) => {
            spec.param(name).is_some_and(|it| matches!(it.kind, ParamKind::Flag | ParamKind::Argv))
        }
        (Verb::Native, None) => false,
        // Every command of ours names its text `text`.
        _ => value.is_boolean() || name == "text",
    };
    action
        .call
        .args
        .iter()
        .filter(|(name, value)| is_incidental(name, value))
        .map(|it| it.0.as_str())
        .collect()
}

/// How far an operation with these risks reaches, which names these files.
fn reach(operation: &Operation, context: &PolicyContext<'_>, risks: Risks, files: &[String]) -> Reach {
    match operation {
        _ if !risks.is_empty() => Reach::Risks,
        Operation::Launch(_) => Reach::Opens,
        Operation::Run(_) | Operation::Delegate(_) | Operation::Permit(_) => Reach::Changes,
        Operation::Act(action) => match &action.verb {
            Verb::Gesture(gesture) if !infer::only_shows(gesture, action, context) => Reach::Changes,
            Verb::Native => match context.spec(operation).map(|it| it.side_effects) {
                Some(SideEffects::Reads) if !files.is_empty() => Reach::Reads,
                Some(SideEffects::Reads) => Reach::Looks,
                Some(
                    SideEffects::Changes
                    | SideEffects::Presses
                    | SideEffects::Risks(_)
                    | SideEffects::Unstated,
                )
                | None => Reach::Changes,
            },
            Verb::Open(_) => Reach::Opens,
            _ => Reach::Looks,
        },
    }
}
