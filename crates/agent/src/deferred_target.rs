//! Waits for controls that a list of actions names before they exist: the item of a menu, the field of a dialog.

use crate::{
    Halt,
    action_batch::{ActionBatch, Obstacle},
    world::World,
};
use deskpilot_core::{
    Action, Aim, Chord, Control, ControlLine, DeferredMatch, Divergence, Gesture, Key, MatchedBy, Modifier,
    Role, State, TextMode, Verb, Window, match_deferred, nearest_controls, window_to_follow,
    windows_of_application,
};
use std::time::Duration;
use tokio::time::Instant;

/// How long a control may take to appear. The effect of the previous action has settled already.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long to wait for a control that need not appear.
const IF_THERE: Duration = Duration::from_millis(1500);
/// How many similar controls the divergence lists.
const MAX_ALIKE: usize = 4;
/// How many characters of a text are a line.
const LINE: usize = 100;
/// The pause between two looks.
const PAUSE: Duration = Duration::from_millis(50);

/// A control that the expected one may be.
struct Candidate {
    window: Window,
    control: Control,
    by: MatchedBy,
}

/// What a look for the expected control found.
enum Search {
    /// It, as far as names and kinds show.
    Found(Candidate),
    /// Nothing that could be used, yet.
    Unfound(Divergence),
}

/// Waits until the control appears. Returns the action on that control, in the window that shows it.
///
/// A control that only resembles the expected one is used at once if the list brought it up; another one only where
/// nothing better appears.
pub(crate) async fn wait_for_target(
    world: &mut World,
    batch: &mut ActionBatch<'_>,
    next: &Action,
    expected: &Control,
) -> Result<Action, Obstacle> {
    let started = Instant::now();
    loop {
        let found = match find(world, batch, expected).await? {
            Search::Found(found) if is_sure(&found, batch) => return in_window(next, found, batch),
            Search::Found(found) => Ok(found),
            Search::Unfound(why) => Err(why),
        };
        // A new window without the control is probably not the expected one, and a control that
        // may match probably does: wait less.
        let opened = batch.unexpected_window(world, ActionBatch::has_used).await?;
        let patience = if opened.is_some() || found.is_ok() { PATIENCE / 3 } else { PATIENCE };
        if expected.is_optional() && started.elapsed() >= IF_THERE.min(patience) {
            return Err(Obstacle::LeftOut(Divergence::LeftOut(in_words(expected))));
        }
        if started.elapsed() >= patience {
            return in_window(next, found?, batch);
        }
        world.sleep(PAUSE).await?;
        batch.snapshot.clear();
    }
}

/// Whether no other control needs to be awaited.
fn is_sure(found: &Candidate, batch: &ActionBatch<'_>) -> bool {
    found.by == MatchedBy::Name || batch.is_fresh() || batch.has_opened(&found.window, &found.control)
}

/// The action on the found control, unless the match is too weak to trust.
fn in_window(next: &Action, found: Candidate, batch: &ActionBatch<'_>) -> Result<Action, Obstacle> {
    if let Some(why) = objection(next, &found, batch) {
        return Err(Divergence::Uncertain { control: found.control.id().to_string(), why: why.into() }.into());
    }
    let Candidate { window, control, .. } = found;
    Ok(Action { aim: Aim::Control(Box::new(control)), window, ..next.clone() })
}

/// Why a control that was not named in full is not used: it may be another document, whose text would be lost.
fn objection(next: &Action, found: &Candidate, batch: &ActionBatch<'_>) -> Option<&'static str> {
    let Verb::Gesture(gesture) = &next.verb else { return None };
    let text = found.control.value.as_deref().unwrap_or("");
    let is_blank = found.window.focused && text.is_empty();
    match found.by {
        MatchedBy::Name => return None,
        // It takes text at its prompt, and loses none.
        MatchedBy::Kind if found.control.role == Role::Terminal => return None,
        MatchedBy::Kind if !is_blank && !batch.has_opened(&found.window, &found.control) => {
            return Some(
                "it was named by its kind alone, no action of the list opened it, and it has a text or no keyboard focus",
            );
        }
        MatchedBy::Kind | MatchedBy::Resemblance => {}
    }
    let is_long = text.contains('\n') || text.chars().count() > LINE;
    let replaces = matches!(gesture, Gesture::Text { mode: TextMode::Replace, .. });
    let is_unselected = is_long && replaces && !batch.done.last().is_some_and(selects);
    is_unselected
        .then_some("it has more than a line of text, which no action selected and the text would replace")
}

/// Whether the action selects text.
fn selects(action: &Action) -> bool {
    let selects_all = |it: &Chord| it.key == Key::Char('a') && it.held == [Modifier::Control];
    match &action.verb {
        Verb::Gesture(Gesture::SelectText(_)) => true,
        Verb::Gesture(Gesture::Keys(chords)) => chords.iter().any(selects_all),
        _ => false,
    }
}

async fn find(
    world: &mut World,
    batch: &mut ActionBatch<'_>,
    expected: &Control,
) -> Result<Search, Obstacle> {
    let window = current_window(world, batch).await?;
    batch.snapshot.read(&window, world).await?;
    let controls = batch.snapshot.controls(window.id).unwrap_or_default();
    let (usable, disabled): (Vec<&Control>, Vec<&Control>) =
        controls.iter().partition(|it| it.states.has(State::Enabled));
    let named = |all: Vec<&Control>| -> Vec<String> {
        all.into_iter().take(MAX_ALIKE).map(|it| it.id().to_string()).collect()
    };
    let found = match_deferred(expected, usable);
    // What resembles the expected control does not replace it where it is there and disabled.
    let is_called = |it: &DeferredMatch<'_>| {
        matches!(it, DeferredMatch::One(_, MatchedBy::Name) | DeferredMatch::Several(_, MatchedBy::Name))
    };
    if !is_called(&found)
        && let DeferredMatch::One(it, MatchedBy::Name) = match_deferred(expected, disabled)
    {
        return Ok(Search::Unfound(Divergence::Disabled(it.id().to_string())));
    }
    match found {
        DeferredMatch::One(control, by) => {
            Ok(Search::Found(Candidate { control: control.clone(), window, by }))
        }
        DeferredMatch::Nothing => {
            let alike = named(nearest_controls(expected, controls, MAX_ALIKE));
            let alike = alike.into_iter().chain(way_to_item(expected, controls)).collect();
            let (expected, window) = (in_words(expected), window.title);
            Ok(Search::Unfound(Divergence::NotThere { expected, window, alike }))
        }
        DeferredMatch::Several(all, by) => {
            // Several that have the very name do not become one by waiting.
            let is_final = by == MatchedBy::Name || all.iter().all(|it| batch.has_opened(&window, it));
            let several = Divergence::Several(format!("{} ({})", in_words(expected), named(all).join(", ")));
            if is_final { Err(several.into()) } else { Ok(Search::Unfound(several)) }
        }
    }
}

/// How to reach an item that is not listed because it may be out of view: by the first list of the window.
fn way_to_item(expected: &Control, controls: &[Control]) -> Option<String> {
    let is_item = matches!(expected.role, Role::ListItem | Role::TreeItem);
    let list = controls.iter().filter(|_| is_item).find(|it| matches!(it.role, Role::List | Role::Tree))?;
    Some(format!("{}, of which select_item reaches the items that are out of view too", list.id()))
}

/// The expected control as a listing writes it, with the value if it was named by one.
fn in_words(expected: &Control) -> String {
    match expected.value {
        Some(_) => ControlLine::of(expected, 0).line(None),
        None => expected.id().to_string(),
    }
}

/// The observed window or that of another application to which the list went, or the one of the same application that opened since.
async fn current_window(world: &mut World, batch: &mut ActionBatch<'_>) -> Result<Window, Halt> {
    let (seen, elsewhere) = (&batch.observation.view.window, batch.went_elsewhere().cloned());
    let all = batch.snapshot.windows(world).await?;
    let is_open = |it: &&Window| !windows_of_application(all, it).is_empty();
    let given = elsewhere.as_ref().filter(is_open).unwrap_or(seen);
    Ok(window_to_follow(all, given).unwrap_or(given).clone())
}
