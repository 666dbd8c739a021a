//! Tests of OCR on the picture of a real window: a gallery of widgets, 1676 by 592 pixels.

use crate::weights::fetched;
use deskpilot_core::{Point, Rect};
use deskpilot_desktop::{DetectedElement, Grounding, Image, photographer};
use deskpilot_grounding::{Ocr, OcrOptions};
use std::time::{Duration, Instant};

/// The texts in it, with their number of occurrences.
const TEXTS: &[(&str, usize)] = &[
    ("Page 1", 1),
    ("Page 2", 1),
    ("Page 3", 1),
    ("comboboxentry", 2),
    ("togglebutton", 4),
    ("50%", 1),
    ("Cool", 1),
    ("Icon", 1),
    ("Name", 1),
    ("Nick", 1),
    ("Andrea", 2),
    ("Cimi", 1),
    ("Otto", 2),
    ("chaotic", 1),
    ("Orville", 1),
    ("Redenbacher", 1),
    ("Benjamin", 1),
    ("Company", 1),
    ("Click icon to change mode", 1),
    ("entry", 2),
    ("Password...", 1),
    ("Left", 1),
    ("Middle", 1),
    ("Right", 1),
    ("Sans Regular", 1),
    ("12", 1),
    ("label", 2),
    ("50", 1),
    ("checkbutton", 6),
    ("radiobutton", 6),
    ("link button", 1),
    ("50.0", 1),
    ("Text Styles", 1),
    ("Large Title", 1),
    ("Title 1", 1),
    ("Title 2", 1),
    ("Title 3", 1),
    ("Title 4", 1),
    ("Heading", 1),
    ("Body", 1),
    ("Caption Heading", 1),
    ("Caption", 1),
    ("Lorem ipsum dolor sit amet, consectetur", 1),
    ("adipiscing elit.", 1),
    ("Nullam fringilla, est ut feugiat ultrices,", 1),
    ("elit lacus ultricies nibh, id commodo", 1),
    ("tortor nisi id elit.", 1),
    ("Class aptent taciti sociosqu ad litora", 1),
    ("torquent per conubia nostra, per", 1),
    ("inceptos himenaeos.", 1),
    ("Morbi vel elit erat. Maecenas dignissim,", 1),
    ("dui et pharetra rutrum, tellus lectus", 1),
    ("rutrum mi, a convallis libero nisi quis", 1),
    ("tellus.", 1),
    ("Nulla facilisi. Nullam eleifend lobortis", 1),
    ("nisl, in porttitor tellus malesuada vitae.", 1),
    ("Aenean lacus tellus, pellentesque quis", 1),
];

/// The minimum share of texts read exactly.
const RECALL: f64 = 0.97;

fn reader(deadline: Duration) -> Ocr {
    Ocr::new(OcrOptions { weights: fetched(), deadline })
}

fn gallery() -> Image {
    let mut picture = photographer::decode_png(include_bytes!("pictures/gallery.png")).unwrap();
    picture.origin = Point { x: 122, y: 101 };
    picture
}

/// The unread texts, as often as they were missed.
fn unread(names: &[&str]) -> Vec<String> {
    let missed = TEXTS.iter().flat_map(|(text, times)| {
        let read: usize = names.iter().map(|name| name.matches(text).count()).sum();
        std::iter::repeat_n((*text).to_owned(), times.saturating_sub(read))
    });
    missed.collect()
}

fn blackened(picture: &Image, place: Rect) -> Image {
    let mut picture = picture.clone();
    let across = picture.size.width as usize * 3;
    for row in place.y..place.bottom() {
        let start = row as usize * across + place.x as usize * 3;
        picture.rgb[start..start + place.width as usize * 3].fill(0);
    }
    picture
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_gallery_is_read_once_and_then_only_what_changed() {
    let (picture, mut reader) = (gallery(), reader(Duration::from_secs(300)));
    let started = Instant::now();
    let first = reader.find(&picture).await.unwrap();
    let cold = started.elapsed();
    let names: Vec<_> = first.elements.iter().map(|it| it.name.as_str()).collect();
    let (missed, all) = (unread(&names), TEXTS.iter().map(|(_, times)| times).sum::<usize>());
    let recall = 1.0 - missed.len() as f64 / all as f64;
    assert!(recall >= RECALL, "{:.1} % of {all}; not {missed:?} in {names:#?}", recall * 100.0);
    let title = first.elements.iter().find(|it| it.name == "Title 2").unwrap();
    let (place, around) = (title.rect, Rect::new(1280, 340, 110, 45));
    assert!(place.height > 14 && around.intersection(place) == place, "{place:?}");

    // The same picture costs nothing; a picture with a changed corner costs only the corner.
    let started = Instant::now();
    assert!(reader.find(&picture).await.unwrap() == first, "the same is read again");
    let same = started.elapsed();
    assert!(same * 20 < cold, "{same:?} after {cold:?}");
    let started = Instant::now();
    let changed = reader.find(&blackened(&picture, Rect::new(1157, 253, 120, 30))).await.unwrap();
    let part = started.elapsed();
    assert!(part * 4 < cold, "{part:?} after {cold:?}");
    let sorted_names = |elements: &[DetectedElement]| {
        let mut names: Vec<_> =
            elements.iter().map(|it| it.name.clone()).filter(|it| it != "Title 2").collect();
        names.sort();
        names
    };
    assert_eq!(sorted_names(&changed.elements), sorted_names(&first.elements));
    assert_eq!(changed.elements.len() + 1, first.elements.len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reading_without_time_says_what_it_left_out() {
    let found = reader(Duration::ZERO).find(&gallery()).await.unwrap();
    assert_eq!(found.elements, []);
    let left_out = found.truncated.unwrap();
    assert!(left_out.unread > Some(50), "{left_out:?}");
}
