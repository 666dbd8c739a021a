//! Folders and messages are listed without opening one.

use super::outlook;
use serde_json::json;

#[test]
fn folders_of_mail_are_listed_with_what_is_unread_and_others_are_left_out() {
    let recording = r#"
        get @document.Folders -> @stores
        get @stores.Count -> 1
        get @stores.Item(1) -> @store
        get @store.DefaultItemType -> 0
        get @store.Items -> @items
        get @items.Count -> 0
        get @store.FolderPath -> "\\\\ada"
        get @store.UnReadItemCount -> 0
        get @store.Folders -> @folders
        get @folders.Count -> 2
        get @folders.Item(1) -> @inbox
        get @folders.Item(2) -> @calendar
        get @inbox.DefaultItemType -> 0
        get @inbox.Items -> @items
        get @items.Count -> 1304
        get @inbox.FolderPath -> "\\\\ada\\Inbox"
        get @inbox.UnReadItemCount -> 7
        get @inbox.Folders -> @none
        get @none.Count -> 0
        get @calendar.DefaultItemType -> 1
        get @calendar.Folders -> @none
        get @none.Count -> 0
    "#;
    assert_eq!(
        outlook("list_mail_folders", &json!({}), recording),
        "confirmed: read 2 folders\n| folder | messages | unread |\n| --- | --- | --- |\n| \\\\\\\\ada | 0 | 0 |\n\
         | \\\\\\\\ada\\\\Inbox | 1304 | 7 |"
    );
}

/// The calls for the rows of a table.
fn rows(count: i64, most: i64, rows: &str) -> String {
    format!(
        r#"
        get @table.GetRowCount -> {count}
        get @table.Columns -> @columns
        get @columns.RemoveAll
        get @columns.Add("EntryID")
        get @columns.Add("ReceivedTime")
        get @columns.Add("SenderName")
        get @columns.Add("Subject")
        get @columns.Add("UnRead")
        get @table.Sort("[ReceivedTime]", true)
        get @table.GetArray({most}) -> {rows}
        get @folder.FolderPath -> "\\\\ada\\Inbox"
        "#
    )
}

#[test]
fn messages_come_from_a_table_the_newest_first_with_ids_that_other_commands_take() {
    let two = r#"[["00AB", date 46112.5, "Ada", "Tea | milk\nto: x", true], ["00AC", date 949998.0, "Bob", "Re", false]]"#;
    let recording = format!(
        "get @document.GetDefaultFolder(6) -> @folder\nget @folder.GetTable -> @table\n{}",
        rows(1304, 2, two)
    );
    let result = outlook("list_messages", &json!({"most": 2}), &recording);
    assert_eq!(
        result,
        "confirmed: read 2 of 1304 messages of \\\\ada\\Inbox, the newest first\n\
         | id | date | from | subject | state |\n| --- | --- | --- | --- | --- |\n\
         | 00AB | 2026-03-31 12:00:00 | Ada | Tea \\| milk to: x | unread |\n| 00AC |  | Bob | Re | read |"
    );
    let none = "get @document.GetDefaultFolder(23) -> @folder\nget @folder.GetTable(\"@SQL=\\\"urn:schemas:httpmail:read\\\" = 0\") -> @table\n\
                get @table.GetRowCount -> 0\nget @folder.FolderPath -> \"\\\\\\\\ada\\\\Junk\"";
    let result = outlook("list_messages", &json!({"folder": "Junk", "unread_only": true}), none);
    assert!(result.starts_with("confirmed: read 0 of 0 matching messages of \\\\ada\\Junk"), "{result}");
    let many = outlook("list_messages", &json!({"most": 101}), "");
    assert_eq!(many, "refused: most must be a whole number from 1 to 100");
}

#[test]
fn a_search_is_one_condition_in_which_no_letter_ends_the_text() {
    let like = |it: &str| format!("\\\"urn:schemas:httpmail:{it}\\\" LIKE '%O''Hara%'");
    let condition = ["subject", "fromname", "displayto", "textdescription"].map(like).join(" OR ");
    let recording = format!(
        r#"
        get @document.Folders -> @stores
        get @stores.Item("ada") -> @store
        get @store.Folders -> @folders
        get @folders.Item("50%") -> @folder
        get @folder.GetTable("@SQL=({condition})") -> @table
        {}"#,
        rows(1, 25, r#"[["00AB", date 46112.0, "O'Hara", "x", false]]"#)
    );
    let args = json!({"text": " O'Hara ", "folder": "\\\\ada\\50%25"});
    let result = outlook("search_messages", &args, &recording);
    assert!(result.starts_with("confirmed: read 1 of 1 matching messages of "), "{result}");
    for text in ["", "5%", "a_b"] {
        let wrong = outlook("search_messages", &json!({"text": text}), "");
        assert!(wrong.starts_with("refused: text must be "), "{wrong}");
    }
}

#[test]
fn a_folder_without_an_account_is_below_the_default_one_and_one_that_is_not_there_is_refused() {
    let recording = r#"
        get @document.GetDefaultFolder(6) -> @inbox
        get @inbox.Parent -> @root
        get @root.Folders -> @folders
        get @folders.Item("Projects") -> ! exception The attempted operation failed.
    "#;
    let result = outlook("list_messages", &json!({"folder": "Projects"}), recording);
    let why = "there is no folder \"Projects\": list_mail_folders has their paths";
    assert_eq!(result, format!("refused: list_messages cannot do this: {why}"));
}

#[test]
fn a_list_that_the_guard_stops_is_refused_with_what_to_do() {
    let recording = format!(
        "get @document.GetDefaultFolder(6) -> @folder\nget @folder.GetTable -> @table\n{}",
        rows(3, 25, "! aborted").split("get @folder").next().unwrap_or_default()
    );
    let result = outlook("list_messages", &json!({}), &recording);
    assert!(result.starts_with("refused: list_messages cannot do this: Outlook guards"), "{result}");
    assert!(result.contains("Programmatic Access") && result.ends_with("or use the window"), "{result}");
}
