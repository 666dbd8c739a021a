//! Session events, the payload of the log. A new event is a new variant; stored logs of every version stay
//! readable.

use crate::{
    AgentName, AppDecision, AppView, Assessment, BlobRef, CheckResult, Complaint, Consent, Divergence,
    EvaluationLevel, FirstContent, Grounds, HostDecision, HostRemarks, LogOrigin, MissingProduct, Monitor,
    Operation, Outcome, Pictures, Question, Remarks, Remedy, ReplyEnding, RoundState, Ruling, Size,
    SubtaskOutcome, Timestamp, Usage, Verdict, View, Window,
    deciding::{BudgetLevel, BudgetScope, ReachedLimit},
};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The number of an operation in its session, from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ActionId(pub u64);

/// The number of a step; every count starts at 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepNumber {
    /// Within the session.
    pub session: u32,
    /// Within the round.
    pub round: u32,
    /// Among its agent's steps.
    pub agent: u32,
}

/// The Processor's stages, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is its own sentence")]
pub enum Stage {
    PrintStepInfo,
    CaptureScreenshot,
    GetControlInfo,
    GetPromptMessage,
    GetResponse,
    UpdateCost,
    ParseResponse,
    ExecuteAction,
    UpdateMemory,
    UpdateStatus,
    UpdateStep,
}

impl Stage {
    /// All eleven stages.
    pub const ALL: &'static [Stage] = &[
        Stage::PrintStepInfo,
        Stage::CaptureScreenshot,
        Stage::GetControlInfo,
        Stage::GetPromptMessage,
        Stage::GetResponse,
        Stage::UpdateCost,
        Stage::ParseResponse,
        Stage::ExecuteAction,
        Stage::UpdateMemory,
        Stage::UpdateStatus,
        Stage::UpdateStep,
    ];

    /// Its name in logs.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::PrintStepInfo => "print_step_info",
            Stage::CaptureScreenshot => "capture_screenshot",
            Stage::GetControlInfo => "get_control_info",
            Stage::GetPromptMessage => "get_prompt_message",
            Stage::GetResponse => "get_response",
            Stage::UpdateCost => "update_cost",
            Stage::ParseResponse => "parse_response",
            Stage::ExecuteAction => "execute_action",
            Stage::UpdateMemory => "update_memory",
            Stage::UpdateStatus => "update_status",
            Stage::UpdateStep => "update_step",
        }
    }
}

/// The duration of one stage of a step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// The stage.
    pub stage: Stage,
    /// In milliseconds, the sum of all its attempts.
    pub millis: f64,
}

/// The desktop a session works on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DesktopInfo {
    /// Its description, such as `private X11 desktop :7`.
    pub name: String,
    /// Its width and height in pixels.
    pub size: Size,
    /// Its monitors, if it has more than one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub monitors: Vec<Monitor>,
}

/// A passage of knowledge found for a step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Passage {
    /// The source, such as `help`.
    pub source: String,
    /// Its title.
    pub title: String,
    /// Where it is from, such as `/usr/share/help/C/gedit/tabs.page` or the address of a page; empty if unknown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// Its text.
    pub text: String,
    /// Its relevance; comparable only within one recall.
    pub score: f64,
}

/// A question and the user's answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The question.
    pub question: String,
    /// The answer.
    pub answer: String,
}

/// A change of the blackboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Note {
    /// A text under a name.
    Text {
        /// The name by which other agents find it.
        name: String,
        /// The text.
        text: String,
    },
    /// The text of a note under another name.
    Renamed {
        /// Its name before.
        name: String,
        /// Its name from now on.
        to: String,
    },
    /// A note is no longer needed.
    Dropped {
        /// Its name.
        name: String,
    },
    /// A screenshot, and why the agent saved it.
    Screenshot {
        /// The application it shows.
        application: String,
        /// Why the agent saved it.
        reason: String,
        /// The picture.
        picture: BlobRef,
    },
}

/// Why a person has control of the desktop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PauseCause {
    /// They asked for it.
    Asked,
    /// They moved the pointer or pressed a pointer button.
    Pointer,
    /// They used the keyboard.
    Keyboard,
    /// They closed this window, which the agent was working in.
    WindowClosed(String),
    /// They took over from elsewhere, under this name, such as `browser 2 of page 1234`. Nobody else uses the desktop then.
    TakenOver(String),
}

impl fmt::Display for PauseCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PauseCause::Asked => f.write_str("you asked for it"),
            PauseCause::Pointer => f.write_str("you used the pointer"),
            PauseCause::Keyboard => f.write_str("you used the keyboard"),
            PauseCause::WindowClosed(title) => {
                write!(f, "the window {title:?} was closed, and not by the agent")
            }
            PauseCause::TakenOver(by) => write!(f, "{by} took over"),
        }
    }
}

/// The moment at which a closing picture is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScreenshotMoment {
    /// The subtask with this index ended.
    Subtask(u32),
    /// The round ended.
    Round,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A session began.
    SessionOpened {
        /// The task's name, which is also its folder's name.
        task: String,
        /// The log format version.
        format: u32,
        /// The program version.
        version: String,
        /// The desktop it works on.
        desktop: DesktopInfo,
        /// The model of each agent.
        models: Vec<(crate::AgentKind, String)>,
        /// The session mode; absent in logs of the first formats.
        #[serde(default)]
        mode: crate::Mode,
        /// The plan it runs, if it runs one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        plan: Option<crate::TaskPlan>,
    },
    /// A process continued a session that another process had left.
    SessionResumed {
        /// The program version.
        version: String,
        /// The desktop it works on now.
        desktop: DesktopInfo,
        /// Where the entries before this one come from; missing in older logs.
        #[serde(default, skip_serializing_if = "LogOrigin::is_own")]
        origin: LogOrigin,
    },
    /// The user asked for something.
    RoundStarted {
        /// The round's number, from 0.
        round: u32,
        /// What the user asked for.
        request: String,
    },
    /// An agent began a step.
    StepStarted {
        /// The step.
        step: StepNumber,
        /// The agent.
        agent: AgentName,
    },
    /// The agent observed.
    Observed {
        /// The observation.
        view: View,
    },
    /// The knowledge sources were searched: for a request, for a subtask, or because the agent asked.
    Recalled {
        /// The passages found.
        passages: Vec<Passage>,
    },
    /// The model was asked.
    Prompted {
        /// The prompt, as a JSON blob.
        prompt: BlobRef,
        /// The attempt, from 0; each complaint leads to another.
        attempt: u32,
    },
    /// The model replied.
    Replied {
        /// The reply, verbatim.
        text: String,
        /// The model that gave it.
        model: String,
        /// Its token usage.
        usage: Usage,
        /// How it ended; missing in older logs.
        #[serde(default, skip_serializing_if = "ReplyEnding::is_complete")]
        ending: ReplyEnding,
    },
    /// The reply was invalid.
    Rejected {
        /// The complaint sent to the model.
        complaint: Complaint,
    },
    /// The HostAgent decided.
    HostDecided {
        /// The decision.
        decision: HostDecision,
        /// Its remarks.
        remarks: HostRemarks,
    },
    /// An AppAgent decided.
    AppDecided {
        /// The decision.
        decision: AppDecision,
        /// Its remarks.
        remarks: Remarks,
    },
    /// A subtask's window is ready, and its AppAgent exists: a new one, or one from earlier.
    Registered {
        /// The AppAgent.
        agent: AgentName,
        /// The window as it is now.
        window: Window,
        /// The native commands it has in addition to those of every application.
        tools: Vec<String>,
    },
    /// The policy ruled on an operation.
    Ruled {
        /// The operation.
        #[serde(rename = "deed")]
        operation: Operation,
        /// The ruling.
        ruling: Ruling,
        /// The grounds of the ruling; absent in logs of the first formats.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        grounds: Option<Grounds>,
        /// A picture of the target, if the user is asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        picture: Option<BlobRef>,
    },
    /// An operation is about to start. Logged before anything is sent.
    Acting {
        /// The operation's number.
        id: ActionId,
        /// The operation.
        #[serde(rename = "deed")]
        operation: Operation,
        /// The view's picture with the target control outlined.
        selected: Option<BlobRef>,
    },
    /// An operation ended.
    Acted {
        /// The operation's number.
        id: ActionId,
        /// The outcome.
        outcome: Outcome,
    },
    /// The remaining actions of a batch were held back, because the world differs from what they were decided
    /// on.
    Held {
        /// The held operations, in order; empty if only the end of the subtask has to wait.
        #[serde(rename = "deeds")]
        operations: Vec<Operation>,
        /// The divergence.
        #[serde(rename = "surprise")]
        divergence: Divergence,
    },
    /// An agent asked the user.
    Asked {
        /// The questions.
        questions: Vec<Question>,
    },
    /// The user answered.
    Answered {
        /// The answers.
        answers: Vec<Answer>,
        /// Who answered, such as `the terminal`; missing in older logs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
    /// The user replied to an operation that needs approval.
    Confirmed {
        /// The reply.
        #[serde(alias = "yes")]
        consent: Consent,
        /// Who replied, such as `the terminal`; missing in older logs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
    /// A note was put on the blackboard, renamed or dropped.
    Noted {
        /// The note.
        note: Note,
    },
    /// An operation is about to touch a file that no earlier one touched and that the task did not make.
    Touched {
        /// Its path.
        file: String,
        /// Its path from the home or the working folder of the task, if it is in one of them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        below: Option<String>,
        /// What is in it.
        content: FirstContent,
    },
    /// A file that the subtask promises was written.
    Saved {
        /// The file, as the subtask names it.
        file: String,
        /// When it was written.
        written: Timestamp,
        /// Its content in brief, read from the disk.
        content: String,
    },
    /// An error occurred that the model did not cause.
    Faulted {
        /// The stage.
        stage: Stage,
        /// The error message.
        message: String,
        /// The remedy that was applied.
        remedy: Remedy,
    },
    /// The user got a message that stops nothing, such as that a model is missing without which less is found.
    Advised {
        /// The message.
        message: String,
    },
    /// A subtask ended.
    SubtaskEnded {
        /// How.
        outcome: SubtaskOutcome,
        /// Its AppAgent's comment.
        comment: String,
        /// What it promised and did not leave, if it finished nevertheless; missing in older logs.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        missing: Vec<MissingProduct>,
    },
    /// A closing picture was taken.
    Pictured {
        /// The moment.
        moment: ScreenshotMoment,
        /// The window that the agent worked in, if it is still open.
        view: Option<Box<AppView>>,
        /// The desktop.
        desktop: Pictures,
    },
    /// The step is over; all earlier entries are on disk.
    StepEnded {
        /// The durations of its stages.
        timings: Vec<Timing>,
    },
    /// A budget is nearly or fully used up. Where it is fully, the round ends next.
    BudgetUsed {
        /// What the budget is for.
        scope: BudgetScope,
        /// What was used.
        used: ReachedLimit,
        /// How much of it that is.
        level: BudgetLevel,
    },
    /// A round that a limit ended goes on, with its limits counted from the start.
    RoundReopened {
        /// The state in which it goes on.
        state: Box<RoundState>,
    },
    /// The round is over.
    RoundEnded {
        /// How it ended.
        verdict: Verdict,
    },
    /// The evaluation of the finished work began.
    Judging {
        /// The scope.
        level: EvaluationLevel,
    },
    /// The session or a round was evaluated.
    Judged {
        /// Whether the request was fulfilled.
        complete: Assessment,
        /// The reason.
        reason: String,
        /// The partial judgements.
        sub_scores: Vec<(String, Assessment)>,
        /// The scope.
        #[serde(default)]
        level: EvaluationLevel,
        /// The results of checks without a model.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        checks: Vec<CheckResult>,
    },
    /// A person took control: Deskpilot does nothing until they hand back.
    Paused {
        /// The reason.
        cause: PauseCause,
    },
    /// The person handed back control; the agent observes again.
    HandedBack,
    /// The user stopped the session; it can be resumed.
    Stopped,
    /// The session is over.
    SessionClosed,
}

impl Event {
    /// A ruling without grounds and picture.
    pub fn ruled(operation: Operation, ruling: Ruling) -> Event {
        Event::Ruled { operation, ruling, grounds: None, picture: None }
    }
}
