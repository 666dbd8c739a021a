//! Whether what was read of a page is what it has. Pure.

use super::{
    case::WebCase,
    state::{PageState, WebControl},
};
use crate::effects::{
    fulfilment::Fulfilment,
    native::checks::{all_met, met_if},
};

/// The longest value that is looked for in what was read.
const LONGEST: usize = 60;
/// What looks like a control to the page's counts without being one.
const NO_CONTROLS: &[&str] = &["Cover"];

/// Whether what a command gave back is what the page has; `None` for one without a check.
pub(super) fn is_true(case: &WebCase<'_>, page: &PageState) -> Option<Fulfilment> {
    let read = case.output.unwrap_or_default();
    let has = |name: &str| case.call.args.contains_key(name);
    match case.call.command.as_str() {
        "find_elements" => Some(values(read, page)),
        "list_tabs" => Some(tabs(read, case, page)),
        "page_markdown" if !has("from") && !has("most") => Some(markdown(read, page)),
        "links" if !has("filter") && !has("most") => {
            let missing = page.links.iter().find(|it| !read.contains(it.as_str()));
            Some(met_if(missing.is_none(), || {
                format!("a link leads to {}", missing.map_or("", String::as_str))
            }))
        }
        "wait_for" => Some(awaited(case, page)),
        _ => None,
    }
}

/// Whether what a command did not find is not there; `None` for one without a check.
pub(super) fn is_absent(case: &WebCase<'_>, page: &PageState) -> Option<Fulfilment> {
    let argument = |name: &str| case.call.args.get(name).and_then(|it| it.as_str());
    match case.call.command.as_str() {
        "find_elements" if argument("role").is_none() && argument("text").is_none() => {
            Some(not_there(page, argument("name")?))
        }
        "wait_for" => match (argument("what")?, argument("value")) {
            ("load", _) => Some(met_if(!page.complete, || "the page is complete".into())),
            ("element", Some(name)) => Some(not_there(page, name)),
            (_, Some(text)) => {
                Some(met_if(!contains(&page.text, text), || format!("the page shows {text:?}")))
            }
            (_, None) => None,
        },
        _ => None,
    }
}

fn not_there(page: &PageState, name: &str) -> Fulfilment {
    let found = shown(page).find(|(known, _)| contains(known, name));
    met_if(found.is_none(), || format!("the page has {}", found.map_or("", |it| it.0)))
}

/// The controls that a person could see.
fn shown(page: &PageState) -> impl Iterator<Item = (&str, &WebControl)> {
    let all = page.controls.iter().map(|(name, it)| (name.as_str(), it));
    all.filter(|(name, it)| it.shown && !NO_CONTROLS.contains(name))
}

fn contains(text: &str, part: &str) -> bool {
    text.to_lowercase().contains(&part.to_lowercase())
}

/// What a list of elements shows of a control; `None` where that is not to be compared.
fn listed_value(control: &WebControl) -> Option<String> {
    match control.kind.as_str() {
        "checkbox" | "radio" => Some(if control.checked { "checked" } else { "not checked" }.to_owned()),
        "text" | "textarea" | "editable" | "combobox" => {
            let value = control.value.split_whitespace().collect::<Vec<_>>().join(" ");
            Some(value).filter(|it| it.len() < LONGEST && it.is_ascii())
        }
        _ => None,
    }
}

/// Whether the elements that were listed have the values that the page has.
fn values(read: &str, page: &PageState) -> Fulfilment {
    let known = page.controls.iter().filter_map(|(name, it)| Some((name, listed_value(it)?)));
    all_met(known.flat_map(|(name, value)| {
        let begin = format!(" {name:?} = ");
        let expected = format!("{begin}{value:?}");
        let lines = read.lines().filter(move |it| it.contains(&begin));
        lines.map(move |it| met_if(it.contains(&expected), || format!("{name} is {value:?}, and not: {it}")))
    }))
}

fn tabs(read: &str, case: &WebCase<'_>, page: &PageState) -> Fulfilment {
    let front = read.lines().find(|it| it.contains(" (in front)"));
    let count = (read.lines().count(), case.after.pages.len());
    all_met([
        met_if(front.is_some_and(|it| it.contains(&page.url)), || format!("{} is in front", page.url)),
        met_if(count.0 >= count.1, || format!("{} pages are open", count.1)),
    ])
}

fn markdown(read: &str, page: &PageState) -> Fulfilment {
    let marks = page.marks.iter().map(|it| {
        let (is, text) = (if it.shown { "shown" } else { "hidden" }, &it.text);
        met_if(read.contains(text.as_str()) == it.shown, || format!("{text:?} is {is}"))
    });
    let is_plain = |it: &str| !it.is_empty() && it.len() < LONGEST && it.chars().all(char::is_alphanumeric);
    let texts = shown(page).filter(|(_, it)| it.kind == "text" && is_plain(&it.value));
    let texts = texts.map(|(name, it)| {
        met_if(read.contains(it.value.as_str()), || format!("{name} holds {:?}", it.value))
    });
    all_met(marks.chain(texts))
}

fn awaited(case: &WebCase<'_>, page: &PageState) -> Fulfilment {
    let argument = |name: &str| case.call.args.get(name).and_then(|it| it.as_str());
    match (argument("what"), argument("value")) {
        (Some("load"), _) => met_if(page.complete, || "the page is not complete".into()),
        (Some("element"), Some(name)) => {
            met_if(shown(page).any(|(known, _)| contains(known, name)), || format!("the page has no {name}"))
        }
        (Some("text"), Some(text)) => {
            met_if(contains(&page.text, text), || format!("the page does not show {text:?}"))
        }
        _ => Fulfilment::Unknown,
    }
}
