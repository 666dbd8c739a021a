//! Waits until an action has had its effect: for what happens, and for the clock only where nothing does.

use super::effect::Proof;
use super::find_again::{Found, Target};
use super::glance::Glance;
use super::window_group::WindowGroup;
use super::{LinuxDesktop, node_of};
use deskpilot_atspi::{NodeRef, Shown};
use deskpilot_core::{Control, Effect, Outcome, Role, Settled, State, WindowId};
use deskpilot_desktop::{Area, Desktop, DesktopError};
use deskpilot_x11::DamageWatch;
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// How long an application says and draws nothing more once it has done what it was asked for.
const QUIET: Duration = Duration::from_millis(50);
/// How long the first word is waited for. Some buttons are animated for a quarter of a second before they act, and a busy
/// machine takes three times as long.
const SILENCE: Duration = Duration::from_millis(800);
/// When the wait ends whatever is still going on: progress goes on for ever.
const CAP: Duration = Duration::from_millis(1500);
/// How long it may go on before it is looked at all the same: some applications always have something to tell.
const RESTLESS: Duration = Duration::from_millis(300);
/// How long news are gathered before they are looked at: they come in bursts.
const BURST: Duration = Duration::from_millis(5);
/// How often what an action is for is asked about while the application says nothing.
const ASKING: Duration = Duration::from_millis(100);

/// What was seen before an action, and who tells of what comes after it.
pub(super) struct Before {
    pub(super) window: WindowId,
    pub(super) glance: Glance,
    pub(super) reading: Option<String>,
    /// The text that has the keyboard, where something is typed into no control in particular.
    focused: Option<Box<Found>>,
    /// The application's main window: its node, and how many of its events are known.
    top: Option<NodeRef>,
    events: u64,
    drawing: Option<DamageWatch>,
}

/// When an application last gave a sign since the action.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Signs {
    said: Option<Instant>,
    drew: Option<Instant>,
}

/// When it was last looked at since the action was sent.
#[derive(Clone, Copy, Debug)]
enum Looked {
    /// Not yet: it was sent then.
    Never(Instant),
    At(Instant),
}

impl Signs {
    fn last(self) -> Option<Instant> {
        self.said.max(self.drew)
    }

    fn is_quiet(self, now: Instant) -> bool {
        self.last().is_some_and(|last| now >= last + QUIET)
    }

    /// When the next look is due: as soon as nothing more is said, again when nothing more is drawn, now and then while
    /// neither ends, and at the end.
    fn due(self, looked: Looked, end: Instant) -> Instant {
        let (Looked::Never(since) | Looked::At(since)) = looked;
        let pauses = [self.said, self.last()].into_iter().flatten().map(|sign| sign + QUIET);
        let new = pauses.filter(|pause| matches!(looked, Looked::Never(_)) || *pause > since);
        new.min().map_or(end, |pause| pause.min(since + RESTLESS).min(end))
    }
}

impl Before {
    /// The control that the proof is read from.
    pub(super) fn witness<'a>(&'a self, target: &'a Target) -> Option<&'a Found> {
        target.found().or(self.focused.as_deref())
    }

    /// Whether the target is a node that is still there and not shown any more. Some toolkits do not say so of the node
    /// itself, and would do what they are asked.
    pub(super) fn shows_no_more(&self, target: &Target) -> bool {
        let Some(found) = target.found() else { return false };
        let says_so = found.member.top.shown == Shown::ByState;
        let id = found.item.node.id();
        !says_so && self.glance.is_complete && !self.glance.controls.iter().any(|it| it.node() == Some(&id))
    }

    /// Whether anything larger than a caret was drawn since, as far as anybody can tell.
    pub(super) fn was_drawn(&self) -> bool {
        self.drawing.as_ref().is_none_or(|drawing| drawing.so_far().count > 0)
    }

    /// Whether the application has put something on the clipboard since.
    pub(super) fn was_copied(&self) -> bool {
        self.drawing.as_ref().is_some_and(|drawing| drawing.so_far().copied.is_some())
    }
}

impl LinuxDesktop {
    /// Looks at the window before an action whose proof will be this.
    pub(super) async fn look_before(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        proof: &Proof,
    ) -> Result<Before, DesktopError> {
        let window = WindowId(group.client.id.into());
        let drawing = self.display.watch(group.ids()).await?;
        let mut glance = self.glance(window).await?;
        if !proof.is_direct() || target.found().is_none() {
            glance.picture = self.capture(&Area::Window(window)).await.ok();
        }
        let focused = match proof {
            Proof::Typed(text) => self.focused_text(group, &glance, |it| can_be_read_back(it, text)).await,
            Proof::Keys if target.found().is_none() => {
                self.focused_text(group, &glance, may_have_caret).await
            }
            _ => None,
        };
        let top = group.tops().into_iter().next().map(|top| top.node);
        let mut before = Before { window, glance, reading: None, focused, top, events: 0, drawing };
        if let Some(found) = before.witness(target) {
            let caret = if *proof == Proof::Keys { self.caret(found).await } else { None };
            before.reading = self.reading(found, proof).await?;
            before.glance.caret = caret;
        }
        before.events =
            before.top.as_ref().and_then(|top| self.pulse.of(&top.bus)).map_or(0, |beat| beat.count);
        before.drawing.iter().for_each(DamageWatch::start_anew);
        Ok(before)
    }

    /// The control that has the keyboard, where it is one of these.
    async fn focused_text(
        &mut self,
        group: &WindowGroup,
        glance: &Glance,
        is_it: impl Fn(&Control) -> bool,
    ) -> Option<Box<Found>> {
        let control = glance.controls.iter().find(|it| is_it(it))?;
        node_of(control)?;
        self.find_again(group, control).await.ok().map(Box::new)
    }

    /// Waits for what comes of an action that was sent.
    pub(super) async fn settle(
        &mut self,
        mut before: Before,
        target: &Target,
        proof: &Proof,
    ) -> Result<Outcome, DesktopError> {
        let started = Instant::now();
        let mut looked = Looked::Never(started);
        let after = |ending: fn(u64) -> Settled, effect| {
            let millis = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
            Outcome { settled: Some(ending(millis)), ..Outcome::from(effect) }
        };
        loop {
            let signs = self.signs(&before);
            let end = (signs.last().unwrap_or(started) + SILENCE).min(started + CAP);
            let due = signs.due(looked, end);
            if Instant::now() < due {
                self.next_sign(&mut before, due).await;
                match self.condition(&before, target, proof).await? {
                    Some(effect) => return Ok(after(Settled::Condition, effect)),
                    None => continue,
                }
            }
            if self.spoke_meanwhile(&before, signs, due).await {
                continue;
            }
            looked = Looked::At(Instant::now());
            let effect = sent(self.look_after(&before, target, proof).await)?;
            let is_over = due >= end;
            if let Some(ending) = ending(proof, &effect, is_over, signs.is_quiet(due)) {
                return Ok(after(ending, effect));
            }
        }
    }

    fn signs(&self, before: &Before) -> Signs {
        let beat = before.top.as_ref().and_then(|top| self.pulse.of(&top.bus));
        let said = beat.filter(|beat| beat.count > before.events).map(|beat| beat.last);
        let drew = before.drawing.as_ref().map(|drawing| drawing.so_far());
        Signs { said, drew: drew.and_then(|drew| drew.last.max(drew.copied)) }
    }

    /// Waits for a sign and a little longer, or until it is time to look.
    async fn next_sign(&mut self, before: &mut Before, due: Instant) {
        let until = due.min(Instant::now() + ASKING);
        match &mut before.drawing {
            Some(drawing) => tokio::select! {
                () = self.pulse.next(until) => {}
                _ = drawing.next(until) => {}
            },
            None => self.pulse.next(until).await,
        }
        sleep_until(until.min(Instant::now() + BURST)).await;
    }

    /// The effect, once what the action is for is seen; asked only where that takes no look at the whole window.
    async fn condition(
        &mut self,
        before: &Before,
        target: &Target,
        proof: &Proof,
    ) -> Result<Option<Effect>, DesktopError> {
        if !proof.is_direct() {
            return Ok(None);
        }
        let effect = self.direct_effect(before, target, proof).await?;
        Ok(effect.filter(|effect| matches!(effect, Effect::Confirmed(_))))
    }

    /// Asks the application for an answer, which comes after everything it had still to do, and tells whether that was
    /// anything to be told of.
    async fn spoke_meanwhile(&self, before: &Before, signs: Signs, due: Instant) -> bool {
        if !signs.is_quiet(due) {
            return false;
        }
        if let Some(top) = &before.top {
            // One that answers late, or not at all, is looked at all the same.
            let _ = self.bus.until(due + SILENCE).role(top).await;
        }
        self.signs(before).said > signs.said
    }
}

/// What comes of a look after an action was sent: its errors are no errors of the action.
fn sent(effect: Result<Effect, DesktopError>) -> Result<Effect, DesktopError> {
    match effect {
        Err(error @ DesktopError::Lost(_)) => Err(error),
        Err(error) => Ok(Effect::Unverified(format!("it was sent, then {error}"))),
        seen => seen,
    }
}

/// What ends the wait with this effect; `None` when it goes on.
fn ending(proof: &Proof, effect: &Effect, is_over: bool, is_quiet: bool) -> Option<fn(u64) -> Settled> {
    match effect {
        Effect::Confirmed(_) if proof.is_direct() || !is_quiet => Some(Settled::Condition),
        Effect::Confirmed(_) => Some(Settled::Quiet),
        _ if is_over && !is_quiet => Some(Settled::Deadline),
        // Of what is hidden nothing that comes later can tell more.
        _ if is_over || *proof == Proof::Hidden => Some(Settled::Quiet),
        _ => None,
    }
}

/// Whether a control has the keyboard and shows a text that is typed now.
fn can_be_read_back(control: &Control, text: &str) -> bool {
    let states = control.states;
    let is_text = matches!(control.role, Role::Edit | Role::Document) && states.has(State::Editable);
    // In one line the Enter key may send the text away.
    let stays = states.has(State::MultiLine) || !text.contains(['\n', '\t']);
    is_text && stays && states.has(State::Focused) && !states.has(State::Protected)
}

/// Whether a control has the keyboard and may have a caret in it.
fn may_have_caret(control: &Control) -> bool {
    let is_text = control.role.holds_text() || control.role == Role::Text;
    is_text && control.states.has(State::Focused) && !control.states.has(State::Protected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_are_due_when_it_is_quiet_once_for_every_quiet_and_at_the_end() {
        let start = Instant::now();
        let at = |millis: u64| start + Duration::from_millis(millis);
        let end = at(900);
        let since = |looked: Option<u64>| looked.map_or(Looked::Never(start), |it| Looked::At(at(it)));
        for (said, drew, looked, expected) in [
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
            let signs = Signs { said: said.map(at), drew: drew.map(at) };
            let case = format!("said {said:?}, drew {drew:?}, looked {looked:?}");
            assert_eq!(signs.due(since(looked), end) - start, expected - start, "{case}");
        }
        let signs = Signs { said: Some(at(10)), drew: Some(at(40)) };
        assert!(!signs.is_quiet(at(60)) && signs.is_quiet(at(90)));
    }
}
