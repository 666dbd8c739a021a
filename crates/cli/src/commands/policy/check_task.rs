//! `policy check --task`: the rulings of a policy on every operation of a task, from what its log says.

use super::{as_json, because, word};
use crate::{
    args::{CheckArgs, CommonArgs, LogFolderArgs},
    commands::print,
    console::plain,
    exit::Exit,
    settings,
};
use anyhow::Result;
use deskpilot_agent::judge_with_disk;
use deskpilot_core::{
    Caution, Clipboard, CommandSpec, Control, Entry, Event, Grounds, Operation, PathStyle, Policy,
    PolicyContext, Ruling, View,
};
use deskpilot_log::read;
use deskpilot_runtime::{Environment, command_tables};
use serde_json::Value;

/// What the rulings on a task rest on, and what cannot be known without carrying it out.
const BASIS: &str = "\
these rulings rest on the risks that the task's run found, and on the files and links as they are now
not known: which page was open, other names of opened applications, and what you allowed for the session";

/// What the rulings on operations of old logs rest on.
const OLD_BASIS: &str = "\
the log has no risks of some actions: those are judged by the window as it was last seen before them, so that more may be asked";

/// The ruling of a policy on one operation of a log.
struct TaskRuling<'e> {
    operation: &'e Operation,
    ruling: Ruling,
    grounds: Grounds,
    basis: RiskBasis,
}

/// Where the risks of an operation come from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RiskBasis {
    /// The log says which the run found.
    Run,
    /// They are inferred from the last look before the operation.
    LastLook,
}

/// Prints the ruling of this policy on every operation of a task.
pub(super) fn check_task(environment: &Environment, args: &CheckArgs, task: &str) -> Result<Exit> {
    let logs = LogFolderArgs { log_dir: args.log_dir.clone() };
    let common = CommonArgs { policy: args.policy.clone(), ..CommonArgs::from(logs) };
    let config = settings::config(environment, &common)?;
    let entries = read(&config.log_dir, task)?;
    let (home, own) = (environment.user_home().to_string_lossy().into_owned(), config.own_places());
    let places = UserPlaces { style: environment.platform().path_style(), home: &home, own: &own };
    let rulings = rulings(&entries, &config.policy.policy, config.clipboard, places);
    print(&if args.json.wanted {
        let rows = rulings.iter().map(|it| as_json(it.operation, &it.ruling, &it.grounds));
        serde_json::to_string_pretty(&rows.collect::<Vec<Value>>())?
    } else {
        as_text(&rulings)
    });
    Ok(Exit::Finished)
}

fn as_text(rulings: &[TaskRuling<'_>]) -> String {
    let line = |it: &TaskRuling<'_>| {
        let why = because(&it.ruling).map(|it| format!(" ({})", plain(it))).unwrap_or_default();
        format!("{:<8} {}{why}", word(&it.ruling), plain(&it.operation.description()))
    };
    let count = |is: &str| rulings.iter().filter(|it| word(&it.ruling) == is).count();
    let counts = ["allowed", "asked", "refused"].map(|it| format!("{} {it}", count(it)));
    let mut lines: Vec<String> = rulings.iter().map(line).collect();
    lines.extend([counts.join(", "), BASIS.to_owned()]);
    if rulings.iter().any(|it| it.basis == RiskBasis::LastLook) {
        lines.push(OLD_BASIS.to_owned());
    }
    lines.join("\n")
}

/// The places of the user.
#[derive(Clone, Copy)]
struct UserPlaces<'p> {
    /// How paths are written.
    style: PathStyle,
    /// Their own home.
    home: &'p str,
    /// The folders and files with Deskpilot's own settings and data.
    own: &'p [String],
}

/// The rulings of this policy on the operations of a log.
fn rulings<'e>(
    entries: &'e [Entry],
    policy: &Policy,
    clipboard: Clipboard,
    places: UserPlaces<'_>,
) -> Vec<TaskRuling<'e>> {
    let commands = command_tables().into_iter().flat_map(|it| it.commands).cloned().collect();
    let mut check = TaskCheck {
        policy,
        clipboard,
        places,
        commands,
        controls: &[],
        is_refused: false,
        rulings: Vec::new(),
    };
    entries.iter().for_each(|entry| check.apply(&entry.event));
    check.rulings
}

/// The check of a task, entry by entry.
struct TaskCheck<'e, 'p> {
    policy: &'p Policy,
    clipboard: Clipboard,
    places: UserPlaces<'p>,
    commands: Vec<CommandSpec>,
    /// The controls of the last look.
    controls: &'e [Control],
    /// Whether the user just refused the last operation.
    is_refused: bool,
    rulings: Vec<TaskRuling<'e>>,
}

impl<'e> TaskCheck<'e, '_> {
    fn apply(&mut self, event: &'e Event) {
        match event {
            Event::Observed { view: View::App(view) } => self.controls = &view.controls,
            Event::Confirmed { consent, .. } => self.is_refused = consent.refusal().is_some(),
            // A no to the question about an operation is logged as another ruling on it, without grounds.
            Event::Ruled { operation, ruling: Ruling::Refuse(_), grounds: None, .. }
                if self.is_refused && self.rulings.last().is_some_and(|it| it.operation == operation) =>
            {
                self.is_refused = false;
            }
            Event::Ruled { operation, ruling, grounds, .. } => {
                self.is_refused = false;
                self.rule(operation, ruling, grounds.as_ref());
            }
            _ => {}
        }
    }

    /// Rules on an operation by what the run found, and by the other known facts.
    fn rule(&mut self, operation: &'e Operation, then: &Ruling, found: Option<&Grounds>) {
        let reason = because(then).unwrap_or_default();
        let seen = PolicyContext {
            caution: found.map_or(Caution::Usual, |it| it.source.caution(reason)),
            controls: self.controls,
            command: command(operation, &self.commands),
            clipboard: self.clipboard,
            path_style: self.places.style,
            home: operation.home().unwrap_or(self.places.home),
            user_home: self.places.home,
            own: self.places.own,
            found: found.map(|it| it.findings.as_slice()),
            places: found.map_or(&[], |it| it.places.as_slice()),
            ..PolicyContext::default()
        };
        let basis = if found.is_some() { RiskBasis::Run } else { RiskBasis::LastLook };
        let (ruling, grounds) = judge_with_disk(self.policy, operation, seen);
        self.rulings.push(TaskRuling { operation, ruling, grounds, basis });
    }
}

fn command<'c>(operation: &Operation, commands: &'c [CommandSpec]) -> Option<&'c CommandSpec> {
    let Operation::Act(action) = operation else { return None };
    commands.iter().find(|it| it.name == action.call.command)
}

#[cfg(test)]
mod tests {
    use super::{
        super::operation::{control, window},
        *,
    };
    use deskpilot_agent::operation_for_call;
    use deskpilot_core::{
        Action, Aim, AppView, Call, Consent, Launch, PolicyFile, Preset, Role, RulingSource, Timestamp, Verb,
        Window,
        policy::{Finding, Risk},
    };
    use serde_json::json;

    /// A look at a window in which the button "Send" has the focus.
    fn look() -> Event {
        let view = AppView::of(window_of("mail"), vec![control(Role::Button, "Send")]);
        Event::Observed { view: View::App(view) }
    }

    fn window_of(application: &str) -> Window {
        Window { application: application.into(), ..window(&CheckArgs::default()) }
    }

    fn act(command: &str, args: &Value) -> Operation {
        let call = Call { command: command.into(), args: args.as_object().unwrap().clone() };
        operation_for_call(&call, None, window_of("mail")).unwrap()
    }

    fn found(findings: Vec<Finding>) -> Option<Grounds> {
        let source = RulingSource::Preset(Preset::Ask);
        Some(Grounds {
            source,
            findings,
            rule: None,
            places: Vec::new(),
            targets: None,
            beside: None,
            known_effect: None,
        })
    }

    fn ruled(operation: Operation, grounds: Option<Grounds>) -> Event {
        Event::Ruled { operation, ruling: Ruling::Allow, grounds, picture: None }
    }

    /// What the check prints about these events.
    fn check(policy: &Value, events: Vec<Event>) -> String {
        let entries: Vec<Entry> =
            (0..).zip(events).map(|(seq, event)| Entry { seq, at: Timestamp(1), event }).collect();
        let policy: PolicyFile = serde_json::from_value(policy.clone()).unwrap();
        let policy = Policy::of(policy).unwrap();
        let places = UserPlaces { style: PathStyle::Posix, home: "/home/u", own: &[] };
        as_text(&rulings(&entries, &policy, Clipboard::Own, places))
    }

    #[test]
    fn keys_are_judged_by_the_focus_of_the_run_and_not_of_the_last_look() {
        let enter = || act("keyboard_input", &json!({"keys": "{ENTER}"}));
        let page = check(&json!({}), vec![look(), ruled(enter(), found(Vec::new()))]);
        assert_eq!(
            page,
            format!("allowed  {}\n1 allowed, 0 asked, 0 refused\n{BASIS}", enter().description())
        );
        let sends = Finding { risk: Risk::Sends, sign: "the Button \"Send\"".into() };
        let page = check(&json!({}), vec![ruled(enter(), found(vec![sends]))]);
        assert!(page.contains("0 allowed, 1 asked, 0 refused") && page.contains("Button \"Send\""), "{page}");
    }

    #[test]
    fn a_question_and_its_answer_are_one_ruling() {
        let enter = || act("keyboard_input", &json!({"keys": "{ENTER}"}));
        let sends = Finding { risk: Risk::Sends, sign: "the Button \"Send\"".into() };
        let asked = || {
            let (ruling, grounds) = (Ruling::Confirm("it sends".into()), found(vec![sends.clone()]));
            Event::Ruled { operation: enter(), ruling, grounds, picture: None }
        };
        let no = || Event::Confirmed { consent: Consent::Unanswered("nobody is here".into()), by: None };
        let refused = || Event::ruled(enter(), Ruling::Refuse("nobody is here".into()));
        let page = check(&json!({}), vec![asked(), no(), refused(), asked(), no(), refused()]);
        assert!(page.contains("0 allowed, 2 asked, 0 refused") && page.ends_with(BASIS), "{page}");
    }

    #[test]
    fn a_log_without_risks_is_judged_by_its_last_look_and_the_check_says_so() {
        let enter = act("keyboard_input", &json!({"keys": "{ENTER}"}));
        let page = check(&json!({}), vec![look(), ruled(enter, None)]);
        assert!(page.contains("0 allowed, 1 asked, 0 refused"), "{page}");
        assert!(page.ends_with(OLD_BASIS), "{page}");
    }

    #[test]
    fn native_commands_have_their_tables() {
        let args = json!({"argv": ["date"]}).as_object().unwrap().clone();
        let call = Call { command: "run_shell".into(), args };
        let action = Action { call, window: window_of("mail"), aim: Aim::Window, verb: Verb::Native };
        let run = Operation::Act(Box::new(action));
        let runs = found(vec![Finding { risk: Risk::Runs, sign: String::new() }]);
        let page = check(&json!({"rule": [{"say": "allow", "program": ["date"]}]}), vec![ruled(run, runs)]);
        assert!(page.contains("1 allowed"), "{page}");
    }

    #[test]
    fn words_of_the_policy_count_in_addition_to_what_the_run_found() {
        let call = Call { command: "click_input".into(), args: serde_json::Map::new() };
        let tidy = control(Role::Button, "Tidy");
        let click = operation_for_call(&call, Some(tidy), window_of("mail")).unwrap();
        let page = check(&json!({"words": {"deletes": ["tidy"]}}), vec![ruled(click, found(Vec::new()))]);
        assert!(page.contains("0 allowed, 1 asked"), "{page}");
    }

    #[test]
    fn a_rule_for_files_of_the_home_means_the_users_own() {
        let file = Some("/home/u/private/a".into());
        let open = Operation::Launch(Launch { application: "gedit".into(), file, ..Launch::default() });
        let rule = json!({"rule": [{"say": "refuse", "path": "~/private/**"}]});
        let page = check(&rule, vec![ruled(open, found(Vec::new()))]);
        assert!(page.contains("0 allowed, 0 asked, 1 refused"), "{page}");
    }
}
