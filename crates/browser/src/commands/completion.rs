//! What a call means on the current page: the names, roles and addresses of its elements, written into the call.

use super::{Command, Job};
use crate::trouble::Trouble;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// An element as the page describes it.
#[derive(Deserialize)]
struct ElementDetails {
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
    /// The arguments with the elements that they mean, as the page has them now; `None` for a command that means no element, or
    /// whose arguments already say everything.
    pub(crate) async fn complete(&self, command: Command) -> Result<Option<Map<String, Value>>, Trouble> {
        let name = command.spec().name.as_ref();
        if !matches!(name, "click_element" | "fill_form" | "select_option" | "download") {
            return Ok(None);
        }
        self.refuse_dialog()?;
        match name {
            "click_element" => self.click_arguments().await.map(Some),
            "fill_form" => {
                let fields = self.completed_fields(&Value::Array(self.form_rows()?.to_vec())).await?;
                Ok(Some(Map::from_iter([("fields".to_owned(), Value::Array(fields))])))
            }
            "select_option" => self.choice_arguments().await.map(Some),
            _ if self.arguments.text("url").is_some() => Ok(None),
            _ => self.download_arguments().await.map(Some),
        }
    }

    async fn click_arguments(&self) -> Result<Map<String, Value>, Trouble> {
        let element: ElementDetails = self.page().ask("elementDetails", &self.arguments.target()).await?;
        let known = [
            ("element", element.id),
            ("role", Some(element.role)),
            ("name", Some(element.name).filter(|it| !it.is_empty())),
            ("url", element.url.filter(|it| !it.is_empty())),
        ];
        let argument = |(name, value): (&str, Option<String>)| Some((name.to_owned(), Value::String(value?)));
        Ok(known.into_iter().filter_map(argument).collect())
    }

    async fn completed_fields(&self, rows: &Value) -> Result<Vec<Value>, Trouble> {
        self.page().ask("fieldDetails", &json!({"fields": rows})).await
    }

    async fn choice_arguments(&self) -> Result<Map<String, Value>, Trouble> {
        let row = json!([[self.arguments.required("field")?, self.arguments.required("option")?]]);
        let fields = self.completed_fields(&row).await?;
        let cells = fields.first().and_then(Value::as_array).into_iter().flatten().cloned();
        Ok(["field", "option"].map(str::to_owned).into_iter().zip(cells).collect())
    }

    async fn download_arguments(&self) -> Result<Map<String, Value>, Trouble> {
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
