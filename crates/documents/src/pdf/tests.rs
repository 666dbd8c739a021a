//! Pages as poppler reports them, and the documents that they become.

use super::*;

/// A line: its distance from the top and from the left, the size of its letters, and its text.
type Line<'a> = (i32, i32, i32, &'a str);

/// The width of a letter.
const LETTER: usize = 5;

fn page(number: u32, lines: &[Line<'_>]) -> String {
    let line = |(top, left, font, text): &Line<'_>| {
        let width = text.chars().count() * LETTER;
        format!(
            "<text top=\"{top}\" left=\"{left}\" width=\"{width}\" height=\"{font}\" font=\"{font}\">{text}</text>"
        )
    };
    let lines: String = lines.iter().map(line).collect();
    let fonts: String = [10, 14, 20].map(|it| format!("<fontspec id=\"{it}\" size=\"{it}\"/>")).concat();
    format!("<page number=\"{number}\">{fonts}{lines}</page>")
}

/// The same with its number at the bottom.
fn numbered(number: u32, lines: &[Line<'_>]) -> String {
    page(number, &[lines, &[(900, 9, 10, number.to_string().as_str())]].concat())
}

fn read(xml: &str) -> Result<Document, DocumentError> {
    document(Pages::read(&format!("<pdf2xml>{xml}</pdf2xml>")).unwrap(), "file")
}

fn shown(xml: &str) -> Vec<String> {
    let sections = read(xml).unwrap().sections;
    sections.iter().map(|it| format!("{}: {}", it.path.join(" / "), it.text)).collect()
}

fn pages() -> String {
    [
        numbered(
            1,
            &[
                (50, 9, 20, "<b>A long</b>"),
                (75, 9, 20, "title"),
                (100, 9, 14, "First"),
                (120, 9, 10, "One"),
                (132, 9, 10, "line."),
            ],
        ),
        numbered(2, &[(50, 9, 10, "Text"), (62, 9, 10, "of it."), (150, 9, 10, "Next.")]),
        numbered(3, &[(50, 9, 14, "Second"), (70, 9, 10, "End.")]),
    ]
    .concat()
}

#[test]
fn large_lines_are_titles_and_numbers_of_pages_are_left_out() {
    assert_eq!(
        shown(&pages()),
        ["A long title / First: One line.\n\nText of it.\n\nNext.", "A long title / Second: End."]
    );
}

#[test]
fn an_outline_says_which_lines_are_titles() {
    let outline =
        "<outline><item page=\"1\">First</item><outline><item page=\"2\">Text</item></outline></outline>";
    assert_eq!(
        shown(&format!("{}{outline}", pages())),
        [
            "file: A long title",
            "file / First: One line.",
            "file / First / Text: of it.\n\nNext.\n\nSecond\n\nEnd.",
        ]
    );
}

#[test]
fn pages_without_text_are_counted() {
    let with_text = |number| page(number, &[(50, 9, 10, "A page with text.")]);
    let mixed: String =
        (1..=10).map(|it| if (4..=6).contains(&it) { page(it, &[]) } else { with_text(it) }).collect();
    let missing = read(&mixed).unwrap().missing_text.unwrap();
    assert_eq!(missing.to_string(), "3 of 10 pages have no text: 4-6");
    assert_eq!(read(&with_text(1)).unwrap().missing_text, None);
    let scanned: String = (1..=3).map(|it| page(it, &[])).collect();
    let error = read(&scanned).unwrap_err().to_string();
    assert!(error.starts_with("none of its 3 pages has text; ") && error.contains("ocrmypdf"), "{error}");
}

const LEFT: [&str; 6] = [
    "The lower tray holds two hundred",
    "sheets of paper. Push the blue han-",
    "dle down until it clicks, because the",
    "rollers otherwise slip. When the dis-",
    "play shows a tortoise, the printer is",
    "calibrating and must not be inter-",
];
const RIGHT: [&str; 6] = [
    "rupted before the amber light goes",
    "out. Afterwards print the test page",
    "and compare the margins with the",
    "template that lies in the drawer. A",
    "crooked margin means that the tray",
    "is not seated in its rail.",
];
const BOTH: &str = "The lower tray holds two hundred sheets of paper. Push the blue handle down until it clicks, because the \
    rollers otherwise slip. When the display shows a tortoise, the printer is calibrating and must not be interrupted before \
    the amber light goes out. Afterwards print the test page and compare the margins with the template that lies in the \
    drawer. A crooked margin means that the tray is not seated in its rail.";

/// The lines of a column, the first of which is this far down.
fn column<'a>(texts: &'a [&'a str], top: i32, left: i32) -> Vec<Line<'a>> {
    (0..).zip(texts).map(|(number, text)| (top + 12 * number, left, 10, *text)).collect()
}

#[test]
fn columns_are_read_one_after_the_other_whatever_the_order_of_their_lines() {
    let columns = [column(&LEFT, 100, 50), column(&RIGHT, 100, 300)].concat();
    let mut rows = columns.clone();
    rows.sort_by_key(|it| (it.0, it.1));
    for lines in [&columns, &rows] {
        assert_eq!(shown(&page(1, lines)), [format!("file: {BOTH}")]);
    }
}

#[test]
fn a_line_across_the_columns_ends_what_is_above_it() {
    let across = [(190, 150, 10, "A line that is as long as both of the columns are.")];
    let lines = [
        column(&LEFT, 100, 50),
        column(&RIGHT, 100, 300),
        across.to_vec(),
        column(&LEFT, 220, 50),
        column(&RIGHT, 220, 300),
    ];
    let mut lines = lines.concat();
    lines.sort_by_key(|it| (it.0, it.1));
    assert_eq!(
        shown(&page(1, &lines)),
        [format!("file: {BOTH}\n\nA line that is as long as both of the columns are.\n\n{BOTH}")]
    );
}

#[test]
fn tables_are_read_row_by_row() {
    let keys: [&str; 4] = ["Ctrl+S", "Ctrl+O", "Ctrl+P", "Ctrl+Q"];
    let actions: [&str; 4] =
        ["saves the document", "opens another one", "prints the document", "ends the program"];
    let mut rows = [column(&keys, 100, 50), column(&actions, 100, 300)].concat();
    rows.sort_by_key(|it| (it.0, it.1));
    let text = shown(&page(1, &rows)).concat();
    assert!(text.contains("Ctrl+S saves the document Ctrl+O opens another one"), "{text}");
}

#[test]
fn the_last_line_of_a_text_is_no_footer_and_a_footer_is_none_of_the_text() {
    let about = ["the lamp", "a red dial", "the gauge", "one door"];
    let with_end = |number: u32| {
        let begin = format!("Number {number} is about {}.", about[number as usize - 1]);
        let lines: [Line<'_>; 5] = [
            (20, 9, 10, "The manual"),
            (60, 9, 10, &begin),
            (72, 9, 10, "Marker word ends"),
            (84, 9, 10, "this page."),
            (800, 9, 10, "Printed on paper"),
        ];
        page(number, &lines)
    };
    let text = shown(&(1..=4).map(with_end).collect::<String>()).concat();
    assert_eq!(text.matches("Marker word ends this page.").count(), 4, "{text}");
    assert!(!text.contains("Printed") && !text.contains("The manual"), "{text}");
    // On few pages it may be a part of the text.
    let few: String = (1..=10)
        .map(|it| if it <= 4 { with_end(it) } else { page(it, &[(60, 9, 10, "Another text.")]) })
        .collect();
    assert!(shown(&few).concat().contains("Printed on paper"));
}
