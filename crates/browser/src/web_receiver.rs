//! Public pages, read without a browser.

#[cfg(test)]
mod tests;

use crate::{
    arguments::Arguments,
    markdown::{self, Links},
    tables, text,
    trouble::Trouble,
};
use async_trait::async_trait;
use deskpilot_core::{CommandSpec, Effect, Evidence, Outcome};
use deskpilot_desktop::{DesktopError, NativeAction, Receiver, Scope};
use deskpilot_web::{
    AddressGuard, FetchError, FetchedPage, MAX_PAGE_BYTES, PageFetcher, PageFormat, web_address,
};
use std::time::Duration;
use tokio::task::spawn_blocking;

/// The time for a page with all its redirects.
const DEADLINE: Duration = Duration::from_secs(20);
/// The browsers in whose windows pages can be fetched too.
const BROWSERS: [&str; 4] = ["firefox", "firefox-esr", "chromium", "chromium-browser"];

/// Fetches public pages. It reaches public addresses alone, whatever their names say, and never a machine of the user's network.
#[derive(Debug)]
pub struct WebReceiver {
    fetcher: PageFetcher,
}

impl Default for WebReceiver {
    fn default() -> WebReceiver {
        WebReceiver::new()
    }
}

impl WebReceiver {
    /// The receiver.
    pub fn new() -> WebReceiver {
        WebReceiver::with(AddressGuard::public())
    }

    /// A receiver with another guard, for tests with servers of this machine.
    fn with(guard: AddressGuard) -> WebReceiver {
        WebReceiver { fetcher: PageFetcher::new(guard) }
    }

    async fn crawl(&self, arguments: Arguments<'_>, deadline: Duration) -> Result<Outcome, Trouble> {
        let url = web_address(arguments.required("url")?)?;
        let from = arguments.number("from", 0, 0..=MAX_PAGE_BYTES)?;
        let most = arguments.number("most", 8000, 100..=20_000)?;
        let links = if arguments.flag("ignore_link") { Links::Ignored } else { Links::Shown };
        let page = self.fetcher.fetch(url, deadline.min(DEADLINE)).await.map_err(|error| no_page(&error))?;
        let damage = page.damage.map_or_else(String::new, |it| {
            format!("; places in it that could not be decoded, each shown as U+FFFD: {}", it.places)
        });
        let what = format!("{} bytes of {}{damage}", page.size, text::line(page.url.as_str(), 300));
        let converted = spawn_blocking(move || markdown_of(&page, links)).await;
        let whole = converted.map_err(|_| Trouble::NotPossible("the page cannot be read".into()))?;
        let effect = Effect::Confirmed(Evidence::Reported(format!("fetched: {what}")));
        Ok(Outcome { output: Some(markdown::part(&whole, from, most)), ..effect.into() })
    }
}

fn markdown_of(page: &FetchedPage, links: Links) -> String {
    match page.format {
        PageFormat::Html => markdown::of_html(&page.text, Some(&page.url), links),
        PageFormat::Plain => text::lines(&page.text),
    }
}

/// Why there is no page, and what to do. The policy rules on each site that is reached.
fn no_page(error: &FetchError) -> Trouble {
    Trouble::NotPossible(match error {
        FetchError::RedirectsToOtherSite(url) => format!(
            "the page redirects to another site; call web_crawler with {} if that is wanted",
            text::line(url.as_str(), 300)
        ),
        error => error.to_string(),
    })
}

#[async_trait]
impl Receiver for WebReceiver {
    fn name(&self) -> &'static str {
        "WEB"
    }

    /// For the HostAgent, and for agents in the windows of browsers.
    fn serves(&self, scope: Scope<'_>) -> bool {
        match scope {
            Scope::Desktop => true,
            Scope::Window(window) => BROWSERS.contains(&window.application.as_str()),
        }
    }

    fn table(&self) -> &'static [CommandSpec] {
        tables::WEB
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        let name = &action.call.command;
        if self.table().iter().all(|it| it.name != *name) {
            return Err(DesktopError::NoSuchCommand(name.clone()));
        }
        let crawled = self.crawl(Arguments::of(action.call), action.deadline).await;
        Ok(crawled.unwrap_or_else(|trouble| trouble.refusal(name)))
    }
}
