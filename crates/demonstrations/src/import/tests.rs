//! Archives as the Steps Recorder writes them, and hostile ones.

use super::*;
use crate::{Action, AppUse, PictureKind};
use base64::{Engine, engine::general_purpose::STANDARD};
use deskpilot_core::{Button, Point, Role, Size};
use deskpilot_desktop::{Image, photographer::encode_png};
use std::io::{Cursor, Write};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

const SMALL: Limits = Limits {
    file: 1 << 20,
    entries: 2,
    page: 20_000,
    ratio: 50,
    parts: 4,
    part: 8_000,
    steps: 3,
    pixels: 100,
    text: 100,
};

/// A JPEG of this size, as far as its header says.
fn jpeg(width: u16, height: u16) -> Vec<u8> {
    let mut file = vec![0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xff, 0xc0, 0, 11, 8];
    file.extend(height.to_be_bytes());
    file.extend(width.to_be_bytes());
    file.extend([1, 1, 0x11, 0, 0xff, 0xd9]);
    file
}

fn png() -> Vec<u8> {
    encode_png(&Image::filled(Size { width: 4, height: 3 }, Point { x: 0, y: 0 }, [1, 2, 3])).unwrap()
}

const CLICK: &str = r#"<EachAction ActionNumber="1" FileName="NOTEPAD.EXE" FileVersion="10.0.19041.1">
<Description>User left click on &quot;Save &amp; close (button)&quot; in &quot;Untitled - Notepad&quot;</Description>
<Action>Mouse Left Click</Action><ScreenshotFileName>Screenshot0001.JPEG</ScreenshotFileName></EachAction>"#;
const KEYS: &str = r#"<EachAction ActionNumber="2" FileName="NOTEPAD.EXE"><Description>User keyboard input on "Text Editor (edit)" in "Untitled - Notepad" [...]</Description>
<Action>Keyboard Input</Action><ScreenshotFileName>screenshot0002.png</ScreenshotFileName></EachAction>"#;
const DRAG: &str = r#"<EachAction ActionNumber="3" FileName="mspaint.exe"><Description>User left drag start in "Paint"</Description>
<Action>Mouse Drag Start</Action><ScreenshotFileName>../../../../etc/passwd</ScreenshotFileName></EachAction>"#;

fn html(steps: &str) -> String {
    format!(
        "<html><body><div id=\"Steps\"><div id=\"Step1\"><b>Step 1</b> x<br><b>Comment: </b>Sichert s=C3=A4mtliche.</div>\
        <div id=\"Step2\"></div></div>\n<UserActionData><RecordSession SessionCount=\"1\">{steps}</RecordSession></UserActionData></body></html>"
    )
}

/// A page with these steps and these pictures.
fn page(steps: &str, pictures: &[(&str, &str, Vec<u8>)]) -> String {
    let html = html(steps).replace("=\"", "=3D\"");
    let mut text = format!(
        "MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\ttype=\"text/html\";\r\n\tboundary=\"----=_Next;Part\"\r\n\r\n\
        ------=_Next;Part\r\nContent-Type: text/html; charset=\"utf-8\"\r\nContent-Transfer-Encoding: quoted-printable\r\n\
        Content-Location: main.htm\r\n\r\n{html}\r\n"
    );
    for (name, kind, bytes) in pictures {
        text.push_str(&format!(
            "------=_Next;Part\r\nContent-Type: {kind}\r\nContent-Transfer-Encoding: base64\r\nContent-Location: {name}\r\n\r\n{}\r\n",
            STANDARD.encode(bytes)
        ));
    }
    text + "------=_Next;Part--\r\n"
}

fn usual() -> String {
    let pictures =
        [("screenshot0001.JPEG", "image/jpeg", jpeg(10, 10)), ("screenshot0002.png", "image/png", png())];
    page(&format!("{CLICK}{KEYS}{DRAG}"), &pictures)
}

fn zipped(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        zip.start_file(*name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// The reasons for which the archives were not refused, although each should be for its own.
fn not_refused<'r>(archives: impl IntoIterator<Item = (Vec<u8>, &'r str)>) -> Vec<&'r str> {
    let is_refused = |bytes: &[u8], why: &str| read(bytes, "", SMALL).is_err_and(|error| error.contains(why));
    archives.into_iter().filter(|(bytes, why)| !is_refused(bytes, why)).map(|(_, why)| why).collect()
}

#[test]
fn an_archive_becomes_a_demonstration() {
    for bytes in [usual().into_bytes(), zipped(&[("Recording.mht", usual().as_bytes())])] {
        let (shown, pictures) = read(&bytes, "save it", SMALL).unwrap();
        assert_eq!((shown.request.as_str(), shown.source), ("save it", Source::StepsRecorder));
        let version = Some("10.0.19041.1".to_owned());
        let paint = AppUse { name: "mspaint.exe".into(), version: None };
        assert_eq!(shown.applications, [AppUse { name: "NOTEPAD.EXE".into(), version }, paint]);
        let [click, keys, drag] = shown.steps.as_slice() else { panic!("{shown:?}") };
        assert_eq!(click.action, Action::Click { button: Button::Left, count: 1 });
        assert_eq!(click.control, Some(crate::ControlIdentity::named(Role::Button, "Save & close")));
        assert_eq!(
            (click.window.as_str(), click.comment.as_str()),
            ("Untitled - Notepad", "Sichert sämtliche.")
        );
        assert!(click.description.starts_with("User left click on \"Save"), "{click:?}");
        assert!(matches!(keys.action, Action::TypeUnrecorded { .. }));
        assert_eq!(drag.action, Action::Described { text: "User left drag start in \"Paint\"".into() });
        let before: Vec<_> = shown.steps.iter().map(|it| it.before.as_deref()).collect();
        assert_eq!(
            before,
            [Some("001-before.jpg"), Some("002-before.png"), None],
            "no name is taken from it"
        );
        assert_eq!(pictures.keys().collect::<Vec<_>>(), ["001-before.jpg", "002-before.png"]);
        assert_eq!(pictures["002-before.png"].kind, PictureKind::Png);
        assert_eq!(pictures["002-before.png"].bytes, png());
    }
}

#[test]
fn zip_archives_have_limits() {
    let page = usual();
    let page = page.as_bytes();
    let bomb = vec![b' '; 19_000];
    let archives = [
        (zipped(&[("a", b"1"), ("b", b"2"), ("c.mht", page)]), "more than 2 entries"),
        (zipped(&[("a.mht", page), ("../b.MHTML", page)]), "2 pages"),
        (zipped(&[("a.txt", page)]), "0 pages"),
        (zipped(&[("a.mht", &[page, &[b' '; 20_000]].concat())]), "larger than 20000 bytes"),
        (zipped(&[("a.mht", &bomb)]), "more than 50 times"),
        (zipped(&[("a.mht", page)])[..90].to_vec(), "no usable zip"),
    ];
    assert_eq!(not_refused(archives), Vec::<&str>::new());
}

#[test]
fn pages_have_limits() {
    let shot = |bytes: Vec<u8>| page(CLICK, &[("screenshot0001.jpeg", "image/jpeg", bytes)]);
    let doctype = page("<!DOCTYPE x [<!ENTITY a \"b\">]>", &[]);
    let parts = [(); 4].map(|()| ("x", "image/png", Vec::new()));
    let pages = [
        (page(&CLICK.repeat(4), &[]), "more than 3 steps"),
        (page(&"<a>".repeat(30), &[]), "nested too deep"),
        (doctype, "document type"),
        (page(&CLICK.replace("&amp;", "&a;"), &[]), "an entity that XML does not have"),
        (page(&CLICK.replace("</Action>", "</Acti"), &[]), "damaged XML"),
        (page("", &[]), "holds no steps"),
        (page(CLICK, &[]).replace("UserActionData", "Other"), "no UserActionData"),
        (page(CLICK, &parts), "more than 4 parts"),
        (shot(vec![0; 9_000]), "larger than 8000"),
        (shot(b"<svg onload=x>".to_vec()), "picture of step 1 is neither PNG nor JPEG"),
        (shot(jpeg(11, 10)), "has 110 pixels"),
        (shot(jpeg(0, 10)), "has 0 pixels"),
        (shot(jpeg(5, 5)[..12].to_vec()), "does not say how large"),
        (shot(png()[..50].to_vec()), "damaged"),
    ];
    assert_eq!(not_refused(pages.map(|(text, why)| (text.into_bytes(), why))), Vec::<&str>::new());
    let long = page(&CLICK.replace("Save &amp;", &"x&amp;".repeat(500)), &[]);
    let (shown, _) = read(long.as_bytes(), "", SMALL).unwrap();
    assert!(shown.steps[0].description.chars().count() <= SMALL.text + 30, "{shown:?}");
}

#[test]
fn text_of_an_archive_controls_no_terminal() {
    let (shown, _) = read(page(&CLICK.replace("Save", "&#27;[2J&#7;"), &[]).as_bytes(), "", SMALL).unwrap();
    assert!(
        !format!("{}{}", shown.steps[0].description, shown.steps[0].sentence()).contains(char::is_control)
    );
}
