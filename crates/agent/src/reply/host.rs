//! Parses the HostAgent's reply.

use super::{
    document_commands::when_in_use,
    plan::{current_subtask, out_of_order, plan},
    remarks::{questions, remarks},
    status::status,
    wire::{Fields, complain, wrong_type},
};
use deskpilot_core::{
    AgentProfile, Assignment, Caution, Complaint, DecisionSource, Delegation, DesktopView, HostDecision,
    HostRemarks, Label, Launch, ProgramCall, Status, Subtask, WhenInUse, Window, fold::plan_error,
    normalized_name,
};
use deskpilot_deciders::{HostResponse, HostScene};
use serde_json::Value;

const OFFERED: &str = "CONTINUE, ASSIGN, PENDING, CONFIRM, FINISH or FAIL";

/// How often a subtask may fail before it is not assigned again.
const TRIES: usize = 3;

/// Parses the reply to this scene.
pub(crate) fn read_host(reply: &str, scene: &HostScene<'_>) -> Result<HostResponse, Complaint> {
    let fields = Fields::parse(reply)?;
    let common = remarks(&fields)?;
    // The subtask of this reply has the next number, and those of its plan follow.
    let planned = plan(&common.plan, scene.context.round.next_subtask() + 1);
    let remarks = HostRemarks {
        common,
        subtask: fields.text("Current Sub-Task")?,
        message: fields.texts("Message")?,
        planned,
        when_done: fields.text("WhenDone")?,
        source: DecisionSource::Decider,
    };
    let decision = match status(&fields, OFFERED)? {
        Status::Finish => HostDecision::Finish,
        Status::Fail | Status::Error => HostDecision::Fail,
        Status::Pending => HostDecision::Ask(questions(&fields)?),
        Status::Continue | Status::Assign => action_decision(&fields, scene, &remarks, Caution::Usual)?,
        Status::Confirm => action_decision(&fields, scene, &remarks, Caution::AskFirst)?,
    };
    Ok(HostResponse { decision, remarks })
}

fn action_decision(
    fields: &Fields,
    scene: &HostScene<'_>,
    remarks: &HostRemarks,
    caution: Caution,
) -> Result<HostDecision, Complaint> {
    let view = scene.view;
    if looks_again(fields)? {
        return Ok(HostDecision::Look);
    }
    if let Some(other) = other_agent(fields, scene)? {
        let subtask = subtask_to_assign(scene, remarks)?;
        let (agent, application) = (other.name.clone(), other.application.clone());
        return Ok(HostDecision::Delegate(Box::new(Delegation { agent, application, subtask }), caution));
    }
    if let Some(launches) = apps_to_open(fields)? {
        return launch_decision(fields, &launches, scene, remarks, &caution);
    }
    if let Some(argv) = bash(fields)? {
        return Ok(match launch_by_command_line(&argv, view) {
            Some(launch) => HostDecision::Launch(launch, caution),
            None => HostDecision::Run(ProgramCall { argv }, caution),
        });
    }
    let Some(window) = window(fields, view)? else {
        return Err(complain(
            "the reply does nothing: name a window in ControlLabel, or an application in AppsToOpen, or set Status to \
             FINISH or FAIL",
        ));
    };
    let subtask = subtask_to_assign(scene, remarks)?;
    let agent = (scene.agent_for)(window);
    Ok(HostDecision::Assign(Box::new(Assignment { subtask, window: window.clone(), agent })))
}

/// Whether the reply asks for the windows as they are now. No prompt offers it: it is for a client that is asked for its next call, and
/// that call may come long after the list.
fn looks_again(fields: &Fields) -> Result<bool, Complaint> {
    match fields.value("LookAgain") {
        None => Ok(false),
        Some(Value::Bool(again)) => Ok(*again),
        Some(other) => Err(wrong_type("LookAgain", "true or false", other)),
    }
}

/// Opens an application: alone, or with the subtask for its window; with several documents for that of the last.
fn launch_decision(
    fields: &Fields,
    launches: &[Launch],
    scene: &HostScene<'_>,
    remarks: &HostRemarks,
    caution: &Caution,
) -> Result<HostDecision, Complaint> {
    let decision = |subtask: Option<Box<Subtask>>| match (launches, subtask) {
        ([only], None) => HostDecision::Launch(only.clone(), caution.clone()),
        ([only], Some(subtask)) => HostDecision::LaunchFor(only.clone(), caution.clone(), subtask),
        (several, subtask) => HostDecision::LaunchAll(several.to_vec(), caution.clone(), subtask),
    };
    if status(fields, OFFERED)? != Status::Assign {
        return Ok(decision(None));
    }
    let label = fields.text("ControlLabel")?;
    if !is_none(&label) {
        return Err(complain(format!(
            "ASSIGN is either for window {label} or for the window that {} opens: leave ControlLabel empty, or set \
             AppsToOpen to null",
            launches.first().map_or("it", |it| it.application.as_str())
        )));
    }
    Ok(decision(Some(Box::new(subtask_to_assign(scene, remarks)?))))
}

/// The external agent that the reply names, if any.
fn other_agent<'s>(fields: &Fields, scene: &HostScene<'s>) -> Result<Option<&'s AgentProfile>, Complaint> {
    let name = fields.text("Agent")?;
    if is_none(&name) {
        return Ok(None);
    }
    let Some(other) = scene.others.iter().find(|it| it.name.eq_ignore_ascii_case(&name)) else {
        let names: Vec<&str> = scene.others.iter().map(|it| it.name.as_str()).collect();
        return Err(complain(match names.as_slice() {
            [] => format!("there is no agent {name:?}: leave Agent out"),
            _ => format!("there is no agent {name:?}: other_agents has {}", names.join(", ")),
        }));
    };
    if !is_none(&fields.text("ControlLabel")?)
        || !is_none(&fields.text("Bash")?)
        || apps_to_open(fields)?.is_some()
    {
        return Err(complain(format!(
            "a subtask is for {name}, or for a window: with Agent leave ControlLabel and Bash empty, and AppsToOpen null"
        )));
    }
    Ok(Some(other))
}

/// The subtask that the reply assigns.
fn subtask_to_assign(scene: &HostScene<'_>, remarks: &HostRemarks) -> Result<Subtask, Complaint> {
    if remarks.subtask.is_empty() {
        return Err(complain("\"Current Sub-Task\" is empty: say what is to be done"));
    }
    let subtask = Subtask {
        message: remarks.message.clone(),
        ..current_subtask(&remarks.subtask, scene.context.round)
    };
    check_order(&subtask, scene, remarks)?;
    Ok(subtask)
}

/// Checks that the subtask may be assigned now: its needs are met, and it did not fail too often.
fn check_order(subtask: &Subtask, scene: &HostScene<'_>, remarks: &HostRemarks) -> Result<(), Complaint> {
    let planned: Vec<Subtask> = remarks.planned.iter().filter(|it| it.id != subtask.id).cloned().collect();
    let round = scene.context.round;
    let is_noted = |name: &str| scene.context.blackboard.notes.contains_key(name);
    let disorder = plan_error(&planned).or_else(|| round.dependency_error(subtask, &planned, &is_noted));
    if let Some(disorder) = disorder {
        return Err(out_of_order(&subtask.id, &disorder));
    }
    match round.failures(&subtask.id) {
        tries if tries >= TRIES => Err(complain(format!(
            "{} failed {tries} times: ask the user with Status PENDING, or set Status to FAIL and say why",
            subtask.id
        ))),
        _ => Ok(()),
    }
}

/// The launches in `AppsToOpen`: an object with `APP` and `file_path`, or just a name. A list of files means one launch each. Files
/// without a name open in their usual applications.
fn apps_to_open(fields: &Fields) -> Result<Option<Vec<Launch>>, Complaint> {
    let (application, files, when_in_use) = match fields.value("AppsToOpen") {
        None => return Ok(None),
        Some(Value::String(name)) => (name.trim().to_owned(), Vec::new(), WhenInUse::default()),
        Some(Value::Object(object)) => {
            let object = Fields::unambiguous(object.clone())?;
            let word = object.text("when_in_use")?;
            let when_in_use = when_in_use(if is_none(&word) { "" } else { &word })?;
            (object.text("APP")?, files(&object)?, when_in_use)
        }
        Some(other) => {
            return Err(wrong_type("AppsToOpen", "null or an object with APP and file_path", other));
        }
    };
    let application = if is_none(&application) { String::new() } else { application };
    let with = |file: Option<String>| Launch {
        application: application.clone(),
        file,
        when_in_use,
        ..Launch::default()
    };
    Ok(match files.is_empty() {
        true if application.is_empty() => None,
        true => Some(vec![with(None)]),
        false => Some(files.into_iter().map(|file| with(Some(file))).collect()),
    })
}

/// The documents to open.
fn files(object: &Fields) -> Result<Vec<String>, Complaint> {
    let wrong = |value: &Value| wrong_type("file_path", "a path, a list of paths or null", value);
    let files = match object.value("file_path") {
        Some(list @ Value::Array(items)) => {
            let texts: Option<Vec<String>> = items.iter().map(|it| it.as_str().map(str::to_owned)).collect();
            texts.ok_or_else(|| wrong(list))?
        }
        _ => vec![object.text("file_path")?],
    };
    Ok(files.into_iter().filter(|it| !is_none(it)).collect())
}

/// The words of the command line. Shell syntax is refused rather than passed on as words.
fn bash(fields: &Fields) -> Result<Option<Vec<String>>, Complaint> {
    let line = fields.text("Bash")?;
    if is_none(&line) {
        return Ok(None);
    }
    let argv = shlex::split(&line).ok_or_else(|| complain(format!("Bash has an open quote: {line}")))?;
    let shells = ["|", "||", "&", "&&", ";", ">", ">>", "<", "2>", "2>&1"];
    let shell_only = |word: &&String| {
        shells.contains(&word.as_str()) || word.contains("$(") || word.contains('`') || word.ends_with(';')
    };
    match argv.iter().find(shell_only) {
        Some(word) => {
            Err(complain(format!("Bash is not given to a shell: it cannot have {word:?}; run one program")))
        }
        None if argv.is_empty() => Ok(None),
        None => Ok(Some(argv)),
    }
}

/// The launch that a command line stands for, if it only opens an application.
fn launch_by_command_line(argv: &[String], view: &DesktopView) -> Option<Launch> {
    let (program, file) = match argv {
        [program] => (program, None),
        [program, file] if !file.starts_with('-') => (program, Some(file.clone())),
        _ => return None,
    };
    let named = |it: &&deskpilot_core::Application| {
        let last = it.id.rsplit('.').next().unwrap_or(&it.id);
        [it.id.as_str(), last, it.name.as_str()].iter().any(|name| name.eq_ignore_ascii_case(program))
    };
    view.applications.iter().find(named)?;
    Some(Launch { application: program.clone(), file, ..Launch::default() })
}

fn window<'v>(fields: &Fields, view: &'v DesktopView) -> Result<Option<&'v Window>, Complaint> {
    let label = fields.text("ControlLabel")?;
    if is_none(&label) {
        return Ok(None);
    }
    let found = label.parse().ok().and_then(|number| view.window(Label(number)));
    let Some(window) = found else {
        let count = view.windows.len();
        return Err(complain(match count {
            0 => format!("there is no window {label}: none is open; open an application with AppsToOpen"),
            _ => format!("there is no window {label}: the labels are 1 to {count}"),
        }));
    };
    let text = fields.text("ControlText")?;
    if !may_mean(&text, &window.title) && !may_mean(&text, &window.application) {
        return Err(complain(format!(
            "window {label} is {:?}, not {text:?}: choose label and text of one window",
            window.title
        )));
    }
    Ok(Some(window))
}

/// Whether a text means absence, which models write in many ways.
pub(crate) fn is_none(text: &str) -> bool {
    matches!(text.to_lowercase().as_str(), "" | "none" | "null" | "n/a")
}

/// Whether a model's name for a thing may mean this text. An empty name matches everything.
pub(crate) fn may_mean(name: &str, text: &str) -> bool {
    let (name, text) = (normalized_name(name), normalized_name(text));
    name.is_empty() || text.contains(&name) || (!text.is_empty() && name.contains(&text))
}
