//! Tests of extracting the weights from packages and folders.

use deskpilot_core::{Point, Size};
use deskpilot_desktop::{Grounding, Image};
use deskpilot_grounding::{OCR_WEIGHTS, Ocr, OcrOptions, weights};
use deskpilot_weights::Weights;
use std::{fs, io::Write, path::Path, process::Command, time::Duration};
use tempfile::tempdir;
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

/// The weights that `cargo xtask setup` fetched.
pub(crate) fn fetched() -> Weights {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/weights");
    let weights = weights(folder);
    weights
        .check()
        .unwrap_or_else(|error| panic!("{error}, or all that tests need with `cargo xtask setup`"));
    weights
}

fn package(path: &Path, files: &[(&str, &[u8])]) {
    let mut package = ZipWriter::new(fs::File::create(path).unwrap());
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, bytes) in files {
        package.start_file(*name, options).unwrap();
        package.write_all(bytes).unwrap();
    }
    package.finish().unwrap();
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn exactly_the_files_that_were_tried_are_taken() {
    let tried = fetched();
    let bytes: Vec<Vec<u8>> =
        OCR_WEIGHTS.files.iter().map(|file| fs::read(tried.folder().join(file.name)).unwrap()).collect();
    let inside: Vec<String> =
        OCR_WEIGHTS.files.iter().map(|file| format!("rapidocr/models/{}", file.name)).collect();
    let folder = tempdir().unwrap();
    let wheel = folder.path().join("rapidocr.whl");
    package(
        &wheel,
        &[(&inside[0], &bytes[0]), ("../../evil", b"x"), ("rapidocr/main.py", b"x"), (&inside[1], &bytes[1])],
    );
    for from in [wheel.as_path(), tried.folder()] {
        let kept = tempdir().unwrap();
        let weights = weights(kept.path().join("deskpilot/weights"));
        weights.add(from).unwrap();
        weights.check().unwrap();
        assert_eq!(
            names(weights.folder()),
            OCR_WEIGHTS.files.iter().map(|file| file.name).collect::<Vec<_>>()
        );
    }
}

#[test]
fn what_holds_no_weights_says_so_and_leaves_nothing() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    package(&at("empty.whl"), &[]);
    package(&at("other.whl"), &[(OCR_WEIGHTS.files[0].name, b"x"), (OCR_WEIGHTS.files[1].name, b"x")]);
    fs::write(at("no.whl"), "no zip").unwrap();
    fs::create_dir(at("folder")).unwrap();
    fs::create_dir(at("pipes")).unwrap();
    for pipe in [at("pipe.whl"), at("pipes").join(OCR_WEIGHTS.files[0].name)] {
        assert!(Command::new("mkfifo").arg(pipe).status().unwrap().success());
    }
    for (from, why) in [
        ("empty.whl", "there is no PP-OCRv6_det_small.onnx in it"),
        ("other.whl", "PP-OCRv6_det_small.onnx is not the one that was tried"),
        ("no.whl", "cannot be used: "),
        ("folder", "PP-OCRv6_det_small.onnx: No such file"),
        ("pipe.whl", "it is a pipe"),
        ("pipes", "PP-OCRv6_det_small.onnx: it is a pipe"),
        ("absent.whl", "No such file"),
    ] {
        let weights = weights(at("kept"));
        let error = weights.add(&at(from)).unwrap_err().to_string();
        assert!(error.contains(why), "{from}: {error}");
        assert!(weights.check().is_err());
    }
    assert_eq!(fs::read_dir(at("kept")).map_or(0, Iterator::count), 0);
}

#[tokio::test]
async fn a_reader_without_weights_says_what_to_do() {
    let folder = tempdir().unwrap();
    let weights = weights(folder.path());
    let mut reader = Ocr::new(OcrOptions { weights: weights.clone(), deadline: Duration::from_secs(60) });
    let picture = Image::filled(Size { width: 40, height: 40 }, Point { x: 0, y: 0 }, [255; 3]);
    let error = reader.find(&picture).await.unwrap_err().to_string();
    assert!(error.ends_with("is not there; fetch it with `deskpilot grounding fetch`"), "{error}");
    for file in OCR_WEIGHTS.files {
        fs::write(folder.path().join(file.name), "x").unwrap();
    }
    let error = reader.find(&picture).await.unwrap_err().to_string();
    assert!(error.contains("does not hold the bytes that were tried"), "{error}");
}
