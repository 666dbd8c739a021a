//! The OCR engine: loads the networks once, detects and recognises lines, and caches results.

use super::{
    alphabet::Alphabet,
    cache::{OcrCache, PixelHash, pixel_hash},
    detect::detect,
    order::sort,
    recognise::{RecognisedLine, recognise},
    regions::{SearchScope, changed_regions, merge_lines},
    stop_signal::StopSignal,
};
use crate::weights::{DETECTION, RECOGNITION};
use deskpilot_core::{Rect, Role, Truncation};
use deskpilot_desktop::{DetectedElement, Detections, Image};
use deskpilot_weights::Weights;
use rten::{Model, ModelOptions, ThreadPool};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// The minimum confidence of a reported line.
const MIN_CONFIDENCE: f32 = 0.5;

/// The OCR engine: loads the networks once, detects and recognises lines, and caches results.
pub(super) struct Engine {
    weights: Weights,
    networks: Option<Networks>,
    cache: OcrCache,
}

struct Networks {
    detection: Model,
    recognition: Model,
    alphabet: Alphabet,
    /// One single-threaded pool per concurrent line: one line is too small for several threads.
    threads: Vec<Arc<ThreadPool>>,
}

impl Engine {
    pub(super) fn new(weights: Weights) -> Engine {
        Engine { weights, networks: None, cache: OcrCache::default() }
    }

    /// Reads all text in the picture.
    pub(super) fn read(&mut self, picture: &Image, stop: &StopSignal) -> Result<Detections, String> {
        if picture.rect().is_empty() {
            return Ok(Detections::default());
        }
        let networks = match self.networks.take() {
            Some(networks) => networks,
            None => Networks::load(&self.weights)?,
        };
        let networks = self.networks.insert(networks);
        let mut lines = networks.lines(picture, &mut self.cache)?;
        sort(&mut lines);
        let read = networks.read(picture, &lines, &mut self.cache, stop)?;
        self.cache.store_picture(picture.clone(), lines.clone());
        Ok(detections(picture, &lines, read))
    }
}

impl Networks {
    fn load(weights: &Weights) -> Result<Networks, String> {
        let detection = ModelOptions::with_all_ops().load(weights.read(&DETECTION)?);
        let detection = detection.map_err(|error| error.to_string())?;
        // Every line uses the same matrices, so prepacking them pays off.
        let recognition =
            ModelOptions::with_all_ops().prepack_weights(true).load(weights.read(&RECOGNITION)?);
        let recognition = recognition.map_err(|error| error.to_string())?;
        let alphabet = Alphabet::of(&recognition).ok_or("the weights name no characters")?;
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let threads = (0..cores).map(|_| Arc::new(ThreadPool::with_num_threads(1))).collect();
        Ok(Networks { detection, recognition, alphabet, threads })
    }

    /// Finds the lines; where the picture did not change, reuses the earlier ones.
    fn lines(&self, picture: &Image, cache: &mut OcrCache) -> Result<Vec<Rect>, String> {
        let all = Rect { x: 0, y: 0, ..picture.rect() };
        let Some((before, lines)) = cache.take_picture(picture.rect()) else {
            return detect(&self.detection, picture, all);
        };
        let SearchScope::Regions(regions) = changed_regions(&before, picture, &lines) else {
            return detect(&self.detection, picture, all);
        };
        let mut found = Vec::new();
        for region in &regions {
            found.extend(
                detect(&self.detection, picture, region.with_margin)?.into_iter().map(|line| (*region, line)),
            );
        }
        Ok(merge_lines(lines, &regions, found))
    }

    /// The text of each line; `None` for lines that the deadline left unread.
    fn read(
        &self,
        picture: &Image,
        lines: &[Rect],
        cache: &mut OcrCache,
        stop: &StopSignal,
    ) -> Result<Vec<Option<RecognisedLine>>, String> {
        let keys: Vec<PixelHash> = lines.iter().map(|line| pixel_hash(picture, *line)).collect();
        let known: Vec<Option<RecognisedLine>> = keys.iter().map(|key| cache.line(key)).collect();
        let unread: HashMap<PixelHash, Rect> = (0..lines.len())
            .filter(|index| known[*index].is_none())
            .map(|index| (keys[index], lines[index]))
            .collect();
        let read = self.recognise_lines(picture, unread.into_iter().collect(), stop)?;
        for (key, written) in &read {
            cache.store_line(*key, written.clone());
        }
        let written =
            known.into_iter().zip(keys).map(|(known, key)| known.or_else(|| read.get(&key).cloned()));
        Ok(written.collect())
    }

    /// Recognises the longest lines first, so that no thread ends up alone with a long one.
    fn recognise_lines(
        &self,
        picture: &Image,
        mut lines: Vec<(PixelHash, Rect)>,
        stop: &StopSignal,
    ) -> Result<HashMap<PixelHash, RecognisedLine>, String> {
        lines.sort_by_key(|(_, line)| std::cmp::Reverse(line.width / line.height.max(1)));
        let (next, read) = (AtomicUsize::new(0), Mutex::new(Ok(HashMap::new())));
        thread::scope(|scope| {
            for threads in &self.threads {
                scope.spawn(|| {
                    while let Some((key, line)) = lines.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if stop.is_due() {
                            return;
                        }
                        let written = recognise(&self.recognition, &self.alphabet, picture, *line, threads);
                        store(&read, *key, written);
                    }
                });
            }
        });
        read.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

type ReadLines = Result<HashMap<PixelHash, RecognisedLine>, String>;

fn store(read: &Mutex<ReadLines>, key: PixelHash, written: Result<RecognisedLine, String>) {
    let mut read = read.lock().unwrap_or_else(PoisonError::into_inner);
    match (read.as_mut(), written) {
        (Ok(read), Ok(written)) => drop(read.insert(key, written)),
        (Ok(_), Err(error)) => *read = Err(error),
        (Err(_), _) => {}
    }
}

fn detections(picture: &Image, lines: &[Rect], read: Vec<Option<RecognisedLine>>) -> Detections {
    let unread = read.iter().filter(|written| written.is_none()).count();
    let element = |(line, written): (&Rect, RecognisedLine)| DetectedElement {
        role: Role::Text,
        name: written.text,
        rect: Rect { x: line.x + picture.origin.x, y: line.y + picture.origin.y, ..*line },
        confidence: written.confidence,
    };
    let written = lines.iter().zip(read).filter_map(|(line, written)| Some((line, written?)));
    let elements =
        written.map(element).filter(|it| !it.name.is_empty() && it.confidence >= MIN_CONFIDENCE).collect();
    let truncated = (unread > 0).then(|| Truncation {
        reason: "lines were not read, because the time for the picture was up".into(),
        unread: Some(unread as u64),
    });
    Detections { elements, truncated }
}
