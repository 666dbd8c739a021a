//! Keys on the left, the chords or the error they are on the right.

use super::*;

fn shown(text: &str) -> String {
    match parse_keys(text) {
        Ok(chords) => chords.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        Err(sentence) => format!("error: {sentence}"),
    }
}

#[test]
fn both_notations_are_parsed() {
    for (text, expected) in [
        ("Ctrl+S", "Control+s"),
        ("ctrl+shift+Tab", "Control+Shift+Tab"),
        ("Enter", "Enter"),
        ("F5", "F5"),
        ("Ctrl++", "Control++"),
        ("^s", "Control+s"),
        ("^(ac)", "Control+a Control+c"),
        ("^a{DELETE}+{TAB}", "Control+a Delete Shift+Tab"),
        ("^a{DELETE}new", "Control+a Delete n e w"),
        ("^a^c", "Control+a Control+c"),
        ("x^a{ENTER}", "x ^ a Enter"),
        ("1234+5678{ENTER}", "1 2 3 4 + 5 6 7 8 Enter"),
        ("+5", "+ 5"),
        ("5^2%", "5 ^ 2 %"),
        ("^2", "^ 2"),
        ("1=2 (4%^~) a+B", "1 = 2   ( 4 % ^ ~ )   a + B"),
        ("%{F4}", "Alt+F4"),
        ("{TAB 3}", "Tab Tab Tab"),
        ("{VK_CONTROL}c", "Control+c"),
        ("a{ENTER}", "a Enter"),
        ("{{}{}}{+}", "{ } +"),
        ("6*7=", "6 * 7 ="),
        ("a{{secret:x}}{TAB}", "a { { s e c r e t : x } } Tab"),
        (
            "^{{secret:x}}",
            "error: there is no key {{secret:x}: write names like {ENTER}, {TAB 3} or {CTRL+S}",
        ),
        ("Alt", "Alt"),
        ("{F13", "error: the keys end inside braces: {F13"),
        ("{NOPE}", "error: there is no key {NOPE}: write names like {ENTER}, {TAB 3} or {CTRL+S}"),
        ("a^", "a ^"),
        ("^^+(ab)", "Control+Shift+a Control+Shift+b"),
        ("{VK_CONTROL}", "error: Control is held at the end of the keys with no key after it"),
        ("", "error: there are no keys to press: write something like Ctrl+S or {ENTER}"),
    ] {
        assert_eq!(shown(text), expected, "{text:?}");
    }
}

#[test]
fn there_is_an_end_to_the_keys_of_one_action() {
    assert_eq!(parse_keys(&"a".repeat(MAX_KEYS)).unwrap().len(), MAX_KEYS);
    for text in
        ["a".repeat(MAX_KEYS + 1), "{a 100}".repeat(200), "^^^%%%(a".to_owned() + &"b".repeat(1 << 18)]
    {
        assert_eq!(parse_keys(&text).unwrap_err(), "these are more than 10000 keys: press fewer at once");
    }
    assert!(parse_keys(&format!("{{{}", "x".repeat(1 << 18))).unwrap_err().len() < 100);
}

#[test]
fn names_of_keys_of_x11_gtk_and_browsers_are_known() {
    for (text, expected) in [
        ("Ctrl+Page_Up", "Control+PageUp"),
        ("ctrl+prior", "Control+PageUp"),
        ("Ctrl+Next", "Control+PageDown"),
        ("{NEXT}", "PageDown"),
        ("KP_Next", "PageDown"),
        ("Next", "N e x t"),
        ("Prior", "PageUp"),
        ("Ctrl+KP_Enter", "Control+Enter"),
        ("Control_L+Shift_R+Return", "Control+Shift+Enter"),
        ("Alt+ISO_Left_Tab", "Alt+Shift+Tab"),
        ("ISO_Left_Tab", "Shift+Tab"),
        ("Shift+ISO_Left_Tab", "Shift+Tab"),
        ("Ctrl+minus", "Control+-"),
        ("Ctrl+KP_Add", "Control++"),
        ("Ctrl+KP_7", "Control+7"),
        ("Super_L", "Super"),
        ("<Control><Shift>s", "Control+Shift+s"),
        ("<Primary>Page_Down", "Control+PageDown"),
        ("<Alt>Left", "Alt+Left"),
        ("PageUp", "PageUp"),
        ("Page_Up", "PageUp"),
        ("Page Down", "PageDown"),
        ("BackSpace", "Backspace"),
        ("ArrowDown", "Down"),
        ("Shift+ArrowRight", "Shift+Right"),
        ("ControlLeft+KeyA", "Control+a"),
        ("Ctrl+Digit2", "Control+2"),
        ("Ctrl+Numpad0", "Control+0"),
        ("ContextMenu", "Menu"),
        ("VK_PRIOR", "PageUp"),
        ("{Page_Up 2}{Prior}{KP_Enter}{ArrowDown}", "PageUp PageUp PageUp Enter Down"),
        ("{comma}{VK_A}{F12}{ISO_Left_Tab}", ", a F12 Shift+Tab"),
        ("comma", "c o m m a"),
        ("option", "o p t i o n"),
        ("C++", "C + +"),
        ("++", "+ +"),
    ] {
        assert_eq!(shown(text), expected, "{text:?}");
    }
}

#[test]
fn keys_arrive_as_often_as_they_are_written() {
    for (text, expected) in [
        ("a{TAB 3}=1", "a Tab Tab Tab = 1"),
        ("a\t\t\t=1", "a Tab Tab Tab = 1"),
        ("a{TAB}{TAB}{TAB}", "a Tab Tab Tab"),
        ("a\r\nb\rc\n", "a Enter b Enter c Enter"),
        ("{DOWN 0}", "error: {DOWN 0} presses nothing: write how often, at least once"),
    ] {
        assert_eq!(shown(text), expected, "{text:?}");
    }
    assert_eq!(parse_keys("{DOWN 250}").unwrap().len(), 250);
}

#[test]
fn chords_stand_in_braces_within_text() {
    for (text, expected) in [
        ("{CTRL+A}new{ENTER}", "Control+a n e w Enter"),
        ("old{Ctrl+Shift+Left 2}x", "o l d Control+Shift+Left Control+Shift+Left x"),
        ("{<Control>s}", "Control+s"),
        ("^{SHIFT+TAB}", "Control+Shift+Tab"),
        ("{CTRL+Page_Up}", "Control+PageUp"),
        ("{CTRL++}", "Control++"),
    ] {
        assert_eq!(shown(text), expected, "{text:?}");
    }
}

#[test]
fn what_looks_like_a_chord_and_is_none_is_never_typed() {
    const TYPED: &str = "; to type it as text, put its first character in braces, as in {C}trl";
    for (text, sentence) in [
        ("Ctrl+Page_Upp", "there is no key \"Page_Upp\" for a chord: the nearest is PAGEUP"),
        ("Ctrl+Shft+S", "there is no key \"Shft\" for a chord: the nearest is SHIFT"),
        ("Crtl+S", "there is no key \"Crtl\" for a chord: the nearest is CTRL"),
        ("<Control>Paeg_Up", "there is no key \"Paeg_Up\" for a chord: the nearest is PAGEUP"),
        ("AltGr+e", "there is no key \"AltGr\" for a chord: the nearest is ALT"),
        (
            "Ctrl+XF86AudioMute",
            "there is no key \"XF86AudioMute\" for a chord: write names like ENTER, F5 or PAGEUP",
        ),
        ("Ctrl-Shift-S", "write a chord with +, Ctrl+Shift+S"),
        ("Ctrl+A hello", "among other keys write the chord in braces, {Ctrl+A}"),
        ("Ctrl+A, Delete", "among other keys write the chord in braces, {Ctrl+A}"),
        ("hello{ENTER}Ctrl+S", "among other keys write the chord in braces, {Ctrl+S}"),
        ("Ctrl+{HOME}", "among other keys write the chord in braces, {Ctrl+KEY}"),
    ] {
        assert_eq!(shown(text), format!("error: {sentence}{TYPED}"), "{text:?}");
    }
    for (text, sentence) in [
        ("a{CTRL+Foobar}", "there is no key {CTRL+Foobar}: write names like {ENTER}, {TAB 3} or {CTRL+S}"),
        (
            "{CTRL+Page_Upp}",
            "there is no key {CTRL+Page_Upp}: the nearest is PAGEUP; write names like {ENTER}, {TAB 3} or {CTRL+S}",
        ),
        ("{CTRL}+{HOME}", "write a chord in one pair of braces, such as {CTRL+S}, and not {CTRL}+{HOME}"),
    ] {
        assert_eq!(shown(text), format!("error: {sentence}"), "{text:?}");
    }
}

#[test]
fn what_only_resembles_a_chord_is_typed() {
    for text in [
        "Windows + Linux are systems",
        "Win+Loss of the season",
        "salt+pepper",
        "=Shift1+A1",
        "a+B",
        "meta-analysis",
        "win-win",
        "<b>x</b>",
        "<shift>x</shift>",
        "{C}trl+S saves",
    ] {
        let typed = parse_keys(text).unwrap();
        assert!(typed.iter().all(|it| it.held.is_empty() && matches!(it.key, Key::Char(_))), "{text}");
    }
}
