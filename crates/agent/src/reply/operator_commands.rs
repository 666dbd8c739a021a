//! The commands of operators: models that work on screenshots by coordinates instead of controls. No prompt offers them; the
//! actions of each operator's own dialect are translated into them.

use super::{
    args::Args,
    commands::BUTTONS,
    ui_arguments::{button, modifier, place},
    ui_command::{ControlNeed, UiCommand},
    wire::complain,
};
use deskpilot_core::{
    Aim, CommandSpec, Complaint, Gesture, Modifier, Param, ParamKind, ScrollBy, SideEffects, TextMode, Verb,
    command_table::{optional, required},
};
use std::borrow::Cow::Borrowed;

const X: Param = required("x", ParamKind::Number, "fraction of the picture's width, 0 to 1");
const Y: Param = required("y", ParamKind::Number, "fraction of the picture's height, 0 to 1");
const HELD_KEYS: &str = "keys held meanwhile: CONTROL, SHIFT, ALT, SUPER";
const HELD: Param = optional("held", ParamKind::Texts, HELD_KEYS);

/// The most notches that one command turns the wheel.
const MOST_NOTCHES: f64 = 100.0;
/// How long a drag takes, in milliseconds.
const DRAG: u32 = 1000;

/// The commands of operators, in addition to those of every application.
pub const OPERATOR_COMMANDS: &[UiCommand] = &[
    UiCommand {
        spec: CommandSpec {
            name: Borrowed("click_at"),
            doc: Borrowed("Clicks a place in the picture."),
            params: Borrowed(&[
                X,
                Y,
                required("button", BUTTONS, "which button of the pointer"),
                required("count", ParamKind::Number, "how often in quick succession, 1 to 3"),
                HELD,
            ]),
            side_effects: SideEffects::Unstated,
        },
        control: ControlNeed::Ignored,
        interpret: |args, _, view| {
            let count = whole(args, "count", 1.0, 3.0)? as u8;
            let gesture = Gesture::Click { button: button(args), count, held: held(args)? };
            Ok((Aim::Point(place(args, "x", "y", view)?), Verb::Gesture(gesture)))
        },
    },
    UiCommand {
        spec: CommandSpec {
            name: Borrowed("move_pointer"),
            doc: Borrowed("Moves the pointer to a place in the picture and presses nothing."),
            params: Borrowed(&[X, Y]),
            side_effects: SideEffects::Unstated,
        },
        control: ControlNeed::Ignored,
        interpret: |args, _, view| {
            Ok((Aim::Point(place(args, "x", "y", view)?), Verb::Gesture(Gesture::Hover)))
        },
    },
    UiCommand {
        spec: CommandSpec {
            name: Borrowed("drag_at"),
            doc: Borrowed("Drags from one place in the picture to another with the left button."),
            params: Borrowed(&[
                required("start_x", ParamKind::Number, "fraction of the picture's width, 0 to 1"),
                required("start_y", ParamKind::Number, "fraction of the picture's height, 0 to 1"),
                required("end_x", ParamKind::Number, "fraction of the picture's width, 0 to 1"),
                required("end_y", ParamKind::Number, "fraction of the picture's height, 0 to 1"),
                HELD,
            ]),
            side_effects: SideEffects::Unstated,
        },
        control: ControlNeed::Ignored,
        interpret: |args, _, view| {
            let from = place(args, "start_x", "start_y", view)?;
            let to = place(args, "end_x", "end_y", view)?;
            let gesture = Gesture::Drag { to, button: button(args), held: held(args)?, millis: DRAG };
            Ok((Aim::Point(from), Verb::Gesture(gesture)))
        },
    },
    UiCommand {
        spec: CommandSpec {
            name: Borrowed("scroll_at"),
            doc: Borrowed("Turns the wheel over a place in the picture."),
            params: Borrowed(&[
                X,
                Y,
                required("up", ParamKind::Number, "notches of the wheel; up is positive"),
                required("right", ParamKind::Number, "notches of the wheel; right is positive"),
            ]),
            side_effects: SideEffects::Unstated,
        },
        control: ControlNeed::Ignored,
        interpret: |args, _, view| {
            let notches = |name| whole(args, name, -MOST_NOTCHES, MOST_NOTCHES);
            let by = ScrollBy { up: notches("up")?, right: notches("right")? };
            if by == ScrollBy::default() {
                return Err(complain("up and right are 0: that scrolls nothing"));
            }
            Ok((Aim::Point(place(args, "x", "y", view)?), Verb::Gesture(Gesture::Scroll(by))))
        },
    },
    UiCommand {
        spec: CommandSpec {
            name: Borrowed("type_text"),
            doc: Borrowed("Types a text into the focused control."),
            params: Borrowed(&[required("text", ParamKind::Text, "the text; a line break is the Enter key")]),
            side_effects: SideEffects::Unstated,
        },
        control: ControlNeed::Ignored,
        interpret: |args, _, _| {
            let text = args.text("text").unwrap_or("").to_owned();
            Ok((Aim::Window, Verb::Gesture(Gesture::Text { text, mode: TextMode::Append })))
        },
    },
];

/// A whole number within these bounds.
fn whole(args: &Args, name: &str, least: f64, most: f64) -> Result<i32, Complaint> {
    match args.number(name) {
        Some(number) if (least..=most).contains(&number) && number.fract() == 0.0 => Ok(number as i32),
        other => Err(complain(format!(
            "{name} is a whole number from {least} to {most}, and is {}",
            other.map_or("nothing".into(), |it| it.to_string())
        ))),
    }
}

fn held(args: &Args) -> Result<Vec<Modifier>, Complaint> {
    let read = |word: &str| {
        modifier(word).ok_or_else(|| complain(format!("there is no key {word:?} to hold: {HELD_KEYS}")))
    };
    args.texts("held").into_iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::act_of_operator;
    use super::*;

    #[test]
    fn every_command_is_done_as_it_is_written() {
        for (function, args, expected) in [
            (
                "click_at",
                r#"{"x": 0.5, "y": 0.25, "button": "left", "count": 3, "held": ["SHIFT"]}"#,
                r#"click_at(x=0.5, y=0.25, button="left", count=3, held=["SHIFT"]) (Usual, Continue)"#,
            ),
            ("move_pointer", r#"{"x": 0.5, "y": 1}"#, "move_pointer(x=0.5, y=1) (Usual, Continue)"),
            (
                "drag_at",
                r#"{"start_x": 0, "start_y": 0, "end_x": 1, "end_y": 1}"#,
                "drag_at(start_x=0, start_y=0, end_x=1, end_y=1) (Usual, Continue)",
            ),
            (
                "scroll_at",
                r#"{"x": 0.5, "y": 0.5, "up": -3, "right": 0}"#,
                "scroll_at(x=0.5, y=0.5, up=-3, right=0) (Usual, Continue)",
            ),
            ("type_text", r#"{"text": "a\nb"}"#, "type_text(text=\"a\\nb\") (Usual, Continue)"),
            (
                "click_at",
                r#"{"x": 0.5, "y": 0.5, "button": "left", "count": 9}"#,
                "complaint: count is a whole number from 1 to 3, and is 9",
            ),
            (
                "click_at",
                r#"{"x": 0.5, "y": 0.5, "button": "left", "count": 1, "held": ["CAPS"]}"#,
                "complaint: there is no key \"CAPS\" to hold: keys held meanwhile: CONTROL, SHIFT, ALT, SUPER",
            ),
            (
                "click_at",
                r#"{"x": 1.5, "y": 0.5, "button": "left", "count": 1}"#,
                "complaint: click_at wants x as a fraction of the window from 0 to 1, and got 1.5",
            ),
            (
                "scroll_at",
                r#"{"x": 0.5, "y": 0.5, "up": 0, "right": 0}"#,
                "complaint: up and right are 0: that scrolls nothing",
            ),
            ("type_text", "{}", "complaint: type_text needs text: the text; a line break is the Enter key"),
        ] {
            let reply = format!(r#"{{"Function": "{function}", "Args": {args}, "Status": "CONTINUE"}}"#);
            assert_eq!(act_of_operator(&reply), expected, "{reply}");
        }
    }

    #[test]
    fn no_other_agent_is_told_of_them() {
        for command in OPERATOR_COMMANDS {
            assert!(command.spec.doc.ends_with('.'), "{}", command.spec.name);
            for speculation in [crate::Speculation::On, crate::Speculation::Off] {
                let scene = crate::PromptScene::default();
                let prompt = crate::FixedPrompt::of(deskpilot_core::AgentKind::AppAgent, scene, speculation);
                let text = format!("{}{}", prompt.system, prompt.contract.schema);
                assert!(!text.contains(command.spec.name.as_ref()), "{}", command.spec.name);
            }
        }
    }
}
