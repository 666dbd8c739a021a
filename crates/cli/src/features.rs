//! Which features this program was built with.

use deskpilot_core::{Feature, NotBuilt};
use deskpilot_desktop::{Availability, Check};

/// Whether this program has the feature.
const fn is_built(feature: Feature) -> bool {
    match feature {
        Feature::Hosted => cfg!(feature = "hosted"),
        Feature::Ocr => cfg!(feature = "ocr"),
        Feature::GroundingService => cfg!(feature = "grounding-service"),
        Feature::ExternalAgents => cfg!(feature = "external-agents"),
        Feature::Datasets => cfg!(feature = "datasets"),
        Feature::Browser => cfg!(feature = "browser"),
        Feature::ToolServers => cfg!(feature = "tool-servers"),
        Feature::WebSearch => cfg!(feature = "web-search"),
        Feature::Embeddings => cfg!(feature = "embeddings"),
        Feature::Fleet => cfg!(feature = "fleet"),
        Feature::Page => cfg!(feature = "page"),
        Feature::Traces => cfg!(feature = "traces"),
        Feature::Editors => cfg!(feature = "editors"),
        Feature::Mcp => cfg!(feature = "mcp"),
    }
}

/// The version, with the features that are built in and those that are left out.
pub(crate) fn long_version() -> String {
    let (built, left_out): (Vec<Feature>, Vec<Feature>) =
        Feature::ALL.into_iter().partition(|it| is_built(*it));
    format!("{}\nfeatures: {}\nleft out: {}", env!("CARGO_PKG_VERSION"), names(&built), names(&left_out))
}

fn names(features: &[Feature]) -> String {
    match features {
        [] => "none".into(),
        some => some.iter().map(|it| it.name()).collect::<Vec<_>>().join(", "),
    }
}

/// A check of `doctor` for each feature; none is required.
pub(crate) fn checks() -> impl Iterator<Item = Check> {
    Feature::ALL.into_iter().map(|feature| {
        let found = match is_built(feature) {
            true => Availability::Available("built in".into()),
            false => Availability::Missing("left out of this build".into()),
        };
        Check {
            name: format!("feature {}", feature.name()),
            why: feature.description().into(),
            remedy: (!is_built(feature)).then(|| NotBuilt(feature).remedy()),
            found,
            required: false,
            package: None,
        }
    })
}

/// The same in short: one check of all that are built in, and one of each that is left out.
pub(crate) fn summary() -> Vec<Check> {
    let built: Vec<Feature> = Feature::ALL.into_iter().filter(|it| is_built(*it)).collect();
    let together = Check {
        name: "features".into(),
        why: "built in".into(),
        found: Availability::Available(names(&built)),
        remedy: None,
        required: false,
        package: None,
    };
    std::iter::once(together).chain(checks().filter(Check::is_missing)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_built_in_is_one_line_and_what_is_left_out_has_its_own() {
        let missing = Feature::ALL.into_iter().filter(|it| !is_built(*it)).count();
        let lines = summary();
        assert_eq!(lines.len(), missing + 1);
        let Availability::Available(built) = &lines[0].found else { panic!("{lines:?}") };
        assert!(
            Feature::ALL
                .into_iter()
                .all(|it| built.split(", ").any(|name| name == it.name()) == is_built(it)),
            "{built}"
        );
    }

    #[test]
    fn every_feature_is_listed_once_with_a_remedy_where_it_is_left_out() {
        let version = long_version();
        for (feature, check) in Feature::ALL.into_iter().zip(checks()) {
            let words = version.split([' ', ',', '\n']).filter(|word| *word == feature.name());
            assert_eq!(words.count(), 1, "{version}");
            assert_eq!(check.remedy.is_none(), is_built(feature), "{}", check.name);
            assert!(!check.blocks());
        }
    }
}
