//! Runs the steps of one trial, and tells what came of it.

use crate::cell::Cell;
use crate::check::{Before, Silent, await_check};
use crate::stage::{SETTLING, Stage, in_words};
use crate::words::{Check, Spot, Step, Trial, TriedAction};
use anyhow::{Result, anyhow};
use deskpilot_core::{
    Aim, Button, Control, Effect, Gesture, Input, Point, Rect, ScrollBy, TextMode, Window, parse_keys,
};
use deskpilot_desktop::{Desktop, DesktopError};
use std::time::Duration;
use tokio::time::timeout;

/// How long a whole trial may take.
const TRIAL: Duration = Duration::from_secs(60);
/// How long something that need not be there is looked for.
const GLIMPSE: Duration = Duration::from_secs(2);
/// How long the way of a drag takes, in milliseconds.
const DRAG_MILLIS: u32 = 400;

/// Tries it, under a deadline.
pub(crate) async fn run(stage: &mut Stage, application: &str, trial: &Trial) -> Cell {
    let (steps, checks) = match trial {
        Trial::DoesNotApply(why) => return Cell::DoesNotApply { why: (*why).into() },
        Trial::Steps(steps, checks) => (*steps, *checks),
    };
    let late = || Err(anyhow!("it took longer than {} s", TRIAL.as_secs()));
    let outcome =
        timeout(TRIAL, run_steps(stage, application, steps, checks)).await.unwrap_or_else(|_| late());
    let cell = match outcome {
        Ok(cell) => cell,
        Err(error) => match error.downcast_ref::<DesktopError>() {
            Some(refusal) if is_refusal(refusal) => Cell::Refused { reason: format!("{error:#}") },
            _ => Cell::No { what: format!("{error:#}") },
        },
    };
    redacted(stage, cell)
}

/// Whether the error says that nothing was sent, and why.
fn is_refusal(error: &DesktopError) -> bool {
    matches!(
        error,
        DesktopError::NotPossible { .. }
            | DesktopError::OutOfDate { .. }
            | DesktopError::NotEnabled(_)
            | DesktopError::Obscured { .. }
    )
}

async fn run_steps(stage: &mut Stage, application: &str, steps: &[Step], checks: &[Check]) -> Result<Cell> {
    let mut effect = None;
    let mut before = Before::default();
    for step in steps {
        match step {
            Step::Await(check) => drop(await_check(stage, *check, &before).await?),
            Step::Then(spot, operation) => drop(noted(stage, application, *spot, *operation).await?),
            Step::Turn(title) => stage.turn(title).await?,
            Step::Picture(what) => stage.keep(&format!("{application}-{what}")).await?,
            Step::DoIfThere(spot, operation) => {
                if stage.find(*spot, GLIMPSE).await.is_ok() {
                    effect = Some(noted(stage, application, *spot, *operation).await?);
                }
            }
            Step::Do(spot, operation) => {
                before = Before::look(stage, checks).await;
                effect = Some(noted(stage, application, *spot, *operation).await?);
            }
        }
    }
    let mut seen = Vec::new();
    for check in checks {
        match await_check(stage, *check, &before).await {
            Ok(what) => seen.push(what),
            Err(error) if error.is::<Silent>() => return Ok(Cell::Refused { reason: error.to_string() }),
            Err(error) => return Ok(unseen(effect.as_ref(), &error)),
        }
    }
    Ok(done(effect, seen.join(", ")))
}

fn unseen(effect: Option<&Effect>, error: &anyhow::Error) -> Cell {
    match effect {
        Some(Effect::Refused(reason)) => Cell::Refused { reason: reason.to_string() },
        Some(effect) => Cell::No { what: format!("the action said {effect}; but {error:#}") },
        None => Cell::No { what: format!("{error:#}") },
    }
}

/// An action that happened and says that it did not is as wrong as one that did not happen.
fn done(effect: Option<Effect>, seen: String) -> Cell {
    match effect {
        Some(effect) if !effect.is_success() => {
            Cell::No { what: format!("it was done ({seen}), but the action said {effect}") }
        }
        effect => Cell::Yes { effect: effect.map_or_else(|| "read".into(), |it| it.to_string()), seen },
    }
}

async fn noted(stage: &mut Stage, application: &str, spot: Spot, operation: TriedAction) -> Result<Effect> {
    let outcome = act(stage, spot, operation).await;
    let said = outcome.as_ref().map_or_else(|error| format!("{error:#}"), ToString::to_string);
    stage.note(application, &format!("{} {operation:?}: {said}", in_words(spot)));
    outcome
}

async fn act(stage: &mut Stage, spot: Spot, operation: TriedAction) -> Result<Effect> {
    let control = match spot {
        Spot::Window | Spot::Place(..) | Spot::FromCorner(..) => None,
        _ => Some(stage.find(spot, SETTLING).await?),
    };
    let aim = match (spot, control.clone(), operation) {
        (Spot::Place(x, y), ..) => Aim::Point(window_rect(stage).await?.at_fraction(x, y)),
        (Spot::FromCorner(title, left, up), ..) => {
            let rect = rect_of(stage, |window| window.title.contains(title)).await?;
            Aim::Point(Point { x: rect.right() - left, y: rect.bottom() - up })
        }
        (_, Some(control), TriedAction::Point) => Aim::Point(control.rect.center()),
        (_, Some(control), TriedAction::DragFrom(from, _)) => {
            Aim::Point(shifted(control.rect.origin(), from))
        }
        (_, Some(control), _) => Aim::Control(Box::new(control)),
        (_, None, _) => Aim::Window,
    };
    let gesture = gesture(stage, control.as_ref(), &aim, operation).await?;
    let input = Input { window: stage.window.id, aim, gesture };
    let outcome = stage.desktop.perform(&input).await.map(|outcome| outcome.effect);
    outcome.map_err(|error| anyhow::Error::new(error).context(format!("{} {operation:?}", in_words(spot))))
}

async fn window_rect(stage: &mut Stage) -> Result<Rect> {
    let own = stage.window.id;
    rect_of(stage, |window| window.id == own).await
}

async fn rect_of(stage: &mut Stage, is_it: impl Fn(&Window) -> bool) -> Result<Rect> {
    let windows = stage.desktop.windows().await?;
    let window = windows.into_iter().find(is_it);
    window.map(|window| window.rect).ok_or_else(|| anyhow!("the window is gone"))
}

async fn gesture(
    stage: &mut Stage,
    control: Option<&Control>,
    aim: &Aim,
    operation: TriedAction,
) -> Result<Gesture> {
    let click = |button, count| Gesture::Click { button, count, held: Vec::new() };
    let drag = |to| Gesture::Drag { to, button: Button::Left, held: Vec::new(), millis: DRAG_MILLIS };
    let text = |text: &str, mode| Gesture::Text { text: text.into(), mode };
    let start = match (aim, control) {
        (Aim::Point(point), _) => *point,
        (_, Some(control)) => control.rect.center(),
        _ => window_rect(stage).await?.center(),
    };
    Ok(match operation {
        TriedAction::Click | TriedAction::Point => click(Button::Left, 1),
        TriedAction::RightClick => click(Button::Right, 1),
        TriedAction::DoubleClick => click(Button::Left, 2),
        TriedAction::Append(it) => text(&stage.places.fill(it), TextMode::Append),
        TriedAction::Replace(it) => text(&stage.places.fill(it), TextMode::Replace),
        TriedAction::Keys(keys) => Gesture::Keys(parse_keys(keys).map_err(|error| anyhow!(error))?),
        TriedAction::Scroll(up) => Gesture::Scroll(ScrollBy { up, right: 0 }),
        TriedAction::Select(item) => Gesture::Select(item.into()),
        TriedAction::SelectText(it) => Gesture::SelectText(it.into()),
        TriedAction::Check(on) => Gesture::Check(on),
        TriedAction::Focus => Gesture::Focus,
        TriedAction::DragBy(right, down) | TriedAction::DragFrom(_, (right, down)) => {
            drag(shifted(start, (right, down)))
        }
        TriedAction::DragTo(role, name) => {
            drag(stage.find(Spot::Is(role, name), SETTLING).await?.rect.center())
        }
    })
}

fn shifted(from: Point, (right, down): (i32, i32)) -> Point {
    Point { x: from.x + right, y: from.y + down }
}

fn redacted(stage: &Stage, cell: Cell) -> Cell {
    let redactor = |text: String| stage.places.redactor(&text);
    match cell {
        Cell::Yes { effect, seen } => Cell::Yes { effect: redactor(effect), seen: redactor(seen) },
        Cell::Refused { reason } => Cell::Refused { reason: redactor(reason) },
        Cell::No { what } => Cell::No { what: redactor(what) },
        other => other,
    }
}
