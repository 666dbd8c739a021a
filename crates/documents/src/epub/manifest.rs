//! What a book says about itself: its title, its language, and its pages in their order.

use crate::{
    DocumentError, Format,
    office::part_name,
    xml::{Content, Tag, XmlEvent, walk_document},
};
use std::collections::{HashMap, HashSet};

/// The types of pages; the others in a spine are pictures.
const PAGES: [&str; 2] = ["application/xhtml+xml", "text/html"];

/// What a book says about itself.
#[derive(Debug, Default)]
pub(super) struct Manifest {
    pub(super) title: String,
    pub(super) language: String,
    /// The parts with its pages, each once, in the order of the spine.
    pub(super) pages: Vec<String>,
}

impl Manifest {
    /// That of a description in the part of this name.
    pub(super) fn read(xml: &str, place: &str) -> Result<Manifest, DocumentError> {
        let folder = place.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut manifest = Manifest::default();
        let mut parts: HashMap<String, String> = HashMap::new();
        let (mut open, mut spine) = (None, Vec::new());
        walk_document(xml, Format::Epub, |event| {
            match event {
                XmlEvent::Open(tag) => match tag.name() {
                    "item" => parts.extend(page(tag, folder)),
                    "itemref" => spine.extend(tag.attribute("idref")),
                    "title" if manifest.title.is_empty() => open = Some(Property::Title),
                    "language" if manifest.language.is_empty() => open = Some(Property::Language),
                    _ => {}
                },
                XmlEvent::Close(_) => open = None,
                XmlEvent::Text(text) => match open {
                    Some(Property::Title) => manifest.title.push_str(text),
                    Some(Property::Language) => manifest.language.push_str(text),
                    None => {}
                },
            }
            Content::Visited
        })?;
        let mut listed = HashSet::new();
        spine.retain(|it| listed.insert(it.clone()));
        manifest.pages = spine.iter().filter_map(|it| parts.remove(it)).collect();
        Ok(manifest)
    }
}

/// A property whose text is read.
#[derive(Clone, Copy)]
enum Property {
    Title,
    Language,
}

/// The identifier of a page, and its part; `None` for a picture, a font or a style.
fn page(item: &Tag<'_>, folder: &str) -> Option<(String, String)> {
    let kind = item.attribute("media-type")?;
    let is_page = PAGES.contains(&kind.as_str());
    let (id, address) = (item.attribute("id")?, item.attribute("href")?);
    is_page.then(|| (id, part_of_address(folder, &address)))
}

/// The part that an address from a folder means. Addresses are percent-encoded, and names of parts are not.
pub(super) fn part_of_address(folder: &str, address: &str) -> String {
    let address = address.split_once('#').map_or(address, |(part, _)| part);
    let mut bytes = Vec::with_capacity(address.len());
    let mut rest = address.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        let escaped = after.get(..2).filter(|_| *byte == b'%').and_then(byte_of_digits);
        bytes.push(escaped.unwrap_or(*byte));
        rest = if escaped.is_some() { &after[2..] } else { after };
    }
    part_name(folder, &String::from_utf8(bytes).unwrap_or_else(|_| address.to_owned()))
}

fn byte_of_digits(digits: &[u8]) -> Option<u8> {
    u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()
}
