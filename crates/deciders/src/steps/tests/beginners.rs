//! Requests as people write them who have not read the manual: what each is understood as, or which words are not.

use super::super::testing::Desk;
use std::{fs, path::Path};

const APPLICATIONS: &[&str] = &[
    "Galculator",
    "Mousepad (Text Editor)",
    "Thunar (File Manager)",
    "Bulk Rename",
    "Firefox ESR (Web Browser)",
    "XTerm (Terminal)",
    "LibreOffice Writer (Word Processor)",
    "LibreOffice Calc (Spreadsheet)",
    "LibreOffice Impress (Presentation)",
    "FeatherPad",
    "gedit",
    "gnome-text-editor",
];

#[test]
fn what_beginners_write_is_understood_or_its_words_are_named() {
    for (request, expected) in [
        (
            "Open the calculator and compute 12 * 12",
            "CONTINUE open Galculator | in calculator: compute 12*12",
        ),
        ("what is 100 / 8", "CONTINUE open Galculator | in calculator: compute 100/8"),
        ("6*7", "CONTINUE open Galculator | in calculator: compute 6*7"),
        ("run the calculator", "CONTINUE open Galculator | in calculator: bring the window to the front"),
        ("calculator", "CONTINUE open Galculator | in calculator: bring the window to the front"),
        ("Taschenrechner", "CONTINUE open Galculator | in Taschenrechner: bring the window to the front"),
        ("Calculator. 6*7", "CONTINUE open Galculator | in Calculator: compute 6*7"),
        ("turn on the calculator", "CONTINUE open Galculator | in calculator: bring the window to the front"),
        (
            "Can I have the text editor, please?",
            "CONTINUE open Mousepad | in text editor: bring the window to the front",
        ),
        ("a letter", "FAIL -- I do not understand the step \"a letter\""),
        ("calendar", "FAIL -- I do not understand the step \"calendar\": it begins with no verb"),
        ("open a terminal and run firefox", "CONTINUE open XTerm | in terminal: type \"firefox\n\""),
        (
            "Please open the calculator, then calculate 2.5 + 2.5.",
            "CONTINUE open Galculator | in calculator: compute 2.5+2.5",
        ),
        (
            "Öffne den Taschenrechner und berechne 6 x 7",
            "CONTINUE open Galculator | in calculator: compute 6*7",
        ),
        ("Ouvre la calculatrice et calcule 8 x 9", "CONTINUE open Galculator | in calculator: compute 8*9"),
        ("open notepad and write \"hello\"", "CONTINUE open Mousepad | in notepad: type \"hello\""),
        (
            "Open the text editor, type \"hello world\" and save it as hello.txt",
            "CONTINUE open Mousepad | in text editor: type \"hello world\"; save it as \"hello.txt\"",
        ),
        (
            "start mousepad, write \"Dear Ada\", save as letter.txt in /tmp",
            "CONTINUE open Mousepad | in mousepad: type \"Dear Ada\"; save it as \"/tmp/letter.txt\"",
        ),
        (
            "Öffne den Texteditor, schreibe \"Guten Tag\" und speichere es als gruss.txt",
            "CONTINUE open Mousepad | in text editor: type \"Guten Tag\"; save it as \"gruss.txt\"",
        ),
        (
            "Ouvre l'éditeur de texte, écris \"bonjour\" et enregistre sous bonjour.txt",
            "CONTINUE open Mousepad | in text editor: type \"bonjour\"; save it as \"bonjour.txt\"",
        ),
        ("open thunar", "CONTINUE open Thunar | in thunar: bring the window to the front"),
        (
            "Open the file manager and double-click \"notes.txt\"",
            "CONTINUE open Thunar | in file manager: double-click \"notes.txt\"",
        ),
        (
            "open the file manager. press Ctrl+Shift+N. type Pictures. press Enter",
            "CONTINUE open Thunar | in file manager: press Ctrl+Shift+N; type Pictures; press Enter",
        ),
        (
            "go to https://example.org/a",
            "CONTINUE open Firefox ESR with https://example.org/a | in browser: show the page \"https://example.org/a\"",
        ),
        (
            "Open file:///tmp/page.html in the browser and click \"More\"",
            "CONTINUE open Firefox ESR with file:///tmp/page.html | in browser: click \"More\"",
        ),
        (
            "open firefox with https://example.org",
            "CONTINUE open Firefox ESR with https://example.org | in firefox: show the page \"https://example.org\"",
        ),
        ("open a terminal and run \"ls -l\"", "CONTINUE open XTerm | in terminal: type \"ls -l\n\""),
        (
            "open xterm, type \"date\" and press Enter",
            "CONTINUE open XTerm | in xterm: type \"date\"; press Enter",
        ),
        ("Run \"df -h\" in the terminal", "CONTINUE open XTerm | in terminal: type \"df -h\n\""),
        (
            "open LibreOffice Writer, type \"Minutes\" and save it as minutes.odt",
            "CONTINUE open LibreOffice Writer | in LibreOffice Writer: type \"Minutes\"; save it as \"minutes.odt\"",
        ),
        (
            "open writer. click Tools > Options",
            "CONTINUE open LibreOffice Writer | in writer: choose \"Tools\" > \"Options\"",
        ),
        (
            "open the spreadsheet and type 5 into \"A1\"",
            "CONTINUE open LibreOffice Calc | in spreadsheet: type 5 into \"A1\"",
        ),
        ("open calc, press Ctrl+N", "CONTINUE open LibreOffice Calc | in calc: press Ctrl+N"),
        ("open impress", "CONTINUE open LibreOffice Impress | in impress: bring the window to the front"),
        (
            "Open /tmp/notes.txt in mousepad and choose View > Line Numbers",
            "CONTINUE open Mousepad with /tmp/notes.txt | in mousepad: choose \"View\" > \"Line Numbers\"",
        ),
        (
            "in the text editor, select all, press Delete and type \"new\"",
            "CONTINUE open Mousepad | in text editor: press Ctrl+A; press Delete; type \"new\"",
        ),
        ("open featherpad. scroll down 5", "CONTINUE open FeatherPad | in featherpad: scroll down 5"),
        (
            "open the calculator, compute 2+2, then open the text editor and type the result",
            "CONTINUE open Galculator | in calculator: compute 2+2 | in text editor: type the result",
        ),
        ("close the window", "FAIL -- I do not know where to close the window: no window has the keyboard"),
        (
            "save it to my desktop",
            "FAIL -- I do not understand the step \"save it to my desktop\": I do not understand: to my desktop;",
        ),
        (
            "open the text editor, write \"hi\" and save it to my desktop",
            "FAIL -- I do not understand the step \"save it to my desktop\": I do not understand: to my desktop;",
        ),
        (
            "send an email to Ada",
            "FAIL -- I do not understand the step \"send an email to Ada\": it begins with no verb that I know",
        ),
        (
            "make the headline bold",
            "FAIL -- I do not understand the step \"make the headline bold\": it begins with no verb that I know",
        ),
        ("klick on OK", "FAIL -- I do not understand the step \"klick on OK\": did you mean `click`"),
        ("open the door", "FAIL -- there is no application \"door\" here; there are 12 others, such as"),
        (
            "Open the text editor and replace \"old\" with \"new\"",
            "FAIL -- I do not understand the step \"replace \"old\" with \"new\"\": to change a text, set the control's text;",
        ),
        ("type hello", "CONTINUE open Mousepad | in text editor: type \"hello\""),
        (
            "type to my mother",
            "FAIL -- I do not know where to type \"to my mother\": no window has the keyboard; say first which application, as in \
             `open the text editor. type \"to my mother\"`",
        ),
        ("wait until \"Done\" appears", "FAIL -- I do not know where to wait for \"Done\""),
        ("bitte warte auf \"Fertig\"", "FAIL -- I do not know where to wait for \"Fertig\""),
        (
            "open the text editor and type the result",
            "FAIL -- I cannot type the result: no earlier step notes \"result\"",
        ),
    ] {
        let replied = Desk { request, applications: APPLICATIONS, ..Desk::default() }.reply();
        assert!(replied.starts_with(expected), "{request}: {replied}");
    }
}

/// The requests of the task files that real applications carry out; these say what `steps` does not do.
#[test]
fn the_requests_of_the_task_files_are_understood_but_for_three() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tasks/beginners");
    let mut refused = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let task: toml::Table = fs::read_to_string(&path).unwrap().parse().unwrap();
        let request = task["request"].as_str().unwrap();
        let replied = Desk { request, applications: APPLICATIONS, ..Desk::default() }.reply();
        if replied.starts_with("FAIL") {
            refused.push(path.file_stem().unwrap().to_str().unwrap().to_owned());
        }
        count += 1;
    }
    refused.sort_unstable();
    assert_eq!(
        (count, refused.as_slice()),
        (40, &["cannot-bold", "cannot-mail", "note-find"].map(str::to_owned)[..])
    );
}
