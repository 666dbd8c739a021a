//! Parses the words after a verb. Errors say what is missing, as a part of a sentence.

use super::{
    expression,
    names::{bare, folded_name, strip_word},
    phrases::{
        JOINTS, cut_all, cut_first, cut_last, is_address, is_cell, is_file_name, is_path, left_over, literal,
        name, non_empty, note_name, path, text_source, whole,
    },
    quote::{mask, unquote},
    repeats::repeated,
    step::{ClickKind, CloseTarget, RESULT, Step, TextSource},
};
use deskpilot_core::parse_keys;

/// The names of a display; text read from one is the result.
pub(super) const DISPLAY: &[&str] = &["result", "display", "value", "answer", "output", "screen"];

/// What shows the page of an address.
const BROWSER: &str = "browser";

pub(super) fn open(rest: &str) -> Result<Step, String> {
    if let Some(menu) = bare(rest).strip_suffix(" menu") {
        return Ok(Step::Choose(vec![name(menu)?]));
    }
    let named = |application: &str, file: Option<String>| {
        let application = literal(bare(application));
        match application.is_empty() || is_path(&application) {
            true => Err("say which application".to_owned()),
            false => Ok(Step::Open { application, file }),
        }
    };
    let is_document = |text: &str| is_path(text) || is_address(text) || is_file_name(bare(text));
    match (cut_last(rest, &[" with ", " and open "]), cut_last(rest, &[" in ", " with ", " using "])) {
        (_, Some((file, application))) if is_document(file) => named(application, Some(path(bare(file)))),
        (Some((application, file)), _) if is_document(file) || unquote(file).is_some() => {
            named(application, Some(path(bare(file))))
        }
        _ if is_address(rest) => Ok(Step::Open { application: BROWSER.into(), file: Some(literal(rest)) }),
        _ if is_document(bare(rest)) => {
            Ok(Step::Open { application: String::new(), file: Some(path(bare(rest))) })
        }
        _ => named(rest, None),
    }
}

pub(super) fn click(rest: &str) -> Result<Step, String> {
    if mask(rest).contains(" > ") {
        return choose(rest);
    }
    Ok(Step::Click(ClickKind::Click, name(rest)?))
}

pub(super) fn double_click(rest: &str) -> Result<Step, String> {
    Ok(Step::Click(ClickKind::Double, name(rest)?))
}

pub(super) fn right_click(rest: &str) -> Result<Step, String> {
    Ok(Step::Click(ClickKind::Right, name(rest)?))
}

pub(super) fn middle_click(rest: &str) -> Result<Step, String> {
    Ok(Step::Click(ClickKind::Middle, name(rest)?))
}

pub(super) fn type_text(rest: &str) -> Result<Step, String> {
    // At the last of them: the text itself may have such a word.
    let (text, into) = match cut_last(rest, &[" into ", " in ", " as the "]) {
        Some((text, into)) if says_where(rest, text, into) => (text, Some(name(into)?)),
        _ => (rest, None),
    };
    Ok(Step::Type(text_source(text, "say what to type")?, into))
}

/// `type I live in Graz` has no place; `type "x" in Address`, `type x in the address field` and `type x into y` have.
fn says_where(rest: &str, text: &str, into: &str) -> bool {
    let is_into = mask(rest)[text.len()..].starts_with(" into ");
    is_into || unquote(text).is_some() || strip_word(into, "the ").is_some() || is_cell(into)
}

pub(super) fn set(rest: &str) -> Result<Step, String> {
    // At the first: the text for the field may have a "to" of its own.
    let (what, to) = cut_first(rest, &[" to "]).ok_or("say to what")?;
    Ok(Step::Set(name(what)?, value(to, " to ", "say to what")?))
}

pub(super) fn fill(rest: &str) -> Result<Step, String> {
    let (what, with) = cut_first(rest, &[" with "]).ok_or("say with what")?;
    Ok(Step::Set(name(what)?, value(with, " with ", "say with what")?))
}

/// The text for a field, unless it goes on with another field: `Graz and Country to Austria`.
fn value(text: &str, between: &str, missing: &str) -> Result<TextSource, String> {
    let parts = cut_all(text, JOINTS);
    match parts.iter().skip(1).any(|part| mask(part).contains(between)) && unquote(text).is_none() {
        true => Err("set each in a step of its own, or quote the text".into()),
        false => text_source(text, missing),
    }
}

pub(super) fn run(rest: &str) -> Result<Step, String> {
    let command = match cut_last(rest, &[" in the terminal", " in a terminal"]) {
        Some((command, "")) => command,
        _ => rest,
    };
    let command = non_empty(whole(command)?, "say which command")?;
    Ok(Step::Type(TextSource::Literal(format!("{command}\n")), None))
}

pub(super) fn press(rest: &str) -> Result<Step, String> {
    if rest.is_empty() {
        return Err("say which keys".into());
    }
    // The notation with braces is read as a whole: " and " in it would be typed.
    if rest.contains('{') && unquote(rest).is_none() {
        return parse_keys(rest).map(|_| Step::Press(vec![rest.to_owned()]));
    }
    let parts = cut_all(rest, &[" then ", " and ", ", "]);
    match parts.into_iter().map(chords).collect::<Option<Vec<Vec<String>>>>() {
        Some(keys) => Ok(Step::Press(keys.concat())),
        // What names no keys is a button: `press OK`.
        None => match repeated(rest) {
            Some(repeat) => Err(left_over(repeat.words)),
            None => click(rest),
        },
    }
}

/// The chords that a part of `press` names: one, or one several times.
fn chords(part: &str) -> Option<Vec<String>> {
    match repeated(part) {
        Some(repeat) => Some(vec![chord(repeat.what)?; repeat.times]),
        None => Some(vec![chord(part)?]),
    }
}

pub(super) fn undo(rest: &str) -> Result<Step, String> {
    match bare(rest) {
        "" | "it" | "that" | "last change" | "last step" => Ok(Step::Press(vec!["Ctrl+Z".to_owned()])),
        other => Err(format!("I do not understand: {other}")),
    }
}

/// The chord that a part of `press` names, unless it names a button.
fn chord(part: &str) -> Option<String> {
    if unquote(part).is_some() {
        return None;
    }
    let part = bare(part);
    let part = part.strip_suffix(" keys").or_else(|| part.strip_suffix(" key")).unwrap_or(part);
    let joined: String = part.split('+').map(str::trim).collect::<Vec<_>>().join("+");
    let chords = parse_keys(&joined).ok()?;
    // A word that is no chord would be typed as text.
    (chords.len() == 1).then_some(joined)
}

pub(super) fn choose(rest: &str) -> Result<Step, String> {
    let masked = mask(rest);
    // `choose A from B` is an item of a list, `choose A > B` a path through menus.
    if masked.contains(" from ") && ![">", "→", "->"].iter().any(|it| masked.contains(it)) {
        return select(rest);
    }
    Ok(Step::Choose(cut_all(rest, &[">", "→", "->"]).into_iter().map(name).collect::<Result<_, _>>()?))
}

pub(super) fn select(rest: &str) -> Result<Step, String> {
    if mask(rest).contains('>') {
        return choose(rest);
    }
    if rest.eq_ignore_ascii_case("all") || rest.eq_ignore_ascii_case("everything") {
        return Ok(Step::Press(vec!["Ctrl+A".into()]));
    }
    match cut_last(rest, &[" from ", " in "]) {
        Some((item, list))
            // "in" may belong to the name of the item; "from" always divides.
            if mask(rest)[item.len()..].starts_with(" from ") || says_where(rest, item, list) =>
        {
            Ok(Step::Select(name(item)?, Some(name(list)?)))
        }
        _ => Ok(Step::Select(name(rest)?, None)),
    }
}

pub(super) fn select_text(rest: &str) -> Result<Step, String> {
    non_empty(whole(rest)?, "say which text").map(Step::SelectText)
}

pub(super) fn check(rest: &str) -> Result<Step, String> {
    if ["that ", "if ", "whether "].iter().any(|word| strip_word(rest, word).is_some()) {
        return Err("it ticks a box; to make sure that a text shows, wait for it".into());
    }
    Ok(Step::Check(name(rest)?, true))
}

pub(super) fn uncheck(rest: &str) -> Result<Step, String> {
    Ok(Step::Check(name(rest)?, false))
}

pub(super) fn expand(rest: &str) -> Result<Step, String> {
    Ok(Step::Expand(name(rest)?, true))
}

pub(super) fn collapse(rest: &str) -> Result<Step, String> {
    Ok(Step::Expand(name(rest)?, false))
}

/// What the wheel is turned by.
const NOTCHES: &[&str] = &["notch", "notches", "time", "times", "step", "steps", "click", "clicks"];

pub(super) fn scroll(rest: &str) -> Result<Step, String> {
    let (rest, within) = match cut_last(rest, &[" in ", " on "]) {
        Some((rest, within)) => (rest, Some(name(within)?)),
        None => (rest, None),
    };
    let mut parts = rest.split_whitespace();
    let up = match parts.next().map(str::to_lowercase).as_deref() {
        Some("up") => 1,
        Some("down") => -1,
        _ => return Err("say up or down".into()),
    };
    let count = parts.find(|part| !part.eq_ignore_ascii_case("by"));
    let left = parts.find(|part| !NOTCHES.contains(&part.to_lowercase().as_str()));
    if let Some(left) = left {
        return Err(left_over(left));
    }
    let notches = match count {
        Some(count) => count
            .parse::<i32>()
            .ok()
            .filter(|it| (1..=100).contains(it))
            .ok_or("say by how many notches, 1 to 100")?,
        None => 3,
    };
    Ok(Step::Scroll(up * notches, within))
}

pub(super) fn read(rest: &str) -> Result<Step, String> {
    let (what, note) = match cut_last(rest, &[" as "]) {
        Some((what, note)) => (name(what)?, note_name(note)?),
        None => {
            let what = name(rest)?;
            let called = folded_name(&what.text);
            let note = if DISPLAY.contains(&called.as_str()) { RESULT.to_owned() } else { called };
            (what, note)
        }
    };
    Ok(Step::Read(what, note))
}

pub(super) fn compute(rest: &str) -> Result<Step, String> {
    let (sum, note) = match cut_last(rest, &[" as "]) {
        Some((sum, note)) => (sum, note_name(note)?),
        None => (rest, RESULT.to_owned()),
    };
    Ok(Step::Compute(expression::parse(sum)?, note))
}

pub(super) fn focus(rest: &str) -> Result<Step, String> {
    match bare(rest).to_lowercase().as_str() {
        "" | "it" | "window" => Ok(Step::Focus(None)),
        _ => Ok(Step::Focus(Some(name(rest)?))),
    }
}

pub(super) fn close(rest: &str) -> Result<Step, String> {
    match bare(rest).to_lowercase().as_str() {
        "" | "it" | "window" | "application" | "app" | "program" => Ok(Step::Close(CloseTarget::Window)),
        "dialog" | "dialogue" | "dialog box" | "popup" => Ok(Step::Close(CloseTarget::Dialog)),
        "menu" => Ok(Step::Close(CloseTarget::Menu)),
        _ => Err("say whether the window, the dialog or the menu is to be closed".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::grammar::parse_step;

    /// The parsed step in the notation of plans, or the error.
    fn read(text: &str) -> String {
        parse_step(text).map_or_else(|error| error, |step| step.to_string())
    }

    #[test]
    fn steps_are_read_as_people_write_them() {
        for (text, expected) in [
            ("Open the text editor", "open \"text editor\""),
            ("open the file /tmp/a b.txt in the text editor", "open \"text editor\" with \"/tmp/a b.txt\""),
            ("open Mousepad with /tmp/a.txt", "open \"Mousepad\" with \"/tmp/a.txt\""),
            ("open notes.txt in the text editor", "open \"text editor\" with \"notes.txt\""),
            ("open the text editor with notes.txt", "open \"text editor\" with \"notes.txt\""),
            ("open my letter.odt", "open the file \"letter.odt\""),
            ("open org.gnome.gedit", "open \"org.gnome.gedit\""),
            ("put 5 in B2", "type 5 into \"B2\""),
            ("click cell C1", "click \"C1\" cell"),
            ("type \"My trip\" as the title", "type \"My trip\" into \"title\""),
            ("choose Green from the Colour list", "select \"Green\" from \"Colour\" list"),
            ("add 2 and 3", "compute 2+3"),
            ("add \"more\" at the end", "type \"more\""),
            ("divide 144 by 12", "compute 144/12"),
            ("subtract 3 from 10", "compute (10)-(3)"),
            ("delete it", "press Delete"),
            ("delete everything", "press Ctrl+A then Delete"),
            ("delete junk.txt", "delete \"junk.txt\""),
            ("copy all of the text", "press Ctrl+A then Ctrl+C"),
            ("paste it", "press Ctrl+V"),
            ("create a new folder named My Photos", "make a folder called \"My Photos\""),
            ("rename old.txt to new.txt", "rename \"old.txt\" to \"new.txt\""),
            ("go into the folder Documents", "double-click \"Documents\""),
            ("go to the end of the document", "press Ctrl+End"),
            ("open the File menu", "choose \"File\""),
            ("Click the Save button", "click \"Save\" button"),
            ("click button \"7\"", "click \"7\" button"),
            ("click on \"the end\"", "click \"the end\""),
            ("type the result", "type the result"),
            ("type I live in Graz", "type \"I live in Graz\""),
            ("type \"I, x\" in Address", "type \"I, x\" into \"Address\""),
            ("type Graz in the city field", "type Graz into \"city\" field"),
            ("enter 'it's' into Name", "type \"it's\" into \"Name\""),
            ("press ctrl + shift + s", "press ctrl+shift+s"),
            ("press the Enter key", "press Enter"),
            ("press {ENTER}x", "press {ENTER}x"),
            ("press Ctrl+A, Delete and F5", "press Ctrl+A then Delete then F5"),
            ("press Save", "click \"Save\""),
            ("press \"7\"", "click \"7\""),
            ("press 7", "press 7"),
            ("choose \"File\">Save As...", "choose \"File\" > \"Save As...\""),
            ("select Edit > Copy", "choose \"Edit\" > \"Copy\""),
            ("select all", "press Ctrl+A"),
            ("undo", "press Ctrl+Z"),
            ("Undo the last change", "press Ctrl+Z"),
            ("select German from the Language list", "select \"German\" from \"Language\" list"),
            ("select Made in China", "select \"Made in China\""),
            ("scroll up", "scroll up 3"),
            ("scroll down by 5 in the list", "scroll down 5 in \"list\""),
            ("wait 5 seconds", "wait 5 seconds"),
            ("wait for 2 minutes", "wait 120 seconds"),
            ("wait until the Done shows", "wait for \"Done\" at most 30 seconds"),
            ("read the result", "read \"result\" as \"result\""),
            ("read the display as total", "read \"display\" as \"total\""),
            ("read the Status field", "read \"Status\" field as \"status\""),
            ("calculate 12.5 × (3 − 4) as the Sum", "compute 12.5*(3-4) as \"sum\""),
            ("save", "save"),
            ("save the document", "save"),
            ("save it as answer.txt in /tmp/x", "save it as \"/tmp/x/answer.txt\""),
            ("save to /tmp/x/a.txt", "save it as \"/tmp/x/a.txt\""),
            (r"save it as answer.txt in C:\Users\a b", r#"save it as "C:\Users\a b\answer.txt""#),
            ("save it as a.txt in c:/x/", "save it as \"c:/x/a.txt\""),
            (r"save to \\server\share\a.txt", r#"save it as "\\server\share\a.txt""#),
            ("save as \"my file.txt\" in the folder /tmp/", "save it as \"/tmp/my file.txt\""),
            ("save the result as answer.txt, overwriting the old one", "save the result as \"answer.txt\""),
            ("save \"hello\" as notes in may.txt", "save \"hello\" as \"notes in may.txt\""),
            ("overwrite the file if it exists", "overwrite it"),
            ("close it", "close the window"),
            ("open https://a.example/x", "open \"browser\" with \"https://a.example/x\""),
            ("go to www.example.org", "open \"browser\" with \"www.example.org\""),
            ("open file:///tmp/a.html in Firefox", "open \"Firefox\" with \"file:///tmp/a.html\""),
            ("click Tools > Options", "choose \"Tools\" > \"Options\""),
        ] {
            assert_eq!(read(text), expected, "{text}");
            assert_eq!(read(&read(text)), read(text), "{text}");
        }
    }

    #[test]
    fn what_is_missing_is_reported() {
        for (text, expected) in [
            ("open", "say which application"),
            ("click the", "say which"),
            ("type", "say what to type"),
            ("set Volume", "say to what"),
            ("press", "say which keys"),
            ("undo my life", "I do not understand: life"),
            ("type \"x\" very often", "I do not understand: very often"),
            ("paste the cake", "I do not understand: cake"),
            ("copy the house", "select it first"),
            ("rename a.txt", "say to what"),
            ("delete /etc/passwd", "name a file or a folder of the folder that is shown, without a path"),
            ("scroll sideways", "say up or down"),
            ("scroll down 1000", "say by how many notches, 1 to 100"),
            ("wait for \"x\" at most an hour", "say at most how many seconds, 0 to 300"),
            ("save it in /tmp", "say under which name, such as save it as notes.txt in /tmp"),
            ("save it to my desktop", "I do not understand: to my desktop"),
            (
                "save what I have written so far",
                "quote \"what I have written so far\" if it is the text to save",
            ),
            ("replace foo with bar", "set the control's text"),
            ("close the gap", "say whether the window"),
            ("compute", "there is nothing to compute"),
        ] {
            assert!(read(text).contains(expected), "{text}: {}", read(text));
        }
    }
}
