//! Dialogs of pages: commands report them, the page waits for an answer, and the answer is read back.

use crate::browser_desktop::BrowserDesktop;
use serde_json::json;

/// A page that asks.
pub(crate) const PAGE: &str = r#"<title>Dialogs</title><button onclick="document.title = 'sure ' + confirm('Delete all?\nReally?')">Ask</button>
        <button onclick="document.title = 'hello ' + prompt('Your name?')">Name</button>
        <input aria-label="Field" onchange="alert('changed')"><a href="/second">Next</a>
        <button onclick="window.addEventListener('beforeunload', it => it.preventDefault()); document.title = 'guarded'">Guard</button>"#;

pub(crate) async fn a_dialog_is_reported_and_answered(browser: &mut BrowserDesktop) {
    browser.change("open_page", json!({"url": browser.address("/dialogs")})).await;
    for (answer, title) in [("dismiss", "sure false"), ("accept", "sure true")] {
        let effect = browser.change("click_element", json!({"name": "Ask"})).await;
        assert!(effect.contains(r#"a dialog (confirm) says "Delete all? Really?""#), "{effect}");
        for (command, args) in [
            ("find_elements", json!({})),
            ("page_markdown", json!({})),
            ("reload", json!({})),
            ("go_back", json!({})),
            ("switch_tab", json!({"tab": "t1"})),
            ("open_page", json!({"url": browser.address("/second"), "new_tab": true})),
            ("run_script", json!({"expression": "1"})),
        ] {
            let effect = browser.effect(command, args).await;
            assert!(
                effect.starts_with("refused") && effect.contains("answer it with answer_dialog"),
                "{effect}"
            );
        }
        let tabs = browser.read("list_tabs", json!({})).await;
        assert!(tabs.contains("a dialog (confirm) says") && tabs.lines().count() == 1, "{tabs}");
        let effect = browser.change("answer_dialog", json!({"answer": answer})).await;
        assert!(effect.contains("is closed"), "{effect}");
        browser.is_titled(title).await;
    }
    browser.change("click_element", json!({"name": "Name"})).await;
    browser.change("answer_dialog", json!({"answer": "accept", "text": "Ada"})).await;
    browser.is_titled("hello Ada").await;
    let effect = browser.effect("answer_dialog", json!({"answer": "accept"})).await;
    assert!(effect.contains("no dialog of the page is open"), "{effect}");
    let effect = browser.effect("fill_form", json!({"fields": [["Field", "x"]]})).await;
    assert!(effect.starts_with("partial") && effect.contains("\"changed\""), "{effect}");
    browser.change("answer_dialog", json!({"answer": "accept"})).await;

    browser.change("click_element", json!({"name": "Guard"})).await;
    for (answer, title) in [("dismiss", "guarded"), ("accept", "Second")] {
        let effect = browser.effect("open_page", json!({"url": browser.address("/second")})).await;
        assert!(effect.starts_with("partial") && effect.contains("a dialog (beforeunload)"), "{effect}");
        browser.change("answer_dialog", json!({"answer": answer})).await;
        browser.is_titled(title).await;
    }
}
