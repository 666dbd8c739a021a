//! The environment in which git, and what shows text, runs no program that a file of a folder or of a home names.
//!
//! Git takes most of its settings from the repository in which it runs. Each of these variables and settings wins against those
//! of a repository. The names of drivers and filters are the repository's own, so that nothing can be set for them here: the
//! policy calls what runs them `unknown`.

use deskpilot_system::is_same_variable;

/// Variables of git and of programs that show text.
const VARIABLES: &[(&str, &str)] = &[
    ("GIT_CONFIG_NOSYSTEM", "1"),
    ("GIT_ATTR_NOSYSTEM", "1"),
    ("GIT_PAGER", "cat"),
    ("PAGER", "cat"),
    ("MANPAGER", "cat"),
    ("GIT_EDITOR", "false"),
    ("GIT_SEQUENCE_EDITOR", "false"),
    ("GIT_ASKPASS", "false"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_SSH_COMMAND", "ssh"),
    // Set and empty it keeps git from what `core.gitProxy` names.
    ("GIT_PROXY_COMMAND", ""),
    // An object that is missing would be fetched, by a program that the repository's remote names.
    ("GIT_NO_LAZY_FETCH", "1"),
    // Keeps commands that only read, such as `git status`, from writing the index.
    ("GIT_OPTIONAL_LOCKS", "0"),
    // A file in the home may name a program that `less` runs on what it shows.
    ("LESSSECURE", "1"),
];

/// A path without a file, where only an administrator can create one: below the root, or below the folder of Windows.
const NOWHERE: &str = "/deskpilot-has-no-file-here";
/// The variable that names the folder of Windows. Anybody may create folders above it.
const WINDOWS_FOLDER: &str = "SystemRoot";

/// Settings of git, as in its configuration.
const SETTINGS: &[(&str, &str)] = &[
    ("core.pager", "cat"),
    ("core.hooksPath", NOWHERE),
    ("core.fsmonitor", "false"),
    ("core.editor", "false"),
    ("sequence.editor", "false"),
    ("core.sshCommand", "ssh"),
    ("core.askPass", "false"),
    ("core.attributesFile", NOWHERE),
    ("core.alternateRefsCommand", "true"),
    ("gpg.program", "false"),
    ("gpg.openpgp.program", "false"),
    ("gpg.x509.program", "false"),
    ("gpg.ssh.program", "false"),
    ("gpg.ssh.defaultKeyCommand", "false"),
    ("log.showSignature", "false"),
    // Git would merge again to show what a merge changed, by drivers of the repository.
    ("log.diffMerges", "separate"),
    // Git would run in the submodule, which has a configuration of its own.
    ("diff.submodule", "short"),
    ("submodule.recurse", "false"),
    ("submodule.propagateBranches", "false"),
    ("interactive.diffFilter", "cat"),
    // An empty one empties the list.
    ("credential.helper", ""),
    ("protocol.ext.allow", "never"),
    ("uploadpack.packObjectsHook", ""),
    ("gc.recentObjectsHook", "true"),
];

const COUNT: &str = "GIT_CONFIG_COUNT";

/// This environment with what keeps git tame. What it sets by itself stays.
pub(super) fn tamed(env: &[(String, String)]) -> Vec<(String, String)> {
    let value = |name: &str| env.iter().rev().find(|it| it.0 == name).map(|it| it.1.as_str());
    let own = value(COUNT).and_then(|it| it.parse::<usize>().ok()).unwrap_or(0);
    let is_own = |setting: &str| {
        (0..own)
            .filter_map(|at| value(&format!("GIT_CONFIG_KEY_{at}")))
            .any(|it| it.eq_ignore_ascii_case(setting))
    };
    let windows = env.iter().find(|it| is_same_variable(&it.0, WINDOWS_FOLDER)).map_or("", |it| &it.1);
    let variables = VARIABLES.iter().filter(|it| value(it.0).is_none());
    let settings: Vec<_> = SETTINGS.iter().filter(|it| !is_own(it.0)).collect();
    let mut tamed = env.to_vec();
    tamed.extend(variables.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    for (at, (name, value)) in (own..).zip(&settings) {
        tamed.push((format!("GIT_CONFIG_KEY_{at}"), (*name).to_owned()));
        let folder = if *value == NOWHERE { windows } else { "" };
        tamed.push((format!("GIT_CONFIG_VALUE_{at}"), format!("{folder}{value}")));
    }
    tamed.push((COUNT.to_owned(), (own + settings.len()).to_string()));
    tamed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last<'a>(env: &'a [(String, String)], name: &str) -> &'a str {
        &env.iter().rev().find(|it| it.0 == name).unwrap().1
    }

    #[test]
    fn hooks_are_looked_for_where_nobody_can_put_one() {
        let hooks = |env: &[(String, String)]| {
            let env = tamed(env);
            let at = env.iter().find(|it| it.1 == "core.hooksPath").unwrap().0.replace("KEY", "VALUE");
            last(&env, &at).to_owned()
        };
        assert_eq!(hooks(&[]), NOWHERE);
        assert_eq!(
            hooks(&[(WINDOWS_FOLDER.into(), r"C:\Windows".into())]),
            r"C:\Windows/deskpilot-has-no-file-here"
        );
    }

    #[test]
    fn what_the_user_set_stays() {
        let own = [
            ("GIT_PAGER", "mine"),
            (COUNT, "2"),
            ("GIT_CONFIG_KEY_0", "Core.HooksPath"),
            ("GIT_CONFIG_VALUE_0", "/hooks"),
            ("GIT_CONFIG_KEY_1", "user.name"),
            ("GIT_CONFIG_VALUE_1", "me"),
        ];
        let env = tamed(&own.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!(last(&env, "GIT_PAGER"), "mine");
        assert_eq!(last(&env, "PAGER"), "cat");
        assert_eq!(last(&env, "GIT_CONFIG_VALUE_1"), "me");
        assert_eq!(last(&env, "GIT_CONFIG_KEY_2"), "core.pager");
        let count = SETTINGS.len() + 1;
        assert_eq!(last(&env, COUNT), count.to_string());
        assert_eq!(last(&env, &format!("GIT_CONFIG_KEY_{}", count - 1)), SETTINGS[SETTINGS.len() - 1].0);
        let hooks = env.iter().filter(|it| it.1.eq_ignore_ascii_case("core.hooksPath"));
        assert_eq!(hooks.count(), 1);
    }
}
