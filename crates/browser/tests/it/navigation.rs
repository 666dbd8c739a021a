//! Pages and tabs.

use crate::{browser_desktop::BrowserDesktop, dialogs};
use serde_json::json;

pub(crate) const PAGES: &[(&str, &str)] = &[
    ("/", "<title>First</title><h1>One</h1>"),
    ("/second", "<title>Second</title><h1>Two</h1>"),
    ("/dialogs", dialogs::PAGE),
    (
        "/third",
        "<title>Third</title><script>addEventListener('hashchange', () => document.title = location.hash ? 'Below' : 'Third')</script>",
    ),
];

pub(crate) async fn pages_come_and_go_and_the_window_shows_them(browser: &mut BrowserDesktop) {
    let second = browser.address("/second");
    let effect = browser.change("open_page", json!({"url": second})).await;
    assert_eq!(effect, format!("confirmed: the page is now \"Second\" at {second}"));
    browser.is_titled("Second").await;
    let third = browser.address("/third");
    browser.change("open_page", json!({"url": third})).await;
    browser.change("open_page", json!({"url": format!("{third}#a")})).await;
    browser.is_titled("Below").await;
    let effect = browser.change("go_back", json!({})).await;
    assert!(effect.ends_with("/third"), "{effect}");
    browser.change("go_back", json!({})).await;
    browser.is_titled("Second").await;
    browser.change("go_forward", json!({})).await;
    browser.is_titled("Third").await;
    browser.request("/third").await;
    let effect = browser.change("reload", json!({})).await;
    assert!(effect.contains("/third"), "{effect}");
    browser.request("/third").await;

    browser.change("open_page", json!({"url": second, "new_tab": true})).await;
    browser.is_titled("Second").await;
    let tabs = browser.read("list_tabs", json!({})).await;
    assert_eq!(tabs, format!("t1 \"Third\" {third}\nt2 \"Second\" {second} (in front)"));
    let effect = browser.effect("switch_tab", json!({"tab": "t2"})).await;
    assert_eq!(effect, "no change: t2 \"Second\" is in front");
    browser.change("switch_tab", json!({"tab": "third"})).await;
    browser.is_titled("Third").await;
    browser.change("close_tab", json!({"tab": "t2"})).await;
    assert_eq!(browser.read("list_tabs", json!({})).await, format!("t1 \"Third\" {third} (in front)"));
    browser.change("go_forward", json!({})).await;
    for (command, args, sentence) in [
        ("close_tab", json!({}), "it is the only tab"),
        ("switch_tab", json!({"tab": "t9"}), "no tab of this window is \"t9\""),
        ("go_forward", json!({}), "this tab has no page to go forward to"),
        ("open_page", json!({"url": "file:///etc/passwd"}), "http or https"),
        ("open_page", json!({"url": "about:config"}), "http or https"),
        ("open_page", json!({"url": "http://127.0.0.1:9/"}), "partial: http://127.0.0.1:9/ did not open"),
        ("wait_for", json!({"what": "load"}), "did not open: "),
    ] {
        let effect = browser.effect(command, args).await;
        assert!(effect.contains(sentence), "{command}: {effect}");
    }
    dialogs::a_dialog_is_reported_and_answered(browser).await;
}
