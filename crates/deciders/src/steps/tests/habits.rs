//! Lists of words as people write them out of habit: each line is understood as exactly these steps, or refused with other words
//! that are.

use crate::steps::split::parse_steps;

/// What becomes of a line.
enum Line {
    /// It is these steps.
    Is(&'static [&'static str]),
    /// It is refused, and this is offered in its place.
    Instead(&'static str),
}

use Line::{Instead, Is};

/// Several values in one sentence.
const VALUES: &[(&str, Line)] = &[
    ("Set A1 to \"Tea\" and B1 to 3", Is(&["set \"A1\" to \"Tea\"", "set \"B1\" to 3"])),
    ("set A1 to Tea and B1 to 3", Is(&["set \"A1\" to Tea", "set \"B1\" to 3"])),
    ("set the Volume to 40 and Brightness to 30", Instead("set the Volume to 40. set Brightness to 30")),
    ("set A1 = 5", Instead("set A1 to 5")),
    ("Put Tea in A1, 3 in B1", Is(&["type Tea into \"A1\"", "type 3 into \"B1\""])),
    (
        "fill Name with \"Ada\" and City with \"Graz\"",
        Is(&["set \"Name\" to \"Ada\"", "set \"City\" to \"Graz\""]),
    ),
    (
        "type \"Ada\" into Name and \"Graz\" into City",
        Is(&["type \"Ada\" into \"Name\"", "type \"Graz\" into \"City\""]),
    ),
    ("set A1 to \"Tea\" in bold", Instead("set A1 to \"Tea\"")),
];

/// Things of which a step takes one, and words behind its end.
const THINGS: &[(&str, Line)] = &[
    ("click \"OK\" twice", Instead("click \"OK\". click \"OK\"")),
    ("click \"A\", \"B\" and \"C\"", Is(&["click \"A\"", "click \"B\"", "click \"C\""])),
    ("click \"Save\" in the toolbar", Instead("click \"Save\"")),
    ("click Save and Close", Is(&["click \"Save and Close\""])),
    ("press Tab 3 times", Is(&["press Tab then Tab then Tab"])),
    ("press Down twice, Enter", Is(&["press Down then Down then Enter"])),
    ("read \"Total\" and \"Tax\"", Is(&["read \"Total\" as \"total\"", "read \"Tax\" as \"tax\""])),
    ("delete a.txt and b.txt", Is(&["delete \"a.txt\"", "delete \"b.txt\""])),
    ("rename \"a\" to \"b\" and \"c\" to \"d\"", Instead("rename \"a\" to \"b\". rename \"c\" to \"d\"")),
    ("scroll down 5 lines", Instead("scroll down 5")),
    ("wait for \"Done\" or \"Failed\"", Instead("wait for \"Done\"")),
];

/// Texts without quotation marks, and names of files.
const TEXTS: &[(&str, Line)] = &[
    ("type hello world", Is(&["type hello world"])),
    ("type \"hello\" very often", Instead("type \"hello\"")),
    ("type say \"hi\"", Instead("type \"say \"\"hi\"\"\"")),
    ("put =IF(B1=\"x\",1,2) in A1", Is(&["type \"=IF(B1=\"\"x\"\",1,2)\" into \"A1\""])),
    ("write a letter to Ada", Instead("type \"a letter to Ada\"")),
    ("save it as report.pdf with UTF-8", Instead("save it as report.pdf")),
    ("save it as letter.odt in my Documents folder", Instead("save it as letter.odt in ~/Documents")),
    ("save it as letter.odt in the home folder", Is(&["save it as \"~/letter.odt\""])),
    ("save it as trip to Rome", Instead("save it as \"trip to Rome\"")),
    ("save it as a file called notes.txt", Is(&["save it as \"notes.txt\""])),
    ("run \"my prog\" --fast", Instead("run '\"my prog\" --fast'")),
    ("overwrite the headline", Instead("overwrite it if it exists")),
];

/// Verbs that are not in the grammar, or mean something else there.
const VERBS: &[(&str, Line)] = &[
    ("visit https://example.org", Instead("open https://example.org")),
    ("navigate to https://example.org", Instead("go to https://example.org")),
    ("quit the calculator", Instead("close the window")),
    ("klick on OK", Instead("click on OK")),
    ("enable \"Match case\"", Instead("check \"Match case\"")),
    ("make folder Photos", Instead("make a folder Photos")),
    ("open the calculator please", Is(&["open \"calculator\""])),
    ("check that \"Done\" is shown", Instead("wait for \"Done\"")),
    ("wait a moment", Instead("wait 2 seconds")),
    ("wait 500 ms", Instead("wait 2 seconds")),
    ("wait a minute", Is(&["wait 60 seconds"])),
    ("frobnicate the knob", Instead("click \"OK\"")),
    ("calculator", Instead("open calculator")),
    ("udno", Instead("undo")),
];

/// German and French.
const LANGUAGES: &[(&str, Line)] = &[
    ("Setze A1 auf \"Tee\" und B1 auf 3", Is(&["set \"A1\" to \"Tee\"", "set \"B1\" to 3"])),
    ("Trage 5 in A1 und 7 in A2 ein", Is(&["type 5 into \"A1\"", "type 7 into \"A2\""])),
    ("Schreibe \"Guten Tag\" fett", Instead("type \"Guten Tag\"")),
    ("Gib \"Graz\" ins Feld \"Ort\" ein", Is(&["type \"Graz\" into \"Ort\" field"])),
    ("Drücke Strg+Z zweimal", Is(&["press ctrl+Z then ctrl+Z"])),
    ("Klicke auf \"A\" und \"B\"", Instead("click \"A\"")),
    ("Mets \"Thé\" dans A1", Is(&["type \"Thé\" into \"A1\""])),
    ("Mets 5 dans A1 et 7 dans A2", Is(&["type 5 into \"A1\"", "type 7 into \"A2\""])),
    ("Écris \"bonjour\" en gras", Instead("type \"bonjour\"")),
    ("Appuie sur Entrée 2 fois", Is(&["press enter then enter"])),
    ("Enregistre sous lettre.odt dans Documents", Instead("save as lettre.odt in ~/Documents")),
    ("Exécute \"ls -l\" vite", Instead("run '\"ls -l\" vite'")),
];

#[test]
fn each_line_of_habit_is_understood_exactly_or_refused_with_words_that_are() {
    for (text, line) in [VALUES, THINGS, TEXTS, VERBS, LANGUAGES].into_iter().flatten() {
        let read = parse_steps(text).map(|steps| steps.iter().map(ToString::to_string).collect::<Vec<_>>());
        match (line, read) {
            (Is(steps), Ok(read)) => assert_eq!(read, *steps, "{text}"),
            (Is(steps), Err(error)) => panic!("{text}: {error}, and not {steps:?}"),
            (Instead(other), Ok(steps)) => panic!("{text}: {steps:?}, and not {other}"),
            (Instead(other), Err(error)) => {
                assert!(error.contains(&format!("`{other}`")), "{text}: {error}");
                assert!(parse_steps(other).is_ok(), "{text}: {other} is no step either");
            }
        }
    }
}
