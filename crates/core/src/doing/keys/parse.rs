//! The parser for the notations in which people and models write keys.

use super::{Chord, Key, Modifier, hold, names};
use crate::doing::secret_names::leading_placeholder;

/// The most keys of one action; a longer text is set and not typed.
const MAX_KEYS: usize = 10_000;

/// Parses keys in either of two notations.
///
/// A chord by name: `Ctrl+Shift+S`, `<Control>Page_Up`, `F5`, `Enter`. Or a sequence: `{ENTER}`, `{TAB 3}`,
/// `12+5{ENTER}`, `{CTRL+A}new`, in which `{{}` and `{}}` are the literal braces, characters outside braces are
/// typed, and `{{secret:NAME}}` is one text. In a sequence `^`, `%` and `+` hold Control, Alt and Shift for the
/// next key or for a group in parentheses (`^s`, `%{F4}`, `+{TAB}`, `^a{DELETE}`), but only where no text is
/// next to them; elsewhere, as in a sum, they are typed. Text that begins like a chord without being one is refused.
/// Errors are sentences for the agent.
pub fn parse_keys(text: &str) -> Result<Vec<Chord>, String> {
    if text.is_empty() {
        return Err("there are no keys to press: write something like Ctrl+S or {ENTER}".into());
    }
    let alone = text.trim();
    match chord(alone).or_else(|| names::key_alone(alone)) {
        Some(chord) => Ok(vec![chord]),
        None => Sequence::of(text).parse(),
    }
}

/// A key with at least one modifier: `Ctrl+S` or, as GTK writes it, `<Control>s`.
fn chord(text: &str) -> Option<Chord> {
    let (parts, last) = split(text)?;
    let mut held = Vec::new();
    for part in parts {
        hold(&mut held, names::named_modifier(part)?);
    }
    let pressed = names::named_key(last)
        .or_else(|| names::named_modifier(last).map(Key::Modifier).map(Chord::plain))?;
    // With a modifier held, a letter means its key: Ctrl+S is not Ctrl+Shift+s.
    let key = match pressed.key {
        Key::Char(c) => Key::Char(c.to_lowercase().next().unwrap_or(c)),
        other => other,
    };
    Some(Chord { key, ..pressed }.with_held(&held))
}

/// The names of what is held and of the key, if the text has the form of a chord.
fn split(text: &str) -> Option<(Vec<&str>, &str)> {
    let (mut held, mut rest) = (Vec::new(), text);
    while let Some((name, after)) = rest.strip_prefix('<').and_then(|it| it.split_once('>')) {
        held.push(name);
        rest = after;
    }
    if held.is_empty() {
        // `Ctrl++` is Control and the plus sign.
        let (before, last) = match text.strip_suffix("++") {
            Some(before) => (before, "plus"),
            None => text.rsplit_once('+')?,
        };
        held.extend(before.split('+').map(str::trim));
        rest = last.trim();
    }
    (!rest.is_empty() && held.iter().all(|it| !it.is_empty())).then_some((held, rest))
}

/// Why text is refused as keys: it begins like a chord, and a chord among text needs braces.
fn objection(run: &str, next_is_brace: bool) -> Option<String> {
    let run = run.trim();
    let first = run.split_whitespace().next()?;
    let braced =
        |chord: &str| Some(format!("among other keys write the chord in braces, {{{chord}}}{TYPED}"));
    if let Some(held) = run.strip_suffix('+').filter(|_| next_is_brace)
        && held.split('+').all(|it| names::named_modifier(it.trim()).is_some())
    {
        return braced(&format!("{held}+KEY"));
    }
    let begins = [run, first, first.trim_end_matches([',', ';'])].into_iter().find(|it| chord(it).is_some());
    if let Some(chord) = begins {
        return braced(chord);
    }
    let dashed = run.replace('-', "+");
    if !run.contains('+') && chord(&dashed).is_some_and(|it| !matches!(it.key, Key::Modifier(_))) {
        return Some(format!("write a chord with +, {dashed}{TYPED}"));
    }
    let unknown = unknown_name(run)?;
    let nearest = names::nearest(unknown).map_or_else(
        || "write names like ENTER, F5 or PAGEUP".to_owned(),
        |name| format!("the nearest is {name}"),
    );
    Some(format!("there is no key {:?} for a chord: {nearest}{TYPED}", shorten(unknown)))
}

/// How to type what looks like a chord.
const TYPED: &str = "; to type it as text, put its first character in braces, as in {C}trl";

/// The name that is wrong in a text with the form of a chord; `None` for any other text.
fn unknown_name(run: &str) -> Option<&str> {
    let (held, last) = split(run)?;
    let is_gtk = run.starts_with('<');
    let is_outside = |c: char| c.is_whitespace() || (is_gtk && matches!(c, '<' | '>'));
    let is_word = |it: &str| !it.contains(is_outside);
    if !is_word(last) || !held.iter().all(|it| is_word(it)) {
        return None;
    }
    if names::named_modifier(held[0]).is_some() {
        return Some(held.into_iter().find(|it| names::named_modifier(it).is_none()).unwrap_or(last));
    }
    // A misspelt modifier counts only before a key: much text has a plus.
    let is_misspelt_modifier =
        !is_gtk && names::may_mean_modifier(held[0]) && names::named_key(last).is_some();
    is_misspelt_modifier.then_some(held[0])
}

/// What precedes a sign.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Preceding {
    /// Nothing, a key in braces, or a key that was pressed with a modifier.
    Nothing,
    /// A modifier in braces, which is held.
    Hold,
    /// Typed text.
    Text,
}

/// Keys one after another, as far as they are parsed.
struct Sequence<'t> {
    rest: &'t str,
    chords: Vec<Chord>,
    held: Vec<Modifier>,
    in_group: bool,
    before: Preceding,
}

impl<'t> Sequence<'t> {
    fn of(text: &'t str) -> Sequence<'t> {
        let (chords, held) = (Vec::new(), Vec::new());
        Sequence { rest: text, chords, held, in_group: false, before: Preceding::Nothing }
    }

    fn parse(mut self) -> Result<Vec<Chord>, String> {
        self.check_text()?;
        while let Some(c) = self.rest.chars().next() {
            if self.held.is_empty()
                && let Some(named) = leading_placeholder(self.rest)
            {
                self.type_placeholder(named)?;
                continue;
            }
            self.rest = &self.rest[c.len_utf8()..];
            self.character(c)?;
        }
        match self.held.last() {
            Some(modifier) => {
                Err(format!("{modifier:?} is held at the end of the keys with no key after it"))
            }
            None => Ok(self.chords),
        }
    }

    /// Takes the next character, with the rest of its braces.
    fn character(&mut self, c: char) -> Result<(), String> {
        match c {
            '+' if self.before == Preceding::Hold => {
                return Err(format!(
                    "write a chord in one pair of braces, such as {{CTRL+S}}, and not {{CTRL}}+{}",
                    shorten(self.rest)
                ));
            }
            '^' | '%' | '+' if !self.held.is_empty() || holds(c, self.rest, self.before) => {
                hold(&mut self.held, modifier_of_sign(c));
            }
            '(' if !self.held.is_empty() && !self.in_group => self.in_group = true,
            ')' if self.in_group => {
                self.in_group = false;
                self.held.clear();
            }
            '{' => match parse_braces(&mut self.rest)? {
                BracedKey::Hold(modifier) => {
                    hold(&mut self.held, modifier);
                    self.before = Preceding::Hold;
                }
                BracedKey::Press(chord, times) => {
                    let is_character = matches!(chord.key, Key::Char(_)) && chord.held.is_empty();
                    self.press(chord, times)?;
                    self.before = Preceding::Nothing;
                    // A character in braces is a part of the text.
                    if !is_character {
                        self.check_text()?;
                    }
                }
            },
            // A line break of two characters is one key.
            '\r' if self.rest.starts_with('\n') => {}
            other => {
                let is_text = self.held.is_empty();
                self.press(Chord::plain(names::key_of(other)), 1)?;
                self.before = if is_text { Preceding::Text } else { Preceding::Nothing };
            }
        }
        Ok(())
    }

    fn press(&mut self, chord: Chord, times: usize) -> Result<(), String> {
        if self.chords.len() + times > MAX_KEYS {
            return Err(format!("these are more than {MAX_KEYS} keys: press fewer at once"));
        }
        let chord = chord.with_held(&self.held);
        self.chords.extend(std::iter::repeat_n(chord, times));
        if !self.in_group {
            self.held.clear();
        }
        Ok(())
    }

    /// A secret reference is typed character by character; the secret replaces it just before the keys are sent.
    fn type_placeholder(&mut self, named: &str) -> Result<(), String> {
        for it in named.chars() {
            self.press(Chord::plain(Key::Char(it)), 1)?;
        }
        self.rest = &self.rest[named.len()..];
        self.before = Preceding::Text;
        Ok(())
    }

    /// Refuses text up to the next brace that begins like a chord.
    fn check_text(&self) -> Result<(), String> {
        let end = self.rest.find('{');
        match objection(&self.rest[..end.unwrap_or(self.rest.len())], end.is_some()) {
            Some(why) if self.held.is_empty() => Err(why),
            _ => Ok(()),
        }
    }
}

const fn modifier_of_sign(sign: char) -> Modifier {
    match sign {
        '^' => Modifier::Control,
        '%' => Modifier::Alt,
        _ => Modifier::Shift,
    }
}

/// Whether a sign holds its modifier for what follows. Beside text, as in a sum, it does not.
fn holds(sign: char, after: &str, before: Preceding) -> bool {
    if before == Preceding::Text {
        return false;
    }
    let key = after.trim_start_matches(['^', '%', '+']);
    match key.chars().next() {
        None => false,
        Some('{' | '(') => true,
        Some(letter) => {
            let is_alone =
                key[letter.len_utf8()..].starts_with(['{', '^', '%', '+']) || key.len() == letter.len_utf8();
            sign != '+' && !letter.is_ascii_digit() && is_alone
        }
    }
}

enum BracedKey {
    Hold(Modifier),
    Press(Chord, usize),
}

/// The content of braces, of which the first is already read: a modifier, a key or a chord, and how often.
fn parse_braces(rest: &mut &str) -> Result<BracedKey, String> {
    // `{}}` is the closing brace itself.
    let first = usize::from(rest.starts_with("}}"));
    let Some(length) = rest[first..].find('}') else {
        return Err(format!("the keys end inside braces: {{{}", shorten(rest)));
    };
    let inside = &rest[..first + length];
    *rest = &rest[first + length + 1..];
    let (name, times) = match inside.rsplit_once(' ') {
        Some((name, times)) if !name.is_empty() => times.parse().map_or((inside, 1), |times| (name, times)),
        _ => (inside, 1),
    };
    if times == 0 {
        return Err(format!("{{{}}} presses nothing: write how often, at least once", shorten(inside)));
    }
    if let Some(modifier) = names::named_modifier(name) {
        return Ok(BracedKey::Hold(modifier));
    }
    let pressed = names::named_key(name).or_else(|| chord(name));
    pressed.map(|chord| BracedKey::Press(chord, times)).ok_or_else(|| unknown_braces(inside, name))
}

fn unknown_braces(inside: &str, name: &str) -> String {
    let unknown = unknown_name(name).unwrap_or(name);
    let nearest = names::nearest(unknown).map_or(String::new(), |it| format!("the nearest is {it}; "));
    format!(
        "there is no key {{{}}}: {nearest}write names like {{ENTER}}, {{TAB 3}} or {{CTRL+S}}",
        shorten(inside)
    )
}

/// The beginning of a text, for an error about it.
fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests;
