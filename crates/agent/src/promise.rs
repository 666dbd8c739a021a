//! What a subtask promised to leave: since when its files must have been written, and whether its notes were.

use crate::{
    file_state::FileState,
    unproven::{file_name, is_confirmed},
};
use deskpilot_core::{
    Effect, MissingProduct, MissingReason, NoChangeReason, Operation, Paths, Product, Subtask, Timestamp,
    fold::{Ledger, PerformedOperation, SubtaskNode},
};

/// A file that a subtask promised.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PromisedFile {
    /// The file, as the subtask names it.
    pub(crate) product: Product,
    /// When the subtask began, or the round if the file was not promised before in it: a file written since then keeps the promise.
    began: Timestamp,
    /// When the last operation began that may have changed its document.
    last_change: Timestamp,
    /// When a command wrote it last, whose effect was seen.
    commanded: Option<Timestamp>,
}

impl PromisedFile {
    /// The files that the subtask promised, which is the last one of the round.
    pub(crate) fn of(subtask: &Subtask, ledger: &Ledger, paths: Paths<'_>) -> Vec<PromisedFile> {
        let files = subtask.produces.iter().filter(|it| it.file().is_some());
        files.map(|it| PromisedFile::one(it, ledger, paths)).collect()
    }

    fn one(product: &Product, ledger: &Ledger, paths: Paths<'_>) -> PromisedFile {
        let path = paths.resolve(product.name()).unwrap_or_default();
        let done = of_round(ledger);
        let titles = Titles::of(product.name(), ledger);
        let changed = |it: &&PerformedOperation| changes_document(it) && concerns(it, &path, &titles);
        let wrote = |it: &&PerformedOperation| is_confirmed(it) && names(it.written_files(), &path);
        PromisedFile {
            product: product.clone(),
            began: began(product, ledger),
            last_change: done.iter().rev().find(changed).map_or_else(Timestamp::default, |it| it.at),
            commanded: done.iter().rev().find(wrote).map(|it| it.at),
        }
    }

    /// Since when it must have been written for its content to matter.
    pub(crate) fn since(&self) -> Timestamp {
        // A command that was seen to write it is enough, whatever time the file has.
        if self.commanded >= Some(self.began) { Timestamp::default() } else { self.began }
    }

    /// When it was written last; `None` if it is not there as promised.
    pub(crate) fn written(&self, state: &FileState) -> Option<Timestamp> {
        match state {
            FileState::Written(at) => Some(self.commanded.map_or(*at, |it| it.max(*at))),
            FileState::Absent(_) | FileState::Unknown => None,
        }
    }

    /// What is wrong with it; `None` where it is right, or its state is unknown.
    pub(crate) fn missing(&self, state: &FileState) -> Option<MissingProduct> {
        let why = match state {
            FileState::Absent(why) => why.clone(),
            FileState::Written(_) if self.written(state) < Some(self.began) => MissingReason::Unchanged,
            FileState::Written(_) | FileState::Unknown => return None,
        };
        Some(MissingProduct { product: self.product.clone(), why })
    }

    /// Whether it is there as promised, and was written since the last change.
    pub(crate) fn is_kept(&self, state: &FileState) -> bool {
        self.written(state).is_some_and(|it| it >= self.began.max(self.last_change))
    }
}

/// When the note was written with which the last subtask keeps its promise. One from before the subtask counts if no subtask
/// promised it before, and nothing changed since.
pub(crate) fn noted_at(name: &str, ledger: &Ledger) -> Option<Timestamp> {
    let at = *ledger.round.noted.get(name)?;
    let is_of_subtask = at >= ledger.round.since;
    let changed_later = || of_round(ledger).iter().any(|it| it.at >= at && changes_document(it));
    let is_old = || began(&Product::Note(name.to_owned()), ledger) > at || changed_later();
    (ledger.blackboard.notes.contains_key(name) && (is_of_subtask || !is_old())).then_some(at)
}

/// Since when something promised may have been left: since the subtask began if another one has left it before, else since the
/// round began.
fn began(product: &Product, ledger: &Ledger) -> Timestamp {
    let round = &ledger.round;
    let earlier = round.subtasks.split_last().map_or(&[][..], |(_, earlier)| earlier);
    match earlier.iter().any(|it| has_left(it, product)) {
        true => round.since,
        false => round.started,
    }
}

/// Whether the subtask finished, and what it promised was there then.
fn has_left(node: &SubtaskNode, product: &Product) -> bool {
    let is_missing = node.missing.iter().any(|it| it.product == *product);
    node.is_finished() && node.subtask.produces.contains(product) && !is_missing
}

/// The operations since the round began.
fn of_round(ledger: &Ledger) -> &[PerformedOperation] {
    let all = &ledger.evaluation.operations;
    // The operations are in the order of time.
    &all[all.partition_point(|it| it.at < ledger.round.started)..]
}

/// Whether the operation may have changed a document. Keys that move or save, what was refused or already so, and what only opened
/// a window or another document, did not.
fn changes_document(done: &PerformedOperation) -> bool {
    let Operation::Act(action) = &done.operation else { return false };
    let has_changed = match done.outcome.as_ref().map(|it| &it.effect) {
        Some(Effect::Refused(_) | Effect::NoChange(NoChangeReason::AlreadySo(_))) => false,
        Some(Effect::Confirmed(evidence)) => !evidence.is_opened_window(),
        // Of what was not seen to change anything, too, the file has to be newer: it may have changed the document.
        _ => true,
    };
    let opens = done.operation.launch().is_some();
    has_changed && done.may_change() && !opens && !action.only_moves() && !action.only_saves()
}

/// Whether the operation may have changed the document of this file. A command that writes files changes no other one, and what was
/// done in the window of another promised file changes that one, if this file has a window as well.
fn concerns(done: &PerformedOperation, path: &str, titles: &Titles) -> bool {
    let written = done.written_files();
    if !written.is_empty() {
        return names(written, path);
    }
    let Operation::Act(action) = &done.operation else { return true };
    !titles.is_of_another(&action.window.title)
}

/// Whether one of these is the file, or a folder that it is in.
fn names(written: &[String], path: &str) -> bool {
    written
        .iter()
        .any(|it| path.strip_prefix(it.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

/// The names that distinguish the windows of promised files.
struct Titles {
    /// The name of the file.
    own: String,
    /// The names of the other promised files; empty if no window has this file's name.
    others: Vec<String>,
}

impl Titles {
    fn of(file: &str, ledger: &Ledger) -> Titles {
        let own = file_name(file).to_owned();
        let promised = ledger.round.subtasks.iter().flat_map(|it| &it.subtask.produces);
        let mut others: Vec<String> =
            promised.filter_map(Product::file).map(|it| file_name(it).to_owned()).collect();
        let has_window = |it: &PerformedOperation| match &it.operation {
            Operation::Act(action) => action.window.title.contains(&own),
            _ => false,
        };
        others.retain(|it| *it != own);
        if !of_round(ledger).iter().any(has_window) {
            others.clear();
        }
        Titles { own, others }
    }

    fn is_of_another(&self, title: &str) -> bool {
        !title.contains(&self.own) && self.others.iter().any(|it| title.contains(it))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::window;
    use deskpilot_core::{
        Action, ActionId, AgentName, Aim, Assignment, Call, Entry, Event, Evidence, Gesture, Grounds,
        HostDecision, HostRemarks, Note, Outcome, PathStyle, Preset, Projection, Ruling, RulingSource,
        SubtaskOutcome, Verb, parse_keys, policy::KnownEffect,
    };

    /// A ledger in which these events happened, one in each second.
    fn ledger(events: Vec<Event>) -> Ledger {
        let mut ledger = Ledger::default();
        for (second, event) in (0..).zip(events) {
            ledger.apply(&Entry { seq: second, at: Timestamp(second * 1000), event });
        }
        ledger
    }

    fn start() -> Event {
        Event::RoundStarted { round: 0, request: "do it".into() }
    }

    fn assign(id: &str, produces: &[&str]) -> Event {
        let produces = produces.iter().map(|it| Product::from(*it)).collect();
        let subtask = Subtask { id: id.into(), produces, ..Subtask::default() };
        let (window, agent) = (window(1, "t", "a"), AgentName::app("a", "t"));
        let decision = HostDecision::Assign(Box::new(Assignment { subtask, window, agent }));
        Event::HostDecided { decision, remarks: HostRemarks::default() }
    }

    fn ended() -> Event {
        Event::SubtaskEnded { outcome: SubtaskOutcome::Finished, comment: String::new(), missing: Vec::new() }
    }

    fn noted() -> Event {
        Event::Noted { note: Note::Text { name: "total".into(), text: "42".into() } }
    }

    fn action(title: &str, verb: Verb) -> Operation {
        let call = Call { command: "c".into(), ..Call::default() };
        Operation::Act(Box::new(Action { call, window: window(1, title, "a"), aim: Aim::Window, verb }))
    }

    fn keys(title: &str, keys: &str) -> Event {
        let verb = Verb::Gesture(Gesture::Keys(parse_keys(keys).unwrap()));
        Event::Acting { id: ActionId(1), operation: action(title, verb), selected: None }
    }

    fn acted(effect: Effect) -> Event {
        Event::Acted { id: ActionId(1), outcome: Outcome::from(effect) }
    }

    /// A confirmed command that writes this file, in two events and a third.
    fn command(file: &str) -> [Event; 3] {
        let operation = action("t", Verb::Native);
        let grounds = Grounds {
            source: RulingSource::Preset(Preset::Ask),
            findings: Vec::new(),
            rule: None,
            places: Vec::new(),
            targets: None,
            beside: None,
            known_effect: Some(Box::new(KnownEffect::Writes(vec![file.into()]))),
        };
        let ruled = Event::Ruled {
            operation: operation.clone(),
            ruling: Ruling::Allow,
            grounds: Some(grounds),
            picture: None,
        };
        let acting = Event::Acting { id: ActionId(1), operation, selected: None };
        [ruled, acting, acted(Effect::Confirmed(Evidence::Accepted))]
    }

    /// Whether the last subtask keeps its promise of `a.txt` with a file written in this second, and whether it is missing.
    fn judged(events: Vec<Event>, second: u64) -> (bool, bool) {
        let ledger = ledger(events);
        let subtask = ledger.round.subtasks.last().unwrap().subtask.clone();
        let paths = Paths { style: PathStyle::Posix, home: "/h", working: "", own: &[] };
        let files = PromisedFile::of(&subtask, &ledger, paths);
        let file = files.iter().find(|it| it.product.name() == "a.txt").unwrap();
        let state = FileState::Written(Timestamp(second * 1000));
        (file.is_kept(&state), file.missing(&state).is_some())
    }

    #[test]
    fn a_file_is_as_promised_once_it_was_written_after_the_last_change() {
        let confirmed = || acted(Effect::Confirmed(Evidence::Reported("x".into())));
        let opened = || acted(Effect::Confirmed(Evidence::opened(&window(2, "Export", "a"))));
        let one = |events: Vec<Event>| [vec![start(), assign("s", &["a.txt"])], events].concat();
        let two = |events: Vec<Event>| [vec![start(), assign("s", &["a.txt", "b.txt"])], events].concat();
        let again = |events: Vec<Event>| {
            let first = vec![start(), assign("r", &["a.txt"]), ended(), assign("s", &["a.txt"])];
            [first, events].concat()
        };
        for (why, events, second, expected) in [
            ("as the round began", one(vec![]), 0, (true, false)),
            ("after the change", one(vec![keys("t", "x"), confirmed()]), 3, (true, false)),
            ("before the change", one(vec![keys("t", "x"), confirmed()]), 1, (false, false)),
            ("keys that save", one(vec![keys("t", "^s"), confirmed()]), 1, (true, false)),
            ("keys that move", one(vec![keys("t", "{END}"), confirmed()]), 1, (true, false)),
            ("a dialog opened", one(vec![keys("t", "^p"), opened()]), 1, (true, false)),
            ("nothing is known of it", one(vec![keys("t", "x")]), 1, (false, false)),
            ("another one's window", two(vec![keys("b.txt - a", "x"), confirmed()]), 1, (false, false)),
            (
                "another one's window, and its own",
                two(vec![keys("a.txt - a", "x"), confirmed(), keys("b.txt - a", "x"), confirmed()]),
                3,
                (true, false),
            ),
            ("a command wrote it", one(command("/h/a.txt").into()), 0, (true, false)),
            ("a command wrote its folder", one(command("/h").into()), 0, (true, false)),
            ("a command wrote another file", one(command("/h/a.txt.bak").into()), 2, (true, false)),
            ("from an earlier subtask", again(vec![]), 1, (false, true)),
            ("of this subtask", again(vec![]), 3, (true, false)),
        ] {
            assert_eq!(judged(events, second), expected, "{why}");
        }
        let later = |second| {
            let mut events = one(vec![]);
            events[0] = Event::SessionClosed;
            events.insert(1, start());
            judged(events, second)
        };
        assert_eq!((later(0), later(1)), ((false, true), (true, false)), "from before the round, and of it");
    }

    #[test]
    fn a_note_of_an_earlier_subtask_counts_where_nothing_came_between() {
        let confirmed = || acted(Effect::Confirmed(Evidence::Reported("x".into())));
        let drop = || Event::Noted { note: Note::Dropped { name: "total".into() } };
        let sum = || assign("sum", &["total"]);
        for (why, events, is_noted) in [
            ("never", vec![start(), sum()], false),
            ("in the subtask", vec![start(), sum(), noted()], true),
            ("before a change of it", vec![start(), sum(), noted(), keys("t", "x"), confirmed()], true),
            ("before the subtask", vec![start(), assign("a", &[]), noted(), ended(), sum()], true),
            (
                "before a change of an earlier one",
                vec![start(), assign("a", &[]), noted(), keys("t", "x"), confirmed(), ended(), sum()],
                false,
            ),
            (
                "by one that promised it",
                vec![start(), assign("a", &["total"]), noted(), ended(), sum()],
                false,
            ),
            ("in an earlier round", vec![start(), assign("a", &[]), noted(), ended(), start(), sum()], false),
            ("and dropped", vec![start(), sum(), noted(), drop()], false),
        ] {
            assert_eq!(noted_at("total", &ledger(events)).is_some(), is_noted, "{why}");
        }
    }
}
