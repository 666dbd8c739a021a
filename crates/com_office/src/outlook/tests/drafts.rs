//! Messages are written as drafts, and shown.

use super::{ITEM, added, known, outlook, people};
use serde_json::json;

/// The calls behind the text of a draft whose subject is not compared, or is.
fn finished(people: &str, subject: &str, body: &str, front: &str) -> String {
    format!(
        r#"
        call @draft.Save()
        get @draft.EntryID -> "00CD"
        {people}
        {subject}
        get @draft.Body -> "{body}"
        get @draft.Saved -> true
        get @draft.Sent -> false
        get @draft.Parent -> @drafts
        get @drafts.FolderPath -> "\\\\ada\\Drafts"
        call @draft.Display(false)
        get @outlook.ActiveInspector -> {front}
        "#
    )
}

const FRONT: &str = "@window2\nget @window2.CurrentItem -> @shown\nget @shown.EntryID -> \"00CD\"";

#[test]
fn a_draft_is_written_saved_read_back_and_shown_and_nothing_is_sent() {
    let recording = |body: &str, second: &str| {
        format!(
            "{}{}call @outlook.CreateItem(0) -> @draft\nput @draft.Subject = \"Tea\"\nput @draft.Body = \"Hi,\\r\\nyes\"\n{}{}",
            known("bob@a.example", true),
            known("Cy", true),
            added("draft", &[("bob@a.example", 1), ("Cy", 3)]),
            finished(
                &people("draft", &[("Bob", "BOB@a.example", 1), (second, "/o=a/cn=x", 3)]).replace(
                    "get @one.Type -> 3",
                    "get @one.PropertyAccessor -> @properties\nget @properties.GetProperty(\"http://schemas.microsoft.com/mapi/\
                     proptag/0x39FE001E\") -> ! unknown\nget @one.Type -> 3"
                ),
                "get @draft.Subject -> \"Tea\"",
                body,
                FRONT
            )
        )
    };
    let args = json!({"to": ["bob@a.example"], "bcc": ["Cy"], "subject": "Tea", "text": "Hi,\nyes"});
    let result = outlook("write_draft", &args, &recording("Hi,\\r\\nyes\\r\\n", "Cy Young"));
    assert_eq!(
        result,
        "confirmed: a draft is in \\\\ada\\Drafts, read back, and not sent; its window is in front\nid: 00CD\n\
         to: Bob <BOB@a.example>\nbcc: Cy Young </o=a/cn=x>"
    );
    for (body, second) in [("Hi,", "Cy Young"), ("Hi,\\r\\nyes", "Someone")] {
        let result = outlook("write_draft", &args, &recording(body, second));
        assert!(result.starts_with("partial: there is a draft 00CD"), "{result}");
    }
}

#[test]
fn nothing_is_written_to_somebody_whom_the_address_book_does_not_know() {
    let args = json!({"to": ["Bob"], "subject": "Tea", "text": "x"});
    let result = outlook("write_draft", &args, &known("Bob", false));
    assert!(result.starts_with("refused: ") && result.ends_with("give the whole address"), "{result}");
    let none = outlook("write_draft", &json!({"to": [], "subject": "Tea", "text": "x"}), "");
    assert_eq!(none, "refused: to must be one recipient or more");
}

#[test]
fn a_reply_has_its_text_before_the_message_whose_looks_stay() {
    let recording = |html: &str| {
        format!(
            "{ITEM}get @item.Sent -> true\ncall @item.ReplyAll() -> @draft\nget @draft.BodyFormat -> 2\n\
             get @draft.HTMLBody -> \"<body><p>old</p></body>\"\nput @draft.HTMLBody = \"{html}\"\n{}",
            finished(&people("draft", &[("Ada", "ada@a.example", 1)]), "", "a <b> c\\r\\nold", "empty")
        )
    };
    let args = json!({"id": "00AB", "text": "a <b> c", "to_all": true});
    let html = "<body><div>a &lt;b&gt; c</div><br><p>old</p></body>";
    assert_eq!(
        outlook("reply_draft", &args, &recording(html)),
        "confirmed: a draft is in \\\\ada\\Drafts, read back, and not sent; its window is not in front\nid: 00CD\n\
         to: Ada <ada@a.example>"
    );
    let draft = outlook("reply_draft", &args, &format!("{ITEM}get @item.Sent -> false"));
    assert!(draft.starts_with("refused: ") && draft.contains("it is a draft"), "{draft}");
}

#[test]
fn a_message_is_forwarded_to_others_with_its_text_behind_the_new_one() {
    let recording = format!(
        "{ITEM}get @item.Sent -> true\n{}call @item.Forward() -> @draft\nget @draft.BodyFormat -> 1\nget @draft.Body -> \"old\"\n\
         put @draft.Body = \"see\\r\\n\\r\\nold\"\n{}{}",
        known("bob@a.example", true),
        added("draft", &[("bob@a.example", 1)]),
        finished(&people("draft", &[("bob@a.example", "bob@a.example", 1)]), "", "see\\r\\n\\r\\nold", FRONT)
    );
    let args = json!({"id": "00AB", "to": ["bob@a.example"], "text": "see"});
    let result = outlook("forward_draft", &args, &recording);
    assert!(
        result.starts_with("confirmed: a draft is in ") && result.ends_with("to: bob@a.example"),
        "{result}"
    );
}
