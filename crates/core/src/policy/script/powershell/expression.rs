//! Reads the expressions of PowerShell that run nothing but the commands in them: no methods, no types.

use super::reader::{Read, Reader, is_dash, is_double_quote, is_of_name, is_single_quote};

/// Operators between values, without the letter before some that says whether case counts.
const OPERATORS: &[&str] = &[
    "and",
    "band",
    "bor",
    "bxor",
    "contains",
    "eq",
    "f",
    "ge",
    "gt",
    "in",
    "join",
    "le",
    "like",
    "lt",
    "match",
    "ne",
    "not",
    "notcontains",
    "notin",
    "notlike",
    "notmatch",
    "or",
    "replace",
    "shl",
    "shr",
    "split",
    "xor",
];
/// Operators before a value.
const UNARY: &[&str] = &["bnot", "join", "not", "split"];
/// Variables that change what commands mean: their beginnings.
const SETTINGS: &[&str] =
    &["executioncontext", "false", "home", "host", "input", "null", "ofs", "profile", "ps", "true"];
/// The end of the names of such variables.
const PREFERENCE: &str = "preference";

/// What a part of an expression is.
#[derive(PartialEq)]
enum Operand {
    /// A variable that a script may set.
    Settable,
    Other,
}

impl Reader {
    /// Values with operators between them, or the setting of a variable.
    pub(super) fn expression(&mut self) -> Read<()> {
        let mut operand = self.operand()?;
        loop {
            self.skip_blanks();
            if self.takes_assignment() {
                return match operand {
                    Operand::Settable => self.nested(|it| {
                        it.skip_lines();
                        it.pipeline()
                    }),
                    Operand::Other => self.unread(),
                };
            }
            if !self.operator()? {
                return Ok(());
            }
            self.skip_lines();
            self.operand()?;
            operand = Operand::Other;
        }
    }

    fn operand(&mut self) -> Read<Operand> {
        self.skip_unary();
        let start = self.peek();
        match start {
            Some('$') => return self.variable_operand(),
            Some('(') => {
                self.next();
                self.statements(Some(')'))?;
            }
            Some('{') => {
                self.next();
                self.statements(Some('}'))?;
            }
            Some('@') => drop(self.after_at()?),
            Some(letter) if is_single_quote(letter) || is_double_quote(letter) => drop(self.word()?),
            Some(letter) if letter.is_ascii_digit() => {
                drop(self.take_while(|it| it.is_ascii_alphanumeric()));
                // `1..3` is a range, and its point is none of a number.
                if self.peek_after(1) != Some('.') && self.take(".") {
                    drop(self.take_while(|it| it.is_ascii_alphanumeric()));
                }
            }
            _ => return self.unread(),
        }
        self.members()?;
        Ok(Operand::Other)
    }

    fn variable_operand(&mut self) -> Read<Operand> {
        let is_plain = self.peek_after(1).is_some_and(is_of_name);
        let mut name = String::new();
        for at in 1.. {
            match self.peek_after(at) {
                Some(letter) if is_of_name(letter) || letter == ':' => name.extend(letter.to_lowercase()),
                _ => break,
            }
        }
        drop(self.variable()?);
        let has_members = self.members()?;
        // A drive or a scope, as in `$env:PATH`, reaches beyond the variables of the script.
        let is_setting = name.contains(':')
            || name.ends_with(PREFERENCE)
            || SETTINGS.iter().any(|it| name.starts_with(it));
        Ok(if is_plain && !has_members && !is_setting { Operand::Settable } else { Operand::Other })
    }

    /// Goes past the members of a value and its places; whether there were any.
    fn members(&mut self) -> Read<bool> {
        let mut has_members = false;
        loop {
            match (self.peek(), self.peek_after(1)) {
                (Some('.'), Some(letter)) if is_of_name(letter) => {
                    self.next();
                    drop(self.take_while(is_of_name));
                }
                (Some('['), _) => {
                    self.next();
                    self.nested(Reader::expression)?;
                    self.skip_blanks();
                    if !self.take("]") {
                        return self.unread();
                    }
                }
                // A call of a method, or a member of a type: what it runs is no command.
                (Some('(' | ':' | '{'), _) => return self.unread(),
                _ => return Ok(has_members),
            }
            has_members = true;
        }
    }

    fn skip_unary(&mut self) {
        loop {
            self.skip_blanks();
            let is_sign = matches!(self.peek(), Some('!' | '+' | ',')) || self.peek().is_some_and(is_dash);
            let is_word = is_sign && self.peek_after(1).is_some_and(char::is_alphabetic);
            if !is_sign || is_word && !self.takes_named(UNARY) {
                return;
            }
            if !is_word {
                self.next();
            }
        }
    }

    /// Goes past an operator; whether there is one.
    fn operator(&mut self) -> Read<bool> {
        match (self.peek(), self.peek_after(1)) {
            (Some(dash), Some(letter)) if is_dash(dash) && letter.is_alphabetic() => {
                if self.takes_named(OPERATORS) { Ok(true) } else { self.unread() }
            }
            (Some('.'), Some('.')) => Ok(self.take("..")),
            // `*>` redirects all output.
            (Some('*'), Some('>')) => Ok(false),
            (Some(sign), _) if "+*/%,".contains(sign) || is_dash(sign) => {
                self.next();
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Goes past a dash and one of these names.
    fn takes_named(&mut self, names: &[&str]) -> bool {
        let mut name = String::new();
        for at in 1.. {
            match self.peek_after(at) {
                Some(letter) if letter.is_alphabetic() => name.extend(letter.to_lowercase()),
                _ => break,
            }
        }
        let without_case = name.strip_prefix(['c', 'i']).unwrap_or(&name);
        let is_known = names.contains(&name.as_str()) || names.contains(&without_case);
        if is_known {
            self.next();
            drop(self.take_while(char::is_alphabetic));
        }
        is_known
    }

    fn takes_assignment(&mut self) -> bool {
        ["=", "+=", "-=", "*=", "/=", "%="].into_iter().any(|it| self.take(it))
    }

    /// The names and values of a table up to its end.
    pub(super) fn table(&mut self) -> Read<()> {
        loop {
            self.skip_lines();
            match self.peek() {
                Some('}') => {
                    self.next();
                    return Ok(());
                }
                Some(';') => {
                    self.next();
                    continue;
                }
                Some(quote) if is_single_quote(quote) || is_double_quote(quote) => drop(self.word()?),
                Some(letter) if is_of_name(letter) => drop(self.take_while(is_of_name)),
                _ => return self.unread(),
            }
            self.skip_blanks();
            if !self.take("=") {
                return self.unread();
            }
            self.skip_lines();
            self.pipeline()?;
        }
    }
}
