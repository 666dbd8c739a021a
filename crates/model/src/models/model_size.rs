//! How large a model is, by its name: small ones get shorter prompts.

/// How much guidance a model's prompts have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ModelSize {
    /// All of it.
    #[default]
    Full,
    /// The short variant: a small model, usually on the user's own machine, loses the request in long guidance.
    Small,
}

/// The most parameters of a small model, in billions.
const MOST_BILLIONS: f64 = 14.0;
/// The fewest parameters that a name gives in millions, in billions; less, such as `1m`, is a number of tokens of context.
const FEWEST_BILLIONS: f64 = 0.02;

/// Small models whose names have no number of parameters. A tag after a colon may name a larger member.
const SMALL: &[&str] =
    &["gemma3n", "llama3.2", "minicpm-v", "mistral", "moondream", "phi4-mini", "qwen2.5vl", "smollm2"];

/// The size of the model of this name, which may have its maker before a slash: by the number of parameters in it, else by the
/// table of names. What is unknown is not small.
pub fn model_size(name: &str) -> ModelSize {
    let name = name.rsplit('/').next().unwrap_or(name).to_lowercase();
    let mut words = name.split(|it: char| !(it.is_ascii_alphanumeric() || it == '.'));
    let is_small = match words.find_map(billions) {
        Some(billions) => billions <= MOST_BILLIONS,
        None => SMALL.contains(&name.strip_suffix(":latest").unwrap_or(&name)),
    };
    if is_small { ModelSize::Small } else { ModelSize::Full }
}

/// The number of parameters that a word such as `7b`, `e4b` or `270m` names, in billions.
fn billions(word: &str) -> Option<f64> {
    // `e4b`: as many as are effective.
    let word = word.strip_prefix('e').unwrap_or(word);
    let (number, unit) = match (word.strip_suffix('b'), word.strip_suffix('m')) {
        (Some(number), _) => (number, 1.0),
        (None, Some(number)) => (number, 1e-3),
        (None, None) => return None,
    };
    let is_number = number.starts_with(|it: char| it.is_ascii_digit());
    let billions = number.parse::<f64>().ok().filter(|_| is_number)? * unit;
    (billions >= FEWEST_BILLIONS).then_some(billions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_with_few_parameters_is_small_and_what_is_unknown_is_not() {
        for (name, expected) in [
            ("qwen3:8b", ModelSize::Small),
            ("qwen2.5vl:7b-q4_K_M", ModelSize::Small),
            ("qwen2.5vl", ModelSize::Small),
            ("llama3.2:latest", ModelSize::Small),
            ("google/gemma-3n-E4B-it", ModelSize::Small),
            ("gemma3:270m", ModelSize::Small),
            ("Qwen/Qwen2.5-VL-3B-Instruct", ModelSize::Small),
            ("phi4:14b", ModelSize::Small),
            ("qwen3:30b-a3b", ModelSize::Full),
            ("qwen2.5vl:72b", ModelSize::Full),
            ("gpt-oss:20b", ModelSize::Full),
            ("mixtral:8x7b", ModelSize::Full),
            ("claude-opus-5-5", ModelSize::Full),
            ("gpt-6.1-terra", ModelSize::Full),
            ("mistral-large", ModelSize::Full),
            ("our-claude-opus-1m", ModelSize::Full),
            ("qwen3-30b-1m", ModelSize::Full),
            ("glm-4-1m-9b", ModelSize::Small),
            ("web", ModelSize::Full),
            ("mine", ModelSize::Full),
            ("", ModelSize::Full),
        ] {
            assert_eq!(model_size(name), expected, "{name}");
        }
    }
}
