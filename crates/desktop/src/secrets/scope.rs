//! Where a secret may be typed.

use deskpilot_core::{
    Refusal,
    policy::{Glob, domain},
};

/// The applications and sites that a secret is restricted to; an empty list is no restriction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SecretScope {
    /// Names of programs.
    pub applications: Vec<Glob>,
    /// Web sites; `*.example.org` matches all subdomains.
    pub domains: Vec<Glob>,
}

impl SecretScope {
    /// Why the secret of this name may not go into this application, which shows the pages of these URLs; `None` if it may.
    pub fn objection(&self, name: &str, application: Option<&str>, pages: &[String]) -> Option<Refusal> {
        let bound = |globs: &[Glob], here: Option<&str>| Refusal::SecretBound {
            name: name.to_owned(),
            bound_to: list(globs),
            here: here.map(str::to_owned),
        };
        let is_one = |globs: &[Glob], text: &str| globs.iter().any(|it| it.matches(&text.to_lowercase()));
        if !self.applications.is_empty() && !application.is_some_and(|it| is_one(&self.applications, it)) {
            return Some(bound(&self.applications, Some(application.unwrap_or("an unknown application"))));
        }
        let sites: Vec<String> = pages.iter().map(|it| domain(it).unwrap_or_else(|| it.clone())).collect();
        let other = sites.iter().find(|it| !is_one(&self.domains, it));
        // A window without a page has no site, so a secret of sites does not go there either.
        let is_unfit = !self.domains.is_empty() && (other.is_some() || sites.is_empty());
        is_unfit.then(|| bound(&self.domains, other.map(String::as_str)))
    }
}

fn list(globs: &[Glob]) -> String {
    let names: Vec<String> = globs.iter().map(ToString::to_string).collect();
    names.join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_secret_is_for_its_applications_and_sites_only() {
        let bounds = |applications: &[&str], domains: &[&str]| SecretScope {
            applications: applications.iter().map(|it| Glob::from(*it)).collect(),
            domains: domains.iter().map(|it| Glob::from(*it)).collect(),
        };
        let bank = || bounds(&["firefox*"], &["bank.example", "*.bank.example"]);
        for (bounds, application, pages, expected) in [
            (bounds(&[], &[]), None, &[][..], None),
            (bounds(&["Mail"], &[]), Some("mail"), &[], None),
            (bounds(&["mail"], &[]), Some("chat"), &[], Some("the secret x is for mail, and this is chat")),
            (
                bounds(&["mail"], &[]),
                None,
                &[],
                Some("the secret x is for mail, and this is an unknown application"),
            ),
            (bank(), Some("firefox-esr"), &["https://www.Bank.example/login"], None),
            (
                bank(),
                Some("firefox-esr"),
                &["https://bank.example@evil.example/"],
                Some("the secret x is for bank.example or *.bank.example, and this is evil.example"),
            ),
            (
                bank(),
                Some("firefox-esr"),
                &["https://bank.example/", "https://evil.example/frame"],
                Some("the secret x is for bank.example or *.bank.example, and this is evil.example"),
            ),
            (
                bank(),
                Some("firefox-esr"),
                &["about:blank"],
                Some("the secret x is for bank.example or *.bank.example, and this is about:blank"),
            ),
            (
                bank(),
                Some("firefox"),
                &[],
                Some(
                    "the secret x is for bank.example or *.bank.example, and the origin of this page is unknown",
                ),
            ),
            (
                bank(),
                Some("evil"),
                &["https://bank.example/"],
                Some("the secret x is for firefox*, and this is evil"),
            ),
        ] {
            let pages: Vec<String> = pages.iter().map(|it| (*it).to_owned()).collect();
            assert_eq!(
                bounds.objection("x", application, &pages).map(|it| it.to_string()).as_deref(),
                expected,
                "{application:?} {pages:?}"
            );
        }
    }
}
