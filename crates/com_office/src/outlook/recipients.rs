//! Who gets a message.

use super::items::{one_line, text_if_any};
use crate::{
    commands::{
        answer::{Failure, refused},
        here::Here,
    },
    dispatch::{
        error::CallError,
        object::Object,
        value::{Value, args},
    },
};

/// How somebody gets a message (`OlMailRecipientType`); the same numbers are those of people who are invited.
pub(super) const TO: i64 = 1;
pub(super) const CC: i64 = 2;
pub(super) const BCC: i64 = 3;
/// The person who invites others (`olOrganizer`).
const ORGANIZER: i64 = 0;
/// Where an address of the web stands that belongs to one of an Exchange server: that of a recipient, and of a sender.
const OF_RECIPIENT: &str = "http://schemas.microsoft.com/mapi/proptag/0x39FE001E";
const OF_SENDER: &str = "http://schemas.microsoft.com/mapi/proptag/0x5D01001F";

/// Somebody who gets a message.
#[derive(Debug)]
pub(super) struct Recipient {
    name: String,
    address: String,
    kind: i64,
    is_resolved: bool,
}

impl Recipient {
    /// Whether somebody who is named so is this one: by the address, or by a part of the name that the address book knew.
    pub(super) fn is(&self, wanted: &str) -> bool {
        let address = address_in(wanted);
        match address.contains('@') {
            true => self.address.eq_ignore_ascii_case(address),
            false => self.name.to_lowercase().contains(&wanted.trim().to_lowercase()),
        }
    }

    pub(super) fn is_resolved(&self) -> bool {
        self.is_resolved
    }

    /// Whether this is the one who invites, by the name that an appointment has for that one.
    pub(super) fn is_organizer(&self, name: &str) -> bool {
        self.kind == ORGANIZER || !name.is_empty() && self.name == name
    }
}

/// Fails where the address book does not know one whom a call names, or knows several.
pub(super) fn check_known(here: &Here<'_>, wanted: &[(i64, Vec<&str>)]) -> Result<(), Failure> {
    for name in wanted.iter().flat_map(|(_, names)| names) {
        let recipient = here.document.object_of("CreateRecipient", args![*name])?;
        if !recipient.flag("Resolve")? {
            return refused(format!(
                "the address book does not know who {name:?} is, or knows several: give the whole address"
            ));
        }
    }
    Ok(())
}

/// Adds them to a message or an appointment.
pub(super) fn add(item: &Object, wanted: &[(i64, Vec<&str>)]) -> Result<(), CallError> {
    let recipients = item.object("Recipients")?;
    for (kind, name) in wanted.iter().flat_map(|(kind, names)| names.iter().map(move |name| (kind, name))) {
        recipients.call_for_object("Add", args![*name])?.put("Type", *kind)?;
    }
    recipients.call("ResolveAll", args![]).map(drop)
}

/// Those of a message.
pub(super) fn of_item(item: &Object) -> Result<Vec<Recipient>, CallError> {
    let recipients = item.object("Recipients")?;
    let one = |at: i64| {
        let one = recipients.object_of("Item", args![at])?;
        Ok(Recipient {
            name: one.text("Name")?,
            address: address(&one, text_if_any(&one, "Address")?, OF_RECIPIENT),
            kind: one.integer("Type")?,
            is_resolved: one.flag("Resolved")?,
        })
    };
    (1..=recipients.integer("Count")?).map(one).collect()
}

/// Whether these are the wanted ones and no others, each in the wanted way.
pub(super) fn are(found: &[Recipient], wanted: &[(i64, Vec<&str>)]) -> bool {
    let names = |kind: i64| wanted.iter().filter(move |it| it.0 == kind).flat_map(|it| it.1.iter());
    let count: usize = wanted.iter().map(|it| it.1.len()).sum();
    found.len() == count && found.iter().all(|it| it.is_resolved && names(it.kind).any(|name| it.is(name)))
}

/// The sender of a message with the address.
pub(super) fn sender_of(item: &Object) -> Result<String, CallError> {
    let name = one_line(&text_if_any(item, "SenderName")?);
    let known = text_if_any(item, "SenderEmailAddress")?;
    Ok(with_address(&name, &address(item, known, OF_SENDER)))
}

/// The address of the web, where Outlook knows one for an address of an Exchange server.
fn address(owner: &Object, known: String, property: &str) -> String {
    if !known.starts_with('/') {
        return known;
    }
    let found = owner.object("PropertyAccessor").and_then(|it| it.value_of("GetProperty", args![property]));
    match found {
        Ok(Value::Text(found)) if found.contains('@') => found,
        _ => known,
    }
}

/// The lines of an answer for those who get a message, one for each way.
pub(super) fn lines(recipients: &[Recipient]) -> Vec<String> {
    let line = |(word, kind): (&str, i64)| {
        let of_kind = recipients.iter().filter(|it| it.kind == kind);
        let names: Vec<String> = of_kind.map(|it| with_address(&one_line(&it.name), &it.address)).collect();
        (!names.is_empty()).then(|| format!("{word}: {}", names.join("; ")))
    };
    [("to", TO), ("cc", CC), ("bcc", BCC)].into_iter().filter_map(line).collect()
}

fn with_address(name: &str, address: &str) -> String {
    let address = one_line(address);
    match name.eq_ignore_ascii_case(&address) || address.is_empty() {
        true => name.to_owned(),
        false => format!("{name} <{address}>"),
    }
}

/// The address of a text such as `Ada <ada@a.example>`, or the text itself.
fn address_in(text: &str) -> &str {
    let inner = text.rsplit_once('<').and_then(|(_, rest)| rest.split_once('>'));
    inner.map_or(text, |(address, _)| address).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recipient(name: &str, address: &str, kind: i64) -> Recipient {
        Recipient { name: name.into(), address: address.into(), kind, is_resolved: true }
    }

    #[test]
    fn somebody_is_known_by_the_address_or_by_a_name_of_the_address_book() {
        let ada = recipient("Ada Lovelace", "ada@a.example", TO);
        assert!(ada.is("Ada <ADA@a.example>") && ada.is("lovelace") && ada.is("ada@a.example"));
        assert!(!ada.is("ada@b.example") && !ada.is("Ada Lovelace <ada@b.example>") && !ada.is("Charles"));
    }

    #[test]
    fn all_who_are_wanted_and_nobody_else_get_it_in_the_wanted_way() {
        let found =
            [recipient("a@a.example", "a@a.example", TO), recipient("b@a.example", "b@a.example", CC)];
        let wanted = |to: &'static str, cc: &'static str| [(TO, vec![to]), (CC, vec![cc])];
        assert!(are(&found, &wanted("a@a.example", "b@a.example")));
        assert!(!are(&found, &wanted("b@a.example", "a@a.example")));
        assert!(!are(&found, &[(TO, vec!["a@a.example"])]));
        assert!(!are(&found, &[(TO, vec!["a@a.example", "c@a.example"]), (CC, vec!["b@a.example"])]));
        assert_eq!(lines(&found), ["to: a@a.example", "cc: b@a.example"]);
    }
}
