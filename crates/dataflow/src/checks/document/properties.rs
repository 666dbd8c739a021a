//! Reads document properties such as the title.

use super::{
    package::{Package, Trouble},
    xml::{Piece, walk},
};
use crate::task::{Kind, Property};

/// The element names of a property in OpenDocument and in Office Open XML.
const fn elements(property: Property) -> (&'static str, &'static str) {
    match property {
        Property::Title => ("title", "title"),
        Property::Subject => ("subject", "subject"),
        Property::Author => ("initial-creator", "creator"),
        Property::Keywords => ("keyword", "keywords"),
        Property::Comments => ("description", "description"),
    }
}

/// The property; empty if the document lacks it. Several keywords are joined by commas.
pub(super) fn property(package: &mut Package, kind: Kind, property: Property) -> Result<String, Trouble> {
    let (open_document, office) = elements(property);
    let (part, element) = match kind {
        Kind::Odt | Kind::Ods | Kind::Odp => ("meta.xml", open_document),
        Kind::Docx | Kind::Xlsx | Kind::Pptx => ("docProps/core.xml", office),
    };
    let Some(xml) = package.part_if_there(part)? else { return Ok(String::new()) };
    let (mut found, mut inside): (Vec<String>, bool) = (Vec::new(), false);
    walk(&xml, &[], |piece| match piece {
        Piece::Open(tag) if tag.name() == element => {
            inside = true;
            found.push(String::new());
        }
        Piece::Close(name) if name == element => inside = false,
        Piece::Text(text) if inside => found.last_mut().into_iter().for_each(|it| it.push_str(text)),
        _ => {}
    })?;
    Ok(found.join(", "))
}
