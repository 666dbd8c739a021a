//! Tests of checks of intact and broken office documents, each written by the test.

use deskpilot_core::Assessment::{self, No, Unsure, Yes};
use deskpilot_tasks::{CheckEnvironment, TaskFile, brief, check};
use deskpilot_testkit::TextDesktop;
use std::{
    fs::{self, File},
    io::Write,
    path::Path,
    time::Duration,
};
use zip::{ZipWriter, write::SimpleFileOptions};

fn write(home: &Path, name: &str, parts: &[(&str, &str)]) {
    let mut package = ZipWriter::new(File::create(home.join(name)).unwrap());
    for (part, text) in parts {
        package.start_file(*part, SimpleFileOptions::default()).unwrap();
        package.write_all(text.as_bytes()).unwrap();
    }
    package.finish().unwrap();
}

async fn compare(home: &Path, table: &[(&str, Assessment, &str)]) {
    let mut desktop = TextDesktop::new("window \"A\" a").unwrap();
    for (lines, holds, expected) in table {
        let text = format!("request = \"x\"\n[[checks]]\n{lines}");
        let task = TaskFile::parse(Path::new("t.toml"), &text).unwrap();
        let mut environment = CheckEnvironment { home, desktop: &mut desktop, programs: &Vec::new };
        let checked = &check(&task.checks, &mut environment, Duration::ZERO).await[0];
        assert_eq!(checked.holds, *holds, "{lines}: {checked:?}");
        assert!(checked.found.contains(expected), "{lines}: {checked:?}");
    }
}

const META: &str = r#"<office:document-meta><office:meta><dc:title>A &amp; B</dc:title>
    <meta:initial-creator>Ada</meta:initial-creator><dc:creator>Bob</dc:creator>
    <meta:keyword>tea</meta:keyword><meta:keyword>milk</meta:keyword></office:meta></office:document-meta>"#;

#[tokio::test]
async fn texts_of_open_document() {
    let home = tempfile::tempdir().unwrap();
    let styles = r#"<office:document-styles>
        <style:style style:name="Strong" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>
        <style:style style:name="P1" style:family="paragraph"><style:text-properties fo:font-weight="bold"/></style:style>
        </office:document-styles>"#;
    let content = r#"<?xml version="1.0"?><office:document-content><office:automatic-styles>
        <style:style style:name="T1" style:family="text" style:parent-style-name="Strong"/>
        <style:style style:name="T2" style:family="text"><style:text-properties fo:font-weight="normal"/></style:style>
        <style:style style:name="P1" style:family="paragraph"><style:text-properties fo:font-weight="normal"/></style:style>
        <style:style style:name="P2" style:family="paragraph"><style:text-properties fo:font-weight="700"/></style:style>
        </office:automatic-styles><office:body><office:text>
        <text:tracked-changes><text:p>gone words</text:p></text:tracked-changes>
        <text:p text:style-name="P1">Dear<text:s/>Ada<text:note><text:note-citation>1</text:note-citation><text:note-body>
        <text:p>of Turin</text:p></text:note-body></text:note>, caf&#233; &lt;now&gt; &evil; <text:span
        text:style-name="T1">very <text:a>soon</text:a></text:span>.</text:p>
        <text:h text:style-name="P2"><office:annotation><dc:creator>Bob</dc:creator><dc:date>2024</dc:date><text:p>. Ask
        her</text:p></office:annotation>All <text:span text:style-name="T2">but</text:span> this</text:h>
        </office:text></office:body></office:document-content>"#;
    write(home.path(), "a.odt", &[("content.xml", content), ("styles.xml", styles), ("meta.xml", META)]);
    write(home.path(), "bare.odt", &[("content.xml", "<a><p>x</p></a>")]);
    compare(
        home.path(),
        &[
            ("document='a.odt'\ntext_contains='Dear Ada, café <now>'", Yes, "Dear Ada, café"),
            ("document='a.odt'\ntext_contains='of Turin'", Yes, ""),
            ("document='a.odt'\ntext_contains='soon. All'", Yes, ""),
            ("document='a.odt'\ntext_contains='this of Turin . Ask her'", Yes, ""),
            ("document='a.odt'\ntext_absent='Bob'", Yes, ""),
            ("document='a.odt'\ntext_absent='of  Turin'", No, "Dear Ada"),
            ("document='a.odt'\ntext_contains='gone'", No, "Dear Ada"),
            ("document='a.odt'\ntext_contains='&evil;'", Yes, ""),
            ("document='a.odt'\nbold='very soon'", Yes, "very soon"),
            ("document='a.odt'\nbold='Dear'", No, "\"Dear\" is in a.odt"),
            ("document='a.odt'\nbold='this'", Yes, ""),
            ("document='a.odt'\nbold='All but'", No, ""),
            ("document='a.odt'\nbold='elsewhere'", No, "\"elsewhere\" is not in a.odt"),
            ("document='a.odt'\nproperty='title'\nequals='A & B'", Yes, ""),
            ("document='a.odt'\nproperty='title'\nequals='A'", No, "the title of a.odt is \"A & B\""),
            ("document='a.odt'\nproperty='author'\nequals='Ada'", Yes, ""),
            ("document='a.odt'\npart='content.xml'\ncontains='<text:h '", Yes, ""),
            (
                "document='a.odt'\npart='content.xml'\ncontains='Dear Ada'",
                No,
                "\"Dear Ada\" is not in the part content",
            ),
            ("document='a.odt'\npart='Pictures/1.svg'\ncontains='x'", No, "a.odt has no part Pictures/1.svg"),
            ("document='a.odt'\nproperty='keywords'\nequals='tea, milk'", Yes, ""),
            ("document='a.odt'\nproperty='subject'\nequals='x'", No, "is \"\""),
            ("document='bare.odt'\nproperty='title'\nequals='x'", No, "is \"\""),
            ("document='bare.odt'\ntext_contains='x'", Yes, ""),
        ],
    )
    .await;
}

#[tokio::test]
async fn cells_of_open_document() {
    let home = tempfile::tempdir().unwrap();
    let cell = |value: &str, text: &str| {
        format!(r#"<table:table-cell office:value="{value}"><text:p>{text}</text:p></table:table-cell>"#)
    };
    let (price, note) = (cell("1234.5", "1,234.50 €"), cell("7", "7"));
    let content = format!(
        r#"<document-content><table:tracked-changes><table:table-cell/></table:tracked-changes>
        <table:table table:name="Prices"><table:table-header-rows><table:table-row>
          <table:table-cell office:value-type="string"><text:p>tea</text:p><office:annotation><text:p>hush</text:p>
          </office:annotation></table:table-cell>{price}</table:table-row></table:table-header-rows>
        <table:table-row table:number-rows-repeated="1000"><table:table-cell table:number-columns-repeated="3"/>
          {note}</table:table-row>
        <table:table-row table:number-rows-repeated="18446744073709551615"><table:table-cell/></table:table-row>
        <table:table-row><table:table-cell><text:p>never</text:p></table:table-cell></table:table-row></table:table>
        <table:table table:name="Last"><table:table-row><table:covered-table-cell/>{note}</table:table-row></table:table>
        </document-content>"#
    );
    write(home.path(), "a.ods", &[("content.xml", &content)]);
    let text = brief(&home.path().join("a.ods")).unwrap();
    assert!(text.starts_with("Prices A1:D1001\nA1=tea | B1=1,234.50 €\nD2=7\n"), "{text}");
    assert!(text.ends_with("D1001=7\nLast B1:B1\nB1=7"), "{text}");
    fs::write(home.path().join("flat.fods"), format!("<?xml version=\"1.0\"?>{content}")).unwrap();
    assert_eq!(brief(&home.path().join("flat.fods")).unwrap(), text);
    compare(
        home.path(),
        &[
            ("document='flat.fods'\ncell='B1'\nequals=1234.5", Yes, ""),
            ("document='a.ods'\ncell='A1'\nequals='tea'", Yes, "A1 of a.ods is \"tea\""),
            ("document='a.ods'\ncell='B1'\nequals='1,234.50 €'", Yes, ""),
            ("document='a.ods'\ncell='B1'\nequals=1234.5", Yes, ""),
            ("document='a.ods'\ncell='B1'\nequals=1234", No, "1,234.50"),
            ("document='a.ods'\ncell='D2'\nequals=7", Yes, ""),
            ("document='a.ods'\ncell='D1001'\nequals=7", Yes, ""),
            ("document='a.ods'\ncell='D1002'\nequals=7", No, "is \"\""),
            ("document='a.ods'\ncell='C2'\nequals=''", Yes, ""),
            ("document='a.ods'\ncell='Last.B1'\nequals='7.0'", Yes, ""),
            ("document='a.ods'\ncell='Other.B1'\nequals=7", No, "no such sheet; it has Prices, Last"),
            ("document='a.ods'\ntext_contains='tea'", Yes, ""),
        ],
    )
    .await;
}

#[tokio::test]
async fn texts_and_slides_of_office_open_xml() {
    let home = tempfile::tempdir().unwrap();
    let styles = r#"<w:styles><w:style w:styleId="Base"><w:rPr><w:b/></w:rPr></w:style>
        <w:style w:styleId="Heading1"><w:basedOn w:val="Base"/></w:style>
        <w:style w:styleId="Loop"><w:basedOn w:val="Loop"/></w:style></w:styles>"#;
    let document = r#"<w:document><w:body><w:p><w:pPr><w:rPr><w:b/></w:rPr></w:pPr><w:r><w:t>Dear</w:t></w:r>
        <w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:moveFrom><w:r><w:t>away</w:t></w:r></w:moveFrom>
        <w:r><w:rPr><w:b/><w:rPrChange><w:rPr><w:b w:val="0"/></w:rPr></w:rPrChange></w:rPr><w:t
        xml:space="preserve"> Ada</w:t><w:tab/><w:t>now</w:t></w:r></w:p>
        <w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Title</w:t></w:r><w:r><w:rPr><w:b w:val="false"/></w:rPr>
        <w:t>thin</w:t></w:r></w:p><w:p><w:pPr><w:pStyle w:val="Loop"/></w:pPr><w:r><w:t>loop</w:t></w:r></w:p>
        </w:body></w:document>"#;
    let core = "<cp:coreProperties><dc:title>T</dc:title><dc:creator>Ada</dc:creator></cp:coreProperties>";
    write(
        home.path(),
        "a.docx",
        &[("word/document.xml", document), ("word/styles.xml", styles), ("docProps/core.xml", core)],
    );
    let slide = |text: &str| {
        format!(
            r#"<p:sld><a:p><a:r><a:rPr b="1"/><a:t>{text}</a:t></a:r><a:r><a:rPr b="0"/><a:t>!</a:t></a:r></a:p></p:sld>"#
        )
    };
    write(
        home.path(),
        "a.pptx",
        &[
            ("ppt/presentation.xml", "<a/>"),
            ("ppt/slides/slide10.xml", &slide("ten")),
            ("ppt/slides/slide2.xml", &slide("two")),
            ("ppt/slides/_rels/slide2.xml.rels", "<a/>"),
        ],
    );
    compare(
        home.path(),
        &[
            ("document='a.docx'\ntext_contains='Dear Ada now Title'", Yes, ""),
            ("document='a.docx'\ntext_contains='old'", No, ""),
            ("document='a.docx'\ntext_contains='away'", No, ""),
            ("document='a.docx'\nbold='Ada now'", Yes, ""),
            ("document='a.docx'\nbold='Dear'", No, ""),
            ("document='a.docx'\nbold='Title'", Yes, ""),
            ("document='a.docx'\nbold='thin'", No, ""),
            ("document='a.docx'\nbold='loop'", No, ""),
            ("document='a.docx'\nproperty='title'\nequals='T'", Yes, ""),
            ("document='a.docx'\nproperty='author'\nequals='Bob'", No, "\"Ada\""),
            ("document='a.pptx'\ntext_contains='two! ten!'", Yes, ""),
            ("document='a.pptx'\nbold='two'", Yes, ""),
            ("document='a.pptx'\nbold='two!'", No, ""),
        ],
    )
    .await;
}

#[tokio::test]
async fn cells_of_office_open_xml() {
    let home = tempfile::tempdir().unwrap();
    let workbook = r#"<workbook><sheets><sheet name="One" r:id="rId9"/><sheet name="Two" r:id="rId1"/></sheets></workbook>"#;
    let links = r#"<Relationships><Relationship Id="rId9" Target="worksheets/sheet7.xml"/>
        <Relationship Id="rId1" Target="/xl/worksheets/sheet2.xml"/></Relationships>"#;
    let texts = "<sst><si><t>tea</t></si><si><r><t>mi</t></r><r><t>lk</t></r><rPh><t>no</t></rPh></si></sst>";
    let one = r#"<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>1</v></c><c t="b"><v>1</v></c></row>
        <row><c><f>1+1</f><v>2</v></c><c t="inlineStr"><is><t>in</t></is></c></row>
        <row r="5"><c r="C5" t="s"><v>99</v></c><c t="str"><f>x</f><v>made</v></c></row></sheetData></worksheet>"#;
    let two = r#"<worksheet><sheetData><row r="1"><c r="A1"><v>4.0999999999999996</v></c></row></sheetData></worksheet>"#;
    write(
        home.path(),
        "a.xlsx",
        &[
            ("xl/workbook.xml", workbook),
            ("xl/_rels/workbook.xml.rels", links),
            ("xl/sharedStrings.xml", texts),
            ("xl/worksheets/sheet7.xml", one),
            ("xl/worksheets/sheet2.xml", two),
        ],
    );
    let text = brief(&home.path().join("a.xlsx")).unwrap();
    assert!(text.starts_with("One A1:D5\nA1=milk | B1=TRUE\nA2=2 | B2=in\n"), "{text}");
    assert!(text.contains("\nTwo A1:A1\nA1=4.1"), "{text}");
    compare(
        home.path(),
        &[
            ("document='a.xlsx'\ncell='A1'\nequals='milk'", Yes, ""),
            ("document='a.xlsx'\ncell='B1'\nequals='TRUE'", Yes, ""),
            ("document='a.xlsx'\ncell='A2'\nequals=2", Yes, ""),
            ("document='a.xlsx'\ncell='A2'\nequals=3", No, "\"2\""),
            ("document='a.xlsx'\ncell='B2'\nequals='in'", Yes, ""),
            ("document='a.xlsx'\ncell='C5'\nequals=''", Yes, ""),
            ("document='a.xlsx'\ncell='D5'\nequals='made'", Yes, ""),
            ("document='a.xlsx'\ncell='Two!A1'\nequals=4.1", Yes, ""),
            ("document='a.xlsx'\ncell='Three!A1'\nequals=4.1", No, "it has One, Two"),
            ("document='a.xlsx'\ntext_contains='made 4.1'", Yes, ""),
        ],
    )
    .await;
}

#[tokio::test]
async fn what_is_broken_is_reported_and_never_unpacked_whole() {
    let home = tempfile::tempdir().unwrap();
    let path = |name: &str| home.path().join(name);
    fs::write(path("text.odt"), "no package").unwrap();
    fs::write(path("empty.odt"), "").unwrap();
    fs::create_dir(path("folder.odt")).unwrap();
    write(home.path(), "other.odt", &[("word/document.xml", "<a/>")]);
    write(home.path(), "half.odt", &[("content.xml", "<a><p>Dear")]);
    write(home.path(), "crossed.odt", &[("content.xml", "<a><p>Dear</a></p>")]);
    let lol = r#"<!DOCTYPE l [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">]><a><p>&b;</p></a>"#;
    write(home.path(), "lol.odt", &[("content.xml", lol)]);
    let bomb = format!("<a><p>{}</p></a>", " ".repeat(70 << 20));
    write(home.path(), "bomb.odt", &[("content.xml", &bomb)]);
    assert!(fs::metadata(path("bomb.odt")).unwrap().len() < 1 << 20, "it is small as long as it is packed");
    let cells = r#"<c t="s"><v>0</v></c>"#.repeat(1000);
    write(
        home.path(),
        "repeats.xlsx",
        &[
            ("xl/_rels/workbook.xml.rels", r#"<a><Relationship Id="r" Target="s.xml"/></a>"#),
            ("xl/workbook.xml", r#"<a><sheet name="S" id="r"/></a>"#),
            ("xl/sharedStrings.xml", &format!("<a><si><t>{}</t></si></a>", "x".repeat(1 << 20))),
            ("xl/s.xml", &format!("<a><row>{cells}</row></a>")),
        ],
    );
    let whole = fs::read(path("lol.odt")).unwrap();
    fs::write(path("torn.odt"), &whole[..whole.len() / 2]).unwrap();
    compare(
        home.path(),
        &[
            ("document='none.odt'\ntext_contains='x'", No, "none.odt is not there"),
            ("document='folder.odt'\ntext_contains='x'", No, "folder.odt is not a file"),
            ("document='text.odt'\ntext_contains='x'", No, "text.odt is not a document"),
            ("document='empty.odt'\ntext_contains='x'", No, "empty.odt is not a document"),
            ("document='torn.odt'\ntext_contains='x'", No, "torn.odt is not a document"),
            ("document='other.odt'\ntext_contains='x'", No, "there is no content.xml in it"),
            ("document='half.odt'\ntext_contains='Dear'", Unsure, "it ends in the middle"),
            ("document='crossed.odt'\ntext_contains='Dear'", Unsure, "its XML is damaged"),
            ("document='lol.odt'\ntext_contains='lol'", No, "&b;"),
            ("document='bomb.odt'\ntext_contains='x'", Unsure, "it unpacks to more than 64 MiB"),
            ("document='repeats.xlsx'\ntext_contains='y'", Unsure, "it shows more than 16 MiB of text"),
        ],
    )
    .await;
}

#[tokio::test]
async fn what_is_made_to_exhaust_a_reader_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let names: Vec<String> = (0..60_000).map(|it| format!("part{it}")).collect();
    let mut many: Vec<(&str, &str)> = names.iter().map(|it| (it.as_str(), "")).collect();
    many.push(("content.xml", "<a><p>Dear</p></a>"));
    write(home.path(), "many.odt", &many);
    let half = format!("<a><p>Dear{}</p></a>", " ".repeat(40 << 20));
    write(home.path(), "halves.odt", &[("content.xml", &half), ("styles.xml", &half)]);
    let deep = format!("{}<p>Dear</p>{}", "<a>".repeat(2_000), "</a>".repeat(2_000));
    write(home.path(), "deep.odt", &[("content.xml", &deep)]);
    for name in ["many.odt", "halves.odt", "deep.odt"] {
        assert!(fs::metadata(home.path().join(name)).unwrap().len() < 16 << 20, "{name}");
        assert_eq!(brief(&home.path().join(name)), None, "{name}");
    }
    compare(
        home.path(),
        &[
            ("document='many.odt'\ntext_contains='Dear'", Unsure, "its list of parts is too long"),
            (
                "document='halves.odt'\ntext_contains='Dear'",
                Unsure,
                "styles.xml: it unpacks to more than 64 MiB",
            ),
            (
                "document='deep.odt'\ntext_contains='Dear'",
                Unsure,
                "more elements inside each other than are read",
            ),
        ],
    )
    .await;
}

#[tokio::test]
async fn no_damage_is_more_than_a_finding() {
    let home = tempfile::tempdir().unwrap();
    let content = "<a><p>Dear <span style-name='T1'>Ada</span>&#65;</p><table name='S'><table-row><table-cell><p>1</p>\
                   </table-cell></table-row></table></a>";
    write(home.path(), "whole.ods", &[("content.xml", content), ("styles.xml", "<a/>")]);
    let whole = fs::read(home.path().join("whole.ods")).unwrap();
    let task = "request = \"x\"\n[[checks]]\ndocument='a.ods'\ncell='A1'\nequals=1\n[[checks]]\ndocument='a.ods'\n\
                text_contains='Ada'";
    let task = TaskFile::parse(Path::new("t.toml"), task).unwrap();
    let mut desktop = TextDesktop::new("window \"A\" a").unwrap();
    for at in 0..whole.len() {
        let mut flipped = whole.clone();
        flipped[at] ^= 0x15;
        for bytes in [&flipped[..], &whole[..at]] {
            fs::write(home.path().join("a.ods"), bytes).unwrap();
            let mut environment =
                CheckEnvironment { home: home.path(), desktop: &mut desktop, programs: &Vec::new };
            for checked in check(&task.checks, &mut environment, Duration::ZERO).await {
                assert!(!checked.found.contains("panicked"), "{at}: {checked:?}");
            }
        }
    }
}
