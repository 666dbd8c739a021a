//! A test program draws, and the watch reports where.

use super::*;
use crate::tests::{Canvas, XServer};

const SOON: Duration = Duration::from_secs(10);

async fn bring_up() -> (XServer, Display, Canvas) {
    let server = XServer::start();
    let display = Display::connect(server.address()).await.unwrap();
    let canvas = Canvas::open(server.address(), Rect::new(100, 80, 400, 300));
    (server, display, canvas)
}

async fn drawn(watch: &mut DamageWatch, what: &str, is_it: impl Fn(&Damage) -> bool) -> Damage {
    let deadline = Instant::now() + SOON;
    while !is_it(&watch.snapshot()) {
        let damage = watch.snapshot();
        assert!(watch.next(deadline).await, "never reported: {what}, but {damage:?}");
    }
    watch.snapshot()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_program_draws_is_reported_with_its_place() {
    let (_server, display, canvas) = bring_up().await;
    let mut watch = display.watch(vec![canvas.window]).await.unwrap().unwrap();
    watch.reset();
    let place = canvas.place();
    canvas.fill(Rect::new(20, 30, 50, 40), 0x00ff_0000);
    let damage = drawn(&mut watch, "a rectangle", |it| it.count > 0).await;
    assert_eq!((damage.latest, damage.carets), (Rect::new(place.x + 20, place.y + 30, 50, 40), 0));
    canvas.fill(Rect::new(200, 100, 2, 18), 0);
    let damage = drawn(&mut watch, "a caret", |it| it.carets > 0).await;
    assert_eq!(damage.count, 1, "a caret is not counted with what is larger");
    canvas.fill(Rect::new(300, 200, 50, 40), 0);
    let damage = drawn(&mut watch, "another", |it| it.count > 1).await;
    assert_eq!(damage.area, Rect::new(place.x + 20, place.y + 30, 330, 210));
    watch.reset();
    assert_eq!(watch.snapshot(), Damage::default());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_menu_that_opens_and_closes_is_reported_and_other_programs_are_not() {
    let (server, display, canvas) = bring_up().await;
    let mut watch = display.watch(vec![canvas.window]).await.unwrap().unwrap();
    let other = Canvas::open(server.address(), Rect::new(10, 10, 50, 50));
    watch.reset();
    other.fill(Rect::new(0, 0, 50, 50), 0x0000_ff00);
    let menu = canvas.menu(Rect::new(600, 50, 80, 120));
    let damage = drawn(&mut watch, "a menu", |it| it.area.width >= 80).await;
    assert_eq!(damage.area, Rect::new(600, 50, 80, 120));
    watch.reset();
    canvas.close(menu);
    drawn(&mut watch, "the end of the menu", |it| it.latest == Rect::new(600, 50, 80, 120)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_drawn_as_soon_as_the_watch_begins_is_reported() {
    let (_server, display, canvas) = bring_up().await;
    for nth in 0..200 {
        let mut watch = display.watch(vec![canvas.window]).await.unwrap().unwrap();
        canvas.fill(Rect::new(20, 30, 50, 40), 0x00ff_0000);
        drawn(&mut watch, &format!("rectangle {nth}"), |it| it.count > 0).await;
    }
}
