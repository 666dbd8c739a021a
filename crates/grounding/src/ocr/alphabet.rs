//! The characters a network knows, and how its answer becomes a text.

use rten::Model;

/// The characters by their numbers; the first is none at all, and stands between letters.
pub(super) struct Alphabet(Vec<String>);

impl Alphabet {
    /// The characters that the network's file names; `None` where it names none.
    pub(super) fn of(model: &Model) -> Option<Alphabet> {
        let listed = model.metadata().get("character")?;
        Some(Alphabet::listed(listed))
    }

    fn listed(lines: &str) -> Alphabet {
        let named = lines.split('\n').map(|line| line.trim_end_matches('\r').to_owned());
        let mut named: Vec<String> = named.collect();
        // The list ends with the end of its last line.
        if named.last().is_some_and(String::is_empty) {
            named.pop();
        }
        Alphabet([vec![String::new()], named, vec![" ".into()]].concat())
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The characters that the likeliest of each moment spell.
    ///
    /// A character that stays is one character, unless nothing lies between.
    pub(super) fn spelled(&self, moments: &[f32]) -> Vec<Letter<'_>> {
        let (mut letters, mut before) = (Vec::new(), 0);
        for (moment, likelihoods) in moments.chunks_exact(self.len()).enumerate() {
            let (number, confidence) = likeliest(likelihoods);
            if number != 0 && number != before {
                letters.push(Letter { text: &self.0[number], moment, confidence });
            }
            before = number;
        }
        letters
    }
}

/// A character, when it was recognised, and how sure that is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Letter<'a> {
    pub(super) text: &'a str,
    pub(super) moment: usize,
    pub(super) confidence: f32,
}

fn likeliest(likelihoods: &[f32]) -> (usize, f32) {
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
        let alphabet = Alphabet::listed("a\nb\r\n");
        assert_eq!(alphabet.len(), 4);
        for (numbers, expected) in [
            (vec![0, 1, 1, 2, 0], vec![("a", 1), ("b", 3)]),
            (vec![1, 0, 1], vec![("a", 0), ("a", 2)]),
            (vec![3, 1, 3], vec![(" ", 0), ("a", 1), (" ", 2)]),
            (vec![0, 0], vec![]),
            (vec![], vec![]),
        ] {
            let moments: Vec<f32> = numbers
                .iter()
                .flat_map(|number| (0..4).map(move |it| if it == *number { 0.8 } else { 0.1 }))
                .collect();
            let spelled = alphabet.spelled(&moments);
            let told: Vec<_> = spelled.iter().map(|it| (it.text, it.moment)).collect();
            assert_eq!(told, expected, "{numbers:?}");
            assert!(spelled.iter().all(|it| it.confidence > 0.7), "{numbers:?}");
        }
    }
}
