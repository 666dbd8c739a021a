//! Who may use the server. Tokens for one use become cookies; of both only the hashes are kept, which are compared in constant time.

mod slowdown;

pub(crate) use slowdown::{Slowdown, TooManyGuesses};

use blake3::Hash;
use deskpilot_system::unguessable_text;
use std::{
    fmt, io, process,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The most tokens, and the most browsers, that are let in at once. The oldest token goes first, and the browser that asked least recently.
const MOST: usize = 64;

/// A browser that was let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Viewer(u32);

/// The name under which its person answers and takes over. A session may be shown by several servers, each of which has a first browser.
impl fmt::Display for Viewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "browser {} of page {}", self.0, process::id())
    }
}

/// The tokens that were not used yet, and the browsers that used one.
#[derive(Debug, Default)]
pub(crate) struct Access(Mutex<Admission>);

#[derive(Debug, Default)]
struct Admission {
    tokens: Vec<Hash>,
    viewers: Vec<(Hash, Viewer)>,
    /// How many browsers were let in so far.
    count: u32,
}

impl Access {
    /// A token that lets one browser in.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub(crate) fn invite(&self) -> io::Result<String> {
        let token = unguessable_text()?;
        let mut admission = self.admission();
        make_room(&mut admission.tokens);
        admission.tokens.push(hash(&token));
        Ok(token)
    }

    /// The cookie for this token, which is used up then; `None` for a wrong one.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub(crate) fn exchange(&self, token: &str) -> io::Result<Option<String>> {
        // The cookie first: where the system gives no random numbers, the token can be used again.
        let (given, cookie) = (hash(token), unguessable_text()?);
        let mut admission = self.admission();
        let before = admission.tokens.len();
        admission.tokens.retain(|it| *it != given);
        if admission.tokens.len() == before {
            return Ok(None);
        }
        admission.count += 1;
        let viewer = Viewer(admission.count);
        make_room(&mut admission.viewers);
        admission.viewers.push((hash(&cookie), viewer));
        Ok(Some(cookie))
    }

    /// The browser with this cookie.
    pub(crate) fn viewer(&self, cookie: &str) -> Option<Viewer> {
        let given = hash(cookie);
        let mut admission = self.admission();
        let at = admission.viewers.iter().position(|(known, _)| *known == given)?;
        let found = admission.viewers.remove(at);
        // A page that is left open asks again and again, so it is never among those that make room.
        admission.viewers.push(found);
        Some(found.1)
    }

    /// How many browsers are let in.
    pub(crate) fn viewer_count(&self) -> usize {
        self.admission().viewers.len()
    }

    fn admission(&self) -> MutexGuard<'_, Admission> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn make_room<T>(list: &mut Vec<T>) {
    if list.len() >= MOST {
        list.remove(0);
    }
}

fn hash(text: &str) -> Hash {
    blake3::hash(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_lets_one_browser_in_once() {
        let access = Access::default();
        let (one, two) = (access.invite().unwrap(), access.invite().unwrap());
        assert_ne!(one, two);
        assert_eq!(access.exchange("guessed").unwrap(), None);
        let cookie = access.exchange(&two).unwrap().unwrap();
        assert_eq!(access.exchange(&two).unwrap(), None, "it was used");
        let name = format!("browser 1 of page {}", process::id());
        assert_eq!(access.viewer(&cookie).map(|it| it.to_string()), Some(name));
        assert_eq!((access.viewer(&one), access.viewer(&two), access.viewer("")), (None, None, None));
        assert!(access.exchange(&one).unwrap().is_some());
    }

    #[test]
    fn the_oldest_of_too_many_go_first() {
        let access = Access::default();
        let first = access.invite().unwrap();
        let tokens: Vec<String> = (0..MOST).map(|_| access.invite().unwrap()).collect();
        assert_eq!(access.exchange(&first).unwrap(), None);
        assert!(tokens.iter().all(|it| access.exchange(it).unwrap().is_some()));
    }

    #[test]
    fn a_page_that_is_left_open_stays_let_in_while_others_come_and_go() {
        let access = Access::default();
        let enter = || access.exchange(&access.invite().unwrap()).unwrap().unwrap();
        let (open, closed) = (enter(), enter());
        for _ in 0..10 * MOST {
            enter();
            assert_eq!(access.viewer(&open), Some(Viewer(1)));
        }
        assert_eq!(access.viewer(&closed), None);
        assert_eq!(access.admission().viewers.len(), MOST);
    }
}
