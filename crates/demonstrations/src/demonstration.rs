//! A demonstration: the request, the applications, and what the person did step by step.

use crate::StepChange;
use deskpilot_core::{Button, Role};
use deskpilot_learning::{ExpectedEffect, ShownControl, WindowCondition};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a person showed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Demonstration {
    /// What it shows how to do, as a request.
    #[serde(default)]
    pub request: String,
    /// When it was recorded or imported, as RFC 3339.
    #[serde(default)]
    pub when: String,
    /// Where it comes from.
    #[serde(default)]
    pub source: Source,
    /// The applications, in the order of their first use.
    #[serde(default)]
    pub applications: Vec<AppUse>,
    /// The steps, in order.
    #[serde(default)]
    pub steps: Vec<Step>,
}

/// Where a demonstration comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// Deskpilot watched a person.
    #[default]
    Recorded,
    /// It was read from an archive of the Steps Recorder of Windows.
    StepsRecorder,
}

/// An application of a demonstration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AppUse {
    /// The name of its program, such as `galculator`.
    pub name: String,
    /// Its version; recordings leave it out, because accessibility does not report it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The application.
    pub application: String,
    /// The title of its window.
    pub window: String,
    /// The step in the words of the program that recorded it; only imported steps have it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// The comment of the person; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// What was seen to change.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effect: Vec<StepChange>,
    /// The title of the window or dialog that it opened and that was open when the next step began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opens: Option<String>,
    /// The picture before it, a file in the folder `pictures`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The picture after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// What the person did.
    pub action: Action,
    /// The control that was used; none for keys and places without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<ControlIdentity>,
    /// The data that a skill made from the step compares; imported steps have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Seen>,
}

/// The views before and after a step, as a skill compares them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seen {
    /// What the window was like before.
    pub before: WindowCondition,
    /// Its effect.
    pub effect: ExpectedEffect,
    /// The control of the step, or the menus and the entry that were chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub controls: Vec<deskpilot_learning::ControlIdentity>,
    /// Controls that changed, as they were afterwards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<ShownControl>,
}

/// How to find a control again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ControlIdentity {
    /// Its role.
    pub role: Role,
    /// Its name, or the text of a control without a name; may be empty.
    #[serde(default)]
    pub name: String,
    /// The named controls around it, the outermost first, as `Role "Name"`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
    /// How many controls of the window had this role and name when it was used.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub namesakes: usize,
}

const fn one() -> usize {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_one(count: &usize) -> bool {
    *count == 1
}

/// What a person did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Clicked.
    Click {
        /// With which button.
        button: Button,
        /// How often in quick succession: 1 or 2.
        count: u8,
    },
    /// Chose an entry of a menu.
    Choose {
        /// The names of the menus and of the entry, the outermost first.
        menus: Vec<String>,
    },
    /// Chose an item of a combo box, which is the control of the step.
    Select {
        /// The item.
        item: String,
    },
    /// Checked or unchecked.
    Check {
        /// Whether it is checked since.
        checked: bool,
    },
    /// Typed text; all changes of one field in a row are one step.
    Type {
        /// The whole text of the field since.
        value: String,
        /// What was appended to the existing text; absent if anything else changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        added: Option<String>,
    },
    /// Typed something that is not recorded.
    TypeUnrecorded {
        /// Why not.
        reason: String,
    },
    /// Set a slider, a spinner or a choice.
    Set {
        /// Its value since.
        value: String,
    },
    /// Pressed keys, each as `Control+s` or `Enter`.
    Press {
        /// The keys, in order.
        keys: Vec<String>,
    },
    /// Turned the wheel.
    Scroll {
        /// Where to.
        direction: WheelTurn,
        /// By how many notches.
        notches: u32,
    },
    /// Dragged to another place of the window.
    Drag {
        /// The control where the button was released.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<ControlIdentity>,
    },
    /// Closed the window.
    CloseWindow,
    /// An action that is only described in words, as in an imported archive.
    Described {
        /// The words.
        text: String,
    },
}

/// The direction in which the wheel moves the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is its own sentence")]
pub enum WheelTurn {
    Up,
    Down,
    Left,
    Right,
}

/// The pictures of a demonstration, by file name.
pub type Pictures = BTreeMap<String, Picture>;

/// The file of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Its format.
    pub kind: PictureKind,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// The format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each name is its own sentence")]
pub enum PictureKind {
    Png,
    Jpeg,
}

impl PictureKind {
    /// The ending of its files.
    pub const fn ending(self) -> &'static str {
        match self {
            PictureKind::Png => "png",
            PictureKind::Jpeg => "jpg",
        }
    }
}

impl Demonstration {
    /// Lists the applications of the steps in the order of their first use, and keeps what is already known
    /// about them.
    pub fn collect_applications(&mut self) {
        let mut applications: Vec<AppUse> = Vec::new();
        for step in &self.steps {
            if !step.application.is_empty() && applications.iter().all(|it| it.name != step.application) {
                let known = self.applications.iter().find(|it| it.name == step.application);
                let fresh = || AppUse { name: step.application.clone(), version: None };
                applications.push(known.cloned().unwrap_or_else(fresh));
            }
        }
        self.applications = applications;
    }
}

impl Step {
    /// A step without pictures, effects and comment.
    pub fn new(application: &str, window: &str, action: Action, control: Option<ControlIdentity>) -> Step {
        Step {
            application: application.to_owned(),
            window: window.to_owned(),
            description: String::new(),
            comment: String::new(),
            effect: Vec::new(),
            opens: None,
            before: None,
            after: None,
            action,
            control,
            seen: None,
        }
    }
}

impl ControlIdentity {
    /// A control with this role and name alone.
    pub fn named(role: Role, name: &str) -> ControlIdentity {
        ControlIdentity { role, name: name.to_owned(), path: Vec::new(), namesakes: 1 }
    }
}
