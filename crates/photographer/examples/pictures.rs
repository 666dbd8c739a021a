//! What pictures cost: `cargo run --release -p deskpilot-photographer --example pictures [PICTURE.png [SMALLER.png]]`; the second
//! is what a model is shown of the first.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement says what is wrong by ending")]

use deskpilot_core::{
    Control, ControlSource, Label, NodeId, PictureLimits, Point, Rect, Role, Size, State, States,
};
use deskpilot_photographer::{self as photographer, Image};
use std::time::{Duration, Instant};

/// How often each is done; the quickest counts.
const TIMES: u32 = 15;

fn main() {
    let picture = std::env::args()
        .nth(1)
        .map_or_else(drawn, |path| photographer::decode_png(&std::fs::read(path).unwrap()).unwrap());
    let controls = controls(picture.rect());
    let annotated = photographer::annotate(&picture, &controls);
    let joined = photographer::concat(&picture, &annotated);
    let limits = PictureLimits { longest_side: 1024, ..PictureLimits::NONE };
    println!(
        "{}x{}, {} controls, the best of {TIMES}",
        picture.size.width,
        picture.size.height,
        controls.len()
    );
    if let Some(path) = std::env::args().nth(2) {
        let smaller = photographer::annotate_fitted(
            &photographer::fit(&picture, limits).image,
            &picture,
            &controls[..20],
        );
        std::fs::write(path, photographer::encode_png(&smaller).unwrap()).unwrap();
    }
    report_time("copy", || picture.clone());
    report_time("annotate", || photographer::annotate(&picture, &controls));
    report_time("concat", || photographer::concat(&picture, &annotated));
    report_time("fit to 1024", || photographer::fit(&picture, limits).image.into_owned());
    for (name, image) in [("clean", &picture), ("annotated", &annotated), ("concat", &joined)] {
        let bytes = photographer::encode_png(image).unwrap().len();
        report_time(&format!("encode {name}, {} KB", bytes / 1000), || {
            photographer::encode_png(image).unwrap()
        });
    }
}

fn report_time<T>(what: &str, work: impl Fn() -> T) {
    let once = |_| {
        let started = Instant::now();
        let made = work();
        let lasted = started.elapsed();
        drop(made);
        lasted
    };
    let best = (0..TIMES).map(once).min().unwrap_or(Duration::ZERO);
    println!("{what:<32} {:>7.2} ms", best.as_secs_f64() * 1000.0);
}

/// Something like a screen: panes, lines of writing, pictures with noise.
fn drawn() -> Image {
    let size = Size { width: 1920, height: 1080 };
    let mut image = Image::filled(size, Point::default(), [0xf4; 3]);
    let mut state = 7_u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 8
    };
    for y in 0..1080 {
        for x in 0..1920 {
            let is_writing = y % 20 > 6 && x % 600 > 40 && random() % 5 == 0;
            let is_photo = x > 1500 && y > 700;
            if is_writing || is_photo {
                let shade = if is_photo { (random() % 256) as u8 } else { 40 };
                image.rgb[3 * (y * 1920 + x)..][..3].fill(shade);
            }
        }
    }
    image
}

fn controls(picture: Rect) -> Vec<Control> {
    let (across, down) = (picture.width as i32 / 20, picture.height as i32 / 10);
    let place =
        |n: i32| Rect::new(n % 20 * across + 3, n / 20 * down + 5, across as u32 - 8, 24 + n as u32 % 40);
    let control = |n: i32| Control {
        label: Some(Label(n.unsigned_abs() + 1)),
        role: if n % 3 == 0 { Role::Edit } else { Role::Button },
        name: String::new(),
        value: None,
        states: States::default().with(State::Enabled),
        rect: place(n),
        source: ControlSource::Accessibility { node: NodeId(n.to_string()) },
    };
    (0..200).map(control).collect()
}
