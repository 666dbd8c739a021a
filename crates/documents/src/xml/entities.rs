//! The replacement texts of a document's entities.

use super::XmlError;
use crate::{
    html,
    limits::{LARGEST_ENTITY, MOST_ENTITIES},
};
use quick_xml::{escape::resolve_xml_entity, events::BytesRef};
use std::collections::HashMap;

/// What KDE's handbooks call the buttons of a mouse and some products; their definitions are outside the document.
const KDE: [(&str, &str); 6] = [
    ("LMB", "left mouse button"),
    ("MMB", "middle mouse button"),
    ("RMB", "right mouse button"),
    ("kde", "KDE"),
    ("kappname", "the application"),
    ("plasma", "Plasma"),
];

/// Which entities are resolved in addition to character references and the five predefined ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntitySet {
    /// None: a reference to any other stays as it is written.
    Predefined,
    /// Those that the document defines, and those of HTML and KDE; an undefined entity is shown by its name.
    Documentation,
}

/// The entities of a document.
#[derive(Debug)]
pub(super) struct Entities {
    set: EntitySet,
    /// Those that the document defines itself.
    texts: HashMap<String, String>,
    /// The bytes of their replacement texts, where they are defined and where they are used.
    size: usize,
}

impl Entities {
    pub(super) fn of(set: EntitySet) -> Entities {
        Entities { set, texts: HashMap::new(), size: 0 }
    }

    /// Reads the definitions of a document type. Those of files are empty, and those of parameters are passed
    /// over.
    pub(super) fn declare(&mut self, declaration: &str) -> Result<(), XmlError> {
        if self.set == EntitySet::Predefined {
            return Ok(());
        }
        for definition in declaration.split("<!ENTITY").skip(1) {
            let Some((name, quoted)) = definition.trim_start().split_once(char::is_whitespace) else {
                continue;
            };
            let quoted = quoted.trim_start();
            if quoted.starts_with("SYSTEM") || quoted.starts_with("PUBLIC") {
                self.texts.entry(name.to_owned()).or_default();
                continue;
            }
            let Some(quote) = quoted.chars().next().filter(|it| matches!(it, '"' | '\'')) else { continue };
            let Some((value, _)) = quoted[1..].split_once(quote) else { continue };
            let text = self.expanded(value)?;
            self.count(text.len())?;
            // The first definition counts.
            self.texts.entry(name.to_owned()).or_insert(text);
        }
        Ok(())
    }

    /// The text of a reference.
    pub(super) fn text(&mut self, reference: &BytesRef<'_>) -> Result<String, XmlError> {
        if let Ok(Some(character)) = reference.resolve_char_ref() {
            return Ok(character.into());
        }
        let name = reference.xml10_content();
        let text = self.named(&name);
        if self.texts.contains_key(&*name) {
            self.count(text.len())?;
        }
        Ok(text)
    }

    /// The text of an entity.
    fn named(&self, name: &str) -> String {
        if let Some(text) = self.texts.get(name) {
            return text.clone();
        }
        if let Some(text) = resolve_xml_entity(name) {
            return text.into();
        }
        if self.set == EntitySet::Predefined {
            return format!("&{name};");
        }
        match KDE.iter().find(|(known, _)| *known == name) {
            Some((_, text)) => (*text).into(),
            None => html::entity(name).unwrap_or_else(|| name.replace('.', " ")),
        }
    }

    /// A value without tags; references in it are to entities that are defined before it, so none can contain itself.
    fn expanded(&self, value: &str) -> Result<String, XmlError> {
        let mut text = String::new();
        let mut rest = value;
        while let Some(at) = rest.find(['<', '&']) {
            text.push_str(&rest[..at]);
            let (end, is_tag) = if rest[at..].starts_with('<') { ('>', true) } else { (';', false) };
            let Some((inner, after)) = rest[at + 1..].split_once(end) else { break };
            if !is_tag && !inner.starts_with('#') {
                text.push_str(&self.named(inner));
            }
            if text.len() > LARGEST_ENTITY {
                return Err(XmlError::TooMuch("entities"));
            }
            rest = after;
        }
        text.push_str(rest);
        if text.len() > LARGEST_ENTITY { Err(XmlError::TooMuch("entities")) } else { Ok(text) }
    }

    fn count(&mut self, bytes: usize) -> Result<(), XmlError> {
        self.size += bytes;
        if self.size > MOST_ENTITIES { Err(XmlError::TooMuch("entities")) } else { Ok(()) }
    }
}
