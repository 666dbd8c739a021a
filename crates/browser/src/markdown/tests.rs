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
        ("", ""),
    ] {
        assert_eq!(of_html(html, Some(&base), Links::Shown), expected, "{html}");
    }
    assert_eq!(of_html("<a href='https://e.org'>x</a>", None, Links::Ignored), "x");
}

#[test]
fn a_page_that_nests_without_end_exhausts_nothing() {
    for tag in ["<div>", "<ul><li>", "<blockquote>", "<table><tr><td>", "<b>", "<svg>", "<pre>", "<a href=x>"]
    {
        let html = format!("{}x", tag.repeat((2 << 20) / tag.len()));
        let markdown = of_html(&html, None, Links::Shown);
        assert!(markdown.len() < 40 << 20, "{tag}: {}", markdown.len());
    }
}

#[test]
fn a_part_says_which_part_it_is() {
    assert_eq!(part("äbc", 0, 10), "äbc");
    assert_eq!(part("äbcdef", 0, 2), "(characters 0 to 2 of 6; go on with from=2)\näb");
    assert_eq!(part("äbcdef", 4, 10), "(characters 4 to 6 of 6)\nef");
    assert_eq!(part("äb", 9, 10), "(characters 2 to 2 of 2)\n");
}
