//! Files: uploads as the server gets them, downloads and pictures as they are on the disk.

use crate::browser_desktop::{BrowserDesktop, page, reply};
use deskpilot_testkit::loopback::{Answer, Request, Response};
use serde_json::json;
use std::{fs, time::Duration};

const PAGE: &str = r#"<title>Files</title><form action="/uploaded" method="post" enctype="multipart/form-data">
    <label>Picture <input type="file" name="file"></label><button>Send</button></form>
    <a href="/report">Report</a> <a href="/page">A page</a>
    <button onclick="let it = document.createElement('a'); it.href = window.URL.createObjectURL(new Blob(['made here'])); it.download = 'b.txt'; it.click()">Make</button>
    <div aria-label="Logo" role="image" style="width: 120px; height: 50px; background: #ff0000"></div>
    <input type="password" aria-label="Word" value="opensesame"><p role="note" aria-label="Echo">It is <b>open</b>sesame</p>"#;

pub(crate) fn answer(request: &Request) -> Answer {
    let attached = |name: &str| {
        format!("content-type: text/plain\r\ncontent-disposition: attachment; filename=\"{name}\"")
    };
    Answer::Bytes(match request.path.as_str() {
        "/files" => page(PAGE),
        "/report" => reply(&attached("../../escaped.txt"), "a report"),
        "/elsewhere" => {
            let host = request.headers.iter().find(|it| it.0.eq_ignore_ascii_case("host"));
            let port = host.and_then(|it| it.1.rsplit_once(':')).map_or("", |it| it.1);
            return Answer::Response(Response {
                status: 302,
                headers: vec![("location", format!("http://localhost:{port}/report"))],
                body: String::new(),
            });
        }
        "/never" => {
            return Answer::Stalls(
                "HTTP/1.1 200 OK\r\ncontent-type: application/zip\r\ncontent-disposition: attachment\r\ncontent-length: 99\r\n\r\nhalf",
            );
        }
        _ => page("<title>Page</title>"),
    })
}

pub(crate) async fn files_go_to_pages_and_come_from_them(browser: &mut BrowserDesktop) {
    browser.change("open_page", json!({"url": browser.address("/files")})).await;
    let (picture, folder) = (browser.file("upload me.txt"), browser.file("kept"));
    fs::write(&picture, "what is in it").unwrap();
    fs::create_dir(&folder).unwrap();
    let effect = browser.change("upload_file", json!({"path": picture})).await;
    assert_eq!(effect, "confirmed: file \"Picture\" holds \"upload me.txt\", 13 bytes");
    browser.change("click_element", json!({"name": "Send"})).await;
    let sent = String::from_utf8(browser.request("/uploaded").await.body).unwrap();
    assert!(sent.contains("filename=\"upload me.txt\"") && sent.contains("what is in it"), "{sent}");
    browser.change("go_back", json!({})).await;

    let path = |name: &str| format!("{folder}/{name}");
    for (source, name, content) in [
        (json!({"name": "Report"}), "report.txt", "a report"),
        (json!({"url": browser.address("/report")}), "again.txt", "a report"),
    ] {
        let mut args = source;
        args["file"] = path(name).into();
        let effect = browser.change("download", args).await;
        assert_eq!(effect, format!("confirmed: {} is complete, {} bytes", path(name), content.len()));
        assert_eq!(fs::read_to_string(path(name)).unwrap(), content);
        assert!(browser.read("list_tabs", json!({})).await.contains("Files"), "the page stays");
    }
    let effect = browser.change("click_element", json!({"name": "Report"})).await;
    assert!(effect.contains("a download began"), "{effect}");
    let effect = browser.effect("download", json!({"name": "A page", "file": path("page.html")})).await;
    assert!(effect.contains("shows a page and gives no file"), "{effect}");
    let effect = browser
        .effect("download", json!({"url": browser.address("/elsewhere"), "file": path("else.txt")}))
        .await;
    assert!(effect.contains("leads to another site, and nothing was kept"), "{effect}");
    let never = json!({"url": browser.address("/never"), "file": path("never.txt")});
    let effect = browser.run_within(Duration::from_secs(18), "download", never).await.effect.to_string();
    assert!(effect.contains("gave no whole file within 1 s, and was given up"), "{effect}");

    let effect = browser
        .change("element_screenshot", json!({"name": "Logo", "role": "image", "path": path("logo.png")}))
        .await;
    assert!(effect.contains("has a picture of image \"Logo\""), "{effect}");
    let png = fs::read(path("logo.png")).unwrap();
    assert_eq!((&png[..8], &png[16..24]), (&b"\x89PNG\r\n\x1a\n"[..], &[0, 0, 0, 120, 0, 0, 0, 50][..]));

    for (command, args, sentence) in [
        ("download", json!({"name": "Report", "file": path("report.txt")}), "nothing is replaced"),
        ("download", json!({"name": "Report", "file": path("no/a.txt")}), "in a folder that exists"),
        ("download", json!({"name": "Report", "file": "a.txt"}), "a whole path"),
        (
            "download",
            json!({"role": "button", "name": "Make", "file": path("m")}),
            "download takes links alone",
        ),
        (
            "download",
            json!({"role": "button", "name": "Send", "file": path("m")}),
            "download takes links alone",
        ),
        ("download", json!({"url": "file:///etc/passwd", "file": path("p")}), "http or https"),
        (
            "element_screenshot",
            json!({"name": "Logo", "role": "image", "path": path("logo.png")}),
            "nothing is replaced",
        ),
        (
            "element_screenshot",
            json!({"name": "Echo", "role": "note", "path": path("echo.png")}),
            "shows what a hidden field holds",
        ),
        ("upload_file", json!({"path": path("nobody.txt")}), "a file that is there"),
        ("upload_file", json!({"path": picture, "name": "Send"}), "takes no file"),
    ] {
        let effect = browser.effect(command, args.clone()).await;
        assert!(effect.starts_with("refused") && effect.contains(sentence), "{command} {args}: {effect}");
    }
    // Nothing is left, and nothing went elsewhere.
    let mut names: Vec<_> =
        fs::read_dir(&folder).unwrap().map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["again.txt", "logo.png", "report.txt"]);
    assert!(!fs::exists(browser.file("escaped.txt")).unwrap());
}
