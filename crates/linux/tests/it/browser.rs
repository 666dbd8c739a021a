//! Browsers: live regions, pages as text, date fields, rows without a role, lists with several selections.

use crate::{
    second_reader::OtherReading,
    test_desktop::{LETTERS, TestDesktop, click, replace},
};
use deskpilot_core::{
    Action, Aim, Call, Chord, Control, Effect, Gesture, Key, Launch, Operation, Policy, Role, State, Verb,
    Window,
};
use deskpilot_desktop::{Desktop, DesktopError, Puppeteer, RedactedDesktop, label_controls};
use deskpilot_linux::LinuxDesktop;
use std::{
    fs,
    io::{Read, Write},
    net::TcpListener,
    path::Path,
    thread,
    time::Duration,
};

/// One Firefox, which goes from page to page: it takes longer to start than to show them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_a_browser_are_waited_for_read_and_worked() {
    let mut test = TestDesktop::bring_up().await;
    let folder = test.private.directory().to_owned();
    for (name, page) in [("story", STORY), ("widgets", WIDGETS), ("mails", MAILS), ("live", PAGE)] {
        fs::write(folder.join(name).with_extension("html"), page).unwrap();
    }
    let window = Box::pin(a_browser_is_open_when_its_page_is_there(&mut test, &folder)).await;
    let window = follow(&mut test, &window, "On", "Story").await;
    Box::pin(a_page_is_read_with_everything_that_stands_in_it(&mut test, &window)).await;
    let window = follow(&mut test, &window, "the old mill", "Widgets").await;
    Box::pin(fields_icons_and_handles_of_a_page_are_named(&mut test, &window)).await;
    Box::pin(the_parts_of_a_date_are_set_like_other_numbers(&mut test, &window)).await;
    Box::pin(letters_of_every_script_arrive_or_are_reported_to_be_missing(&mut test, &window)).await;
    Box::pin(a_text_for_which_a_page_suggests_others_is_not_confirmed(&mut test, &window)).await;
    let window = follow(&mut test, &window, "To the mails", "Mails").await;
    Box::pin(what_takes_clicks_is_marked_a_choice_replaces_others_and_words_below_the_fold_are_reached(
        &mut test, &window,
    ))
    .await;
    let window = follow(&mut test, &window, "go on", "Live").await;
    Box::pin(text_of_live_regions_is_listed(&mut test, &window)).await;
    let url = format!("file://{}", folder.join("live.html").display());
    Box::pin(an_address_is_put_into_its_editable_combo_box(&mut test, &window, &url)).await;
}

/// Follows a link of the page in front to the page with this title.
async fn follow(test: &mut TestDesktop, window: &Window, link: &str, title: &str) -> Window {
    let link = test.find(window, Role::Hyperlink, link).await;
    test.on(window, &link, click()).await;
    test.window(&format!("{title} — Mozilla Firefox")).await
}

/// Answers the first request of a browser with this script, after a while; returns the address.
fn slow_script(script: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/late.js", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let mut request = [0; 4096];
            // A browser may connect without asking anything.
            if !stream.read(&mut request).is_ok_and(|length| length > 0) {
                continue;
            }
            thread::sleep(Duration::from_secs(2));
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/javascript\r\nConnection: close\r\n";
            let _ = write!(stream, "{head}Content-Length: {}\r\n\r\n{script}", script.len());
        }
    });
    address
}

async fn a_browser_is_open_when_its_page_is_there(test: &mut TestDesktop, folder: &Path) -> Window {
    let script = slow_script("document.title = 'Here'");
    let html = format!(
        "<!doctype html><title>Slow</title><script src=\"{script}\"></script><button>Ready</button> \
         <a href=\"story.html\">On</a>"
    );
    let page = folder.join("slow.html");
    fs::write(&page, html).unwrap();
    let launch =
        Launch { application: "firefox".into(), file: Some(page.display().to_string()), ..Launch::default() };
    let window = test.desktop.launch(&launch, &[]).await.unwrap();
    let seen = test.controls(&window).await;
    assert!(seen.iter().any(|it| it.role == Role::Button && it.name == "Ready"), "{seen:#?}");
    window
}

const PAGE: &str = r#"<!doctype html><title>Live</title>
<p>a paragraph</p><div>a plain part</div><div role="status">three saved. <a href="x">Undo</a></div>
<div role="alert">too late</div><div aria-live="polite">news</div><output>42</output><button>Go</button>"#;

async fn text_of_live_regions_is_listed(test: &mut TestDesktop, window: &Window) {
    test.find(window, Role::Button, "Go").await;
    let controls = test.controls(window).await;
    // GTK's title bar behind Firefox's own has the same buttons.
    for name in ["Minimize", "Maximize", "Close"] {
        let listed = controls.iter().filter(|it| it.role == Role::Button && it.name == name).count();
        assert_eq!(listed, 1, "{name}: {controls:#?}");
    }
    for (role, text) in [
        (Role::Text, "a paragraph"),
        (Role::Group, "a plain part"),
        (Role::StatusBar, "three saved. "),
        (Role::Alert, "too late"),
        (Role::Group, "news"),
        (Role::StatusBar, "42"),
    ] {
        let is_listed = controls.iter().any(|it| it.role == role && it.value.as_deref() == Some(text));
        assert!(is_listed, "{role:?} {text:?} is not among {controls:#?}");
    }
}

async fn an_address_is_put_into_its_editable_combo_box(test: &mut TestDesktop, window: &Window, url: &str) {
    let is_address = |it: &Control| {
        it.role == Role::ComboBox && it.value.as_deref().is_some_and(|value| value.contains("live.html"))
    };
    let address = test.find_where(window, "the address", is_address).await;
    test.on(window, &address, click()).await;
    let address = test.find_where(window, "the address", is_address).await;
    let effect = match test.try_on(window, &address, replace("about:license")).await {
        // The browser names it again when it first has the focus, and sends no event.
        Err(DesktopError::ControlChanged { .. }) => {
            let is_renamed = |it: &Control| is_address(it) && it.name != address.name;
            let renamed = test.find_where(window, "the address under its new name", is_renamed).await;
            test.on(window, &renamed, replace("about:license")).await
        }
        effect => effect.unwrap(),
    };
    assert_eq!(effect.to_string(), format!("confirmed: value {url:?} -> \"about:license\""));
}

const STORY: &str = r#"<!doctype html><meta charset="utf-8"><title>Story</title><h1>A day out</h1>
<p>See <a href="widgets.html">the <b>old</b> mill</a> first.</p><ul><li>bread<li>cheese</ul>
<table><tr><td>one<td>two<tr><td>three<td>four</table>
<p>Name <input value="Ann"> <input type="password" value="opensesame"> <img alt="" src="x"></p>"#;

async fn a_page_is_read_with_everything_that_stands_in_it(test: &mut TestDesktop, window: &Window) {
    let document =
        test.find_where(window, "the page", |it| it.role == Role::Document && it.name == "Story").await;
    let text = test.read(window, &document).await;
    let expected = "A day out\nSee the old mill first.\n• bread\n• cheese\none\ttwo\nthree\tfour\nName Ann";
    assert_eq!(text.trim_end(), expected);
}

const MAILS: &str = r#"<!doctype html><meta charset="utf-8"><title>Mails</title>
<div id="a" style="padding:9px" onclick="o.textContent = 'Ann is open'"><b>Ann</b> <span>Lunch on Friday?</span></div>
<div tabindex="0">Ben</div><p>plain words</p>
<select multiple size="4"><option selected>red<option selected>green<option>blue<option>grey</select>
<output id="o"></output><ul style="height:90px;overflow:auto"><li style="height:40px">one<li style="height:40px">two
<li style="height:40px">three<li style="height:40px">four<li style="height:40px">five<li style="height:40px">six</ul>
<div style="height:4000px"></div><p>At the very end of it, <a href="live.html">go on</a></p>"#;

/// What find_control says of a text.
async fn found(test: &TestDesktop, window: &Window, text: &str) -> String {
    let desktop = LinuxDesktop::connect(test.private.seat().clone()).await.unwrap();
    let desktop = RedactedDesktop::new(Box::new(desktop), Policy::default());
    let (aim, verb) = (Aim::Window, Verb::Find(text.into()));
    let action = Action { call: Call::default(), window: window.clone(), aim, verb };
    let finding = Operation::Act(Box::new(action));
    Puppeteer::new(desktop, Vec::new()).perform(&finding).await.unwrap().effect.to_string()
}

async fn what_takes_clicks_is_marked_a_choice_replaces_others_and_words_below_the_fold_are_reached(
    test: &mut TestDesktop,
    window: &Window,
) {
    let is_row = |it: &Control| it.states.has(State::Clickable) && it.text() == "Ann Lunch on Friday?";
    let row = test.find_where(window, "the row of a mail", is_row).await;
    let seen = label_controls(test.controls(window).await);
    let label = |is: &dyn Fn(&Control) -> bool| seen.iter().find(|it| is(it)).map(|it| it.label.is_some());
    assert_eq!(label(&is_row), Some(true));
    assert_eq!(label(&|it| it.text() == "Ben"), Some(true), "{seen:#?}");
    assert_eq!(label(&|it| it.role == Role::Text && it.text() == "plain words"), Some(false));
    let effect = test.on(window, &row, click()).await;
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
    test.find_where(window, "the mail", |it| it.value.as_deref() == Some("Ann is open")).await;

    let list = test.find_where(window, "the list", |it| it.role == Role::List).await;
    let effect = test.on(window, &list, Gesture::Select("blue".into())).await;
    assert_eq!(effect.to_string(), "confirmed: value \"red, green\" -> \"blue\"");
    let chosen: Vec<_> = test.controls(window).await;
    let chosen = chosen.into_iter().filter(|it| it.role == Role::ListItem && it.states.has(State::Selected));
    assert_eq!(chosen.map(|it| it.name).collect::<Vec<_>>(), ["blue"]);

    let is_long =
        |it: &Control| it.role == Role::List && it.value.as_deref() == Some("3 of 6 items are in view");
    test.find_where(window, "the list with items out of view", is_long).await;

    let document = test.find_where(window, "the page", |it| it.role == Role::Document).await;
    let words = "very end";
    for (text, expected) in [
        (words, "unverified: Document \"Mails\" has the text \"very end\" beyond what is shown: select_text"),
        ("nowhere", "no change: the application reports no control with the text \"nowhere\""),
    ] {
        let effect = found(test, window, text).await;
        assert!(effect.starts_with(expected), "{effect}");
    }
    let effect = test.on(window, &document, Gesture::SelectText(words.into())).await;
    assert_eq!(effect.to_string(), "confirmed: selected \"very end\"");
    test.find_where(window, "the last paragraph", |it| it.text().contains(words)).await;
}

const WIDGETS: &str = r#"<!doctype html><meta charset="utf-8"><title>Widgets</title>
<p><a href="mails.html">To the mails</a></p>
<p><label for="w">Weight</label> <input id="w"></p><p><input title="Height in cm"></p>
<p id="d">Years since birth</p><p style="margin-top:200px"><input aria-describedby="d"></p>
<i title="Delete it" style="display:inline-block;width:24px;height:24px;background:red" onclick="o.textContent = 'gone'"></i>
<div title="Volume" tabindex="0" style="width:24px;height:24px;background:blue"></div><output id="o"></output>
<p><label>Day <input type="date" id="day"></label> <output id="when"></output></p>
<p><label>Station <input id="station" autocomplete="off" aria-autocomplete="list" aria-controls="stations"></label></p>
<ul id="stations" role="listbox" hidden><li role="option">Oslo Airport</ul>
<script>
day.oninput = () => when.textContent = day.value;
station.oninput = () => setTimeout(() => stations.hidden = !station.value.startsWith('Os'), 200);
</script>"#;

async fn fields_icons_and_handles_of_a_page_are_named(test: &mut TestDesktop, window: &Window) {
    for name in ["Weight", "Height in cm", "Years since birth"] {
        test.find(window, Role::Edit, name).await;
    }
    let seen = label_controls(test.controls(window).await);
    for name in ["Delete it", "Volume"] {
        let found = seen.iter().find(|it| it.text() == name).unwrap_or_else(|| panic!("{name}: {seen:#?}"));
        assert!(found.label.is_some(), "{found:?}");
    }
    let icon = test.find_where(window, "the icon", |it| it.text() == "Delete it").await;
    test.on(window, &icon, click()).await;
    test.find_where(window, "what it does", |it| it.value.as_deref() == Some("gone")).await;
}

async fn letters_of_every_script_arrive_or_are_reported_to_be_missing(
    test: &mut TestDesktop,
    window: &Window,
) {
    let weight = test.find(window, Role::Edit, "Weight").await;
    let letters = Gesture::Keys(LETTERS.chars().map(|it| Chord::plain(Key::Char(it))).collect());
    let effect = test.on(window, &weight, letters).await;
    let arrived = test.read(window, &weight).await;
    assert!(arrived == LETTERS || matches!(effect, Effect::Partial(_)), "{arrived:?}: {effect}");
}

async fn a_text_for_which_a_page_suggests_others_is_not_confirmed(test: &mut TestDesktop, window: &Window) {
    for (text, expected) in [("Os", "suggestions for it are open"), ("Zz", "no new ones are seen")] {
        let station = test.find(window, Role::Edit, "Station").await;
        let effect = test.on(window, &station, replace(text)).await;
        assert!(matches!(effect, Effect::Unverified(_)) && effect.to_string().contains(expected), "{effect}");
    }
    let weight = test.find(window, Role::Edit, "Weight").await;
    let effect = test.on(window, &weight, replace("7")).await;
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
    another_client_reads_what_the_fields_hold(test, window);
}

fn another_client_reads_what_the_fields_hold(test: &TestDesktop, window: &Window) {
    let others = OtherReading::of(test, window);
    for (field, text) in [("Weight", "7"), ("Station", "Zz")] {
        assert_eq!(others.named("entry", field).text, text, "{field}");
    }
    let number = |it: &str| it.chars().filter(char::is_ascii_digit).collect::<String>().parse().ok();
    for (part, expected) in [("Month", 2), ("Day", 24), ("Year", 2026)] {
        let part = others.named("spin button", part);
        // Firefox does not always give the number of a part that it shows.
        let read: [Option<u32>; 2] = [number(&part.text), number(&part.number)];
        assert!(read.contains(&Some(expected)), "{part:?}");
    }
}

async fn the_parts_of_a_date_are_set_like_other_numbers(test: &mut TestDesktop, window: &Window) {
    for (part, number) in [("Month", 2.0), ("Day", 24.0), ("Year", 2026.0)] {
        let field = test.find(window, Role::Spinner, part).await;
        let effect = test.on(window, &field, Gesture::SetNumber(number)).await;
        assert!(matches!(effect, Effect::Confirmed(_)), "{part}: {effect}");
    }
    test.find_where(window, "the date", |it| it.value.as_deref() == Some("2026-02-24")).await;
}
