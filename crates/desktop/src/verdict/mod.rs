//! Judges what an action did, from what was seen before and after it. Pure: a platform looks and acts, and this says the effect.
//!
//! A platform takes a [`WindowSnapshot`] before an action and one after it. [`Proof::of`] says what would prove that the gesture
//! worked. Where the target itself reports that in a call or two, [`Proof::effect_of_value`] and [`effect_of_state`] read the report;
//! everything else is in the [`Comparison`] of the two snapshots. What changes by itself ([`SelfChangingControls`]) proves nothing.

mod already_so;
mod clipboard;
mod closing;
mod comparison;
mod dialog_answer;
mod effect;
mod evidence;
mod judgement;
mod late_bars;
mod passing_texts;
mod proof;
mod remarks;
mod reported_value;
mod second_look;
mod self_changing;
mod sheet_entries;
mod snapshot;
mod spelling;
mod suggestions;
mod text_format;
mod typed_keys;
mod typed_text;
mod uncertain_hit;
mod uncommitted;
mod unseen_press;

pub use already_so::with_existing_state;
pub use clipboard::{effect_of_clipboard, outcome_of_clipboard};
pub use comparison::{Comparison, effect_of_focus, effect_of_state};
pub use dialog_answer::may_close_dialog;
pub use evidence::HIDDEN;
pub use judgement::{Certainty, Verdict};
pub use late_bars::{is_of_menu, late_bars};
pub use passing_texts::PassingTexts;
pub use proof::{Proof, ProofTarget};
pub use second_look::SecondLook;
pub use self_changing::SelfChangingControls;
pub use snapshot::{Caret, ListedWindow, ReadCoverage, SavedFile, Surface, WindowOwner, WindowSnapshot};
pub use spelling::is_own_spelling;
pub use suggestions::Suggestions;
pub use text_format::TextFormat;
pub use typed_keys::{KeyKind, TypedKeys};
pub use uncertain_hit::weakened;
pub use uncommitted::{Commitment, uncommitted};
pub use unseen_press::doubted;
