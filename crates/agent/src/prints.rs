//! The pictures of a step as files: kept in the log as they are, shown to a model at the size it sees best.

use crate::{AgentError, Images};
use deskpilot_core::{BlobKind, BlobRef, Control, Picture, PictureLimits, Pictures, Rect, Size};
use deskpilot_desktop::{Image, Shots, photographer};
use deskpilot_log::SessionLog;
use std::sync::Arc;

/// The pictures of a look.
pub(crate) struct Prints {
    /// As they are kept.
    pub(crate) kept: Pictures,
    /// As the model is shown them.
    pub(crate) shown: Vec<Picture>,
    /// As captured.
    pub(crate) clean: Arc<Image>,
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

const DESKTOP: &str = "the desktop";
const WINDOW: &str = "the window as it is";
const NUMBERED: &str = "the window with a number on every control";
const BOTH: &str = "the window as it is, and with a number on every control";
/// What the caption of the last step's picture is.
const LAST: &str = "the last step, the control it used in a red box";

/// The pictures of a look at the desktop.
pub(crate) async fn of_desktop(
    clean: Image,
    wish: Wish,
    log: &mut dyn SessionLog,
) -> Result<Prints, AgentError> {
    let clean = Arc::new(clean);
    let (whole, small) = tokio::join!(develop(&clean), fitting(&clean, wish));
    let whole = keep(whole, log)?;
    let small = keep(small, log)?;
    let kept = Pictures { clean: blob(&whole), ..pictures_of(&clean) };
    let shown = match wish.images {
        Images::Omitted => Vec::new(),
        Images::Concatenated | Images::Separate => shown([(DESKTOP, small.as_ref().or(whole.as_ref()))]),
    };
    Ok(Prints { kept, shown, clean })
}

/// The pictures of a look at a window, of whose controls these are painted.
pub(crate) async fn of_window(
    shots: Shots,
    painted: &[Control],
    wish: Wish,
    log: &mut dyn SessionLog,
) -> Result<Prints, AgentError> {
    let clean = Arc::new(shots.clean);
    let (annotated, concat) = (shots.annotated.map(Arc::new), shots.concat.map(Arc::new));
    let wish = of_pair(wish, clean.size);
    let (whole, numbered, both, small, small_numbered) = tokio::join!(
        develop(&clean),
        develop_any(annotated.as_ref()),
        develop_any(concat.as_ref()),
        fitting(&clean, wish),
        fitting_numbered(&clean, painted, wish),
    );
    let (whole, numbered, both) = (keep(whole, log)?, keep(numbered, log)?, keep(both, log)?);
    let (small, small_numbered) = (keep(small, log)?, keep(small_numbered, log)?);
    let kept = Pictures {
        clean: blob(&whole),
        annotated: blob(&numbered),
        concat: blob(&both),
        ..pictures_of(&clean)
    };
    let shown = match wish.images {
        Images::Omitted => Vec::new(),
        Images::Concatenated => shown([(BOTH, both.as_ref())]),
        Images::Separate => shown([
            (WINDOW, small.as_ref().or(whole.as_ref())),
            (NUMBERED, small_numbered.as_ref().or(numbered.as_ref())),
        ]),
    };
    Ok(Prints { kept, shown, clean })
}

/// Keeps a picture that no model is shown.
pub(crate) async fn kept(clean: Image, log: &mut dyn SessionLog) -> Result<Pictures, AgentError> {
    let clean = Arc::new(clean);
    let whole = keep(develop(&clean).await, log)?;
    Ok(Pictures { clean: blob(&whole), ..pictures_of(&clean) })
}

/// Keeps the picture with a place outlined; `None` when the place is not in it.
pub(crate) async fn outlined(
    clean: &Arc<Image>,
    place: Rect,
    log: &mut dyn SessionLog,
) -> Result<Option<BlobRef>, AgentError> {
    if place.intersection(clean.rect()).is_empty() {
        return Ok(None);
    }
    let clean = Arc::clone(clean);
    let png = photographer::develop(move || photographer::outline(&clean, place)).await;
    Ok(blob(&keep(png, log)?))
}

/// The last step's picture as the model is shown it.
pub(crate) async fn last(
    blob: BlobRef,
    limits: PictureLimits,
    log: &mut dyn SessionLog,
) -> Result<Picture, AgentError> {
    stored(blob, LAST, limits, log).await
}

/// A kept picture as a model is shown it.
pub(crate) async fn stored(
    blob: BlobRef,
    caption: &str,
    limits: PictureLimits,
    log: &mut dyn SessionLog,
) -> Result<Picture, AgentError> {
    let png = log.blob(&blob)?;
    let print = match photographer::decode_png(&png) {
        Ok(picture) if !limits.hold(picture.size) => {
            let small = move || photographer::fit(&picture, limits).image.into_owned();
            keep(photographer::develop(small).await, log)?
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
        Images::Concatenated if !wish.limits.hold(pair) => Wish { images: Images::Separate, ..wish },
        _ => wish,
    }
}

async fn develop(picture: &Arc<Image>) -> Option<Vec<u8>> {
    let picture = Arc::clone(picture);
    photographer::develop(move || picture).await
}

async fn develop_any(picture: Option<&Arc<Image>>) -> Option<Vec<u8>> {
    develop(picture?).await
}

/// The picture as large as the model sees it best; `None` when it is shown as it is, or not at all.
async fn fitting(picture: &Arc<Image>, wish: Wish) -> Option<Vec<u8>> {
    if wish.images == Images::Omitted || wish.limits.hold(picture.size) {
        return None;
    }
    let picture = Arc::clone(picture);
    photographer::develop(move || photographer::fit(&picture, wish.limits).image.into_owned()).await
}

async fn fitting_numbered(picture: &Arc<Image>, painted: &[Control], wish: Wish) -> Option<Vec<u8>> {
    if wish.images == Images::Omitted || wish.limits.hold(picture.size) {
        return None;
    }
    let (picture, painted) = (Arc::clone(picture), painted.to_vec());
    photographer::develop(move || photographer::annotate_fitting(&picture, &painted, wish.limits)).await
}

/// A window may be captured while it has no pixels; that is no reason to fail a step.
fn keep(png: Option<Vec<u8>>, log: &mut dyn SessionLog) -> Result<Option<Print>, AgentError> {
    let Some(png) = png else { return Ok(None) };
    let blob = log.keep(BlobKind::Png, &png)?;
    Ok(Some(Print { blob, png: png.into() }))
}

fn shown<'a>(prints: impl IntoIterator<Item = (&'a str, Option<&'a Print>)>) -> Vec<Picture> {
    let picture = |(caption, print): (&str, Option<&Print>)| {
        let Print { blob, png } = print?;
        Some(Picture { caption: caption.to_owned(), blob: blob.clone(), png: png.clone() })
    };
    prints.into_iter().filter_map(picture).collect()
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
    use deskpilot_core::{Label, Point, Role, Source, State, States};
    use deskpilot_log::MemoryLog;

    fn shots(size: Size) -> (Shots, Vec<Control>) {
        let clean = Image::filled(size, Point { x: 40, y: 30 }, [0xee; 3]);
        let control = Control {
            label: Some(Label(1)),
            role: Role::Button,
            name: "ok".into(),
            value: None,
            states: States::default().with(State::Enabled),
            rect: Rect::new(60, 50, 80, 40),
            source: Source::Vision { confidence: 1.0 },
        };
        let annotated = photographer::annotate(&clean, std::slice::from_ref(&control));
        let concat = photographer::concat(&clean, &annotated);
        (Shots { clean, annotated: Some(annotated), concat: Some(concat) }, vec![control])
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
            let (shots, painted) = shots(size);
            let prints = of_window(shots.clone(), &painted, Wish { images, limits }, &mut log).await.unwrap();
            let sizes: Vec<_> = prints
                .shown
                .iter()
                .map(|it| photographer::decode_png(&it.png).unwrap().size)
                .map(|it| (it.width, it.height))
                .collect();
            assert_eq!(sizes, expected, "{images:?} in {longest_side}");
            for (kept, shot) in [
                (&prints.kept.clean, Some(&shots.clean)),
                (&prints.kept.annotated, shots.annotated.as_ref()),
                (&prints.kept.concat, shots.concat.as_ref()),
            ] {
                let file = log.blob(kept.as_ref().unwrap()).unwrap();
                assert_eq!(photographer::decode_png(&file).unwrap().rgb, shot.unwrap().rgb);
            }
        }
    }

    #[tokio::test]
    async fn the_last_picture_is_shown_smaller_too() {
        let mut log = MemoryLog::default();
        let (shots, _) = shots(Size { width: 400, height: 200 });
        let clean = Arc::new(shots.clean);
        let place = Rect::new(60, 50, 80, 40);
        let blob = outlined(&clean, place, &mut log).await.unwrap().unwrap();
        for (longest_side, expected) in [(400, 400), (100, 100)] {
            let limits = PictureLimits { longest_side, ..PictureLimits::NONE };
            let picture = last(blob.clone(), limits, &mut log).await.unwrap();
            assert_eq!(photographer::decode_png(&picture.png).unwrap().size.width, expected);
        }
        assert!(outlined(&clean, Rect::new(0, 0, 9, 9), &mut log).await.unwrap().is_none());
    }
}
