//! HTML and the Markdown of it.

use super::*;

#[test]
fn blocks_lists_tables_and_links_become_markdown() {
    let base = Url::parse("https://example.org/a/b").unwrap();
    for (html, expected) in [
        (
            "<title>T</title><h1>A <b>day</b> out</h1><p>one\n two<br>three",
            "T\n\n# A **day** out\n\none two\nthree",
        ),
        ("<ul><li>a<ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c"),
        ("<ol><li>a<li>b</ol>after", "1. a\n2. b\n\nafter"),
        (
            "<table><tr><th>A<th>B<tr><td>1<td><p>2</p><p>3</p></table>",
            "| A | B |\n| --- | --- |\n| 1 | 2 3 |",
        ),
        ("see <a href='../c?x=1'>the <i>mill</i></a>.", "see [the mill](https://example.org/c?x=1)."),
        ("<a href='javascript:alert(1)'>x</a><a href='data:,y'>y</a>", "xy"),
        ("<pre>a\n  b</pre>c", "```\na\n  b\n```\n\nc"),
        ("<blockquote>so<p>it is</blockquote>x", "> so\n\n> it is\n\nx"),
        ("a<script>if (1 < 2) '<p>'</script><style>b{}</style>c<svg><p>no</p><svg></svg></svg>d", "acd"),
        ("a &amp; b &lt;c&gt; <img alt='a hill'><img src=x>", "a & b <c> [a hill]"),
        ("</ul></li></td></table></pre>x", "x"),
        ("a\u{202e}b\u{7}", "ab"),
        ("<ul><li><p>a</p><p>b</p></li><li><p>c</ul>d", "- a\n  b\n- c\n\nd"),
        ("x<b></b><a href='/y'><img src=z></a><code></code>", "x"),
        (
            "was <del>9 €</del>, <s>8 €</s> now <b>7 €</b><strike></strike>",
            "was ~~9 €~~, ~~8 €~~ now **7 €**",
        ),
        ("<table><tr><td>a|b<td>c</table>", "| a\\|b | c |\n| --- | --- |"),
        ("", ""),
    ] {
        assert_eq!(html_to_markdown(html, Some(&base), Links::Shown), expected, "{html}");
    }
    assert_eq!(html_to_markdown("<a href='https://e.org'>x</a>", None, Links::Ignored), "x");
}

#[test]
fn a_page_that_nests_without_end_exhausts_nothing() {
    for tag in ["<div>", "<ul><li>", "<blockquote>", "<table><tr><td>", "<b>", "<svg>", "<pre>", "<a href=x>"]
    {
        let html = format!("{}x", tag.repeat((1 << 19) / tag.len()));
        let markdown = html_to_markdown(&html, None, Links::Shown);
        assert!(markdown.len() < 10 << 20, "{tag}: {}", markdown.len());
    }
}

#[test]
fn an_empty_element_of_xhtml_swallows_nothing() {
    let page = "<html><head><title/><script src='a>b'/><style type=\"x\" /></head><body><p>1 < 2 <textarea/> all\
        <script>no()</script> of it</p></body></html>";
    let document = read_xhtml(page, "file").unwrap();
    assert_eq!(document.sections[0].text, "1 < 2 all of it");
}

#[test]
fn a_page_becomes_sections_under_its_title() {
    let page = "<html lang=de><title>A book</title><header>Site</header><nav>Menu</nav><p>Before.</p><h1>One</h1>\
        <p>Text</p><h2>Two <code>x</code></h2><table><tr><td>a<h3>Three</h3>b</td></tr></table>\
        <article><header><h1>Four</h1></header><ul><li><h2>No section</h2>c</ul></article><footer>About</footer>";
    let document = read(page, "file").unwrap();
    let sections: Vec<String> =
        document.sections.iter().map(|it| format!("{}: {}", it.path.join(" / "), it.text)).collect();
    assert_eq!((document.title.as_str(), document.language.as_deref()), ("A book", Some("de")));
    assert_eq!(
        sections,
        [
            "A book: Before.",
            "A book / One: Text",
            "A book / One / Two x: | a |\n| --- |",
            "A book / One / Two x / Three: b",
            "A book / Four: - **No section**\n  c",
        ]
    );
}

#[test]
fn the_only_heading_of_a_page_is_its_title() {
    let document = read("<title>Manual: Copy</title><h1>Copy</h1><p>x</p><h2>More</h2>y", "file").unwrap();
    assert_eq!(document.title, "Copy");
    assert_eq!(document.sections[1].path, ["Copy", "More"]);
    assert_eq!(read("<p>x", "file").unwrap().title, "file");
}

#[test]
fn a_page_that_opens_sections_without_end_is_refused() {
    let page = "<h1>a</h1>b".repeat(30_000);
    assert!(matches!(read(&page, "x"), Err(DocumentError::TooMuch("sections"))));
    let deep: String = (0..5_000).map(|it| format!("<h{}>t</h{0}>x", it % 6 + 1)).collect();
    let longest = read(&deep, "x").unwrap().sections.iter().map(|it| it.path.len()).max();
    assert_eq!(longest, Some(6));
}

#[test]
fn a_page_that_becomes_more_text_than_is_read_is_refused() {
    let page = format!("{}{}", "<blockquote>".repeat(64), "<br>x".repeat(280_000));
    assert!(matches!(read(&page, "x"), Err(DocumentError::TooMuch("text"))));
}

#[test]
fn a_tag_with_attributes_without_end_exhausts_nothing() {
    let attributes: String = (0..100_000).map(|it| format!("a{it}=\"b\" ")).collect();
    let html = format!("<p {attributes}><a {attributes} href=\"https://e.org/\">x \"y\"</a>");
    assert_eq!(html_to_markdown(&html, None, Links::Shown), "[x \"y\"](https://e.org/)");
}

#[test]
fn entities_have_the_names_of_html() {
    assert_eq!(entity("mdash").as_deref(), Some("—"));
    assert_eq!(entity("nbsp").as_deref(), Some("\u{a0}"));
    for unknown in ["kcalc", "", "amp;<b>", "x y"] {
        assert_eq!(entity(unknown), None, "{unknown}");
    }
}

#[test]
fn a_pause_never_falls_into_a_character_reference() {
    for (quotes, end) in (196..204).flat_map(|it| [(it, "&c"), (it, "&amp;"), (it, "&amp"), (it, "&#38")]) {
        let html = format!("<p>{}<a href=\"/?b{end}\">in</a> out", "\"".repeat(quotes));
        let expected = format!("{}in out", "\"".repeat(quotes));
        assert_eq!(html_to_markdown(&html, None, Links::Ignored), expected, "{quotes}, {end}");
    }
}
