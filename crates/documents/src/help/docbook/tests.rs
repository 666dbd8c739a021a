//! Books and the sections of them.

use super::*;

fn sections(xml: &str) -> Vec<String> {
    let document = read(xml, "file").unwrap();
    document.sections.into_iter().map(|it| format!("{}: {}", it.path.join(" / "), it.text)).collect()
}

#[test]
fn a_book_has_chapters_under_its_title() {
    let book = "<!DOCTYPE book PUBLIC '-//KDE//DTD' 'x.dtd' [<!ENTITY commands SYSTEM 'commands.docbook'>]>
        <book lang='&language;'><bookinfo><title>The &kcalc; Handbook</title>
        <authorgroup><author>&Some.Body;</author></authorgroup><legalnotice>&FDLNotice;</legalnotice>
        <abstract><para>&kcalc; calculates.</para></abstract></bookinfo>
        <chapter><title>Introduction</title><para>Text.</para>
        <sect1><title>First</title><indexterm><primary>x</primary></indexterm><para>One.</para></sect1></chapter>
        &commands;<appendix><title>End</title><para>Last.</para></appendix></book>";
    assert_eq!(
        sections(book),
        [
            "The kcalc Handbook: kcalc calculates.",
            "The kcalc Handbook / Introduction: Text.",
            "The kcalc Handbook / Introduction / First: One.",
            "The kcalc Handbook / End: Last.",
        ]
    );
}

#[test]
fn version_5_has_its_title_in_info() {
    let article = "<article xmlns='http://docbook.org/ns/docbook' version='5.0' xml:lang='en'>
        <info><title>A</title></info><section><title>B</title><para>c</para></section></article>";
    assert_eq!(read(article, "x").unwrap().language.as_deref(), Some("en"));
    assert_eq!(sections(article), ["A / B: c"]);
}

#[test]
fn blocks_become_markdown() {
    for (block, expected) in [
        (
            "<procedure><title>Do</title><step><para>Choose <menuchoice><shortcut><keycap>F2</keycap></shortcut>
             <guimenu>File</guimenu> <guimenuitem>Open</guimenuitem></menuchoice>.</para></step>
             <step><para>Press <keycombo action='simul'><keycap>Ctrl</keycap><keycap>S</keycap></keycombo></para>
             <substeps><step><para>Wait.</para></step></substeps></step></procedure>",
            "**Do**\n1. Choose File > Open.\n2. Press Ctrl+S\n  1. Wait.",
        ),
        (
            "<variablelist><varlistentry><term><guilabel>One</guilabel></term><listitem><para>First.</para>
             </listitem></varlistentry><varlistentry><term>Two</term><listitem><para>Second.</para></listitem>
             </varlistentry></variablelist>",
            "- **One**\n  First.\n- **Two**\n  Second.",
        ),
        (
            "<table><title>Keys</title><tgroup cols='2'><colspec colname='a'/><thead><row><entry>A</entry>
             <entry>B</entry></row></thead><tbody><row><entry><para>1</para></entry><entry>2</entry></row></tbody>
             </tgroup></table>",
            "**Keys**\n| A | B |\n| --- | --- |\n| 1 | 2 |",
        ),
        ("<tip><para>Fast &amp; good.</para></tip>", "> Tip: Fast & good."),
        ("<para>See <xref linkend='end'/> and <ulink url='u'>that</ulink>.</para>", "See end and that."),
        ("<screen>$ <command>ls</command>\n a</screen>", "```\n$ ls\n a\n```"),
        (
            "<screenshot><screeninfo>no</screeninfo><mediaobject><imageobject><imagedata/></imageobject>
             <textobject><phrase>no</phrase></textobject><caption><para>It.</para></caption></mediaobject>
             </screenshot>",
            "It.",
        ),
    ] {
        let article = format!("<article><title>T</title>{block}</article>");
        assert_eq!(sections(&article), [format!("T: {expected}")], "{block}");
    }
}
