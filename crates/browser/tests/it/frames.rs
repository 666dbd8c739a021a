//! What is out of reach of a page's own scripts: frames of other sites, closed shadow roots, logins of the browser itself, and lists that
//! show more when they are scrolled.

use crate::browser_desktop::BrowserDesktop;
use deskpilot_testkit::loopback::{Answer, Request};
use serde_json::json;
use std::{fs, path::Path, time::Duration};

/// How soon what a page waits for is reported.
const SOON: Duration = Duration::from_secs(30);

/// A page with a closed shadow root, a frame of another site far below, and a banner over all of it until it is refused.
const SHOP: &str = r#"<title>Shop</title><div id="host" style="width: 400px; height: 60px"></div>
    <script>const root = host.attachShadow({mode: 'closed'});
    root.innerHTML = '<label>E-mail <input></label><button>Subscribe</button>';
    root.querySelector('button').onclick = () => document.title = 'subscribed ' + root.querySelector('input').value;</script>
    <div style="height: 2000px"></div><iframe title="Card" src="SITE/card" style="width: 400px; height: 200px"></iframe>
    <div style="height: 300px"></div>
    <div id="banner" role="dialog" aria-label="Cookies" style="position: fixed; inset: 0; background: white">
    <button onclick="banner.remove()">Refuse</button><button onclick="document.title = 'accepted'">Accept</button></div>"#;

const CARD: &str = r#"<title>Card</title><form action="/paid"><label>Number <input name="number"></label>
    <button>Pay</button></form>"#;

/// A list with 95 rows, of which it shows more at its end, each time a while later.
const LIST: &str = r#"<title>List</title><ul id="list"></ul><script>
    let rows = 0, waiting = false;
    const more = () => { for (let at = 0; at < 30 && rows < 95; at++) list.insertAdjacentHTML('beforeend',
        `<li style="height: 40px">entry ${++rows}</li>`); };
    more();
    onscroll = () => {
        if (waiting || innerHeight + scrollY < document.documentElement.scrollHeight - 50) return;
        waiting = true;
        setTimeout(() => { more(); waiting = false; }, 300);
    };</script>"#;

/// A list that has only the rows in view, 20 of which are equal.
const ALIKE: &str = r#"<title>Alike</title>
    <div id="box" style="height: 200px; overflow: auto"><div id="space" style="height: 1200px; position: relative"></div></div>
    <script>
    const text = at => at < 20 || at >= 40 ? `entry ${at + 1}` : "equal";
    const draw = () => {
        const first = Math.max(0, Math.floor(box.scrollTop / 20) - 1);
        space.replaceChildren();
        for (let at = first; at < Math.min(60, first + 13); at++) space.insertAdjacentHTML('beforeend',
            `<div role="listitem" style="position: absolute; top: ${at * 20}px; height: 20px">${text(at)}</div>`);
    };
    draw();
    box.onscroll = draw;</script>"#;

const LOCKED: &str = "HTTP/1.1 401 Unauthorized\r\nwww-authenticate: Basic realm=\"Total\"\r\ncontent-type: text/html\r\ncontent-length: 6\r\n\r\ndenied";

/// The address of the server at which it is another site than at 127.0.0.1.
fn other_site(request: &Request) -> String {
    request.header("host").unwrap_or_default().replace("127.0.0.1", "http://localhost")
}

pub(crate) fn answer(request: &Request) -> Answer {
    let page = match request.path.split('?').next().unwrap_or_default() {
        "/" => SHOP.replace("SITE", &other_site(request)),
        "/card" => CARD.to_owned(),
        "/around" => format!(
            "<title>Around</title><p>outside</p><iframe src='{}/locked'></iframe>",
            other_site(request)
        ),
        "/locked" => return Answer::Bytes(LOCKED),
        "/list" => LIST.to_owned(),
        "/alike" => ALIKE.to_owned(),
        "/link" => "<title>Link</title><a href='http://127.0.0.1:9/'>Nowhere</a>".to_owned(),
        _ => "<title>Paid</title>".to_owned(),
    };
    Answer::Page(page)
}

pub(crate) async fn frames_of_other_sites_and_closed_parts_are_read_and_worked(browser: &mut BrowserDesktop) {
    let card = browser.address("/card").replace("127.0.0.1", "localhost");
    let markdown = browser.read("page_markdown", json!({})).await;
    for part in [
        format!("[frame \"Card\" of {card}]").as_str(),
        "textbox \"Number\"",
        "textbox \"E-mail\"",
        "Subscribe",
    ] {
        assert!(markdown.contains(part), "{part} is not in {markdown}");
    }
    let found = browser.read("find_elements", json!({})).await;
    for part in
        [format!("in the frame \"Card\" of {card}:").as_str(), "button \"Pay\" at", "button \"Subscribe\" at"]
    {
        assert!(found.contains(part), "{part} is not in {found}");
    }
    files_stay_out_of_frames_of_other_sites(browser, &found).await;
    for name in ["Pay", "Subscribe"] {
        let effect = browser.effect("click_element", json!({"name": name})).await;
        assert!(effect.starts_with("refused") && effect.contains("\"Cookies\""), "{name}: {effect}");
    }
    browser.change("click_element", json!({"name": "Refuse"})).await;
    let fields = json!({"fields": [["E-mail", "ada@shop.example"], ["Number", "4111"]]});
    let effect = browser.change("fill_form", fields).await;
    assert_eq!(effect, "confirmed: fields read back as asked for: 2");
    browser.change("click_element", json!({"name": "Subscribe"})).await;
    browser.is_titled("subscribed ada@shop.example").await;
    browser.change("click_element", json!({"role": "button", "name": "Pay"})).await;
    assert_eq!(browser.request("/paid").await.path, "/paid?number=4111");
}

pub(crate) async fn logins_failures_and_long_lists_are_reported_as_what_they_are(
    browser: &mut BrowserDesktop,
) {
    let site = browser.address("").replace("http://", "");
    let asks = format!("{site} asks for a name and a password (HTTP authentication, \"Total\")");
    let locked = json!({"url": browser.address("/locked")});
    let opened = browser.run_within(SOON, "open_page", locked).await.effect.to_string();
    assert!(opened.starts_with("partial") && opened.contains(&asks), "{opened}");
    let effect = browser.effect("page_markdown", json!({})).await;
    assert!(effect.starts_with("refused") && effect.contains(&asks), "{effect}");
    for args in [json!({"answer": "accept", "text": "other.example"}), json!({"answer": "accept"})] {
        let effect = browser.effect("answer_dialog", args.clone()).await;
        assert!(effect.starts_with("refused") && effect.contains(&site), "{args}: {effect}");
    }
    browser.change("answer_dialog", json!({"answer": "dismiss"})).await;
    assert_eq!(browser.read("page_markdown", json!({})).await, "denied");
    assert_eq!(browser.request("/locked").await.header("authorization"), None);
    let file = browser.file("locked.txt");
    let args = json!({"url": browser.address("/locked"), "file": file});
    let effect = browser.run_within(SOON, "download", args).await.effect.to_string();
    assert!(effect.starts_with("partial") && effect.contains(&asks), "{effect}");
    assert!(!Path::new(&file).exists(), "nothing is kept");

    browser.change("open_page", json!({"url": browser.address("/around")})).await;
    browser.change("wait_for", json!({"what": "load"})).await;
    let markdown = browser.read("page_markdown", json!({})).await;
    let other =
        format!("{} asked for a name and a password in the frame", site.replace("127.0.0.1", "localhost"));
    assert!(markdown.contains("outside") && markdown.contains(&other), "{markdown}");
    what_does_not_open_is_a_failure(browser).await;

    browser.change("open_page", json!({"url": browser.address("/list")})).await;
    let rows = browser.read("read_list", json!({})).await;
    assert!(rows.starts_with("(rows 1 to 95; the end of the list was reached, with 95 rows)"), "{rows}");
    assert!(rows.contains("\nentry 1\n") && rows.ends_with("\nentry 95"), "{rows}");
    let rows = browser.read("read_list", json!({"most": 10})).await;
    assert!(rows.contains("the end was not reached; go on with from=10"), "{rows}");

    browser.change("open_page", json!({"url": browser.address("/alike")})).await;
    let rows = browser.read("read_list", json!({})).await;
    assert!(rows.starts_with("(rows 1 to 60; the end of the list was reached, with 60 rows)"), "{rows}");
    assert_eq!(rows.matches("\nequal").count(), 20, "{rows}");
}

/// `found` lists an element of such a frame.
async fn files_stay_out_of_frames_of_other_sites(browser: &mut BrowserDesktop, found: &str) {
    let number = found.lines().find(|it| it.contains("textbox \"Number\"")).unwrap();
    let number = number.split_whitespace().next().unwrap();
    let (sent, picture) = (browser.file("sent.txt"), browser.file("number.png"));
    fs::write(&sent, "what is in it").unwrap();
    for (command, path, expected) in [
        ("upload_file", sent, "a file goes only to the site of the tab"),
        ("element_screenshot", picture, "no picture is taken in frames"),
    ] {
        let effect = browser.effect(command, json!({"path": path, "element": number})).await;
        assert!(effect.starts_with("refused") && effect.contains(expected), "{command}: {effect}");
    }
}

async fn what_does_not_open_is_a_failure(browser: &mut BrowserDesktop) {
    browser.change("open_page", json!({"url": browser.address("/link")})).await;
    let effect = browser.effect("click_element", json!({"name": "Nowhere"})).await;
    assert!(effect.starts_with("partial") && effect.contains("did not open: "), "{effect}");
    for (command, args) in [("page_markdown", json!({})), ("wait_for", json!({"what": "load"}))] {
        let effect = browser.effect(command, args).await;
        assert!(!effect.starts_with("confirmed") && effect.contains("did not open: "), "{command}: {effect}");
    }
}
