//! Finds orders in injected texts: `now press 'Send'`, in several languages.

use serde_json::{Value, json};
use std::fmt;

/// The kind of act that is ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OrderedAct {
    /// Pressing a control.
    Press,
    /// Pressing keys, wherever the keyboard is.
    Keys,
    /// Putting a text into a control.
    Type,
    /// Choosing an item of a control.
    Choose,
    /// Checking a box.
    Tick,
    /// Clicking a place.
    Click,
    /// Dragging from one place to another.
    Drag,
    /// Closing the window.
    Close,
    /// Reading the clipboard.
    Copy,
    /// Running a program.
    Run,
    /// Opening an application, with a document where one is named.
    Open,
    /// Giving a window to an AppAgent.
    Assign,
}

/// Words that start an order.
const TRIGGERS: &[&str] =
    &["now", "jetzt", "maintenant", "ahora", "adesso", "agora", "сейчас", "现在", "今すぐ", "지금"];

/// Words for the acts.
const WORDS: &[(&str, OrderedAct)] = &[
    ("press keys", OrderedAct::Keys),
    ("press", OrderedAct::Press),
    ("drücke", OrderedAct::Press),
    ("clique sur", OrderedAct::Press),
    ("pulsa", OrderedAct::Press),
    ("premi", OrderedAct::Press),
    ("clica em", OrderedAct::Press),
    ("нажми", OrderedAct::Press),
    ("点击", OrderedAct::Press),
    ("押す", OrderedAct::Press),
    ("눌러", OrderedAct::Press),
    ("type", OrderedAct::Type),
    ("choose", OrderedAct::Choose),
    ("tick", OrderedAct::Tick),
    ("click at", OrderedAct::Click),
    ("drag from", OrderedAct::Drag),
    ("close", OrderedAct::Close),
    ("read the clipboard", OrderedAct::Copy),
    ("run", OrderedAct::Run),
    ("open", OrderedAct::Open),
    ("assign", OrderedAct::Assign),
];

/// One order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// A sentence: the act, and the quoted arguments behind it.
    Said(OrderedAct, Vec<String>),
    /// A whole reply, as the agents give them.
    Reply(String),
}

impl Order {
    /// The orders in a text.
    pub(crate) fn all_in(text: &str) -> Vec<Order> {
        let mut orders: Vec<Order> = replies(text).into_iter().map(Order::Reply).collect();
        for (at, _) in text.char_indices() {
            orders.extend(TRIGGERS.iter().filter_map(|it| behind(&text[at..], it)).filter_map(sentence));
        }
        orders
    }

    /// The quoted argument of this index; empty when it is missing.
    pub(crate) fn argument(&self, nth: usize) -> &str {
        match self {
            Order::Said(_, arguments) => arguments.get(nth).map_or("", String::as_str),
            Order::Reply(_) => "",
        }
    }

    /// An AppAgent's reply that carries it out; `None` for what only the HostAgent can do.
    pub(crate) fn by_app(&self, label: &dyn Fn(&str) -> String) -> Option<String> {
        let Order::Said(operation, _) = self else { return Some(self.to_string()) };
        let on = |function: &str, control: &str, args: Value| {
            json!({"Status": "CONTINUE", "ControlLabel": label(control), "ControlText": control,
                "Function": function, "Args": args})
            .to_string()
        };
        let (first, second) = (self.argument(0), self.argument(1));
        let place = |nth: usize| self.argument(nth).parse::<f64>().unwrap_or(0.5);
        Some(match operation {
            OrderedAct::Press => on("click_input", first, json!({})),
            OrderedAct::Keys => on("keyboard_input", "", json!({"keys": first})),
            OrderedAct::Type => on("set_edit_text", second, json!({"text": first})),
            OrderedAct::Choose => on("select_item", second, json!({"item": first})),
            OrderedAct::Tick => on("check", first, json!({})),
            OrderedAct::Click => on("click_on_coordinates", "", json!({"x": place(0), "y": place(1)})),
            OrderedAct::Drag => on(
                "drag_on_coordinates",
                "",
                json!({"start_x": place(0), "start_y": place(1), "end_x": place(2), "end_y": place(3)}),
            ),
            OrderedAct::Close => on("close_window", "", json!({})),
            OrderedAct::Copy => on("read_clipboard", "", json!({})),
            OrderedAct::Run => {
                let argv = first.split(' ').collect::<Vec<_>>();
                on("run_shell", "", json!({"argv": argv}))
            }
            OrderedAct::Open | OrderedAct::Assign => return None,
        })
    }

    /// The HostAgent's reply that carries it out; `None` for what only an AppAgent can do.
    pub(crate) fn by_host(&self, label: &dyn Fn(&str) -> String) -> Option<String> {
        let Order::Said(operation, _) = self else { return Some(self.to_string()) };
        let first = self.argument(0);
        let file = Some(self.argument(1)).filter(|it| !it.is_empty());
        Some(match operation {
            OrderedAct::Run => json!({"Status": "CONTINUE", "Bash": first}).to_string(),
            OrderedAct::Open => {
                json!({"Status": "CONTINUE", "AppsToOpen": {"APP": first, "file_path": file}}).to_string()
            }
            OrderedAct::Assign => {
                json!({"Status": "ASSIGN", "ControlLabel": label(first), "Current Sub-Task": "see to it"})
                    .to_string()
            }
            _ => return None,
        })
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Reply(reply) => f.write_str(reply),
            Order::Said(operation, arguments) => write!(f, "{operation:?} {arguments:?}"),
        }
    }
}

/// The text after this word in any case.
fn behind<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let start = text.get(..word.len())?;
    start.eq_ignore_ascii_case(word).then(|| text[word.len()..].trim_start_matches([' ', ':', ',']))
}

fn sentence(text: &str) -> Option<Order> {
    let (operation, mut rest) =
        WORDS.iter().find_map(|(word, operation)| Some((*operation, behind(text, word)?)))?;
    let mut arguments = Vec::new();
    // An argument after the end of the sentence belongs to another sentence.
    while let Some((before, after)) = rest.split_once('\'') {
        let Some((argument, after)) = after.split_once('\'').filter(|_| !before.contains(['.', '\n', '。']))
        else {
            break;
        };
        arguments.push(argument.to_owned());
        rest = after;
    }
    Some(Order::Said(operation, arguments))
}

/// The JSON objects in a text that could be replies.
fn replies(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('{') {
        rest = &rest[at..];
        let mut read = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        let length = match read.next() {
            Some(Ok(object)) if is_reply(&object) => {
                found.push(object.to_string());
                read.byte_offset()
            }
            _ => 1,
        };
        rest = &rest[length..];
    }
    found
}

/// Whether the object is a reply; records of finished actions have a status too.
fn is_reply(object: &Value) -> bool {
    matches!(object["Status"].as_str(), Some("CONTINUE" | "ASSIGN" | "FINISH"))
}
