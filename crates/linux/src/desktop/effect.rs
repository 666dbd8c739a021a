//! Decides the effect of an action from what was seen before and after it. Pure.

use super::evidence::{
    Counted, elsewhere, end_of, in_text, state_of, take_unasked, telling, value_of, without_scroll_bars,
};
use super::glance::{Glance, Listed, Whose};
use deskpilot_core::{Difference, Effect, Evidence, ExistingState, NoChangeReason, NodeId, State, TextMode};

/// What would prove that an action did what it was meant to do.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Proof {
    /// Any change at all.
    AnyChange,
    /// Any change, including a control that moved.
    AnyMove,
    /// Any change, including a tool tip.
    Hover,
    /// Any change except those the application was still busy with when the keys were pressed.
    Keys,
    /// The text of the control.
    Text { text: String, mode: TextMode },
    /// The text of the focused control.
    Typed(String),
    /// Nothing: what is typed is hidden.
    Hidden,
    /// A state of the control.
    State(State, bool),
    /// The number of the control.
    Number(f64),
    /// The item chosen in the control.
    Choice(String),
    /// The selected text of the control.
    Selection(String),
    /// The focus on the control, or the keyboard focus on the window.
    Focus,
}

impl Proof {
    /// Whether a call or two can check it without a look at the whole window.
    pub(super) fn is_direct(&self) -> bool {
        !matches!(self, Proof::AnyChange | Proof::AnyMove | Proof::Hover | Proof::Keys | Proof::Hidden)
    }
}

/// The effect seen in the whole window. The first evidence in this order counts: windows; the target's value; other
/// controls; the title; the target's state, which comes late because a button is also pressed when nothing comes of it;
/// the caret, selection or clipboard; controls that are gone, because many go by themselves; the focus.
pub(super) fn seen(before: &Glance, after: &Glance, target: Option<&NodeId>, proof: &Proof) -> Effect {
    let counted = match proof {
        Proof::AnyMove => Counted::ContentsAndPlaces,
        Proof::Hover => Counted::ContentsAndTips,
        _ => Counted::Contents,
    };
    let mut all = telling(before, after, target, counted);
    let unasked = match proof {
        Proof::Keys => take_unasked(&mut all),
        _ => Vec::new(),
    };
    let changes = without_scroll_bars(&all);
    let only_gone = changes.added.is_empty() && changes.changed.is_empty();
    let evidence = windows(before, after)
        .or_else(|| value_of(&changes, target?))
        .or_else(|| elsewhere(&changes, target).filter(|_| !only_gone))
        .or_else(|| title(before, after))
        .or_else(|| state_of(&changes, target?))
        .or_else(|| in_text(before, after))
        .or_else(|| elsewhere(&all, target.filter(|_| only_gone)))
        .or_else(|| focus(before, after));
    match (evidence, proof) {
        // Typing does not open or close windows: its receiver did something else with it.
        (Some(it @ Evidence::Window(_)), Proof::Typed(text)) if !text.contains('\n') => {
            return Effect::Unverified(format!("{it}, and the text is nowhere seen"));
        }
        (Some(evidence), _) => return Effect::Confirmed(evidence),
        (None, _) => {}
    }
    if let Some(why) = unasked.into_iter().next().or_else(|| strange(before, after)) {
        return Effect::Unverified(why);
    }
    if !after.is_complete {
        return Effect::Unverified("the window could not be read in time afterwards".into());
    }
    if before.picture != after.picture {
        return Effect::Unverified("the picture of the window changed, but no control did".into());
    }
    same(Evidence::NOTHING)
}

/// Whether the target itself shows that it was hit: it became selected or checked, or is selected and now has the
/// focus.
pub(super) fn was_met(before: &Glance, after: &Glance, target: &NodeId) -> bool {
    let changed = Difference::between(&before.controls, &after.controls).changed;
    changed.iter().filter(|it| it.before.node() == Some(target)).any(|it| {
        let entered = it.gained();
        let is_in_use = entered.has(State::Focused) && it.after.states.has(State::Selected);
        entered.has(State::Selected) || entered.has(State::Checked) || is_in_use
    })
}

/// The effect shown by a reading of the control itself; `None` when the proof is of another kind.
pub(super) fn proven(proof: &Proof, before: Option<&str>, after: Option<&str>) -> Option<Effect> {
    let value = || Evidence::Value { before: before.map(end_of), after: after.map(end_of), of: None };
    match proof {
        Proof::Text { text, mode } => Some(text_effect(text, *mode, before?, after?)),
        Proof::Typed(text) => Some(typed_effect(text, before?, after?)),
        Proof::Number(wanted) => {
            let (was, is): (f64, f64) = (before?.parse().ok()?, after?.parse().ok()?);
            Some(if (is - wanted).abs() < 1e-6 && was != is {
                Effect::Confirmed(value())
            } else if (is - wanted).abs() < 1e-6 {
                already(ExistingState::Number(is))
            } else if was == is {
                same(value())
            } else {
                Effect::Partial(format!("it is now {is}, not {wanted}"))
            })
        }
        Proof::Choice(wanted) => Some(if is_same(after?, wanted) {
            Effect::Confirmed(value())
        } else if before == after {
            same(value())
        } else {
            Effect::Partial(format!("{:?} is chosen now, not {wanted:?}", after?))
        }),
        Proof::Selection(wanted) => Some(if after? == wanted {
            Effect::Confirmed(Evidence::State(format!("selected {:?}", end_of(wanted))))
        } else {
            same(value())
        }),
        Proof::AnyChange
        | Proof::AnyMove
        | Proof::Hover
        | Proof::Keys
        | Proof::Hidden
        | Proof::State(..)
        | Proof::Focus => None,
    }
}

fn same(evidence: Evidence) -> Effect {
    Effect::NoChange(NoChangeReason::Same(evidence))
}

fn already(what: ExistingState) -> Effect {
    Effect::NoChange(NoChangeReason::AlreadySo(what))
}

/// Whether two names are the same to a person: ignores case, surrounding blanks and trailing dots.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    let plain = |name: &str| name.trim().trim_end_matches(['…', '.']).to_lowercase();
    plain(one) == plain(other)
}

fn text_effect(text: &str, mode: TextMode, before: &str, after: &str) -> Effect {
    let text = text.replace("\r\n", "\n");
    let wanted = match mode {
        TextMode::Append => format!("{before}{text}"),
        TextMode::Replace => text.clone(),
    };
    let value = || Evidence::Value { before: Some(end_of(before)), after: Some(end_of(after)), of: None };
    // Some text fields end with a line break of their own.
    let is = |it: &str| after == it || after.strip_suffix('\n') == Some(it);
    if before == after && mode == TextMode::Replace && is(&wanted) {
        return already(ExistingState::Text(end_of(after)));
    }
    if before == after {
        return same(value());
    }
    if is(&wanted) {
        return Effect::Confirmed(value());
    }
    let grown = before.chars().count() + text.chars().count();
    if mode == TextMode::Append && after.chars().count() == grown && after.contains(&text) {
        return Effect::Confirmed(value());
    }
    if wanted.starts_with(after) {
        let (came, all) = (after.chars().count(), wanted.chars().count());
        return Effect::Partial(format!("{came} of {all} characters are there: {:?}", end_of(after)));
    }
    Effect::Partial(format!("the text is now {:?}", end_of(after)))
}

/// The effect of typing at the caret, over any selection: the text must contain what was typed.
fn typed_effect(text: &str, before: &str, after: &str) -> Effect {
    let text = text.replace("\r\n", "\n");
    let value = || Evidence::Value { before: Some(end_of(before)), after: Some(end_of(after)), of: None };
    if before == after {
        same(value())
    } else if after.contains(&text) {
        Effect::Confirmed(value())
    } else {
        Effect::Partial(format!("the text is now {:?}", end_of(after)))
    }
}

/// The title of a window that is in the first look only.
fn only<'a>(one: &'a Glance, other: &Glance, whose: Whose) -> Option<&'a str> {
    let is_it = |(id, it): &(&u64, &Listed)| it.whose == whose && !other.windows.contains_key(id);
    one.windows.iter().find(is_it).map(|(_, it)| it.title.as_str())
}

fn windows(before: &Glance, after: &Glance) -> Option<Evidence> {
    let closed = only(before, after, Whose::Own).map(|title| format!("window {title:?} closed"));
    let opened = only(after, before, Whose::Own).map(|title| format!("window {title:?} opened"));
    let told: Vec<_> = closed.into_iter().chain(opened).collect();
    (!told.is_empty()).then(|| Evidence::Window(told.join(", ")))
}

/// A window another application opened meanwhile, which may be an effect of the action.
fn strange(before: &Glance, after: &Glance) -> Option<String> {
    let title = only(after, before, Whose::Other)?;
    Some(format!("window {title:?} of another application opened, which need not have come of it"))
}

fn title(before: &Glance, after: &Glance) -> Option<Evidence> {
    let title = |glance: &Glance| glance.windows.get(&before.own).map(|it| it.title.clone());
    let (was, is) = (title(before)?, title(after)?);
    (was != is).then(|| Evidence::Window(format!("window {was:?} is now {is:?}")))
}

fn focus(before: &Glance, after: &Glance) -> Option<Evidence> {
    let focused = |glance: &Glance| glance.controls.iter().find(|it| it.states.has(State::Focused)).cloned();
    let is = focused(after)?;
    let moved = focused(before).is_none_or(|was| was.node() != is.node());
    moved.then(|| Evidence::Focus(is.id().to_string()))
}

#[cfg(test)]
mod tests {
    use super::super::glance::{Caret, Reach};
    use super::*;
    use deskpilot_atspi::Part;
    use deskpilot_core::{Control, ControlSource, Rect, Role};

    fn control(name: &str, value: &str, states: &[State]) -> Control {
        Control {
            label: None,
            role: Role::CheckBox,
            name: name.into(),
            value: Some(value.into()),
            states: states.iter().copied().collect(),
            rect: Rect::new(0, 0, 9, 9),
            source: ControlSource::Accessibility { node: NodeId(name.into()) },
        }
    }

    fn glance(windows: &[(u64, &str)], controls: Vec<Control>) -> Glance {
        let own = |title: &str| Listed { title: title.to_owned(), whose: Whose::Own };
        let windows = windows.iter().map(|(id, title)| (*id, own(title))).collect();
        Glance { own: 1, windows, controls, is_complete: true, ..Glance::default() }
    }

    #[test]
    fn the_strongest_evidence_is_told() {
        let main: &[(u64, &str)] = &[(1, "Main")];
        let (a, b) = (control("a", "1", &[]), control("b", "1", &[]));
        let before = glance(main, vec![a.clone(), b.clone()]);
        for (windows, controls, expected) in [
            (&[(1, "Main"), (2, "Save As")][..], vec![], "confirmed: window \"Save As\" opened"),
            (&[], vec![], "confirmed: window \"Main\" closed"),
            (&[(2, "Save As")], vec![], "confirmed: window \"Main\" closed, window \"Save As\" opened"),
            (&[(1, "*Main")], vec![a.clone(), b.clone()], "confirmed: window \"Main\" is now \"*Main\""),
            (main, vec![control("a", "2", &[]), control("b", "2", &[])], "confirmed: value \"1\" -> \"2\""),
            (main, vec![control("a", "1", &[State::Checked]), b.clone()], "confirmed: checked"),
            (
                main,
                vec![control("a", "1", &[State::Checked]), control("b", "7", &[])],
                "confirmed: value of CheckBox \"b\" \"1\" -> \"7\"",
            ),
            (
                main,
                vec![a.clone(), control("b", "7", &[])],
                "confirmed: value of CheckBox \"b\" \"1\" -> \"7\"",
            ),
            (
                main,
                vec![a.clone()],
                "confirmed: controls: 0 added, 1 removed, 0 changed: gone CheckBox \"b\"",
            ),
            (
                main,
                vec![a.clone(), control("b", "1", &[State::Focused])],
                "confirmed: focus on CheckBox \"b\"",
            ),
            (main, vec![a, b], "no change: all controls are as they were"),
        ] {
            let after = glance(windows, controls);
            let effect = seen(&before, &after, Some(&NodeId("a".into())), &Proof::AnyChange);
            assert_eq!(effect.to_string(), expected);
        }
    }

    #[test]
    fn what_comes_and_goes_by_itself_is_no_effect() {
        let progress = Control { role: Role::ProgressBar, ..control("busy", "", &[]) };
        let (a, tip) = (control("a", "1", &[]), control("tip", "", &[]));
        let remark = Control { role: Role::Text, ..control("Root", "", &[]) };
        let with = |more: &[&Control]| {
            let all = [&a].into_iter().chain(more.iter().copied()).cloned().collect();
            glance(&[(1, "Main")], all)
        };
        let passing = |part, glance: Glance| {
            let passing = [(NodeId("tip".into()), part)].into_iter().collect();
            Glance { passing, ..glance }
        };
        let caret = |at| Some(Caret { at, selected: (at, at) });
        let moved = |glance: Glance, at| Glance { caret: caret(at), ..glance };
        let nothing = "no change: all controls are as they were";
        let gone = "confirmed: controls: 0 added, 1 removed, 0 changed: gone CheckBox \"tip\"";
        let came = "confirmed: controls: 1 added, 0 removed, 0 changed: new CheckBox \"tip\"";
        let target = NodeId("a".into());
        for (what, before, after, proof, expected) in [
            ("progress ends", with(&[&progress]), with(&[]), Proof::AnyChange, nothing),
            (
                "progress begins after keys",
                with(&[]),
                with(&[&progress]),
                Proof::Keys,
                "unverified: ProgressBar \"busy\" is shown now, which need not have come of the keys",
            ),
            (
                "progress begins after a click",
                with(&[]),
                with(&[&progress]),
                Proof::AnyChange,
                "confirmed: controls: 1 added, 0 removed, 0 changed: new ProgressBar \"busy\"",
            ),
            ("a tip goes", passing(Part::ToolTip, with(&[&tip])), with(&[]), Proof::Keys, nothing),
            ("a tip comes", with(&[]), passing(Part::ToolTip, with(&[&tip])), Proof::AnyChange, nothing),
            ("a tip is asked for", with(&[]), passing(Part::ToolTip, with(&[&tip])), Proof::Hover, came),
            ("a notice goes", passing(Part::Notification, with(&[&tip])), with(&[]), Proof::Keys, nothing),
            ("a notice comes", with(&[]), passing(Part::Notification, with(&[&tip])), Proof::AnyChange, came),
            (
                "a remark goes",
                with(&[&remark]),
                with(&[]),
                Proof::Keys,
                "unverified: Text \"Root\" is gone, which need not have come of the keys",
            ),
            ("anything else goes", with(&[&tip]), with(&[]), Proof::Keys, gone),
            (
                "what goes tells less than the caret",
                moved(with(&[&tip]), 7),
                moved(with(&[]), 0),
                Proof::Keys,
                "confirmed: the caret went from character 7 to 0",
            ),
        ] {
            assert_eq!(seen(&before, &after, Some(&target), &proof).to_string(), expected, "{what}");
        }
        // An action on a notification is proven by its disappearance.
        let (before, after) = (passing(Part::Notification, with(&[&tip])), with(&[]));
        let closed = seen(&before, &after, Some(&NodeId("tip".into())), &Proof::AnyChange);
        assert_eq!(closed.to_string(), gone);
    }

    #[test]
    fn what_a_look_could_not_tell_is_neither_gone_nor_new() {
        let (a, b) = (control("a", "1", &[]), control("b", "1", &[]));
        let with = |reach, controls: &[&Control]| {
            let controls = controls.iter().copied().cloned().collect();
            Glance { reach, ..glance(&[(1, "Main"), (2, "Save As")], controls) }
        };
        let changed = control("a", "2", &[]);
        let nothing = "no change: all controls are as they were";
        for (what, before, after, expected) in [
            ("taken apart", with(Reach::All, &[&a, &b]), with(Reach::Torn, &[&changed]), nothing),
            ("not told in time", with(Reach::All, &[&a, &b]), with(Reach::Late, &[&a]), nothing),
            ("not told in time before", with(Reach::Late, &[&a]), with(Reach::All, &[&a, &b]), nothing),
            (
                "what was told counts",
                with(Reach::All, &[&a, &b]),
                with(Reach::Late, &[&changed]),
                "confirmed: value \"1\" -> \"2\"",
            ),
        ] {
            let effect = seen(&before, &after, Some(&NodeId("a".into())), &Proof::AnyChange);
            assert_eq!(effect.to_string(), expected, "{what}");
        }
    }

    #[test]
    fn what_other_applications_do_is_no_effect() {
        let strange = |title: &str| (2, Listed { title: title.into(), whose: Whose::Other });
        let alone = glance(&[(1, "Main")], Vec::new());
        let beside = |title: &str| {
            let mut glance = alone.clone();
            glance.windows.extend([strange(title)]);
            glance
        };
        let nothing = "no change: all controls are as they were";
        for (before, after, expected) in [
            (beside("Mail"), alone.clone(), nothing),
            (beside("Mail"), beside("Mail (1)"), nothing),
            (
                alone.clone(),
                beside("Mail"),
                "unverified: window \"Mail\" of another application opened, which need not have come of it",
            ),
        ] {
            assert_eq!(seen(&before, &after, None, &Proof::AnyChange).to_string(), expected);
        }
    }

    #[test]
    fn a_control_was_met_when_it_came_to_be_selected_or_checked() {
        use State::{Checked, Focused, Selected};
        for (was, is, expected) in [
            (&[][..], &[Selected][..], true),
            (&[], &[Checked], true),
            (&[Selected], &[Selected, Focused], true),
            (&[], &[Focused], false),
            (&[Selected], &[Selected], false),
            (&[Selected], &[], false),
        ] {
            let one = |states| glance(&[], vec![control("a", "", states), control("b", "", &[])]);
            assert_eq!(was_met(&one(was), &one(is), &NodeId("a".into())), expected, "{was:?} -> {is:?}");
            assert!(!was_met(&one(was), &one(is), &NodeId("b".into())));
        }
    }

    #[test]
    fn a_text_that_closes_a_window_went_elsewhere_unless_it_ends_with_enter() {
        let tip = glance(&[(1, "Main"), (2, "Tip")], Vec::new());
        let main = glance(&[(1, "Main")], Vec::new());
        for (text, expected) in [
            ("Dear Ann", "unverified: window \"Tip\" closed, and the text is nowhere seen"),
            ("a.txt\n", "confirmed: window \"Tip\" closed"),
        ] {
            let effect = seen(&tip, &main, None, &Proof::Typed(text.into()));
            assert_eq!(effect.to_string(), expected);
        }
    }

    #[test]
    fn keys_are_shown_by_the_caret_and_the_clipboard_and_not_by_a_button_that_can_be_used_now() {
        let button = |states: &[State]| vec![control("Save", "", states)];
        let before = Glance { caret: Some(Caret { at: 3, selected: (3, 3) }), ..glance(&[], button(&[])) };
        let caret = |at, selected| Some(Caret { at, selected });
        for (caret, copied, states, expected) in [
            (caret(0, (0, 0)), false, &[][..], "confirmed: the caret went from character 3 to 0"),
            (caret(5, (0, 5)), true, &[], "confirmed: characters 0 to 5 are selected"),
            (caret(3, (3, 3)), true, &[], "confirmed: something was copied to the clipboard"),
            (caret(3, (3, 3)), false, &[], "no change: all controls are as they were"),
            (None, false, &[], "no change: all controls are as they were"),
            (caret(-1, (-1, -1)), false, &[], "no change: all controls are as they were"),
            (
                None,
                false,
                &[State::Enabled],
                "unverified: CheckBox \"Save\" can be used now, which need not have come of the keys",
            ),
            (
                None,
                false,
                &[State::Enabled, State::Checked],
                "confirmed: controls: 0 added, 0 removed, 1 changed: CheckBox \"Save\": enabled; checked",
            ),
        ] {
            let after = Glance { caret, copied, ..glance(&[], button(states)) };
            let effect = seen(&before, &after, None, &Proof::Keys);
            assert_eq!(effect.to_string(), expected);
        }
        let after = glance(&[], button(&[State::Enabled]));
        let clicked = seen(&glance(&[], button(&[])), &after, None, &Proof::AnyChange);
        assert!(matches!(clicked, Effect::Confirmed(_)), "{clicked}");
    }

    #[test]
    fn texts_and_numbers_are_compared_with_what_was_wanted() {
        let text = |text: &str, mode| Proof::Text { text: text.into(), mode };
        for (proof, before, after, expected) in [
            (text("new", TextMode::Replace), "old", "new", "confirmed: value \"old\" -> \"new\""),
            (text(" b", TextMode::Append), "a", "a b", "confirmed: value \"a\" -> \"a b\""),
            (text("b", TextMode::Append), "ac", "abc", "confirmed: value \"ac\" -> \"abc\""),
            (text("hello", TextMode::Replace), "", "hel", "partial: 3 of 5 characters are there: \"hel\""),
            (text("new", TextMode::Replace), "new", "new", "no change: already \"new\""),
            (Proof::Number(4.0), "4", "4", "no change: already 4"),
            (text("x", TextMode::Replace), "old", "old", "no change: value \"old\" -> \"old\""),
            (text("x", TextMode::Replace), "old", "X!", "partial: the text is now \"X!\""),
            (Proof::Number(4.0), "1", "4", "confirmed: value \"1\" -> \"4\""),
            (Proof::Number(4.5), "1", "4", "partial: it is now 4, not 4.5"),
            (Proof::Choice("Two".into()), "One", "two", "confirmed: value \"One\" -> \"two\""),
            (Proof::Selection("b".into()), "", "b", "confirmed: selected \"b\""),
            (Proof::Typed("bc".into()), "ad", "abcd", "confirmed: value \"ad\" -> \"abcd\""),
            (Proof::Typed("bc".into()), "ad", "abd", "partial: the text is now \"abd\""),
            (Proof::Typed("bc".into()), "bc", "bc", "no change: value \"bc\" -> \"bc\""),
        ] {
            let effect = proven(&proof, Some(before), Some(after)).unwrap();
            assert_eq!(effect.to_string(), expected, "{proof:?}");
        }
    }
}
