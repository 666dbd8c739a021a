//! The styles of a flat document, and which property holds at the end of a chain of them. Pure.

use super::xml::Element;
use std::collections::BTreeMap;

/// How many styles may stand on each other.
const DEEPEST: usize = 20;

/// The styles by their family and name.
#[derive(Clone, Debug, Default)]
pub(super) struct Styles(BTreeMap<(String, String), Style>);

#[derive(Clone, Debug, Default)]
struct Style {
    parent: Option<String>,
    shown: String,
    properties: BTreeMap<String, String>,
}

impl Styles {
    /// Those of a document.
    pub(super) fn of(root: &Element) -> Styles {
        let mut styles = BTreeMap::new();
        for part in ["office:styles", "office:automatic-styles"] {
            let elements = root.child(part).into_iter().flat_map(Element::elements);
            for element in elements.filter(|it| it.name == "style:style") {
                let text = |name: &str| element.attribute(name).unwrap_or_default().to_owned();
                styles.insert((text("style:family"), text("style:name")), Style::of(element));
            }
        }
        Styles(styles)
    }

    /// What a property is in a style or in one that it stands on.
    pub(super) fn property(&self, family: &str, name: &str, property: &str) -> Option<&str> {
        self.chain(family, name).into_iter().find_map(|it| it.properties.get(property)).map(String::as_str)
    }

    /// Whether a style has this name, as a window shows it, or stands on one that has.
    pub(super) fn is_named(&self, family: &str, name: &str, shown: &str) -> bool {
        name == shown || self.chain(family, name).iter().any(|it| it.shown == shown)
    }

    fn chain(&self, family: &str, name: &str) -> Vec<&Style> {
        let (mut found, mut next) = (Vec::new(), Some(name));
        while let Some(style) = next.and_then(|it| self.0.get(&(family.to_owned(), it.to_owned()))) {
            found.push(style);
            next = style.parent.as_deref().filter(|_| found.len() < DEEPEST);
        }
        found
    }
}

impl Style {
    fn of(element: &Element) -> Style {
        let name = element.attribute("style:name").unwrap_or_default();
        let shown = element.attribute("style:display-name").unwrap_or(name).to_owned();
        let properties = element.elements().flat_map(|it| it.attributes.iter().cloned()).collect();
        Style { parent: element.attribute("style:parent-style-name").map(str::to_owned), shown, properties }
    }
}

/// A length in centimetres; `None` where the text is not a length.
pub(super) fn centimetres(text: &str) -> Option<f64> {
    let units = [("cm", 1.0), ("mm", 0.1), ("in", 2.54), ("pt", 2.54 / 72.0)];
    units.iter().find_map(|(unit, size)| Some(text.strip_suffix(unit)?.parse::<f64>().ok()? * size))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_property_is_that_of_the_nearest_style_of_the_chain() {
        let xml = r#"<office:document><office:styles>
            <style:style style:name="Heading_20_1" style:display-name="Heading 1" style:family="paragraph">
            <style:text-properties fo:font-size="20pt" fo:font-weight="bold"/></style:style></office:styles>
            <office:automatic-styles><style:style style:name="P1" style:family="paragraph"
            style:parent-style-name="Heading_20_1"><style:text-properties fo:font-size="9pt"/></style:style>
            </office:automatic-styles></office:document>"#;
        let styles = Styles::of(&Element::parse(xml).unwrap());
        assert_eq!(styles.property("paragraph", "P1", "fo:font-size"), Some("9pt"));
        assert_eq!(styles.property("paragraph", "P1", "fo:font-weight"), Some("bold"));
        assert_eq!(styles.property("text", "P1", "fo:font-weight"), None);
        assert!(styles.is_named("paragraph", "P1", "Heading 1"));
        for (text, expected) in
            [("2in", Some(508)), ("15mm", Some(150)), ("12.5cm", Some(1250)), ("wide", None)]
        {
            let found = centimetres(text).map(|it| (it * 100.0).round() as i32);
            assert_eq!(found, expected, "{text}");
        }
    }
}
