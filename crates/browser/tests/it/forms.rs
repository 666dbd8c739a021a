//! Forms: the server receives the requested values.

use crate::{
    browser_desktop::{BrowserDesktop, TestBrowser, page},
    files,
};
use deskpilot_testkit::loopback::{Answer, Request};
use serde_json::json;

const PAGE: &str = r#"<meta charset="utf-8"><title>Form</title><form action="/sent" method="post">
        <label>Full name: <input name="name" value="old"></label> <label for="m">E-mail *</label><input id="m" name="mail" type="email">
        <textarea name="notes" placeholder="Notes"></textarea>
        <label>Country <select name="country"><option value="">choose</option><option value="no">Norway</option><option value="se">Sweden</option></select></label>
        <label>Toppings <select name="topping" multiple><option>ham</option><option>olives</option><option selected>onions</option></select></label>
        <label><input type="checkbox" name="news" value="yes"> Newsletter</label>
        <label><input type="checkbox" name="terms" value="yes" checked> Terms</label>
        <fieldset><legend>Size</legend><label><input type="radio" name="size" value="s" checked> Small</label>
        <label><input type="radio" name="size" value="l"> Large</label></fieldset>
        <label>Arrival <input type="date" name="day"></label> <label>At <input type="time" name="time"></label>
        <label>Guests <input type="number" name="guests"></label> <label>Volume <input type="range" name="volume" min="0" max="10"></label>
        <label>Colour <input type="color" name="colour"></label>
        <label>Secret word <input type="password" name="word"></label> <label>Fixed <input name="fixed" value="f" readonly></label>
        <label>Loud <input name="loud" oninput="this.value = this.value.toUpperCase()"></label>
        <input name="trap" style="display: none" aria-label="Website">
        <div contenteditable aria-label="Story" oninput="story.value = this.textContent">once</div><input type="hidden" name="story" id="story">
        <label>Leaving <input name="leaving" onchange="location = '/gone'"></label>
        <button>Send</button></form>"#;

fn answer(request: &Request) -> Answer {
    match request.path.as_str() {
        "/" => Answer::Bytes(page(PAGE)),
        "/sent" => Answer::Bytes(page("<title>Sent</title>")),
        "/gone" => Answer::Bytes(page("<title>Gone</title>")),
        _ => files::answer(request),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_is_filled_in_one_call_and_the_server_gets_it_in_firefox() {
    a_form_is_filled_in_one_call_and_the_server_gets_it(TestBrowser::Firefox).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_is_filled_in_one_call_and_the_server_gets_it_in_chromium() {
    a_form_is_filled_in_one_call_and_the_server_gets_it(TestBrowser::Chromium).await;
}

async fn a_form_is_filled_in_one_call_and_the_server_gets_it(browser: TestBrowser) {
    let mut browser = BrowserDesktop::open_with(browser, answer).await;
    let fields = json!([
        ["full name", "Ada Lövelace"],
        ["E-mail", "ada@example.org"],
        ["Notes", "one\ntwo"],
        ["Country", "Sweden"],
        ["Toppings", "ham", "olives"],
        ["Newsletter", true],
        ["Terms", false],
        ["Size", "Large"],
        ["Arrival", "2026-02-24"],
        ["At", "13:45"],
        ["Guests", 3],
        ["Volume", 7],
        ["Colour", "#ff8800"],
        ["Story", "twice told"],
    ]);
    let outcome = browser.run("fill_form", json!({"fields": fields})).await;
    let output = outcome.output.unwrap();
    assert_eq!(outcome.effect.to_string(), "confirmed: fields read back as asked for: 14", "{output}");
    assert!(output.contains("Toppings: ham; olives\n") && output.contains("Large: checked\n"), "{output}");
    let again = browser.effect("fill_form", json!({"fields": fields})).await;
    assert_eq!(again, "no change: fields as asked for before: 14");

    let effect = browser.effect("fill_form", json!({"fields": [["Loud", "quiet"], ["Guests", 4]]})).await;
    assert_eq!(effect, "partial: 1 of 2 fields hold what was asked for");
    browser.change("select_option", json!({"field": "Country", "option": "norway"})).await;
    let outcome = browser.run("fill_password", json!({"name": "Secret word", "text": "opensesame"})).await;
    let reply = format!("{} {}", outcome.effect, outcome.output.unwrap());
    assert!(reply.contains("confirmed") && reply.contains("(hidden)"), "{reply}");
    for read in [
        browser.read("find_elements", json!({})).await,
        browser.read("page_markdown", json!({})).await,
        reply,
    ] {
        assert!(!read.contains("opensesame"), "{read}");
    }
    for (fields, sentence) in [
        (json!([["Guests", 9], ["Nowhere", "x"]]), "the page shows no field \"Nowhere\""),
        (
            json!([["Guests", 9], ["Country", "Mars"]]),
            "has no choice \"Mars\"; it has choose, Norway, Sweden",
        ),
        (json!([["Guests", 9], ["Size", "Huge"]]), "has no choice \"Huge\"; it has Small, Large"),
        (json!([["Guests", 9], ["Newsletter", "perhaps"]]), "is checked or not: give true or false"),
        (json!([["Guests", 9], ["Secret word", "x"]]), "fill it with fill_password"),
        (json!([["Guests", 9], ["Fixed", "x"]]), "the field \"Fixed\" cannot be changed"),
        (json!([["Guests", 9], ["Website", "x"]]), "the page shows no field \"Website\""),
        (json!([["Guests"]]), "fields must be 1 to 100 rows"),
        (json!([]), "fields must be 1 to 100 rows"),
    ] {
        let effect = browser.effect("fill_form", json!({"fields": fields})).await;
        assert!(effect.starts_with("refused") && effect.contains(sentence), "{fields}: {effect}");
    }
    let effect = browser.effect("fill_password", json!({"name": "Guests", "text": "x"})).await;
    assert!(effect.contains("is no password field"), "{effect}");

    browser.change("click_element", json!({"role": "button", "name": "Send"})).await;
    let request = browser.request("/sent").await;
    assert_eq!(
        String::from_utf8(request.body).unwrap(),
        "name=Ada+L%C3%B6velace&mail=ada%40example.org&notes=one%0D%0Atwo&country=no&topping=ham&topping=olives&news=yes\
         &size=l&day=2026-02-24&time=13%3A45&guests=4&volume=7&colour=%23ff8800&word=opensesame&fixed=f&loud=QUIET&trap=\
         &story=twice+told&leaving="
    );
    browser.is_titled("Sent").await;
    browser.change("open_page", json!({"url": browser.address("/")})).await;
    let effect = browser.effect("fill_form", json!({"fields": [["Leaving", "x"], ["Guests", 1]]})).await;
    assert!(effect.starts_with("partial: the page was left while its fields were filled"), "{effect}");
    browser.is_titled("Gone").await;
    files::files_go_to_pages_and_come_from_them(browser).await;
}
