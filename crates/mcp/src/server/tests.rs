//! What the protocol makes of what is offered, on two tools that fail.

use super::*;
use crate::offer::ClientServices;
use async_trait::async_trait;
use rmcp::{
    RoleClient, ServiceError, ServiceExt,
    model::{Prompt, Resource, ResourceContents, ResourceTemplate, Tool},
};
use std::sync::Arc;

/// Offers two tools that take a word: one fails for the model, the other for the program.
struct TwoTools;

#[async_trait]
impl ClientServices for TwoTools {
    fn tools(&self) -> Vec<Tool> {
        ["for_model", "for_program"].into_iter().filter_map(|it| self.tool(it)).collect()
    }

    fn tool(&self, name: &str) -> Option<Tool> {
        let schema =
            json!({"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]});
        let schema = schema.as_object().unwrap().clone();
        name.starts_with("for_").then(|| Tool::new(name.to_owned(), "fails", schema))
    }

    async fn call_tool(
        self: Arc<Self>,
        call: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<Option<CallToolResponse>, RequestError> {
        Err(match &*call.name {
            "for_model" => RequestError::ForModel("it failed".to_owned()),
            _ => RequestError::ForProgram(ErrorData::internal_error("it failed", None)),
        })
    }

    fn prompts(&self) -> Vec<Prompt> {
        Vec::new()
    }

    async fn prompt(
        &self,
        _: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<Option<GetPromptResponse>, RequestError> {
        Ok(None)
    }

    fn resources(&self) -> Vec<Resource> {
        Vec::new()
    }

    fn resource_templates(&self) -> Vec<ResourceTemplate> {
        Vec::new()
    }

    async fn read_resource(&self, _: &str) -> Result<Option<ResourceContents>, RequestError> {
        Ok(None)
    }

    async fn set(&self, _: ClientSetting) -> Result<(), NotOffered> {
        Err(NotOffered)
    }

    async fn end(&self) {}
}

fn introduction() -> ServerConfig {
    ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
}

/// The text of a result that is an error, or the code of an error of the protocol.
fn outcome(called: Result<CallToolResult, ServiceError>) -> String {
    match called {
        Ok(result) => {
            assert_eq!(result.is_error, Some(true));
            result.content[0].as_text().unwrap().text.clone()
        }
        Err(ServiceError::McpError(error)) => error.code.0.to_string(),
        Err(other) => panic!("{other}"),
    }
}

#[tokio::test]
async fn whatever_is_offered_a_model_reads_results_and_its_program_errors() {
    let offer = Offer { introduction, begin: Arc::new(|| Arc::new(TwoTools) as Arc<dyn ClientServices>) };
    let (near, far) = tokio::io::duplex(1 << 16);
    let server = OfferServer::new(&offer, ClientSource::Streams((offer.begin)()));
    let serving = tokio::spawn(async move { Box::pin(server.serve(far)).await.unwrap().waiting().await });
    let client = Box::pin(ServiceExt::<RoleClient>::serve((), near)).await.unwrap();
    let word = json!({"word": "x"});
    for (tool, arguments, expected) in [
        ("for_model", &word, "it failed"),
        ("for_model", &json!({}), "for_model was not called: word is missing"),
        ("for_program", &word, "-32603"),
        ("for_program", &json!({"word": 5}), "for_program was not called: word must be of type string"),
        ("unknown", &word, "-32602"),
    ] {
        let arguments = arguments.as_object().unwrap().clone();
        let call = CallToolRequestParams::new(tool).with_arguments(arguments);
        let found = outcome(Box::pin(client.call_tool(call)).await);
        assert!(found.starts_with(expected), "{tool}: {found}");
    }
    client.cancel().await.unwrap();
    serving.await.unwrap().unwrap();
}
