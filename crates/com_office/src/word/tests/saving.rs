//! Documents are saved, and steps taken back.

use super::word;
use serde_json::json;

/// These calls while Word asks nothing.
fn quietly(calls: &str) -> String {
    format!(
        "get @word.DisplayAlerts -> -1\nput @word.DisplayAlerts = 0\n{calls}\nput @word.DisplayAlerts = -1\n"
    )
}

#[test]
fn a_document_is_saved_to_its_file_and_under_another_name() {
    let save = format!(
        "get @document.Path -> \"C:\"\nget @document.Saved -> false\nget @document.FullName -> \"C:\\\\a.docx\"\n\
         file \"C:\\\\a.docx\" -> 1 bytes at 1\n{}get @document.Saved -> true\nfile \"C:\\\\a.docx\" -> 2 bytes at 2",
        quietly("call @document.Save()")
    );
    assert_eq!(word("save", &json!({}), &save), "confirmed: C:\\a.docx was written, 2 bytes");
    for (name, format) in [
        ("b.docx", "FileFormat: 12, AddToRecentFiles: false"),
        ("b.odt", "FileFormat: 23, AddToRecentFiles: false"),
        ("b.txt", "FileFormat: 7, AddToRecentFiles: false, Encoding: 65001"),
    ] {
        let file = format!("file \"C:\\\\{name}\"");
        let calls = quietly(&format!("call @document.SaveAs2(\"C:\\\\{name}\", {format})"));
        let recording = format!(
            "{file} -> none\n{calls}get @document.FullName -> \"C:\\\\{name}\"\n{file} -> 2 bytes at 2"
        );
        let result = word("save_as", &json!({"path": format!("C:\\{name}")}), &recording);
        assert_eq!(result, format!("confirmed: C:\\{name} was written, 2 bytes"));
    }
    let pdf = "file \"C:\\\\b.pdf\" -> none\ncall @document.ExportAsFixedFormat(\"C:\\\\b.pdf\", 17, OpenAfterExport: false)\n\
               file \"C:\\\\b.pdf\" -> 3 bytes at 1";
    assert_eq!(
        word("save_as", &json!({"path": "C:\\b.pdf"}), pdf),
        "confirmed: C:\\b.pdf was written, 3 bytes"
    );
    let result = word("save_as", &json!({"path": "C:\\b.epub"}), "");
    assert!(result.contains("one of docx, odt, pdf, txt, rtf, html, which this program writes"), "{result}");
}

#[test]
fn a_document_of_a_server_is_saved_as_word_says() {
    let recording = format!(
        "get @document.Path -> \"https://d.example\"\nget @document.Saved -> false\nget @document.FullName -> \"https://d.example/a.docx\"\n\
         file \"https://d.example/a.docx\" -> none\n{}get @document.Saved -> true",
        quietly("call @document.Save()")
    );
    assert_eq!(
        word("save", &json!({}), &recording),
        "confirmed: https://d.example/a.docx is saved, as the program says"
    );
}

#[test]
fn a_new_document_comes_to_the_front_with_its_file() {
    let recording = |front: &str| {
        format!(
            r#"
            file "C:\\n.odt" -> none
            get @word.Documents -> @documents
            call @documents.Add() -> @new
            call @new.SaveAs2("C:\\n.odt", FileFormat: 23)
            call @new.Activate()
            get @word.ActiveDocument -> @front
            get @front.FullName -> "{front}"
            file "C:\\n.odt" -> 5 bytes at 1
            "#
        )
    };
    let args = json!({"path": "C:\\n.odt"});
    assert!(word("new_document", &args, &recording("C:\\\\n.odt")).ends_with("whose window is in front"));
    assert!(word("new_document", &args, &recording("C:\\\\old.docx")).starts_with("partial: "));
}

#[test]
fn steps_are_taken_back_one_by_one_until_there_are_none() {
    let undo = "call @document.Undo(1) -> ";
    let none = word("undo", &json!({}), &format!("{undo}false"));
    assert_eq!(none, "no change: there is nothing to undo");
    let two = format!("{undo}true\n{undo}true\nget @document.TrackRevisions -> false");
    assert_eq!(word("undo", &json!({"steps": 2}), &two), "confirmed: undone: 2 steps");
    let one = format!("{undo}true\n{undo}false\nget @document.TrackRevisions -> false");
    assert_eq!(word("undo", &json!({"steps": 2}), &one), "partial: undone: 1 step, and there are no more");
    let tracked = format!("{undo}true\nget @document.TrackRevisions -> true");
    assert!(
        word("undo", &json!({}), &tracked)
            .starts_with("partial: undone: 1 step; the document records its changes")
    );
}
