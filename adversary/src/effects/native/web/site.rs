//! A server on loopback with the pages that commands work on, and what these pages report to it.

use super::state::PageState;
use crate::toolkit::Rest;
use anyhow::{Result, bail};
use deskpilot_testkit::loopback::{Answer, Request, Server};
use serde::Deserialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::time::{Instant, sleep};

const PAGE: &str = include_str!("../../../../programs/web/page.html");
const SECOND: &str = include_str!("../../../../programs/web/second.html");
const FRAME: &str = include_str!("../../../../programs/web/frame.html");
/// The script that reports the state of each of them, and where it goes.
const TRUTH: &str = include_str!("../../../../programs/web/truth.js");
const PLACE: &str = "/*truth*/";
/// What the server gives that is no page.
pub(super) const FILE: &str = "a file of the site\n";
const FILE_REPLY: &str = "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-disposition: attachment\r\n\
                          content-length: 19\r\n\r\na file of the site\n";
const NOTHING: &str = "HTTP/1.1 204 No Content\r\n\r\n";
const UNKNOWN: &str = "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n";

/// How long a page gets to take back what it was given.
const SETTLING: Duration = Duration::from_millis(300);
/// How long to wait for the page in front; none comes where it is not one of ours.
const LONGEST: Duration = Duration::from_secs(6);
/// How often to look.
const PAUSE: Duration = Duration::from_millis(20);
/// How many reports it takes until one was certainly made after the question.
const FRESH: u64 = 2;

/// The server and the reports.
pub(super) struct Site {
    server: Server,
    reports: Arc<Mutex<Reports>>,
}

/// What is known of the pages.
pub(super) struct SiteState {
    /// The page in front, if it is ours.
    pub(super) page: Option<PageState>,
    /// Whether it has a dialog.
    pub(super) dialog: bool,
    /// The names of those that are open.
    pub(super) pages: BTreeSet<String>,
    /// How often each path was asked for.
    pub(super) requests: BTreeMap<String, u32>,
    /// Whether the page in front has nothing left to do.
    settled: bool,
}

#[derive(Debug, Default)]
struct Reports {
    pages: BTreeMap<String, Report>,
    /// The page with an open dialog.
    dialog: Option<String>,
    requests: BTreeMap<String, u32>,
    received: u64,
    /// Why a report could not be read.
    unreadable: Option<String>,
}

/// The last report of a page.
#[derive(Debug, Default)]
struct Report {
    /// How many there were.
    count: u64,
    /// Its place among the reports of all pages.
    place: u64,
    /// When the page was left, in milliseconds.
    left: Option<f64>,
    state: PageState,
}

/// What a page says when it is left, and around a dialog.
#[derive(Deserialize)]
struct Notice {
    id: String,
    at: f64,
}

impl Site {
    /// Starts the server.
    pub(super) async fn start(rest: Rest) -> Site {
        let reports = Arc::new(Mutex::new(Reports::default()));
        let received = Arc::clone(&reports);
        let server = Server::start_with(move |request| locked(&received).answer(request, rest)).await;
        Site { server, reports }
    }

    /// Its address, without a slash at its end.
    pub(super) fn address(&self) -> &str {
        &self.server.address
    }

    /// What the pages report of themselves, once the one in front has nothing left to do.
    pub(super) async fn settled(&self) -> Result<SiteState> {
        sleep(SETTLING).await;
        let counts = locked(&self.reports).counts();
        let end = Instant::now() + LONGEST;
        loop {
            let state = locked(&self.reports).state(&counts)?;
            if state.settled || Instant::now() >= end {
                return Ok(state);
            }
            sleep(PAUSE).await;
        }
    }
}

fn locked(reports: &Mutex<Reports>) -> MutexGuard<'_, Reports> {
    reports.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Reports {
    fn answer(&mut self, request: &Request, rest: Rest) -> Answer {
        let path = request.path.split(['?', '#']).next().unwrap_or_default();
        match path {
            "/state" => self.read(&request.body, Reports::add),
            "/gone" => self.read(&request.body, Reports::leave),
            "/dialog/open" => self.read(&request.body, |all, it: Notice| all.dialog = Some(it.id)),
            "/dialog/closed" => self.read(&request.body, |all, _: Notice| all.dialog = None),
            "/favicon.ico" => return Answer::Bytes(UNKNOWN),
            _ => {
                *self.requests.entry(path.to_owned()).or_default() += 1;
                return reply(path, rest);
            }
        }
        Answer::json(200, "{}")
    }

    fn read<T: for<'a> Deserialize<'a>>(&mut self, body: &[u8], add: impl FnOnce(&mut Reports, T)) {
        match serde_json::from_slice(body) {
            Ok(report) => add(self, report),
            Err(error) => self.unreadable = Some(error.to_string()),
        }
    }

    fn add(&mut self, state: PageState) {
        self.received += 1;
        let report = self.pages.entry(state.id.clone()).or_default();
        // A report may be overtaken by the one that the page is left, and by a later one.
        if report.left.is_some_and(|left| state.at <= left) || state.at < report.state.at {
            return;
        }
        let (count, place) = (report.count + 1, self.received);
        *report = Report { count, place, left: None, state };
    }

    fn leave(&mut self, notice: Notice) {
        if self.dialog.as_ref() == Some(&notice.id) {
            self.dialog = None;
        }
        self.pages.entry(notice.id).or_default().left = Some(notice.at);
    }

    fn counts(&self) -> BTreeMap<String, u64> {
        self.pages.iter().map(|(id, it)| (id.clone(), it.count)).collect()
    }

    /// What is known, where the pages had sent so many reports before the question.
    fn state(&self, counts: &BTreeMap<String, u64>) -> Result<SiteState> {
        if let Some(error) = &self.unreadable {
            bail!("a page reports what cannot be read: {error}");
        }
        let open = || self.pages.iter().filter(|(_, it)| it.left.is_none() && it.count > 0);
        let front = match &self.dialog {
            Some(id) => self.pages.get(id),
            None => {
                let is_fresh = |id: &String, it: &Report| {
                    it.count >= counts.get(id).copied().unwrap_or(0) + FRESH && it.state.visible
                };
                open().filter(|(id, it)| is_fresh(id, it)).map(|(_, it)| it).max_by_key(|it| it.place)
            }
        };
        let is_at_rest = |it: &Report| it.state.complete && it.state.pending == 0;
        Ok(SiteState {
            page: front.map(|it| it.state.clone()),
            dialog: self.dialog.is_some(),
            pages: open().map(|(id, _)| id.clone()).collect(),
            requests: self.requests.clone(),
            settled: self.dialog.is_some() || front.is_some_and(is_at_rest),
        })
    }
}

fn reply(path: &str, rest: Rest) -> Answer {
    let page = match path {
        "/" => PAGE,
        "/second" | "/sent" => SECOND,
        "/frame" => FRAME,
        "/file.txt" => return Answer::Bytes(FILE_REPLY),
        "/nothing" => return Answer::Bytes(NOTHING),
        _ => return Answer::Bytes(UNKNOWN),
    };
    let page = match rest {
        Rest::Still => page.to_owned(),
        Rest::Restless => page.replace("<body>", "<body data-restless>"),
    };
    Answer::Page(page.replace(PLACE, TRUTH))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn request(path: &str, body: &Value) -> Request {
        let body = body.to_string().into_bytes();
        Request { method: "POST".into(), path: path.into(), headers: Vec::new(), body }
    }

    fn page(id: &str, at: u32, visible: bool) -> Value {
        json!({"id": id, "at": at, "visible": visible, "complete": true})
    }

    #[test]
    fn the_page_in_front_is_the_last_one_that_was_seen_there_and_not_left() {
        let mut reports = Reports::default();
        for (path, body) in [
            ("/state", page("a", 1, true)),
            ("/state", page("a", 2, true)),
            ("/state", page("b", 3, true)),
            ("/state", page("b", 4, true)),
        ] {
            reports.answer(&request(path, &body), Rest::Still);
        }
        let front = |reports: &Reports, counts: &BTreeMap<String, u64>| {
            reports.state(counts).unwrap().page.map(|it| it.id)
        };
        let none = BTreeMap::new();
        assert_eq!(front(&reports, &none).as_deref(), Some("b"));
        assert_eq!(front(&reports, &reports.counts()), None, "nothing came since");
        reports.answer(&request("/gone", &json!({"id": "b", "at": 5})), Rest::Still);
        reports.answer(&request("/state", &page("b", 4, true)), Rest::Still);
        let state = reports.state(&none).unwrap();
        assert_eq!(state.page.map(|it| it.id).as_deref(), Some("a"), "a report that comes too late");
        assert_eq!(state.pages.len(), 1);
    }

    #[test]
    fn a_dialog_counts_until_it_is_closed_or_its_page_left_and_requests_are_counted() {
        let mut reports = Reports::default();
        reports.answer(&request("/state", &page("a", 1, true)), Rest::Still);
        for closing in ["/dialog/closed", "/gone"] {
            reports.answer(&request("/dialog/open", &json!({"id": "a", "at": 2})), Rest::Still);
            assert!(reports.state(&BTreeMap::new()).unwrap().dialog);
            reports.answer(&request(closing, &json!({"id": "a", "at": 3})), Rest::Still);
            assert!(!reports.state(&BTreeMap::new()).unwrap().dialog, "{closing}");
        }
        reports.answer(&request("/file.txt?again", &json!({})), Rest::Still);
        assert_eq!(reports.requests.get("/file.txt"), Some(&1));
        reports.answer(&request("/state", &json!("no state")), Rest::Still);
        assert!(reports.state(&BTreeMap::new()).is_err());
    }

    #[test]
    fn every_page_has_the_script_that_reports_its_state() {
        for (path, rest) in [("/", Rest::Restless), ("/second", Rest::Still), ("/frame", Rest::Still)] {
            let Answer::Page(text) = reply(path, rest) else { panic!("{path} is no page") };
            assert!(text.contains(TRUTH) && !text.contains(PLACE), "{path}");
            assert_eq!(text.contains("<body data-restless>"), rest == Rest::Restless, "{path}");
        }
        assert!(FILE_REPLY.ends_with(FILE) && FILE_REPLY.contains(&format!("length: {}\r", FILE.len())));
    }
}
