//! What a skill expects of the window before a step.

use crate::{ControlIdentity, Template, template::Bindings};
use deskpilot_core::{AppView, Control, Role, State, WindowState, is_in_front};
use serde::{Deserialize, Serialize};

/// The maximum number of controls by which a window is recognized.
const MOST_LANDMARKS: usize = 12;
/// The longest value of a control that is compared, in bytes. Longer ones are cut in views.
const LONGEST_VALUE: usize = 200;

/// What the window must be like before a step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WindowCondition {
    /// The title of the window in which a skill begins, which names its document; `None` if any will do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<Template>,
    /// The names of the dialogs and messages in front of the window; `None` if they do not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialogs: Option<Vec<String>>,
    /// The value of the step's control; `None` if any will do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Template>,
    /// Controls by which the window is recognized. At least half of them must be there, and all that steps
    /// use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub landmarks: Vec<String>,
}

impl WindowCondition {
    /// The condition that this view meets: the dialogs in front.
    pub fn of(view: &AppView) -> WindowCondition {
        WindowCondition { dialogs: Some(dialogs(view)), ..WindowCondition::default() }
    }

    /// The same, in a window with this title.
    #[must_use]
    pub fn with_title(self, title: &str) -> WindowCondition {
        WindowCondition { title: Some(Template::literal(without_mark(title))), ..self }
    }

    /// Whether the window has another title, and so perhaps another document.
    pub(crate) fn is_elsewhere(&self, title: &str, values: &Bindings) -> bool {
        let wanted = self.title.as_ref().map(|it| it.filled(values));
        wanted.is_some_and(|it| it.as_deref() != Some(without_mark(title)))
    }

    /// The same, where the step begins from the value of this control, as typing behind it does.
    #[must_use]
    pub fn with_value_of(self, control: &Control) -> WindowCondition {
        let value = control.value.as_deref().unwrap_or_default();
        let is_comparable = !control.states.has(State::Protected) && value.len() <= LONGEST_VALUE;
        WindowCondition { value: is_comparable.then(|| Template::literal(value)), ..self }
    }

    /// The same, in a window with the named controls of this view, those of these identities first.
    #[must_use]
    pub fn with_landmarks_of(self, view: &AppView, used: &[&ControlIdentity]) -> WindowCondition {
        let used: Vec<String> = used.iter().filter_map(|it| it.role_and_name()).collect();
        let there = view.controls.iter().map(|it| it.id().to_string()).filter(|it| used.contains(it));
        let mut landmarks: Vec<String> = Vec::new();
        for name in there.chain(view.controls.iter().filter_map(landmark)) {
            if !landmarks.contains(&name) {
                landmarks.push(name);
            }
        }
        landmarks.truncate(used.len().max(MOST_LANDMARKS));
        WindowCondition { landmarks, ..self }
    }

    /// The first of these controls that the window had and that this view lacks; `None` if none is missing.
    /// Finds out early that a later step cannot be done.
    pub(crate) fn lacking<'s>(
        &self,
        used: impl IntoIterator<Item = &'s ControlIdentity>,
        view: &AppView,
    ) -> Option<String> {
        let is_there = |control: &String| view.controls.iter().any(|it| it.id().to_string() == *control);
        let mut had = used
            .into_iter()
            .filter_map(ControlIdentity::role_and_name)
            .filter(|it| self.landmarks.contains(it));
        had.find(|it| !is_there(it)).map(|it| format!("there is no {it}, which a later step uses"))
    }

    /// The condition that two views both meet, with their common value and landmarks.
    pub(super) fn common(&self, other: &WindowCondition) -> (WindowCondition, WindowCondition) {
        let landmarks: Vec<String> =
            self.landmarks.iter().filter(|it| other.landmarks.contains(it)).cloned().collect();
        let value = self.value.clone().filter(|it| other.value.as_ref() == Some(it));
        let with_both = |it: &WindowCondition| WindowCondition {
            value: value.clone(),
            landmarks: landmarks.clone(),
            ..it.clone()
        };
        (with_both(self), with_both(other))
    }

    /// Whether it accepts every window.
    pub fn is_anything(&self) -> bool {
        self.title.is_none() && self.dialogs.is_none() && self.value.is_none() && self.landmarks.is_empty()
    }

    /// Why the view, in which this is the step's control, does not meet it; `None` if it does.
    pub(crate) fn difference(
        &self,
        view: &AppView,
        control: Option<&Control>,
        values: &Bindings,
    ) -> Option<String> {
        if view.window.state == WindowState::Closed {
            return Some("the window is closed".into());
        }
        let shown = dialogs(view);
        if let Some(wanted) = self.dialogs.as_ref().filter(|it| **it != shown) {
            return Some(format!(
                "in front of the window is {}, and not {}",
                dialog_names(&shown),
                dialog_names(wanted)
            ));
        }
        self.other_window(view).or_else(|| self.other_value(control?, values))
    }

    fn other_window(&self, view: &AppView) -> Option<String> {
        // A control that steps use is a landmark whatever its role and name.
        let names: Vec<String> = view.controls.iter().map(|it| it.id().to_string()).collect();
        let missing: Vec<&str> =
            self.landmarks.iter().filter(|it| !names.contains(it)).map(String::as_str).collect();
        (missing.len() * 2 > self.landmarks.len())
            .then(|| format!("it is another window: it has no {}", missing.join(", ")))
    }

    fn other_value(&self, control: &Control, values: &Bindings) -> Option<String> {
        let wanted = self.value.as_ref()?;
        let shown = control.value.as_deref().unwrap_or_default();
        let is_same = wanted.filled(values).is_some_and(|it| it.trim() == shown.trim());
        (!is_same).then(|| format!("{} has the value {shown:?}, and not \"{wanted}\"", control.id()))
    }
}

/// The name of a control that the window always has; `None` for a control whose name may be content.
fn landmark(control: &Control) -> Option<String> {
    let is_lasting = matches!(
        control.role,
        Role::Button
            | Role::CheckBox
            | Role::ComboBox
            | Role::Edit
            | Role::Menu
            | Role::RadioButton
            | Role::TabItem
            | Role::ToggleButton
    );
    (is_lasting && !control.name.trim().is_empty()).then(|| control.id().to_string())
}

/// The names of what is in front of the window, in order.
fn dialogs(view: &AppView) -> Vec<String> {
    let in_front = view.controls.iter().filter(|it| is_in_front(it.role));
    in_front.map(|it| format!("{} {:?}", it.role.name(), it.name)).collect()
}

/// The title without the mark of unsaved changes.
fn without_mark(title: &str) -> &str {
    title.trim_matches(['*', '•', ' '])
}

fn dialog_names(dialogs: &[String]) -> String {
    if dialogs.is_empty() { "nothing".into() } else { dialogs.join(", ") }
}
