//! The tests that share a browser, which takes longer to start than to show their pages: it shows those of one after the other.

use crate::{
    browser_desktop::{BrowserDesktop, TestBrowser, pages},
    clicks, forms, frames, navigation, places, reading,
};
use deskpilot_testkit::tries_also;

/// The page with which a browser begins.
const BEGIN: &[(&str, &str)] = &[("/", "<title>Begin</title>")];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_are_read_and_worked_and_what_was_seen_is_reported_in_firefox() {
    Box::pin(pages_are_read_and_worked_and_what_was_seen_is_reported(TestBrowser::Firefox)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_are_read_and_worked_and_what_was_seen_is_reported_in_chromium() {
    Box::pin(pages_are_read_and_worked_and_what_was_seen_is_reported(TestBrowser::Chromium)).await;
}

/// A usual run tries each in one of the two browsers.
async fn pages_are_read_and_worked_and_what_was_seen_is_reported(browser: TestBrowser) {
    let is_firefox = browser == TestBrowser::Firefox;
    let is_for_firefox = |what: &str| is_firefox || tries_also(&format!("{what} in Chromium"));
    let is_for_chromium = |what: &str| !is_firefox || tries_also(&format!("{what} in Firefox"));
    let mut browser = BrowserDesktop::open_with(browser, pages(BEGIN)).await;
    if is_for_chromium("pages and dialogs") {
        browser.turn_to(pages(navigation::PAGES)).await;
        Box::pin(navigation::pages_come_and_go_and_the_window_shows_them(&mut browser)).await;
    }
    if is_for_chromium("places") {
        browser.turn_to(pages(places::PAGES)).await;
        Box::pin(places::what_reacts_to_clicks_has_a_place(&mut browser)).await;
    }
    if is_for_chromium("frames") {
        browser.turn_to(frames::answer).await;
        Box::pin(frames::frames_of_other_sites_and_closed_parts_are_read_and_worked(&mut browser)).await;
    }
    if is_for_chromium("reading") {
        browser.turn_to(reading::answer).await;
        Box::pin(reading::a_page_is_read_as_a_person_sees_it(&mut browser)).await;
    }
    if is_firefox {
        browser.turn_to(frames::answer).await;
        Box::pin(frames::logins_failures_and_long_lists_are_reported_as_what_they_are(&mut browser)).await;
    }
    if is_for_firefox("forms") {
        browser.turn_to(forms::answer).await;
        Box::pin(forms::a_form_is_filled_in_one_call_and_the_server_gets_it(&mut browser)).await;
    }
    if is_for_firefox("clicks") {
        browser.turn_to(pages(clicks::PAGES)).await;
        Box::pin(clicks::elements_are_found_and_clicked_and_only_what_was_seen_is_reported(browser)).await;
    }
}
