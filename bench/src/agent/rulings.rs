//! How long the policy takes to judge one action, with 500 rules and a window of many controls.

use anyhow::{Result, anyhow};
use deskpilot_core::{
    Action, Aim, Button, Call, Control, ControlSource, Gesture, NodeId, Operation, Policy, PolicyContext,
    PolicyFile, ProgramCall, Rect, Risk, Role, Rule, RuleEffect, State, States, Verb, Window, WindowId,
    WindowState, parse_keys,
};
use std::{hint::black_box, time::Instant};

/// How many rules.
pub(super) const RULES: usize = 500;
/// How many controls the window has.
const CONTROLS: usize = 300;

/// Microseconds of each ruling. No rule matches any of the actions, so that the policy tries all of them every time.
pub(super) fn measure(times: usize) -> Result<Vec<f64>> {
    let policy = Policy::of(PolicyFile { rules: (0..RULES).map(rule).collect(), ..PolicyFile::default() });
    let policy = policy.map_err(|wrong| anyhow!(wrong.join("; ")))?;
    // One in five is a button, as in windows of many controls.
    let role = |n: usize| if n.is_multiple_of(5) { Role::Button } else { Role::ListItem };
    let listed = |n| Control { role: role(n), ..control(&format!("Item number {n}")) };
    let controls: Vec<Control> = (0..CONTROLS).map(listed).collect();
    let around = PolicyContext { controls: &controls, home: "/home/user", ..PolicyContext::default() };
    let operations = operations()?;
    let time = |operation: &Operation| {
        let began = Instant::now();
        black_box(policy.judge(black_box(operation), &around));
        began.elapsed().as_secs_f64() * 1e6
    };
    Ok(operations.iter().cycle().take(times).map(time).collect())
}

/// A rule of one of the kinds that people write.
fn rule(n: usize) -> Rule {
    let name = format!("rule {n}");
    let say = [RuleEffect::Allow, RuleEffect::Ask, RuleEffect::Refuse][n % 3];
    let of = |rule: Rule| Rule { name: name.clone(), ..rule };
    match n % 6 {
        0 => of(Rule { application: vec![format!("application{n}*").as_str().into()], ..Rule::new(say) }),
        1 => of(Rule {
            role: vec![Role::Button],
            control: vec![format!("*of no {n} *").as_str().into()],
            ..Rule::new(say)
        }),
        2 => of(Rule { window: vec![format!("* - Editor {n}").as_str().into()], ..Rule::new(say) }),
        3 => of(Rule { path: vec![format!("~/Folder{n}/**/*.txt").into()], ..Rule::new(say) }),
        4 => of(Rule { domain: vec![format!("*.site{n}.example").as_str().into()], ..Rule::new(say) }),
        _ => of(Rule {
            program: vec![format!("program{n} **").into()],
            risk: vec![Risk::Runs],
            ..Rule::new(say)
        }),
    }
}

fn control(name: &str) -> Control {
    Control {
        label: None,
        role: Role::Button,
        name: name.to_owned(),
        value: None,
        states: States::default().with(State::Enabled),
        rect: Rect::new(0, 0, 80, 20),
        source: ControlSource::Accessibility { node: NodeId(name.to_owned()) },
    }
}

fn operations() -> Result<Vec<Operation>> {
    let window = Window {
        label: None,
        id: WindowId(1),
        title: "A document with a long name - Some office application".into(),
        application: "office".into(),
        process: None,
        rect: Rect::new(0, 0, 1280, 800),
        state: WindowState::Normal,
        focused: true,
    };
    let act = |aim, gesture| {
        let call = Call { command: "click_input".into(), ..Call::default() };
        Operation::Act(Box::new(Action { call, window: window.clone(), aim, verb: Verb::Gesture(gesture) }))
    };
    let click = Gesture::Click { button: Button::Left, count: 1, held: Vec::new() };
    let on = |name: &str| Aim::Control(Box::new(control(name)));
    Ok(vec![
        act(on("Save as a new document"), click.clone()),
        act(on("Send now to everybody in the list"), click.clone()),
        act(on("OK"), click),
        act(
            Aim::Window,
            Gesture::Keys(parse_keys("a line of text{ENTER}").map_err(|wrong| anyhow!("{wrong}"))?),
        ),
        Operation::Run(ProgramCall { argv: vec!["cp".into(), "~/a".into(), "~/b".into()] }),
    ])
}
