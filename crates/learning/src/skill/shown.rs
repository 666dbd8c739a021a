//! What a window shows after a step: the controls that the step changed.

use crate::{Template, template::Bindings};
use deskpilot_core::{AppView, Control, ControlChange, Difference, Role, State};
use serde::{Deserialize, Serialize};

/// The most controls that a step expects.
const MOST: usize = 6;
/// The longest text that a step expects, in bytes. Longer ones are cut in views.
const LONGEST: usize = 200;

/// A control that a step changed, as it must show afterwards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShownControl {
    /// Its role.
    pub role: Role,
    /// Its name.
    pub name: Template,
    /// Its value; `None` if any will do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Template>,
    /// Whether it is checked; `None` if either will do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
}

impl ShownControl {
    /// The controls whose name, value or check mark differs between two views of a window, and the texts that appeared, in the
    /// order of the later view. None of another window, and none that hides its text.
    pub fn between(before: &AppView, after: &AppView) -> Vec<ShownControl> {
        if before.window.id != after.window.id {
            return Vec::new();
        }
        let difference = Difference::between(&before.controls, &after.controls);
        let changed = difference.changed.iter().filter_map(changed);
        let appeared = difference.added.iter().filter(|it| is_text(it)).map(|it| shown(it, None));
        let candidates = changed.chain(appeared).filter(ShownControl::is_telling);
        let mut all: Vec<ShownControl> = Vec::new();
        for it in candidates {
            if !all.contains(&it) {
                all.push(it);
            }
        }
        all.truncate(MOST);
        all
    }

    /// Why the view does not show the control like this; `None` if it does.
    pub(crate) fn difference(&self, view: &AppView, values: &Bindings) -> Option<String> {
        let Some(name) = self.name.filled(values) else {
            return Some("a value of its name is missing".into());
        };
        let value = self.value.as_ref().map(|it| it.filled(values));
        let mut named = view.controls.iter().filter(|it| it.role == self.role && it.name == name).peekable();
        if named.peek().is_none() {
            return Some(format!("there is no {} {name:?} after it", self.role.name()));
        }
        let has_value = |it: &Control| value.as_ref().is_none_or(|value| *value == it.value);
        let is_marked = |it: &Control| self.checked.is_none_or(|is| is == it.states.has(State::Checked));
        if named.any(|it| has_value(it) && is_marked(it)) {
            return None;
        }
        let wanted = match (value.flatten(), self.checked) {
            (Some(value), _) => format!("{value:?}"),
            (None, Some(false)) => "no check mark".to_owned(),
            (None, _) => "a check mark".to_owned(),
        };
        Some(format!("{} {name:?} does not show {wanted}", self.role.name()))
    }

    /// Whether its texts are short enough and not empty.
    fn is_telling(&self) -> bool {
        let texts = || std::iter::once(&self.name).chain(&self.value).map(ToString::to_string);
        texts().all(|it| it.len() <= LONGEST)
            && (self.value.is_some() || self.checked.is_some() || !self.name.to_string().trim().is_empty())
    }

    /// The same control with other texts.
    pub(crate) fn map(&self, mut change: impl FnMut(&Template) -> Option<Template>) -> Option<ShownControl> {
        let value = match &self.value {
            Some(value) => Some(change(value)?),
            None => None,
        };
        Some(ShownControl { name: change(&self.name)?, value, ..self.clone() })
    }
}

/// The control of a change that a person would see and that stays.
fn changed(change: &ControlChange) -> Option<ShownControl> {
    let ControlChange { before, after } = change;
    let is_left_out = matches!(
        after.role,
        Role::Window | Role::Document | Role::Menu | Role::MenuItem | Role::ProgressBar | Role::ScrollBar
    );
    if is_left_out || after.states.has(State::Protected) {
        return None;
    }
    let checked = after.states.has(State::Checked);
    // Other buttons look pressed for a while.
    let has_mark = matches!(after.role, Role::CheckBox | Role::RadioButton);
    let mark = (has_mark && before.states.has(State::Checked) != checked).then_some(checked);
    let differs = before.name != after.name || before.value != after.value || mark.is_some();
    differs.then(|| shown(after, mark))
}

fn shown(control: &Control, checked: Option<bool>) -> ShownControl {
    let value = control.value.as_deref().map(Template::literal);
    ShownControl { role: control.role, name: Template::literal(&control.name), value, checked }
}

/// Whether a control only shows a text.
fn is_text(control: &Control) -> bool {
    matches!(control.role, Role::Alert | Role::ListItem | Role::Text) && !control.name.trim().is_empty()
}
