//! What an agent sees: one capture and one read, and the pictures made of them.

use crate::{
    Area, Budget, Desktop, DesktopError, DetectedElement, Grounding, Image, RedactedDesktop, RedactedImage,
    Silence, WindowCapture, label, merge, root_window,
};
use deskpilot_core::{
    Application, Control, ControlSource, Label, Truncation, Window, WindowId, named_secrets,
};
use std::time::{Duration, Instant};

/// How long the parts of a look took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LookTimes {
    /// Taking the picture.
    pub pictures: Duration,
    /// Reading the controls or the windows.
    pub reading: Duration,
}

/// What an AppAgent sees of its window.
#[derive(Clone, Debug)]
pub struct WindowLook {
    /// The window as it is listed now.
    pub window: Window,
    /// Its controls, labelled.
    pub controls: Vec<Control>,
    /// In how many of these controls each is, in their order; see [`Seen::levels`](crate::Seen).
    pub levels: Vec<u16>,
    /// Those whose numbers an annotated picture shows.
    pub painted: Vec<Control>,
    /// What was left out, if anything was.
    pub truncated: Option<Truncation>,
    /// The windows that its controls are of: itself, and the dialogs that belong to it.
    pub windows: Vec<WindowId>,
    /// What came of looking for controls in the picture.
    pub grounded: Grounded,
    /// A picture of it.
    pub clean: RedactedImage,
    /// How long it took.
    pub times: LookTimes,
}

/// What the HostAgent sees.
#[derive(Clone, Debug)]
pub struct DesktopLook {
    /// The top-level windows, labelled.
    pub windows: Vec<Window>,
    /// The applications that can be opened.
    pub applications: Vec<Application>,
    /// A picture of the whole desktop.
    pub clean: RedactedImage,
    /// How long it took.
    pub times: LookTimes,
}

/// How a window is looked at.
pub struct LookOptions<'a> {
    /// How much may be read.
    pub budget: Budget,
    /// Who finds controls in the picture, if anybody does.
    pub ask: Option<Ask<'a>>,
    /// The overlap from which a control that is seen is one that is already known.
    pub overlap: f64,
    /// Paint these controls of an earlier look only; all of them where there are none.
    pub only: &'a [Control],
    /// How carefully.
    pub care: Care,
}

impl LookOptions<'_> {
    /// All that is there, by the accessibility tree alone, until the picture shows what was done.
    pub const USUAL: Self =
        LookOptions { budget: Budget::LOOK, ask: None, overlap: OVERLAP, only: &[], care: Care::Picture };
}

/// How carefully a window is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// Until its picture shows what was done in it.
    Picture,
    /// Until its application tells of it: the picture may show it as it was a moment ago.
    Text,
}

/// Who is asked what is in the picture, and when.
pub struct Ask<'a> {
    /// Who.
    pub grounding: &'a mut dyn Grounding,
    /// When.
    pub when: When,
}

/// When somebody is asked what is in the picture of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// At every look.
    Always,
    /// Where the accessibility tree says too little: see [`Silence`].
    Sparse,
}

/// What came of looking for controls in the picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Grounded {
    /// Nobody was asked.
    NotAsked,
    /// Somebody found as many things, of which some may be known from the tree too.
    Found {
        /// How many.
        elements: usize,
        /// What was left out, if anything was.
        truncated: Option<Truncation>,
        /// How long it took.
        time: Duration,
    },
    /// Whoever was asked could not say; the view is as the tree tells it.
    Failed(String),
}

/// The overlap from which a control that is seen in the picture is one that the tree already told of.
pub const OVERLAP: f64 = 0.1;

/// Looks at a window.
pub async fn look_at_window(
    desktop: &mut RedactedDesktop,
    window: &Window,
    options: LookOptions<'_>,
) -> Result<WindowLook, DesktopError> {
    let listed = desktop.windows().await?;
    let window = root_window::as_listed(desktop, window, &listed).await?;
    look_at_listed(desktop, window, options).await
}

/// Looks at a window that was listed a moment ago: the list is not read again.
pub async fn look_at_listed(
    desktop: &mut RedactedDesktop,
    window: Window,
    options: LookOptions<'_>,
) -> Result<WindowLook, DesktopError> {
    let started = Instant::now();
    match options.care {
        Care::Picture => desktop.until_drawn(window.id).await?,
        Care::Text => desktop.until_told(window.id).await?,
    }
    let WindowCapture { seen, read: told, picture: mut clean, captured } =
        desktop.capture_window(&window, options.budget).await?;
    let (found, grounded) = ground(options.ask, &seen.controls, &clean).await;
    obscure_secrets(&mut clean, &found);
    let controls = label(merge(seen.controls, found, options.overlap));
    let read = Instant::now();
    let painted = chosen(&controls, options.only);
    let times = LookTimes { pictures: captured - told, reading: (told - started) + (read - captured) };
    Ok(WindowLook {
        window,
        controls,
        levels: seen.levels,
        painted,
        truncated: seen.truncated,
        windows: seen.windows,
        grounded,
        clean,
        times,
    })
}

/// Makes the secrets impossible to tell that only the picture showed.
fn obscure_secrets(picture: &mut RedactedImage, elements: &[DetectedElement]) {
    for element in elements.iter().filter(|it| !named_secrets(&it.name).is_empty()) {
        picture.obscure(element.rect);
    }
}

/// What is seen in the picture beside what the tree tells. A failure is told, and costs no more than what was to be seen.
async fn ground(
    ask: Option<Ask<'_>>,
    controls: &[Control],
    picture: &Image,
) -> (Vec<DetectedElement>, Grounded) {
    let needed = |it: &Ask<'_>| it.when == When::Always || Silence::of(picture.rect(), controls).is_some();
    let Some(ask) = ask.filter(needed) else { return (Vec::new(), Grounded::NotAsked) };
    let started = Instant::now();
    match ask.grounding.find(picture).await {
        Ok(found) => {
            let time = started.elapsed();
            let grounded =
                Grounded::Found { elements: found.elements.len(), truncated: found.truncated, time };
            (found.elements, grounded)
        }
        Err(error) => (Vec::new(), Grounded::Failed(error.to_string())),
    }
}

/// Looks at the whole desktop.
pub async fn look_at_desktop(desktop: &mut RedactedDesktop) -> Result<DesktopLook, DesktopError> {
    let started = Instant::now();
    let clean = desktop.screenshot(&Area::Desktop).await?;
    let captured = Instant::now();
    let windows = labelled(desktop.windows().await?);
    let applications = desktop.applications().await?;
    let times = LookTimes { pictures: captured - started, reading: captured.elapsed() };
    Ok(DesktopLook { windows, applications, clean, times })
}

/// The windows with their numbers.
pub fn labelled(windows: Vec<Window>) -> Vec<Window> {
    (1..).zip(windows).map(|(number, it)| Window { label: Some(Label(number)), ..it }).collect()
}

/// The controls that were already there in an earlier look; labels do not outlive a look, what they were on does.
fn chosen(controls: &[Control], only: &[Control]) -> Vec<Control> {
    let wanted = |now: &&Control| only.is_empty() || only.iter().any(|then| is_the_same(now, then));
    controls.iter().filter(wanted).cloned().collect()
}

/// Whether a control of this look is one of an earlier look.
pub(crate) fn is_the_same(now: &Control, then: &Control) -> bool {
    now.id() == then.id() && (now.source == then.source || is_seen_again(now, then))
}

/// What is only seen has no node; its place tells it from another of its name.
fn is_seen_again(now: &Control, then: &Control) -> bool {
    let seen = |it: &Control| matches!(it.source, ControlSource::Vision { .. });
    seen(now) && seen(then) && now.rect.overlap(then.rect) > 0.5
}

#[cfg(test)]
mod tests;
