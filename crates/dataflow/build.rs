//! Writes the table of the templates that are built in.

use std::{env, error::Error, fmt::Write, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("templates");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut table = String::from("&[\n");
    for application in ["writer", "calc", "impress"] {
        let folder = root.join(application);
        println!("cargo::rerun-if-changed={}", folder.display());
        let mut names = Vec::new();
        for entry in fs::read_dir(&folder)? {
            names.push(entry?.file_name().to_string_lossy().into_owned());
        }
        names.sort();
        for name in names {
            let path = folder.join(&name);
            writeln!(
                table,
                "    ({application:?}, {name:?}, include_bytes!({:?})),",
                path.display().to_string()
            )?;
        }
    }
    table.push(']');
    fs::write(Path::new(&env::var("OUT_DIR")?).join("templates.rs"), table)?;
    Ok(())
}
