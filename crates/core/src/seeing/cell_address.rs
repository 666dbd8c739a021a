//! The addresses of the cells of a sheet. Pure.

/// Whether a name is the address of a cell, such as `H20`: up to three capital letters, then up to seven digits.
pub fn is_cell_address(name: &str) -> bool {
    let digits = name.trim_start_matches(|it: char| it.is_ascii_uppercase());
    let letters = name.len() - digits.len();
    (1..=3).contains(&letters)
        && (1..=7).contains(&digits.len())
        && digits.bytes().all(|it| it.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_cells_are_told_from_names_of_files() {
        for (name, expected) in
            [("A1", true), ("AMJ1048576", true), ("A", false), ("1", false), ("a1", false), ("A1.txt", false)]
        {
            assert_eq!(is_cell_address(name), expected, "{name}");
        }
    }
}
