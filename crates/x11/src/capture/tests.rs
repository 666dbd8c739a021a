//! A cached picture that was only updated equals the one fetched whole, whatever was drawn.

use super::*;
use crate::display::Display;
use crate::segment::CaptureTransport;
use crate::tests::{Canvas, XServer};

/// The window's pixels, without the cache and without shared memory.
fn by_socket(server: &Server, window: XWindow, rect: Rect) -> Result<Image, XError> {
    let mut image = Image::filled(rect.size(), rect.origin(), [0; 3]);
    let whole = Rect::new(0, 0, rect.width, rect.height);
    server.with_pixmap(window, |pixmap| server.fetch_by_socket(pixmap, whole, &mut image))?;
    Ok(image)
}

/// The same window, captured both ways.
async fn both(display: &Display, window: XWindow) -> (Image, Image) {
    let looking = display.run(move |server| {
        let rect = server.rect_on_desktop(window)?;
        Ok((server.contents(window, rect)?, by_socket(server, window, rect)?))
    });
    looking.await.unwrap().unwrap()
}

/// Which parts of a window's picture the next capture would fetch.
async fn plan(display: &Display, window: XWindow) -> String {
    let asking = display.run(move |server| {
        let size = server.rect_on_desktop(window)?.size();
        server.pictures().plan(&server.connection, window, size)
    });
    format!("{:?}", asking.await.unwrap().unwrap())
}

async fn top(display: &Display, window: XWindow) -> XWindow {
    display.run(move |server| server.toplevel_of(window)).await.unwrap().unwrap()
}

async fn bring_up() -> (XServer, Display, Canvas) {
    let server = XServer::start();
    let display = Display::connect(server.address()).await.unwrap();
    let canvas = Canvas::open(server.address(), Rect::new(100, 80, 400, 300));
    (server, display, canvas)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kept_picture_is_brought_up_to_date() {
    let (server, display, canvas) = bring_up().await;
    let other = Canvas::open(server.address(), Rect::new(300, 200, 300, 300));
    let window = top(&display, canvas.window).await;
    for _ in 0..3 {
        let (picture, whole) = both(&display, window).await;
        assert!(picture == whole, "at first");
    }
    let operations: &[(&str, &dyn Fn())] = &[
        ("nothing", &|| ()),
        ("a letter", &|| canvas.fill(Rect::new(30, 40, 9, 14), 0x0010_2030)),
        ("two corners", &|| {
            canvas.fill(Rect::new(0, 0, 5, 5), 0x00ff_0000);
            canvas.fill(Rect::new(395, 295, 5, 5), 0x0000_ff00);
        }),
        ("twenty letters", &|| {
            (0..20).for_each(|n| canvas.fill(Rect::new(10 * n, 100 + n, 7, 9), 0x0000_00ff + n as u32));
        }),
        ("half of it", &|| canvas.fill(Rect::new(0, 0, 400, 200), 0x0012_3456)),
        ("scrolling", &|| canvas.scroll(Rect::new(0, 20, 400, 260), -17)),
        ("another window above it", &|| other.raise()),
        ("drawing while it is covered", &|| canvas.fill(Rect::new(250, 150, 100, 100), 0x00ab_cdef)),
        ("larger", &|| canvas.resize(500, 420)),
        ("a letter in the new part", &|| canvas.fill(Rect::new(450, 400, 9, 14), 0)),
        ("smaller", &|| canvas.resize(300, 200)),
        ("larger and smaller again", &|| {
            canvas.resize(500, 420);
            canvas.resize(300, 200);
        }),
        ("hidden and shown", &|| canvas.hide_and_show()),
        ("the last letter", &|| canvas.fill(Rect::new(150, 150, 9, 14), 0x00fe_dcba)),
    ];
    for (operation, act) in operations {
        act();
        for again in 0..2 {
            let (picture, whole) = both(&display, window).await;
            assert!(picture == whole, "{operation}, look {again}: {picture:?} and {whole:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_what_was_drawn_is_fetched() {
    let (_server, display, canvas) = bring_up().await;
    let window = canvas.menu(Rect::new(50, 60, 200, 100));
    for (operation, expected) in [
        ("the first look", "Whole"),
        ("the second", "WholeToCache"),
        ("nothing", "Parts([])"),
        ("a letter", "Parts([Rect { x: 20, y: 30, width: 9, height: 14 }])"),
        ("most of it", "WholeToCache"),
    ] {
        match operation {
            "a letter" => canvas.fill_in(window, Rect::new(20, 30, 9, 14), 0x00ff_0000),
            "most of it" => canvas.fill_in(window, Rect::new(0, 0, 200, 80), 0x00ff_0000),
            _ => {}
        }
        assert_eq!(plan(&display, window).await, expected, "{operation}");
        if operation == "the second" {
            display
                .run(move |server| server.contents(window, Rect::new(50, 60, 200, 100)))
                .await
                .unwrap()
                .unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn few_pictures_are_kept_and_those_of_closed_windows_are_not() {
    let (_server, display, canvas) = bring_up().await;
    let menus: Vec<XWindow> = (0..6).map(|n| canvas.menu(Rect::new(50 * n, 60, 40, 30))).collect();
    for menu in menus.iter().chain(&menus) {
        let (picture, whole) = both(&display, *menu).await;
        assert!(picture == whole);
    }
    let are_cached = |menus: Vec<XWindow>| {
        display.run(move |server| {
            let mut cache = server.pictures();
            cache.process_events(&server.connection)?;
            Ok(menus.iter().map(|menu| cache.picture(*menu).is_some()).collect::<Vec<_>>())
        })
    };
    assert_eq!(are_cached(menus.clone()).await.unwrap().unwrap(), [false, false, true, true, true, true]);
    canvas.close(menus[5]);
    assert_eq!(are_cached(menus.clone()).await.unwrap().unwrap(), [false, false, true, true, true, false]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shared_memory_grows_and_the_socket_does_it_too() {
    let (_server, display, canvas) = bring_up().await;
    let window = top(&display, canvas.window).await;
    let looking = display.run(move |server| {
        let rect = server.rect_on_desktop(window)?;
        let shared = server.contents(window, rect)?;
        assert!(matches!(*server.transport(), CaptureTransport::Shared(_)), "the display is on this machine");
        let bytes = 64 * 1024 * 1024;
        assert!(server.transport().segment(&server.connection, bytes)?.is_some_and(|it| it.size() >= bytes));
        assert!(server.contents(window, rect)? == shared);
        *server.transport() = CaptureTransport::Socket;
        assert!(server.contents(window, rect)? == shared);
        Ok(())
    });
    looking.await.unwrap().unwrap();
}

#[test]
fn a_menu_is_drawn_where_it_is_and_the_picture_grows_with_it() {
    let window = Image::filled(Size { width: 4, height: 3 }, Point { x: 10, y: 10 }, [1; 3]);
    let menu = Image::filled(Size { width: 2, height: 4 }, Point { x: 13, y: 11 }, [2; 3]);
    let whole = bounding_rect(window.rect(), menu.rect());
    assert_eq!(whole, Rect::new(10, 10, 5, 5));
    let mut picture = Image::filled(whole.size(), whole.origin(), NOTHING);
    draw(&mut picture, &window);
    draw(&mut picture, &menu);
    let rows: Vec<Vec<u8>> =
        picture.rgb.chunks(15).map(|row| row.iter().step_by(3).copied().collect()).collect();
    let hole = NOTHING[0];
    assert_eq!(rows[0], [1, 1, 1, 1, hole]);
    assert_eq!(rows[1], [1, 1, 1, 2, 2]);
    assert_eq!(rows[4], [hole, hole, hole, 2, 2]);
    assert_eq!(part(picture, window.rect()).rgb[..12], [1; 12]);
}
