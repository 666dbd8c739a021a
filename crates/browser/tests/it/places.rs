//! Elements that react to clicks although their role does not say so: listed with their place on the desktop, and requested again
//! before a click.

use crate::browser_desktop::BrowserDesktop;
use deskpilot_core::{Aim, Button, Gesture, Input, Point, Rect, Role};
use deskpilot_desktop::{Budget, Desktop, DesktopReader, DetectedElement, PageElements, PageHit};
use serde_json::json;
use std::time::Duration;
use tokio::time::{Instant, sleep};

pub(crate) const PAGES: &[(&str, &str)] = &[(
    "/",
    r#"<title>Places</title>
    <style>.hand { cursor: pointer } .icon { width: 40px; height: 40px; background: gold } #tall { height: 4000px }
    #front { position: absolute; inset: 0; background: white } #behind { position: relative }</style>
    <button>Known</button> <a href="/next">Next</a> <label class="hand">Agree <input type="checkbox"></label>
    <div class="icon hand" title="Star"></div>
    <div><div class="hand">Row <b>one</b></div></div>
    <p><span onclick="void 0">Own listener</span> <span tabindex="0">Stop</span> <span>plain</span></p>
    <button><svg class="icon-trash" width="16" height="16"></svg></button>
    <div id="behind"><div class="hand">Behind</div><div id="front">Notice</div></div>
    <button><i class="hand icon" title="In a button">Send</i></button>
    <iframe srcdoc="<p style='cursor: pointer'>Inside</p>"></iframe>
    <main class="hand" id="tall">All of it</main> <div class="hand">Low</div> <button>Bottom</button>
    <script>document.addEventListener('click', it => document.title = 'clicked ' + (it.target.title || it.target.textContent));
    </script>"#,
)];

pub(crate) async fn what_reacts_to_clicks_has_a_place(browser: &mut BrowserDesktop) {
    let page = browser.page_area().await;
    let expected =
        ["Star", "Row one", "Own listener", "Stop", "icon: trash"].map(|name| (Role::Button, name));
    let found = browser.elements(page, &expected).await;
    browser.has_out_of_view(page, 0, 1).await;
    for (element, title) in found.iter().zip(["Star", "Row one", "Own listener", "Stop"]) {
        let point = element.rect.center();
        let hit = browser.hit(page, point).await;
        assert_eq!(hit, PageHit::Element(element.clone()), "{title}");
        browser.click(point).await;
        browser.is_titled(&format!("clicked {}", title.split(' ').next().unwrap())).await;
    }
    let star = &found[0];
    let outside = Point { x: star.rect.right() + 200, ..star.rect.center() };
    assert_eq!(browser.hit(page, outside).await, PageHit::Nothing);
    browser.run("run_script", json!({"expression": "document.querySelector('.icon').remove()"})).await;
    assert_ne!(browser.hit(page, star.rect.center()).await, PageHit::Element(star.clone()));
    let frame = browser.read("find_elements", json!({"role": "frame"})).await;
    let point = in_frame(&frame, page);
    assert_eq!(browser.hit(page, point).await, PageHit::Unknown, "{frame}");
    browser.run("run_script", json!({"expression": "scrollTo(0, 100000)"})).await;
    let page = browser.page_area().await;
    browser.has_out_of_view(page, 5, 0).await;
    let low = browser.elements(page, &[(Role::Button, "Low")]).await.remove(0);
    browser.click(low.rect.center()).await;
    browser.is_titled("clicked Low").await;
    let smaller = Rect { width: page.width / 2, ..page };
    assert_eq!(browser.hit(smaller, smaller.center()).await, PageHit::Unknown);
}

/// The middle of a frame, of a line such as `e5 frame "" at 8,200 300x150`.
fn in_frame(line: &str, page: Rect) -> Point {
    let numbers: Vec<i32> = line
        .lines()
        .next()
        .unwrap()
        .rsplit(" at ")
        .next()
        .unwrap()
        .split([',', ' ', 'x'])
        .map_while(|it| it.trim().parse().ok())
        .collect();
    let [x, y, width, height] = numbers[..] else { unreachable!("{line}") };
    Point { x: page.x + x + width / 2, y: page.y + y + height / 2 }
}

impl BrowserDesktop {
    /// Where the window shows the page.
    pub(crate) async fn page_area(&mut self) -> Rect {
        let end = Instant::now() + Duration::from_secs(40);
        loop {
            self.look().await;
            let seen = self.desktop.controls(&self.window, Budget::LOOK).await.unwrap();
            let pages = seen.controls.iter().filter(|it| it.role == Role::Document);
            if let Some(page) = pages.map(|it| it.rect).max_by_key(|it| it.area()) {
                return page;
            }
            assert!(Instant::now() < end, "no page is in {:?}", seen.controls);
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// The elements of the page, once they are these: on a busy machine the time for the list may end before the page has
    /// reported the last one.
    async fn elements(&mut self, page: Rect, expected: &[(Role, &str)]) -> Vec<DetectedElement> {
        let end = Instant::now() + Duration::from_secs(40);
        loop {
            let found = self.receiver.elements(&self.window, page).await.unwrap().elements;
            let listed: Vec<(Role, &str)> = found.iter().map(|it| (it.role, it.name.as_str())).collect();
            if listed == expected {
                return found;
            }
            assert!(Instant::now() < end, "{listed:?} and not {expected:?}");
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Waits until the page counts so many controls above and below the part in view: on a busy machine the time for the count may
    /// end before the last one.
    async fn has_out_of_view(&mut self, page: Rect, above: u32, below: u32) {
        let end = Instant::now() + Duration::from_secs(40);
        loop {
            let beyond = self.receiver.elements(&self.window, page).await.unwrap().beyond;
            if (beyond.above, beyond.below, beyond.in_part) == (above, below, false) {
                return;
            }
            assert!(Instant::now() < end, "{beyond:?} and not {above} above and {below} below");
            sleep(Duration::from_millis(50)).await;
        }
    }

    pub(crate) async fn hit(&mut self, page: Rect, point: Point) -> PageHit {
        self.receiver.element_at(&self.window, page, point).await.unwrap()
    }

    async fn click(&mut self, point: Point) {
        let gesture = Gesture::Click { button: Button::Left, count: 1, held: Default::default() };
        let input = Input { window: self.window.id, aim: Aim::Point(point), gesture };
        self.desktop.perform(&input).await.unwrap();
    }
}
