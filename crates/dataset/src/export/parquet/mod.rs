//! Parquet: a table with a row for each step, as `datasets` of Hugging Face and pandas read it.

mod columns;
mod schema;

use super::{
    folder::ExportFolder,
    pictures,
    record::{StepRecord, TaskRecord},
};
use crate::{ExportError, Split, reading::TrajectorySource, trajectory::Trajectory};
use columns::{COLUMNS, Row};
use parquet::{
    basic::Compression,
    errors::ParquetError,
    file::{
        metadata::KeyValue,
        properties::{EnabledStatistics, WriterProperties},
        writer::SerializedFileWriter,
    },
    schema::{parser::parse_message_type, types::ColumnPath},
};
use std::{fs::File, io::BufWriter, sync::Arc};

/// How many rows are held and written at once, at most. Readers hold as many.
const ROWS_AT_ONCE: usize = 100;
/// How many bytes of pictures and trees are held, about.
const BYTES_AT_ONCE: usize = 32 << 20;
/// The key under which `datasets` looks for the features.
const FEATURES: &str = "huggingface";

type Writer = SerializedFileWriter<BufWriter<File>>;

/// Writes the table of a split.
pub(super) fn write(
    folder: &mut ExportFolder,
    split: Split,
    trajectories: &[&Trajectory],
) -> Result<(), ExportError> {
    let (path, file) = folder.open(&format!("{split}-00000-of-00001.parquet"))?.into_writer();
    let wrong = |error: ParquetError| ExportError::Parquet { path: path.clone(), why: error.to_string() };
    let mut writer = begin(file).map_err(wrong)?;
    let (mut rows, mut bytes) = (Vec::new(), 0);
    for trajectory in trajectories {
        let source = TrajectorySource::open(trajectory)?;
        for step in &trajectory.steps {
            rows.push(Row {
                task: TaskRecord::of(split, trajectory, Vec::new()),
                step: StepRecord::of(trajectory, step),
                is_last: step.index + 1 == trajectory.steps.len(),
                picture: source.picture(step)?,
                picture_name: pictures::name(trajectory, step),
                tree: source.tree(step).and_then(|it| serde_json::to_string(&it).ok()),
            });
            bytes += rows.last().map_or(0, Row::bytes);
            if rows.len() >= ROWS_AT_ONCE || bytes >= BYTES_AT_ONCE {
                write_rows(&mut writer, &std::mem::take(&mut rows)).map_err(wrong)?;
                bytes = 0;
            }
        }
    }
    if !rows.is_empty() {
        write_rows(&mut writer, &rows).map_err(wrong)?;
    }
    writer.close().map_err(wrong).map(drop)
}

fn begin(file: BufWriter<File>) -> Result<Writer, ParquetError> {
    let schema = Arc::new(parse_message_type(&schema::message())?);
    let features = KeyValue::new(FEATURES.to_owned(), schema::features().to_string());
    let pictures = || ColumnPath::new(vec!["screenshot".into(), "bytes".into()]);
    let properties = WriterProperties::builder()
        .set_created_by("deskpilot".to_owned())
        .set_compression(Compression::SNAPPY)
        .set_key_value_metadata(Some(vec![features]))
        .set_statistics_enabled(EnabledStatistics::None)
        // Pictures are compressed already, and no two are the same.
        .set_column_compression(pictures(), Compression::UNCOMPRESSED)
        .set_column_dictionary_enabled(pictures(), false)
        .build();
    SerializedFileWriter::new(file, schema, Arc::new(properties))
}

/// Writes a group of rows, column by column.
fn write_rows(writer: &mut Writer, rows: &[Row<'_>]) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    for column in COLUMNS {
        let Some(mut writer) = group.next_column()? else {
            return Err(ParquetError::General(format!("the schema has no column {}", column.path)));
        };
        column.write(&mut writer, rows)?;
        writer.close()?;
    }
    group.close().map(drop)
}
