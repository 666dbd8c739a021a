//! Which part of an Office Open XML package another part means by an identifier.

use super::{Package, PartError};
use crate::xml::{Content, EntitySet, XmlEvent, walk};

/// The identifiers and the names of the parts that another part refers to, in their order. `None` if it refers to none.
pub(super) fn relations(
    package: &mut Package<'_>,
    part: &str,
) -> Result<Option<Vec<(String, String)>>, PartError> {
    let (folder, name) = part.rsplit_once('/').unwrap_or(("", part));
    let Some(xml) = package.optional_part(&format!("{folder}/_rels/{name}.rels"))? else { return Ok(None) };
    let mut relations = Vec::new();
    walk(&xml, EntitySet::Predefined, |event| {
        if let XmlEvent::Open(tag) = event
            && let (Some(id), Some(target)) = (tag.attribute("Id"), tag.attribute("Target"))
        {
            relations.push((id, part_name(folder, &target)));
        }
        Content::Visited
    })?;
    Ok(Some(relations))
}

/// The name of a part that is named from a folder, as in `../notesSlides/notesSlide1.xml` or `/xl/styles.xml`.
pub(crate) fn part_name(folder: &str, target: &str) -> String {
    if let Some(name) = target.strip_prefix('/') {
        return name.to_owned();
    }
    let (mut folder, mut target) = (folder, target);
    while let Some(rest) = target.strip_prefix("../") {
        folder = folder.rsplit_once('/').map_or("", |(above, _)| above);
        target = rest;
    }
    if folder.is_empty() { target.to_owned() } else { format!("{folder}/{target}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_named_from_the_folder_of_the_other_or_from_the_top() {
        for (folder, target, expected) in [
            ("xl", "worksheets/sheet1.xml", "xl/worksheets/sheet1.xml"),
            ("xl", "/xl/sharedStrings.xml", "xl/sharedStrings.xml"),
            ("ppt/slides", "../notesSlides/notesSlide1.xml", "ppt/notesSlides/notesSlide1.xml"),
            ("ppt", "../../x.xml", "x.xml"),
        ] {
            assert_eq!(part_name(folder, target), expected);
        }
    }
}
