//! Pages and the sections of them.

use super::*;

fn sections(body: &str) -> Vec<String> {
    let page = format!(
        "<page xmlns='{NAMESPACE}' xmlns:if='http://projectmallard.org/if/1.0/' xml:lang='de'>{body}</page>"
    );
    let document = read(&page, "file").unwrap();
    assert_eq!(document.language.as_deref(), Some("de"));
    document.sections.into_iter().map(|it| format!("{}: {}", it.path.join(" / "), it.text)).collect()
}

#[test]
fn a_page_has_sections_with_titles_and_descriptions() {
    let page = "<info><link type='guide' xref='index'/><title type='link'>Short</title>
        <desc>What it <em>is</em>.</desc><credit><name>Nobody</name></credit>
        <include href='legal.xml' xmlns='http://www.w3.org/2001/XInclude'/></info>
        <title><media type='image' src='x.png'>a picture</media>Copy a file</title>
        <p>Text\n  of it.</p>
        <section id='a'><info><desc>More of it.</desc></info><title>With a mouse</title><p>Drag.</p>
        <section><title>Deep</title><p>Down.</p></section></section>
        <section ui:expanded='false' xmlns:ui='u'><title>With keys</title><p>Type.</p></section>
        <links type='topic'/>";
    assert_eq!(
        sections(page),
        [
            "Copy a file: What it is.\n\nText of it.",
            "Copy a file / With a mouse: More of it.\n\nDrag.",
            "Copy a file / With a mouse / Deep: Down.",
            "Copy a file / With keys: Type.",
        ]
    );
}

#[test]
fn blocks_become_markdown() {
    for (block, expected) in [
        (
            "<steps><title>Do it</title><item><p>Press <keyseq><key>Ctrl</key> S</keyseq>.</p>
             <note style='tip'><p>Fast.</p></note></item>
             <item><p>Go to <guiseq><gui>File</gui><gui style='menuitem'>Open</gui></guiseq>.</p></item></steps>",
            "**Do it**\n1. Press Ctrl+S.\n  > Tip: Fast.\n2. Go to File > Open.",
        ),
        ("<list><item><p>a</p><list type='numbered'><item><p>b</p></item></list></item></list>", "- a\n  1. b"),
        (
            "<terms><title>Words</title><item><title>One</title><p>First.</p></item>
             <item><title>Two</title><p>Second.</p></item></terms>",
            "**Words**\n- **One**\n  First.\n- **Two**\n  Second.",
        ),
        ("<note style='warning'><title>Hot</title><p>Do not.</p></note>", "> Warning: **Hot**\n\n> Do not."),
        (
            "<table><thead><tr><td><p>A</p></td><td>B</td></tr></thead><tbody><tr><td><code>c</code></td>
             <td><p>d</p><p>e</p></td></tr></tbody></table>",
            "| A | B |\n| --- | --- |\n| `c` | d e |",
        ),
        ("<code>a\n b</code><p>x</p>", "```\na\n b\n```\n\nx"),
        ("<screen>$ <input>ls</input></screen>", "```\n$ ls\n```"),
        (
            "<p>Type <cmd>ls</cmd> in <app>Term</app>, see <link xref='other#x'/> or <link href='u'>that</link>.</p>",
            "Type `ls` in Term, see other#x or that.",
        ),
        ("<p>a<tt:p xmlns:tt='t'>no</tt:p><comment><p>no</p></comment></p>", "a"),
    ] {
        assert_eq!(sections(&format!("<title>T</title>{block}")), [format!("T: {expected}")], "{block}");
    }
}

#[test]
fn conditions_choose_what_is_for_this_desktop() {
    let page = "<title>T</title><if:choose><if:when test='platform:gnome-classic'><p>classic</p></if:when>
        <if:when test='!platform:ubuntu'><p>this</p></if:when><if:else><p>other</p></if:else></if:choose>
        <if:choose><if:when test='platform:x'><p>no</p></if:when><if:else><p>else</p></if:else></if:choose>
        <p if:test='target:mobile'>phone</p><p if:test='!target:mobile'>desktop</p>
        <if:if test='action:install'><p>install</p></if:if>";
    assert_eq!(sections(page), ["T: this\n\nelse\n\ndesktop"]);
}

#[test]
fn sections_that_nest_deeper_than_titles_do_are_siblings() {
    let section = "<section><title>T</title><p>x</p>";
    let page = format!("<title>P</title>{}{}", section.repeat(300), "</section>".repeat(300));
    let depths: Vec<usize> = sections(&page).iter().map(|it| it.matches(" / ").count() + 1).collect();
    assert_eq!((depths.len(), depths.iter().max()), (300, Some(&12)));
}
