//! The OCR engine: loads the networks once, detects and recognises lines, and caches results.

use super::{
    alphabet::Alphabet,
    detect::detect,
    memory::{Memory, Pixels, pixels},
    order::sort,
    recognise::{Written, recognise},
    regions::{Again, again, joined},
    stop::Stop,
};
use crate::Weights;
use deskpilot_core::{Rect, Role, Truncation};
use deskpilot_desktop::{DetectedElement, Detections, Image};
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
const SURE: f32 = 0.5;

/// The OCR engine: loads the networks once, detects and recognises lines, and caches results.
pub(super) struct Engine {
    weights: Weights,
    networks: Option<Networks>,
    memory: Memory,
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
        Engine { weights, networks: None, memory: Memory::default() }
    }

    /// Reads all text in the picture.
    pub(super) fn read(&mut self, picture: &Image, stop: &Stop) -> Result<Detections, String> {
        if picture.rect().is_empty() {
            return Ok(Detections::default());
        }
        let networks = match self.networks.take() {
            Some(networks) => networks,
            None => Networks::load(&self.weights)?,
        };
        let networks = self.networks.insert(networks);
        let mut lines = networks.lines(picture, &mut self.memory)?;
        sort(&mut lines);
        let read = networks.read(picture, &lines, &mut self.memory, stop)?;
        self.memory.keep_picture(picture.clone(), lines.clone());
        Ok(detections(picture, &lines, read))
    }
}

impl Networks {
    fn load(weights: &Weights) -> Result<Networks, String> {
        let detection = ModelOptions::with_all_ops().load(weights.detection()?);
        let detection = detection.map_err(|error| error.to_string())?;
        // Every line uses the same matrices, so prepacking them pays off.
        let recognition = ModelOptions::with_all_ops().prepack_weights(true).load(weights.recognition()?);
        let recognition = recognition.map_err(|error| error.to_string())?;
        let alphabet = Alphabet::of(&recognition).ok_or("the weights name no characters")?;
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let threads = (0..cores).map(|_| Arc::new(ThreadPool::with_num_threads(1))).collect();
        Ok(Networks { detection, recognition, alphabet, threads })
    }

    /// Finds the lines; where the picture did not change, reuses the earlier ones.
    fn lines(&self, picture: &Image, memory: &mut Memory) -> Result<Vec<Rect>, String> {
        let all = Rect { x: 0, y: 0, ..picture.rect() };
        let Some((before, lines)) = memory.picture(picture.rect()) else {
            return detect(&self.detection, picture, all);
        };
        let Again::Parts(parts) = again(&before, picture, &lines) else {
            return detect(&self.detection, picture, all);
        };
        let mut found = Vec::new();
        for part in &parts {
            found.extend(detect(&self.detection, picture, part.whole)?.into_iter().map(|line| (*part, line)));
        }
        Ok(joined(lines, &parts, found))
    }

    /// The text of each line; `None` for lines that the deadline left unread.
    fn read(
        &self,
        picture: &Image,
        lines: &[Rect],
        memory: &mut Memory,
        stop: &Stop,
    ) -> Result<Vec<Option<Written>>, String> {
        let keys: Vec<Pixels> = lines.iter().map(|line| pixels(picture, *line)).collect();
        let known: Vec<Option<Written>> = keys.iter().map(|key| memory.line(key)).collect();
        let unread: HashMap<Pixels, Rect> = (0..lines.len())
            .filter(|index| known[*index].is_none())
            .map(|index| (keys[index], lines[index]))
            .collect();
        let read = self.recognised(picture, unread.into_iter().collect(), stop)?;
        for (key, written) in &read {
            memory.keep_line(*key, written.clone());
        }
        let written =
            known.into_iter().zip(keys).map(|(known, key)| known.or_else(|| read.get(&key).cloned()));
        Ok(written.collect())
    }

    /// Recognises the longest lines first, so that no thread ends up alone with a long one.
    fn recognised(
        &self,
        picture: &Image,
        mut lines: Vec<(Pixels, Rect)>,
        stop: &Stop,
    ) -> Result<HashMap<Pixels, Written>, String> {
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
                        keep(&read, *key, written);
                    }
                });
            }
        });
        read.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

type Read = Result<HashMap<Pixels, Written>, String>;

fn keep(read: &Mutex<Read>, key: Pixels, written: Result<Written, String>) {
    let mut read = read.lock().unwrap_or_else(PoisonError::into_inner);
    match (read.as_mut(), written) {
        (Ok(read), Ok(written)) => drop(read.insert(key, written)),
        (Ok(_), Err(error)) => *read = Err(error),
        (Err(_), _) => {}
    }
}

fn detections(picture: &Image, lines: &[Rect], read: Vec<Option<Written>>) -> Detections {
    let unread = read.iter().filter(|written| written.is_none()).count();
    let element = |(line, written): (&Rect, Written)| DetectedElement {
        role: Role::Text,
        name: written.text,
        rect: Rect { x: line.x + picture.origin.x, y: line.y + picture.origin.y, ..*line },
        confidence: written.confidence,
    };
    let written = lines.iter().zip(read).filter_map(|(line, written)| Some((line, written?)));
    let elements = written.map(element).filter(|it| !it.name.is_empty() && it.confidence >= SURE).collect();
    let truncated = (unread > 0).then(|| Truncation {
        reason: "lines were not read, because the time for the picture was up".into(),
        unread: Some(unread as u64),
    });
    Detections { elements, truncated }
}
