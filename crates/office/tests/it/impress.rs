//! The commands of presentations.

use crate::office_desktop::OfficeDesktop;
use serde_json::json;
use std::fs;

const SLIDES: &str = r#"<draw:page draw:name="first" draw:master-page-name="Default"/>"#;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slides_are_made_filled_moved_and_read_back_from_the_file() {
    let mut impress = OfficeDesktop::open("impress", "fodp", SLIDES).await;
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
    impress.change("set_background_color", json!({"color_code": "#ddeeff", "slides": ["2"]})).await;
    impress.change("set_transition", json!({"kind": "fade", "seconds": 1})).await;
    impress.change("show_slide", json!({"slide": 3})).await;
    impress.change("remove_slide", json!({"slide": 1})).await;
    let file = impress.saved().await;
    for part in
        ["Plans", "Spring", "Reap", "Breathe.", r##"draw:fill-color="#ddeeff""##, r#"smil:type="fade""#]
    {
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pictures_texts_and_tables_are_put_on_slides() {
    let mut impress = OfficeDesktop::open("impress", "fodp", SLIDES).await;
    let picture = impress.sibling_path("dot.svg");
    fs::write(&picture, r#"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>"#).unwrap();
    impress.change("insert_picture", json!({"path": picture, "left": 1, "top": 1, "width": 6})).await;
    impress.change("insert_text_box", json!({"text": "Aim high", "top": 9})).await;
    impress.change("insert_table", json!({"rows": [["Town", "Sum"], ["Oslo", 4.5]]})).await;
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
    impress.change("undo", json!({"steps": 3})).await;
    assert!(!impress.saved().await.contains("Oslo"));
}
