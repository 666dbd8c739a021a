//! Attachments are saved and added.

use super::{DRAFT, ITEM, files, outlook};
use serde_json::json;

#[test]
fn an_attachment_is_saved_by_its_name_or_its_number_once_its_file_is_there() {
    let recording = |now: &str| {
        format!(
            "file \"C:\\\\x\\\\a.pdf\" -> none\n{ITEM}{}get @file2.Type -> 1\ncall @file2.SaveAsFile(\"C:\\\\x\\\\a.pdf\")\n\
             file \"C:\\\\x\\\\a.pdf\" -> {now}",
            files("item", &[("b.txt", 7), ("a.pdf", 2048)])
        )
    };
    for wanted in ["A.pdf", "2"] {
        let args = json!({"id": "00AB", "attachment": wanted, "path": "C:\\x\\a.pdf"});
        let result = outlook("save_attachment", &args, &recording("2000 bytes at 3"));
        assert_eq!(result, "confirmed: C:\\x\\a.pdf was written, 2000 bytes");
        let result = outlook("save_attachment", &args, &recording("none"));
        assert!(result.starts_with("unverified: save_attachment began"), "{result}");
    }
}

#[test]
fn no_file_is_replaced_and_an_attachment_that_is_no_file_or_not_the_only_one_is_refused() {
    let args = |wanted: &str| json!({"id": "00AB", "attachment": wanted, "path": "C:\\a"});
    let there = outlook("save_attachment", &args("1"), "file \"C:\\\\a\" -> 7 bytes at 1");
    assert!(there.starts_with("refused: ") && there.contains("is there already"), "{there}");
    let begin = format!("file \"C:\\\\a\" -> none\n{ITEM}{}", files("item", &[("a", 1), ("a", 1), ("b", 1)]));
    let link = outlook("save_attachment", &args("b"), &format!("{begin}get @file3.Type -> 4"));
    assert!(link.starts_with("refused: ") && link.contains("is no file"), "{link}");
    for (wanted, must) in
        [("a", "the number of the attachment"), ("4", "one of its 3 attachments"), ("0", "one of its 3")]
    {
        let result = outlook("save_attachment", &args(wanted), &begin);
        assert!(result.starts_with("refused: attachment must be ") && result.contains(must), "{result}");
    }
}

#[test]
fn a_file_is_attached_to_a_draft_which_is_saved_and_read_back() {
    let recording = |count: i64| {
        format!(
            r#"
            file "C:\\a.pdf" -> 9 bytes at 1
            {DRAFT}
            get @item.Attachments -> @files
            get @files.Count -> 0
            call @files.Add("C:\\a.pdf") -> @file
            call @item.Save()
            get @item.Attachments -> @files
            get @files.Count -> {count}
            get @file.FileName -> "a.pdf"
            get @file.Size -> 90
            {}"#,
            if count == 1 { "get @item.Saved -> true" } else { "" }
        )
    };
    let args = json!({"id": "00AB", "path": "C:\\a.pdf"});
    let result = outlook("add_attachment", &args, &recording(1));
    assert_eq!(result, "confirmed: the draft has the attachment a.pdf, 90 bytes, read back");
    assert!(outlook("add_attachment", &args, &recording(0)).starts_with("partial: "));
    let sent =
        format!("file \"C:\\\\a.pdf\" -> 9 bytes at 1\n{ITEM}get @item.Class -> 43\nget @item.Sent -> true");
    let result = outlook("add_attachment", &args, &sent);
    assert!(result.starts_with("refused: ") && result.contains("it is no draft"), "{result}");
    let none = outlook("add_attachment", &args, "file \"C:\\\\a.pdf\" -> none");
    assert!(none.ends_with("there is no file C:\\a.pdf"), "{none}");
}
