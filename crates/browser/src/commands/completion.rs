//! What a call means on the current page: the names, roles and addresses of its elements, written into the call.

use super::{Command, Job, forms::frame_of_row};
use crate::{
    frames::{FrameList, ShownFrame, briefly},
    trouble::Trouble,
};
use serde::{Deserialize, de::DeserializeOwned};
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
        self.page().open_roots().await;
        match name {
            "click_element" => self.click_arguments().await.map(Some),
            "fill_form" => {
                let fields = self.completed_fields(self.form_rows()?).await?;
                Ok(Some(Map::from_iter([("fields".to_owned(), Value::Array(fields))])))
            }
            "select_option" => self.choice_arguments().await.map(Some),
            _ if self.arguments.text("url").is_some() => Ok(None),
            _ => self.download_arguments().await.map(Some),
        }
    }

    async fn click_arguments(&self) -> Result<Map<String, Value>, Trouble> {
        let target = self.arguments.target();
        let path = self.page().path_to(self.arguments.text("element")).await?;
        let found = path.page(self.page()).ask("elementDetails", &target).await;
        let element: ElementDetails = match found {
            Err(Trouble::Absent(none)) => self.in_a_frame("elementDetails", &target, none).await?,
            other => other?,
        };
        let known = [
            ("element", element.id),
            ("role", Some(element.role)),
            ("name", Some(element.name).filter(|it| !it.is_empty())),
            ("url", element.url.filter(|it| !it.is_empty())),
        ];
        let argument = |(name, value): (&str, Option<String>)| Some((name.to_owned(), Value::String(value?)));
        Ok(known.into_iter().filter_map(argument).collect())
    }

    /// The rows with the fields that they mean: first all those of the page, and where one has none there, each by itself.
    async fn completed_fields(&self, rows: &[Value]) -> Result<Vec<Value>, Trouble> {
        if rows.iter().all(|it| frame_of_row(it).is_none()) {
            match self.page().ask("fieldDetails", &json!({"fields": rows})).await {
                Err(Trouble::Absent(_)) => {}
                other => return other,
            }
        }
        let mut completed = Vec::new();
        for row in rows {
            completed.push(Box::pin(self.completed_field(row)).await?);
        }
        Ok(completed)
    }

    async fn completed_field(&self, row: &Value) -> Result<Value, Trouble> {
        let wanted = json!({"fields": [row]});
        let path = self.page().path_to(frame_of_row(row)).await?;
        let found = path.page(self.page()).ask::<[Value; 1]>("fieldDetails", &wanted).await;
        let [field] = match found {
            Err(Trouble::Absent(none)) => self.in_a_frame("fieldDetails", &wanted, none).await?,
            other => other?,
        };
        Ok(field)
    }

    /// What the one frame answers that has what the page itself does not have.
    async fn in_a_frame<T: DeserializeOwned>(
        &self,
        tool: &str,
        wanted: &Value,
        none: String,
    ) -> Result<T, Trouble> {
        let FrameList { frames, mut missing } = self.page().frames().await;
        let mut found: Vec<(&ShownFrame, T)> = Vec::new();
        for frame in &frames {
            match briefly(frame.page(self.page()).ask(tool, wanted)).await {
                Ok(answer) => found.push((frame, answer)),
                Err(Trouble::Absent(_)) => missing.extend(frame.gaps(self.page())),
                Err(trouble @ Trouble::Browser(_)) => missing.push(frame.missing(&trouble)),
                Err(trouble) => return Err(trouble),
            }
        }
        let titles: Vec<String> = found.iter().map(|it| it.0.title()).collect();
        match found.pop() {
            Some((_, answer)) if titles.len() == 1 => Ok(answer),
            None if missing.is_empty() => Err(Trouble::Absent(none)),
            None => Err(Trouble::Absent(format!("{none}; {}", missing.join("; ")))),
            Some(_) => {
                let which = titles.join(" and in the ");
                let say = "say which by element, as find_elements lists it";
                Err(Trouble::NotPossible(format!("it is in the {which}; {say}")))
            }
        }
    }

    async fn choice_arguments(&self) -> Result<Map<String, Value>, Trouble> {
        let row = json!([self.arguments.required("field")?, self.arguments.required("option")?]);
        let fields = self.completed_fields(&[row]).await?;
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
        let path = self.page().path_to(self.arguments.text("element")).await?;
        let link: Link = path.page(self.page()).ask("address", &self.arguments.target()).await?;
        Ok(link.url)
    }
}
