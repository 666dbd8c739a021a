//! Clicks: real ones, at the middle of what is in view of an element, and what they were seen to change.

use super::{
    Job, confirmed,
    navigation::{did_not_open, is_arrival, is_other, now},
};
use crate::{
    page::{Page, PageStatus},
    session::{ClickPoint, Event},
    text,
    trouble::Trouble,
};
use deskpilot_core::{ControlDetail, Effect, Evidence, NoChangeReason, Outcome};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::sync::broadcast::Receiver;

/// How long a page may take to show an effect.
const EFFECT: Duration = Duration::from_millis(1500);

/// How long a page that a click requested may take: no event announces that it will never come.
const FOLLOWING: Duration = Duration::from_secs(8);

/// How long a browser may take to report that an address leads to a download and not to a page.
const SAYING: Duration = Duration::from_millis(500);

/// Where to click.
#[derive(Deserialize)]
struct AimedElement {
    what: String,
    x: i64,
    y: i64,
    /// What is in front of it.
    covered: Option<String>,
    id: Option<String>,
}

/// What a page was seen to change.
#[derive(Debug, Default, Deserialize)]
struct Seen {
    added: u32,
    removed: u32,
    changed: u32,
    details: Vec<String>,
    /// Whether something else changed, which the page also changes by itself.
    stirred: bool,
    state: Option<String>,
    /// The state that the element had for a moment, and gave back.
    reverted: Option<String>,
    /// What the focus came to.
    focus: Option<String>,
    /// Whether that is the field that was clicked: a click in a field is for that.
    entered: bool,
    title: Option<String>,
    url: Option<String>,
}

/// What was there before a click.
struct BeforeClick {
    /// The page of the element.
    page: Option<PageStatus>,
    /// The page of the tab, if that is another one.
    tab: Option<PageStatus>,
}

/// What the browser was seen to do.
enum Happened {
    /// Another page is on its way.
    Leaving,
    /// Another page is on its way in the tab of the frame that was clicked in.
    LeavingTab,
    /// A tab opened.
    NewTab,
    /// The tab closed.
    Closed,
    /// A download began.
    Download,
}

/// What came of a page that was on its way.
enum NavigationEnd {
    /// It is there.
    Page,
    /// It is a file.
    Download,
    /// It is not there.
    Failed,
}

impl Job<'_> {
    pub(super) async fn click_element(&self) -> Result<Outcome, Trouble> {
        let path = self.page().path_to(self.arguments.text("element")).await?;
        let page = path.page(self.page());
        let aim: AimedElement = page.ask("aim", &self.arguments.target()).await?;
        let (None, Some(id)) = (&aim.covered, &aim.id) else {
            let by = text::line(&aim.covered.unwrap_or_default(), 120);
            return Err(Trouble::Covered { what: text::line(&aim.what, 120), by });
        };
        let (named, place) = (text::line(&aim.what, 120), (aim.x, aim.y));
        let tab_place = Box::pin(path.in_tab(self.page(), &named, place)).await?;
        page.ask::<bool>("startWatch", &json!(id)).await?;
        if let Some(frame) = path.outermost() {
            self.page().ask::<bool>("startWatch", &json!(frame)).await?;
        }
        let before = self.before_click(page).await;
        let mut events = self.session.events();
        let what = format!("{named} was clicked");
        let point = ClickPoint { context: page.context, place, tab: page.tab, tab_place };
        let clicked = page.unless_dialog(self.session.click(&point)).await;
        match clicked {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => return Ok(Trouble::from(error).unverified(&what)),
            Err(prompt) => {
                return Ok(confirmed(format!("{what}, and {prompt}; answer it with answer_dialog")));
            }
        }
        Ok(page.effect_of_click(&what, &before, &mut events).await)
    }

    async fn before_click(&self, page: Page<'_>) -> BeforeClick {
        let tab = self.tab().status.clone();
        if !page.is_in_frame() {
            return BeforeClick { page: tab, tab: None };
        }
        BeforeClick { page: page.status().await.ok(), tab }
    }
}

impl Page<'_> {
    async fn effect_of_click(
        self,
        what: &str,
        before: &BeforeClick,
        events: &mut Receiver<Event>,
    ) -> Outcome {
        let wait = json!({"ms": u64::try_from(EFFECT.as_millis()).unwrap_or(u64::MAX)});
        let watching = Box::pin(self.observed(&wait));
        let seen = tokio::select! {
            // The browser's event first: a page that leaves takes its watch with it, whose trouble says less.
            biased;
            happened = Page::event(events, EFFECT * 3, |it| happened(it, self)) => match happened {
                Some(happened) => return self.followed(what, &happened, before, events).await,
                None => Err(Trouble::NotPossible("the page did not say what changed".into())),
            },
            seen = watching => seen,
        };
        // Events of the browser may arrive after the changes of the page: a round trip collects them.
        if !matches!(&seen, Ok(seen) if seen.is_nothing()) {
            let _ = self.status_despite_dialogs().await;
        }
        while let Ok(event) = events.try_recv() {
            if let Some(happened) = happened(&event, self) {
                return self.followed(what, &happened, before, events).await;
            }
        }
        match seen {
            Ok(seen) => seen.effect(what).into(),
            Err(Trouble::Dialog(prompt)) => {
                confirmed(format!("{what}, and {prompt}; answer it with answer_dialog"))
            }
            Err(trouble) => self.unwatched(what, before, trouble).await,
        }
    }

    /// What came of a click that the page did not watch to its end. A page that comes or fails at once takes the watch with it, and
    /// the browser need not say that it began.
    async fn unwatched(self, what: &str, before: &BeforeClick, trouble: Trouble) -> Outcome {
        match self.status().await {
            Ok(page) if before.page.as_ref().is_some_and(|it| has_come(&page, it)) => came(what, &page),
            Ok(_) | Err(_) => trouble.unverified(what),
        }
    }

    /// What the page was seen to change; if that is nothing, and it is in a frame, what the page around it was.
    async fn observed(self, wait: &Value) -> Result<Seen, Trouble> {
        let seen = self.ask::<Seen>("observed", wait).await;
        if !self.is_in_frame() || !matches!(&seen, Ok(seen) if seen.is_nothing()) {
            return seen;
        }
        self.in_tab().ask::<Seen>("observed", &json!({"ms": 0})).await.or(seen)
    }

    /// Waits until what the browser began is seen.
    async fn followed(
        self,
        what: &str,
        happened: &Happened,
        before: &BeforeClick,
        events: &mut Receiver<Event>,
    ) -> Outcome {
        match happened {
            Happened::NewTab => confirmed(format!("{what}, and a new tab opened; list_tabs lists it")),
            Happened::Closed if self.is_in_frame() => confirmed(format!("{what}, and its frame closed")),
            Happened::Closed => confirmed(format!("{what}, and the tab closed")),
            Happened::Download => confirmed(format!("{what}, and a download began")),
            Happened::Leaving => self.left(what, before.page.as_ref(), events).await,
            Happened::LeavingTab => self.in_tab().left(what, before.tab.as_ref(), events).await,
        }
    }

    /// Waits for the page that is on its way.
    async fn left(self, what: &str, before: Option<&PageStatus>, events: &mut Receiver<Event>) -> Outcome {
        let began = |event: &Event| {
            (event.context() == self.context && matches!(event, Event::DownloadBegan(_))).then_some(())
        };
        let is_here = |event: &Event| match event {
            _ if event.context() != self.context => None,
            Event::DownloadBegan(_) => Some(NavigationEnd::Download),
            Event::NavigationFailed(_) | Event::Destroyed(_) => Some(NavigationEnd::Failed),
            _ => is_arrival(event).then_some(NavigationEnd::Page),
        };
        let is_download = match self.unless_dialog(Page::event(events, FOLLOWING, is_here)).await {
            Err(prompt) => return confirmed(format!("{what}, and {prompt}; answer it with answer_dialog")),
            // Chromium gives a page up before it says that it is a download.
            Ok(Some(NavigationEnd::Failed)) => Page::event(events, SAYING, began).await.is_some(),
            Ok(end) => matches!(end, Some(NavigationEnd::Download)),
        };
        if is_download {
            return confirmed(format!("{what}, and a download began"));
        }
        match self.status().await {
            Ok(page) if before.is_none_or(|it| has_come(&page, it)) => came(what, &page),
            Ok(_) => Effect::unverified(format!(
                "{what}, and another page was asked for and is not there yet; wait_for can wait on"
            ))
            .into(),
            Err(trouble) => trouble.unverified(&format!("{what}, and another page loads")),
        }
    }
}

/// Whether a page, or the browser's own about one that did not open, came in the place of the one before.
fn has_come(page: &PageStatus, before: &PageStatus) -> bool {
    page.failure.is_some() || is_other(before, page)
}

/// The outcome of a click after which this page came.
fn came(what: &str, page: &PageStatus) -> Outcome {
    match &page.failure {
        Some(why) => Effect::Partial(format!("{what}, and {}", did_not_open(&page.url, why))).into(),
        None => confirmed(format!("{what}, and {}", now(page))),
    }
}

/// What an event says of a click in this page.
fn happened(event: &Event, page: Page<'_>) -> Option<Happened> {
    match event {
        Event::Created(it) if it.parent.is_none() => Some(Happened::NewTab),
        Event::DownloadBegan(_) => Some(Happened::Download),
        Event::NavigationStarted(it) if page.is_in_frame() && it.context == page.tab => {
            Some(Happened::LeavingTab)
        }
        _ if event.context() != page.context => None,
        Event::NavigationStarted(_) => Some(Happened::Leaving),
        Event::Destroyed(_) => Some(Happened::Closed),
        _ => None,
    }
}

impl Seen {
    fn is_nothing(&self) -> bool {
        self.shows_nothing() && self.focus.is_none()
    }

    /// Whether nothing changed but the focus.
    fn shows_nothing(&self) -> bool {
        let counts = self.added + self.removed + self.changed;
        counts == 0 && [&self.state, &self.title, &self.url].into_iter().all(Option::is_none)
    }

    /// The effect of the click. That the focus came to a check box, a tab or another control shows nothing of what the click was for.
    fn effect(self, what: &str) -> Effect {
        let line = |it: String| text::line(&it, 300);
        match self {
            _ if self.shows_nothing() && self.reverted.is_some() => {
                let state = line(self.reverted.unwrap_or_default());
                let evidence =
                    Evidence::Reported(format!("{what}, and it went back at once; it was {state}"));
                Effect::NoChange(NoChangeReason::Same(evidence))
            }
            _ if self.is_nothing() && self.stirred => Effect::unverified(format!(
                "{what}, and the page changed only what it also changes by itself; look whether more came of it"
            )),
            _ if self.is_nothing() => Effect::NoChange(NoChangeReason::Same(Evidence::Reported(format!(
                "{what}, and the page showed no change within {} ms",
                EFFECT.as_millis()
            )))),
            Seen { url: Some(url), .. } => {
                Effect::Confirmed(Evidence::Reported(format!("{what}, and the address is now {}", line(url))))
            }
            Seen { state: Some(state), .. } => {
                Effect::Confirmed(Evidence::Reported(format!("{what}; now {}", line(state))))
            }
            Seen { title: Some(title), .. } => Effect::Confirmed(Evidence::Reported(format!(
                "{what}, and the title is now {:?}",
                line(title)
            ))),
            Seen { focus: Some(focus), entered: true, added: 0, removed: 0, .. } => {
                Effect::Confirmed(Evidence::Focus(line(focus)))
            }
            Seen { focus: Some(focus), added: 0, removed: 0, changed: 0, .. } => Effect::unverified(format!(
                "{what}, and only the focus moved, to {}; look whether more came of it",
                line(focus)
            )),
            Seen { added, removed, changed, details, .. } => {
                let details = details.into_iter().map(|it| ControlDetail::Described(line(it))).collect();
                Effect::Confirmed(Evidence::Controls { added, removed, changed, details })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(focus: &str) -> Seen {
        Seen { focus: Some(focus.into()), ..Seen::default() }
    }

    #[test]
    fn the_focus_alone_confirms_a_click_in_a_field_and_no_other() {
        for (seen, expected) in [
            (Seen { entered: true, ..seen("textbox \"Name\"") }, "confirmed: focus on textbox \"Name\""),
            (
                seen("tab \"Prices\""),
                "unverified: it was clicked, and only the focus moved, to tab \"Prices\"; look whether more came of it",
            ),
            (
                Seen { changed: 2, ..seen("tab \"Prices\"") },
                "confirmed: controls: 0 added, 0 removed, 2 changed",
            ),
            (
                Seen { state: Some("tab \"Prices\": selected=true".into()), ..seen("tab \"Prices\"") },
                "confirmed: it was clicked; now tab \"Prices\": selected=true",
            ),
            (Seen::default(), "no change: it was clicked, and the page showed no change within 1500 ms"),
            (
                Seen { stirred: true, ..Seen::default() },
                "unverified: it was clicked, and the page changed only what it also changes by itself; look whether more \
                 came of it",
            ),
            (
                Seen { reverted: Some("checkbox \"Agree\": checked".into()), ..seen("checkbox \"Agree\"") },
                "no change: it was clicked, and it went back at once; it was checkbox \"Agree\": checked",
            ),
        ] {
            assert_eq!(seen.effect("it was clicked").to_string(), expected);
        }
    }
}
