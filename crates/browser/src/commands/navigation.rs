//! Other pages: by address, back and forward, once more.

use super::{Job, LOADING, confirmed};
use crate::{
    page::{Page, PageStatus},
    session::{BrowserError, Event, TabPlace},
    text,
    trouble::Trouble,
};
use deskpilot_core::{Effect, Evidence, NoChangeReason, Outcome};
use deskpilot_web::web_address;
use std::{future::Future, time::Duration};
use tokio::time::timeout;
use url::Url;

/// How long a page from the history may take to come.
const RETURNING: Duration = Duration::from_secs(5);

impl Job<'_> {
    pub(super) async fn open_page(&self) -> Result<Outcome, Trouble> {
        let url = page_address(self.arguments.required("url")?)?;
        if !self.arguments.flag("new_tab") {
            return Ok(self.page().open(&url).await);
        }
        let context = self.session.create_tab(&self.tab().tab.context, TabPlace::Front).await?;
        Ok(Page::of(self.session, &context).open(&url).await)
    }

    pub(super) async fn traverse(&self, delta: i32) -> Result<Outcome, Trouble> {
        let page = self.page();
        let (before, mut events) = (page.status().await?, self.session.events());
        let gone = self.session.traverse(page.context, delta);
        match page.unless_dialog(timeout(LOADING, gone)).await {
            Ok(Ok(Err(BrowserError::NoHistoryEntry))) => {
                let way = if delta < 0 { "back" } else { "forward" };
                return Err(Trouble::NotPossible(format!("this tab has no page to go {way} to")));
            }
            Ok(Ok(Err(error))) => return Ok(Trouble::from(error).unverified("it was sent")),
            Err(prompt) => return Ok(Trouble::Dialog(prompt).unverified("it was sent")),
            // A page that takes longer may have come all the same: its status says so.
            Ok(Ok(Ok(_)) | Err(_)) => {}
        }
        let after = page.status().await;
        if !matches!(&after, Ok(after) if is_other(&before, after)) {
            let is_here =
                |event: &Event| (event.context() == page.context && is_arrival(event)).then_some(());
            Page::event(&mut events, RETURNING, is_here).await;
        }
        Ok(page.arrived(&before, "it was sent").await)
    }

    pub(super) async fn reload(&self) -> Result<Outcome, Trouble> {
        let page = self.page();
        let before = page.status().await?;
        Ok(page.load(&before, "the page", self.session.reload(page.context)).await)
    }
}

impl Page<'_> {
    /// Goes to an address and reports the result.
    async fn open(self, url: &Url) -> Outcome {
        let before = match self.status().await {
            Ok(before) => before,
            Err(trouble) => return trouble.refusal("open_page"),
        };
        self.load(&before, url.as_str(), self.session.navigate(self.context, url.as_str())).await
    }

    /// Waits for another page.
    async fn load<T>(
        self,
        before: &PageStatus,
        what: &str,
        loading: impl Future<Output = Result<T, BrowserError>>,
    ) -> Outcome {
        match self.unless_dialog(timeout(LOADING, loading)).await {
            Ok(Ok(Ok(_))) => self.arrived(before, &format!("{what} was asked for")).await,
            Ok(Ok(Err(error @ BrowserError::Refused(_)))) => {
                let shown = self.status_despite_dialogs().await.ok();
                let shown = shown.filter(|after| is_other(before, after)).and_then(|it| it.failure);
                let why = shown.map_or_else(|| error.to_string(), |it| text::line(&it, 300));
                Effect::Partial(format!("{what} did not open: {why}")).into()
            }
            Ok(Ok(Err(error))) => Trouble::from(error).unverified(&format!("{what} was asked for")),
            Ok(Err(_)) => {
                let seconds = LOADING.as_secs();
                Effect::Partial(format!(
                    "{what} still loads after {seconds} s; wait_for can wait on, page_markdown reads what there is"
                ))
                .into()
            }
            Err(prompt) => Trouble::Dialog(prompt).unverified(&format!("{what} was asked for")),
        }
    }

    /// What another page is, if it is another one.
    pub(super) async fn arrived(self, before: &PageStatus, sent: &str) -> Outcome {
        match self.status().await {
            Ok(PageStatus { failure: Some(why), url, .. }) => {
                Effect::Partial(did_not_open(&url, &why)).into()
            }
            Ok(after) if is_other(before, &after) => confirmed(now(&after)),
            Ok(after) => {
                let same = format!(
                    "the page stays {}; an address that gives a file needs the command download",
                    text::line(&after.url, 500)
                );
                Effect::NoChange(NoChangeReason::Same(Evidence::Reported(same))).into()
            }
            Err(trouble) => trouble.unverified(sent),
        }
    }
}

/// What the browser's own page about an address that did not open means.
pub(super) fn did_not_open(url: &str, why: &str) -> String {
    // Chromium's page about it has an address of its own.
    let page = if url.starts_with("http") { text::line(url, 500) } else { "the page".to_owned() };
    format!("{page} did not open: {}", text::line(why, 300))
}

/// What a page is, as evidence.
pub(super) fn now(page: &PageStatus) -> String {
    format!("the page is now {:?} at {}", text::line(&page.title, 200), text::line(&page.url, 500))
}

/// Whether this is another page, or another place in the page.
pub(super) fn is_other(before: &PageStatus, after: &PageStatus) -> bool {
    before.origin != after.origin || before.url != after.url
}

/// Whether the event says that another page, or another place in the page, is there.
pub(super) const fn is_arrival(event: &Event) -> bool {
    matches!(event, Event::Interactive(_) | Event::Loaded(_) | Event::FragmentNavigated(_))
}

/// An address that a tab can be opened at: of the web, or the empty page.
fn page_address(text: &str) -> Result<Url, Trouble> {
    let blank = Url::parse(text.trim()).ok().filter(|it| it.as_str() == "about:blank");
    blank.map_or_else(|| Ok(web_address(text)?), Ok)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_the_web_and_the_empty_page_are_opened() {
        for (text, is_opened) in [
            ("https://example.org/a?b#c", true),
            ("about:blank", true),
            ("about:config", false),
            ("https://user@example.org/", false),
        ] {
            assert_eq!(page_address(text).is_ok(), is_opened, "{text}");
        }
    }
}
