//! Nested lists, and the cells of a line between bars, as text documents and slides write them.

/// An item of a list: its level, from 1, and its text.
pub(super) type Item<'a> = (usize, &'a str);

/// The item that a line like `- text` or `-- text` holds.
pub(super) fn item(line: &str) -> Option<Item<'_>> {
    let (marks, text) = line.split_once(' ')?;
    (matches!(marks, "-" | "--")).then_some((marks.len(), text))
}

/// The items as a list in this style, each item's paragraph as `paragraph` writes it.
pub(super) fn list(style: &str, items: &[Item<'_>], paragraph: impl Fn(&str) -> String) -> String {
    let mut out = format!("<text:list text:style-name=\"{style}\">");
    for group in items.chunk_by(|_, (level, _)| *level > 1) {
        out.push_str("<text:list-item>");
        for (at, (level, text)) in group.iter().enumerate() {
            match (at, level) {
                (0, _) => out.push_str(&paragraph(text)),
                (1, _) => out.push_str(&format!("<text:list><text:list-item>{}", paragraph(text))),
                _ => out.push_str(&format!("</text:list-item><text:list-item>{}", paragraph(text))),
            }
        }
        out.push_str(if group.len() > 1 {
            "</text:list-item></text:list></text:list-item>"
        } else {
            "</text:list-item>"
        });
    }
    out + "</text:list>"
}

/// The cells of a line like `| a | b |`.
pub(super) fn row(line: &str) -> Option<Vec<&str>> {
    let cells = line.strip_prefix('|')?.strip_suffix('|')?;
    Some(cells.split('|').map(str::trim).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_of_the_second_level_are_inside_the_item_before_them() {
        let items: Vec<Item<'_>> = ["- a", "-- b", "-- c", "- d"].into_iter().filter_map(item).collect();
        let shown =
            list("L", &items, |text| text.to_owned()).replace("text:list", "l").replace("l-item", "i");
        assert_eq!(shown, "<l text:style-name=\"L\"><i>a<l><i>b</i><i>c</i></l></i><i>d</i></l>");
        assert_eq!(item("-dash"), None);
    }

    #[test]
    fn a_line_between_bars_is_a_row() {
        assert_eq!(row("| a | b c ||"), Some(vec!["a", "b c", ""]));
        assert_eq!(row("a | b"), None);
    }
}
