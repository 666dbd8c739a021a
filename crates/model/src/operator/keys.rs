//! Translates the providers' key names to Deskpilot's spelling.

use deskpilot_core::{Modifier, parse_keys};

/// Names of modifiers, in lower case.
const MODIFIERS: &[(&str, Modifier)] = &[
    ("ctrl", Modifier::Control),
    ("control", Modifier::Control),
    ("control_l", Modifier::Control),
    ("control_r", Modifier::Control),
    ("alt", Modifier::Alt),
    ("alt_l", Modifier::Alt),
    ("alt_r", Modifier::Alt),
    ("option", Modifier::Alt),
    ("shift", Modifier::Shift),
    ("shift_l", Modifier::Shift),
    ("shift_r", Modifier::Shift),
    ("super", Modifier::Super),
    ("super_l", Modifier::Super),
    ("super_r", Modifier::Super),
    ("meta", Modifier::Super),
    ("meta_l", Modifier::Super),
    ("cmd", Modifier::Super),
    ("command", Modifier::Super),
    ("win", Modifier::Super),
    ("windows", Modifier::Super),
];

/// Other key names in lower case: X11 keysyms first, then web key names.
const NAMES: &[(&str, &str)] = &[
    ("return", "Enter"),
    ("kp_enter", "Enter"),
    ("linefeed", "Enter"),
    ("page_up", "PageUp"),
    ("prior", "PageUp"),
    ("page_down", "PageDown"),
    ("next", "PageDown"),
    ("kp_page_up", "PageUp"),
    ("kp_page_down", "PageDown"),
    ("kp_home", "Home"),
    ("kp_end", "End"),
    ("kp_delete", "Delete"),
    ("kp_insert", "Insert"),
    ("kp_up", "Up"),
    ("kp_down", "Down"),
    ("kp_left", "Left"),
    ("kp_right", "Right"),
    ("iso_left_tab", "Tab"),
    ("print", "Print"),
    ("arrowup", "Up"),
    ("arrowdown", "Down"),
    ("arrowleft", "Left"),
    ("arrowright", "Right"),
    ("uparrow", "Up"),
    ("downarrow", "Down"),
    ("leftarrow", "Left"),
    ("rightarrow", "Right"),
    ("printscreen", "Print"),
    ("contextmenu", "Menu"),
    ("spacebar", "Space"),
    (" ", "Space"),
    ("\n", "Enter"),
    ("\t", "Tab"),
    ("+", "plus"),
    ("kp_add", "plus"),
    ("minus", "-"),
    ("kp_subtract", "-"),
    ("kp_multiply", "*"),
    ("kp_divide", "/"),
    ("kp_decimal", "."),
    ("equal", "="),
    ("comma", ","),
    ("period", "."),
    ("slash", "/"),
    ("backslash", "\\"),
    ("semicolon", ";"),
    ("colon", ":"),
    ("apostrophe", "'"),
    ("quotedbl", "\""),
    ("grave", "`"),
    ("bracketleft", "["),
    ("bracketright", "]"),
    ("braceleft", "{"),
    ("braceright", "}"),
    ("parenleft", "("),
    ("parenright", ")"),
    ("underscore", "_"),
    ("asterisk", "*"),
    ("exclam", "!"),
    ("question", "?"),
    ("at", "@"),
    ("numbersign", "#"),
    ("dollar", "$"),
    ("percent", "%"),
    ("asciicircum", "^"),
    ("ampersand", "&"),
    ("asciitilde", "~"),
    ("less", "<"),
    ("greater", ">"),
    ("bar", "|"),
];

/// The modifier with this name.
pub(super) fn modifier(name: &str) -> Option<Modifier> {
    let name = name.trim().to_lowercase();
    MODIFIERS.iter().find(|(known, _)| *known == name).map(|(_, modifier)| *modifier)
}

/// The keys with these names in Deskpilot's spelling, a chord for `parse_keys`. The error is the unknown name.
pub(super) fn chord<'n>(names: impl IntoIterator<Item = &'n str>) -> Result<Vec<String>, String> {
    names.into_iter().map(|name| key(name).ok_or_else(|| name.to_owned())).collect()
}

/// The chord as text for `parse_keys`.
pub(super) fn spelled(chord: &[String]) -> String {
    match chord {
        // A lone brace would start a key name.
        [only] if only == "{" || only == "}" => format!("{{{only}}}"),
        keys => keys.join("+"),
    }
}

fn key(name: &str) -> Option<String> {
    if let Some(modifier) = modifier(name) {
        return Some(format!("{modifier:?}"));
    }
    let lower = name.to_lowercase();
    if let Some((_, ours)) = NAMES.iter().find(|(known, _)| *known == lower) {
        return Some((*ours).to_owned());
    }
    if let Some(digit) =
        lower.strip_prefix("kp_").filter(|it| it.len() == 1 && it.as_bytes()[0].is_ascii_digit())
    {
        return Some(digit.to_owned());
    }
    let is_one_key = parse_keys(name).is_ok_and(|chords| chords.len() == 1 && chords[0].held.is_empty());
    (name.chars().count() == 1 || is_one_key).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(names: &[&str]) -> String {
        let Ok(keys) = chord(names.iter().copied()) else { return "unknown".into() };
        let chords = parse_keys(&spelled(&keys)).unwrap();
        chords.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_providers_names_are_keys_of_ours() {
        for (names, expected) in [
            (&["ctrl", "s"][..], "Control+s"),
            (&["CTRL", "SHIFT", "T"], "Control+Shift+t"),
            (&["Return"], "Enter"),
            (&["ENTER"], "Enter"),
            (&["Page_Down"], "PageDown"),
            (&["Next"], "PageDown"),
            (&["ESC"], "Escape"),
            (&["ARROWLEFT"], "Left"),
            (&["super"], "Super"),
            (&["alt", "F4"], "Alt+F4"),
            (&["ctrl", "plus"], "Control++"),
            (&["ctrl", "+"], "Control++"),
            (&["ctrl", "minus"], "Control+-"),
            (&["SPACE"], " "),
            (&[" "], " "),
            (&["KP_7"], "7"),
            (&["braceleft"], "{"),
            (&["}"], "}"),
            (&["^"], "^"),
            (&["percent"], "%"),
            (&["é"], "é"),
            (&["BrightnessUp"], "unknown"),
            (&["hello"], "unknown"),
            (&[""], "unknown"),
        ] {
            assert_eq!(shown(names), expected, "{names:?}");
        }
    }

    #[test]
    fn every_name_of_the_table_is_one_key() {
        for (name, _) in NAMES {
            let keys = chord([*name]).unwrap();
            assert_eq!(parse_keys(&spelled(&keys)).unwrap().len(), 1, "{name}");
        }
        for (name, modifier) in MODIFIERS {
            assert_eq!(shown(&[name, "a"]), format!("{modifier:?}+a"));
        }
    }
}
