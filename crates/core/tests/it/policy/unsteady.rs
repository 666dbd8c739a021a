//! Controls whose name changed a moment ago: before the press they may be others.

use super::operations::{act, control, focused, keys};
use deskpilot_core::{
    Button, Control, ControlSource, Gesture, NodeId, Operation, Policy, PolicyContext, PolicyFile, Preset,
    Risk, Role, Rule, RuleEffect, Ruling,
};

fn click(control: &Control) -> Operation {
    act(control.clone(), Gesture::Click { button: Button::Left, count: 1, held: Vec::new() })
}

fn unsteady(role: Role, name: &str) -> Control {
    let node = NodeId(":1.2 /unsteady".into());
    Control { source: ControlSource::Accessibility { node }, ..control(role, name) }
}

fn judge(policy: &Policy, operation: &Operation, controls: &[Control]) -> (Ruling, Vec<Risk>) {
    let unsteady = [NodeId(":1.2 /unsteady".into())];
    let context =
        PolicyContext { controls, unsteady: &unsteady, home: "/home/u", ..PolicyContext::default() };
    let (ruling, grounds) = policy.judge(operation, &context);
    (ruling, grounds.findings.into_iter().map(|it| it.risk).collect())
}

#[test]
fn a_press_of_a_control_that_changes_its_name_is_unknown() {
    let ask = Policy::preset(Preset::Ask);
    let reason = "its effect is unknown, as the changing name of the Button \"Next\" says";
    let next = unsteady(Role::Button, "Next");
    assert_eq!(judge(&ask, &click(&next), &[]).0, Ruling::Confirm(reason.into()));
    for (operation, controls, risks) in [
        (click(&next), vec![], &[Risk::Unknown][..]),
        (click(&unsteady(Role::Button, "Send")), vec![], &[Risk::Sends, Risk::Unknown]),
        (click(&unsteady(Role::Hyperlink, "Next")), vec![], &[Risk::Unknown]),
        (keys("{ENTER}"), vec![focused(next.clone())], &[Risk::Unknown]),
        // What they show changes often, and a press of it does nothing by its name.
        (click(&unsteady(Role::Edit, "Note")), vec![], &[]),
        (click(&unsteady(Role::TabItem, "3 new")), vec![], &[]),
        (click(&control(Role::Button, "Next")), vec![next.clone()], &[]),
    ] {
        assert_eq!(judge(&ask, &operation, &controls).1, risks, "{operation}");
    }
}

#[test]
fn a_rule_for_a_name_does_not_cover_a_name_that_changes() {
    let rule = Rule { control: vec!["next".into()], ..Rule::new(RuleEffect::Allow) };
    let file = PolicyFile { preset: Preset::Bounded, rules: vec![rule], ..PolicyFile::default() };
    let policy = Policy::of(file).unwrap();
    let next = unsteady(Role::Button, "Next");
    assert!(matches!(judge(&policy, &click(&next), &[]).0, Ruling::Confirm(_)));
    assert_eq!(judge(&policy, &click(&control(Role::Button, "Next")), &[]).0, Ruling::Allow);
    assert!(matches!(judge(&Policy::preset(Preset::Bounded), &click(&next), &[]).0, Ruling::Refuse(_)));
}
