//! Operations as tool calls: one for each, from the question about it to its effect. Pauses are some, too, until the desktop is handed back.

use super::{PicturedUpdate, tool_kind};
use agent_client_protocol::v1::schema::{
    ContentBlock, ImageContent, SessionUpdate, TextContent, ToolCall, ToolCallContent, ToolCallId,
    ToolCallLocation, ToolCallStatus, ToolCallUpdate, ToolCallUpdateFields,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use deskpilot_core::{
    BlobRef, Consent, Divergence, Effect, Entry, Event, Evidence, Grounds, Operation, Outcome, PauseCause,
    Ruling, one_line, policy::KnownEffect, without_control_chars,
};
use deskpilot_runtime::plain;
use std::path::Path;

/// The most characters that are shown of a title.
pub(super) const MAX_TITLE_CHARS: usize = 300;
/// The most characters that are shown of what an operation returned.
const MAX_OUTPUT_CHARS: usize = 4000;

/// The tool calls of a session.
#[derive(Debug, Default)]
pub(super) struct ToolCalls {
    /// The operation that was ruled on last, and has not begun.
    ruled: Option<RuledOperation>,
    /// The operation that is being done.
    running: Option<RunningOperation>,
    /// The pause that waits for its end.
    paused: Option<ToolCallId>,
}

#[derive(Debug)]
struct RuledOperation {
    operation: Operation,
    /// The files that it is known to open or write.
    files: Vec<String>,
    /// Its tool call, if a person is asked about it.
    asked: Option<ToolCallId>,
}

#[derive(Debug)]
struct RunningOperation {
    call: ToolCallId,
    operation: Operation,
    files: Vec<String>,
    /// The picture of the step, with the target outlined.
    picture: Option<BlobRef>,
}

impl ToolCalls {
    /// How an entry is sent.
    pub(super) fn of_entry(&mut self, entry: &Entry) -> Vec<PicturedUpdate> {
        match &entry.event {
            Event::Ruled { operation, ruling, grounds, .. } => {
                self.rule(entry.seq, operation, ruling, grounds.as_ref()).into_iter().collect()
            }
            Event::Confirmed { consent, .. } => self.permit(consent).into_iter().collect(),
            Event::Touched { file, .. } => {
                self.touch(file);
                Vec::new()
            }
            Event::Acting { operation, selected, .. } => {
                vec![self.begin(entry.seq, operation, selected.as_ref())]
            }
            Event::Acted { outcome, .. } => self.end(outcome).into_iter().collect(),
            Event::Held { operations, divergence } => self.hold(operations, divergence).into_iter().collect(),
            Event::Paused { cause } => self.pause(entry.seq, cause),
            Event::HandedBack => {
                self.end_pause(ToolCallStatus::Completed, "handed back").into_iter().collect()
            }
            Event::SessionResumed { .. } | Event::RoundEnded { .. } | Event::SessionClosed => {
                self.end_pause(ToolCallStatus::Failed, "not handed back").into_iter().collect()
            }
            Event::Stopped => self.stop(),
            _ => Vec::new(),
        }
    }

    fn rule(
        &mut self,
        seq: u64,
        operation: &Operation,
        ruling: &Ruling,
        grounds: Option<&Grounds>,
    ) -> Option<PicturedUpdate> {
        let asked = self.asked_about(|it| it == operation);
        let files = files_of(operation, grounds);
        match ruling {
            Ruling::Allow => {
                self.ruled = Some(RuledOperation { operation: operation.clone(), files, asked });
                None
            }
            Ruling::Confirm(_) => {
                let pending =
                    call_update(seq, asked.as_ref(), operation, ToolCallStatus::Pending, &files, None);
                let asked = Some(asked.unwrap_or_else(|| tool_call_id(seq)));
                self.ruled = Some(RuledOperation { operation: operation.clone(), files, asked });
                Some(pending)
            }
            Ruling::Refuse(why) => {
                let why = format!("not allowed: {why}");
                Some(call_update(seq, asked.as_ref(), operation, ToolCallStatus::Failed, &files, Some(&why)))
            }
        }
    }

    /// The end of the tool call of a permission that an external agent asked for: nothing of ours follows it.
    fn permit(&mut self, consent: &Consent) -> Option<PicturedUpdate> {
        let call = self.asked_about(|it| matches!(it, Operation::Permit(_)))?;
        let status = if consent.is_yes() { ToolCallStatus::Completed } else { ToolCallStatus::Failed };
        Some(ended_call(call, status, &plain(&consent.to_string()), &[]))
    }

    fn touch(&mut self, file: &str) {
        if let Some(ruled) = &mut self.ruled {
            add(&mut ruled.files, file);
        } else if let Some(running) = &mut self.running {
            add(&mut running.files, file);
        }
    }

    fn begin(&mut self, seq: u64, operation: &Operation, picture: Option<&BlobRef>) -> PicturedUpdate {
        let ruled = self.ruled.take().filter(|it| it.operation == *operation);
        let (files, asked) = ruled.map(|it| (it.files, it.asked)).unwrap_or_default();
        let begun = call_update(seq, asked.as_ref(), operation, ToolCallStatus::InProgress, &files, None);
        let call = asked.unwrap_or_else(|| tool_call_id(seq));
        self.running =
            Some(RunningOperation { call, operation: operation.clone(), files, picture: picture.cloned() });
        begun
    }

    fn end(&mut self, outcome: &Outcome) -> Option<PicturedUpdate> {
        let RunningOperation { call, operation, mut files, picture } = self.running.take()?;
        let is_done = outcome.effect.is_success() || outcome.is_as_wanted(&operation);
        let status = if is_done { ToolCallStatus::Completed } else { ToolCallStatus::Failed };
        if let Effect::Confirmed(Evidence::Written(file)) = &outcome.effect {
            add(&mut files, file);
        }
        let mut text = outcome.effect.to_string();
        if let Some(output) = &outcome.output {
            let output: String = without_control_chars(output).chars().take(MAX_OUTPUT_CHARS).collect();
            text.push_str(&format!("\n\n{output}"));
        }
        Some(PicturedUpdate { picture, ..ended_call(call, status, &text, &files) })
    }

    fn hold(&mut self, operations: &[Operation], divergence: &Divergence) -> Option<PicturedUpdate> {
        let call = self.asked_about(|it| operations.contains(it))?;
        Some(ended_call(call, ToolCallStatus::Failed, &format!("not done: {divergence}"), &[]))
    }

    /// Begins a pause. A take-over by somebody else takes the place of the one before.
    fn pause(&mut self, seq: u64, cause: &PauseCause) -> Vec<PicturedUpdate> {
        let before = self.end_pause(ToolCallStatus::Completed, "handed on");
        let call = tool_call_id(seq);
        self.paused = Some(call.clone());
        let call = ToolCall::new(call, pause_title(cause)).status(ToolCallStatus::Pending);
        before.into_iter().chain([SessionUpdate::ToolCall(call).into()]).collect()
    }

    fn end_pause(&mut self, status: ToolCallStatus, how: &str) -> Option<PicturedUpdate> {
        Some(ended_call(self.paused.take()?, status, how, &[]))
    }

    /// Ends what was under way: a person stopped the session.
    fn stop(&mut self) -> Vec<PicturedUpdate> {
        let asked = self.asked_about(|_| true);
        let running = self.running.as_ref().map(|it| it.call.clone());
        asked
            .into_iter()
            .chain(running)
            .chain(self.paused.take())
            .map(|it| ended_call(it, ToolCallStatus::Failed, "stopped", &[]))
            .collect()
    }

    /// Takes the operation that was ruled on last, if it is such a one. Returns its tool call if a person is asked about it.
    fn asked_about(&mut self, is_such: impl Fn(&Operation) -> bool) -> Option<ToolCallId> {
        self.ruled.take_if(|it| is_such(&it.operation))?.asked
    }
}

/// The id of the tool call of the operation that this entry asks about or begins.
pub(crate) fn tool_call_id(seq: u64) -> ToolCallId {
    ToolCallId::new(format!("operation-{seq}"))
}

/// The title of the tool call of a pause.
pub(crate) fn pause_title(cause: &PauseCause) -> String {
    format!("Paused: {}", plain(&cause.to_string()))
}

/// A text in a tool call.
pub(crate) fn text_content(text: &str) -> ToolCallContent {
    ToolCallContent::from(ContentBlock::Text(TextContent::new(text)))
}

/// A PNG in a tool call.
pub(crate) fn picture_content(png: &[u8]) -> ToolCallContent {
    ToolCallContent::from(ContentBlock::Image(ImageContent::new(STANDARD.encode(png), "image/png")))
}

/// A tool call in this state: a new one, or the one about which a person was asked.
fn call_update(
    seq: u64,
    asked: Option<&ToolCallId>,
    operation: &Operation,
    status: ToolCallStatus,
    files: &[String],
    why: Option<&str>,
) -> PicturedUpdate {
    let content: Vec<ToolCallContent> = why.into_iter().map(|it| text_content(&plain(it))).collect();
    if let Some(call) = asked {
        let fields = ToolCallUpdateFields::new().status(status).locations(locations(files));
        let fields = if content.is_empty() { fields } else { fields.content(content) };
        return SessionUpdate::ToolCallUpdate(ToolCallUpdate::new(call.clone(), fields)).into();
    }
    let title = one_line(&operation.description(), MAX_TITLE_CHARS);
    let call = ToolCall::new(tool_call_id(seq), title).kind(tool_kind(operation)).status(status);
    SessionUpdate::ToolCall(call.content(content).locations(locations(files))).into()
}

fn ended_call(call: ToolCallId, status: ToolCallStatus, how: &str, files: &[String]) -> PicturedUpdate {
    let fields = ToolCallUpdateFields::new().status(status).content(vec![text_content(how)]);
    let places = locations(files);
    let fields = if places.is_empty() { fields } else { fields.locations(places) };
    SessionUpdate::ToolCallUpdate(ToolCallUpdate::new(call, fields)).into()
}

/// The files that an operation opens or writes, as far as that is known before it begins.
fn files_of(operation: &Operation, grounds: Option<&Grounds>) -> Vec<String> {
    let opened = operation.launch().and_then(|it| it.file.clone());
    let written = match grounds.and_then(|it| it.known_effect.as_deref()) {
        Some(KnownEffect::Writes(files)) => files.as_slice(),
        Some(KnownEffect::Looks) | None => &[],
    };
    opened.into_iter().chain(written.iter().cloned()).collect()
}

fn add(files: &mut Vec<String>, file: &str) {
    if !files.iter().any(|it| it == file) {
        files.push(file.to_owned());
    }
}

/// The places of files for an editor, which opens absolute paths alone.
pub(super) fn locations(files: &[String]) -> Vec<ToolCallLocation> {
    files.iter().filter(|it| Path::new(it).is_absolute()).map(ToolCallLocation::new).collect()
}
