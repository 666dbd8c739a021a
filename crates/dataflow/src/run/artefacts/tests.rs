//! Addresses, names, and folders of artefacts.

use super::*;
use deskpilot_runtime::with_causes;

fn open(address: &str) -> Result<Artefacts, ArtefactsError> {
    Artefacts::open(address, [])
}

#[test]
fn a_path_and_a_file_url_are_folders() {
    for (address, folder) in
        [("shared", "shared"), ("/mnt/a b", "/mnt/a b"), ("file:///mnt/a%20b", "/mnt/a b")]
    {
        assert_eq!(open(address).unwrap().folder(), Some(Path::new(folder)), "{address}");
    }
}

#[test]
fn another_address_is_refused_with_what_to_write() {
    for address in ["", "gs://bucket/x", "https://ann:s3cret@host/x", "file://host/x", "S3://bucket"] {
        let error = open(address).unwrap_err();
        let text = error.to_string();
        assert!(matches!(error, ArtefactsError::BadAddress { .. }), "{address}: {text}");
        assert!(text.ends_with("write a folder, file:///FOLDER or s3://BUCKET/PREFIX"), "{text}");
        assert!(!text.contains("s3cret"), "{text}");
    }
}

#[cfg(not(feature = "s3"))]
#[test]
fn a_build_without_buckets_says_so() {
    let error = open("s3://bucket/x").unwrap_err();
    assert!(error.to_string().contains("--features fleet"), "{error}");
}

#[tokio::test]
async fn an_artefact_of_a_folder_is_read_again_and_a_missing_one_is_none() {
    let place = tempfile::tempdir().unwrap();
    let artefacts = Artefacts::new(place.path());
    artefacts.put("run/job/record.json", b"first").await.unwrap();
    artefacts.put("run/job/record.json", b"second").await.unwrap();
    assert_eq!(artefacts.get("run/job/record.json").await.unwrap(), b"second");
    assert_eq!(artefacts.find("run/job/document").await.unwrap(), None);
    let error = artefacts.get("run/job/document").await.unwrap_err().to_string();
    assert!(error.contains("run/job/document"), "{error}");
    // A folder is no artefact, and nobody may take it for a missing one.
    artefacts.find("run/job").await.unwrap_err();
}

#[tokio::test]
async fn a_name_stays_inside() {
    let place = tempfile::tempdir().unwrap();
    let artefacts = Artefacts::new(&place.path().join("inside"));
    for name in ["", "../outside", "a/../../outside", "/outside", "."] {
        let error = artefacts.put(name, b"x").await.unwrap_err().to_string();
        assert!(error.contains("is not the name of an artefact"), "{error}");
        artefacts.find(name).await.unwrap_err();
    }
    assert_eq!(std::fs::read_dir(place.path()).unwrap().count(), 0);
}

#[cfg(unix)]
#[tokio::test]
async fn a_link_in_the_folder_leads_nowhere() {
    use std::{fs, os::unix::fs::symlink};
    let place = tempfile::tempdir().unwrap();
    let (shared, home) = (place.path().join("shared"), place.path().join("home"));
    fs::create_dir_all(shared.join("run")).unwrap();
    fs::create_dir(&home).unwrap();
    fs::write(home.join("document"), "secret").unwrap();
    symlink(&home, shared.join("run/job")).unwrap();
    symlink(home.join("document"), shared.join("run/document")).unwrap();
    let artefacts = Artefacts::new(&shared);
    for name in ["run/job/document", "run/document", "run/job/record.json"] {
        let read = with_causes(&artefacts.find(name).await.unwrap_err());
        let written = with_causes(&artefacts.put(name, b"x").await.unwrap_err());
        assert!(read.contains("is a link: remove it") && written.contains("is a link"), "{read}; {written}");
    }
    assert_eq!(fs::read_to_string(home.join("document")).unwrap(), "secret");
    assert_eq!(fs::read_dir(&home).unwrap().count(), 1);
}
