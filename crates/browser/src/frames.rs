//! The frames of a page: the pages that they show are asked like any other, and what cannot be read is named.

use crate::{
    page::Page,
    session::{BrowserError, host_of},
    text,
    trouble::Trouble,
};
use futures::future::BoxFuture;
use serde::Deserialize;
use serde_json::{Value, json};
use std::{future::Future, time::Duration};
use tokio::time::{Instant, timeout};

/// The maximum number of frames of a page that are read.
const MOST: usize = 30;
/// How deep in one another frames are read.
const DEEPEST: usize = 4;
/// How long the page of a frame may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long all frames of a page may take.
const ALL: Duration = Duration::from_secs(15);
/// The maximum length of a frame's name, in characters.
const LONGEST: usize = 80;

/// A frame as the page around it shows it.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct FrameElement {
    id: String,
    name: String,
    /// Where its first page comes from; empty where the page around it holds that itself.
    url: String,
    #[serde(flatten)]
    place: FramePlace,
}

/// Where the page of a frame begins in a view, and how many pixels there one of its pixels takes.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct FramePlace {
    x: f64,
    y: f64,
    scale: f64,
}

/// A frame whose page can be asked.
#[derive(Clone, Debug)]
pub(crate) struct ShownFrame {
    element: FrameElement,
    context: String,
    /// What the names of its elements begin with.
    prefix: String,
    /// Its place in the view of the tab.
    place: FramePlace,
    /// How many elements may have a closed shadow root that nobody looked at.
    unread: usize,
}

/// The frames of a page, those within others behind these.
#[derive(Debug, Default)]
pub(crate) struct FrameList {
    pub(crate) frames: Vec<ShownFrame>,
    /// A sentence for each frame that cannot be asked.
    pub(crate) missing: Vec<String>,
}

/// The frames that an element is in, the outermost first; none for one of the tab's page.
#[derive(Debug, Default)]
pub(crate) struct FramePath(Vec<FrameStep>);

/// One of them.
#[derive(Debug)]
struct FrameStep {
    id: String,
    context: String,
    prefix: String,
}

/// Where a point of a frame is in the page around it.
#[derive(Deserialize)]
struct FrameAim {
    x: i64,
    y: i64,
    /// What is in front of the frame there.
    covered: Option<String>,
}

/// What a page shows, as HTML: between two pieces there is a frame.
#[derive(Deserialize)]
struct PagePieces {
    pieces: Vec<String>,
    frames: Vec<FrameElement>,
    /// Whether the page shows more.
    cut: bool,
}

/// What a page and its frames show, as HTML.
#[derive(Debug)]
pub(crate) struct ShownHtml {
    pub(crate) html: String,
    /// Whether they show more.
    pub(crate) cut: bool,
}

impl FramePlace {
    /// The place of the tab's own page.
    pub(crate) const TAB: FramePlace = FramePlace { x: 0.0, y: 0.0, scale: 1.0 };

    /// The place of a frame in the view that the page around it is in at this place.
    fn of_inner(self, inner: FramePlace) -> FramePlace {
        let along = |from: f64, at: f64| from + self.scale * at;
        FramePlace { x: along(self.x, inner.x), y: along(self.y, inner.y), scale: self.scale * inner.scale }
    }

    /// As the page's tools take it.
    pub(crate) fn argument(self) -> Value {
        json!({"x": self.x, "y": self.y, "scale": self.scale})
    }
}

impl FrameElement {
    /// `frame "Card" of http://localhost:8002/`.
    fn title(&self) -> String {
        let from =
            if is_web(&self.url) { format!(" of {}", text::line(&self.url, 300)) } else { String::new() };
        format!("frame {:?}{from}", text::line(&self.name, LONGEST))
    }

    /// The sentence about a frame that was not read: `a frame of pay.example ("Card") was not read: …`.
    fn missing(&self, why: &str) -> String {
        let from = if is_web(&self.url) { format!(" of {}", host_of(&self.url)) } else { String::new() };
        let name = text::line(&self.name, LONGEST);
        let named = if name.is_empty() { String::new() } else { format!(" ({name:?})") };
        format!("a frame{from}{named} was not read: {why}; look at the window for it")
    }
}

impl ShownFrame {
    /// Its page, in the tab of this one.
    pub(crate) fn page<'b>(&'b self, around: Page<'b>) -> Page<'b> {
        Page { session: around.session, context: &self.context, tab: around.tab, prefix: &self.prefix }
    }

    pub(crate) const fn place(&self) -> FramePlace {
        self.place
    }

    /// `frame "Card" of http://localhost:8002/`.
    pub(crate) fn title(&self) -> String {
        self.element.title()
    }

    /// What is known to be missing of its page.
    pub(crate) fn gaps(&self, around: Page<'_>) -> Vec<String> {
        let title = self.title();
        let login = around.session.declined_login(&self.context);
        let login =
            login.map(|host| format!("{host} asked for a name and a password in the {title}, and got none"));
        login.into_iter().chain(closed_parts(self.unread).map(|it| format!("{title}: {it}"))).collect()
    }

    /// The sentence about a page that did not answer.
    pub(crate) fn missing(&self, trouble: &Trouble) -> String {
        self.element.missing(&trouble.sentence())
    }
}

/// Waits for what the page of a frame is asked, which has little time for it.
pub(crate) async fn briefly<T>(asked: impl Future<Output = Result<T, Trouble>>) -> Result<T, Trouble> {
    timeout(PATIENCE, asked).await.unwrap_or(Err(BrowserError::Late(PATIENCE).into()))
}

impl<'a> Page<'a> {
    /// The frames that the page shows. One that does not answer takes its time, but not that of all.
    pub(crate) fn frames(self) -> BoxFuture<'a, FrameList> {
        Box::pin(async move {
            let (mut list, end) = (FrameList::default(), Instant::now() + ALL);
            list.enter_all(self, FramePlace::TAB, end).await;
            let mut next = 0;
            while let Some(frame) = list.frames.get(next).cloned() {
                list.enter_all(frame.page(self), frame.place, end).await;
                next += 1;
            }
            list
        })
    }

    /// The page of a frame of this one, which is at this place in the tab; or the sentence about why there is none.
    async fn enter(
        self,
        element: FrameElement,
        place: FramePlace,
        end: Instant,
    ) -> Result<ShownFrame, String> {
        if self.prefix.matches('.').count() >= DEEPEST {
            return Err(element.missing("it is in too many others"));
        }
        if Instant::now() >= end {
            return Err(element.missing("the other frames took all the time"));
        }
        let asked = async { self.frame(&element.id).await.map_err(Trouble::from) };
        let context = match briefly(asked).await {
            Ok(Some(context)) => context,
            Ok(None) => return Err(element.missing("the browser reports no page in it")),
            Err(trouble) => return Err(element.missing(&trouble.sentence())),
        };
        let (prefix, place) = (format!("{}.", element.id), place.of_inner(element.place));
        let mut frame = ShownFrame { element, context, prefix, place, unread: 0 };
        // A page that does not answer now would take as much time again for each other question.
        let Ok(unread) = timeout(PATIENCE, frame.page(self).open_roots()).await else {
            return Err(frame.missing(&Trouble::from(BrowserError::Late(PATIENCE))));
        };
        frame.unread = unread;
        Ok(frame)
    }

    /// The way to the page that has the element of this name, which begins with the names of the frames that it is in.
    pub(crate) async fn path_to(self, element: Option<&str>) -> Result<FramePath, Trouble> {
        Box::pin(self.path(element)).await
    }

    async fn path(self, element: Option<&str>) -> Result<FramePath, Trouble> {
        let mut path = FramePath::default();
        let Some((frames, _)) = element.and_then(|it| it.rsplit_once('.')) else { return Ok(path) };
        let ends = frames.match_indices('.').map(|it| it.0).chain([frames.len()]);
        for id in ends.map(|end| &frames[..end]) {
            let page = path.page(self);
            let context = briefly(async { page.frame(id).await.map_err(Trouble::from) }).await?;
            let gone =
                || Trouble::NotPossible(format!("the page has no frame {id}; call find_elements again"));
            let step =
                FrameStep { id: id.to_owned(), context: context.ok_or_else(gone)?, prefix: format!("{id}.") };
            path.0.push(step);
            // What cannot be opened is not found, and said so.
            let _ = timeout(PATIENCE, path.page(self).open_roots()).await;
        }
        Ok(path)
    }

    /// What the page and its frames show.
    pub(crate) async fn shown(self, most: usize) -> Result<ShownHtml, Trouble> {
        let shown = ShownHtml { html: String::new(), cut: false };
        let mut reading = Reading { shown, most, count: 0, end: Instant::now() + ALL };
        reading.read(self).await?;
        Ok(reading.shown)
    }
}

impl FrameList {
    async fn enter_all(&mut self, page: Page<'_>, place: FramePlace, end: Instant) {
        let asked = page.ask::<Vec<FrameElement>>("frames", &Value::Null);
        // The command that wants something of a page reports that it does not answer.
        let Ok(elements) = briefly(asked).await else { return };
        for element in elements {
            if self.frames.len() >= MOST {
                self.missing.push(element.missing("the page has too many"));
                continue;
            }
            match page.enter(element, place, end).await {
                Ok(frame) => self.frames.push(frame),
                Err(sentence) => self.missing.push(sentence),
            }
        }
    }
}

impl FramePath {
    /// The page that the way leads to, from the page of a tab.
    pub(crate) fn page<'b>(&'b self, tab: Page<'b>) -> Page<'b> {
        self.0.last().map_or(tab, |it| it.page(tab))
    }

    /// The name of the outermost frame in the page of the tab.
    pub(crate) fn outermost(&self) -> Option<&str> {
        self.0.first().map(|it| it.id.as_str())
    }

    /// Where a point of the page is in the view of the tab. Each page brings it into view, and refuses it if something else is there.
    pub(crate) async fn in_tab(
        &self,
        tab: Page<'_>,
        what: &str,
        point: (i64, i64),
    ) -> Result<(i64, i64), Trouble> {
        let (mut x, mut y) = point;
        // From the innermost frame outwards: each page turns the point into one of the page around it.
        for (at, step) in self.0.iter().enumerate().rev() {
            let around = at.checked_sub(1).and_then(|it| self.0.get(it)).map_or(tab, |it| it.page(tab));
            let aim: FrameAim = around.ask("frameAim", &json!({"id": step.id, "x": x, "y": y})).await?;
            if let Some(by) = aim.covered {
                return Err(Trouble::Covered { what: what.to_owned(), by: text::line(&by, 120) });
            }
            (x, y) = (aim.x, aim.y);
        }
        Ok((x, y))
    }
}

impl FrameStep {
    fn page<'b>(&'b self, tab: Page<'b>) -> Page<'b> {
        Page { session: tab.session, context: &self.context, tab: tab.tab, prefix: &self.prefix }
    }
}

/// Reads pages, each frame where it stands in the page around it.
struct Reading {
    shown: ShownHtml,
    /// How much of one page is read, in characters.
    most: usize,
    /// How many frames were read.
    count: usize,
    end: Instant,
}

impl Reading {
    fn read<'b>(&'b mut self, page: Page<'b>) -> BoxFuture<'b, Result<(), Trouble>> {
        Box::pin(async move {
            let arguments = json!({"most": self.most});
            let asked = page.ask::<PagePieces>("html", &arguments);
            let read = if page.is_in_frame() { briefly(asked).await? } else { asked.await? };
            self.shown.cut |= read.cut;
            let mut frames = read.frames.into_iter();
            for piece in read.pieces {
                self.shown.html.push_str(&piece);
                if let Some(frame) = frames.next() {
                    self.read_frame(page, frame).await;
                }
            }
            Ok(())
        })
    }

    async fn read_frame(&mut self, page: Page<'_>, element: FrameElement) {
        if self.count >= MOST || self.shown.html.len() > self.most {
            return self.note(&element.missing("the page shows too much"));
        }
        self.count += 1;
        let frame = match page.enter(element, FramePlace::TAB, self.end).await {
            Ok(frame) => frame,
            Err(sentence) => return self.note(&sentence),
        };
        let begin = self.shown.html.len();
        self.shown.html.push_str("<hr>");
        self.note(&frame.title());
        match self.read(frame.page(page)).await {
            Ok(()) => {
                frame.gaps(page).iter().for_each(|it| self.note(it));
                self.note(&format!("end of the {}", frame.title()));
                self.shown.html.push_str("<hr>");
            }
            Err(trouble) => {
                self.shown.html.truncate(begin);
                self.note(&frame.missing(&trouble));
            }
        }
    }

    /// A line of ours, in brackets.
    fn note(&mut self, words: &str) {
        self.shown.html.push_str(&format!("<p>[{}]</p>", escaped(words)));
    }
}

/// What may be missing of a page whose elements were not all asked for closed shadow roots.
pub(crate) fn closed_parts(unread: usize) -> Option<String> {
    (unread > 0)
        .then(|| format!("{unread} elements may hold parts that the page keeps closed, and were not read"))
}

fn is_web(url: &str) -> bool {
    url.starts_with("http:") || url.starts_with("https:")
}

/// A text as HTML that shows it letter for letter.
fn escaped(text: &str) -> String {
    let sign = |it: char| match it {
        '&' | '<' | '>' | '"' => format!("&#{};", u32::from(it)),
        _ => it.to_string(),
    };
    text.chars().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(name: &str, url: &str) -> FrameElement {
        FrameElement { id: "e7".into(), name: name.into(), url: url.into(), place: FramePlace::TAB }
    }

    #[test]
    fn a_frame_that_was_not_read_is_named() {
        for (element, expected) in [
            (
                frame("Card", "https://pay.example:8443/form?x"),
                "a frame of pay.example:8443 (\"Card\") was not read: it is late; look at the window for it",
            ),
            (frame("", "data:text/html,x"), "a frame was not read: it is late; look at the window for it"),
        ] {
            assert_eq!(element.missing("it is late"), expected);
        }
        assert_eq!(frame("Offers", "").title(), "frame \"Offers\"");
    }

    #[test]
    fn a_frame_in_a_frame_is_placed_in_the_view_of_the_tab() {
        let outer = FramePlace { x: 100.0, y: 50.0, scale: 0.5 };
        let inner = outer.of_inner(FramePlace { x: 10.0, y: 20.0, scale: 2.0 });
        assert_eq!((inner.x, inner.y, inner.scale), (105.0, 60.0, 1.0));
    }

    #[test]
    fn what_a_page_calls_its_frames_is_no_markup() {
        assert_eq!(escaped("<b>\"a\" & b"), "&#60;b&#62;&#34;a&#34; &#38; b");
    }
}
