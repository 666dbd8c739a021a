//! The columns of the table: one table, from which schema, features and rows come.

use crate::export::record::{StepRecord, TargetRecord, TaskRecord};
use deskpilot_core::Rect;
use parquet::{
    data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type},
    errors::ParquetError,
    file::writer::SerializedColumnWriter,
};
use std::borrow::Cow;

/// A step, with its task, its picture and its tree.
pub(super) struct Row<'a> {
    pub(super) task: TaskRecord<'a>,
    pub(super) step: StepRecord<'a>,
    pub(super) is_last: bool,
    pub(super) picture: Option<Vec<u8>>,
    pub(super) picture_name: Option<String>,
    pub(super) tree: Option<String>,
}

impl Row<'_> {
    /// The size of its picture and its tree.
    pub(super) fn bytes(&self) -> usize {
        self.picture.as_ref().map_or(0, Vec::len) + self.tree.as_ref().map_or(0, String::len)
    }
}

/// A column.
pub(super) struct Column {
    /// Its name; `group.name` for a field of a group.
    pub(super) path: &'static str,
    /// Its values.
    pub(super) values: Values,
}

/// How a column gets its values from the rows. `None` is a null.
#[derive(Clone, Copy)]
pub(super) enum Values {
    Text(for<'r> fn(&'r Row<'_>) -> Option<Cow<'r, str>>),
    Bytes(for<'r> fn(&'r Row<'_>) -> Option<&'r [u8]>),
    Int(fn(&Row<'_>) -> Option<i32>),
    Double(fn(&Row<'_>) -> Option<f64>),
    Flag(fn(&Row<'_>) -> Option<bool>),
}

/// All columns, in order. The fields of a group stand together.
pub(super) const COLUMNS: &[Column] = &[
    text("task_id", |it| Some(Cow::Borrowed(it.task.task_id))),
    int("step", |it| i32::try_from(it.step.step).ok()),
    text("instruction", |it| Some(Cow::Borrowed(it.task.instruction))),
    text("app", |it| Some(Cow::Borrowed(it.task.app))),
    text("template", |it| Some(Cow::Borrowed(it.task.template))),
    text("split", |it| Some(Cow::Borrowed(it.task.split.name()))),
    text("verdict", |it| Some(Cow::Borrowed(it.task.verdict.name()))),
    double("reward", reward),
    Column { path: "screenshot.bytes", values: Values::Bytes(|it| it.picture.as_deref()) },
    text("screenshot.path", |it| it.picture_name.as_deref().map(Cow::Borrowed)),
    text("subtask", |it| filled(it.step.subtask)),
    text("observation", |it| filled(it.step.observation)),
    text("thought", |it| filled(it.step.thought)),
    text("action.function", |it| Some(Cow::Borrowed(&it.step.action.function))),
    text("action.args", |it| serde_json::to_string(&it.step.action.args).ok().map(Cow::Owned)),
    text("action.target_name", |it| target(it).map(|it| Cow::Borrowed(it.name.as_str()))),
    text("action.target_role", |it| target(it).map(|it| Cow::Borrowed(it.role.as_str()))),
    int("action.target_label", |it| target(it)?.label.and_then(|it| i32::try_from(it).ok())),
    int("action.target_x", |it| rect(it).map(|it| it.x)),
    int("action.target_y", |it| rect(it).map(|it| it.y)),
    int("action.target_width", |it| i32::try_from(rect(it)?.width).ok()),
    int("action.target_height", |it| i32::try_from(rect(it)?.height).ok()),
    text("code", |it| it.step.code.as_deref().map(Cow::Borrowed)),
    text("effect", |it| it.step.effect.as_ref().map(|it| Cow::Borrowed(it.kind))),
    text("effect_detail", |it| it.step.effect.as_ref().map(|it| Cow::Borrowed(it.detail.as_str()))),
    Column { path: "success", values: Values::Flag(|it| it.step.success) },
    text("a11y", |it| it.tree.as_deref().map(Cow::Borrowed)),
    text("began", |it| Some(Cow::Borrowed(&it.step.began))),
    double("seconds", |it| Some(it.step.seconds)),
    text("model", |it| filled(it.task.model)),
    text("run_id", |it| Some(Cow::Borrowed(it.task.log))),
];

type TextOf = for<'r> fn(&'r Row<'_>) -> Option<Cow<'r, str>>;

const fn text(path: &'static str, of: TextOf) -> Column {
    Column { path, values: Values::Text(of) }
}

const fn int(path: &'static str, of: fn(&Row<'_>) -> Option<i32>) -> Column {
    Column { path, values: Values::Int(of) }
}

const fn double(path: &'static str, of: fn(&Row<'_>) -> Option<f64>) -> Column {
    Column { path, values: Values::Double(of) }
}

/// The reward of the whole task at its last step, and nothing before.
fn reward(row: &Row<'_>) -> Option<f64> {
    if row.is_last { row.task.reward } else { Some(0.0) }
}

fn filled(text: &str) -> Option<Cow<'_, str>> {
    (!text.is_empty()).then_some(Cow::Borrowed(text))
}

fn target<'r>(row: &'r Row<'_>) -> Option<&'r TargetRecord> {
    row.step.action.target.as_ref()
}

fn rect(row: &Row<'_>) -> Option<Rect> {
    target(row)?.rect
}

impl Column {
    /// Its group and its name in it; no group for a column of the table.
    pub(super) fn place(&self) -> (Option<&'static str>, &'static str) {
        match self.path.split_once('.') {
            Some((group, name)) => (Some(group), name),
            None => (None, self.path),
        }
    }

    /// Writes its values of these rows.
    pub(super) fn write(
        &self,
        writer: &mut SerializedColumnWriter<'_>,
        rows: &[Row<'_>],
    ) -> Result<(), ParquetError> {
        match self.values {
            Values::Text(of) => {
                let bytes = |it: Cow<'_, str>| ByteArray::from(it.into_owned().into_bytes());
                self.put::<ByteArrayType>(writer, rows.iter().map(|it| of(it).map(bytes)))
            }
            Values::Bytes(of) => {
                let bytes = |it: &[u8]| ByteArray::from(it.to_vec());
                self.put::<ByteArrayType>(writer, rows.iter().map(|it| of(it).map(bytes)))
            }
            Values::Int(of) => self.put::<Int32Type>(writer, rows.iter().map(of)),
            Values::Double(of) => self.put::<DoubleType>(writer, rows.iter().map(of)),
            Values::Flag(of) => self.put::<BoolType>(writer, rows.iter().map(of)),
        }
    }

    /// Writes the values that are there, and for every row how much of the path is: nothing of a picture that is missing, the
    /// group alone for an action without a target.
    fn put<T: DataType>(
        &self,
        writer: &mut SerializedColumnWriter<'_>,
        values: impl Iterator<Item = Option<T::T>>,
    ) -> Result<(), ParquetError> {
        let (present, absent) = match self.place().0 {
            None => (1, 0),
            Some("screenshot") => (2, 0),
            Some(_) => (2, 1),
        };
        let values: Vec<Option<T::T>> = values.collect();
        let levels: Vec<i16> = values.iter().map(|it| if it.is_some() { present } else { absent }).collect();
        let values: Vec<T::T> = values.into_iter().flatten().collect();
        writer.typed::<T>().write_batch(&values, Some(&levels), None).map(drop)
    }
}
