//! Which tab a window shows. A window's title is that of the tab in front; once both are known to belong together, the tab in
//! front of that browser window counts, whatever its title has become.

use crate::{
    page::{Page, PageStatus},
    session::{Prompt, Session, Tab},
    trouble::Trouble,
};
use deskpilot_core::{Window, WindowId};
use futures::future::join_all;
use std::{collections::HashMap, time::Duration};
use tokio::time::sleep;

/// How many times the tabs of a window are read until exactly one is in front.
const LOOKS: usize = 20;
/// The pause between two looks: no event announces the end of a change of tabs.
const PAUSE: Duration = Duration::from_millis(50);
/// What browsers put between a title and their own name.
const DASHES: [&str; 3] = [" — ", " – ", " - "];
/// The end of the name of the browser that says in its titles how many further tabs a window has.
const EDGE: &str = "Edge";

/// The windows and tabs of a browser, with their names and numbers.
#[derive(Debug, Default)]
pub(crate) struct Windows {
    /// The browser's own names of windows.
    known: HashMap<WindowId, String>,
    /// The contexts of tabs; their places here are the numbers that agents use.
    tabs: Vec<String>,
}

/// A tab and what its page is; `None` where the page does not answer.
#[derive(Clone, Debug)]
pub(crate) struct OpenTab {
    /// Its name for agents, such as `t2`.
    pub(crate) id: String,
    pub(crate) tab: Tab,
    pub(crate) status: Option<PageStatus>,
}

impl OpenTab {
    fn is_in_front(&self) -> bool {
        self.status.as_ref().is_some_and(|it| it.visible)
    }
}

impl Windows {
    /// The tabs of a window and the place among them of the one in front. While the browser goes from one tab to another,
    /// both are in front for a moment.
    pub(crate) async fn tabs_of(
        &mut self,
        session: &dyn Session,
        window: &Window,
    ) -> Result<(Vec<OpenTab>, usize), Trouble> {
        for _ in 0..LOOKS {
            let open = self.own_tabs(session, window).await?;
            let in_front: Vec<usize> = (0..open.len()).filter(|it| open[*it].is_in_front()).collect();
            if let [front] = in_front[..] {
                return Ok((open, front));
            }
            sleep(PAUSE).await;
        }
        Err(Trouble::NotPossible(
            "its page does not answer, or the window is minimized; bring the window to the front".into(),
        ))
    }

    async fn own_tabs(&mut self, session: &dyn Session, window: &Window) -> Result<Vec<OpenTab>, Trouble> {
        let mut tabs = session.tabs().await?;
        let known =
            self.known.get(&window.id).filter(|it| tabs.iter().any(|tab| tab.window == **it)).cloned();
        if let Some(known) = &known {
            tabs.retain(|it| it.window == *known);
        }
        let mut open = self.look_at(session, tabs).await;
        if known.is_none() {
            let own = own_window(&open, &window.title)?;
            open.retain(|it| it.tab.window == own);
            self.known.insert(window.id, own);
        }
        Ok(open)
    }

    /// Asks all pages at the same time.
    async fn look_at(&mut self, session: &dyn Session, tabs: Vec<Tab>) -> Vec<OpenTab> {
        let statuses = tabs.iter().map(|it| {
            let page = Page::of(session, &it.context);
            async move {
                let has_dialog = matches!(session.prompt(&it.context), Some(Prompt::Dialog { .. }));
                match PageStatus::behind_dialog(it) {
                    Some(known) if has_dialog => Some(known),
                    _ => page.status_despite_dialogs().await.ok(),
                }
            }
        });
        let statuses = join_all(statuses).await;
        let open = tabs.into_iter().zip(statuses);
        open.map(|(tab, status)| OpenTab { id: self.id_of(&tab.context), tab, status }).collect()
    }

    fn id_of(&mut self, context: &str) -> String {
        let known = self.tabs.iter().position(|it| it == context);
        let at = known.unwrap_or_else(|| {
            self.tabs.push(context.to_owned());
            self.tabs.len() - 1
        });
        format!("t{}", at + 1)
    }
}

/// The browser's name of the window with this title.
fn own_window(open: &[OpenTab], title: &str) -> Result<String, Trouble> {
    let shows = |it: &&OpenTab| {
        let others = open.iter().filter(|other| other.tab.window == it.tab.window).count() - 1;
        // A page that has just come may have no title of its own yet: the browser's own page of a new tab.
        let is_titled = it.tab.title.as_deref().is_some_and(|own| begins_with(title, own, others));
        it.status.as_ref().is_some_and(|page| page.visible && (is_titled || shows_page(title, page, others)))
    };
    let mut found: Vec<&str> = open.iter().filter(shows).map(|it| it.tab.window.as_str()).collect();
    found.dedup();
    match found[..] {
        [one] => Ok(one.to_owned()),
        [] => Err(Trouble::NotPossible(format!(
            "no page in front has the title of the window {title:?}; look at the window again"
        ))),
        _ => Err(Trouble::NotPossible(format!(
            "{} windows of the browser have the title {title:?}; bring another page to the front in one of them",
            found.len()
        ))),
    }
}

/// Whether a window with this title and so many further tabs shows this page: a browser puts its own name behind a page's title, or behind
/// the address of a page without one. Firefox's own pages, such as an empty tab, have a title that it does not show.
fn shows_page(window: &str, page: &PageStatus, others: usize) -> bool {
    if page.url.starts_with("about:") && window == "Mozilla Firefox" {
        return true;
    }
    if !page.title.is_empty() {
        return begins_with(window, &page.title, others);
    }
    let address = page.url.split_once("://").map_or(page.url.as_str(), |it| it.1);
    let is_address = |it| begins_with(window, it, others);
    window.starts_with("Mozilla Firefox") || is_address(address) || is_address(address.trim_end_matches('/'))
}

/// Whether the title of a window with so many further tabs is this text, or this text and the name of a browser.
fn begins_with(window: &str, text: &str, others: usize) -> bool {
    let window = window.split_whitespace().collect::<Vec<_>>().join(" ");
    !text.is_empty()
        && window.strip_prefix(text).is_some_and(|rest| {
            rest.is_empty() || DASHES.iter().any(|it| rest.starts_with(it)) || counts_tabs(rest, others)
        })
}

/// Whether this follows the title of a page where Edge says, in the language of the user, how many further tabs the window has:
/// ` and 2 more pages - Profile 1 - Microsoft Edge`.
fn counts_tabs(rest: &str, others: usize) -> bool {
    let end = DASHES.iter().filter_map(|it| rest.find(it)).min().unwrap_or_default();
    let says_count = rest[..end].split(' ').any(|it| it.parse() == Ok(others));
    others > 0 && rest.ends_with(EDGE) && says_count
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(title: &str, visible: bool) -> PageStatus {
        let url = "https://example.org/a".into();
        let ready = "complete".into();
        PageStatus { title: title.into(), url, visible, ready, origin: 0.0, failure: None }
    }

    fn tab(window: &str, title: &str, visible: bool) -> OpenTab {
        let tab = Tab { context: title.into(), url: String::new(), window: window.into(), title: None };
        OpenTab { id: String::new(), tab, status: Some(page(title, visible)) }
    }

    #[test]
    fn a_window_is_known_by_the_title_of_the_tab_in_front() {
        for (window, title, expected) in [
            ("News — Mozilla Firefox", "News", true),
            ("News", "News", true),
            ("News of today — Mozilla Firefox", "News", false),
            ("Library", "News", false),
            ("Mozilla Firefox", "", true),
            ("example.org/a — Mozilla Firefox", "", true),
            ("News - Chromium", "News", true),
            ("example.org/a - Chromium", "", true),
            ("News of today - Chromium", "News", false),
        ] {
            assert_eq!(shows_page(window, &page(title, true), 0), expected, "{window:?} {title:?}");
        }
        let own = PageStatus { url: "about:newtab".into(), ..page("New Tab", true) };
        assert!(shows_page("Mozilla Firefox", &own, 0) && !shows_page("News — Mozilla Firefox", &own, 0));
    }

    #[test]
    fn what_edge_says_of_further_tabs_belongs_to_no_title() {
        // Edge writes a character without width into its name.
        let edge = "Profile 1 - Microsoft\u{200b} Edge";
        for (window, others, expected) in [
            (format!("News - {edge}"), 0, true),
            (format!("News and 2 more pages - {edge}"), 2, true),
            ("News und 1 weitere Seite – Persönlich – Microsoft\u{200b} Edge".into(), 1, true),
            (format!("News and 2 more pages - {edge}"), 3, false),
            (format!("News and 2 more pages - {edge}"), 0, false),
            (format!("News of 0 days - {edge}"), 0, false),
            ("News and 2 more pages - Google Chrome".into(), 2, false),
            (format!("News of today - {edge}"), 2, false),
        ] {
            assert_eq!(shows_page(&window, &page("News", true), others), expected, "{window:?} {others}");
        }
        let open = [tab("1", "News", true), tab("1", "Mail", false), tab("2", "Mail", true)];
        assert_eq!(own_window(&open, &format!("News and 1 more page - {edge}")).unwrap(), "1");
        assert_eq!(own_window(&open, &format!("Mail - {edge}")).unwrap(), "2");
    }

    #[test]
    fn the_browsers_own_title_of_a_page_without_one_counts() {
        let own = |title: &str| Tab { title: Some(title.into()), ..tab("1", "", true).tab };
        let open = [OpenTab { tab: own("New Tab"), ..tab("1", "", true) }];
        assert_eq!(own_window(&open, "New Tab - Chromium").unwrap(), "1");
        assert!(own_window(&open, "News - Chromium").is_err());
    }

    #[test]
    fn a_title_that_two_windows_have_is_refused() {
        let open =
            [tab("1", "News", true), tab("1", "Mail", false), tab("2", "Mail", true), tab("3", "Mail", true)];
        assert_eq!(own_window(&open, "News — Mozilla Firefox").unwrap(), "1");
        let sentence = own_window(&open, "Mail — Mozilla Firefox").unwrap_err().sentence();
        assert!(sentence.starts_with("2 windows of the browser have the title"), "{sentence}");
        let sentence = own_window(&open, "Library").unwrap_err().sentence();
        assert!(sentence.contains("look at the window again"), "{sentence}");
    }
}
