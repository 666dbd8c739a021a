//! Reads document properties such as the title.

use super::{document_error::DocumentError, walk::walk};
use crate::task::{DocumentKind, DocumentProperty};
use deskpilot_documents::{office::Package, xml::XmlEvent};

/// The element names of a property in OpenDocument and in Office Open XML.
const fn elements(property: DocumentProperty) -> (&'static str, &'static str) {
    match property {
        DocumentProperty::Title => ("title", "title"),
        DocumentProperty::Subject => ("subject", "subject"),
        DocumentProperty::Author => ("initial-creator", "creator"),
        DocumentProperty::Keywords => ("keyword", "keywords"),
        DocumentProperty::Comments => ("description", "description"),
    }
}

/// The property; empty if the document lacks it. Several keywords are joined by commas.
pub(super) fn property(
    package: &mut Package<'_>,
    kind: DocumentKind,
    property: DocumentProperty,
) -> Result<String, DocumentError> {
    let (open_document, office) = elements(property);
    let (part, element) = match kind {
        DocumentKind::Odt | DocumentKind::Ods | DocumentKind::Odp => ("meta.xml", open_document),
        DocumentKind::Docx | DocumentKind::Xlsx | DocumentKind::Pptx => ("docProps/core.xml", office),
    };
    let Some(xml) = package.optional_part(part)? else { return Ok(String::new()) };
    let (mut found, mut inside): (Vec<String>, bool) = (Vec::new(), false);
    walk(&xml, &[], |event| match event {
        XmlEvent::Open(tag) if tag.name() == element => {
            inside = true;
            found.push(String::new());
        }
        XmlEvent::Close(name) if name == element => inside = false,
        XmlEvent::Text(text) if inside => found.last_mut().into_iter().for_each(|it| it.push_str(text)),
        _ => {}
    })?;
    Ok(found.join(", "))
}
