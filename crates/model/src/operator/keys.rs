//! Translates the providers' key names to Deskpilot's spelling.

use deskpilot_core::{Key, named_key, named_modifier};

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
    if let Some(modifier) = named_modifier(name.trim()) {
        return Some(format!("{modifier:?}"));
    }
    let chord = named_key(name)?;
    Some(match chord.key {
        Key::Char(' ') => "Space".to_owned(),
        Key::Char('+') => "plus".to_owned(),
        _ => chord.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::parse_keys;

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
            (&["\n"], "Enter"),
            (&["ISO_Left_Tab"], "Shift+Tab"),
            (&["cmd", "KP_Add"], "Super++"),
            (&["Option", "kp_page_up"], "Alt+PageUp"),
            (&["Alt_R"], "Alt"),
            (&["BrightnessUp"], "unknown"),
            (&["hello"], "unknown"),
            (&[""], "unknown"),
        ] {
            assert_eq!(shown(names), expected, "{names:?}");
        }
    }
}
