//! Messages are marked and moved, and none is deleted for good.

use super::{ITEM, outlook};
use serde_json::json;

const MESSAGE: &str = "get @document.GetItemFromID(\"00AB\") -> @item\nget @item.Class -> 43\n";

#[test]
fn a_message_is_marked_and_the_mark_read_back() {
    let recording = |now: bool| {
        format!(
            "{MESSAGE}get @item.UnRead -> true\nput @item.UnRead = false\ncall @item.Save()\nget @item.UnRead -> {now}\n{}",
            if now { "" } else { "get @item.Saved -> true" }
        )
    };
    let args = json!({"id": "00AB"});
    assert_eq!(
        outlook("mark_message", &args, &recording(false)),
        "confirmed: the message is marked as read, read back"
    );
    assert!(outlook("mark_message", &args, &recording(true)).starts_with("partial: "));
    let unread = json!({"id": "00AB", "read": false});
    let same = outlook("mark_message", &unread, &format!("{MESSAGE}get @item.UnRead -> true"));
    assert_eq!(same, "no change: the message is marked as unread");
}

#[test]
fn a_message_that_moves_gets_another_id() {
    let recording = |now: &str| {
        format!(
            r#"{MESSAGE}
            get @document.Folders -> @stores
            get @stores.Item("ada") -> @store
            get @store.Folders -> @folders
            get @folders.Item("Tea") -> @folder
            get @folder.FolderPath -> "\\\\ada\\Tea"
            get @item.Parent -> @inbox
            get @inbox.FolderPath -> "\\\\ada\\Inbox"
            call @item.Move(@folder) -> @moved
            get @moved.Parent -> @there
            get @there.FolderPath -> "{now}"
            {}"#,
            if now.ends_with("Tea") { "get @moved.EntryID -> \"00CD\"" } else { "" }
        )
    };
    let args = json!({"id": "00AB", "folder": "\\\\ada\\Tea"});
    let result = outlook("move_message", &args, &recording("\\\\\\\\ada\\\\Tea"));
    assert_eq!(result, "confirmed: the message is in \\\\ada\\Tea, read back, and has another id\nid: 00CD");
    let result = outlook("move_message", &args, &recording("\\\\\\\\ada\\\\Inbox"));
    assert_eq!(result, "partial: the message is in \\\\ada\\Inbox now");
}

/// The calls for the folder of a message and that of what is deleted.
fn deleted(from: &str) -> String {
    format!(
        "{MESSAGE}get @item.Parent -> @from\nget @from.Store -> @store\nget @store.GetDefaultFolder(3) -> @deleted\n\
         get @deleted.FolderPath -> \"\\\\\\\\ada\\\\Deleted\"\nget @from.FolderPath -> \"{from}\"\n"
    )
}

#[test]
fn a_message_is_moved_to_the_deleted_ones_of_its_account_and_never_deleted_for_good() {
    let args = json!({"id": "00AB"});
    let recording = deleted("\\\\\\\\ada\\\\Inbox")
        + "call @item.Move(@deleted) -> @moved\nget @moved.Parent -> @there\nget @there.FolderPath -> \"\\\\\\\\ada\\\\Deleted\"\n\
           get @moved.EntryID -> \"00CD\"";
    let result = outlook("delete_message", &args, &recording);
    assert_eq!(
        result,
        "confirmed: the message is in \\\\ada\\Deleted, read back, and has another id\nid: 00CD"
    );
    for from in ["\\\\\\\\ada\\\\Deleted", "\\\\\\\\ada\\\\Deleted\\\\2025"] {
        let result = outlook("delete_message", &args, &deleted(from));
        assert!(
            result.starts_with("refused: ") && result.contains("nothing is deleted for good"),
            "{result}"
        );
    }
    let beside = deleted("\\\\\\\\ada\\\\Deleted not") + "call @item.Move(@deleted) -> ! busy";
    assert!(outlook("delete_message", &args, &beside).contains("it is busy"));
}

#[test]
fn an_appointment_is_not_filed_because_its_id_may_mean_a_series() {
    for command in ["mark_message", "delete_message"] {
        let result = outlook(command, &json!({"id": "00AB"}), &format!("{ITEM}get @item.Class -> 26"));
        assert!(result.starts_with("refused: ") && result.contains("it is an appointment"), "{result}");
    }
}
