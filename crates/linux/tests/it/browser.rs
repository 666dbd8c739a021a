//! Browsers: live regions, pages as text, and date fields.

use crate::test_desktop::TestDesktop;
use deskpilot_core::{Effect, Gesture, Role};
use std::fs;

const PAGE: &str = r#"<!doctype html><title>Live</title>
<p>a paragraph</p><div>a plain part</div><div role="status">three saved. <a href="x">Undo</a></div>
<div role="alert">too late</div><div aria-live="polite">news</div><output>42</output><button>Go</button>"#;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn text_of_live_regions_is_listed_like_other_text() {
    let mut test = TestDesktop::bring_up().await;
    let page = test.private.directory().join("page.html");
    fs::write(&page, PAGE).unwrap();
    let url = format!("file://{}", page.display());
    let window = test.start(&["firefox-esr", "--no-remote", &url], "Live — Mozilla Firefox").await;
    test.find(&window, Role::Button, "Go").await;
    let controls = test.controls(&window).await;
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

const STORY: &str = r#"<!doctype html><meta charset="utf-8"><title>Story</title><h1>A day out</h1>
<p>See <a href="x">the <b>old</b> mill</a> first.</p><ul><li>bread<li>cheese</ul>
<table><tr><td>one<td>two<tr><td>three<td>four</table>
<p>Name <input value="Ann"> <input type="password" value="opensesame"> <img alt="" src="x"></p>"#;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_is_read_with_everything_that_stands_in_it() {
    let mut test = TestDesktop::bring_up().await;
    let page = test.private.directory().join("story.html");
    fs::write(&page, STORY).unwrap();
    let url = format!("file://{}", page.display());
    let window = test.start(&["firefox-esr", "--no-remote", &url], "Story — Mozilla Firefox").await;
    let document =
        test.find_where(&window, "the page", |it| it.role == Role::Document && it.name == "Story").await;
    let text = test.read(&window, &document).await;
    let expected = "A day out\nSee the old mill first.\n• bread\n• cheese\none\ttwo\nthree\tfour\nName Ann";
    assert_eq!(text.trim_end(), expected);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_parts_of_a_date_are_set_like_other_numbers() {
    let mut test = TestDesktop::bring_up().await;
    let page = test.private.directory().join("date.html");
    let html = r#"<!doctype html><title>Date</title><label>Day <input type="date" id="d"></label>
        <output id="o"></output><script>d.oninput = () => o.textContent = d.value</script>"#;
    fs::write(&page, html).unwrap();
    let url = format!("file://{}", page.display());
    let window = test.start(&["firefox-esr", "--no-remote", &url], "Date — Mozilla Firefox").await;
    for (part, number) in [("Month", 2.0), ("Day", 24.0), ("Year", 2026.0)] {
        let field = test.find(&window, Role::Spinner, part).await;
        let effect = test.on(&window, &field, Gesture::SetNumber(number)).await;
        assert!(matches!(effect, Effect::Confirmed(_)), "{part}: {effect}");
    }
    test.find_where(&window, "the date", |it| it.value.as_deref() == Some("2026-02-24")).await;
}
