//! What an agent sees: one screenshot and one read of the windows or controls.

mod detection;
mod painted;

pub use detection::{GroundingOutcome, GroundingRequest, GroundingTrigger};
pub(crate) use painted::is_same_control;

use crate::{
    Area, Budget, DesktopError, DesktopReader, Freshness, Readiness, Receiver, RedactedDesktop,
    RedactedImage, WindowCapture, WindowList, label_controls, merge, page_elements::with_page_elements,
    root_window,
};
use deskpilot_core::{Application, BeyondView, Control, ControlSource, Label, Truncation, Window, WindowId};
use detection::{detect_elements, obscure_secrets};
use painted::painted_controls;
use std::time::{Duration, Instant};

/// The durations of the parts of a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LookTimes {
    /// Capturing the picture.
    pub pictures: Duration,
    /// Reading the controls or the windows.
    pub reading: Duration,
}

/// What an AppAgent sees of its window.
#[derive(Clone, Debug)]
pub struct WindowLook {
    /// The window as listed now.
    pub window: Window,
    /// Its labelled controls.
    pub controls: Vec<Control>,
    /// The nesting level of each control; see [`Seen::levels`](crate::Seen).
    pub levels: Vec<u16>,
    /// The controls whose labels the annotated picture shows.
    pub painted: Vec<Control>,
    /// What the read left out, if anything.
    pub truncated: Option<Truncation>,
    /// Whether the controls were read just now, are cached in part, or could not be read.
    pub freshness: Freshness,
    /// The controls of its page that are out of view.
    pub beyond: BeyondView,
    /// The windows that the controls belong to: this one and its dialogs.
    pub windows: Vec<WindowId>,
    /// The windows of the desktop as of the picture.
    pub listed: Vec<Window>,
    /// The result of looking for controls in the picture.
    pub grounding: GroundingOutcome,
    /// A screenshot of it, without labels.
    pub clean: RedactedImage,
    /// The durations.
    pub times: LookTimes,
}

/// What the HostAgent sees.
#[derive(Clone, Debug)]
pub struct DesktopLook {
    /// The top-level windows, labelled.
    pub windows: Vec<Window>,
    /// The applications that can be opened here.
    pub applications: Vec<Application>,
    /// A screenshot of the whole desktop.
    pub clean: RedactedImage,
    /// The durations.
    pub times: LookTimes,
}

/// How to look at a window.
pub struct LookOptions<'a> {
    /// The limits of the read.
    pub budget: Budget,
    /// Which grounding looks for controls in the picture, if any.
    pub grounding: Option<GroundingRequest<'a>>,
    /// The overlap (intersection over union) above which a control found in the picture is one that the tree has.
    pub overlap: f64,
    /// Paint only these controls of an earlier look; empty paints all.
    pub only: &'a [Control],
    /// What to wait for first.
    pub readiness: Readiness,
}

impl LookOptions<'_> {
    /// The same options for one look, so that another can follow.
    pub fn for_one_look(&mut self) -> LookOptions<'_> {
        let grounding = match &mut self.grounding {
            Some(it) => Some(GroundingRequest { grounding: &mut *it.grounding, trigger: it.trigger }),
            None => None,
        };
        LookOptions {
            budget: self.budget,
            grounding,
            overlap: self.overlap,
            only: self.only,
            readiness: self.readiness,
        }
    }

    /// All controls of the accessibility tree, once the picture shows the last action; no grounding.
    pub const USUAL: Self = LookOptions {
        budget: Budget::LOOK,
        grounding: None,
        overlap: OVERLAP,
        only: &[],
        readiness: Readiness::Drawn,
    };
}

/// The usual [`LookOptions::overlap`].
pub const OVERLAP: f64 = 0.1;

/// Looks at a window, without what its application reports through receivers.
pub async fn look_at_window(
    desktop: &mut RedactedDesktop,
    window: &Window,
    options: LookOptions<'_>,
) -> Result<WindowLook, DesktopError> {
    let listed = desktop.windows().await?;
    let window = root_window::as_listed(desktop, window, &listed).await?;
    look_at_listed(desktop, &mut [], window, &listed, options).await
}

/// Looks at a window from this current list, with what these receivers report of it.
pub(crate) async fn look_at_listed(
    desktop: &mut RedactedDesktop,
    receivers: &mut [Box<dyn Receiver>],
    window: Window,
    listed: &[Window],
    options: LookOptions<'_>,
) -> Result<WindowLook, DesktopError> {
    let started = Instant::now();
    // Waits before the capture: picture and controls must both show what the last action did.
    desktop.wait_until(window.id, options.readiness).await?;
    let WindowCapture { seen, read: tree_read, picture: mut clean, listed, captured } =
        Box::pin(desktop.capture_window(&window, listed, options.budget)).await?;
    let (controls, beyond) = with_page_elements(receivers, &window, seen.controls).await;
    let (found, grounding) = detect_elements(options.grounding, &controls, &clean).await;
    // The capture was redacted by the tree alone, which has neither of these names.
    obscure_secrets(&mut clean, found.iter().map(|it| (&*it.name, it.rect)));
    let of_page = controls.iter().filter(|it| it.source == ControlSource::Page);
    obscure_secrets(&mut clean, of_page.map(|it| (&*it.name, it.rect)));
    // Labels come last: they number what the model gets, detected elements included.
    let controls = label_controls(merge(controls, found, options.overlap));
    let read = Instant::now();
    let painted = painted_controls(&controls, &seen.levels, options.only);
    // The picture was taken between two parts of the reading, so its time is taken out of theirs.
    let times =
        LookTimes { pictures: captured - tree_read, reading: (tree_read - started) + (read - captured) };
    Ok(WindowLook {
        window,
        controls,
        levels: seen.levels,
        painted,
        truncated: seen.truncated,
        freshness: seen.freshness,
        beyond,
        windows: seen.windows,
        listed,
        grounding,
        clean,
        times,
    })
}

/// What can be seen of a window whose application does not answer: its picture, and what the grounding finds in it. The picture may
/// show what was there before the application stopped.
pub(crate) async fn look_at_picture(
    desktop: &mut RedactedDesktop,
    window: Window,
    listed: &[Window],
    options: LookOptions<'_>,
) -> Result<WindowLook, DesktopError> {
    let started = Instant::now();
    let mut clean = desktop.screenshot(&Area::Window(window.id)).await?;
    let captured = started.elapsed();
    let (found, grounding) = detect_elements(options.grounding, &[], &clean).await;
    obscure_secrets(&mut clean, found.iter().map(|it| (&*it.name, it.rect)));
    let controls = label_controls(merge(Vec::new(), found, options.overlap));
    let painted = painted_controls(&controls, &[], options.only);
    let reason = format!(
        "{} does not answer, and its picture may be old: wait, press what the picture shows, or call end_application, \
         which loses what is not saved",
        window.application
    );
    Ok(WindowLook {
        windows: vec![window.id],
        window,
        controls,
        levels: Vec::new(),
        painted,
        beyond: BeyondView::default(),
        truncated: Some(Truncation { reason, unread: None }),
        freshness: Freshness::Unreported,
        listed: listed.to_vec(),
        grounding,
        clean,
        times: LookTimes { pictures: captured, reading: Duration::ZERO },
    })
}

/// Looks at the whole desktop.
pub async fn look_at_desktop(desktop: &mut RedactedDesktop) -> Result<DesktopLook, DesktopError> {
    let started = Instant::now();
    let clean = desktop.screenshot(&Area::Desktop).await?;
    let captured = Instant::now();
    let windows = label_windows(desktop.windows().await?);
    let applications = desktop.applications().await?;
    let times = LookTimes { pictures: captured - started, reading: captured.elapsed() };
    Ok(DesktopLook { windows, applications, clean, times })
}

/// Labels the windows from 1.
pub fn label_windows(windows: Vec<Window>) -> Vec<Window> {
    (1..).zip(windows).map(|(number, it)| Window { label: Some(Label(number)), ..it }).collect()
}
