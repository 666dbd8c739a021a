//! Which values of a demonstration become parameters of its skill, and how they are named.

use crate::{Action, Demonstration, Step};
use deskpilot_learning::{Bindings, SkillStep, Template, quoted, with_parameters};
use serde_json::{Number, Value};

/// The most parameters of a skill.
const MOST: usize = 8;
/// The most words of a comment that is taken as a name.
const MOST_WORDS: usize = 3;
/// The longest name, in characters.
const LONGEST_NAME: usize = 24;
/// What the document is called that the application opens.
const FILE: &str = "file";
/// The minimum length, in characters, of a value that is searched for inside other texts. A shorter one may
/// occur there by chance.
const SHORTEST_INNER: usize = 3;

/// The parameters of a skill, with the values that were shown.
pub(super) struct Parameters {
    values: Bindings,
    /// The steps that enter one, by their place in the demonstration.
    entering: Vec<usize>,
    words: Template,
}

impl Parameters {
    /// What was typed, and what was chosen or set and is quoted in the request or a comment. A value that the
    /// request does not contain is appended to it.
    pub(super) fn of(shown: &Demonstration, object: Option<&str>) -> Parameters {
        let request = shown.request.trim();
        let quoted: Vec<&str> = std::iter::once(request)
            .chain(shown.steps.iter().map(|it| it.comment.as_str()))
            .flat_map(quoted)
            .collect();
        let (mut values, mut entering, mut behind) = (Bindings::new(), Vec::new(), String::new());
        for (at, step) in shown.steps.iter().enumerate() {
            let Some(value) = entered(step, &quoted) else { continue };
            let known = values.values().any(|it| *it == value);
            if !known && values.len() == MOST {
                continue;
            }
            entering.push(at);
            if known {
                continue;
            }
            let name = name(step, &values);
            let is_named = with_parameters(request, &Bindings::from([(name.clone(), value.clone())]));
            if is_named.parameters().is_empty() {
                behind += &format!(", {} \"{{{name}}}\"", name.replace('_', " "));
            }
            values.insert(name, value);
        }
        if let Some(object) = object {
            let file = Bindings::from([(free(FILE, &values), object.to_owned())]);
            if !with_parameters(request, &file).parameters().is_empty() {
                values.extend(file);
            }
        }
        let words = with_parameters(request, &values).to_string() + &behind;
        let words = Template::try_from(words).unwrap_or_else(|_| Template::literal(request));
        Parameters { values, entering, words }
    }

    /// The words of the skill.
    pub(super) const fn words(&self) -> &Template {
        &self.words
    }

    /// The text, or the parameter whose value it is.
    pub(super) fn in_text(&self, text: &str) -> Template {
        with_parameters(text, &self.values)
    }

    /// The steps with parameters in place of the values. A step that enters one expects nothing that does not mention it: what
    /// else it changes, such as a count of characters, may depend on the value.
    pub(super) fn in_steps(&self, steps: Vec<(usize, SkillStep)>) -> Vec<SkillStep> {
        steps.into_iter().map(|(at, step)| self.in_step(step, self.entering.contains(&at))).collect()
    }

    fn in_step(&self, mut step: SkillStep, enters: bool) -> SkillStep {
        if enters {
            step.args.values_mut().for_each(|it| self.in_argument(it));
        }
        let long: Bindings = self
            .values
            .iter()
            .filter(|(_, it)| it.chars().count() >= SHORTEST_INNER)
            .map(|(name, it)| (name.clone(), it.clone()))
            .collect();
        let general = |it: &Template| {
            let Some(text) = it.filled(&Bindings::new()) else { return it.clone() };
            match self.name_of(&text) {
                Some(name) => Template::try_from(format!("{{{name}}}")).unwrap_or_else(|_| it.clone()),
                None => with_parameters(&text, &long),
            }
        };
        step.before.value = step.before.value.as_ref().map(general);
        step.effect = step.effect.map(general);
        for shown in &mut step.after {
            shown.name = general(&shown.name);
            shown.value = shown.value.as_ref().map(general);
        }
        if enters {
            let mentions = |it: &Template| !it.parameters().is_empty();
            step.after.retain(|it| mentions(&it.name) || it.value.as_ref().is_some_and(mentions));
        }
        step
    }

    fn in_argument(&self, value: &mut Value) {
        let text = match value {
            Value::String(text) => {
                Template::try_from(text.clone()).ok().and_then(|it| it.filled(&Bindings::new()))
            }
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        };
        let Some(name) = text.and_then(|it| self.name_of(&it)) else { return };
        let kind = if value.is_number() { ":number" } else { "" };
        *value = Value::String(format!("{{{name}{kind}}}"));
    }

    fn name_of(&self, value: &str) -> Option<&str> {
        self.values.iter().find(|(_, it)| *it == value).map(|(name, _)| name.as_str())
    }
}

/// The value that the step enters, if it is one that may differ.
fn entered(step: &Step, quoted: &[&str]) -> Option<String> {
    let (value, is_typed) = match &step.action {
        Action::Type { added: Some(added), .. } => (added.clone(), true),
        Action::Type { value, .. } => (value.clone(), true),
        Action::Set { value } => (value.parse::<Number>().ok()?.to_string(), false),
        Action::Select { item } => (item.clone(), false),
        _ => return None,
    };
    let is_value = !value.trim().is_empty() && value.trim() == value;
    (is_value && (is_typed || quoted.contains(&value.as_str()))).then_some(value)
}

/// What a value is called: as a short comment on its step says, or else as its control is called.
fn name(step: &Step, taken: &Bindings) -> String {
    let comment = step.comment.trim();
    let is_name = !comment.is_empty() && comment.split_whitespace().count() <= MOST_WORDS;
    let control = step.control.as_ref().map_or("", |it| it.name.as_str());
    let stems = [if is_name { slug(comment) } else { String::new() }, slug(control)];
    let stem = stems.into_iter().find(|it| !it.is_empty()).unwrap_or_else(|| "text".to_owned());
    free(&stem, taken)
}

/// The name, with a number behind it if it is taken.
fn free(stem: &str, taken: &Bindings) -> String {
    let numbered = (2..).map(|number| format!("{stem}_{number}"));
    let mut names = std::iter::once(stem.to_owned()).chain(numbered);
    names.find(|it| !taken.contains_key(it)).unwrap_or_default()
}

/// The text as the name of a parameter: small letters, digits and underscores.
fn slug(text: &str) -> String {
    let plain = |it: char| if it.is_ascii_alphanumeric() { it.to_ascii_lowercase() } else { ' ' };
    let words: String = text.chars().map(plain).collect();
    let joined = words.split_whitespace().collect::<Vec<_>>().join("_");
    joined.chars().take(LONGEST_NAME).collect::<String>().trim_matches('_').to_owned()
}
