//! Merges two skills that did the same with different values into one.

use super::{ExpectedEffect, SKILL_FORMAT, ShownControl, Skill, SkillStep};
use crate::{
    Template,
    template::{Bindings, ParameterKind, Piece, with_parameters, with_single_spaces},
};
use serde_json::{Map, Value};

/// The most parameters of a skill.
const MOST_PARAMETERS: usize = 8;

/// The common skill of the known one, which may have parameters, and a new one without. `None` if they did
/// different things, or if a difference between their steps is not explained by a difference between their
/// texts.
pub(crate) fn generalized(known: &Skill, new: &Skill) -> Option<Skill> {
    if known.application != new.application || known.is_for_request() != new.is_for_request() {
        return None;
    }
    let text = new.text.filled(&Bindings::new())?;
    let (template, before, now) = match known.text.bind(&text) {
        Some(values) => (known.text.clone(), None, values),
        None => {
            let (template, before, now) = holes(&known.text.filled(&Bindings::new())?, &text)?;
            (template, Some(before), now)
        }
    };
    let (known, new) = &with_common_expectations(known, new);
    let parallel = Parallel { before, now };
    let body = parallel.value(&body(known), &body(new), Place::Any)?;
    let mut skill = with_body(known, body)?;
    for ((step, known), new) in skill.steps.iter_mut().zip(&known.steps).zip(&new.steps) {
        step.after = parallel.shown(&known.after, &new.after);
        step.effect.changes = parallel.changes(&known.effect.changes, &new.effect.changes);
    }
    skill.text = template;
    skill.format = SKILL_FORMAT;
    skill.runs = known.runs.saturating_add(1);
    skill.learned_from = known.learned_from.iter().chain(&new.learned_from).cloned().collect();
    keep_newest(&mut skill.learned_from);
    let skill = if parallel.before.is_none() && known.text.parameters().is_empty() {
        with_evident_parameters(skill)
    } else {
        skill
    };
    skill.problem().is_none().then_some(skill)
}

/// Both skills, with what both runs saw before their steps and of their effects. Which of several changes is
/// seen first depends on the order in which the application announces them.
fn with_common_expectations(known: &Skill, new: &Skill) -> (Skill, Skill) {
    let (mut known, mut new) = (known.clone(), new.clone());
    for (known, new) in known.steps.iter_mut().zip(&mut new.steps) {
        (known.before, new.before) = known.before.common(&new.before);
        if let Some(common) = known.effect.common(&new.effect) {
            known.effect = common.clone();
            new.effect = common;
        }
    }
    (known, new)
}

/// The maximum number of sources that a skill remembers.
const MOST_SOURCES: usize = 5;

fn keep_newest(sources: &mut Vec<String>) {
    let surplus = sources.len().saturating_sub(MOST_SOURCES);
    sources.drain(..surplus);
}

/// The parts of a skill that say what it does.
fn body(skill: &Skill) -> Value {
    let without_shown = |it: &SkillStep| {
        let effect = ExpectedEffect { changes: Vec::new(), ..it.effect.clone() };
        SkillStep { after: Vec::new(), effect, ..it.clone() }
    };
    let steps: Vec<SkillStep> = skill.steps.iter().map(without_shown).collect();
    serde_json::to_value((&skill.subtasks, &steps)).unwrap_or_default()
}

fn with_body(skill: &Skill, body: Value) -> Option<Skill> {
    let (subtasks, steps) = serde_json::from_value(body).ok()?;
    Some(Skill { subtasks, steps, ..skill.clone() })
}

/// Two runs side by side.
struct Parallel {
    /// The values of the known skill's run; `None` if it has its parameters already.
    before: Option<Bindings>,
    /// The values of the new run.
    now: Bindings,
}

/// Where a value is in a skill.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Where a difference must be explained.
    Any,
    /// In an argument, where a number can be a parameter.
    Argument,
    /// In what an effect shows, which may differ for unrelated reasons.
    Shown,
    /// Where nothing may differ.
    Fixed,
}

impl Place {
    /// The place of a field.
    fn of_field(self, name: &str) -> Place {
        match (self, name) {
            (Place::Any, "args") => Place::Argument,
            (Place::Any, "shows") => Place::Shown,
            (
                Place::Any,
                "application" | "command" | "dialogs" | "kind" | "notes" | "role" | "states" | "within",
            ) => Place::Fixed,
            (place, _) => place,
        }
    }
}

/// The text with parameters in place of these values. One that has parameters already stays as it is.
fn with_values(text: &Template, values: &Bindings) -> Option<Template> {
    Some(text.filled(&Bindings::new()).map_or_else(|| text.clone(), |it| with_parameters(&it, values)))
}

impl Parallel {
    /// What both runs saw after a step. What only one run saw, or what differs for an unrelated reason, is
    /// not required again.
    fn shown(&self, known: &[ShownControl], new: &[ShownControl]) -> Vec<ShownControl> {
        known.iter().filter_map(|known| new.iter().find_map(|new| self.shown_by_both(known, new))).collect()
    }

    /// The changes that both runs reported. If the new run reported none, as when it took a view after the
    /// step, all known ones are kept.
    fn changes(&self, known: &[Template], new: &[Template]) -> Vec<Template> {
        if new.is_empty() {
            return known.to_vec();
        }
        known.iter().filter_map(|known| new.iter().find_map(|new| self.template(known, new))).collect()
    }

    fn template(&self, known: &Template, new: &Template) -> Option<Template> {
        let text = self.text(&known.to_string(), &Value::String(new.to_string()))?;
        Template::try_from(text).ok()
    }

    fn shown_by_both(&self, known: &ShownControl, new: &ShownControl) -> Option<ShownControl> {
        if (known.role, known.checked) != (new.role, new.checked) {
            return None;
        }
        let value = match (&known.value, &new.value) {
            (Some(known), Some(new)) => Some(self.template(known, new)?),
            (None, None) => None,
            _ => return None,
        };
        Some(ShownControl { name: self.template(&known.name, &new.name)?, value, ..known.clone() })
    }

    /// The common form of both values; `None` if nothing explains their difference.
    fn value(&self, known: &Value, new: &Value, place: Place) -> Option<Value> {
        match (known, new) {
            _ if place == Place::Fixed => (known == new).then(|| known.clone()),
            (Value::Object(known), Value::Object(new)) => self.fields(known, new, place).map(Value::Object),
            (Value::Array(known), Value::Array(new)) if known.len() == new.len() => {
                let items = known.iter().zip(new).map(|(known, new)| self.value(known, new, place));
                items.collect::<Option<_>>().map(Value::Array)
            }
            (Value::String(known), _) => self.text(known, new).map(Value::String),
            (Value::Number(number), Value::Number(_)) if known != new && place == Place::Argument => {
                let (known, new) = (number.to_string(), new.to_string());
                let before = self.before.as_ref()?;
                let same = |name: &&String| before[*name] == known && self.now.get(*name) == Some(&new);
                let name = before.keys().find(same)?;
                Some(Value::String(format!("{{{name}:number}}")))
            }
            _ if known == new => Some(known.clone()),
            _ => None,
        }
    }

    fn fields(
        &self,
        known: &Map<String, Value>,
        new: &Map<String, Value>,
        place: Place,
    ) -> Option<Map<String, Value>> {
        let mut both = Map::new();
        for (name, value) in known {
            let place = place.of_field(name);
            match (new.get(name).and_then(|new| self.value(value, new, place)), place) {
                (Some(value), _) => drop(both.insert(name.clone(), value)),
                (None, Place::Shown) => {}
                (None, _) => return None,
            }
        }
        let missing = |name: &String| !known.contains_key(name) && name != "shows";
        (!new.keys().any(missing)).then_some(both)
    }

    /// The template of both texts. The new one has no parameters; it may have a number where the known one
    /// has a number parameter.
    fn text(&self, known: &str, new: &Value) -> Option<String> {
        let template = Template::try_from(known.to_owned()).ok()?;
        let Some(before) = &self.before else {
            // Both runs took the texts of notes; elsewhere the new one has no parameters.
            if *new == Value::String(known.to_owned()) {
                return Some(known.to_owned());
            }
            let filled = template.filled_argument(&self.now)?;
            let same = match new {
                Value::String(new) => filled == Value::String(unescaped(new)?),
                new => filled == *new,
            };
            return same.then(|| known.to_owned());
        };
        let Value::String(new) = new else { return None };
        if known == new {
            return Some(known.to_owned());
        }
        let general = with_parameters(&unescaped(known)?, before);
        (general.filled(&self.now)? == unescaped(new)?).then(|| general.to_string())
    }
}

fn unescaped(text: &str) -> Option<String> {
    Template::try_from(text.to_owned()).ok()?.filled(&Bindings::new())
}

/// The common template of both texts, and the values of each; `None` if the texts have too little in common.
fn holes(one: &str, other: &str) -> Option<(Template, Bindings, Bindings)> {
    let (one, other) = (with_single_spaces(one), with_single_spaces(other));
    let (ones, others) = (tokens(&one), tokens(&other));
    let common = common(&ones, &others);
    let words = common.iter().filter(|(at, _)| ones[*at].chars().any(char::is_alphanumeric)).count();
    let (mut pieces, mut before, mut now) = (Vec::new(), Bindings::new(), Bindings::new());
    let (mut from_one, mut from_other) = (0, 0);
    for (at_one, at_other) in common.into_iter().chain([(ones.len(), others.len())]) {
        let (left, right) = (ones[from_one..at_one].concat(), others[from_other..at_other].concat());
        if left.is_empty() != right.is_empty() {
            return None;
        }
        let (left, right) = match (left.strip_prefix(' '), right.strip_prefix(' ')) {
            (Some(left), Some(right)) => {
                pieces.push(Piece::Literal(" ".to_owned()));
                (left.to_owned(), right.to_owned())
            }
            _ => (left, right),
        };
        if !left.is_empty() {
            let name = before.iter().find(|(name, value)| **value == left && now[*name] == right);
            let name = name.map_or_else(|| parameter_name(before.len()), |(name, _)| name.clone());
            pieces.push(Piece::Parameter { name: name.clone(), kind: ParameterKind::Text });
            before.insert(name.clone(), left);
            now.insert(name, right);
        }
        if let Some(token) = ones.get(at_one) {
            pieces.push(Piece::Literal((*token).to_owned()));
        }
        (from_one, from_other) = (at_one + 1, at_other + 1);
    }
    let template = Template::of(pieces);
    let is_same = words > 0 && before.len() <= MOST_PARAMETERS;
    let gives = |text: &str, values: &Bindings| template.bind(text).as_ref() == Some(values);
    (is_same && gives(&one, &before) && gives(&other, &now)).then_some((template, before, now))
}

fn parameter_name(at: usize) -> String {
    format!("value{}", at + 1)
}

/// The words and other characters of a text, each with the space before it.
fn tokens(text: &str) -> Vec<&str> {
    let (mut tokens, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let in_word = |it: char| it.is_alphanumeric();
        let space = rest.len() - rest.trim_start_matches(' ').len();
        let word = &rest[space..];
        let length = match word.chars().next() {
            Some(first) if in_word(first) => word.find(|it| !in_word(it)).unwrap_or(word.len()),
            Some(first) => first.len_utf8(),
            None => 0,
        };
        let end = space + length;
        let (token, after) = rest.split_at(end);
        tokens.push(token);
        rest = after;
    }
    tokens
}

/// The positions of a longest common subsequence.
fn common(ones: &[&str], others: &[&str]) -> Vec<(usize, usize)> {
    let width = others.len() + 1;
    let mut lengths = vec![0_u32; (ones.len() + 1) * width];
    for one in (0..ones.len()).rev() {
        for other in (0..others.len()).rev() {
            lengths[one * width + other] = if ones[one] == others[other] {
                lengths[(one + 1) * width + other + 1] + 1
            } else {
                lengths[(one + 1) * width + other].max(lengths[one * width + other + 1])
            };
        }
    }
    let (mut found, mut one, mut other) = (Vec::new(), 0, 0);
    while one < ones.len() && other < others.len() {
        if ones[one] == others[other] {
            found.push((one, other));
            (one, other) = (one + 1, other + 1);
        } else if lengths[(one + 1) * width + other] >= lengths[one * width + other + 1] {
            one += 1;
        } else {
            other += 1;
        }
    }
    found
}

/// The skill with parameters for values that its text quotes once and that are whole arguments: another value in the same place
/// is for that argument.
pub(super) fn with_evident_parameters(skill: Skill) -> Skill {
    let Some(text) = skill.text.filled(&Bindings::new()) else { return skill };
    let mut values = Bindings::new();
    for quoted in quoted(&text) {
        let is_argument = skill.steps.iter().any(|it| it.args.values().any(|it| is_leaf(it, quoted)));
        if is_argument && text.matches(quoted).count() == 1 && values.len() < MOST_PARAMETERS {
            values.insert(parameter_name(values.len()), quoted.to_owned());
        }
    }
    if values.is_empty() {
        return skill;
    }
    let same = Parallel { before: Some(values.clone()), now: values.clone() };
    let general = same.parameterized(&body(&skill), Place::Any);
    let text = with_parameters(&text, &values);
    let candidate = with_body(&skill, general).map(|it| Skill { text, ..it });
    let candidate = candidate.map(|mut it| {
        for (step, known) in it.steps.iter_mut().zip(&skill.steps) {
            step.after = known.after.iter().filter_map(|it| it.map(|it| with_values(it, &values))).collect();
            step.effect.changes =
                known.effect.changes.iter().filter_map(|it| with_values(it, &values)).collect();
        }
        it
    });
    candidate
        .filter(|it| it.problem().is_none() && it.text.parameters().len() == values.len())
        .unwrap_or(skill)
}

impl Parallel {
    /// The value with parameters in place of whole texts that are their values.
    fn parameterized(&self, value: &Value, place: Place) -> Value {
        match value {
            _ if place == Place::Fixed => value.clone(),
            Value::String(text) => {
                let name = unescaped(text).and_then(|text| self.now.iter().find(|(_, it)| **it == text));
                name.map_or_else(|| value.clone(), |(name, _)| Value::String(format!("{{{name}}}")))
            }
            Value::Array(items) => {
                Value::Array(items.iter().map(|it| self.parameterized(it, place)).collect())
            }
            Value::Object(fields) => {
                let parameterized = |(name, it): (&String, &Value)| {
                    (name.clone(), self.parameterized(it, place.of_field(name)))
                };
                Value::Object(fields.iter().map(parameterized).collect())
            }
            other => other.clone(),
        }
    }
}

/// Whether the value is this text, or a list that holds it.
fn is_leaf(value: &Value, text: &str) -> bool {
    match value {
        Value::String(it) => unescaped(it).as_deref() == Some(text),
        Value::Array(items) => items.iter().any(|it| is_leaf(it, text)),
        _ => false,
    }
}

/// The quotation marks that open and close a value.
pub(crate) const QUOTATION_MARKS: [(char, char); 5] =
    [('\'', '\''), ('"', '"'), ('“', '”'), ('‘', '’'), ('«', '»')];

/// The texts in quotation marks. An apostrophe within a word opens no quotation.
pub fn quoted(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (open, close) in QUOTATION_MARKS {
        let mut rest = text;
        while let Some((before, after)) = rest.split_once(open) {
            if open == close && before.ends_with(char::is_alphanumeric) {
                rest = after;
                continue;
            }
            let Some((inside, behind)) = after.split_once(close) else { break };
            if !inside.trim().is_empty() {
                found.push(inside);
            }
            rest = behind;
        }
    }
    found
}
