//! Public pages, read without a browser.

mod address;
mod fetch;
#[cfg(test)]
mod tests;

use crate::{
    arguments::Arguments,
    commands::web_address,
    markdown::{self, Links},
    tables, text,
    trouble::Trouble,
};
use address::AddressGuard;
use async_trait::async_trait;
use deskpilot_core::{CommandSpec, Effect, Evidence, Outcome};
use deskpilot_desktop::{DesktopError, NativeAction, Receiver, Scope};
use fetch::{Content, Fetched, Fetcher};
use std::time::Duration;
use tokio::task::spawn_blocking;

/// The time for a page with all its redirects.
const DEADLINE: Duration = Duration::from_secs(20);
/// The browsers in whose windows pages can be fetched too.
const BROWSERS: [&str; 4] = ["firefox", "firefox-esr", "chromium", "chromium-browser"];

/// Fetches public pages. It reaches public addresses alone, whatever their names say, and never a machine of the user's network.
#[derive(Debug)]
pub struct WebReceiver {
    fetcher: Fetcher,
}

impl Default for WebReceiver {
    fn default() -> WebReceiver {
        WebReceiver::new()
    }
}

impl WebReceiver {
    /// The receiver.
    pub fn new() -> WebReceiver {
        WebReceiver::with(AddressGuard::strict())
    }

    /// A receiver with another guard, for tests with servers of this machine.
    fn with(guard: AddressGuard) -> WebReceiver {
        WebReceiver { fetcher: Fetcher { guard } }
    }

    async fn crawl(&self, arguments: Arguments<'_>, deadline: Duration) -> Result<Outcome, Trouble> {
        let url = web_address(arguments.required("url")?)?;
        let from = arguments.number("from", 0, 0..=fetch::MAX_BYTES)?;
        let most = arguments.number("most", 8000, 100..=20_000)?;
        let links = if arguments.flag("ignore_link") { Links::Ignored } else { Links::Shown };
        let page = self.fetcher.fetch(url, deadline.min(DEADLINE)).await.map_err(Trouble::NotPossible)?;
        let what = format!("{} bytes of {}", page.size, text::line(page.url.as_str(), 300));
        let converted = spawn_blocking(move || markdown_of(&page, links)).await;
        let whole = converted.map_err(|_| Trouble::NotPossible("the page cannot be read".into()))?;
        let effect = Effect::Confirmed(Evidence::State(format!("fetched: {what}")));
        Ok(Outcome { output: Some(markdown::part(&whole, from, most)), ..effect.into() })
    }
}

fn markdown_of(page: &Fetched, links: Links) -> String {
    match page.content {
        Content::Html => markdown::of_html(&page.text, Some(&page.url), links),
        Content::Plain => text::lines(&page.text),
    }
}

#[async_trait]
impl Receiver for WebReceiver {
    fn name(&self) -> &'static str {
        "WEB"
    }

    /// For the HostAgent, and beside the windows of browsers.
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
