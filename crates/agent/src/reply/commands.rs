//! The commands every application has, in the seeds' spelling. Prompt, schema, manual and parser all use this table.

use super::{
    document_commands::OPEN_DOCUMENT,
    note_commands::EDIT_NOTE,
    ui_arguments::{aim, button, click, labelled, modifier, note, place, text_place},
    ui_command::{ControlNeed, SHOW_MORE, UiCommand},
    wire::complain,
};
use deskpilot_core::{
    Aim, CommandSpec, Gesture, Param, ParamKind, ScrollBy, SideEffects, TextMode, Verb, WaitCondition,
    Window,
    command_table::{NOTE, optional, required},
    parse_keys,
};
use std::borrow::Cow::Borrowed;

pub(super) const SET_EDIT_TEXT: &str = "set_edit_text";
pub(crate) const SWITCH_WINDOW: &str = "switch_window";
pub(super) const BUTTONS: ParamKind =
    ParamKind::OneOf(Borrowed(&[Borrowed("left"), Borrowed("right"), Borrowed("middle"), Borrowed("x")]));
const HELD: ParamKind =
    ParamKind::OneOf(Borrowed(&[Borrowed("CONTROL"), Borrowed("SHIFT"), Borrowed("ALT"), Borrowed("SUPER")]));

/// The longest wait an agent may ask for, in seconds.
const LONGEST_WAIT: f64 = 300.0;

const BUTTON: Param = optional("button", BUTTONS, "which button of the pointer; default left");
const DOUBLE: Param = optional("double", ParamKind::Flag, "whether to click twice; default false");

const PRESSED: Param = optional("pressed", HELD, "a key held meanwhile");

/// The commands every application has.
pub const UI_COMMANDS: &[UiCommand] = &[
    UiCommand {
        spec: CommandSpec {
            name: Borrowed("click_input"),
            doc: Borrowed("Clicks a control."),
            params: Borrowed(&[BUTTON, DOUBLE, PRESSED]),
            side_effects: SideEffects::Unstated,
        },
        control: ControlNeed::Required,
        interpret: |args, control, _| Ok((aim(control), click(args))),
    },
    UiCommand {
        spec: CommandSpec {
            name: Borrowed("click_on_coordinates"),
            doc: Borrowed(
                "Clicks where no control has a label, at fractions of the window's width and height.",
            ),
            params: Borrowed(&[
                required("x", ParamKind::Number, "fraction of the window's width, 0 to 1"),
                required("y", ParamKind::Number, "fraction of the window's height, 0 to 1"),
                BUTTON,
                DOUBLE,
                PRESSED,
            ]),
            side_effects: SideEffects::Unstated,
        },
        control: ControlNeed::Ignored,
        interpret: |args, _, view| Ok((Aim::Point(place(args, "x", "y", view)?), click(args))),
    },
    UiCommand {
        spec: CommandSpec {
            name: Borrowed("drag_on_coordinates"),
            doc: Borrowed("Drags from one place in the window to another."),
            params: Borrowed(&[
                required("start_x", ParamKind::Number, "fraction of the window's width, 0 to 1"),
                required("start_y", ParamKind::Number, "fraction of the window's height, 0 to 1"),
                required("end_x", ParamKind::Number, "fraction of the window's width, 0 to 1"),
                required("end_y", ParamKind::Number, "fraction of the window's height, 0 to 1"),
                BUTTON,
                optional("duration", ParamKind::Number, "seconds the drag takes, 0 to 10; default 1"),
                optional("key_hold", HELD, "a key held meanwhile"),
            ]),
            side_effects: SideEffects::Unstated,
        },
        control: ControlNeed::Ignored,
        interpret: |args, _, view| {
            let from = place(args, "start_x", "start_y", view)?;
            let to = place(args, "end_x", "end_y", view)?;
            let held = args.text("key_hold").and_then(modifier).into_iter().collect();
            let millis = (args.number("duration").unwrap_or(1.0).clamp(0.0, 10.0) * 1000.0) as u32;
            Ok((Aim::Point(from), Verb::Gesture(Gesture::Drag { to, button: button(args), held, millis })))
        },
    },
    UiCommand {
        spec: CommandSpec {
            name: Borrowed(SET_EDIT_TEXT),
            doc: Borrowed(
                "Puts text after that of a control, or in its place with clear_current_text; a line break is the Enter key.",
            ),
            params: Borrowed(&[
                required("text", ParamKind::Text, "the text; a line break is the Enter key"),
                optional(
                    "clear_current_text",
                    ParamKind::Flag,
                    "whether to clear the control first; default false",
                ),
            ]),
            side_effects: SideEffects::Unstated,
        },
        control: ControlNeed::Required,
        interpret: |args, control, _| {
            let replace = args.flag("clear_current_text").unwrap_or(false);
            let mode = if replace { TextMode::Replace } else { TextMode::Append };
            let text = args.text("text").unwrap_or("").to_owned();
            Ok((aim(control), Verb::Gesture(Gesture::Text { text, mode })))
        },
    },
    UiCommand {
        spec: CommandSpec {
            name: Borrowed("keyboard_input"),
            doc: Borrowed(
                "Presses a chord such as Ctrl+S, or types text with keys and chords in braces: {CTRL+A}12+5{TAB 3}.",
            ),
            params: Borrowed(&[
                required(
                    "keys",
                    ParamKind::Text,
                    "one chord such as Ctrl+S, or text with keys and chords in braces such as {CTRL+A}12+5{TAB 3}",
                ),
                optional(
                    "control_focus",
                    ParamKind::Flag,
                    "whether to focus the control first; default true",
                ),
            ]),
            side_effects: SideEffects::Unstated,
        },
        control: ControlNeed::Optional,
        interpret: |args, control, _| {
            let chords = parse_keys(args.text("keys").unwrap_or("")).map_err(complain)?;
            let control = control.filter(|_| args.flag("control_focus").unwrap_or(true));
            Ok((aim(control), Verb::Gesture(Gesture::Keys(chords))))
        },
    },
    UiCommand {
        spec: CommandSpec {
            name: Borrowed("wheel_mouse_input"),
            doc: Borrowed("Scrolls a control, or the window, by notches of the wheel; up is positive."),
            params: Borrowed(&[required(
                "wheel_dist",
                ParamKind::Number,
                "notches of the wheel; up is positive",
            )]),
            side_effects: SideEffects::Unstated,
        },
        control: ControlNeed::Optional,
        interpret: |args, control, _| {
            let up = args.number("wheel_dist").unwrap_or(0.0).clamp(-1000.0, 1000.0) as i32;
            if up == 0 {
                return Err(complain("wheel_dist is 0: that scrolls nothing"));
            }
            Ok((aim(control), Verb::Gesture(Gesture::Scroll(ScrollBy { up, right: 0 }))))
        },
    },
    UiCommand {
        spec: CommandSpec {
            name: Borrowed("texts"),
            doc: Borrowed("Reads the whole text or value of a control."),
            params: Borrowed(&[NOTE]),
            side_effects: SideEffects::Unstated,
        },
        control: ControlNeed::Required,
        interpret: |args, control, _| Ok((aim(control), Verb::Read { note: note(args) })),
    },
    UiCommand {
        spec: CommandSpec {
            name: Borrowed("summary"),
            doc: Borrowed("Keeps what you see in the picture, in words."),
            params: Borrowed(&[required("text", ParamKind::Text, "what you see"), NOTE]),
            side_effects: SideEffects::Unstated,
        },
        control: ControlNeed::Ignored,
        interpret: |args, _, _| {
            let text = args.text("text").unwrap_or("").to_owned();
            Ok((
                Aim::Window,
                match note(args) {
                    Some(name) => Verb::Note { name, text },
                    None => Verb::Summary(text),
                },
            ))
        },
    },
    EDIT_NOTE,
    UiCommand {
        spec: CommandSpec {
            name: Borrowed("annotation"),
            doc: Borrowed("Shows only the numbers of these controls in the next picture."),
            params: Borrowed(&[required("control_labels", ParamKind::Texts, "their labels")]),
            side_effects: SideEffects::Unstated,
        },
        control: ControlNeed::Ignored,
        interpret: |args, _, view| {
            Ok((Aim::Window, Verb::Annotate(labelled(&args.texts("control_labels"), view)?)))
        },
    },
    UiCommand {
        spec: CommandSpec {
            name: Borrowed("select_text"),
            doc: Borrowed(
                "Selects the first place of a text in a control, or in the window's whole document.",
            ),
            params: Borrowed(&[required("text", ParamKind::Text, "what to look for")]),
            side_effects: SideEffects::Unstated,
        },
        control: ControlNeed::Optional,
        interpret: |args, control, view| {
            let text = args.text("text").unwrap_or("").to_owned();
            let within = control.or_else(|| text_place(view, &text));
            let within =
                within.ok_or_else(|| complain("select_text needs a control: this window has no text"))?;
            Ok((aim(Some(within)), Verb::Gesture(Gesture::SelectText(text))))
        },
    },
    UiCommand {
        spec: CommandSpec {
            name: Borrowed("select_item"),
            doc: Borrowed(
                "Chooses an item of a list, a combo box or a set of tabs; another name lists them.",
            ),
            params: Borrowed(&[required("item", ParamKind::Text, "its name")]),
            side_effects: SideEffects::Unstated,
        },
        control: ControlNeed::Required,
        interpret: |args, control, _| {
            Ok((aim(control), Verb::Gesture(Gesture::Select(args.text("item").unwrap_or("").to_owned()))))
        },
    },
    UiCommand {
        spec: CommandSpec {
            name: Borrowed("check"),
            doc: Borrowed("Checks or unchecks a control."),
            params: Borrowed(&[optional("checked", ParamKind::Flag, "whether to check it; default true")]),
            side_effects: SideEffects::Unstated,
        },
        control: ControlNeed::Required,
        interpret: |args, control, _| {
            Ok((aim(control), Verb::Gesture(Gesture::Check(args.flag("checked").unwrap_or(true)))))
        },
    },
    UiCommand {
        spec: CommandSpec {
            name: Borrowed("expand_control"),
            doc: Borrowed("Opens or closes a tree item, a combo box or a section."),
            params: Borrowed(&[optional("expanded", ParamKind::Flag, "whether to open it; default true")]),
            side_effects: SideEffects::Unstated,
        },
        control: ControlNeed::Required,
        interpret: |args, control, _| {
            Ok((aim(control), Verb::Gesture(Gesture::Expand(args.flag("expanded").unwrap_or(true)))))
        },
    },
    UiCommand {
        spec: CommandSpec {
            name: Borrowed("set_value"),
            doc: Borrowed("Sets the number of a slider or a spinner."),
            params: Borrowed(&[required(
                "value",
                ParamKind::Number,
                "the number, in the control's own unit",
            )]),
            side_effects: SideEffects::Unstated,
        },
        control: ControlNeed::Required,
        interpret: |args, control, _| {
            Ok((aim(control), Verb::Gesture(Gesture::SetNumber(args.number("value").unwrap_or(0.0)))))
        },
    },
    UiCommand {
        spec: CommandSpec {
            name: Borrowed("read_clipboard"),
            doc: Borrowed("Reads the text on the clipboard."),
            params: Borrowed(&[NOTE]),
            side_effects: SideEffects::Unstated,
        },
        control: ControlNeed::Ignored,
        interpret: |args, _, _| Ok((Aim::Window, Verb::ReadClipboard { note: note(args) })),
    },
    UiCommand {
        spec: CommandSpec {
            name: Borrowed("write_clipboard"),
            doc: Borrowed("Puts a text on the clipboard; Ctrl+V pastes it."),
            params: Borrowed(&[required("text", ParamKind::Text, "the text")]),
            side_effects: SideEffects::Unstated,
        },
        control: ControlNeed::Ignored,
        interpret: |args, _, _| {
            let text = args.text("text").unwrap_or("").to_owned();
            Ok((Aim::Window, Verb::Gesture(Gesture::WriteClipboard(text))))
        },
    },
    UiCommand {
        spec: CommandSpec {
            name: Borrowed(SHOW_MORE),
            doc: Borrowed(
                "Shows in the next list what it now leaves out around the control with the label that it names.",
            ),
            params: Borrowed(&[]),
            side_effects: SideEffects::Unstated,
        },
        control: ControlNeed::Required,
        interpret: |_, control, _| match control {
            Some(control) => Ok((Aim::Window, Verb::ShowMore(Box::new(control.clone())))),
            None => Err(complain("show_more needs a control: write its label in ControlLabel")),
        },
    },
    UiCommand {
        spec: CommandSpec {
            name: Borrowed("find_control"),
            doc: Borrowed("Shows in the next list every control whose name or value has a text."),
            params: Borrowed(&[required("text", ParamKind::Text, "the text, or a part of it")]),
            side_effects: SideEffects::Unstated,
        },
        control: ControlNeed::Ignored,
        interpret: |args, _, _| match args.text("text").unwrap_or("").trim() {
            "" => Err(complain("find_control needs a text that is not empty")),
            text => Ok((Aim::Window, Verb::Find(text.to_owned()))),
        },
    },
    UiCommand {
        spec: CommandSpec {
            name: Borrowed(SWITCH_WINDOW),
            doc: Borrowed("Goes on in one of other_windows, or in one that the list opens."),
            params: Borrowed(&[required("title", ParamKind::Text, "its title, or a part that no other has")]),
            side_effects: SideEffects::Unstated,
        },
        control: ControlNeed::Ignored,
        interpret: |args, _, _| {
            Ok((Aim::Window, Verb::SwitchTo(args.text("title").unwrap_or("").trim().to_owned())))
        },
    },
    OPEN_DOCUMENT,
    UiCommand {
        spec: CommandSpec {
            name: Borrowed("close_window"),
            doc: Borrowed("Closes the window; a dialog may ask to save."),
            params: Borrowed(&[]),
            side_effects: SideEffects::Unstated,
        },
        control: ControlNeed::Ignored,
        interpret: |_, _, _| Ok((Aim::Window, Verb::Gesture(Gesture::Close))),
    },
    UiCommand {
        spec: CommandSpec {
            name: Borrowed("end_application"),
            doc: Borrowed(
                "Ends the program of the window, which does not answer any more; what it has not saved is lost.",
            ),
            params: Borrowed(&[]),
            side_effects: SideEffects::Unstated,
        },
        control: ControlNeed::Ignored,
        interpret: |_, _, _| Ok((Aim::Window, Verb::Gesture(Gesture::EndApplication))),
    },
    UiCommand {
        spec: CommandSpec {
            name: Borrowed("wait"),
            doc: Borrowed(
                "Waits until the window shows a text that is new there, or just so many seconds. In a terminal a \
                 command has ended when its prompt shows again.",
            ),
            params: Borrowed(&[
                required("seconds", ParamKind::Number, "how long at most, 0 to 300"),
                optional(
                    "text",
                    ParamKind::Text,
                    "the new text to wait for; addresses and titles do not count",
                ),
            ]),
            side_effects: SideEffects::Unstated,
        },
        control: ControlNeed::Ignored,
        interpret: |args, _, _| {
            let seconds = args.number("seconds").unwrap_or(0.0);
            if !(0.0..=LONGEST_WAIT).contains(&seconds) {
                return Err(complain(format!("wait takes 0 to {LONGEST_WAIT} seconds, and got {seconds}")));
            }
            let shows = args.text("text").filter(|text| !text.is_empty()).map(str::to_owned);
            let (known, millis) = (Vec::new(), (seconds * 1000.0) as u64);
            Ok((Aim::Window, Verb::Wait(WaitCondition { shows, known, millis })))
        },
    },
];

pub(super) fn no_window(title: &str, others: &[Window]) -> String {
    let titles: Vec<String> = others.iter().map(|it| format!("{:?}", it.title)).collect();
    match titles.as_slice() {
        [] => format!(
            "switch_window: this application has no other window, so none is called {title:?}: open_document opens a file, and \
             to work in another application, end the subtask"
        ),
        titles => {
            format!("switch_window: no one window is called {title:?}: the others are {}", titles.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::window;

    #[test]
    fn a_title_that_leads_nowhere_is_answered_with_the_windows_that_there_are() {
        for (others, expected) in [
            (&["Form"][..], "no one window is called \"Fonts\": the others are \"Form\""),
            (&[], "this application has no other window"),
        ] {
            let others: Vec<Window> = others.iter().map(|it| window(2, it, "form")).collect();
            let complaint = no_window("Fonts", &others);
            assert!(complaint.starts_with(&format!("switch_window: {expected}")), "{complaint}");
        }
    }

    #[test]
    fn every_command_has_its_own_name_and_sentences() {
        for (n, command) in UI_COMMANDS.iter().enumerate() {
            assert!(UI_COMMANDS[..n].iter().all(|other| other.spec.name != command.spec.name));
            assert!(command.spec.doc.ends_with('.'), "{}", command.spec.name);
            assert!(command.spec.params.iter().all(|param| !param.doc.is_empty()), "{}", command.spec.name);
        }
    }
}
