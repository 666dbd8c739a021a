//! Reads texts with what is embedded in them, and how they look.

pub(crate) mod document_text;
pub(crate) mod embedded_texts;
pub(crate) mod text_format;
