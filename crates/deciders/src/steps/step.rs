//! Steps: the parsed form of a request. Each displays in the notation that it is parsed from.

use super::quote::quote;
use deskpilot_core::Role;
use std::fmt;

/// The default note name for computed values and values read from a display.
pub(super) const RESULT: &str = "result";

/// One step.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Step {
    /// Go to an application; open it if necessary.
    Open {
        /// Its name as written.
        application: String,
        /// The document to open in it.
        file: Option<String>,
    },
    /// Press a control with the pointer.
    Click(Press, Name),
    /// Type text into a control or, without one, where text goes in this window.
    Type(Words, Option<Name>),
    /// Replace a control's text or number.
    Set(Name, Words),
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
    /// Wait this many seconds.
    Wait(u32),
    /// Read a control, and note its text under a name.
    Read(Name, String),
    /// Press the keys of a calculator, and note its display under a name.
    Compute(String, String),
    /// Save the document, under a path if one is given; type this text into it first, if there is one.
    Save(Option<Words>, Option<String>),
    /// Focus a control; without one, only observe the window.
    Focus(Option<Name>),
    /// Close something.
    Close(Closing),
    /// Allow overwriting an existing file.
    Overwrite,
    /// Wait for the file dialog.
    AwaitFileDialog,
    /// Enter this path in the file dialog.
    NameFile(String),
    /// Confirm the file dialog.
    AcceptFile(String),
    /// Verify that the file is saved, under this path if one is given.
    MakeSure(Option<String>),
    /// Do the step, unless the user says that it was already done.
    UnlessDone(Box<Step>),
}

/// How a control is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Press {
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
pub(super) enum Closing {
    /// The window.
    Window,
    /// A dialog over it.
    Dialog,
    /// An open menu.
    Menu,
}

/// Text to enter.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Words {
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
    pub(super) kind: Option<&'static Kind>,
}

/// A word for a kind of control, and the roles it may mean.
#[derive(Debug, PartialEq)]
pub(super) struct Kind {
    /// The word.
    pub(super) word: &'static str,
    /// The roles.
    pub(super) roles: &'static [Role],
}

/// Words for kinds of controls.
pub(super) const KINDS: &[Kind] = &[
    Kind { word: "menu item", roles: &[Role::MenuItem, Role::Menu] },
    Kind { word: "radio button", roles: &[Role::RadioButton] },
    Kind { word: "check box", roles: &[Role::CheckBox] },
    Kind { word: "combo box", roles: &[Role::ComboBox] },
    Kind { word: "text field", roles: &[Role::Edit, Role::Document] },
    Kind { word: "text box", roles: &[Role::Edit, Role::Document] },
    Kind { word: "list item", roles: &[Role::ListItem] },
    Kind { word: "button", roles: &[Role::Button, Role::ToggleButton, Role::RadioButton] },
    Kind { word: "checkbox", roles: &[Role::CheckBox] },
    Kind { word: "menu", roles: &[Role::Menu, Role::MenuItem] },
    Kind { word: "field", roles: &[Role::Edit, Role::ComboBox, Role::Spinner, Role::Document] },
    Kind { word: "box", roles: &[Role::Edit, Role::ComboBox, Role::CheckBox, Role::Spinner, Role::Document] },
    Kind { word: "link", roles: &[Role::Hyperlink] },
    Kind { word: "tab", roles: &[Role::TabItem] },
    Kind { word: "list", roles: &[Role::List, Role::ComboBox, Role::Tree, Role::Table] },
    Kind { word: "dropdown", roles: &[Role::ComboBox] },
    Kind { word: "option", roles: &[Role::RadioButton, Role::ListItem, Role::MenuItem] },
    Kind { word: "item", roles: &[Role::ListItem, Role::MenuItem, Role::TreeItem] },
    Kind { word: "cell", roles: &[Role::Cell] },
    Kind { word: "slider", roles: &[Role::Slider] },
    Kind { word: "switch", roles: &[Role::ToggleButton, Role::CheckBox] },
    Kind { word: "key", roles: &[Role::Button, Role::ToggleButton] },
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

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Words::Literal(text) => f.write_str(&quote(text)),
            Words::Named(text) => f.write_str(text),
        }
    }
}

impl Press {
    /// The verb.
    pub(super) const fn verb(self) -> &'static str {
        match self {
            Press::Click => "click",
            Press::Double => "double-click",
            Press::Right => "right-click",
            Press::Middle => "middle-click",
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Open { application, file: None } => write!(f, "open {}", quote(application)),
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
            Step::Wait(seconds) => write!(f, "wait {seconds} seconds"),
            Step::Read(what, note) => write!(f, "read {what} as {}", quote(note)),
            Step::Compute(expression, note) if note == RESULT => write!(f, "compute {expression}"),
            Step::Compute(expression, note) => write!(f, "compute {expression} as {}", quote(note)),
            Step::Save(what, file) => {
                f.write_str("save")?;
                match (what, file) {
                    (Some(what), _) => write!(f, " {what}")?,
                    (None, Some(_)) => f.write_str(" it")?,
                    (None, None) => {}
                }
                file.as_ref().map_or(Ok(()), |file| write!(f, " as {}", quote(file)))
            }
            Step::Focus(None) => f.write_str("focus the window"),
            Step::Focus(Some(what)) => write!(f, "focus {what}"),
            Step::Close(Closing::Window) => f.write_str("close the window"),
            Step::Close(Closing::Dialog) => f.write_str("close the dialog"),
            Step::Close(Closing::Menu) => f.write_str("close the menu"),
            Step::Overwrite => f.write_str("overwrite it"),
            Step::AwaitFileDialog => f.write_str("wait for the file dialog"),
            Step::NameFile(path) => write!(f, "name the file {}", quote(path)),
            Step::AcceptFile(path) => write!(f, "accept the file {}", quote(path)),
            Step::MakeSure(None) => f.write_str("make sure that it is saved"),
            Step::MakeSure(Some(path)) => write!(f, "make sure that it is saved as {}", quote(path)),
            Step::UnlessDone(step) => write!(f, "unless it was done, {step}"),
        }
    }
}
