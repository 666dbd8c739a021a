//! What opening an item of a list risks: a double click on a file, or Enter, as its name and its row say.

use super::super::{
    Finding, file_kind::FileKind, known_file::KnownFile, lexicon::WordList, readable::Words, risk::Risk,
};
use super::location::folders;
use super::press::Press;
use super::target::{has_dialog, is_in_document, is_sheet_cell};
use crate::{Control, Role, State};

/// Infers the risks of opening what a window lists.
#[derive(Clone, Copy)]
pub(super) struct Opening<'a> {
    press: Press<'a>,
    in_file_manager: bool,
}

/// An item of a list: its name, and the other texts of its row.
struct Row<'a> {
    name: &'a str,
    details: Vec<&'a str>,
}

impl<'a> Opening<'a> {
    /// What is listed in the action's window; `None` where a program shows it as text, and runs none of it.
    pub(super) fn of(press: Press<'a>) -> Option<Opening<'a>> {
        let application = press.lexicon.read(&press.action.window.application);
        if press.lexicon.has(WordList::Editor, &application) {
            return None;
        }
        Some(Opening { press, in_file_manager: press.lexicon.has(WordList::FileManager, &application) })
    }

    /// Whether the window belongs to a program that lists files and opens them.
    pub(super) fn is_in_file_manager(self) -> bool {
        self.in_file_manager
    }

    /// The risks of a double click or of Enter on this control. In a file manager what is not known may be a program.
    pub(super) fn risks(self, target: Option<&Control>) -> Vec<Finding> {
        let controls = self.press.controls();
        let is_elsewhere = |it: &Control| is_in_document(controls, it) || is_sheet_cell(controls, it);
        if target.is_some_and(is_elsewhere) {
            return Vec::new();
        }
        let items = opened(controls, target);
        let may_list = target.is_none_or(|it| !it.role.is_interactive() && it.role != Role::Text);
        if items.is_empty() && self.in_file_manager && may_list && !has_dialog(controls) {
            return vec![Finding::plain(Risk::Unknown)];
        }
        items.into_iter().filter_map(|it| self.risk(&row(controls, it))).collect()
    }

    /// The risks of opening what is selected in the window.
    pub(super) fn risks_of_selected(self) -> Vec<Finding> {
        let controls = self.press.controls();
        let selected = controls.iter().filter(|it| is_item(it.role) && it.states.has(State::Selected));
        let mut items = selected.filter(|it| !is_in_document(controls, it)).peekable();
        if items.peek().is_none() && self.in_file_manager {
            return vec![Finding::plain(Risk::Unknown)];
        }
        items.filter_map(|it| self.risk(&row(controls, it))).collect()
    }

    /// The risks of going to the place in the location field of a file manager, which opens a file as well as a folder.
    pub(super) fn risks_of_location(self, texts: &[String]) -> Vec<Finding> {
        let is_path = |it: &&String| self.in_file_manager && self.press.context.path_style.is_path(it);
        texts.iter().filter(is_path).filter_map(|it| self.by_name(it)).collect()
    }

    /// The risks of opening one of these items, whichever it is: those that their names state.
    pub(super) fn one_of(self, controls: impl Iterator<Item = &'a Control>) -> Vec<Finding> {
        controls.filter(|it| is_item(it.role)).filter_map(|it| self.by_name(it.text())).collect()
    }

    fn risk(self, row: &Row<'_>) -> Option<Finding> {
        let stated = self.by_name(row.name).or_else(|| row.details.iter().find_map(|it| self.by_name(it)));
        if stated.is_some() || !self.in_file_manager {
            return stated;
        }
        let details: Vec<Words> = row.details.iter().map(|it| self.press.lexicon.read(it)).collect();
        let word = |list| details.iter().find_map(|it| self.press.lexicon.word_of(list, it));
        if let Some(word) = word(WordList::Program) {
            return Some(named(Risk::Runs, word));
        }
        if word(WordList::Folder).is_some() { None } else { self.unstated(row.name) }
    }

    /// The risk that a name states.
    fn by_name(self, name: &str) -> Option<Finding> {
        FileKind::of(name, self.press.context.path_style).risk().map(|risk| named(risk, name))
    }

    /// The risk of a file whose name and row do not say what it is: the name that is shown may not be that of the file.
    fn unstated(self, name: &str) -> Option<Finding> {
        let is_bare = FileKind::of(name, self.press.context.path_style) == FileKind::Bare;
        let known = match self.press.context.files {
            Some(files) => known_kind(self.press, files, name),
            None if is_bare => return Some(named(Risk::Unknown, name)),
            None => return None,
        };
        match known {
            Some(KnownFile::Folder | KnownFile::File) => None,
            Some(KnownFile::Program) if is_bare => Some(named(Risk::Runs, name)),
            Some(KnownFile::Program) => None,
            None => Some(named(Risk::Unknown, name)),
        }
    }
}

/// What the file with this name is in the folders that the window shows.
fn known_kind(press: Press<'_>, files: &[(String, KnownFile)], name: &str) -> Option<KnownFile> {
    let paths = press.context.paths();
    let folders = folders(press.controls(), press.context);
    let here = folders.iter().filter_map(|folder| paths.resolve(&format!("{folder}/{name}")));
    let here: Vec<String> = here.collect();
    files.iter().find(|(path, _)| here.contains(path)).map(|it| it.1)
}

fn named(risk: Risk, name: &str) -> Finding {
    Finding { risk, sign: format!("the name {name:?}") }
}

/// Whether such a control may be the item of a list of files.
pub(super) fn is_item(role: Role) -> bool {
    matches!(role, Role::Cell | Role::ListItem | Role::TreeItem | Role::Image)
}

/// The items that open: the target, or those that are selected in it.
pub(super) fn opened<'c>(controls: &'c [Control], target: Option<&'c Control>) -> Vec<&'c Control> {
    match target {
        Some(item) if is_item(item.role) => vec![item],
        Some(list) if !list.role.is_interactive() => {
            let is_selected = |it: &&Control| {
                is_item(it.role) && it.states.has(State::Selected) && list.rect.contains(it.rect.center())
            };
            controls.iter().filter(is_selected).collect()
        }
        _ => Vec::new(),
    }
}

/// The name of an item, as its row shows it.
pub(super) fn item_name<'c>(controls: &'c [Control], item: &'c Control) -> &'c str {
    row(controls, item).name
}

/// The row of an item: its cells from left to right, the parts within it, and what the status bar says about it.
fn row<'c>(controls: &'c [Control], item: &'c Control) -> Row<'c> {
    let table = table(controls, item);
    let is_part = |it: &&Control| {
        let center = it.rect.center();
        let is_inside = matches!(it.role, Role::Cell | Role::Text) && item.rect.contains(center);
        let is_on_row = it.role == Role::Cell
            && item.role == Role::Cell
            && (it.rect.y..it.rect.bottom()).contains(&item.rect.center().y)
            && table.is_none_or(|table| table.rect.contains(center));
        is_inside || is_on_row
    };
    let mut parts: Vec<&Control> = controls.iter().filter(is_part).collect();
    parts.sort_by_key(|it| it.rect.x);
    let texts = parts.iter().map(|it| it.text()).filter(|it| !it.trim().is_empty());
    let own = Some(item.text()).filter(|it| item.role != Role::Cell && !it.is_empty());
    let mut texts = own.into_iter().chain(texts);
    let name = texts.next().unwrap_or(item.text());
    let mut details: Vec<&str> = texts.filter(|it| *it != name).collect();
    let status = controls.iter().filter(|it| it.role == Role::StatusBar && !name.is_empty());
    details.extend(status.filter_map(|it| it.text().split_once(name)).map(|(_, after)| after));
    Row { name, details }
}

/// The smallest table or list around an item.
fn table<'c>(controls: &'c [Control], item: &Control) -> Option<&'c Control> {
    let lists = controls.iter().filter(|it| matches!(it.role, Role::Table | Role::Tree | Role::List));
    lists.filter(|it| it.rect.contains(item.rect.center())).min_by_key(|it| it.rect.area())
}
