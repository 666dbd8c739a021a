//! The pictures of a step as files: kept in the log as they are, shown to a model at the size it sees best.

use crate::{AgentError, Images};
use deskpilot_core::{
    BlobKind, BlobRef, Control, Picture, PictureLimits, Pictures, Point, Rect, Size,
    caption::{DESKTOP, WINDOW},
};
use deskpilot_desktop::{
    Image, RedactedImage,
    photographer::{self, Scale},
};
use deskpilot_log::SessionLog;
use std::sync::Arc;
use tokio::task::spawn_blocking;

/// The pictures of a look.
pub(crate) struct StepScreenshots {
    /// As they are kept.
    pub(crate) kept: Pictures,
    /// As the model is shown them.
    pub(crate) shown: Vec<Picture>,
    /// What a chosen control is outlined in.
    pub(crate) canvas: Canvas,
}

/// A picture at the size at which the model is shown it.
pub(crate) struct Canvas {
    image: Arc<Image>,
    scale: Scale,
}

impl Canvas {
    /// The picture as it was captured.
    fn whole(clean: &Arc<Image>) -> Canvas {
        Canvas { image: Arc::clone(clean), scale: Scale { from: clean.rect(), to: clean.size } }
    }
}

/// What a model is shown, and how large.
#[derive(Clone, Copy)]
pub(crate) struct Wish {
    pub(crate) images: Images,
    pub(crate) limits: PictureLimits,
}

/// The file of a picture, kept.
struct Print {
    blob: BlobRef,
    png: Arc<[u8]>,
}

const NUMBERED: &str = "the window with a number on every control";
const BOTH: &str = "the window as it is, and with a number on every control";
/// What the caption of the last step's picture is.
pub(crate) const LAST: &str = "the last step, the control it used in a red box";

/// The pictures of a look at the desktop.
pub(crate) async fn of_desktop(
    clean: RedactedImage,
    wish: Wish,
    log: &mut dyn SessionLog,
) -> Result<StepScreenshots, AgentError> {
    let clean = Arc::new(clean.into_image());
    let (whole, small) = tokio::join!(develop(&clean), fitting(&clean, wish));
    let whole = keep(whole, log)?;
    let small = keep(small, log)?;
    let kept = Pictures { clean: blob(&whole), ..pictures_of(&clean) };
    let shown = match wish.images {
        Images::Omitted => Vec::new(),
        Images::Concatenated | Images::Separate => shown([(DESKTOP, small.as_ref().or(whole.as_ref()))]),
    };
    Ok(StepScreenshots { kept, shown, canvas: Canvas::whole(&clean) })
}

/// The pictures of a look at a window, with numbers on these of its controls. What the model is not shown and no one asked
/// for is not made.
pub(crate) async fn of_window(
    clean: RedactedImage,
    painted: Vec<Control>,
    wish: Wish,
    log: &mut dyn SessionLog,
) -> Result<StepScreenshots, AgentError> {
    developed(clean.into_image(), painted, wish, log).await
}

async fn developed(
    clean: Image,
    painted: Vec<Control>,
    wish: Wish,
    log: &mut dyn SessionLog,
) -> Result<StepScreenshots, AgentError> {
    let (clean, painted) = (Arc::new(clean), Arc::new(painted));
    let wish = of_pair(wish, clean.size);
    let too_large = wish.images != Images::Omitted && !wish.limits.fit(clean.size);
    let (whole, rest) = tokio::join!(develop(&clean), async {
        match wish.images {
            Images::Concatenated => side_by_side(&clean, &painted).await,
            Images::Separate if too_large => smaller(&clean, &painted, wish.limits).await,
            Images::Separate | Images::Omitted => {
                Rest { numbered: numbered(&clean, &painted).await, ..Rest::default() }
            }
        }
    });
    let (whole, numbered) = (keep(whole, log)?, keep(rest.numbered, log)?);
    let (both, small) = (keep(rest.both, log)?, keep(rest.small, log)?);
    let kept = Pictures {
        clean: blob(&whole),
        annotated: blob(&numbered),
        concat: blob(&both),
        ..pictures_of(&clean)
    };
    let shown = match wish.images {
        Images::Omitted => Vec::new(),
        Images::Concatenated => shown([(BOTH, both.as_ref())]),
        Images::Separate => {
            shown([(WINDOW, small.as_ref().or(whole.as_ref())), (NUMBERED, numbered.as_ref())])
        }
    };
    let canvas = rest.canvas.map_or_else(
        || Canvas::whole(&clean),
        |small| Canvas { scale: Scale { from: clean.rect(), to: small.size }, image: small },
    );
    Ok(StepScreenshots { kept, shown, canvas })
}

/// The picture of a look at a window that no model is shown.
pub(crate) async fn of_text(
    clean: RedactedImage,
    log: &mut dyn SessionLog,
) -> Result<StepScreenshots, AgentError> {
    let clean = Arc::new(clean.into_image());
    let whole = keep(develop(&clean).await, log)?;
    let kept = Pictures { clean: blob(&whole), ..pictures_of(&clean) };
    Ok(StepScreenshots { kept, shown: Vec::new(), canvas: Canvas::whole(&clean) })
}

/// The pictures beside the clean one.
#[derive(Default)]
struct Rest {
    /// With numbers, as large as it is shown.
    numbered: Option<Vec<u8>>,
    /// Clean and numbered side by side.
    both: Option<Vec<u8>>,
    /// Clean, no larger than the model sees it best.
    small: Option<Vec<u8>>,
    /// The same, not yet a file.
    canvas: Option<Arc<Image>>,
}

async fn side_by_side(clean: &Arc<Image>, painted: &Arc<Vec<Control>>) -> Rest {
    let (picture, controls) = (Arc::clone(clean), Arc::clone(painted));
    let both = photographer::develop(move || {
        let numbered = photographer::annotate(&picture, &controls);
        photographer::concat(&picture, &numbered)
    });
    let (numbered, both) = tokio::join!(numbered(clean, painted), both);
    Rest { numbered, both, ..Rest::default() }
}

async fn numbered(clean: &Arc<Image>, painted: &Arc<Vec<Control>>) -> Option<Vec<u8>> {
    let (clean, painted) = (Arc::clone(clean), Arc::clone(painted));
    photographer::develop(move || photographer::annotate(&clean, &painted)).await
}

/// Made smaller once, and numbered then: numbers stay as large as ever.
async fn smaller(clean: &Arc<Image>, painted: &Arc<Vec<Control>>, limits: PictureLimits) -> Rest {
    let (picture, controls) = (Arc::clone(clean), Arc::clone(painted));
    let making = spawn_blocking(move || {
        let small = photographer::fit(&picture, limits).image.into_owned();
        let numbered = photographer::annotate_fitted(&small, &picture, &controls);
        (Arc::new(small), Arc::new(numbered))
    });
    let Ok((small, numbered)) = making.await else { return Rest::default() };
    let (file, numbered) = tokio::join!(develop(&small), develop(&numbered));
    Rest { numbered, both: None, small: file, canvas: Some(small) }
}

/// Keeps a picture that no model is shown.
pub(crate) async fn kept(clean: RedactedImage, log: &mut dyn SessionLog) -> Result<Pictures, AgentError> {
    let clean = Arc::new(clean.into_image());
    let whole = keep(develop(&clean).await, log)?;
    Ok(Pictures { clean: blob(&whole), ..pictures_of(&clean) })
}

/// Keeps the picture with a place outlined, as large as the model will be shown it; `None` when the place is not in it.
pub(crate) async fn outlined(
    canvas: &Canvas,
    place: Rect,
    log: &mut dyn SessionLog,
) -> Result<Option<BlobRef>, AgentError> {
    if place.intersection(canvas.scale.from).is_empty() {
        return Ok(None);
    }
    let (image, place) = (Arc::clone(&canvas.image), canvas.scale.rect_from_desktop(place));
    let png = photographer::develop(move || {
        let there = Image { origin: Point::default(), ..image.as_ref().clone() };
        photographer::outline(&there, place)
    });
    Ok(blob(&keep(png.await, log)?))
}

/// Keeps a part of a picture that was kept before, with a place outlined; all of it where there is no place.
pub(crate) async fn detail(
    clean: &BlobRef,
    origin: Point,
    place: Option<(Rect, Rect)>,
    log: &mut dyn SessionLog,
) -> Result<Option<BlobRef>, AgentError> {
    let Some((spot, around)) = place else { return Ok(Some(clean.clone())) };
    let file = log.blob(clean)?;
    let making = spawn_blocking(move || {
        let picture = Image { origin, ..photographer::decode_png(&file).ok()? };
        if spot.intersection(picture.rect()).is_empty() {
            return None;
        }
        let outlined = photographer::outline(&picture, spot);
        photographer::encode_png(&photographer::crop(&outlined, around)).ok()
    });
    Ok(blob(&keep(making.await.ok().flatten(), log)?))
}

/// A kept picture as a model is shown it.
pub(crate) async fn stored(
    blob: BlobRef,
    caption: &str,
    limits: PictureLimits,
    log: &mut dyn SessionLog,
) -> Result<Picture, AgentError> {
    let png = log.blob(&blob)?;
    let print = match photographer::size_of_png(&png) {
        Some(size) if !limits.fit(size) => {
            let file = png.clone();
            let making = spawn_blocking(move || {
                let picture = photographer::decode_png(&file).ok()?;
                photographer::encode_png(&photographer::fit(&picture, limits).image).ok()
            });
            keep(making.await.ok().flatten(), log)?
        }
        _ => None,
    };
    let Print { blob, png } = print.unwrap_or(Print { blob, png: png.into() });
    Ok(Picture { caption: caption.to_owned(), blob, png })
}

/// Two pictures side by side that would have to be made smaller are shown one after the other: each can be larger then.
fn of_pair(wish: Wish, size: Size) -> Wish {
    let pair = Size { width: size.width.saturating_mul(2), ..size };
    match wish.images {
        Images::Concatenated if !wish.limits.fit(pair) => Wish { images: Images::Separate, ..wish },
        _ => wish,
    }
}

async fn develop(picture: &Arc<Image>) -> Option<Vec<u8>> {
    let picture = Arc::clone(picture);
    photographer::develop(move || picture).await
}

/// The picture as large as the model sees it best; `None` when it is shown as it is, or not at all.
async fn fitting(picture: &Arc<Image>, wish: Wish) -> Option<Vec<u8>> {
    if wish.images == Images::Omitted || wish.limits.fit(picture.size) {
        return None;
    }
    let picture = Arc::clone(picture);
    photographer::develop(move || photographer::fit(&picture, wish.limits).image.into_owned()).await
}

/// A window may be captured while it has no pixels; that is no reason to fail a step.
fn keep(png: Option<Vec<u8>>, log: &mut dyn SessionLog) -> Result<Option<Print>, AgentError> {
    let Some(png) = png else { return Ok(None) };
    let blob = log.keep(BlobKind::Png, &png)?;
    Ok(Some(Print { blob, png: png.into() }))
}

fn shown<'a>(step_screenshots: impl IntoIterator<Item = (&'a str, Option<&'a Print>)>) -> Vec<Picture> {
    let picture = |(caption, print): (&str, Option<&Print>)| {
        let Print { blob, png } = print?;
        Some(Picture { caption: caption.to_owned(), blob: blob.clone(), png: png.clone() })
    };
    step_screenshots.into_iter().filter_map(picture).collect()
}

fn pictures_of(image: &Image) -> Pictures {
    Pictures { size: image.size, origin: Some(image.origin), ..Pictures::default() }
}

fn blob(print: &Option<Print>) -> Option<BlobRef> {
    print.as_ref().map(|print| print.blob.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{ControlSource, Label, Role, State, States};
    use deskpilot_log::MemoryLog;

    fn shot(size: Size) -> (Image, Vec<Control>) {
        let clean = Image::filled(size, Point { x: 40, y: 30 }, [0xee; 3]);
        let control = Control {
            label: Some(Label(1)),
            role: Role::Button,
            name: "ok".into(),
            value: None,
            states: States::default().with(State::Enabled),
            rect: Rect::new(60, 50, 80, 40),
            source: ControlSource::Vision { confidence: 1.0 },
        };
        (clean, vec![control])
    }

    #[tokio::test]
    async fn what_is_too_large_is_shown_smaller_and_kept_as_it_is() {
        let size = Size { width: 400, height: 200 };
        for (images, longest_side, expected) in [
            (Images::Concatenated, 1000, vec![(800, 200)]),
            (Images::Concatenated, 600, vec![(400, 200), (400, 200)]),
            (Images::Concatenated, 200, vec![(200, 100), (200, 100)]),
            (Images::Separate, 1000, vec![(400, 200), (400, 200)]),
            (Images::Separate, 100, vec![(100, 50), (100, 50)]),
            (Images::Omitted, 100, vec![]),
        ] {
            let mut log = MemoryLog::default();
            let limits = PictureLimits { longest_side, ..PictureLimits::NONE };
            let (clean, painted) = shot(size);
            let wish = Wish { images, limits };
            let step_screenshots = developed(clean.clone(), painted.clone(), wish, &mut log).await.unwrap();
            let sizes: Vec<_> = step_screenshots
                .shown
                .iter()
                .map(|it| photographer::decode_png(&it.png).unwrap().size)
                .map(|it| (it.width, it.height))
                .collect();
            assert_eq!(sizes, expected, "{images:?} in {longest_side}");
            let kept = |blob: &BlobRef| photographer::decode_png(&log.blob(blob).unwrap()).unwrap();
            assert_eq!(kept(step_screenshots.kept.clean.as_ref().unwrap()).rgb, clean.rgb);
            let numbered = kept(step_screenshots.kept.annotated.as_ref().unwrap());
            let expected = match images {
                Images::Omitted => photographer::annotate(&clean, &painted),
                _ => {
                    let fitted = photographer::fit(&clean, limits).image;
                    photographer::annotate_fitted(&fitted, &clean, &painted)
                }
            };
            assert!(
                numbered.rgb == expected.rgb || images == Images::Concatenated,
                "{images:?} in {longest_side}"
            );
            assert_eq!(
                step_screenshots.kept.concat.is_some(),
                step_screenshots.shown.len() == 1,
                "made where it is shown only"
            );
        }
    }

    #[tokio::test]
    async fn the_last_picture_is_shown_smaller_too() {
        let mut log = MemoryLog::default();
        let canvas = Canvas::whole(&Arc::new(shot(Size { width: 400, height: 200 }).0));
        let place = Rect::new(60, 50, 80, 40);
        let blob = outlined(&canvas, place, &mut log).await.unwrap().unwrap();
        for (longest_side, expected) in [(400, 400), (100, 100)] {
            let limits = PictureLimits { longest_side, ..PictureLimits::NONE };
            let picture = stored(blob.clone(), LAST, limits, &mut log).await.unwrap();
            assert_eq!(photographer::decode_png(&picture.png).unwrap().size.width, expected);
        }
        assert!(outlined(&canvas, Rect::new(0, 0, 9, 9), &mut log).await.unwrap().is_none());
    }
}
