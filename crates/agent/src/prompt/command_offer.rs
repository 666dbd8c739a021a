//! The commands that an AppAgent may call: one list, from which the prompt's text, the schema of the reply and the reader of the
//! reply are made, so that they always agree.
//!
//! A command is described in a line with its arguments, or only named; a reply may call both. The commands of every application
//! and what nearly every task in an application needs have lines, and what the subtask's words mean gets one. Its words are the same
//! in every step, so the offer stays as it is, which providers cache. A question of the agent's adds full descriptions and takes
//! nothing away. Native commands that are few are described in full.

use super::notes::has_cut_text;
use crate::reply::{DESCRIBE_COMMAND, SHOW_NOTE, offered_commands, optional_command};
use deskpilot_core::{
    CommandSpec, Effect, Evidence, Outcome, Risk, SideEffects, find_commands, fold::Blackboard, rank_commands,
};
use deskpilot_deciders::AppScene;
use std::sync::Arc;

/// How many bytes of a prompt native commands take where all of them are described in full; about four make a token.
const BYTES_OF_ALL: usize = 1_100;
/// Commands of Deskpilot's tables that have lines wherever they are at hand: what nearly every task in their application needs.
const ALWAYS: [&str; 8] = [
    "set_cells",
    "get_range_values",
    "page_markdown",
    "click_element",
    "fill_form",
    "save",
    "save_as",
    "read_file",
];
/// How many the lines take of the commands for the subtask.
const BYTES_OF_LINES: usize = 750;
/// How many of these the commands take that come first in their tables, where the subtask's words mean none, as in another language;
/// beside commands that they mean, half.
const BYTES_OF_FIRST_LINES: usize = 300;
/// How many more those take that agents asked about, the last question first. Earlier ones are named again.
const BYTES_OF_ASKED: usize = 2_400;
/// How many bytes the names take of commands that are not described. The tables of LibreOffice and the browsers fit.
const BYTES_OF_NAMES: usize = 900;
/// Commands of every application that few tasks need: only named until the agent asks for them.
const RARE: [&str; 6] = [
    "drag_on_coordinates",
    "annotation",
    "edit_note",
    "open_document",
    "end_application",
    "restart_application",
];

/// The commands that an AppAgent may call in its window.
#[derive(Clone, Debug, Default)]
pub(crate) struct CommandOffer<'a> {
    /// The native commands at hand, offered or not.
    native: &'a [Arc<CommandSpec>],
    /// The native ones that are described whatever the subtask is, and those that agents asked about.
    described: Vec<&'a CommandSpec>,
    /// The native ones that are described for the subtask.
    in_short: Vec<&'a CommandSpec>,
    /// The commands of every application that are described, where no native one does the same.
    general: Vec<&'a CommandSpec>,
    /// Those of all these that are described in full, not in a line.
    in_full: Vec<&'a CommandSpec>,
    /// Those that are only named.
    named: Vec<&'a CommandSpec>,
    /// How many are left out: a reply can call them once the agent asked about them.
    omitted: usize,
    /// The command that shows more of a note or a result, where one is cut.
    show_note: Option<&'a CommandSpec>,
    replies: ReplyAuthor,
}

/// Where and for what commands are offered. By default no window is known: then the commands that serve some applications alone
/// are offered too.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OfferContext<'a> {
    /// The application of the window.
    pub(crate) application: Option<&'a str>,
    /// The words of the subtask.
    pub(crate) subtask: &'a str,
    /// What agents asked about the application's commands before, the last question last.
    pub(crate) questions: &'a [&'a str],
}

/// Who writes the replies that are read against an offer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ReplyAuthor {
    /// A model that got the offer's text and schema.
    #[default]
    ReadsOffer,
    /// Code of Deskpilot's, which knows every command at hand.
    KnowsAll,
}

impl<'a> CommandOffer<'a> {
    /// The offer for the scene's subtask in its window, with what agents asked about its application before.
    pub(crate) fn of_scene(scene: &AppScene<'a>) -> CommandOffer<'a> {
        let application = &scene.view.window.application;
        let questions: Vec<&str> = scene.context.steps.described_for(application).collect();
        let context = OfferContext {
            application: Some(application),
            subtask: &scene.assignment.subtask.text,
            questions: &questions,
        };
        CommandOffer::new(scene.commands.native(), context).with_notes(scene.context.blackboard)
    }

    /// The offer, with the command that shows more of a note or a result where a prompt cuts one.
    pub(crate) fn with_notes(self, board: &Blackboard) -> CommandOffer<'a> {
        CommandOffer { show_note: has_cut_text(board).then_some(&SHOW_NOTE.spec), ..self }
    }

    /// The offer of these native commands.
    pub(crate) fn new(native: &'a [Arc<CommandSpec>], context: OfferContext<'_>) -> CommandOffer<'a> {
        let OfferContext { application, subtask, questions } = context;
        let asked = asked_about(questions, &all_commands(native, application));
        let is_described = |it: &&CommandSpec| !is_rare(it) || has(&asked, it);
        let (general, named) = general_commands(native, application).partition(is_described);
        let mut offer = CommandOffer { native, general, named, ..CommandOffer::default() };
        (offer.described, offer.in_full) = always_described(native);
        let others = without(&by_table(native), &offer.described);
        offer.in_short = in_short(subtask, &others);
        let unexplained = without(&others, &offer.in_short);
        offer.describe_asked(&asked, &others);
        offer.name(&unexplained, &asked);
        offer
    }

    /// The offer for replies of Deskpilot's own code, which may call every command at hand.
    pub(crate) fn of_all(native: &'a [Arc<CommandSpec>]) -> CommandOffer<'a> {
        let described = native.iter().map(AsRef::as_ref).collect();
        let general = general_commands(native, None).collect();
        CommandOffer { native, described, general, replies: ReplyAuthor::KnowsAll, ..CommandOffer::default() }
    }

    /// Describes the commands in full that were asked about, the last question's native ones first, as many as fit.
    fn describe_asked(&mut self, asked: &[&'a CommandSpec], others: &[&'a CommandSpec]) {
        let further: Vec<&CommandSpec> = asked.iter().copied().filter(|it| has(others, it)).collect();
        let described = fitting(&further, BYTES_OF_ASKED, <CommandSpec as ToString>::to_string);
        // What the agent asked about last is described, however long that is.
        let last = further.first().filter(|_| described.is_empty()).copied();
        self.described.extend(described.into_iter().chain(last));
        self.in_short = without(&self.in_short, &self.described);
        let is_shown = |it: &&CommandSpec| has(&self.described, it) || has(&self.general, it);
        let shown: Vec<&CommandSpec> = asked.iter().copied().filter(is_shown).collect();
        self.in_full.extend(shown);
    }

    /// Names the commands that are not described: as far as there is room for them, and those that were asked about before.
    /// A description gives no room back, so that a question makes nothing else come and go.
    fn name(&mut self, others: &[&'a CommandSpec], asked: &[&'a CommandSpec]) {
        let mut left = BYTES_OF_NAMES;
        for spec in others.iter().copied() {
            let needed = spec.name.len() + ", ".len();
            let fits = needed <= left;
            if fits {
                left -= needed;
            }
            match has(&self.described, spec) {
                true => {}
                false if fits || has(asked, spec) => self.named.push(spec),
                false => self.omitted += 1,
            }
        }
    }

    /// Whether an application or the machine takes native commands, other than running programs.
    pub(crate) fn has_direct(&self) -> bool {
        self.native.iter().any(|it| !needs_no_receiver(it) && !runs_programs(it))
    }

    /// The native commands at hand.
    pub(crate) fn native(&self) -> &'a [Arc<CommandSpec>] {
        self.native
    }

    /// The commands that the prompt describes wherever they are at hand: native ones first.
    pub(crate) fn described(&self) -> impl Iterator<Item = &'a CommandSpec> {
        let describe = (self.replies == ReplyAuthor::ReadsOffer).then_some(&DESCRIBE_COMMAND.spec);
        let always = self.described.iter().copied().chain(self.general.iter().copied());
        always.chain(self.show_note).chain(describe)
    }

    /// Their descriptions. A first sentence says what the arguments do, where their names do not.
    pub(crate) fn descriptions(&self) -> impl Iterator<Item = String> {
        self.described().map(move |it| match has(&self.in_full, it) {
            true => it.to_string(),
            false => it.signature(),
        })
    }

    /// The commands that the prompt describes in a line for the subtask.
    pub(crate) fn in_short(&self) -> impl Iterator<Item = &'a CommandSpec> {
        self.in_short.iter().copied()
    }

    /// The commands that a reply may call: those that the prompt describes and those that it names.
    pub(crate) fn callable(&self) -> impl Iterator<Item = &'a CommandSpec> {
        self.described().chain(self.in_short()).chain(self.named.iter().copied())
    }

    /// Whether a reply may call the command of this name.
    pub(crate) fn accepts(&self, name: &str) -> bool {
        self.replies == ReplyAuthor::KnowsAll || self.callable().any(|it| it.name == name)
    }

    /// The names of the commands that are not described, as a line; `None` if all are.
    pub(crate) fn names(&self) -> Option<String> {
        let names: Vec<&str> = self.named.iter().map(|it| it.name.as_ref()).collect();
        let more = if self.omitted > 0 { format!(" … and {} more", self.omitted) } else { String::new() };
        let is_abridged = !names.is_empty() || self.omitted > 0;
        is_abridged.then(|| format!("{}{more}", names.join(", ")))
    }
}

/// Describes the commands that the words mean, of these native ones and those of every application, in a window of this one.
pub(crate) fn describe(words: &str, native: &[Arc<CommandSpec>], application: &str) -> Outcome {
    let all = all_commands(native, Some(application));
    let found = find_commands(words, &all);
    let effect = Effect::Confirmed(Evidence::Reported(format!("described: {}", found.len())));
    let lines: Vec<String> = found.iter().map(ToString::to_string).collect();
    let output = match found.len() {
        0 => {
            let names: Vec<&str> = all.iter().map(|it| it.name.as_ref()).collect();
            format!(
                "in this window no function is called {words:?} or does that; the functions are {}",
                names.join(", ")
            )
        }
        _ => lines.join("\n"),
    };
    Outcome { output: Some(output), ..effect.into() }
}

/// The native commands that are described whatever agents ask, and those of them that are described in full: all if they fit, else
/// those that no application offers, which name agents in their descriptions.
fn always_described(native: &[Arc<CommandSpec>]) -> (Vec<&CommandSpec>, Vec<&CommandSpec>) {
    let all: Vec<&CommandSpec> = native.iter().map(AsRef::as_ref).collect();
    if all.iter().map(|it| bytes(&it.to_string())).sum::<usize>() <= BYTES_OF_ALL {
        return (all.clone(), all);
    }
    let (optional, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|it| needs_no_receiver(it));
    let always = others.into_iter().filter(|it| is_always_described(it));
    (optional.iter().copied().chain(always).collect(), optional)
}

/// The commands that get a line for the subtask: those that its words mean, as many as fit, then some of the first ones.
fn in_short<'a>(subtask: &str, others: &[&'a CommandSpec]) -> Vec<&'a CommandSpec> {
    let (mut taken, mut chosen) = (0, Vec::new());
    for spec in rank_commands(subtask, others) {
        let needed = bytes(&spec.signature());
        if taken + needed <= BYTES_OF_LINES {
            taken += needed;
            chosen.push(spec);
        }
    }
    let room = BYTES_OF_FIRST_LINES.saturating_sub(taken).max(BYTES_OF_FIRST_LINES / 2);
    let left = room.min(BYTES_OF_LINES.saturating_sub(taken));
    let first = fitting(&without(others, &chosen), left, CommandSpec::signature);
    chosen.into_iter().chain(first).collect()
}

/// The native commands, those of Deskpilot's tables before those that an application offers by itself, which may be hundreds.
fn by_table(native: &[Arc<CommandSpec>]) -> Vec<&CommandSpec> {
    let all: Vec<&CommandSpec> = native.iter().map(AsRef::as_ref).collect();
    let (own, discovered): (Vec<_>, Vec<_>) = all.into_iter().partition(|it| it.is_built_in());
    own.into_iter().chain(discovered).collect()
}

/// These native commands, and those of every application that none of them replaces.
fn all_commands<'a>(native: &'a [Arc<CommandSpec>], application: Option<&str>) -> Vec<&'a CommandSpec> {
    let general = general_commands(native, application).chain([&DESCRIBE_COMMAND.spec]);
    native.iter().map(AsRef::as_ref).chain(general).collect()
}

/// The commands of every application that serve this one and that no native one replaces.
fn general_commands<'a>(
    native: &[Arc<CommandSpec>],
    application: Option<&str>,
) -> impl Iterator<Item = &'a CommandSpec> {
    offered_commands(application).filter(|it| native.iter().all(|own| own.name != it.name))
}

/// The commands that the questions mean, those of the last question first, each once.
fn asked_about<'a>(questions: &[&str], all: &[&'a CommandSpec]) -> Vec<&'a CommandSpec> {
    let mut asked: Vec<&CommandSpec> = Vec::new();
    for spec in questions.iter().rev().flat_map(|words| find_commands(words, all)) {
        if !has(&asked, spec) {
            asked.push(spec);
        }
    }
    asked
}

/// The first of the commands whose descriptions fit into so many bytes.
fn fitting<'a>(
    specs: &[&'a CommandSpec],
    bytes_at_most: usize,
    description: fn(&CommandSpec) -> String,
) -> Vec<&'a CommandSpec> {
    let mut left = bytes_at_most;
    let fits = |it: &&&CommandSpec| {
        let needed = bytes(&description(it));
        let fits = needed <= left;
        left = left.saturating_sub(needed);
        fits
    };
    specs.iter().take_while(fits).copied().collect()
}

/// The commands that are not among the others.
fn without<'a>(specs: &[&'a CommandSpec], others: &[&CommandSpec]) -> Vec<&'a CommandSpec> {
    specs.iter().copied().filter(|it| !has(others, it)).collect()
}

fn has(specs: &[&CommandSpec], spec: &CommandSpec) -> bool {
    specs.iter().any(|it| it.name == spec.name)
}

fn is_rare(spec: &CommandSpec) -> bool {
    RARE.contains(&spec.name.as_ref())
}

fn is_always_described(spec: &CommandSpec) -> bool {
    // A tool of the same name may have a description of any length.
    spec.is_built_in() && ALWAYS.contains(&spec.name.as_ref())
}

fn needs_no_receiver(spec: &CommandSpec) -> bool {
    optional_command(&spec.name).is_some()
}

fn runs_programs(spec: &CommandSpec) -> bool {
    matches!(spec.side_effects, SideEffects::Risks(risks) if risks.iter().any(|it| it == Risk::Runs))
}

/// The bytes of a line in a list.
fn bytes(line: &str) -> usize {
    "- \n".len() + line.len()
}

#[cfg(test)]
mod tests;
