//! Elements: finding them, clicking them, and what the outcome of a click reports.

use crate::{
    browser_desktop::{BrowserDesktop, MOST},
    troubles,
};
use deskpilot_core::{Call, Point};
use deskpilot_desktop::PageHit;
use serde_json::{Value, json};
use std::time::Duration;

pub(crate) const PAGES: &[(&str, &str)] = &[
    (
        "/",
        r#"<title>Clicks</title><style>#far { margin-top: 3000px }</style>
        <button onclick="document.title = 'trusted ' + event.isTrusted">Trust</button>
        <button onclick="setTimeout(() => { let it = document.createElement('p'); it.textContent = 'Saved at last'; document.body.append(it) }, 300)">Save</button>
        <button onclick="void 0">Nothing</button> <button disabled>Never</button>
        <button>Twin</button> <button>Twin</button> <span role="tab" tabindex="0">Prices</span>
        <button class="icon icon-trash" style="width: 20px; height: 20px"></button>
        <button id="passing" onclick="this.remove()">Passing</button>
        <label><input type="checkbox"> Agree</label> <input aria-label="Name" value="Ada">
        <div role="checkbox" tabindex="0" aria-checked="false" onclick="this.setAttribute('aria-checked', 'true')">Own box</div>
        <div id="host"></div>
        <script>host.attachShadow({mode: 'open'}).innerHTML = '<button>Deep</button>';
        host.shadowRoot.querySelector('button').onclick = () => document.title = 'deep';</script>
        <div style="position: relative"><button>Under</button>
        <div role="alert" aria-label="Cookies" style="position: absolute; inset: 0; background: white">We use cookies</div></div>
        <a href="/next">Next page</a> <a href="/next" target="_blank">Another tab</a> <a href="/nothing">No page</a>
        <button onclick="location = '/next'">Leave</button>
        <p>plain words here</p>
        <button id="far" onclick="document.title = 'far'">Far</button>"#,
    ),
    ("/next", "<title>Next</title><h1>Next</h1>"),
    ("/lies", LIES),
    ("/clock", CLOCK),
    ("/stopwatch", STOPWATCH),
];

/// A page that changes by itself.
const CLOCK: &str = r#"<title>Clock</title><p id="clock"></p><input aria-label="Town">
    <button>Dead</button> <label><input type="checkbox" onchange="setTimeout(() => { this.checked = false }, 30)"> Stubborn</label>
    <button onclick="setTimeout(() => { document.body.append('saved') }, 200)">Save</button>
    <button onclick="document.querySelector('input').value = 'Oslo'">Fill</button>
    <script>setInterval(() => { clock.textContent = Date.now() }, 300)</script>"#;

/// A page that changes by itself all the time, so also between an input and whatever waits for a moment after it.
const STOPWATCH: &str = r#"<title>Stopwatch</title><p id="stopwatch"></p><button>Dead</button> <button onclick="event.stopPropagation()">Deaf</button>
    <button onclick="stopwatch.before('lap')">Lap</button><script>setInterval(() => { stopwatch.textContent = performance.now() }, 1)</script>"#;

/// Only what a click may have brought about is evidence of it: not what the page changes by itself, and not what it takes back.
async fn what_a_page_does_by_itself_or_takes_back_proves_nothing(browser: &mut BrowserDesktop) {
    browser.change("open_page", json!({"url": browser.address("/clock")})).await;
    for (name, expected) in [
        (
            "Dead",
            "unverified: button \"Dead\" was clicked, and the page changed only what it also changes by itself",
        ),
        ("Stubborn", "no change: checkbox \"Stubborn\" was clicked, and it went back at once"),
        ("Save", "confirmed: controls: 1 added, 0 removed, 0 changed: added: \"saved\""),
        ("Fill", "confirmed: controls: 0 added, 0 removed, 1 changed: changed: textbox \"Town\": Oslo"),
    ] {
        let effect = browser.effect("click_element", json!({"name": name})).await;
        assert!(effect.starts_with(expected), "{name}: {effect}");
    }
    browser.change("open_page", json!({"url": browser.address("/stopwatch")})).await;
    for (name, expected) in [
        ("Dead", "unverified: button \"Dead\" was clicked"),
        ("Deaf", "unverified: button \"Deaf\" was clicked"),
        ("Lap", "confirmed: controls: 1 added, 0 removed, 0 changed: added: \"lap\""),
    ] {
        let effect = browser.effect("click_element", json!({"name": name})).await;
        assert!(effect.starts_with(expected), "{name}: {effect}");
    }
}

/// Ends the browser.
pub(crate) async fn elements_are_found_and_clicked_and_only_what_was_seen_is_reported(
    mut browser: BrowserDesktop,
) {
    let found = browser.read("find_elements", json!({})).await;
    for line in
        ["button \"Save\" at", "checkbox \"Agree\" = \"not checked\" at", "textbox \"Name\" = \"Ada\" at"]
    {
        assert!(found.contains(line), "{line} is not in {found}");
    }
    assert!(
        found.contains("button \"Never\" (disabled) at") && found.contains("button \"Deep\" at"),
        "{found}"
    );
    assert!(found.contains("button \"icon: trash\" at"), "{found}");
    assert!(found.contains("button \"Far\" at") && found.contains("out of view"), "{found}");
    let found = browser.read("find_elements", json!({"text": "plain words"})).await;
    assert!(found.starts_with('e') && found.contains("text \"plain words here\""), "{found}");
    let found = browser.read("find_elements", json!({"role": "link", "most": 1})).await;
    assert!(found.contains("link \"Next page\"") && found.contains("and 2 more"), "{found}");
    let none = browser.effect("find_elements", json!({"name": "Nobody"})).await;
    assert!(none.starts_with("no change"), "{none}");

    browser.change("click_element", json!({"role": "button", "name": "Trust"})).await;
    browser.is_titled("trusted true").await;
    browser.change("click_element", json!({"name": "Far"})).await;
    browser.is_titled("far").await;
    browser.change("click_element", json!({"name": "Deep"})).await;
    browser.is_titled("deep").await;
    for (name, expected) in [
        ("Save", r#"confirmed: controls: 1 added, 0 removed, 0 changed: added: "Saved at last""#),
        ("Agree", r#"confirmed: checkbox "Agree" was clicked; now checkbox "Agree": checked"#),
        ("Own box", r#"checkbox "Own box": checked=true"#),
        ("Name", "confirmed: focus on textbox \"Name\""),
        ("Prices", "unverified: tab \"Prices\" was clicked, and only the focus moved, to tab \"Prices\""),
        ("Nothing", "no change: button \"Nothing\" was clicked, and the page showed no change"),
        ("Never", "button \"Never\" is disabled"),
        ("Under", "alert \"Cookies\""),
        ("Twin", "the page shows 2 of element named \"Twin\"; say which by element: e"),
        (
            "No page",
            "unverified: link \"No page\" was clicked, and another page was asked for and is not there",
        ),
        ("Nobody", "the page shows no element named \"Nobody\""),
    ] {
        let effect = browser.effect("click_element", json!({"name": name})).await;
        assert!(effect.contains(expected), "{name}: {effect}");
    }
    let passing = browser.read("find_elements", json!({"name": "Passing"})).await;
    let passing = passing.split(' ').next().unwrap();
    browser.change("click_element", json!({"element": passing})).await;
    let effect = browser.effect("click_element", json!({"element": passing})).await;
    assert!(effect.contains("is gone from the page") || effect.contains("there is no element"), "{effect}");

    let effect = browser.change("click_element", json!({"name": "Another tab"})).await;
    assert!(effect.contains("a new tab opened"), "{effect}");
    browser.is_titled("Next").await;
    browser.change("close_tab", json!({})).await;
    for name in ["Next page", "Leave"] {
        let effect = browser.change("click_element", json!({"name": name})).await;
        assert!(effect.contains("the page is now \"Next\""), "{effect}");
        browser.is_titled("Next").await;
        browser.change("go_back", json!({})).await;
    }
    what_a_page_does_by_itself_or_takes_back_proves_nothing(&mut browser).await;
    a_page_that_lies_is_not_believed(browser).await;
}

/// A page that covers its button, and has overridden or renamed everything that could show that.
const LIES: &str = r#"<title>Lies</title><button id="real" onclick="document.title = 'paid'">Pay</button>
    <input aria-label="Amount" value="9000"><input aria-label="Box" type="checkbox" onclick="return false">
    <div style="position: fixed; inset: 0">a pane of glass</div>
    <img name="querySelectorAll"><img name="elementFromPoint"><img name="title"><img name="activeElement">
    <form onclick="void 0" style="position: fixed; right: 0; bottom: 0; width: 60px; height: 60px; z-index: 9">
    <input type="hidden" name="hasAttribute"><input type="hidden" name="parentElement"><input type="hidden" name="getRootNode">
    <input type="hidden" name="getBoundingClientRect"><input type="hidden" name="tabIndex"><input type="hidden" name="querySelector">
    <input type="hidden" name="getAttribute"><input type="hidden" name="matches"><input type="hidden" name="labels">
    <input type="hidden" name="checkVisibility"><input type="hidden" name="shadowRoot"></form>
    <script>
    const real = document.getElementById('real');
    Document.prototype.elementFromPoint = () => real;
    Element.prototype.getAttribute = () => 'lie';
    Element.prototype.checkVisibility = () => false;
    Element.prototype.getClientRects = () => [];
    Object.defineProperty(HTMLInputElement.prototype, 'value', { get: () => '1', set: () => {} });
    Object.defineProperty(HTMLInputElement.prototype, 'checked', { get: () => true });
    JSON.stringify = () => '{"ok": [{"label": "lie", "value": "lie", "before": false, "holds": true}]}';
    Object.getOwnPropertyDescriptor = () => ({ get: () => 'lie' });
    MutationObserver = class { observe() {} disconnect() {} };
    String.prototype.toLowerCase = () => 'lie';
    Array.prototype.map = () => [];
    </script>"#;

async fn a_page_that_lies_is_not_believed(mut browser: BrowserDesktop) {
    browser.change("open_page", json!({"url": browser.address("/lies")})).await;
    let found = browser.read("find_elements", json!({})).await;
    for line in
        ["button \"Pay\" at", "textbox \"Amount\" = \"9000\" at", "checkbox \"Box\" = \"not checked\" at"]
    {
        assert!(found.contains(line), "{line} is not in {found}");
    }
    let effect = browser.effect("click_element", json!({"name": "Pay"})).await;
    assert!(
        effect.starts_with("refused") && effect.contains("covered by div \"a pane of glass\""),
        "{effect}"
    );
    let page = browser.page_area().await;
    let pay = Point { x: page.x + 20, y: page.y + 20 };
    assert_eq!(browser.hit(page, pay).await, PageHit::Nothing);
    let form = Point { x: page.right() - 30, y: page.bottom() - 30 };
    let hit = browser.hit(page, form).await;
    assert!(matches!(&hit, PageHit::Element(it) if it.rect.width == 60), "{hit:?}");
    what_a_call_means_is_done_only_while_it_is_so(&mut browser).await;
    let outcome = browser.run("fill_form", json!({"fields": [["Box", true]]})).await;
    assert_eq!(outcome.effect.to_string(), "partial: 0 of 1 fields hold what was asked for");
    assert_eq!(outcome.output.unwrap(), "Box: not checked (not what was asked for)");
    assert!(browser.look().await.contains("Lies"));
    troubles::a_receiver_that_ends_leaves_nothing_open(browser).await;
}

/// Calls get the names and addresses of what they mean, and do nothing once that is another thing.
async fn what_a_call_means_is_done_only_while_it_is_so(browser: &mut BrowserDesktop) {
    let make = r#"document.body.insertAdjacentHTML("beforeend", `<div id="swap"><a id="go" href="/next">Onward</a>
        <label><input type="checkbox" id="box" value="x"> Keep me</label>
        <label>Plan <select id="plan"><option value="1">Small</option><option value="2">Delete all</option></select></label>
        <form action="/sent"><button id="press">Next</button></form></div>`)"#;
    browser.run("run_script", json!({"expression": make})).await;
    let call = |command: &str, args: Value| Call {
        command: command.into(),
        args: args.as_object().unwrap().clone(),
    };
    let (next, sent) = (browser.address("/next"), browser.address("/sent"));
    for (command, args, means, change, sentence) in [
        (
            "click_element",
            json!({"role": "link", "name": "onw"}),
            json!({"role": "link", "name": "Onward", "url": next}),
            "go.href = '/sent'",
            "leads elsewhere now",
        ),
        (
            "click_element",
            json!({"role": "link", "name": "onw"}),
            json!({"role": "link", "name": "Onward", "url": sent}),
            "go.textContent = 'Onward and delete all'",
            "the page shows no link named \"Onward\"",
        ),
        (
            "click_element",
            json!({"name": "Next"}),
            json!({"role": "button", "name": "Next", "url": sent}),
            "press.textContent = 'Delete my account'",
            "the page shows no button named \"Next\"",
        ),
        (
            "fill_form",
            json!({"fields": [["keep", true], ["Plan", "2"]]}),
            json!({"fields": [["checkbox \"Keep me\"", true], ["combobox \"Plan\"", "Delete all"]]}),
            "box.parentElement.lastChild.data = 'Delete all'",
            "the page shows no field",
        ),
        (
            "select_option",
            json!({"field": "Plan", "option": "2"}),
            json!({"field": "combobox \"Plan\"", "option": "Delete all"}),
            "plan.options[1].label = 'Other'",
            "has no choice \"Delete all\"",
        ),
    ] {
        let completed = browser.completed(MOST, &call(command, args.clone())).await.unwrap();
        assert_eq!(Value::Object(completed.args.clone()), means, "{command} {args}");
        browser.run("run_script", json!({"expression": change})).await;
        let effect = browser.run_as_it_is(Duration::from_secs(20), &completed).await.effect.to_string();
        assert!(effect.starts_with("refused") && effect.contains(sentence), "{command} {args}: {effect}");
    }
    let element = browser.read("find_elements", json!({"name": "Delete my account"})).await;
    let id = element.split(|it: char| !it.is_alphanumeric()).next().unwrap().to_owned();
    let completed = browser
        .completed(MOST, &call("click_element", json!({"element": id, "name": "Next"})))
        .await
        .unwrap();
    assert_eq!(completed.args["name"], "Delete my account", "the page says what it is called: {completed}");
    browser.run("run_script", json!({"expression": "press.textContent = 'Next'"})).await;
    let effect = browser.run_as_it_is(Duration::from_secs(20), &completed).await.effect.to_string();
    assert!(effect.contains("it is now button \"Next\""), "{effect}");
    browser.run("run_script", json!({"expression": "swap.remove()"})).await;
}
