//! Reads the examples of a page of the documentation.

/// The fenced blocks of a page: the text after the fence, and the content.
pub fn blocks(page: &str) -> Vec<(&str, &str)> {
    let mut blocks = Vec::new();
    let mut rest = page;
    while let Some((_, after)) = rest.split_once("\n```") {
        let (about, after) = after.split_once('\n').unwrap();
        let (text, after) = after.split_once("```\n").unwrap();
        blocks.push((about, text));
        rest = after;
    }
    blocks
}

/// The words of a command line whose only quotes are double ones.
pub fn words(line: &str) -> Vec<String> {
    let quoted = line.split('"').enumerate();
    let word = |(at, part): (usize, &str)| match at % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
        _ => vec![part.to_owned()],
    };
    quoted.flat_map(word).collect()
}
