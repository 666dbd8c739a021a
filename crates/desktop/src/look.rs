//! What an agent sees: one screenshot and one read of the windows or controls.

use crate::{
    Area, Budget, DesktopError, DesktopReader, DetectedElement, Freshness, Grounding, Image, Readiness,
    Receiver, RedactedDesktop, RedactedImage, SparseTree, WindowCapture, WindowList, label_controls, merge,
    page_elements::with_page_elements, root_window,
};
use deskpilot_core::{
    Application, BeyondView, Control, ControlSource, Label, Outline, Rect, Role, Truncation, Window,
    WindowId, named_secrets,
};
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

/// A grounding and the condition for using it.
pub struct GroundingRequest<'a> {
    /// The grounding.
    pub grounding: &'a mut dyn Grounding,
    /// When to use it.
    pub trigger: GroundingTrigger,
}

/// When a look uses the grounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroundingTrigger {
    /// At every look.
    Always,
    /// If the accessibility tree is too sparse: see [`SparseTree`].
    Sparse,
}

/// The result of looking for controls in the picture.
#[derive(Clone, Debug, PartialEq)]
pub enum GroundingOutcome {
    /// The look used no grounding.
    Skipped,
    /// The grounding found elements; the tree may have some of them too.
    Found {
        /// How many.
        elements: usize,
        /// What the grounding left out, if anything.
        truncated: Option<Truncation>,
        /// The durations.
        time: Duration,
    },
    /// The grounding failed, for this reason; the look has only the controls of the tree.
    Failed(String),
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

/// Obscures the secrets in these names, which the accessibility tree lacks.
fn obscure_secrets<'n>(picture: &mut RedactedImage, named: impl Iterator<Item = (&'n str, Rect)>) {
    for (_, rect) in named.filter(|(name, _)| !named_secrets(name).is_empty()) {
        picture.obscure(rect);
    }
}

/// Looks for elements in the picture if the request's trigger applies. A failure is an outcome and does not fail the look.
async fn detect_elements(
    request: Option<GroundingRequest<'_>>,
    controls: &[Control],
    picture: &Image,
) -> (Vec<DetectedElement>, GroundingOutcome) {
    let needed = |it: &GroundingRequest<'_>| {
        it.trigger == GroundingTrigger::Always || SparseTree::detect(picture.rect(), controls).is_some()
    };
    let Some(request) = request.filter(needed) else { return (Vec::new(), GroundingOutcome::Skipped) };
    let started = Instant::now();
    match request.grounding.find(picture).await {
        Ok(found) => {
            let time = started.elapsed();
            let outcome =
                GroundingOutcome::Found { elements: found.elements.len(), truncated: found.truncated, time };
            (found.elements, outcome)
        }
        Err(error) => (Vec::new(), GroundingOutcome::Failed(error.to_string())),
    }
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

/// The controls of this look that match the given ones of an earlier look, each with the part of it that is to be seen; labels are
/// valid in one look only. What a window or dialog in front covers is not in the picture, and what is partly behind it is
/// marked next to it, so that the numbers in a dialog are its own.
fn painted_controls(controls: &[Control], levels: &[u16], only: &[Control]) -> Vec<Control> {
    let wanted = |now: &Control| only.is_empty() || only.iter().any(|then| is_same_control(now, then));
    let visible = visible_parts(controls, &Outline::of(controls, levels));
    let painted = controls.iter().zip(visible).filter(|(it, _)| wanted(it));
    painted.filter_map(|(it, rect)| Some(Control { rect: rect?, ..it.clone() })).collect()
}

/// The part of each control that no window or dialog in front of it covers, `None` where it is wholly behind one. What is in front is
/// listed first; what was found in the picture is visible.
fn visible_parts(controls: &[Control], outline: &Outline) -> Vec<Option<Rect>> {
    let mut fronts: Vec<usize> = Vec::new();
    let mut visible = Vec::with_capacity(controls.len());
    for (at, control) in controls.iter().enumerate() {
        // A dialog does not cover what is in it.
        let is_outside = |front: &&usize| outline.around(at).all(|around| around != **front);
        let covering: Vec<usize> = match control.is_known_by_place() {
            true => Vec::new(),
            false => fronts.iter().filter(is_outside).copied().collect(),
        };
        let beside = |rect: Rect, front: usize| part_beside(rect, controls[front].rect);
        visible.push(covering.into_iter().try_fold(control.rect, beside));
        // Only what follows in the list can be behind it.
        if matches!(control.role, Role::Window | Role::Dialog) {
            fronts.push(at);
        }
    }
    visible
}

/// The largest part of a rectangle on one side of another; `None` if that one covers it.
fn part_beside(rect: Rect, front: Rect) -> Option<Rect> {
    let hidden = front.intersection(rect);
    if hidden == rect {
        return None;
    }
    if hidden.is_empty() {
        return Some(rect);
    }
    let (left, above) = (hidden.x.abs_diff(rect.x), hidden.y.abs_diff(rect.y));
    let (right, below) = (rect.width - left - hidden.width, rect.height - above - hidden.height);
    let (end_x, end_y) =
        (hidden.x.saturating_add_unsigned(hidden.width), hidden.y.saturating_add_unsigned(hidden.height));
    // The sides overlap at the corners; the largest leaves most of the control to be seen.
    let sides = [
        Rect::new(rect.x, rect.y, left, rect.height),
        Rect::new(end_x, rect.y, right, rect.height),
        Rect::new(rect.x, rect.y, rect.width, above),
        Rect::new(rect.x, end_y, rect.width, below),
    ];
    sides.into_iter().max_by_key(|it| it.area())
}

/// Whether a control of this look is the same as one of an earlier look.
pub(crate) fn is_same_control(now: &Control, then: &Control) -> bool {
    now.id() == then.id() && (now.source == then.source || is_same_detection(now, then))
}

/// A control that is known by its place has no node; its position distinguishes it from others of its name.
fn is_same_detection(now: &Control, then: &Control) -> bool {
    now.is_known_by_place() && then.is_known_by_place() && now.rect.overlap(then.rect) > 0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_window_in_front_covers_is_not_painted() {
        let at = |role, name: &str, x, y, width, height| Control {
            rect: Rect::new(x, y, width, height),
            ..Control::deferred(role, name)
        };
        let controls = [
            at(Role::MenuItem, "Copy", 120, 120, 50, 20),
            at(Role::Window, "Find", 100, 100, 200, 100),
            at(Role::Edit, "Find:", 120, 120, 100, 20),
            at(Role::Document, "Letter", 0, 0, 400, 300),
            at(Role::Cell, "A1", 130, 130, 60, 20),
            at(Role::Cell, "Z9", 320, 130, 60, 20),
            at(Role::Button, "Save", 90, 110, 12, 12),
            Control {
                source: ControlSource::Vision { confidence: 0.9 },
                ..at(Role::Button, "Star", 150, 150, 9, 9)
            },
        ];
        let painted = painted_controls(&controls, &[0, 0, 1, 0, 1, 1, 0], &[]);
        let names: Vec<&str> = painted.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["Copy", "Find", "Find:", "Letter", "Z9", "Save", "Star"]);
    }

    #[test]
    fn what_is_partly_behind_a_dialog_is_marked_next_to_it() {
        let at = |role, name: &str, x, y, width, height| Control {
            rect: Rect::new(x, y, width, height),
            ..Control::deferred(role, name)
        };
        let dialog = Rect::new(100, 100, 200, 100);
        let controls = [
            at(Role::Dialog, "Find", 100, 100, 200, 100),
            at(Role::Button, "Find All", 120, 120, 50, 20),
            at(Role::Document, "Letter", 0, 0, 400, 600),
            at(Role::Button, "Save", 90, 110, 30, 12),
            at(Role::Button, "Open", 290, 110, 30, 12),
            at(Role::Button, "Below", 120, 190, 30, 40),
        ];
        let painted = painted_controls(&controls, &[0, 1, 0, 1, 1, 1], &[]);
        let behind: Vec<(&str, Rect)> = painted[2..].iter().map(|it| (it.name.as_str(), it.rect)).collect();
        assert_eq!(
            behind,
            [
                ("Letter", Rect::new(0, 200, 400, 400)),
                ("Save", Rect::new(90, 110, 10, 12)),
                ("Open", Rect::new(300, 110, 20, 12)),
                ("Below", Rect::new(120, 200, 30, 30)),
            ]
        );
        assert!(behind.iter().all(|(_, rect)| rect.intersection(dialog).is_empty()));
        assert_eq!(painted[..2], controls[..2], "its own controls are whole");
    }
}
