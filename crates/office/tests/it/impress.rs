//! The commands of presentations.

use crate::office_desktop::OfficeDesktop;
use serde_json::json;
use std::fs;

const SLIDES: &str = r#"<draw:page draw:name="first" draw:master-page-name="Default"/>"#;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_commands_of_presentations_do_is_read_back_from_the_file() {
    let mut impress = OfficeDesktop::open("impress", "fodp", SLIDES).await;
    Box::pin(slides_are_made_filled_moved_and_read_back_from_the_file(&mut impress)).await;
    Box::pin(pictures_texts_and_tables_are_put_on_slides(&mut impress)).await;
}

async fn slides_are_made_filled_moved_and_read_back_from_the_file(impress: &mut OfficeDesktop) {
    impress.change("set_layout", json!({"layout": "title_only", "slide": 1})).await;
    impress.change("add_slide", json!({})).await;
    impress.change("set_titles", json!({"titles": ["Plans", "Spring"]})).await;
    impress
        .change("set_placeholder_text", json!({"text": "Sow\nWait\nReap", "placeholder": 2, "slide": 2}))
        .await;
    impress.change("set_notes", json!({"text": "Breathe.", "slide": 2})).await;
    impress.change("copy_slide", json!({"slide": 2})).await;
    impress.change("set_placeholder_text", json!({"text": "Autumn", "slide": 3})).await;
    impress.change("move_slide", json!({"slide": 3, "to": 1})).await;
    let listed = impress.read("list_slides", json!({})).await;
    let order: Vec<_> =
        ["Autumn", "Plans", "Spring"].into_iter().map(|it| listed.find(it).unwrap()).collect();
    assert!(
        order.is_sorted() && listed.contains("Sow\nWait\nReap") && listed.contains("Notes: Breathe."),
        "{listed}"
    );
    let deeper = json!({"text": "Sow\n\tin rows\nReap", "placeholder": 2, "slide": 3});
    let set = impress.effect("set_placeholder_text", deeper.clone()).await;
    assert!(set.starts_with("confirmed") && set.contains("in 3 points"), "{set}");
    assert!(impress.effect("set_placeholder_text", deeper).await.starts_with("no change"));
    let listed = impress.read("list_slides", json!({})).await;
    assert!(listed.contains("Sow\n\tin rows\nReap"), "{listed}");
    look_at_texts(impress).await;
    what_was_so_before_is_no_change(impress).await;
    impress.change("show_slide", json!({"slide": 3})).await;
    impress.change("remove_slide", json!({"slide": 1})).await;
    let file = impress.saved().await;
    for part in [
        "Plans",
        "Spring",
        "Reap",
        "Breathe.",
        r##"draw:fill-color="#ddeeff""##,
        r#"smil:type="fade""#,
        r#"fo:font-size="41pt""#,
        r##"fo:color="#cc0000""##,
        "in lines",
        r#"xlink:href="https://example.org/reap""#,
    ] {
        assert!(file.contains(part), "{part} is not in the file");
    }
    assert!(!file.contains("Autumn"));
    for (name, args, magic) in [
        ("a.png", json!({}), &b"\x89PNG"[..]),
        ("one.pdf", json!({"current_slide_only": true}), b"%PDF-1."),
        ("a.pptx", json!({}), b"PK\x03\x04"),
    ] {
        let path = impress.sibling_path(name);
        let mut all = args;
        all["path"] = json!(path);
        impress.change("save_as", all).await;
        assert!(OfficeDesktop::begin_of(&path).starts_with(magic), "{name}");
    }
}

/// Sets what slides look like and say, each twice.
async fn what_was_so_before_is_no_change(impress: &mut OfficeDesktop) {
    for (command, args) in [
        ("set_background_color", json!({"color_code": "#ddeeff", "slides": ["2"]})),
        ("set_transition", json!({"kind": "fade", "seconds": 1})),
        ("set_titles", json!({"titles": ["Winter"]})),
        ("set_notes", json!({"text": "Breathe in.", "slide": 2})),
    ] {
        impress.change(command, args.clone()).await;
        let again = impress.effect(command, args).await;
        assert!(again.starts_with("no change"), "{command}: {again}");
    }
}

/// Formats, replaces and links texts of three slides, the last of which has points.
async fn look_at_texts(impress: &mut OfficeDesktop) {
    let red =
        json!({"part": "title", "slides": ["2", "3"], "size": 41, "bold": true, "text_color": "#cc0000"});
    let formatted = impress.effect("set_font", red.clone()).await;
    assert!(formatted.starts_with("confirmed: 2 texts on 2 slides"), "{formatted}");
    assert!(impress.effect("set_font", red).await.starts_with("no change"));
    impress.saved().await;
    let lines = impress.change("replace_text", json!({"find": "in rows", "replace": "in lines"})).await;
    assert_eq!(lines, "slide 3: 1 on it");
    assert!(impress.saved().await.contains("in lines"), "what was replaced after a save is saved");
    let any_case = json!({"find": "BREATHE", "replace": "Breathe", "match_case": false});
    let notes = impress.change("replace_text", any_case).await;
    assert_eq!(notes, "slide 1: 1 in its notes\nslide 3: 1 in its notes");
    let link = json!({"url": "https://example.org/reap", "text": "Reap", "slide": 3});
    impress.change("insert_hyperlink", link.clone()).await;
    assert!(impress.effect("insert_hyperlink", link).await.starts_with("no change"));
    let run = json!({"url": "macro:///Standard.Wall.Main", "text": "Sow", "slide": 3});
    let refused = impress.effect("insert_hyperlink", run).await;
    assert!(refused.contains("url must be a whole address"), "{refused}");
}

async fn a_chart_on_a_slide_holds_its_own_numbers(impress: &mut OfficeDesktop) {
    let rows = json!([["", "Sown", "Reaped"], ["Rye", 4.5, 3], ["Oats", 2, null]]);
    let chart = json!({"rows": rows, "kind": "bar", "title": "Harvest", "height": 8, "y_title": "Tons"});
    let drawn = impress.effect("insert_chart", chart).await;
    let what = "has a bar chart of 2 rows of 2 cells, 20.0 by 8.0 cm: 2 series, with a legend, read back";
    assert!(drawn.starts_with("confirmed") && drawn.contains(what), "{drawn}");
    let listed = impress.read("list_slides", json!({})).await;
    assert!(listed.contains("a chart") && listed.contains("of 20.0 by 8.0 cm"), "{listed}");
    let file = impress.saved().await;
    for part in
        ["chart:class=\"chart:bar\"", ">Harvest<", ">Tons<", ">Reaped<", ">Oats<", "office:value=\"4.5\""]
    {
        assert!(file.contains(part), "{part} is not in the file");
    }
    for (rows, expected) in [
        (json!([["", "Sown"], ["Rye", "much"]]), "numbers behind the names, and 'much' is none"),
        (json!([["", "Sown"]]), "a row with the names of the series"),
        (json!([["", "Sown"], ["Rye", null]]), "numbers behind the names, and there is none"),
    ] {
        let refused = impress.effect("insert_chart", json!({"rows": rows})).await;
        assert!(refused.starts_with("refused") && refused.contains(expected), "{refused}");
    }
}

async fn pictures_texts_and_tables_are_put_on_slides(impress: &mut OfficeDesktop) {
    impress.open_next("pictures", SLIDES).await;
    let picture = impress.sibling_path("dot.svg");
    fs::write(&picture, r#"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>"#).unwrap();
    impress.change("insert_picture", json!({"path": picture, "left": 1, "top": 1, "width": 6})).await;
    impress.change("insert_text_box", json!({"text": "Aim high", "top": 9})).await;
    impress.change("set_layout", json!({"layout": "title_only"})).await;
    let beyond = impress.effect("set_placeholder_text", json!({"text": "x", "placeholder": 2})).await;
    assert!(beyond.contains("a whole number from 1 to 1: a text box is no placeholder"), "{beyond}");
    let table = impress.effect("insert_table", json!({"rows": [["Town", "Sum"], ["Oslo", 4.5]]})).await;
    assert!(
        table.starts_with("confirmed") && table.contains("its columns are 10.0, 10.0 cm wide"),
        "{table}"
    );
    let wide = impress.effect("insert_table", json!({"rows": [["a"]], "width": 400})).await;
    assert!(wide.contains("width must be more than 0 and at most "), "{wide}");
    let listed = impress.read("list_slides", json!({})).await;
    for part in ["a table of 2 rows of 2 cells: 'Town', 'Sum', 'Oslo', '4.5'", "a picture", "of 6.0 by 3."] {
        assert!(listed.contains(part), "{part} is not in {listed}");
    }
    let unknown = impress.effect("set_master", json!({"name": "None such"})).await;
    assert!(unknown.contains("one of the masters of the presentation: "), "{unknown}");
    let file = impress.saved().await;
    for part in ["<draw:image", "svg:width=\"6cm\" svg:height=\"3", ">Aim high<", "<table:table", ">Oslo<"] {
        assert!(
            file.contains(part),
            "{part} is not in the file: {}",
            file.split_once("<office:body>").unwrap().1
        );
    }
    Box::pin(a_chart_on_a_slide_holds_its_own_numbers(impress)).await;
    impress.change("insert_table", json!({"rows": [["a", "b"]]})).await;
    let larger = json!({"rows": [["a", "b", "c"], ["d", null, "f"]], "table": 2});
    let set = impress.effect("set_table", larger.clone()).await;
    assert!(set.starts_with("confirmed") && set.contains("its columns are 6.7, 6.7, 6.7 cm wide"), "{set}");
    assert!(impress.effect("set_table", larger).await.starts_with("no change"));
    let read = impress.read("read_table", json!({"table": 2})).await;
    assert_eq!(read, "| a | b | c |\n| --- | --- | --- |\n| d |  | f |");
    let rows: Vec<_> = (0..20).map(|row| [format!("row {row}"), "x".to_owned()]).collect();
    let long = impress.effect("insert_table", json!({"rows": rows})).await;
    assert!(long.starts_with("partial") && long.contains("it reaches beyond the slide"), "{long}");
    // LibreOffice records what changes a table, and not what puts one on a slide.
    assert!(
        table.contains("LibreOffice keeps no step of Undo for it") && !set.contains("Undo"),
        "{table}, {set}"
    );
    let undone = impress.effect("undo", json!({})).await;
    assert!(
        undone.starts_with("partial: undone: Set table; the document also has changes without a step"),
        "{undone}"
    );
    assert_eq!(impress.read("read_table", json!({"table": 2})).await, "| a | b |\n| --- | --- |");
    let place = impress.effect("read_table", json!({"table": 2})).await;
    assert!(place.contains("cm at 2.0, 5.0 cm"), "{place}");
}
