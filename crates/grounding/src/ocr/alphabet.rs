//! The recognition network's alphabet, and the decoding of its output to text.

use rten::Model;

/// The characters by number. Number 0 is the blank between letters (CTC).
pub(super) struct Alphabet(Vec<String>);

impl Alphabet {
    /// The characters listed in the network file's metadata; `None` if it lists none.
    pub(super) fn of(model: &Model) -> Option<Alphabet> {
        let listed = model.metadata().get("character")?;
        Some(Alphabet::parse(listed))
    }

    fn parse(lines: &str) -> Alphabet {
        let named = lines.split('\n').map(|line| line.trim_end_matches('\r').to_owned());
        let mut named: Vec<String> = named.collect();
        // The list ends with a line break.
        if named.last().is_some_and(String::is_empty) {
            named.pop();
        }
        Alphabet([vec![String::new()], named, vec![" ".into()]].concat())
    }

    /// The number of characters.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The text of the most likely character at each time step, and their average probability.
    ///
    /// A repeated character counts once, unless a blank separates the repetitions.
    pub(super) fn decode(&self, time_steps: &[f32]) -> (String, f32) {
        let (mut text, mut confidence, mut count, mut before) = (String::new(), 0.0, 0.0, 0);
        for likelihoods in time_steps.chunks_exact(self.len()) {
            let (number, likely) = most_likely(likelihoods);
            if number != 0 && number != before {
                text.push_str(&self.0[number]);
                confidence += likely;
                count += 1.0;
            }
            before = number;
        }
        (text.trim().to_owned(), if count > 0.0 { confidence / count } else { 0.0 })
    }
}

fn most_likely(likelihoods: &[f32]) -> (usize, f32) {
    let mut best = (0, f32::MIN);
    for (number, likely) in likelihoods.iter().enumerate() {
        if *likely > best.1 {
            best = (number, *likely);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_are_one_character_and_nothing_separates() {
        let alphabet = Alphabet::parse("a\nb\r\n");
        assert_eq!(alphabet.len(), 4);
        for (numbers, text) in [
            (vec![0, 1, 1, 2, 0], "ab"),
            (vec![1, 0, 1], "aa"),
            (vec![3, 1, 3, 2, 3], "a b"),
            (vec![0, 0], ""),
            (vec![], ""),
        ] {
            let time_steps: Vec<f32> = numbers
                .iter()
                .flat_map(|number| (0..4).map(move |it| if it == *number { 0.8 } else { 0.1 }))
                .collect();
            let (spelled, confidence) = alphabet.decode(&time_steps);
            assert_eq!(spelled, text, "{numbers:?}");
            assert_eq!(confidence > 0.7, !text.is_empty(), "{numbers:?}");
        }
    }
}
