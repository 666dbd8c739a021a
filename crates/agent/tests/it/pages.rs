//! Elements that only a browser reports: the view lists them, the browser is asked again before a click, and the
//! policy judges what is there then.

use crate::common::{FINISH, Script, TestEnv, act, assign, performed};
use async_trait::async_trait;
use deskpilot_agent::{Ports, Session};
use deskpilot_core::{
    BeyondView, CommandSpec, Consent, Control, ControlSource, Event, Outcome, Point, Rect, Role, View,
    Window, section,
};
use deskpilot_desktop::{
    DesktopError, DetectedElement, NativeAction, PageElements, PageHit, PageReading, Receiver, Scope,
};
use serde_json::json;
use std::sync::{Arc, Mutex};

const DESKTOP: &str = "window \"Mail\" browser\n  document \"Inbox\"\n";

/// A browser whose page shows one element, and has this at every point when it is asked.
#[derive(Clone)]
struct Pages {
    now: Option<Option<&'static str>>,
    moved: i32,
    asked: Arc<Mutex<usize>>,
}

fn element(name: &str, page: Rect, moved: i32) -> DetectedElement {
    let rect = Rect::new(page.x + 4 + moved, page.y + 4, 40, 12);
    DetectedElement { role: Role::Button, name: name.into(), rect, confidence: 1.0 }
}

#[async_trait]
impl Receiver for Pages {
    fn name(&self) -> &'static str {
        "PAGES"
    }

    fn serves(&self, scope: Scope<'_>) -> bool {
        matches!(scope, Scope::Window(it) if it.application == "browser")
    }

    fn table(&self) -> &'static [CommandSpec] {
        &[]
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        Err(DesktopError::NoSuchCommand(action.call.command.clone()))
    }

    fn page_elements(&mut self) -> Option<&mut dyn PageElements> {
        Some(self)
    }
}

#[async_trait]
impl PageElements for Pages {
    async fn elements(&mut self, _: &Window, page: Rect) -> Result<PageReading, DesktopError> {
        let beyond = BeyondView { below: 40, ..BeyondView::default() };
        Ok(PageReading { elements: vec![element("Archive", page, 0)], beyond })
    }

    async fn element_at(&mut self, _: &Window, page: Rect, _: Point) -> Result<PageHit, DesktopError> {
        *self.asked.lock().unwrap() += 1;
        Ok(match self.now {
            None => PageHit::Unknown,
            Some(None) => PageHit::Nothing,
            Some(Some(name)) => PageHit::Element(element(name, page, self.moved)),
        })
    }
}

fn pages(now: Option<Option<&'static str>>, moved: i32) -> Pages {
    Pages { now, moved, asked: Arc::default() }
}

async fn played(env: &TestEnv, pages: &Pages, reply: String) -> Arc<Script> {
    let script = Arc::new(Script::new(&[assign("tidy"), reply, FINISH.into(), FINISH.into()]));
    let puppeteer = env.puppeteer(Box::new(env.desktop.clone()), vec![Box::new(pages.clone())]);
    let ports = Ports { puppeteer, ..env.ports(script.clone()) };
    let mut session = Session::open(ports, env.options.clone(), env.session_control.clone(), "test").unwrap();
    session.round("tidy").await.unwrap();
    script
}

/// The element in the first view, and its window.
async fn first_view() -> (Control, Window) {
    let env = TestEnv::new(DESKTOP);
    played(&env, &pages(None, 0), FINISH.into()).await;
    let views = env.log.entries().into_iter().find_map(|it| match it.event {
        Event::Observed { view: View::App(view) } => Some(view),
        _ => None,
    });
    let view = views.unwrap();
    let control = view.controls.into_iter().find(|it| it.name == "Archive").unwrap();
    assert_eq!(control.source, ControlSource::Page);
    (control, view.window)
}

#[tokio::test]
async fn an_element_is_clicked_only_while_the_page_has_it() {
    let label = first_view().await.0.label.unwrap().0;
    for (pages, held) in [
        (pages(Some(Some("Archive")), 0), None),
        (pages(None, 0), None),
        (pages(Some(Some("Delete")), 0), Some("Button \"Delete\"")),
        (pages(Some(Some("Archive")), 300), Some("is elsewhere now")),
        (pages(Some(None), 0), Some("Button \"Archive\"")),
    ] {
        let env = TestEnv::new(DESKTOP);
        let script = played(&env, &pages, act(label, "click_input", "{}", "")).await;
        let listed = script.section(1, section::CONTROL_INFORMATION);
        assert!(listed.contains("Button \"Archive\""), "{listed}");
        assert!(listed.contains("… controls of the page out of view: 40 below"), "{listed}");
        assert_eq!(*pages.asked.lock().unwrap(), 1);
        let divergence = env.log.entries().into_iter().find_map(|it| match it.event {
            Event::Held { divergence, .. } => Some(divergence.to_string()),
            _ => None,
        });
        assert_eq!(divergence.is_some(), held.is_some(), "{divergence:?}");
        assert!(divergence.unwrap_or_default().contains(held.unwrap_or_default()), "{held:?}");
        assert_eq!(performed(&env).is_empty(), held.is_some(), "{:?}", performed(&env));
    }
}

#[tokio::test]
async fn a_click_at_a_place_is_ruled_on_by_what_the_page_has_there() {
    let (control, window) = first_view().await;
    let share = |at: i32, from: i32, of: u32| f64::from(at - from) / f64::from(of);
    let offset = 60;
    let point = control.rect.center();
    let x = share(point.x + offset, window.rect.x, window.rect.width);
    let y = share(point.y, window.rect.y, window.rect.height);
    for (now, is_asked) in [
        (Some(Some("Delete everything")), true),
        (Some(Some("Show more")), false),
        (Some(None), false),
        (None, false),
    ] {
        let env = TestEnv::new(DESKTOP);
        env.user.consents.lock().unwrap().push_back(Consent::Once);
        let args = json!({"x": x, "y": y});
        let click = json!({"Status": "CONTINUE", "Function": "click_on_coordinates", "Args": args});
        played(&env, &pages(now, offset), click.to_string()).await;
        let questions = env.user.asked.lock().unwrap();
        assert_eq!(questions.len(), usize::from(is_asked), "{now:?}: {questions:?}");
        assert_eq!(performed(&env).len(), 1, "{}", env.transcript());
    }
}
