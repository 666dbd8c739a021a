//! What a page reports of itself, and what is different between two such reports. Pure.

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// What the server is asked for that a person gets to see, without another page.
const FILE: &str = "/file.txt";

/// The real state of a page, as its own script has it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct PageState {
    /// Its name, another one after each load.
    pub(super) id: String,
    /// When it looked, in milliseconds.
    pub(super) at: f64,
    pub(super) url: String,
    pub(super) title: String,
    /// Whether its tab is in front.
    pub(super) visible: bool,
    pub(super) complete: bool,
    /// How many things it is still about to do.
    pub(super) pending: u32,
    /// What its dialogs were answered.
    pub(super) answers: Vec<String>,
    /// The controls of the page, its frame and its shadow roots, by name.
    pub(super) controls: BTreeMap<String, WebControl>,
    /// How many events there were, such as `click Press`: those of the browser, and those that a script made.
    pub(super) counts: BTreeMap<String, [u32; 2]>,
    /// What its buttons did.
    pub(super) log: Vec<String>,
    /// Texts of which it is known whether they are shown.
    pub(super) marks: Vec<MarkedText>,
    /// Where its links lead.
    pub(super) links: Vec<String>,
    /// What it shows.
    pub(super) text: String,
    /// The control with the focus.
    pub(super) focus: String,
    pub(super) scroll: [f64; 2],
}

/// A text of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) struct MarkedText {
    pub(super) text: String,
    pub(super) shown: bool,
}

/// A control of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(super) struct WebControl {
    pub(super) kind: String,
    pub(super) value: String,
    pub(super) checked: bool,
    /// The group of a radio button.
    pub(super) group: String,
    /// Whether the page changes it once the focus leaves it.
    pub(super) settles: bool,
    pub(super) shown: bool,
    /// The suggestion that was chosen.
    pub(super) choice: String,
    pub(super) options: Vec<ListedOption>,
    pub(super) files: Vec<HeldFile>,
}

/// An entry of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) struct ListedOption {
    pub(super) label: String,
    pub(super) value: String,
    pub(super) chosen: bool,
}

/// A file that a field holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) struct HeldFile {
    pub(super) name: String,
    pub(super) size: u64,
}

/// What is true between two calls.
#[derive(Clone, Debug, Default)]
pub(super) struct WebTruth {
    /// The page in front; `None` where that is not one of ours. Behind a dialog, as it was before.
    pub(super) page: Option<PageState>,
    /// Whether a dialog of the page is open.
    pub(super) dialog: bool,
    /// The pages that are open.
    pub(super) pages: BTreeSet<String>,
    /// How often the server was asked for each path.
    pub(super) requests: BTreeMap<String, u32>,
    /// The files in the folder of the calls.
    pub(super) files: BTreeSet<String>,
    /// The pictures among them that can be read.
    pub(super) pictures: BTreeSet<String>,
}

/// What is different between two moments.
#[derive(Clone, Debug, Default)]
pub(super) struct WebChanges {
    /// What a person would see: values, texts, pages, dialogs, files.
    pub(super) shown: Vec<String>,
    /// Events and requests, which may come to nothing.
    pub(super) events: Vec<String>,
}

impl WebControl {
    /// The entries that are chosen.
    fn chosen(&self) -> Vec<&str> {
        self.options.iter().filter(|it| it.chosen).map(|it| it.label.as_str()).collect()
    }

    fn line(&self, name: &str) -> String {
        let checked = if self.checked { ", checked" } else { "" };
        let hidden = if self.shown { "" } else { ", hidden" };
        let chosen = Some(self.chosen()).filter(|_| self.kind == "select");
        let chosen = chosen.map(|it| format!(", chosen {it:?}")).unwrap_or_default();
        let files: String =
            self.files.iter().map(|it| format!(", {} of {} bytes", it.name, it.size)).collect();
        format!("{name}: {:?}{checked}{hidden}{chosen}{files}", self.value)
    }
}

impl WebTruth {
    /// What a person would see, as lines. What a page changes by itself is not among it, nor where it is scrolled.
    fn shown(&self) -> BTreeSet<String> {
        let mut lines = self.files.clone();
        lines.insert(format!("pages: {}", self.pages.len()));
        lines.insert(format!("downloads: {}", self.requests.get(FILE).copied().unwrap_or(0)));
        if self.dialog {
            lines.insert("a dialog is open".into());
        }
        let Some(page) = &self.page else { return lines };
        lines.insert(format!("page {} at {}, {:?}", page.id, page.url, page.title));
        lines.extend(page.log.iter().map(|it| format!("the page wrote {it:?}")));
        let answers = page.answers.iter().enumerate();
        lines.extend(answers.map(|(at, it)| format!("answer {} to a dialog: {it:?}", at + 1)));
        let marks = page.marks.iter().filter(|it| it.shown);
        lines.extend(marks.map(|it| format!("the page shows {:?}", it.text)));
        let controls = page.controls.iter().filter(|(_, it)| !it.settles);
        lines.extend(controls.map(|(name, it)| it.line(name)));
        lines
    }

    /// Events and requests, as lines.
    fn events(&self) -> BTreeSet<String> {
        let requests = self.requests.iter().map(|(path, count)| format!("{count} requests for {path}"));
        let counts = self.page.iter().flat_map(|it| &it.counts);
        let counts = counts.map(|(event, [real, made])| format!("{event}: {real} and {made} of scripts"));
        requests.chain(counts).collect()
    }

    /// The size of a file in the folder of the calls.
    pub(super) fn file_size(&self, path: &str) -> Option<u64> {
        let begin = format!("{path} of ");
        let line = self.files.iter().find_map(|it| it.strip_prefix(&begin))?;
        line.split(' ').next()?.parse().ok()
    }
}

impl WebChanges {
    /// What is different after something.
    pub(super) fn between(before: &WebTruth, after: &WebTruth) -> WebChanges {
        WebChanges {
            shown: differences(&before.shown(), &after.shown()),
            events: differences(&before.events(), &after.events()),
        }
    }

    /// All of it.
    pub(super) fn all(&self) -> Vec<String> {
        self.shown.iter().chain(&self.events).cloned().collect()
    }
}

fn differences(before: &BTreeSet<String>, after: &BTreeSet<String>) -> Vec<String> {
    let went = before.difference(after).map(|it| format!("gone: {it}"));
    went.chain(after.difference(before).map(|it| format!("new: {it}"))).collect()
}
