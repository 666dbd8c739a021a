//! The calls that each command makes of Outlook, argument for argument.

mod attachments;
mod calendar;
mod drafts;
mod filing;
mod listing;
mod reading;
mod sending;

use crate::{commands::host::Host, recorded::carry_out};
use serde_json::Value;

/// The outcome of a command that makes these calls.
fn outlook(command: &str, args: &Value, recording: &str) -> String {
    carry_out(Host::Outlook, command, args, recording)
}

/// The calls for the item with the id `00AB`.
const ITEM: &str = "get @document.GetItemFromID(\"00AB\") -> @item\n";
/// The same for a draft.
const DRAFT: &str =
    "get @document.GetItemFromID(\"00AB\") -> @item\nget @item.Class -> 43\nget @item.Sent -> false\n";

/// The calls for people who get something, each with a name, an address and how.
fn people(item: &str, people: &[(&str, &str, i64)]) -> String {
    let one = |(at, (name, address, kind)): (usize, &(&str, &str, i64))| {
        format!(
            "get @people.Item({at}) -> @one\nget @one.Name -> \"{name}\"\nget @one.Address -> \"{address}\"\n\
             get @one.Type -> {kind}\nget @one.Resolved -> true\n"
        )
    };
    format!(
        "get @{item}.Recipients -> @people\nget @people.Count -> {}\n{}",
        people.len(),
        (1..).zip(people).map(one).collect::<String>()
    )
}

/// The calls for attachments, each with its name and size.
fn files(item: &str, files: &[(&str, i64)]) -> String {
    let one = |(at, (name, bytes)): (usize, &(&str, i64))| {
        format!(
            "get @files.Item({at}) -> @file{at}\nget @file{at}.FileName -> \"{name}\"\nget @file{at}.Size -> {bytes}\n"
        )
    };
    format!(
        "get @{item}.Attachments -> @files\nget @files.Count -> {}\n{}",
        files.len(),
        (1..).zip(files).map(one).collect::<String>()
    )
}

/// The calls that add people. The address book knows none of them before.
fn added(item: &str, people: &[(&str, i64)]) -> String {
    let one = |(name, kind): &(&str, i64)| {
        format!("call @people.Add(\"{name}\") -> @one\nput @one.Type = {kind}\n")
    };
    format!(
        "get @{item}.Recipients -> @people\n{}call @people.ResolveAll()\n",
        people.iter().map(one).collect::<String>()
    )
}

/// The calls that ask the address book for somebody.
fn known(name: &str, is_known: bool) -> String {
    format!("get @document.CreateRecipient(\"{name}\") -> @person\nget @person.Resolve -> {is_known}\n")
}
