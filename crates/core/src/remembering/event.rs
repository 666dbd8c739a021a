//! What happens in a session. A new event is a new variant; stored logs of every version stay readable.

use crate::{
    AgentName, AppDecision, AppView, BlobRef, Checked, Complaint, Complete, Consent, Divergence, Grounds,
    HostDecision, HostRemarks, Level, Monitor, Operation, Outcome, Pictures, Question, Remarks, Remedy,
    Ruling, Size, SubtaskOutcome, Usage, Verdict, View, Window,
};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The number of an operation in its session, from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ActionId(pub u64);

/// Where a step stands; all count from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepNumber {
    /// Among the steps of the session.
    pub session: u32,
    /// Among the steps of the round.
    pub round: u32,
    /// Among the steps of its agent.
    pub agent: u32,
}

/// The Processor's stages, in their order.
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
    /// All eleven.
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

/// How long one stage of a step took.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// The stage.
    pub stage: Stage,
    /// Milliseconds, all its attempts together.
    pub millis: f64,
}

/// The desktop a session works on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DesktopInfo {
    /// What it is, such as `private X11 desktop :7`.
    pub name: String,
    /// Its width and height in pixels.
    pub size: Size,
    /// Its monitors, where it has more than one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub monitors: Vec<Monitor>,
}

/// A passage of knowledge found for a step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Passage {
    /// Which source it is from, such as `help`.
    pub source: String,
    /// What it is about.
    pub title: String,
    /// What it says.
    pub text: String,
    /// How well it fits; comparable within what was recalled at once.
    pub score: f64,
}

/// A question and what the user answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// What was asked.
    pub question: String,
    /// What the user said.
    pub answer: String,
}

/// Something put on the blackboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Note {
    /// A text under a name.
    Text {
        /// What other agents find it by.
        name: String,
        /// The text.
        text: String,
    },
    /// A picture, and why it was kept.
    Screenshot {
        /// The application it shows.
        application: String,
        /// Why it was kept.
        reason: String,
        /// The picture.
        picture: BlobRef,
    },
}

/// Why a person has the desktop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PauseCause {
    /// They asked for it.
    Asked,
    /// They moved the pointer or pressed one of its buttons.
    Pointer,
    /// They used the keyboard.
    Keyboard,
    /// They closed this window, in which the agent worked.
    WindowClosed(String),
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
        }
    }
}

/// After what a last picture is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// A subtask of this index ended.
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
        /// The task's name, which is also its folder's.
        task: String,
        /// The version of the log's format.
        format: u32,
        /// The version of the program.
        version: String,
        /// The desktop it works on.
        desktop: DesktopInfo,
        /// The model of each agent.
        models: Vec<(crate::AgentKind, String)>,
        /// How it runs; logs of the first formats do not say.
        #[serde(default)]
        mode: crate::Mode,
        /// The plan it follows, where it follows one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        plan: Option<crate::TaskPlan>,
    },
    /// A process took up a session that another had left.
    SessionResumed {
        /// The version of the program.
        version: String,
        /// The desktop it works on now.
        desktop: DesktopInfo,
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
    /// The agent looked.
    Observed {
        /// What it saw.
        view: View,
    },
    /// The sources were asked: for a request, for a subtask, or because the agent wanted it.
    Recalled {
        /// What was found.
        passages: Vec<Passage>,
    },
    /// The model was asked.
    Prompted {
        /// What it was shown, as a JSON blob.
        prompt: BlobRef,
        /// The try, from 0; a complaint leads to the next.
        attempt: u32,
    },
    /// The model replied.
    Replied {
        /// The reply, letter for letter.
        text: String,
        /// The model that gave it.
        model: String,
        /// What it used up.
        usage: Usage,
    },
    /// The reply could not be followed.
    Rejected {
        /// What the model is told.
        complaint: Complaint,
    },
    /// The HostAgent decided.
    HostDecided {
        /// What it decided.
        decision: HostDecision,
        /// What it said beside it.
        remarks: HostRemarks,
    },
    /// An AppAgent decided.
    AppDecided {
        /// What it decided.
        decision: AppDecision,
        /// What it said beside it.
        remarks: Remarks,
    },
    /// The window of a subtask stands ready, and its AppAgent is there: a new one, or the one of earlier.
    Registered {
        /// The AppAgent.
        agent: AgentName,
        /// The window as it stands now.
        window: Window,
        /// The native commands it has beside those that every application has.
        tools: Vec<String>,
    },
    /// The policy spoke.
    Ruled {
        /// On what.
        #[serde(rename = "deed")]
        operation: Operation,
        /// What it said.
        ruling: Ruling,
        /// What that rests upon; logs of the first formats do not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        grounds: Option<Grounds>,
        /// Where the user is asked, a picture of what it would be done to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        picture: Option<BlobRef>,
    },
    /// An operation is about to be done. Written before the hand moves.
    Acting {
        /// The operation's number.
        id: ActionId,
        /// The operation.
        #[serde(rename = "deed")]
        operation: Operation,
        /// The view's picture with the chosen control outlined.
        selected: Option<BlobRef>,
    },
    /// An operation was done.
    Acted {
        /// The operation's number.
        id: ActionId,
        /// What came of it.
        outcome: Outcome,
    },
    /// The rest of a list of actions is not done, because the world is not as it was when they were decided upon.
    Held {
        /// What is not done, in order; nothing when only the end of the subtask has to wait.
        #[serde(rename = "deeds")]
        operations: Vec<Operation>,
        /// What is not as it was.
        #[serde(rename = "surprise")]
        divergence: Divergence,
    },
    /// The user is asked.
    Asked {
        /// What.
        questions: Vec<Question>,
    },
    /// The user answered.
    Answered {
        /// What.
        answers: Vec<Answer>,
    },
    /// The user said yes or no to an operation.
    Confirmed {
        /// What they said.
        #[serde(alias = "yes")]
        consent: Consent,
    },
    /// Something was put on the blackboard.
    Noted {
        /// What.
        note: Note,
    },
    /// Something went wrong that is not the model's doing.
    Faulted {
        /// In which stage.
        stage: Stage,
        /// What went wrong.
        message: String,
        /// What was done about it.
        remedy: Remedy,
    },
    /// A subtask came to its end.
    SubtaskEnded {
        /// How.
        outcome: SubtaskOutcome,
        /// What its AppAgent said about it.
        comment: String,
    },
    /// A last picture was taken.
    Pictured {
        /// After what.
        moment: Moment,
        /// The window that was worked in, where it still stands.
        view: Option<Box<AppView>>,
        /// The desktop.
        desktop: Pictures,
    },
    /// The step is over; everything before is on the disk.
    StepEnded {
        /// How long its stages took.
        timings: Vec<Timing>,
    },
    /// The round is over.
    RoundEnded {
        /// How it ended.
        verdict: Verdict,
    },
    /// Somebody who did not do it looks at what was done.
    Judging {
        /// At how much.
        level: Level,
    },
    /// The session was judged.
    Judged {
        /// Whether what was asked for stands.
        complete: Complete,
        /// Why.
        reason: String,
        /// The parts of the judgement.
        sub_scores: Vec<(String, Complete)>,
        /// How much was judged.
        #[serde(default)]
        level: Level,
        /// What was checked without a model.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        checks: Vec<Checked>,
    },
    /// A person took over: nothing is done until they hand back.
    Paused {
        /// Why.
        cause: PauseCause,
    },
    /// The person handed back; the agent looks again.
    HandedBack,
    /// The user stopped the session where it stood; it can be resumed.
    Stopped,
    /// The session is over.
    SessionClosed,
}

impl Event {
    /// The policy's word on an operation, without more.
    pub fn ruled(operation: Operation, ruling: Ruling) -> Event {
        Event::Ruled { operation, ruling, grounds: None, picture: None }
    }
}
