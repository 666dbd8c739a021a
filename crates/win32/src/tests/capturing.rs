//! Pictures show what is on the screen.

use super::fixture::{Fixture, alone, soon, wait_for};
use super::fixture_window::{BACKGROUND, EMPTY_PLACE};
use crate::capture::{capture_desktop, capture_rect, capture_window};
use crate::error::Win32Error;
use crate::monitors::frame;
use deskpilot_core::{Point, Rect};
use deskpilot_desktop::Image;

fn pixel(image: &Image, at: Point) -> Option<[u8; 3]> {
    let rect = image.rect();
    if !rect.contains(at) {
        return None;
    }
    let (x, y) = ((at.x - rect.x) as usize, (at.y - rect.y) as usize);
    image.rgb.as_chunks::<3>().0.get(y * rect.width as usize + x).copied()
}

#[test]
fn a_picture_has_the_colours_and_the_place_of_what_is_on_the_screen() {
    let _alone = alone();
    let fixture = Fixture::in_front("Painted");
    let at = fixture.point(EMPTY_PLACE);
    let around = Rect::new(at.x - 3, at.y - 2, 7, 5);
    wait_for("the window is painted", || pixel(&capture_rect(around).unwrap(), at) == Some(BACKGROUND));
    let part = capture_rect(around).unwrap();
    assert_eq!(part.rect(), around);
    assert_eq!(part.rgb[..], BACKGROUND.repeat(35));
    let whole = capture_desktop().unwrap();
    assert_eq!((whole.size, whole.origin), (frame().size(), Point::default()));
    assert_eq!(pixel(&whole, at), Some(BACKGROUND));
    // Black letters on a button: the picture is not the background alone.
    assert!(whole.rgb.as_chunks::<3>().0.iter().any(|it| it.iter().all(|part| *part < 60)));
}

#[test]
fn only_the_part_on_the_desktop_is_captured() {
    let _alone = alone();
    assert_eq!(capture_rect(Rect::new(-10, -10, 30, 20)).unwrap().rect(), Rect::new(0, 0, 20, 10));
    let nothing = capture_rect(Rect::new(-50, 0, 50, 10));
    assert!(matches!(nothing, Err(Win32Error::Cannot(_))), "{nothing:?}");
}

#[test]
fn a_window_that_its_program_draws_is_right_and_one_that_it_does_not_draw_is_refused() {
    let _alone = alone();
    let fixture = Fixture::in_front("Drawn");
    let at = fixture.point(EMPTY_PLACE);
    match capture_window(fixture.window, soon()) {
        Ok(image) => assert_eq!(pixel(&image, at), Some(BACKGROUND)),
        Err(error) => assert_eq!(error, Win32Error::Blank),
    }
}
