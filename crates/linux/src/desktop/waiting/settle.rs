//! Waits until an action has had its effect: follows events, and falls back on timeouts only where none come.

use super::baseline::ActionBaseline;
use super::handled::HANDLING;
use super::look_after::{direct_effect, look_after};
use super::wait_limit::{LONGEST_UNSEEN, SILENCE, WaitLimit};
use crate::desktop::reading::find_again::Target;
use crate::desktop::reading::reader::Reader;
use deskpilot_core::{Effect, Outcome, WaitEnd};
use deskpilot_desktop::DesktopError;
use deskpilot_desktop::verdict::{Certainty, Proof, Verdict};
use deskpilot_x11::{PingAnswer, StrokeKind};
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// How long an application sends and draws nothing once it has finished.
const QUIET: Duration = Duration::from_millis(50);
/// How long to gather events before looking: they come in bursts.
const BURST: Duration = Duration::from_millis(5);
/// How often to check the proof while the application sends nothing.
const ASKING: Duration = Duration::from_millis(100);

/// When an application last sent an event or drew, since the action.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ActivitySigns {
    event: Option<Instant>,
    drawing: Option<Instant>,
}

/// Whether an application sent an event or drew after an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::desktop) enum Signs {
    Present,
    Absent,
}

/// When the last look was, since the action was sent.
#[derive(Clone, Copy, Debug)]
enum LastLook {
    /// No look yet; the action was sent then.
    Never(Instant),
    At(Instant),
}

impl ActivitySigns {
    fn last(self) -> Option<Instant> {
        self.event.max(self.drawing)
    }

    fn is_quiet(self, now: Instant) -> bool {
        self.last().is_some_and(|last| now >= last + QUIET)
    }

    /// When the next look is due: once events stop, again once drawing stops, every `LONGEST_UNSEEN` while neither stops, and
    /// at the end.
    fn due(self, looked: LastLook, end: Instant) -> Instant {
        let (LastLook::Never(since) | LastLook::At(since)) = looked;
        let pauses = [self.event, self.last()].into_iter().flatten().map(|sign| sign + QUIET);
        let new = pauses.filter(|pause| matches!(looked, LastLook::Never(_)) || *pause > since);
        new.min().map_or(end, |pause| pause.min(since + LONGEST_UNSEEN).min(end))
    }
}

/// Waits for the effect of an action that was sent.
pub(in crate::desktop) async fn settle(
    reader: &mut Reader,
    before: &mut ActionBaseline,
    target: &Target,
    proof: &Proof,
) -> Result<Outcome, DesktopError> {
    let sent = Instant::now();
    let after = |ending: fn(u64) -> WaitEnd, effect| {
        let millis = u64::try_from(sent.elapsed().as_millis()).unwrap_or(u64::MAX);
        Outcome { settled: Some(ending(millis)), ..Outcome::from(effect) }
    };
    // What a busy application shows is no sign of anything.
    if reader.until_handled(before.window, StrokeKind::Command).await? == PingAnswer::Busy {
        return Ok(after(WaitEnd::Deadline, Effect::unverified(still_busy())));
    }
    // Handled: from here on, changes count as effects only for as long as the guard's own delay says.
    before.input = None;
    reader.actions.note_handled();
    let mut looked = LastLook::Never(Instant::now());
    let mut limit = WaitLimit::new(reader, before, proof);
    loop {
        let signs = signs_since(reader, before);
        let end = limit.end(signs.last());
        let due = signs.due(looked, end);
        if Instant::now() < due {
            next_sign(reader, before, due).await;
            match condition(reader, before, target, proof).await? {
                Some(effect) => return Ok(after(WaitEnd::Condition, effect)),
                None => continue,
            }
        }
        // An event that is on its way would make the look out of date as soon as it is taken.
        if sent_events_meanwhile(reader, before, signs, due).await {
            continue;
        }
        looked = LastLook::At(Instant::now());
        let verdict = of_look(look_after(reader, before, target, proof).await)?;
        limit.note(verdict.certainty);
        let is_over = due >= end && limit.ends_at(end);
        if let Some(ending) = ending(proof, &verdict, is_over, signs.is_quiet(due)) {
            return Ok(after(ending, verdict.effect));
        }
    }
}

/// Whether the application has sent an event or drawn since the action.
pub(in crate::desktop) fn signs(reader: &Reader, before: &ActionBaseline) -> Signs {
    if signs_since(reader, before).last().is_some() { Signs::Present } else { Signs::Absent }
}

fn signs_since(reader: &Reader, before: &ActionBaseline) -> ActivitySigns {
    let activity = before.top.as_ref().and_then(|top| reader.events.activity(&top.bus));
    let event = activity.filter(|activity| activity.count > before.events).map(|activity| activity.last);
    let drawing = before.drawing.as_ref().map(|drawing| drawing.snapshot());
    ActivitySigns { event, drawing: drawing.and_then(|drawing| drawing.last.max(drawing.copied)) }
}

/// Waits for a sign and a little longer, or until the next look is due.
async fn next_sign(reader: &mut Reader, before: &mut ActionBaseline, due: Instant) {
    let until = due.min(Instant::now() + ASKING);
    match &mut before.drawing {
        Some(drawing) => tokio::select! {
            () = reader.events.next(until) => {}
            _ = drawing.next(until) => {}
        },
        None => reader.events.next(until).await,
    }
    sleep_until(until.min(Instant::now() + BURST)).await;
}

/// The confirmed effect, where a direct proof shows it; `None` for proofs that need a look at the whole window.
async fn condition(
    reader: &Reader,
    before: &ActionBaseline,
    target: &Target,
    proof: &Proof,
) -> Result<Option<Effect>, DesktopError> {
    if *proof == Proof::Saved {
        return Ok(before.file_written_before(QUIET).map(Effect::Confirmed));
    }
    if !proof.is_direct() {
        return Ok(None);
    }
    let effect = direct_effect(reader, before, target, proof).await?;
    Ok(effect.filter(|effect| matches!(effect, Effect::Confirmed(_))))
}

/// Makes a round trip to the application, whose reply comes after all its pending work; returns whether that work sent
/// an event.
async fn sent_events_meanwhile(
    reader: &Reader,
    before: &ActionBaseline,
    signs: ActivitySigns,
    due: Instant,
) -> bool {
    if !signs.is_quiet(due) {
        return false;
    }
    if let Some(top) = &before.top {
        // An application that replies late, or not at all, is looked at all the same.
        let _ = reader.bus.until(due + SILENCE).role(top).await;
    }
    signs_since(reader, before).event > signs.event
}

/// Converts errors of a look after the action was sent: they are no errors of the action.
fn of_look(verdict: Result<Verdict, DesktopError>) -> Result<Verdict, DesktopError> {
    match verdict {
        Err(error) if error.is_of_whole_desktop() => Err(error),
        Err(error) => Ok(Effect::unverified(format!("it was sent, then {error}")).into()),
        seen => seen,
    }
}

fn still_busy() -> String {
    format!("the application has not handled it within {} s: it is busy", HANDLING.as_secs())
}

/// Why the wait ends with this effect; `None` when it goes on.
fn ending(proof: &Proof, verdict: &Verdict, is_over: bool, is_quiet: bool) -> Option<fn(u64) -> WaitEnd> {
    match &verdict.effect {
        Effect::Confirmed(_) if verdict.certainty == Certainty::Provisional && !is_over => None,
        Effect::Confirmed(_) if proof.is_direct() || !is_quiet => Some(WaitEnd::Condition),
        Effect::Confirmed(_) => Some(WaitEnd::Quiet),
        _ if is_over && !is_quiet => Some(WaitEnd::Deadline),
        // No later look can show more of hidden text.
        _ if is_over || *proof == Proof::Hidden => Some(WaitEnd::Quiet),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_are_due_when_it_is_quiet_once_for_every_quiet_and_at_the_end() {
        let start = Instant::now();
        let at = |millis: u64| start + Duration::from_millis(millis);
        let end = at(900);
        let since = |looked: Option<u64>| looked.map_or(LastLook::Never(start), |it| LastLook::At(at(it)));
        for (event, drawing, looked, expected) in [
            (None, None, None, at(900)),
            (Some(10), None, None, at(60)),
            (Some(10), None, Some(60), at(900)),
            (Some(10), Some(40), None, at(60)),
            (Some(10), Some(40), Some(60), at(90)),
            (Some(10), Some(40), Some(95), at(900)),
            (None, Some(40), None, at(90)),
            (Some(100), Some(40), Some(95), at(150)),
            (Some(890), None, Some(700), at(900)),
            (Some(290), None, None, at(300)),
            (Some(590), Some(595), Some(300), at(600)),
        ] {
            let signs = ActivitySigns { event: event.map(at), drawing: drawing.map(at) };
            let case = format!("event {event:?}, drew {drawing:?}, looked {looked:?}");
            assert_eq!(signs.due(since(looked), end) - start, expected - start, "{case}");
        }
        let signs = ActivitySigns { event: Some(at(10)), drawing: Some(at(40)) };
        assert!(!signs.is_quiet(at(60)) && signs.is_quiet(at(90)));
    }
}
