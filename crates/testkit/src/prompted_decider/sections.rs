//! Parses the sections of a prompt. Missing and cut-off parts are left out.

use deskpilot_core::{
    Answer, AppView, Application, BeyondView, Call, Control, ControlLine, ControlSource, Divergence, Effect,
    Evidence, ExistingState, Label, Launch, NoChangeReason, NodeId, Outcome, Pictures, Prompt, ReasonCode,
    Rect, Refusal, Role, States, Subtask, SubtaskOutcome, Truncation, Window, WindowChange, WindowId,
    WindowState,
    fold::{AgentMemory, Blackboard, MemoryItem, SubtaskNode, SubtaskState},
    section,
};
use serde::Deserialize;
use serde_json::{Map, Value};

/// The values of a list; of a cut-off list, those on complete lines.
pub(super) fn list(text: &str) -> Vec<Value> {
    serde_json::from_str(text).unwrap_or_else(|_| {
        let value = |line: &str| serde_json::from_str(line.trim().trim_matches(['[', ']', ','])).ok();
        text.lines().filter_map(value).collect()
    })
}

/// The text of a string value; empty for any other value.
pub(super) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// A subtask that ended.
pub(super) fn subtask(value: &Value) -> SubtaskNode {
    let comment = text(&value["comment"]);
    let outcome = match (value["status"].as_str(), code(&value["code"])) {
        (Some("FINISH"), _) => SubtaskOutcome::Finished,
        (_, Some(ReasonCode::WindowGone)) => SubtaskOutcome::WindowGone(quoted(&comment).to_owned()),
        (Some("ERROR"), _) => SubtaskOutcome::Errored(comment.clone()),
        _ => SubtaskOutcome::Failed(comment.clone()),
    };
    SubtaskNode {
        subtask: Subtask { id: text(&value["id"]), text: text(&value["subtask"]), ..Subtask::default() },
        application: text(&value["application"]),
        state: SubtaskState::Ended(outcome, comment),
        missing: Vec::new(),
    }
}

/// The reason code; `None` for an unknown one.
fn code(value: &Value) -> Option<ReasonCode> {
    ReasonCode::deserialize(value).ok()
}

/// The title quoted in a comment.
fn quoted(comment: &str) -> &str {
    let title = comment.split_once('"').and_then(|(_, rest)| rest.rsplit_once('"'));
    title.map_or(comment, |(title, _)| title)
}

/// An open window.
pub(super) fn window(value: &Value) -> Window {
    let label = value["label"].as_str().and_then(|it| it.parse().ok()).map(Label);
    let minimized = value["minimized"] == true;
    Window {
        label,
        id: WindowId(label.map_or(0, |it| u64::from(it.0))),
        title: text(&value["title"]),
        application: text(&value["application"]),
        process: None,
        rect: Rect::default(),
        state: if minimized { WindowState::Minimized } else { WindowState::Normal },
        focused: value["focused"] == true,
    }
}

/// An application that can be opened, from a line such as `Calc: Spreadsheet; opens ods csv`.
pub(super) fn application(line: &str) -> Application {
    let (name, facts) = line.split_once(": ").unwrap_or((line, ""));
    let fact = |lead: &str| facts.split("; ").find_map(|it| it.strip_prefix(lead)).unwrap_or_default();
    let is_plain = |it: &&str| !it.starts_with("id ") && !it.starts_with("opens ");
    let mut plain = facts.split("; ").filter(is_plain);
    Application {
        id: fact("id ").to_owned(),
        name: name.to_owned(),
        generic_name: plain.next().unwrap_or_default().to_owned(),
        keywords: plain.next().into_iter().flat_map(|it| it.split(", ")).map(str::to_owned).collect(),
        opens: fact("opens ").split_whitespace().map(str::to_owned).collect(),
        ..Application::default()
    }
}

/// The notes and the user's answers.
pub(super) fn blackboard(section: &str) -> Blackboard {
    let value: Value = serde_json::from_str(section).unwrap_or_default();
    let mut board = Blackboard::default();
    let notes = value["notes"].as_object().into_iter().flatten();
    board.notes.extend(notes.map(|(name, note)| (name.clone(), text(note))));
    let questions = value["questions"].as_array().into_iter().flatten();
    let answer = |it: &Value| Answer { question: text(&it["question"]), answer: text(&it["answer"]) };
    board.questions.extend(questions.map(answer));
    board
}

/// The last actions, with enough history to tell how many times in a row the last one was done.
pub(super) fn memory(actions: &[Value]) -> AgentMemory {
    let last: Vec<MemoryItem> = actions.iter().filter(|it| it.get("Function").is_some()).map(done).collect();
    let times = actions.last().and_then(|it| it["RepeatTimes"].as_u64()).unwrap_or(0) as usize;
    let history = last.last().map(|it| vec![it.clone(); times + 1]).unwrap_or_default();
    AgentMemory { last, history, ..AgentMemory::default() }
}

/// An action and its outcome.
pub(super) fn done(value: &Value) -> MemoryItem {
    let args: Map<String, Value> = value["Args"].as_object().cloned().unwrap_or_default();
    let command = text(&value["Function"]);
    let arg = |name: &str| args.get(name).and_then(Value::as_str).map(str::to_owned);
    let launch =
        Launch { application: arg("APP").unwrap_or_default(), file: arg("file_path"), ..Launch::default() };
    let results = text(&value["Results"]);
    let effect = effect(&text(&value["Status"]), code(&value["Code"]), &results);
    MemoryItem {
        launch: (command == "AppsToOpen").then_some(launch),
        call: Call { command, args },
        control_text: text(&value["ControlText"]),
        // The sentence as printed: the data behind the code is not in the prompt.
        outcome: Outcome { output: Some(results), ..effect.into() },
    }
}

/// The effect with this word, reason code and sentence. The data behind the code is unknown.
pub fn effect(word: &str, code: Option<ReasonCode>, sentence: &str) -> Effect {
    let sentence = sentence.to_owned();
    match (word, code) {
        ("confirmed", _) => {
            let windows = WindowChange::all_of_sentence(&sentence).map(Evidence::Windows);
            Effect::Confirmed(windows.unwrap_or(Evidence::Reported(sentence)))
        }
        ("unverified", _) => Effect::unverified(sentence),
        ("no_change", Some(ReasonCode::AlreadySo)) => {
            Effect::NoChange(NoChangeReason::AlreadySo(ExistingState::Recorded(sentence)))
        }
        ("no_change", _) => Effect::NoChange(NoChangeReason::Same(Evidence::Reported(sentence))),
        ("partial", _) => Effect::Partial(sentence),
        ("refused", _) => Effect::Refused(refusal(code, sentence)),
        ("skipped", _) => Effect::Refused(Refusal::NotDone(Divergence::LeftOut(sentence))),
        _ => Effect::Interrupted,
    }
}

/// The refusal with this code, for the codes that deciders distinguish.
fn refusal(code: Option<ReasonCode>, what: String) -> Refusal {
    let why = String::new();
    match code {
        Some(ReasonCode::ControlGone) => Refusal::ControlGone(what),
        Some(ReasonCode::ControlChanged) => Refusal::ControlChanged { expected: what, found: why },
        Some(ReasonCode::FieldShows) => Refusal::FieldShows,
        Some(ReasonCode::NotPossible) => Refusal::NotPossible { what, why },
        Some(ReasonCode::Obscured) => Refusal::Obscured { what, by: why },
        Some(ReasonCode::OutOfDate) => Refusal::OutOfDate { what, why },
        _ => Refusal::Recorded(what),
    }
}

/// The window and its controls.
pub(super) fn view(prompt: &Prompt) -> AppView {
    let listing = prompt.section(section::CONTROL_INFORMATION);
    let reason = "the listing leaves some out".to_owned();
    let mut listed = ControlLine::parse_listing(listing);
    listed.extend(listing.lines().flat_map(row_cells));
    let of: Value = serde_json::from_str(prompt.section(section::CURRENT_APPLICATION)).unwrap_or_default();
    AppView {
        window: window(&of),
        levels: listed.iter().map(|it| u16::try_from(it.depth).unwrap_or(u16::MAX)).collect(),
        controls: listed.into_iter().map(control).collect(),
        truncated: leaves_out(listing).then_some(Truncation { reason, unread: None }),
        beyond: BeyondView::default(),
        others: Vec::new(),
        other_sheets: Vec::new(),
        native_limit: None,
        pictures: Pictures::default(),
    }
}

/// A listed control. Its node is made from its role and name.
pub fn control(listed: ControlLine) -> Control {
    let ControlLine { label, role, name, value, states, .. } = listed;
    let node = NodeId(format!("{} {name}", role.name()));
    Control {
        label,
        role,
        name,
        value,
        states,
        rect: Rect::default(),
        source: ControlSource::Accessibility { node },
    }
}

/// The cells of a line such as `row 3: A3 "Ben", B3 "12"`: they have no labels, and their addresses name them.
pub(super) fn row_cells(line: &str) -> Vec<ControlLine> {
    let row = line.trim_start().strip_prefix("row ").and_then(|it| it.split_once(": "));
    let (mut cells, mut rest) = (Vec::new(), row.map_or("", |(_, cells)| cells));
    while let Some((address, quoted)) = rest.split_once(' ') {
        let mut texts = serde_json::Deserializer::from_str(quoted).into_iter::<String>();
        let Some(Ok(text)) = texts.next() else { break };
        rest = quoted[texts.byte_offset()..].trim_start_matches([',', ' ']);
        let (name, states) = (address.to_owned(), States::default());
        cells.push(ControlLine { depth: 0, label: None, role: Role::Cell, name, value: Some(text), states });
    }
    cells
}

/// Whether a listing leaves out controls that an agent can ask for.
pub(super) fn leaves_out(listing: &str) -> bool {
    let says = |line: &str| {
        line.trim_start().starts_with('…') && (line.contains("show_more") || line.contains("find_control"))
    };
    listing.lines().any(says)
}
