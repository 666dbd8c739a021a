//! Forms: the server receives the requested values.

use crate::{
    browser_desktop::{BrowserDesktop, page},
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

/// Fields that no label names, and fields that do not keep every text.
const PLAIN: &str = r#"<meta charset="utf-8"><title>Plain</title><p>First name: <input id="first"></p>
        <table><tr><td>Street</td><td><input></td></tr><tr><th></th><th>Days</th><th>Price</th></tr>
        <tr><td>Room</td><td><input id="days"></td><td><input></td></tr></table>
        <dl><dt>Town<dd><input></dl><fieldset><legend>Remarks</legend><textarea></textarea></fieldset>
        <div><input type="checkbox"> I am sure</div>
        <label>Currency <select id="currency"><option>Euro</option><option>Norwegian kroner</option><option>Danish kroner</option></select></label>
        <label>Station <input id="station" role="combobox" aria-autocomplete="list" aria-controls="stations" aria-expanded="false"></label>
        <ul role="listbox" id="stations" hidden></ul>
        <label>Fickle <input onblur="setTimeout(() => { this.value = '' }, 20)"></label>
        <script>
        for (let at = 0; at < 21; at++) currency.add(new Option('Unit ' + at));
        let chosen = '';
        const entry = name => {
            const entry = document.createElement('li');
            entry.setAttribute('role', 'option');
            entry.textContent = name;
            entry.onmousedown = () => { chosen = station.value = name; stations.hidden = true; document.title = 'chosen ' + name; };
            return entry;
        };
        const suggest = () => {
            const names = ['Oslo', 'Oslo Airport', 'Bergen'].filter(it => it.startsWith(station.value));
            stations.replaceChildren(...names.map(entry));
            stations.hidden = !names.length;
        };
        station.oninput = () => setTimeout(suggest, 100);
        station.onblur = () => { stations.hidden = true; if (station.value !== chosen) station.value = ''; };
        </script>"#;

pub(crate) fn answer(request: &Request) -> Answer {
    match request.path.as_str() {
        "/" => Answer::Bytes(page(PAGE)),
        "/sent" => Answer::Bytes(page("<title>Sent</title>")),
        "/plain" => Answer::Bytes(page(PLAIN)),
        "/gone" => Answer::Bytes(page("<title>Gone</title>")),
        _ => files::answer(request),
    }
}

pub(crate) async fn a_form_is_filled_in_one_call_and_the_server_gets_it(browser: &mut BrowserDesktop) {
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
        (
            json!([["Guests", 9], ["Arrival", "03/04/2027"]]),
            "the field \"Arrival\" takes a date such as 2027-04-03, not \"03/04/2027\"",
        ),
        (json!([["Guests", "4,5"]]), "the field \"Guests\" takes a number such as 4.5, not \"4,5\""),
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
    fields_are_known_by_the_text_next_to_them(browser).await;
    only_a_value_that_stays_is_confirmed(browser).await;
    files::files_go_to_pages_and_come_from_them(browser).await;
}

async fn fields_are_known_by_the_text_next_to_them(browser: &mut BrowserDesktop) {
    browser.change("open_page", json!({"url": browser.address("/plain")})).await;
    let fields = json!([
        ["First name", "Ada"],
        ["Street:", "Elm 1"],
        ["Days", "3"],
        ["Price", "90"],
        ["Town", "Oslo"],
        ["Remarks", "none"],
        ["I am sure", true],
        ["Currency", "norweg"],
    ]);
    let outcome = browser.run("fill_form", json!({"fields": fields})).await;
    let output = outcome.output.unwrap();
    assert_eq!(outcome.effect.to_string(), "confirmed: fields read back as asked for: 8", "{output}");
    let found = browser.read("find_elements", json!({})).await;
    for line in [
        "textbox \"First name\" = \"Ada\" at",
        "textbox \"Street\" = \"Elm 1\" at",
        "textbox \"Room, Days\" = \"3\" at",
        "textbox \"Room, Price\" = \"90\" at",
        "textbox \"Town\" = \"Oslo\" at",
        "textbox \"Remarks\" = \"none\" at",
        "checkbox \"I am sure\" = \"checked\" at",
        "combobox \"Currency\" = \"Norwegian kroner\" at",
        "; options: Euro, Norwegian kroner, Danish kroner, Unit 0, ",
        " and 12 more\n",
    ] {
        assert!(found.contains(line), "{line} is not in {found}");
    }
    let effect = browser.effect("fill_form", json!({"fields": [["Nowhere", "x"]]})).await;
    let expected =
        "the page shows no field \"Nowhere\"; its fields are \"First name\", \"Street\", \"Room, Days\"";
    assert!(effect.contains(expected), "{effect}");
}

async fn only_a_value_that_stays_is_confirmed(browser: &mut BrowserDesktop) {
    browser.change("fill_form", json!({"fields": [["Station", "Oslo"]]})).await;
    browser.is_titled("chosen Oslo").await;
    for (fields, effect, output) in [
        (json!([["Station", "Oslo"]]), "no change: fields as asked for before: 1", "Station: Oslo"),
        (
            json!([["Station", "Osl"]]),
            "partial: 0 of 1 fields hold what was asked for; one of the suggestions must be chosen in Station",
            "Station: Osl (no suggestion is chosen; it suggests \"Oslo\", \"Oslo Airport\")",
        ),
        (
            json!([["Fickle", "x"]]),
            "partial: 0 of 1 fields hold what was asked for",
            "Fickle:  (it held the text until the focus left it)",
        ),
    ] {
        let outcome = browser.run("fill_form", json!({"fields": fields})).await;
        assert_eq!(outcome.effect.to_string(), effect, "{fields}");
        assert_eq!(outcome.output.unwrap(), output, "{fields}");
    }
}
