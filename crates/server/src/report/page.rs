//! The page of a report, which the page's build makes, and the place in it where the data goes.

use serde::Serialize;

/// The viewer with its script and its style in one file.
const PAGE: &str = include_str!("../../page/dist/report.html");

/// Where the data goes.
const MARK: &str = "@@REPORT@@";

/// The page before its data, and after it.
pub(super) fn page_halves() -> (&'static str, &'static str) {
    PAGE.split_once(MARK).unwrap_or((PAGE, ""))
}

/// The value as JSON inside of a script element, which no text of it can end.
pub(super) fn data_text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default().replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_one_place_for_its_data() {
        assert_eq!(PAGE.matches(MARK).count(), 1);
        let (head, end) = page_halves();
        assert!(head.ends_with("<script type=\"application/json\" id=\"report\">"));
        assert!(end.starts_with("</script>"), "{}", &end[..40]);
    }

    #[test]
    fn no_text_ends_the_element_that_it_is_in() {
        let text = "</script><!--<script>\u{2028}\"";
        let written = data_text(&text);
        assert!(!written.contains('<'), "{written}");
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text);
    }
}
