//! A draft is sent if it is the one that somebody agreed to, and is looked for without opening it.

use super::{DRAFT, files, outlook, people};
use serde_json::json;

fn count(folder: &str, count: i64) -> String {
    format!(
        "get @{folder}.GetTable(\"@SQL=\\\"urn:schemas:httpmail:subject\\\" = 'Ada''s tea'\") -> @table\n\
         get @table.GetRowCount -> {count}\n"
    )
}

/// The calls until all is known of the draft.
fn known() -> String {
    format!(
        "{DRAFT}get @item.Subject -> \"Ada's tea\"\n{}{}",
        people("item", &[("Bob", "bob@a.example", 1), ("cy@a.example", "cy@a.example", 2)]),
        files("item", &[("a.pdf", 9)])
    )
}

/// The calls that send it, and how many of its subject each folder has then.
fn sent(reply: &str, drafts: i64, [in_sent, in_outbox]: [i64; 2], end: &str) -> String {
    let looks = match (drafts, in_sent > 5, reply) {
        (1, ..) => String::new(),
        (_, true, _) => count("sent", in_sent),
        (_, false, _) => count("sent", in_sent) + &count("outbox", in_outbox),
    };
    format!(
        "{}get @item.Parent -> @drafts\n{}get @item.SaveSentMessageFolder -> empty\nget @document.GetDefaultFolder(5) -> @sent\n\
         get @document.GetDefaultFolder(4) -> @outbox\n{}{}call @item.Send() -> {reply}\n{}{looks}{end}",
        known(),
        count("drafts", 1),
        count("outbox", 2),
        count("sent", 5),
        count("drafts", drafts)
    )
}

fn send(recording: &str) -> String {
    let args = json!({
        "id": "00AB", "to": ["bob@a.example", "cy@a.example"], "subject": "Ada's tea", "attachments": ["a.pdf"],
    });
    outlook("send_message", &args, recording)
}

#[test]
fn what_is_sent_is_found_among_what_was_sent_or_in_the_outbox_and_else_it_is_not_known() {
    let is_sent = send(&sent("empty", 0, [6, 2], ""));
    assert_eq!(is_sent, "confirmed: the message is sent: it is among what was sent, read back");
    let waits = send(&sent("empty", 0, [5, 3], "get @document.Offline -> false"));
    assert_eq!(
        waits,
        "confirmed: the message is in the outbox, read back, from which Outlook sends it by itself"
    );
    let offline = send(&sent("empty", 0, [5, 3], "get @document.Offline -> true"));
    assert!(
        offline.starts_with("partial: the message waits in the outbox, because Outlook works offline"),
        "{offline}"
    );
    let lost = send(&sent("empty", 0, [5, 2], ""));
    assert!(lost.starts_with("unverified: ") && lost.contains("neither in the outbox nor"), "{lost}");
    let stays = send(&sent("empty", 1, [5, 2], ""));
    assert!(stays.starts_with("unverified: ") && stays.contains("still where it was"), "{stays}");
}

#[test]
fn a_message_that_the_guard_does_not_let_go_was_not_sent() {
    let guarded = send(&sent("! aborted", 1, [5, 2], ""));
    assert!(
        guarded.starts_with("no change: the draft is where it was, and not sent: Outlook guards"),
        "{guarded}"
    );
    let unclear = send(
        &sent("! aborted", 0, [5, 2], "").split(&count("sent", 5)).next().map_or_else(String::new, |begin| {
            format!("{begin}{}call @item.Send() -> ! aborted\n{}", count("sent", 5), count("drafts", 0))
        }),
    );
    assert!(unclear.starts_with("unverified: "), "{unclear}");
}

#[test]
fn a_draft_that_is_another_than_the_call_says_is_not_sent() {
    let subject = format!("{DRAFT}get @item.Subject -> \"Other\"");
    assert!(send(&subject).starts_with("refused: subject must be that of the draft"));
    for others in
        [&[("Bob", "bob@a.example", 1)][..], &[("Bob", "bob@a.example", 1), ("Eve", "eve@a.example", 3)], &[]]
    {
        let recording = format!("{DRAFT}get @item.Subject -> \"Ada's tea\"\n{}", people("item", others));
        let result = send(&recording);
        assert!(result.starts_with("refused: to must be exactly the recipients"), "{result}");
    }
    let more = known().replace("get @files.Count -> 1", "get @files.Count -> 2")
        + "get @files.Item(2) -> @file2\nget @file2.FileName -> \"b.pdf\"\nget @file2.Size -> 9\n";
    let result = send(&more);
    assert!(result.starts_with("refused: attachments must be exactly the file names"), "{result}");
    let unknown = known().replacen("get @one.Resolved -> true", "get @one.Resolved -> false", 1);
    let result = send(unknown.split("get @item.Attachments").next().unwrap_or_default());
    assert!(
        result.starts_with("refused: ") && result.contains("does not know one of the recipients"),
        "{result}"
    );
}

#[test]
fn a_message_that_was_sent_is_not_sent_once_more() {
    let result =
        send("get @document.GetItemFromID(\"00AB\") -> @item\nget @item.Class -> 43\nget @item.Sent -> true");
    assert!(result.starts_with("refused: ") && result.contains("it is no draft"), "{result}");
}
