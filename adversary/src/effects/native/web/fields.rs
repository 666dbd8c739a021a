//! Whether fields hold what went into them. Pure.

use super::state::{PageState, WebControl};
use crate::effects::{fulfilment::Fulfilment, native::checks::met_if};
use deskpilot_core::Call;
use serde_json::{Value, json};

/// Whether the fields of a call hold what it gives them, each by its name; `None` for a call of another command. The page after it may
/// be another one.
pub(super) fn filled(
    call: &Call,
    before: &PageState,
    after: &PageState,
) -> Option<Vec<(String, Fulfilment)>> {
    let rows = rows(call, before)?;
    let found = rows.iter().map(|row| {
        let (label, values) = row.split_first()?;
        let (name, values) = meant(before, label.as_str()?, values)?;
        let holds = match after.controls.get(&name) {
            Some(control) => holds(&name, control, &values),
            None => Fulfilment::Missed(format!("the page has no {name} any more")),
        };
        Some((name, holds))
    });
    Some(found.map(|it| it.unwrap_or_else(|| (String::new(), Fulfilment::Unknown))).collect())
}

/// The fields and values of a call.
fn rows(call: &Call, page: &PageState) -> Option<Vec<Vec<Value>>> {
    let argument = |name: &str| call.args.get(name).cloned();
    match call.command.as_str() {
        "fill_form" => {
            let rows = call.args.get("fields")?.as_array()?;
            rows.iter().map(|row| row.as_array().cloned()).collect()
        }
        "select_option" => Some(vec![vec![argument("field")?, argument("option")?]]),
        "fill_password" => {
            let only = page.controls.iter().find(|(_, it)| it.kind == "password");
            let name = argument("name").or_else(|| only.map(|(name, _)| json!(name)))?;
            Some(vec![vec![name, argument("text")?]])
        }
        _ => None,
    }
}

/// The control that a label means, such as `e12 checkbox "Terms"`, and what goes into it.
fn meant(page: &PageState, label: &str, values: &[Value]) -> Option<(String, Vec<Value>)> {
    let quoted = label.find('"').and_then(|at| serde_json::from_str::<String>(&label[at..]).ok());
    let name = quoted.as_deref().unwrap_or(label).trim_end_matches([':', '*', ' ']);
    let is_it = |known: &str| known.eq_ignore_ascii_case(name);
    if let Some((known, _)) = page.controls.iter().find(|(known, _)| is_it(known)) {
        return Some((known.clone(), values.to_vec()));
    }
    let choice = values.first()?.as_str()?;
    let is_chosen = |known: &str, it: &WebControl| {
        is_it(&it.group) && (known.eq_ignore_ascii_case(choice) || it.value == choice)
    };
    let (known, _) = page.controls.iter().find(|(known, it)| is_chosen(known, it))?;
    Some((known.clone(), vec![json!(true)]))
}

/// Whether a control holds these values.
fn holds(name: &str, control: &WebControl, values: &[Value]) -> Fulfilment {
    let Some(first) = values.first() else { return Fulfilment::Unknown };
    let wanted = as_text(first);
    let is = || format!("{name} holds {:?}{}", control.value, if control.checked { ", checked" } else { "" });
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    match control.kind.as_str() {
        "checkbox" | "radio" => {
            as_flag(first).map_or(Fulfilment::Unknown, |it| met_if(control.checked == it, is))
        }
        "select" => chosen(name, control, values),
        "combobox" => met_if(plain(&control.choice) == plain(&wanted), || {
            format!("the choice of {name} is {:?}, and it holds {:?}", control.choice, control.value)
        }),
        // Lines of it are parts of the page, which can be made in several ways.
        "editable" if wanted.contains('\n') => Fulfilment::Unknown,
        "color" => met_if(control.value.eq_ignore_ascii_case(&wanted), is),
        "range" => met_if(control.value.parse::<f64>().ok() == wanted.trim().parse().ok(), is),
        "text" | "textarea" | "password" | "number" | "date" | "time" | "editable" => {
            met_if(control.value == wanted, is)
        }
        _ => Fulfilment::Unknown,
    }
}

/// Whether those entries of a list are chosen that the values name, and no others.
fn chosen(name: &str, control: &WebControl, values: &[Value]) -> Fulfilment {
    let wanted: Vec<String> = values.iter().map(as_text).collect();
    let is_named = |label: &str, value: &str| {
        let fits = |it: &String| it.trim().eq_ignore_ascii_case(label) || it == value;
        wanted.iter().any(fits)
    };
    if !control.options.iter().any(|it| is_named(&it.label, &it.value)) {
        return Fulfilment::Unknown;
    }
    let differs = control.options.iter().find(|it| it.chosen != is_named(&it.label, &it.value));
    met_if(differs.is_none(), || {
        let all = control.options.iter().filter(|it| it.chosen).map(|it| it.label.as_str());
        format!("{name} has chosen {:?}", all.collect::<Vec<_>>())
    })
}

/// The controls besides those that were to change that have changed.
pub(super) fn changed_besides(names: &[&str], before: &PageState, after: &PageState) -> Option<String> {
    let group =
        |name: &str| before.controls.get(name).map(|it| it.group.as_str()).filter(|it| !it.is_empty());
    let is_meant = |name: &str| {
        names.contains(&name) || names.iter().any(|it| group(it).is_some() && group(it) == group(name))
    };
    let others = before.controls.iter().filter(|(name, it)| !it.settles && !is_meant(name));
    let mut changed = others.filter_map(|(name, was)| Some((name, was, after.controls.get(name)?)));
    let (name, was, is) = changed.find(|(_, was, is)| was != is)?;
    Some(format!("{name} has changed too: from {:?} to {:?}", was.value, is.value))
}

/// A value as a page takes it.
fn as_text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.replace("\r\n", "\n"),
        other => other.to_string(),
    }
}

fn as_flag(value: &Value) -> Option<bool> {
    if let Some(flag) = value.as_bool() {
        return Some(flag);
    }
    match as_text(value).trim().to_lowercase().as_str() {
        "true" | "yes" | "on" | "checked" | "1" => Some(true),
        "false" | "no" | "off" | "not checked" | "0" | "" => Some(false),
        _ => None,
    }
}
