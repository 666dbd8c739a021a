//! Steps: the parsed form of a request. Each displays in the notation that it is parsed from.

use super::{names::bare, quote::quote};
use deskpilot_core::Role;
use std::fmt;

/// The default note name for computed values and values read from a display.
pub(super) const RESULT: &str = "result";

/// One step.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Step {
    /// Go to an application; open it if necessary.
    Open {
        /// Its name as written; empty for the one that opens documents of the file's type.
        application: String,
        /// The document to open in it.
        file: Option<String>,
    },
    /// Press a control with the pointer.
    Click(ClickKind, Name),
    /// Type text into a control or, without one, where text goes in this window.
    Type(TextSource, Option<Name>),
    /// Replace a control's text or number.
    Set(Name, TextSource),
    /// Press these chords in order.
    Press(Vec<String>),
    /// Choose a menu entry by its path.
    Choose(Vec<Name>),
    /// Select an item, in this list if one is named.
    Select(Name, Option<Name>),
    /// Select this text.
    SelectText(String),
    /// Check or uncheck.
    Check(Name, bool),
    /// Expand or collapse.
    Expand(Name, bool),
    /// Turn the wheel this many notches up.
    Scroll(i32, Option<Name>),
    /// Wait until a text appears, for at most this many seconds.
    WaitFor(String, u32),
    /// Wait until a window or dialog of this title is open.
    AwaitWindow(String),
    /// Wait this many seconds.
    Wait(u32),
    /// Read a control, and note its text under a name.
    Read(Name, String),
    /// Press the keys of a calculator, and note its display under a name.
    Compute(String, String),
    /// Save the document, under a path if one is given; type this text into it first, if there is one.
    Save(Option<TextSource>, Option<String>),
    /// Make a folder of this name in the folder that a file manager shows.
    MakeFolder(String),
    /// Give a file or folder that a file manager shows another name.
    RenameFile {
        /// The name that it has.
        old: String,
        /// The name that it gets.
        new: String,
    },
    /// Delete a file or folder that a file manager shows.
    DeleteFile(String),
    /// Verify that a file that was deleted is gone, and answer the question whether it is to be.
    MakeSureGone(String),
    /// Focus a control; without one, only observe the window.
    Focus(Option<Name>),
    /// Close something.
    Close(CloseTarget),
    /// Allow overwriting an existing file.
    Overwrite,
    /// Make sure that the document has no text that would be saved with another one.
    EmptyText,
    /// Wait for the file dialog.
    AwaitFileDialog,
    /// Enter this path in the file dialog.
    NameFile(String),
    /// Confirm the file dialog.
    AcceptFile(String),
    /// Verify that the file is saved, under this path if one is given.
    MakeSure(Option<String>),
    /// Make sure that the browser shows the page of this address.
    ShowPage(String),
    /// Read what this command wrote into the terminal, once it has ended; after so many tries it may not have.
    ReadOutput {
        /// The command as it was typed; empty if that is not known.
        command: String,
        /// How often it was read before.
        tries: usize,
    },
    /// Do the step, unless the user says that it was already done.
    UnlessDone(Box<Step>),
}

/// How a control is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClickKind {
    /// One click with the primary button.
    Click,
    /// A double click.
    Double,
    /// A click with the context menu button.
    Right,
    /// A click with the wheel.
    Middle,
}

/// The thing to close.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CloseTarget {
    /// The window.
    Window,
    /// A dialog over it.
    Dialog,
    /// An open menu.
    Menu,
}

/// The text to enter.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TextSource {
    /// Exactly this.
    Literal(String),
    /// The note with this name if it exists, otherwise exactly this.
    Named(String),
}

/// A control's name.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Name {
    /// Its name.
    pub(super) text: String,
    /// The kind of control it was called, if any.
    pub(super) kind: Option<&'static ControlKind>,
}

/// A word for a kind of control, and the roles it may mean.
#[derive(Debug, PartialEq)]
pub(super) struct ControlKind {
    /// The word.
    pub(super) word: &'static str,
    /// The roles.
    pub(super) roles: &'static [Role],
}

/// Words for kinds of controls.
pub(super) const CONTROL_KINDS: &[ControlKind] = &[
    ControlKind { word: "menu item", roles: &[Role::MenuItem, Role::Menu] },
    ControlKind { word: "radio button", roles: &[Role::RadioButton] },
    ControlKind { word: "check box", roles: &[Role::CheckBox] },
    ControlKind { word: "combo box", roles: &[Role::ComboBox] },
    ControlKind { word: "text field", roles: &[Role::Edit, Role::Document] },
    ControlKind { word: "text box", roles: &[Role::Edit, Role::Document] },
    ControlKind { word: "list item", roles: &[Role::ListItem] },
    ControlKind { word: "button", roles: &[Role::Button, Role::ToggleButton, Role::RadioButton] },
    ControlKind { word: "checkbox", roles: &[Role::CheckBox] },
    ControlKind { word: "menu", roles: &[Role::Menu, Role::MenuItem] },
    ControlKind { word: "field", roles: &[Role::Edit, Role::ComboBox, Role::Spinner, Role::Document] },
    ControlKind {
        word: "box",
        roles: &[Role::Edit, Role::ComboBox, Role::CheckBox, Role::Spinner, Role::Document],
    },
    ControlKind { word: "link", roles: &[Role::Hyperlink] },
    ControlKind { word: "tab", roles: &[Role::TabItem] },
    ControlKind { word: "list", roles: &[Role::List, Role::ComboBox, Role::Tree, Role::Table] },
    ControlKind { word: "dropdown", roles: &[Role::ComboBox] },
    ControlKind { word: "option", roles: &[Role::RadioButton, Role::ListItem, Role::MenuItem] },
    ControlKind { word: "item", roles: &[Role::ListItem, Role::MenuItem, Role::TreeItem] },
    ControlKind { word: "cell", roles: &[Role::Cell] },
    ControlKind { word: "slider", roles: &[Role::Slider] },
    ControlKind { word: "switch", roles: &[Role::ToggleButton, Role::CheckBox] },
    ControlKind { word: "key", roles: &[Role::Button, Role::ToggleButton] },
];

impl Step {
    /// The control that must be visible for the step, if it names one.
    pub(super) fn control(&self) -> Option<&Name> {
        match self {
            Step::Click(_, name)
            | Step::Set(name, _)
            | Step::Check(name, _)
            | Step::Expand(name, _)
            | Step::Read(name, _)
            | Step::Type(_, Some(name))
            | Step::Scroll(_, Some(name))
            | Step::Focus(Some(name))
            | Step::Select(name, None)
            | Step::Select(_, Some(name)) => Some(name),
            Step::Choose(path) => path.first(),
            _ => None,
        }
    }
}

impl TextSource {
    /// The text as written.
    pub(super) fn literal(&self) -> String {
        match self {
            TextSource::Literal(text) | TextSource::Named(text) => text.clone(),
        }
    }

    /// The note that the text must mean: `the result`.
    pub(super) fn reference(&self) -> Option<&str> {
        let TextSource::Named(text) = self else { return None };
        let name = bare(text);
        (name.len() < text.trim().len() && text.to_lowercase().starts_with("the ") && !name.contains(' '))
            .then_some(name)
    }
}

impl Name {
    /// A control of this name, whatever its kind.
    pub(super) fn of(text: impl Into<String>) -> Name {
        Name { text: text.into(), kind: None }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&quote(&self.text))?;
        self.kind.map_or(Ok(()), |kind| write!(f, " {}", kind.word))
    }
}

impl fmt::Display for TextSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextSource::Literal(text) => f.write_str(&quote(text)),
            TextSource::Named(text) => f.write_str(text),
        }
    }
}

impl ClickKind {
    /// The verb.
    pub(super) const fn verb(self) -> &'static str {
        match self {
            ClickKind::Click => "click",
            ClickKind::Double => "double-click",
            ClickKind::Right => "right-click",
            ClickKind::Middle => "middle-click",
        }
    }
}

/// What a step saves and as which file, in words.
fn saved_words(what: Option<String>, file: Option<&str>) -> String {
    let what = what.map_or(String::new(), |it| format!(" {it}"));
    let it = if what.is_empty() && file.is_some() { " it" } else { "" };
    format!("{what}{it}{}", file.map_or(String::new(), |file| format!(" as {}", quote(file))))
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Open { application, file: None } => write!(f, "open {}", quote(application)),
            Step::Open { application, file: Some(file) } if application.is_empty() => {
                write!(f, "open the file {}", quote(file))
            }
            Step::Open { application, file: Some(file) } => {
                write!(f, "open {} with {}", quote(application), quote(file))
            }
            Step::Click(press, what) => write!(f, "{} {what}", press.verb()),
            Step::Type(words, None) => write!(f, "type {words}"),
            Step::Type(words, Some(into)) => write!(f, "type {words} into {into}"),
            Step::Set(what, words) => write!(f, "set {what} to {words}"),
            Step::Press(keys) => write!(f, "press {}", keys.join(" then ")),
            Step::Choose(path) => {
                write!(f, "choose {}", path.iter().map(ToString::to_string).collect::<Vec<_>>().join(" > "))
            }
            Step::Select(item, None) => write!(f, "select {item}"),
            Step::Select(item, Some(list)) => write!(f, "select {item} from {list}"),
            Step::SelectText(text) => write!(f, "select the text {}", quote(text)),
            Step::Check(what, on) => write!(f, "{} {what}", if *on { "check" } else { "uncheck" }),
            Step::Expand(what, open) => write!(f, "{} {what}", if *open { "expand" } else { "collapse" }),
            Step::Scroll(up, within) => {
                write!(f, "scroll {} {}", if *up > 0 { "up" } else { "down" }, up.unsigned_abs())?;
                within.as_ref().map_or(Ok(()), |within| write!(f, " in {within}"))
            }
            Step::WaitFor(text, seconds) => write!(f, "wait for {} at most {seconds} seconds", quote(text)),
            Step::AwaitWindow(title) => write!(f, "wait for the window {}", quote(title)),
            Step::Wait(seconds) => write!(f, "wait {seconds} seconds"),
            Step::Read(what, note) => write!(f, "read {what} as {}", quote(note)),
            Step::Compute(expression, note) if note == RESULT => write!(f, "compute {expression}"),
            Step::Compute(expression, note) => write!(f, "compute {expression} as {}", quote(note)),
            Step::Save(what, file) => {
                write!(f, "save{}", saved_words(what.as_ref().map(ToString::to_string), file.as_deref()))
            }
            Step::MakeFolder(name) => write!(f, "make a folder called {}", quote(name)),
            Step::RenameFile { old, new } => write!(f, "rename {} to {}", quote(old), quote(new)),
            Step::DeleteFile(name) => write!(f, "delete {}", quote(name)),
            Step::MakeSureGone(name) => write!(f, "make sure that it is gone: {}", quote(name)),
            Step::Focus(None) => f.write_str("bring the window to the front"),
            Step::Focus(Some(what)) => write!(f, "focus {what}"),
            Step::Close(CloseTarget::Window) => f.write_str("close the window"),
            Step::Close(CloseTarget::Dialog) => f.write_str("close the dialog"),
            Step::Close(CloseTarget::Menu) => f.write_str("close the menu"),
            Step::Overwrite => f.write_str("overwrite it"),
            Step::EmptyText => f.write_str("make sure that the text is empty"),
            Step::AwaitFileDialog => f.write_str("wait for the file dialog"),
            Step::NameFile(path) => write!(f, "name the file {}", quote(path)),
            Step::AcceptFile(path) => write!(f, "accept the file {}", quote(path)),
            Step::MakeSure(None) => f.write_str("make sure that it is saved"),
            Step::MakeSure(Some(path)) => write!(f, "make sure that it is saved as {}", quote(path)),
            Step::ShowPage(address) => write!(f, "show the page {}", quote(address)),
            Step::ReadOutput { command, tries } => {
                write!(f, "read the output of {}, try {}", quote(command), tries + 1)
            }
            Step::UnlessDone(step) => write!(f, "unless it was done, {step}"),
        }
    }
}
