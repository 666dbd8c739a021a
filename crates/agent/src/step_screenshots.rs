//! The pictures of a step as PNG files: stored in the log at full size, scaled to the model's limits for the prompt.

use crate::{AgentError, Images};
use deskpilot_core::{
    BlobKind, BlobRef, Control, Picture, PictureLimits, Pictures, Point, Rect, Size,
    caption::{DESKTOP, WINDOW},
};
use deskpilot_desktop::{
    Image, RedactedImage,
    photographer::{self, ImageScale},
};
use deskpilot_log::SessionLog;
use std::sync::Arc;
use tokio::task::spawn_blocking;

/// The pictures of a look.
pub(crate) struct StepScreenshots {
    /// As the log has them.
    pub(crate) kept: Pictures,
    /// As the model sees them.
    pub(crate) shown: Vec<Picture>,
    /// The picture in which the chosen control is outlined.
    pub(crate) canvas: Canvas,
}

/// A picture at the size at which the model sees it.
pub(crate) struct Canvas {
    image: Arc<Image>,
    scale: ImageScale,
}

impl Canvas {
    /// The picture as it was captured.
    fn whole(clean: &Arc<Image>) -> Canvas {
        Canvas { image: Arc::clone(clean), scale: ImageScale { from: clean.rect(), to: clean.size } }
    }
}

/// Which pictures a model sees, and their size limits.
#[derive(Clone, Copy)]
pub(crate) struct PictureOptions {
    pub(crate) images: Images,
    pub(crate) limits: PictureLimits,
}

/// A picture as it was captured, and the file of it that the log has.
pub(crate) struct LoggedPicture {
    image: Arc<Image>,
    file: BlobRef,
}

/// A PNG file that the log has.
struct StoredPicture {
    blob: BlobRef,
    png: Arc<[u8]>,
}

const NUMBERED: &str = "the window with a number on every control";
const BOTH: &str = "the window as it is, and with a number on every control";
/// The caption of the last step's picture.
pub(crate) const LAST: &str = "the last step, the control it used in a red box";

/// The pictures of a look at the desktop.
pub(crate) async fn of_desktop(
    clean: RedactedImage,
    options: PictureOptions,
    log: &mut dyn SessionLog,
) -> Result<StepScreenshots, AgentError> {
    let clean = Arc::new(clean.into_image());
    // PNG encoding takes longest, so the two sizes are encoded at the same time.
    let (whole, small) = tokio::join!(encode(&clean), encode_fitted(&clean, options));
    let whole = keep_png(whole, log)?;
    let small = keep_png(small, log)?;
    let kept = Pictures { clean: blob(&whole), ..pictures_of(&clean) };
    let shown = match options.images {
        Images::Omitted => Vec::new(),
        Images::Concatenated | Images::Separate => {
            clean_shown(DESKTOP, whole.as_ref(), small.as_ref()).collect()
        }
    };
    Ok(StepScreenshots { kept, shown, canvas: Canvas::whole(&clean) })
}

/// The pictures of a look at a window, with numbers on these controls. Makes only the variants that somebody needs.
pub(crate) async fn of_window(
    clean: RedactedImage,
    painted: Vec<Control>,
    options: PictureOptions,
    log: &mut dyn SessionLog,
) -> Result<StepScreenshots, AgentError> {
    develop_window(clean.into_image(), painted, options, log).await
}

async fn develop_window(
    clean: Image,
    painted: Vec<Control>,
    options: PictureOptions,
    log: &mut dyn SessionLog,
) -> Result<StepScreenshots, AgentError> {
    let (clean, painted) = (Arc::new(clean), Arc::new(painted));
    // First the form, then the size: two separate pictures may fit where a pair does not.
    let options = separate_if_too_wide(options, clean.size);
    let too_large = options.images != Images::Omitted && !options.limits.fit(clean.size);
    let (whole, extra) = tokio::join!(encode(&clean), async {
        match options.images {
            Images::Concatenated => side_by_side(&clean, &painted).await,
            Images::Separate if too_large => numbered_smaller(&clean, &painted, options.limits).await,
            // The log gets the numbers also where the model sees no picture: a person reads them there.
            Images::Separate | Images::Omitted => {
                ExtraPictures { numbered: numbered(&clean, &painted).await, ..ExtraPictures::default() }
            }
        }
    });
    let (whole, numbered) = (keep_png(whole, log)?, keep_png(extra.numbered, log)?);
    let (both, small) = (keep_png(extra.both, log)?, keep_png(extra.small, log)?);
    let kept = Pictures {
        clean: blob(&whole),
        annotated: blob(&numbered),
        concat: blob(&both),
        ..pictures_of(&clean)
    };
    let shown = match options.images {
        Images::Omitted => Vec::new(),
        Images::Concatenated => shown(BOTH, both.as_ref()).into_iter().collect(),
        Images::Separate => {
            let clean = clean_shown(WINDOW, whole.as_ref(), small.as_ref());
            clean.chain(shown(NUMBERED, numbered.as_ref())).collect()
        }
    };
    // The chosen control is outlined in the size that the model saw, because it sees that picture in its next step.
    let canvas = extra.canvas.map_or_else(
        || Canvas::whole(&clean),
        |small| Canvas { scale: ImageScale { from: clean.rect(), to: small.size }, image: small },
    );
    Ok(StepScreenshots { kept, shown, canvas })
}

/// The picture of a look at a window, for a decider that sees no pictures. `last` is the one of the look before, and becomes this one.
pub(crate) async fn of_text(
    clean: RedactedImage,
    last: &mut Option<LoggedPicture>,
    log: &mut dyn SessionLog,
) -> Result<StepScreenshots, AgentError> {
    develop_clean(clean.into_image(), last, log).await
}

async fn develop_clean(
    clean: Image,
    last: &mut Option<LoggedPicture>,
    log: &mut dyn SessionLog,
) -> Result<StepScreenshots, AgentError> {
    let clean = Arc::new(clean);
    let file = match last.take().filter(|it| it.image == clean) {
        // Encoding takes longer than everything else in a look at a window that has not changed, and makes the same file.
        Some(same) => Some(same.file),
        None => blob(&keep_png(encode(&clean).await, log)?),
    };
    *last = file.clone().map(|file| LoggedPicture { image: Arc::clone(&clean), file });
    let kept = Pictures { clean: file, ..pictures_of(&clean) };
    Ok(StepScreenshots { kept, shown: Vec::new(), canvas: Canvas::whole(&clean) })
}

/// The pictures other than the clean one.
#[derive(Default)]
struct ExtraPictures {
    /// With numbers, as large as the model sees it.
    numbered: Option<Vec<u8>>,
    /// Clean and numbered side by side.
    both: Option<Vec<u8>>,
    /// Clean, scaled to the model's limits.
    small: Option<Vec<u8>>,
    /// The same, not encoded.
    canvas: Option<Arc<Image>>,
}

async fn side_by_side(clean: &Arc<Image>, painted: &Arc<Vec<Control>>) -> ExtraPictures {
    let (picture, controls) = (Arc::clone(clean), Arc::clone(painted));
    let both = photographer::encode_in_background(move || {
        let numbered = photographer::annotate(&picture, &controls);
        photographer::concat(&picture, &numbered)
    });
    let (numbered, both) = tokio::join!(numbered(clean, painted), both);
    ExtraPictures { numbered, both, ..ExtraPictures::default() }
}

async fn numbered(clean: &Arc<Image>, painted: &Arc<Vec<Control>>) -> Option<Vec<u8>> {
    let (clean, painted) = (Arc::clone(clean), Arc::clone(painted));
    photographer::encode_in_background(move || photographer::annotate(&clean, &painted)).await
}

/// Scales the picture first and then paints the numbers, so that they keep their size.
async fn numbered_smaller(
    clean: &Arc<Image>,
    painted: &Arc<Vec<Control>>,
    limits: PictureLimits,
) -> ExtraPictures {
    let (picture, controls) = (Arc::clone(clean), Arc::clone(painted));
    let making = spawn_blocking(move || {
        let small = photographer::fit(&picture, limits).image.into_owned();
        let numbered = photographer::annotate_fitted(&small, &picture, &controls);
        (Arc::new(small), Arc::new(numbered))
    });
    let Ok((small, numbered)) = making.await else { return ExtraPictures::default() };
    let (file, numbered) = tokio::join!(encode(&small), encode(&numbered));
    ExtraPictures { numbered, both: None, small: file, canvas: Some(small) }
}

/// Stores a picture that no model sees.
pub(crate) async fn store(clean: RedactedImage, log: &mut dyn SessionLog) -> Result<Pictures, AgentError> {
    let clean = Arc::new(clean.into_image());
    let whole = keep_png(encode(&clean).await, log)?;
    Ok(Pictures { clean: blob(&whole), ..pictures_of(&clean) })
}

/// Stores the picture with a rectangle outlined, at the model's size; `None` when the rectangle is outside of it.
pub(crate) async fn store_outlined(
    canvas: &Canvas,
    place: Rect,
    log: &mut dyn SessionLog,
) -> Result<Option<BlobRef>, AgentError> {
    if place.intersection(canvas.scale.from).is_empty() {
        return Ok(None);
    }
    let (image, place) = (Arc::clone(&canvas.image), canvas.scale.rect_from_desktop(place));
    let png = photographer::encode_in_background(move || {
        // `place` is in the coordinates of the scaled picture, which has no place on the desktop.
        let there = Image { origin: Point::default(), ..image.as_ref().clone() };
        photographer::outline(&there, place)
    });
    Ok(blob(&keep_png(png.await, log)?))
}

/// Stores a part of a stored picture with the target outlined; the whole picture when there is no target.
pub(crate) async fn store_detail(
    clean: &BlobRef,
    origin: Point,
    place: Option<(Rect, Rect)>,
    log: &mut dyn SessionLog,
) -> Result<Option<BlobRef>, AgentError> {
    let Some((spot, around)) = place else { return Ok(Some(clean.clone())) };
    // Cut from the stored picture, not from the screen: it is redacted, and shows what the agent decided on.
    let file = log.blob(clean)?;
    let making = spawn_blocking(move || {
        let picture = Image { origin, ..photographer::decode_png(&file).ok()? };
        if spot.intersection(picture.rect()).is_empty() {
            return None;
        }
        let outlined = photographer::outline(&picture, spot);
        photographer::encode_png(&photographer::crop(&outlined, around)).ok()
    });
    Ok(blob(&keep_png(making.await.ok().flatten(), log)?))
}

/// Loads a stored picture, scaled to the model's limits.
pub(crate) async fn load(
    blob: BlobRef,
    caption: &str,
    limits: PictureLimits,
    log: &mut dyn SessionLog,
) -> Result<Picture, AgentError> {
    let png = log.blob(&blob)?;
    // A scaled picture is stored as well: the log names every picture that a model got.
    let stored = match photographer::size_of_png(&png) {
        Some(size) if !limits.fit(size) => {
            let file = png.clone();
            let making = spawn_blocking(move || {
                let picture = photographer::decode_png(&file).ok()?;
                photographer::encode_png(&photographer::fit(&picture, limits).image).ok()
            });
            keep_png(making.await.ok().flatten(), log)?
        }
        _ => None,
    };
    let StoredPicture { blob, png } = stored.unwrap_or(StoredPicture { blob, png: png.into() });
    Ok(Picture { caption: caption.to_owned(), blob, png, unscaled: None })
}

/// Shows two pictures separately if they do not fit side by side: each can be larger then.
fn separate_if_too_wide(options: PictureOptions, size: Size) -> PictureOptions {
    let pair = Size { width: size.width.saturating_mul(2), ..size };
    match options.images {
        Images::Concatenated if !options.limits.fit(pair) => {
            PictureOptions { images: Images::Separate, ..options }
        }
        _ => options,
    }
}

async fn encode(picture: &Arc<Image>) -> Option<Vec<u8>> {
    let picture = Arc::clone(picture);
    photographer::encode_in_background(move || picture).await
}

/// The picture scaled to the model's limits; `None` when it already fits or the model sees no pictures.
async fn encode_fitted(picture: &Arc<Image>, options: PictureOptions) -> Option<Vec<u8>> {
    if options.images == Images::Omitted || options.limits.fit(picture.size) {
        return None;
    }
    let picture = Arc::clone(picture);
    photographer::encode_in_background(move || photographer::fit(&picture, options.limits).image.into_owned())
        .await
}

/// Stores a PNG file. `None` stays `None`: a capture without pixels must not fail a step.
fn keep_png(png: Option<Vec<u8>>, log: &mut dyn SessionLog) -> Result<Option<StoredPicture>, AgentError> {
    let Some(png) = png else { return Ok(None) };
    let blob = log.keep(BlobKind::Png, &png)?;
    Ok(Some(StoredPicture { blob, png: png.into() }))
}

fn shown(caption: &str, stored: Option<&StoredPicture>) -> Option<Picture> {
    let StoredPicture { blob, png } = stored?;
    Some(Picture { caption: caption.to_owned(), blob: blob.clone(), png: png.clone(), unscaled: None })
}

/// The picture without numbers: the smaller one where there is one, with the whole one from which a part can be shown larger.
fn clean_shown(
    caption: &str,
    whole: Option<&StoredPicture>,
    small: Option<&StoredPicture>,
) -> impl Iterator<Item = Picture> {
    let unscaled = small.and(whole).map(|it| it.png.clone());
    shown(caption, small.or(whole)).map(|it| Picture { unscaled, ..it }).into_iter()
}

fn pictures_of(image: &Image) -> Pictures {
    Pictures { size: image.size, origin: Some(image.origin), ..Pictures::default() }
}

fn blob(stored: &Option<StoredPicture>) -> Option<BlobRef> {
    stored.as_ref().map(|stored| stored.blob.clone())
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
            let options = PictureOptions { images, limits };
            let step_screenshots =
                develop_window(clean.clone(), painted.clone(), options, &mut log).await.unwrap();
            let sizes: Vec<_> = step_screenshots
                .shown
                .iter()
                .map(|it| photographer::decode_png(&it.png).unwrap().size)
                .map(|it| (it.width, it.height))
                .collect();
            assert_eq!(sizes, expected, "{images:?} in {longest_side}");
            let unscaled = step_screenshots.shown.first().and_then(|it| it.unscaled.clone());
            let is_smaller = images != Images::Omitted && expected[0].0 < size.width;
            let unscaled = unscaled.map(|it| photographer::decode_png(&it).unwrap().rgb);
            assert_eq!(unscaled, is_smaller.then(|| clean.rgb.clone()), "{images:?} in {longest_side}");
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
    async fn a_window_that_looks_as_before_has_the_file_of_before_and_another_one_its_own() {
        let (clean, _) = shot(Size { width: 40, height: 20 });
        let moved = Image { origin: Point { x: 41, y: 30 }, ..clean.clone() };
        let other = Image::filled(clean.size, clean.origin, [0x11; 3]);
        let mut last = None;
        let mut look = async |image: &Image, log: &mut MemoryLog| {
            let made = develop_clean(image.clone(), &mut last, log).await.unwrap();
            (made.kept, made.canvas.scale.from)
        };
        let (mut log, mut later) = (MemoryLog::default(), MemoryLog::default());
        let (first, _) = look(&clean, &mut log).await;
        let file = first.clean.clone().unwrap();
        assert_eq!(photographer::decode_png(&log.blob(&file).unwrap()).unwrap().rgb, clean.rgb);
        // Nothing more is written for it.
        assert_eq!(look(&clean, &mut later).await.0, first);
        assert!(later.blob(&file).is_err());
        let (elsewhere, from) = look(&moved, &mut later).await;
        assert_eq!((elsewhere.origin, from), (Some(moved.origin), moved.rect()));
        let (changed, _) = look(&other, &mut later).await;
        let file = changed.clean.unwrap();
        assert_eq!(photographer::decode_png(&later.blob(&file).unwrap()).unwrap().rgb, other.rgb);
    }

    #[tokio::test]
    async fn the_last_picture_is_shown_smaller_too() {
        let mut log = MemoryLog::default();
        let canvas = Canvas::whole(&Arc::new(shot(Size { width: 400, height: 200 }).0));
        let place = Rect::new(60, 50, 80, 40);
        let blob = store_outlined(&canvas, place, &mut log).await.unwrap().unwrap();
        for (longest_side, expected) in [(400, 400), (100, 100)] {
            let limits = PictureLimits { longest_side, ..PictureLimits::NONE };
            let picture = load(blob.clone(), LAST, limits, &mut log).await.unwrap();
            assert_eq!(photographer::decode_png(&picture.png).unwrap().size.width, expected);
        }
        assert!(store_outlined(&canvas, Rect::new(0, 0, 9, 9), &mut log).await.unwrap().is_none());
    }
}
