//! Lists of messages. A table is read at once, and opens no message: what is in the outbox must not be touched, or is not sent.

use super::{
    folders::folder_of,
    items::{day_text, one_line},
};
use crate::{
    commands::{
        answer::{Answer, Answered, Failure, bad},
        call_args::CallArgs,
        here::Here,
        texts::markdown_table,
    },
    dispatch::{
        error::CallError,
        object::Object,
        value::{Value, args},
    },
};

/// The columns of a list, and their heads.
const COLUMNS: [(&str, &str); 5] = [
    ("EntryID", "id"),
    ("ReceivedTime", "date"),
    ("SenderName", "from"),
    ("Subject", "subject"),
    ("UnRead", "state"),
];
/// What a message is searched in.
const SEARCHED: [&str; 4] = [
    "urn:schemas:httpmail:subject",
    "urn:schemas:httpmail:fromname",
    "urn:schemas:httpmail:displayto",
    "urn:schemas:httpmail:textdescription",
];
/// How many messages a list has at most, and if nothing is said.
pub(super) const MOST: i64 = 100;
pub(super) const USUAL: i64 = 25;

pub(super) fn list_messages(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    listed(here, args, None)
}

pub(super) fn search_messages(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let text = args.required("text")?.trim();
    if text.is_empty() || text.contains(['%', '_']) {
        return bad("text", "a text without % and _, which stand for others in a search");
    }
    let like = |it: &str| format!("\"{it}\" LIKE '%{}%'", quoted(text));
    listed(here, args, Some(format!("({})", SEARCHED.map(like).join(" OR "))))
}

fn listed(here: &Here<'_>, args: CallArgs<'_>, condition: Option<String>) -> Answered {
    let most = args.whole("most", 1, MOST)?.unwrap_or(USUAL);
    let folder = folder_of(here, args)?;
    let unread =
        (args.flag("unread_only") == Some(true)).then(|| "\"urn:schemas:httpmail:read\" = 0".to_owned());
    let conditions: Vec<String> = condition.into_iter().chain(unread).collect();
    let table = table_of(&folder, &conditions)?;
    let count = table.integer("GetRowCount")?;
    let rows = if count == 0 { Vec::new() } else { newest(&table, most)? };
    let heads = COLUMNS.map(|(_, head)| head.to_owned()).to_vec();
    let which = if conditions.is_empty() { "messages" } else { "matching messages" };
    let what =
        format!("read {} of {count} {which} of {}, the newest first", rows.len(), folder.text("FolderPath")?);
    let rows: Vec<Vec<String>> = [heads].into_iter().chain(rows.iter().map(|it| texts(it))).collect();
    Answer::read(what, &markdown_table(&rows))
}

/// The messages of a folder that meet all conditions, as a table.
fn table_of(folder: &Object, conditions: &[String]) -> Result<Object, CallError> {
    match conditions.is_empty() {
        true => folder.object("GetTable"),
        false => folder.object_of("GetTable", args![format!("@SQL={}", conditions.join(" AND "))]),
    }
}

/// The first rows of a table in the order of their dates. What follows only says how it is read.
fn newest(table: &Object, most: i64) -> Result<Vec<Vec<Value>>, Failure> {
    let columns = table.object("Columns")?;
    columns.value("RemoveAll")?;
    for (member, _) in COLUMNS {
        columns.value_of("Add", args![member])?;
    }
    table.value_of("Sort", args!["[ReceivedTime]", true])?;
    match table.value_of("GetArray", args![most])? {
        Value::Table(rows) => Ok(rows),
        found => Err(CallError::Unexpected { member: "GetArray".into(), found: found.to_string() }.into()),
    }
}

fn texts(row: &[Value]) -> Vec<String> {
    let text = |value: &Value| match value {
        Value::Text(text) => one_line(text),
        Value::Bool(true) => "unread".to_owned(),
        Value::Bool(false) => "read".to_owned(),
        other => day_text(other),
    };
    row.iter().map(text).collect()
}

/// How many messages of a folder have this subject.
pub(super) fn count_of(folder: &Object, subject: &str) -> Result<i64, CallError> {
    let condition = format!("\"urn:schemas:httpmail:subject\" = '{}'", quoted(subject));
    table_of(folder, &[condition])?.integer("GetRowCount")
}

/// A text between the quotation marks of a condition.
fn quoted(text: &str) -> String {
    text.replace('\'', "''")
}
