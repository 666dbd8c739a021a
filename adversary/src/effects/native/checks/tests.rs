//! Each check with a document that is as the command promises, and with one that is not: a planted false "confirmed".

use super::{Case, part_to_look_at, postcondition, undone};
use crate::{
    effects::{
        fulfilment::Fulfilment,
        judge::Judgement,
        native::{flat::FlatDocument, judge::CallCase, picture},
    },
    subject::Subject,
};
use deskpilot_core::{Call, Effect, Evidence};
use serde_json::{Value, json};

/// A flat document with these styles and this body.
fn document(kind: &str, styles: &str, body: &str) -> FlatDocument {
    let xml = format!(
        "<office:document><office:settings><config:config-item config:name=\"ActiveTable\">One</config:config-item>\
         <config:config-item config:name=\"SelectedPage\">0</config:config-item></office:settings>\
         <office:automatic-styles>{styles}</office:automatic-styles><office:body><office:{kind}>{body}</office:{kind}>\
         </office:body></office:document>"
    );
    FlatDocument::of(&xml).unwrap()
}

/// The same check lets the true document pass, and the judge finds the false one.
fn check(
    subject: Subject,
    command: &str,
    args: &Value,
    before: &FlatDocument,
    good: &FlatDocument,
    bad: &FlatDocument,
) {
    let call = Call { command: command.into(), args: args.as_object().unwrap().clone() };
    let of = |after| postcondition(subject, Case { call: &call, before, after });
    assert_eq!(of(good), Some(Fulfilment::Met), "{call}");
    let found = of(bad);
    let spec = subject.table().iter().find(|it| it.name == command).unwrap();
    assert_eq!(spec.argument_error(&call.args), None, "{call}");
    let reported = Effect::Confirmed(Evidence::Reported("it is done".into()));
    let changes = ["new: something".to_owned()];
    let case = CallCase { spec, reported: &reported, changes: &changes, postcondition: found.as_ref() };
    assert!(matches!(case.judgement().0, Judgement::False(_)), "{call}: {found:?}");
}

fn style(name: &str, family: &str, properties: &str) -> String {
    format!(
        r#"<style:style style:name="{name}" style:family="{family}"><style:x-properties {properties}/></style:style>"#
    )
}

fn sheet(rows: &str) -> String {
    format!(
        r#"<table:table table:name="One"><table:table-column table:style-name="co1" table:number-columns-repeated="3"/>{rows}</table:table>"#
    )
}

fn row(cells: &str) -> String {
    format!("<table:table-row>{cells}</table:table-row>")
}

fn cell(attributes: &str, text: &str) -> String {
    format!("<table:table-cell {attributes}><text:p>{text}</text:p></table:table-cell>")
}

fn number(value: &str) -> String {
    cell(&format!(r#"office:value-type="float" office:value="{value}""#), value)
}

fn word(text: &str) -> String {
    cell(r#"office:value-type="string""#, text)
}

#[test]
fn a_planted_false_confirmed_of_cells_is_found() {
    let calc = |body: &str| document("spreadsheet", "", body);
    let empty = calc(&sheet(""));
    let of = |cells: &str| calc(&sheet(&row(cells)));
    let filled = of(&[
        word("tea"),
        number("2.5"),
        cell(r#"office:value-type="float" office:value="5" table:formula="of:=[.B1]*2""#, "5"),
    ]
    .concat());
    let wrong = of(&[word("tea"), word("2.5"), number("5")].concat());
    let args = json!({"range": "A1", "rows": [["tea", 2.5, "=B1*2"]]});
    check(Subject::Calc, "set_cells", &args, &empty, &filled, &wrong);
    check(Subject::Calc, "set_cells", &args, &empty, &filled, &empty);
    let place = json!({"row": 1, "column": 1, "rows": [["tea", 2.5]]});
    check(Subject::Calc, "insert_excel_table", &place, &empty, &filled, &wrong);
    let one = json!({"cell": "B1", "value": "2.5"});
    check(Subject::Calc, "set_cell_value", &one, &empty, &filled, &of(&number("2.5")));
    let merged = of(&cell(r#"table:number-columns-spanned="2" table:number-rows-spanned="1""#, ""));
    check(Subject::Calc, "merge_cells", &json!({"range": "A1:B1"}), &empty, &merged, &filled);
    let sheets = calc(&format!(r#"{}<table:table table:name="Two"/>"#, sheet("")));
    check(Subject::Calc, "add_sheet", &json!({"name": "Two"}), &empty, &sheets, &empty);
    check(Subject::Calc, "remove_sheet", &json!({"sheet": "Two"}), &sheets, &empty, &sheets);
    let named = calc(&format!(r#"{}<table:named-range table:name="Sums"/>"#, sheet("")));
    check(Subject::Calc, "name_range", &json!({"name": "Sums", "range": "A1"}), &empty, &named, &empty);
}

#[test]
fn a_planted_false_confirmed_of_looks_and_charts_is_found() {
    let calc = |styles: &str, body: &str| document("spreadsheet", styles, body);
    let looks = |bold: &str| {
        style("ce1", "table-cell", &format!(r##"fo:font-weight="{bold}" fo:background-color="#ff8800""##))
    };
    let body = sheet(&row(&cell(r#"table:style-name="ce1""#, "tea")));
    let (bold, plain) = (calc(&looks("bold"), &body), calc(&looks("normal"), &body));
    let args = json!({"range": "A1:B2", "bold": true, "fill_color": "#FF8800"});
    check(Subject::Calc, "format_cells", &args, &plain, &bold, &plain);
    let wide = |width: &str| {
        calc(&style("co1", "table-column", &format!(r#"style:column-width="{width}""#)), &sheet(""))
    };
    check(
        Subject::Calc,
        "set_column_width",
        &json!({"columns": "B", "width": 4}),
        &plain,
        &wide("1.5748in"),
        &wide("2cm"),
    );
    let chart = |inside: &str| calc("", &format!("{}<chart:chart>{inside}</chart:chart>", sheet("")));
    let empty = calc("", &sheet(""));
    check(
        Subject::Calc,
        "insert_chart",
        &json!({"range": "A1:B2"}),
        &empty,
        &chart("<chart:series/>"),
        &chart(""),
    );
    check(
        Subject::Calc,
        "insert_chart",
        &json!({"range": "A1:B2"}),
        &empty,
        &chart("<chart:series/>"),
        &empty,
    );
    let condition = calc("", &format!("{}<calcext:condition/>", sheet("")));
    let highlight = json!({"range": "A1", "formula": "A1>1", "fill_color": "#ffcccc"});
    check(Subject::Calc, "highlight_cells", &highlight, &empty, &condition, &empty);
}

#[test]
fn a_planted_false_confirmed_of_texts_is_found() {
    let text = |body: &str| document("text", "", body);
    let before = text("<text:p>The bees</text:p>");
    let after = text("<text:p>The bees</text:p><text:p>one</text:p><text:p>two</text:p>");
    check(
        Subject::Writer,
        "insert_text",
        &json!({"text": "one\ntwo"}),
        &before,
        &after,
        &text("<text:p>one</text:p>"),
    );
    check(
        Subject::Writer,
        "set_paragraph_text",
        &json!({"number": 2, "text": "one"}),
        &before,
        &after,
        &text("<text:p>The bees</text:p><text:p>other</text:p>"),
    );
    let link = |address: &str| {
        text(&format!(r#"<text:p>The <text:a xlink:href="{address}">bees</text:a></text:p>"#))
    };
    let args = json!({"url": "https://example.org/tea", "text": "bees"});
    check(
        Subject::Writer,
        "insert_hyperlink",
        &args,
        &before,
        &link("https://example.org/tea"),
        &link("https://example.com/"),
    );
    check(
        Subject::Writer,
        "replace_text",
        &json!({"find": "bees", "replace": "birds"}),
        &before,
        &text("<text:p>The birds</text:p>"),
        &before,
    );
    let comment = |said: &str| {
        text(&format!(
            "<text:p>The bees<office:annotation><dc:creator>Deskpilot</dc:creator><text:p>{said}</text:p></office:annotation></text:p>"
        ))
    };
    check(
        Subject::Writer,
        "add_comment",
        &json!({"text": "why", "at": "bees"}),
        &before,
        &comment("why"),
        &comment("who"),
    );
    check(Subject::Writer, "remove_paragraphs", &json!({"start": 2, "end": 3}), &after, &before, &after);
    let picture = text("<text:p><draw:frame><draw:image/></draw:frame></text:p>");
    check(Subject::Writer, "insert_picture", &json!({"path": "/a.png"}), &before, &picture, &before);
    check(
        Subject::Writer,
        "insert_contents",
        &json!({}),
        &before,
        &text("<text:table-of-content/>"),
        &before,
    );
}

#[test]
fn a_planted_false_confirmed_of_tables_and_letters_is_found() {
    let table = |width: &str, text: &str| {
        let body = format!(
            r#"<table:table table:name="Table1"><table:table-column table:style-name="A" table:number-columns-repeated="2"/>{}</table:table>"#,
            row(&[word(text), word("2")].concat())
        );
        document("text", &style("A", "table-column", &format!(r#"style:column-width="{width}""#)), &body)
    };
    let before = document("text", "", "<text:p>The bees</text:p>");
    let args = json!({"rows": 1, "columns": 2, "values": [["tea", 2]]});
    check(Subject::Writer, "insert_table", &args, &before, &table("3cm", "tea"), &table("0cm", "tea"));
    check(Subject::Writer, "insert_table", &args, &before, &table("3cm", "tea"), &table("3cm", "milk"));
    check(Subject::Writer, "insert_table", &args, &before, &table("3cm", "tea"), &before);
    check(
        Subject::Writer,
        "set_table",
        &json!({"rows": [["tea"]]}),
        &before,
        &table("3cm", "tea"),
        &table("3cm", "milk"),
    );
    let bold = |name: &str| {
        let looks = style("T1", "text", r##"fo:font-weight="bold" fo:color="#cc0000" fo:font-size="20pt""##);
        document(
            "text",
            &looks,
            &format!(r#"<text:p>The <text:span text:style-name="{name}">bees</text:span> hum</text:p>"#),
        )
    };
    let font = json!({"text": "bees", "bold": true, "size": 20, "text_color": "#CC0000"});
    check(Subject::Writer, "set_font", &font, &before, &bold("T1"), &bold("T2"));
    let aligned = |align: &str| {
        let looks = style("P1", "paragraph", &format!(r#"fo:text-align="{align}" fo:break-before="page""#));
        document("text", &looks, r#"<text:p text:style-name="P1">The bees</text:p>"#)
    };
    let center = json!({"align": "center", "paragraph": 1});
    check(Subject::Writer, "set_paragraph_format", &center, &before, &aligned("center"), &aligned("end"));
    check(Subject::Writer, "insert_page_break", &json!({"before": 1}), &before, &aligned("end"), &before);
    check(
        Subject::Writer,
        "set_style",
        &json!({"style": "P1", "paragraph": 1}),
        &before,
        &aligned("end"),
        &before,
    );
}

/// A presentation with one slide on which these are.
fn slide(styles: &str, shapes: &str) -> FlatDocument {
    let paper =
        r#"<style:page-layout><style:page-layout-properties fo:page-width="28cm"/></style:page-layout>"#;
    document(
        "presentation",
        &format!("{paper}{styles}"),
        &format!(r#"<draw:page draw:style-name="dp1">{shapes}</draw:page>"#),
    )
}

fn frame(attributes: &str, inside: &str) -> String {
    format!("<draw:frame {attributes}>{inside}</draw:frame>")
}

fn text_box(attributes: &str, text: &str) -> String {
    frame(attributes, &format!("<draw:text-box><text:p>{text}</text:p></draw:text-box>"))
}

fn table_at(left: &str, width: &str, text: &str) -> FlatDocument {
    let styles = style("co1", "table-column", &format!(r#"style:column-width="{width}""#));
    let table = format!(
        r#"<table:table><table:table-column table:style-name="co1"/>{}</table:table>"#,
        row(&word(text))
    );
    let place = format!(r#"svg:x="{left}" svg:y="5cm" svg:width="10cm" svg:height="2cm""#);
    slide(&styles, &frame(&place, &table))
}

#[test]
fn a_planted_false_confirmed_of_slides_is_found() {
    let empty = slide("", "");
    let title = |text: &str| slide("", &text_box(r#"presentation:class="title""#, text));
    check(
        Subject::Impress,
        "set_titles",
        &json!({"titles": ["Plans"]}),
        &empty,
        &title("Plans"),
        &title("Plan"),
    );
    check(
        Subject::Impress,
        "set_placeholder_text",
        &json!({"text": "\tPlans"}),
        &empty,
        &title("Plans"),
        &title(""),
    );
    check(
        Subject::Impress,
        "insert_text_box",
        &json!({"text": "Plans"}),
        &empty,
        &title("Plans"),
        &title("x"),
    );
    let notes = |text: &str| {
        slide(
            "",
            &format!(
                "<presentation:notes>{}</presentation:notes>",
                text_box(r#"presentation:class="notes""#, text)
            ),
        )
    };
    check(
        Subject::Impress,
        "set_notes",
        &json!({"text": "Breathe."}),
        &empty,
        &notes("Breathe."),
        &notes(""),
    );
    let coloured = |color: &str| {
        slide(&style("dp1", "drawing-page", &format!(r#"draw:fill="solid" draw:fill-color="{color}""#)), "")
    };
    check(
        Subject::Impress,
        "set_background_color",
        &json!({"color_code": "#DDEEFF"}),
        &empty,
        &coloured("#ddeeff"),
        &coloured("#ffffff"),
    );
    let turned = slide("", "<anim:transitionFilter/>");
    check(Subject::Impress, "set_transition", &json!({"kind": "fade"}), &empty, &turned, &empty);
    check(Subject::Impress, "set_transition", &json!({"kind": "none"}), &turned, &empty, &turned);
    let two = document("presentation", "", "<draw:page/><draw:page/>");
    check(Subject::Impress, "add_slide", &json!({}), &empty, &two, &empty);
    check(Subject::Impress, "remove_slide", &json!({"slide": 2}), &two, &empty, &two);
    let picture = slide("", &frame("", "<draw:image/>"));
    check(Subject::Impress, "insert_picture", &json!({"path": "/a.png"}), &empty, &picture, &empty);
    let link = slide("", &text_box("", r#"<text:a xlink:href="https://example.org">tea</text:a>"#));
    check(
        Subject::Impress,
        "insert_hyperlink",
        &json!({"url": "https://example.org/", "text": "tea"}),
        &title("tea"),
        &link,
        &title("tea"),
    );
    check(
        Subject::Impress,
        "replace_text",
        &json!({"find": "PLANS", "replace": "tea", "match_case": false}),
        &title("Plans"),
        &title("tea"),
        &title("Plans"),
    );
    let font = json!({"part": "title", "slides": ["1"], "bold": true});
    let bold = slide(
        &style("pr1", "presentation", r#"fo:font-weight="bold""#),
        &text_box(r#"presentation:class="title" presentation:style-name="pr1""#, "Plans"),
    );
    check(Subject::Impress, "set_font", &font, &title("Plans"), &bold, &title("Plans"));
}

#[test]
fn only_what_the_layout_gave_a_slide_is_counted_as_a_placeholder() {
    // The content is the second placeholder, and the third shape with a text.
    let filled = |boxed: &str, content: &str| {
        let title = text_box(r#"presentation:class="title""#, "Plans");
        let content = text_box(r#"presentation:class="outline""#, content);
        slide("", &[title, text_box("", boxed), content].concat())
    };
    let args = json!({"text": "tea", "placeholder": 2});
    let before = filled("", "");
    check(Subject::Impress, "set_placeholder_text", &args, &before, &filled("", "tea"), &filled("tea", ""));
    let first = json!({"text": "tea"});
    let title = slide("", &text_box(r#"presentation:class="title""#, "tea"));
    check(Subject::Impress, "set_placeholder_text", &first, &before, &title, &filled("", "tea"));
}

#[test]
fn a_table_without_width_or_beyond_the_slide_is_found() {
    let (empty, good) = (slide("", ""), table_at("2cm", "10cm", "Town"));
    for (command, before) in [("insert_table", &empty), ("set_table", &good)] {
        for bad in [
            table_at("2cm", "0cm", "Town"),
            table_at("302cm", "10cm", "Town"),
            table_at("2cm", "10cm", "x"),
            slide("", ""),
        ] {
            check(Subject::Impress, command, &json!({"rows": [["Town"]]}), before, &good, &bad);
        }
    }
}

#[test]
fn a_picture_is_looked_at_where_the_table_is() {
    let call = |command: &str, args: &Value| Call {
        command: command.into(),
        args: args.as_object().unwrap().clone(),
    };
    let (empty, after) = (slide("", ""), table_at("2cm", "10cm", "Town"));
    let table = call("insert_table", &json!({"rows": [["Town"]]}));
    let part = part_to_look_at(Case { call: &table, before: &empty, after: &after }).unwrap();
    assert_eq!((part.slide, part.left, part.top, part.width, part.height), (1, 2.0, 5.0, 10.0, 2.0));
    let image = deskpilot_desktop::Image::filled(
        deskpilot_core::Size { width: 280, height: 158 },
        deskpilot_core::Point { x: 0, y: 0 },
        [255, 255, 255],
    );
    let blank = picture::SlidePicture { image, width: 28.0, height: 15.75 };
    assert!(matches!(picture::shown(&blank, &part), Fulfilment::Missed(_)));
    // A text of spaces shows nothing, and a command without a place has none.
    for (command, args) in [("insert_text_box", json!({"text": " "})), ("set_notes", json!({"text": "tea"}))]
    {
        let call = call(command, &args);
        assert_eq!(part_to_look_at(Case { call: &call, before: &empty, after: &after }), None, "{command}");
    }
}

#[test]
fn an_undo_that_leaves_something_is_found() {
    let empty = slide("", "");
    assert_eq!(undone(&empty, &slide("", "")), Fulfilment::Met);
    let Fulfilment::Missed(left) = undone(&empty, &table_at("302cm", "10cm", "Town")) else {
        panic!("the table is left");
    };
    assert!(left.contains("302cm"), "{left}");
}

#[test]
fn what_the_file_cannot_say_is_unknown_and_what_has_no_check_has_none() {
    let sheet = document("spreadsheet", "", &sheet(""));
    for (command, args, expected) in [
        ("set_cells", json!({"range": "Total", "rows": [[1]]}), Some(Fulfilment::Unknown)),
        ("set_cells", json!({"range": "A1", "sheet": "None", "rows": [[1]]}), Some(Fulfilment::Unknown)),
        ("sort_range", json!({"by": ["City"]}), None),
        ("list_sheets", json!({}), None),
    ] {
        let call = Call { command: command.into(), args: args.as_object().unwrap().clone() };
        let found = postcondition(Subject::Calc, Case { call: &call, before: &sheet, after: &sheet });
        assert_eq!(found, expected, "{call}");
    }
}
