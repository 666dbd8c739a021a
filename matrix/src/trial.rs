//! Runs the steps of a trial; the result is a cell.

use crate::app_under_test::{AppUnderTest, SETTLING, in_words};
use crate::cell::Cell;
use crate::check::{NotAccessible, StateBefore, await_check};
use crate::spec::{Check, Step, Target, Trial, TriedAction};
use anyhow::{Result, anyhow};
use deskpilot_core::{
    Aim, Button, Control, Effect, Gesture, Input, Point, Rect, ScrollBy, TextMode, Window, parse_keys,
};
use deskpilot_desktop::{Desktop, DesktopError, WindowList};
use std::time::Duration;
use tokio::time::timeout;

/// How long a whole trial may take.
const TRIAL: Duration = Duration::from_secs(60);
/// How long to wait for something that need not appear.
const GLIMPSE: Duration = Duration::from_secs(2);
/// The duration of a drag, in milliseconds.
const DRAG_MILLIS: u32 = 400;

/// Runs a trial under a deadline.
pub(crate) async fn run(app: &mut AppUnderTest, application: &str, trial: &Trial) -> Cell {
    let (steps, checks) = match trial {
        Trial::DoesNotApply(why) => return Cell::DoesNotApply { why: (*why).into() },
        Trial::Steps(steps, checks) => (*steps, *checks),
    };
    let late = || Err(anyhow!("it took longer than {} s", TRIAL.as_secs()));
    let outcome = timeout(TRIAL, run_steps(app, application, steps, checks)).await.unwrap_or_else(|_| late());
    let cell = match outcome {
        Ok(cell) => cell,
        Err(error) => match error.downcast_ref::<DesktopError>() {
            Some(refusal) if is_refusal(refusal) => Cell::Refused { reason: format!("{error:#}") },
            _ => Cell::No { what: format!("{error:#}") },
        },
    };
    without_folders(app, cell)
}

/// Whether the error says that Deskpilot sent nothing, and why.
fn is_refusal(error: &DesktopError) -> bool {
    matches!(
        error,
        DesktopError::NotPossible { .. }
            | DesktopError::OutOfDate { .. }
            | DesktopError::NotEnabled(_)
            | DesktopError::Obscured { .. }
    )
}

async fn run_steps(
    app: &mut AppUnderTest,
    application: &str,
    steps: &[Step],
    checks: &[Check],
) -> Result<Cell> {
    let mut effect = None;
    let mut before = StateBefore::default();
    for step in steps {
        match step {
            Step::Await(check) => drop(await_check(app, *check, &before).await?),
            Step::Then(target, action) => drop(act_and_log(app, application, *target, *action).await?),
            Step::SwitchWindow(title) => app.switch_window(title).await?,
            Step::Picture(what) => app.keep(&format!("{application}-{what}")).await?,
            Step::DoIfPresent(target, action) => {
                if app.find(*target, GLIMPSE).await.is_ok() {
                    effect = Some(act_and_log(app, application, *target, *action).await?);
                }
            }
            Step::Do(target, action) => {
                before = StateBefore::look(app, checks).await;
                effect = Some(act_and_log(app, application, *target, *action).await?);
            }
        }
    }
    let mut seen = Vec::new();
    for check in checks {
        match await_check(app, *check, &before).await {
            Ok(what) => seen.push(what),
            Err(error) if error.is::<NotAccessible>() => {
                return Ok(Cell::Refused { reason: error.to_string() });
            }
            Err(error) => return Ok(failed_check(effect.as_ref(), &error)),
        }
    }
    Ok(passed_checks(effect, seen.join(", ")))
}

fn failed_check(effect: Option<&Effect>, error: &anyhow::Error) -> Cell {
    match effect {
        Some(Effect::Refused(reason)) => Cell::Refused { reason: reason.to_string() },
        Some(effect) => Cell::No { what: format!("the action said {effect}; but {error:#}") },
        None => Cell::No { what: format!("{error:#}") },
    }
}

/// The cell of passed checks: an action that worked and reports that it did not is a failure too.
fn passed_checks(effect: Option<Effect>, seen: String) -> Cell {
    match effect {
        Some(effect) if !effect.is_success() => {
            Cell::No { what: format!("it was done ({seen}), but the action said {effect}") }
        }
        effect => Cell::Yes { effect: effect.map_or_else(|| "read".into(), |it| it.to_string()), seen },
    }
}

async fn act_and_log(
    app: &mut AppUnderTest,
    application: &str,
    target: Target,
    action: TriedAction,
) -> Result<Effect> {
    let outcome = act(app, target, action).await;
    let result = outcome.as_ref().map_or_else(|error| format!("{error:#}"), ToString::to_string);
    app.log(application, &format!("{} {action:?}: {result}", in_words(target)));
    outcome
}

async fn act(app: &mut AppUnderTest, target: Target, action: TriedAction) -> Result<Effect> {
    let control = match target {
        Target::Window | Target::AtFraction(..) | Target::FromCorner(..) => None,
        _ => Some(app.find(target, SETTLING).await?),
    };
    let aim = match (target, control.clone(), action) {
        (Target::AtFraction(x, y), ..) => Aim::Point(window_rect(app).await?.at_fraction(x, y)),
        (Target::FromCorner(title, left, up), ..) => {
            let rect = rect_of(app, |window| window.title.contains(title)).await?;
            Aim::Point(Point { x: rect.right() - left, y: rect.bottom() - up })
        }
        (_, Some(control), TriedAction::PointerClick) => Aim::Point(control.rect.center()),
        (_, Some(control), TriedAction::DragFrom(from, _)) => {
            Aim::Point(shifted(control.rect.origin(), from))
        }
        (_, Some(control), _) => Aim::Control(Box::new(control)),
        (_, None, _) => Aim::Window,
    };
    let gesture = gesture(app, control.as_ref(), &aim, action).await?;
    let input = Input { window: app.window.id, aim, gesture };
    let outcome = app.desktop.perform(&input).await.map(|outcome| outcome.effect);
    outcome.map_err(|error| anyhow::Error::new(error).context(format!("{} {action:?}", in_words(target))))
}

async fn window_rect(app: &mut AppUnderTest) -> Result<Rect> {
    let own = app.window.id;
    rect_of(app, |window| window.id == own).await
}

async fn rect_of(app: &mut AppUnderTest, is_it: impl Fn(&Window) -> bool) -> Result<Rect> {
    let windows = app.desktop.windows().await?;
    let window = windows.into_iter().find(is_it);
    window.map(|window| window.rect).ok_or_else(|| anyhow!("the window is gone"))
}

async fn gesture(
    app: &mut AppUnderTest,
    control: Option<&Control>,
    aim: &Aim,
    action: TriedAction,
) -> Result<Gesture> {
    let click = |button, count| Gesture::Click { button, count, held: Vec::new() };
    let drag = |to| Gesture::Drag { to, button: Button::Left, held: Vec::new(), millis: DRAG_MILLIS };
    let text = |text: &str, mode| Gesture::Text { text: text.into(), mode };
    let start = match (aim, control) {
        (Aim::Point(point), _) => *point,
        (_, Some(control)) => control.rect.center(),
        _ => window_rect(app).await?.center(),
    };
    Ok(match action {
        TriedAction::Click | TriedAction::PointerClick => click(Button::Left, 1),
        TriedAction::RightClick => click(Button::Right, 1),
        TriedAction::DoubleClick => click(Button::Left, 2),
        TriedAction::Append(it) => text(&app.folders.fill(it), TextMode::Append),
        TriedAction::Replace(it) => text(&app.folders.fill(it), TextMode::Replace),
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
            drag(app.find(Target::Named(role, name), SETTLING).await?.rect.center())
        }
    })
}

fn shifted(from: Point, (right, down): (i32, i32)) -> Point {
    Point { x: from.x + right, y: from.y + down }
}

fn without_folders(app: &AppUnderTest, cell: Cell) -> Cell {
    let plain = |text: String| app.folders.without_folders(&text);
    match cell {
        Cell::Yes { effect, seen } => Cell::Yes { effect: plain(effect), seen: plain(seen) },
        Cell::Refused { reason } => Cell::Refused { reason: plain(reason) },
        Cell::No { what } => Cell::No { what: plain(what) },
        other => other,
    }
}
