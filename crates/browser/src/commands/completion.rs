//! What a call means on the page that is there: the names, roles and addresses of its elements, written into the call.

use super::{Command, Job};
use crate::trouble::Trouble;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// An element as the page tells it.
#[derive(Deserialize)]
struct ToldElement {
    id: Option<String>,
    role: String,
    name: String,
    url: Option<String>,
}

/// Where a link leads.
#[derive(Deserialize)]
struct Link {
    url: String,
}

impl Job<'_> {
    /// The arguments with the elements that they mean, as the page has them now; `None` for a command that means none, or has all said.
    pub(crate) async fn complete(&self, command: Command) -> Result<Option<Map<String, Value>>, Trouble> {
        let name = command.spec().name.as_ref();
        if !matches!(name, "click_element" | "fill_form" | "select_option" | "download") {
            return Ok(None);
        }
        self.refuse_dialog()?;
        match name {
            "click_element" => self.told_click().await.map(Some),
            "fill_form" => {
                let fields = self.told_fields(&Value::Array(self.form_rows()?.to_vec())).await?;
                Ok(Some(Map::from_iter([("fields".to_owned(), Value::Array(fields))])))
            }
            "select_option" => self.told_choice().await.map(Some),
            _ if self.arguments.text("url").is_some() => Ok(None),
            _ => self.told_download().await.map(Some),
        }
    }

    async fn told_click(&self) -> Result<Map<String, Value>, Trouble> {
        let told: ToldElement = self.page().ask("told", &self.arguments.target()).await?;
        let known = [
            ("element", told.id),
            ("role", Some(told.role)),
            ("name", Some(told.name).filter(|it| !it.is_empty())),
            ("url", told.url.filter(|it| !it.is_empty())),
        ];
        let said = |(name, value): (&str, Option<String>)| Some((name.to_owned(), Value::String(value?)));
        Ok(known.into_iter().filter_map(said).collect())
    }

    async fn told_fields(&self, rows: &Value) -> Result<Vec<Value>, Trouble> {
        self.page().ask("toldFields", &json!({"fields": rows})).await
    }

    async fn told_choice(&self) -> Result<Map<String, Value>, Trouble> {
        let row = json!([[self.arguments.required("field")?, self.arguments.required("option")?]]);
        let fields = self.told_fields(&row).await?;
        let cells = fields.first().and_then(Value::as_array).into_iter().flatten().cloned();
        Ok(["field", "option"].map(str::to_owned).into_iter().zip(cells).collect())
    }

    async fn told_download(&self) -> Result<Map<String, Value>, Trouble> {
        let known =
            [("file", self.arguments.required("file")?.to_owned()), ("url", self.link_address().await?)];
        Ok(known.map(|(name, value)| (name.to_owned(), Value::String(value))).into_iter().collect())
    }

    /// Where the link leads that the call means.
    pub(super) async fn link_address(&self) -> Result<String, Trouble> {
        let link: Link = self.page().ask("address", &self.arguments.target()).await?;
        Ok(link.url)
    }
}
