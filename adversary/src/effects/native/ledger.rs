//! What was called in a block so far, and what was found of it.

use super::{
    block::CommandBlock,
    draw::DrawnCall,
    judge::{Basis, CallCase},
    report::NativeTally,
};
use crate::effects::{fulfilment::Fulfilment, judge::Judgement, report::Falsehood, truth::short};
use deskpilot_core::Effect;

/// How many calls before a falsehood its report lists.
const SHOWN: usize = 6;
/// How many differences it lists.
const LISTED: usize = 12;

/// The calls of a block.
pub(super) struct Ledger {
    pub(super) block: CommandBlock,
    pub(super) tally: NativeTally,
    /// How many calls were drawn.
    drawn: u32,
    /// The calls, and what was reported of each.
    done: Vec<String>,
}

/// What was found of a call.
pub(super) struct Finding<'a> {
    pub(super) reported: &'a Effect,
    pub(super) judgement: Judgement,
    pub(super) basis: Basis,
    /// What is different after it.
    pub(super) changes: &'a [String],
}

impl Ledger {
    pub(super) fn of(block: CommandBlock) -> Ledger {
        Ledger { block, tally: NativeTally::default(), drawn: 0, done: Vec::new() }
    }

    /// How many calls are left.
    pub(super) fn left(&self) -> u32 {
        self.block.calls - self.drawn
    }

    /// The number of the next call.
    pub(super) fn number(&mut self) -> u32 {
        self.drawn += 1;
        self.block.first + self.drawn - 1
    }

    /// Takes note that the subject does not open.
    pub(super) fn unplayed(&mut self, error: &anyhow::Error) {
        let (command, first) = (self.block.command(), self.block.first + self.drawn);
        self.tally.tally.unplayed.push(format!("{command} --only {first}: {error:#}"));
        self.drawn = self.block.calls;
    }

    /// Takes note that nothing answers after a call.
    pub(super) fn broken(&mut self, number: u32, drawn: &DrawnCall, error: &anyhow::Error) {
        let again = format!("{} --only {number}", self.block.command());
        self.tally.broken.push(format!("{number} {}: {error:#}; again: {again}", drawn.call));
        self.done.push(format!("{number} {}: broke its application, which was started again", drawn.call));
    }

    /// Compares what was reported of a call with what the file says.
    pub(super) fn judge(
        &mut self,
        number: u32,
        drawn: &DrawnCall,
        reported: &Effect,
        changes: &[String],
        postcondition: Option<&Fulfilment>,
    ) {
        let case = CallCase { spec: drawn.spec, reported, changes, postcondition };
        let (judgement, basis) = case.judgement();
        self.record(number, drawn, Finding { reported, judgement, basis, changes });
    }

    /// Takes note of what was found of a call.
    pub(super) fn record(&mut self, number: u32, drawn: &DrawnCall, finding: Finding<'_>) {
        let Finding { reported, judgement, basis, changes } = finding;
        self.count(drawn, reported, &judgement, basis);
        let line = format!("{number} {}: {}", drawn.call, short(&reported.to_string()));
        if let Judgement::False(truth) = judgement {
            let from = self.done.len().saturating_sub(SHOWN);
            self.tally.tally.falsehoods.push(Falsehood {
                toolkit: self.block.subject.word().into(),
                reported: reported.word().into(),
                action: format!("{number} {}: {reported}", drawn.call),
                truth: short(&truth),
                happened: changes.iter().take(LISTED).map(|it| short(it)).collect(),
                recorded: Vec::new(),
                actions_before: self.done[from..].to_vec(),
                again: format!("{} --only {number}", self.block.command()),
            });
        }
        self.done.push(line);
    }

    fn count(&mut self, drawn: &DrawnCall, reported: &Effect, judgement: &Judgement, basis: Basis) {
        let name = format!("{} {}", self.block.subject.word(), drawn.spec.name);
        self.tally.count(&name, reported, judgement, basis);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{effects::native::draw::Draws, subject::Subject};
    use deskpilot_core::Evidence;

    #[test]
    fn a_false_confirmed_is_reported_with_its_arguments_and_the_command_that_plays_it_again() {
        let block = CommandBlock { subject: Subject::Files, seed: 7, first: 40, calls: 3 };
        let mut ledger = Ledger::of(block);
        let drawn = Draws::of(&block).draw("/scratch");
        let reported = Effect::Confirmed(Evidence::Reported("it is done".into()));
        let number = ledger.number();
        let missed = Fulfilment::Missed("there is nothing".into());
        ledger.judge(number, &drawn, &reported, &[], Some(&missed));
        assert_eq!(ledger.left(), 2);
        assert!(!ledger.tally.is_met());
        let report = ledger.tally.to_string();
        for part in [drawn.call.to_string().as_str(), "it is done", "there is nothing", "--seed 7 --only 40"]
        {
            assert!(report.contains(part), "{part} is not in {report}");
        }
    }
}
