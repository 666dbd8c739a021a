//! What annotated pictures promise.

use super::*;
use deskpilot_core::PictureLimits;
use deskpilot_core::{ControlSource, NodeId, Point, Role, State, States};
use proptest::prelude::*;

fn control(number: u32, role: Role, rect: Rect) -> Control {
    Control {
        label: Some(Label(number)),
        role,
        name: String::new(),
        value: None,
        states: States::default().with(State::Enabled),
        rect,
        source: ControlSource::Accessibility { node: NodeId(number.to_string()) },
    }
}

fn plain(width: u32, height: u32) -> Image {
    Image::filled(Size { width, height }, Point { x: 100, y: 50 }, [0xf0; 3])
}

/// The tags of these controls on this picture.
fn tags(picture: &Image, controls: &[Control]) -> Vec<Rect> {
    let boxes: Vec<_> =
        marks(picture, controls, &Digits::new()).iter().map(|mark| (mark.rect, mark.tag)).collect();
    tags::place(&boxes, picture.rect(), &EdgePixels::of(picture))
}

fn assert_disjoint_and_inside(picture: &Image, tags: &[Rect]) {
    for (index, tag) in tags.iter().enumerate() {
        assert_eq!(tag.intersection(picture.rect()), *tag, "{tag:?} leaves the picture");
        for other in &tags[..index] {
            assert!(tag.intersection(*other).is_empty(), "{tag:?} hides {other:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn no_tag_hides_another_or_leaves_the_picture(
        rects in prop::collection::vec((60..1400i32, 30..860i32, 1..240u32, 1..60u32), 300)
    ) {
        let picture = plain(1280, 800);
        let place = |(number, (x, y, width, height))| control(number, Role::Button, Rect::new(x, y, width, height));
        let controls: Vec<Control> = (1..).zip(rects).map(place).collect();
        assert_disjoint_and_inside(&picture, &tags(&picture, &controls));
    }
}

#[test]
fn tags_stay_in_the_picture_and_apart_wherever_the_controls_are() {
    let picture = plain(300, 200);
    for rects in [
        vec![Rect::new(100, 50, 300, 200)],
        vec![Rect::new(395, 245, 5, 5), Rect::new(396, 246, 4, 4)],
        vec![Rect::new(90, 40, 20, 20), Rect::new(380, 40, 200, 20)],
        (0..60).map(|n| Rect::new(110 + 16 * (n % 15), 70 + 16 * (n / 15), 16, 16)).collect(),
        vec![Rect::new(200, 100, 30, 20); 20],
    ] {
        let controls: Vec<_> =
            (1000..).zip(&rects).map(|(n, rect)| control(n, Role::Button, *rect)).collect();
        assert_disjoint_and_inside(&picture, &tags(&picture, &controls));
    }
}

#[test]
fn a_tag_goes_next_to_what_is_written() {
    let mut picture = plain(300, 200);
    let button = Rect::new(150, 100, 80, 24);
    // Stripes at the left end of the button stand for its text.
    for x in (150..190).step_by(4) {
        picture.fill(Rect::new(x, 100, 2, 24), [0; 3]);
    }
    let tag = tags(&picture, &[control(12, Role::Button, button)])[0];
    assert_eq!(EdgePixels::of(&picture).count_in(tag), 0, "{tag:?} hides the text");
    assert!(!tag.intersection(button).is_empty(), "{tag:?} could be in its button");
}

#[test]
fn a_picture_smaller_than_a_tag_is_no_reason_to_fail() {
    for size in [(0, 0), (1, 1), (8, 3)] {
        let picture = plain(size.0, size.1);
        let annotated = annotate(&picture, &[control(1234, Role::Edit, Rect::new(100, 50, 500, 500))]);
        assert_eq!(annotated.size, picture.size);
    }
}

#[test]
fn only_labelled_controls_in_the_picture_are_painted() {
    let picture = plain(300, 200);
    let place = Rect::new(150, 100, 80, 24);
    for (control, painted) in [
        (control(1, Role::Button, place), true),
        (Control { label: None, ..control(1, Role::Button, place) }, false),
        (control(1, Role::Button, Rect::new(0, 0, 50, 50)), false),
        (control(1, Role::Button, Rect::new(150, 100, 0, 24)), false),
    ] {
        let annotated = annotate(&picture, std::slice::from_ref(&control));
        assert_eq!(annotated != picture, painted, "{control:?}");
    }
}

#[test]
fn every_digit_is_drawn_and_differs_from_the_others() {
    let picture = plain(60, 40);
    let drawn = |n| annotate(&picture, &[control(n, Role::Button, Rect::new(110, 60, 30, 20))]).rgb;
    for left in 0..10 {
        for right in 0..left {
            assert_ne!(drawn(left), drawn(right), "{left} and {right}");
        }
    }
}

#[test]
fn an_outline_is_around_the_control_and_in_the_picture() {
    let picture = plain(300, 200);
    for (place, red) in [
        (Rect::new(150, 100, 10, 10), 16 * 16 - 10 * 10),
        (Rect::new(100, 50, 300, 200), 300 * 200 - 294 * 194),
        (Rect::new(0, 0, 50, 20), 0),
    ] {
        let outlined = outline(&picture, place);
        assert_eq!(
            outlined.rgb.as_chunks().0.iter().filter(|pixel| **pixel == RED).count(),
            red,
            "{place:?}"
        );
    }
}

#[test]
fn two_pictures_side_by_side_keep_their_pixels() {
    let (left, right) =
        (plain(3, 2), Image::filled(Size { width: 2, height: 4 }, Point { x: 0, y: 0 }, [7; 3]));
    let both = concat(&left, &right);
    assert_eq!((both.size, both.origin), (Size { width: 5, height: 4 }, left.origin));
    let row = |y: usize| both.rgb[15 * y..][..15].to_vec();
    assert_eq!(row(1), [vec![0xf0; 9], vec![7; 6]].concat());
    assert_eq!(row(3), [vec![0; 9], vec![7; 6]].concat());
}

#[test]
fn numbers_stay_as_large_in_a_smaller_picture() {
    let picture = plain(600, 400);
    let limits = PictureLimits { longest_side: 300, ..PictureLimits::NONE };
    let small = annotate_fitted(
        &fit(&picture, limits).image,
        &picture,
        &[control(8, Role::Button, Rect::new(300, 150, 200, 100))],
    );
    let there = Image { origin: Point::default(), ..plain(300, 200) };
    assert_eq!(small, annotate(&there, &[control(8, Role::Button, Rect::new(100, 50, 100, 50))]));
    let whole = annotate_fitted(
        &fit(&picture, PictureLimits::NONE).image,
        &picture,
        &[control(8, Role::Button, picture.rect())],
    );
    assert_eq!(whole.rgb, annotate(&picture, &[control(8, Role::Button, picture.rect())]).rgb);
}

#[test]
fn a_crop_is_the_part_of_the_picture_that_is_there() {
    let mut picture = plain(40, 30);
    picture.fill(Rect::new(110, 60, 5, 4), [1, 2, 3]);
    for (place, expected) in [
        (Rect::new(110, 60, 5, 4), Rect::new(110, 60, 5, 4)),
        (Rect::new(0, 0, 115, 64), Rect::new(100, 50, 15, 14)),
        (Rect::new(135, 75, 90, 90), Rect::new(135, 75, 5, 5)),
        (Rect::new(0, 0, 10, 10), Rect::new(0, 0, 0, 0)),
    ] {
        let crop = crop(&picture, place);
        assert_eq!(crop.size, expected.size(), "{place:?}");
        assert_eq!(crop.rgb.len(), 3 * expected.area() as usize, "{place:?}");
        let dark = crop.rgb.as_chunks().0.iter().filter(|pixel| **pixel == [1, 2, 3]).count() as u64;
        assert_eq!(dark, expected.intersection(Rect::new(110, 60, 5, 4)).area(), "{place:?}");
    }
}

#[test]
fn each_pixel_of_an_enlarged_picture_is_a_square() {
    let mut picture = plain(3, 2);
    picture.fill(Rect::new(101, 51, 1, 1), [1, 2, 3]);
    for (factor, dark) in [(1, Rect::new(101, 51, 1, 1)), (3, Rect::new(103, 53, 3, 3))] {
        let mut expected = plain(3 * factor, 2 * factor);
        expected.fill(dark, [1, 2, 3]);
        assert_eq!(enlarge(&picture, factor), expected, "{factor}");
    }
    assert!(enlarge(&plain(0, 5), 4).rgb.is_empty());
}

#[test]
fn a_picture_comes_back_from_its_file() {
    let mut picture = Image { origin: Point { x: 0, y: 0 }, ..plain(31, 17) };
    picture.fill(Rect::new(3, 4, 5, 6), [1, 2, 3]);
    assert_eq!(decode_png(&encode_png(&picture).unwrap()).unwrap(), picture);
    assert!(encode_png(&plain(0, 5)).is_err());
    assert!(decode_png(b"not a picture").is_err());
}
