//! Where the application of a window exports its actions: found by the process of the window, then by introspection.

use super::{
    ACTIONS,
    described::{ActionGroup, Owner},
};
use crate::{
    bus::{BusError, BusLink},
    introspection::{Object, below},
    window_object::WindowObject,
};
use futures::future::join_all;

/// The interface of the object at which an application exports itself.
const APPLICATION: &str = "org.gtk.Application";
/// The most objects of a connection to request, and how deep they may be.
const MOST_OBJECTS: usize = 64;
const DEEPEST: usize = 8;
/// How many connections of a process are looked at.
const MOST_CONNECTIONS: usize = 8;

/// What the applications of a process export.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Exports {
    applications: Vec<Application>,
}

/// An application, and the objects of its windows.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Application {
    peer: String,
    path: String,
    windows: Vec<String>,
}

impl Exports {
    /// Looks at the connections of a process.
    pub(super) async fn find(link: &BusLink, process: u32) -> Result<Exports, BusError> {
        let mut peers = link.connections_of(process).await?;
        peers.truncate(MOST_CONNECTIONS);
        let found = join_all(peers.iter().map(|peer| Application::find(link, peer))).await;
        // An application that has left meanwhile is no error.
        let found = found.into_iter().filter(|it| !matches!(it, Err(error) if error.is_gone()));
        let found = found.collect::<Result<Vec<_>, _>>()?;
        Ok(Exports { applications: found.into_iter().flatten().collect() })
    }

    /// Whether its applications are there and have the same windows. Where nothing was found, something may be there by now.
    pub(super) async fn is_current(&self, link: &BusLink) -> bool {
        let windows = join_all(self.applications.iter().map(|it| it.read_windows(link))).await;
        !self.applications.is_empty()
            && self.applications.iter().zip(windows).all(|(it, now)| now.is_ok_and(|now| now == it.windows))
    }

    pub(super) fn owners(&self) -> impl Iterator<Item = &str> {
        self.applications.iter().map(|it| it.peer.as_str())
    }

    /// The objects whose actions are those of the window that is this object: those of the applications, and of the window.
    pub(super) fn groups(&self, object: Option<&WindowObject>) -> Vec<ActionGroup> {
        let of = |application: &Application, path: &str, owner| ActionGroup {
            peer: application.peer.clone(),
            path: path.to_owned(),
            owner,
        };
        let all = self.applications.iter().map(|it| of(it, &it.path, Owner::Application));
        let window = self.window(object).map(|(application, path)| of(application, path, Owner::Window));
        all.chain(window).collect()
    }

    /// Why actions are missing.
    pub(super) fn troubles(&self, object: Option<&WindowObject>) -> Option<String> {
        let count = self.windows().count();
        (count > 1 && self.window(object).is_none()).then(|| {
            format!(
                "the application has {count} windows, and does not say which actions are this one's: only those of the \
                 application are offered"
            )
        })
    }

    /// The only window, which may be a dialog's, or else the one that is this object.
    fn window(&self, object: Option<&WindowObject>) -> Option<(&Application, &str)> {
        let is_object = |(application, path): &(&Application, &str)| {
            object.is_some_and(|it| it.peer == application.peer && it.path == *path)
        };
        let mut windows = self.windows();
        match (windows.next(), windows.next()) {
            (only, None) => only,
            _ => self.windows().find(is_object),
        }
    }

    fn windows(&self) -> impl Iterator<Item = (&Application, &str)> {
        self.applications.iter().flat_map(|it| it.windows.iter().map(move |path| (it, path.as_str())))
    }
}

impl Application {
    /// The application that a connection exports; `None` if it exports none.
    async fn find(link: &BusLink, peer: &str) -> Result<Option<Application>, BusError> {
        let (mut level, mut left) = (vec!["/".to_owned()], MOST_OBJECTS);
        for _ in 0..DEEPEST {
            let objects = join_all(level.iter().map(|path| Object::read(link, peer, path))).await;
            let mut next = Vec::new();
            for (path, object) in level.iter().zip(objects) {
                let object = known(object)?;
                if object.has(APPLICATION) && object.has(ACTIONS) {
                    let found =
                        Application { peer: peer.to_owned(), path: path.clone(), windows: Vec::new() };
                    let windows = found.read_windows(link).await?;
                    return Ok(Some(Application { windows, ..found }));
                }
                next.extend(object.children.iter().map(|it| below(path, it)));
            }
            next.truncate(left);
            left -= next.len();
            level = next;
        }
        Ok(None)
    }

    /// The paths of its windows. Each is numbered.
    async fn read_windows(&self, link: &BusLink) -> Result<Vec<String>, BusError> {
        let windows = below(&self.path, "window");
        let mut numbers = known(Object::read(link, &self.peer, &windows).await)?.children;
        numbers.retain(|it| it.bytes().all(|digit| digit.is_ascii_digit()));
        numbers.sort();
        Ok(numbers.iter().map(|it| below(&windows, it)).collect())
    }
}

/// The object; an empty one if the peer has nothing there. A peer that is gone or does not answer is an error.
fn known(object: Result<Object, BusError>) -> Result<Object, BusError> {
    match object {
        Err(error) if error.refusal().is_some() => Ok(Object::default()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_of_a_window_are_those_of_the_only_one_or_of_its_object() {
        let exports = |windows: &[&str]| {
            let windows = windows.iter().map(|it| below("/a/window", it)).collect();
            Exports { applications: vec![Application { peer: ":1.2".into(), path: "/a".into(), windows }] }
        };
        let object = |peer: &str, number: u32| WindowObject {
            peer: peer.to_owned(),
            path: format!("/a/window/{number}"),
        };
        let application = (Owner::Application, "/a".to_owned());
        let with_window =
            |number: u32| vec![application.clone(), (Owner::Window, format!("/a/window/{number}"))];
        let alone = vec![application.clone()];
        for (windows, object, expected) in [
            (["1"].as_slice(), None, with_window(1)),
            (&["1"], Some(object(":1.9", 2)), with_window(1)),
            (&["1", "2"], None, alone.clone()),
            (&["1", "2"], Some(object(":1.2", 2)), with_window(2)),
            (&["1", "2"], Some(object(":1.2", 3)), alone.clone()),
            (&["1", "2"], Some(object(":1.9", 2)), alone.clone()),
            (&[], None, alone),
        ] {
            let (exports, object) = (exports(windows), object.as_ref());
            let groups = exports.groups(object).into_iter().map(|it| (it.owner, it.path));
            assert_eq!(groups.collect::<Vec<_>>(), expected, "{windows:?} {object:?}");
            let is_missing = windows.len() > 1 && expected.len() == 1;
            assert_eq!(exports.troubles(object).is_some(), is_missing, "{windows:?} {object:?}");
        }
    }
}
