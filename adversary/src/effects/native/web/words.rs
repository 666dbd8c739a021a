//! The names of what the pages have, and the values that calls are drawn from.

/// The address of the server in a call that is drawn; the real one takes its place.
pub(super) const SITE: &str = "http://site.test";

/// What can be pressed or entered, by role and name. The last are not there, or only on the second page.
pub(super) const PRESSED: &[(&str, &str)] = &[
    ("button", "Press"),
    ("button", "Press"),
    ("button", "Dead"),
    ("button", "Dead"),
    ("button", "Late"),
    ("button", "Very late"),
    ("button", "Bold"),
    ("button", "Fill it"),
    ("button", "Show panel"),
    ("button", "Off"),
    ("button", "Covered"),
    ("button", "Ask"),
    ("button", "Question"),
    ("button", "Notice"),
    ("button", "Popup"),
    ("button", "Start over"),
    ("button", "Send form"),
    ("button", "More"),
    ("button", "Hidden press"),
    ("button", "Inner press"),
    ("button", "Inner dead"),
    ("button", "Shadow press"),
    ("button", "Shadow dead"),
    ("button", "Closed press"),
    ("button", "Closed dead"),
    ("button", "Deep press"),
    ("button", "Deep dead"),
    ("checkbox", "Newsletter"),
    ("checkbox", "Terms"),
    ("checkbox", "Stubborn"),
    ("checkbox", "Reluctant"),
    ("checkbox", "Locked"),
    ("checkbox", "Unavailable"),
    ("checkbox", "Inner check"),
    ("radio", "Small"),
    ("radio", "Large"),
    ("radio", "Huge"),
    ("textbox", "Full name"),
    ("textbox", "Notes"),
    ("textbox", "Deep text"),
    ("textbox", "Inner city"),
    ("textbox", "Shadow word"),
    ("combobox", "Station"),
    ("combobox", "Country"),
    ("link", "To the second"),
    ("link", "In a new tab"),
    ("link", "To the towns"),
    ("link", "The file"),
    ("link", "To nothing"),
    ("link", "Nowhere at all"),
    ("link", "Home"),
    ("link", "To the end"),
    ("button", "Other press"),
    ("button", "Other dead"),
    ("button", "No such thing"),
];

/// What goes into a field.
#[derive(Clone, Copy, Debug)]
pub(super) enum FieldValues {
    /// Any text.
    Texts,
    Numbers,
    Flags,
    /// One of these.
    Words(&'static [&'static str]),
    /// Some of these.
    Several(&'static [&'static str]),
}

const DATES: FieldValues = FieldValues::Words(&["2027-04-03", "2026-12-31", "2026-02-30", "tomorrow", ""]);
const TIMES: FieldValues = FieldValues::Words(&["17:30", "07:05", "25:00", "noon", ""]);
const COLORS: FieldValues = FieldValues::Words(&["#ff8800", "#FFFFFF", "red"]);
const COUNTRIES: &[&str] = &["Norway", "Sweden", "norway", "ch", "choose", "Denmark"];
const TOPPINGS: &[&str] = &["ham", "olives", "onions", "cheese"];
const SIZES: &[&str] = &["Small", "Large", "l", "Huge", "Tiny"];

/// The fields, by label, and what goes into them. The last are not there, or only on the second page.
pub(super) const FIELDS: &[(&str, FieldValues)] = &[
    ("Full name", FieldValues::Texts),
    ("Notes", FieldValues::Texts),
    ("Guests", FieldValues::Numbers),
    ("Arrival", DATES),
    ("Hour", TIMES),
    ("Volume", FieldValues::Numbers),
    ("Paint", COLORS),
    ("Country", FieldValues::Words(COUNTRIES)),
    ("Toppings", FieldValues::Several(TOPPINGS)),
    ("Fixed choice", FieldValues::Words(&["one", "two"])),
    ("Size", FieldValues::Words(SIZES)),
    ("Large", FieldValues::Flags),
    ("Newsletter", FieldValues::Flags),
    ("Terms", FieldValues::Flags),
    ("Stubborn", FieldValues::Flags),
    ("Reluctant", FieldValues::Flags),
    ("Locked", FieldValues::Flags),
    ("Unavailable", FieldValues::Flags),
    ("Secret word", FieldValues::Texts),
    ("Sealed", FieldValues::Texts),
    ("Fixed text", FieldValues::Texts),
    ("Loud", FieldValues::Texts),
    ("Digits", FieldValues::Texts),
    ("Digits", FieldValues::Numbers),
    ("Refusing", FieldValues::Texts),
    ("Fickle", FieldValues::Texts),
    ("Short", FieldValues::Texts),
    ("Leaving", FieldValues::Texts),
    ("Station", FieldValues::Words(&["Oslo", "Bergen", "Oslo Airport", "oslo", "Paris", ""])),
    ("Story", FieldValues::Texts),
    ("Inner city", FieldValues::Texts),
    ("Inner check", FieldValues::Flags),
    ("Shadow word", FieldValues::Texts),
    ("Closed word", FieldValues::Texts),
    ("Deep text", FieldValues::Texts),
    ("Other name", FieldValues::Texts),
    ("No such field", FieldValues::Texts),
];

/// The lists, and what is chosen in them.
pub(super) const LISTS: &[(&str, &[&str])] =
    &[("Country", COUNTRIES), ("Toppings", TOPPINGS), ("Fixed choice", &["one", "two"]), ("Size", SIZES)];

pub(super) const FILE_FIELDS: &[&str] = &["Attachment", "Attachment", "Quick file", "Full name"];
pub(super) const ROLES: &[&str] = &["button", "link", "textbox", "checkbox", "combobox", "heading"];
pub(super) const TABS: &[&str] = &["t1", "t2", "t3", "Second", "Effects", "no such tab"];
pub(super) const URLS: &[&str] = &[
    "http://site.test/",
    "http://site.test/",
    "http://site.test/second",
    "http://site.test/second?more",
    "http://site.test/#towns",
    "http://site.test/frame",
    "http://site.test/file.txt",
    "http://site.test/nothing",
    "http://site.test/missing",
    "http://127.0.0.1:1/",
    "about:blank",
    "about:config",
    "file:///etc/passwd",
    "javascript:document.title = 'gone'",
    "no address",
];
/// Texts that the page shows, hides, or does not have.
pub(super) const AWAITED: &[&str] = &[
    "Effects of commands",
    "Bergen",
    "The panel is open",
    "Nobody sees this sentence",
    "The end.",
    "no such text",
];
pub(super) const SECONDS: &[f64] = &[1.0, 1.0, 2.0, 0.0, 51.0, 1.5];
pub(super) const LENGTHS: &[f64] = &[100.0, 500.0, 20_000.0, 0.0, -1.0, 60.0];
/// Names of new files, some of them not possible.
pub(super) const TARGETS: &[&str] =
    &["one.png", "two.png", "a b.png", "folder/three.png", "four.txt", "letter.txt", "missing/five.png"];
pub(super) const SOURCES: &[&str] = &["letter.txt", "picture.png", "missing.txt", "folder"];

/// A sum.
pub(super) const SUM: &str = "1 + 1";
pub(super) const TITLE: &str = "document.title";
pub(super) const PLACE: &str = "location.href";
/// A promise, and what it comes to.
pub(super) const PROMISE: (&str, &str) =
    ("new Promise(done => setTimeout(() => done('waited'), 200))", "waited");
/// What a script puts into a field.
pub(super) const BY_SCRIPT: &str = "by script";
pub(super) const SETTING: &str = "document.querySelector('[data-name=\"Full name\"]').value = 'by script'";
/// Scripts that fail.
pub(super) const FAILING: &[&str] = &["nothing.at.all", "throw 1", "Promise.reject(new Error('no'))"];
pub(super) const ALERT: &str = "alert('from a script')";
pub(super) const SCRIPTS: &[&str] =
    &[SUM, TITLE, PLACE, PROMISE.0, SETTING, FAILING[0], FAILING[1], FAILING[2], ALERT];
