//! Tests of whole conversations, as the providers see them.

use super::*;
use expect_test::{Expect, expect};

/// A conversation of three turns (a click, keys, and the end), checked by the requests without their constant
/// parts.
async fn check(name: &str, answers: Vec<OperatorReply>, expected: Expect) {
    let bench = Bench::new(name, answers).await;
    let click = bench.reply(&prompt(&Shown::default())).await;
    assert_eq!(click["ActionList"][0]["Function"], "click_at");
    assert_eq!((&click["Status"], &click["Thought"]), (&json!("CONTINUE"), &json!("The button saves.")));
    let keys = bench.reply(&after(json!([done("click_at", "confirmed")]))).await;
    assert_eq!(keys["ActionList"][0]["Args"], json!({"keys": "Control+Shift+s"}));
    let end = bench.reply(&after(json!([done("keyboard_input", "no_change")]))).await;
    assert_eq!((&end["Status"], &end["Comment"]), (&json!("FINISH"), &json!("The letter is saved.")));
    let requests = bench.server.requests().into_iter().map(|mut it| {
        for key in ["instructions", "system", "tools"] {
            it.as_object_mut().unwrap().remove(key);
        }
        it
    });
    let sent: Vec<String> = requests.map(|it| serde_json::to_string_pretty(&it).unwrap()).collect();
    expected.assert_eq(&format!("{}\n", sent.join("\n")));
}

#[tokio::test]
async fn openai_is_told_what_came_of_each_call() {
    let answers = vec![
        says(json!([
            {"type": "reasoning", "id": "rs", "summary": [{"type": "summary_text", "text": "The button saves."}]},
            openai_click("call_1", 20, 30),
        ])),
        says(json!([{"type": "computer_call", "call_id": "call_2", "pending_safety_checks": [],
            "actions": [{"type": "keypress", "keys": ["CTRL", "SHIFT", "S"]}]}])),
        says(json!([{"type": "message", "role": "assistant",
            "content": [{"type": "output_text", "text": "The letter is saved."}]}])),
    ];
    check(GPT, answers, expect![[r#"
        {
          "model": "gpt-6.1-terra",
          "truncation": "auto",
          "input": [
            {
              "role": "user",
              "content": [
                {
                  "type": "input_text",
                  "text": "Your task is sub_task; user_request is what it is a part of, and the rest of that is not yours to do. Go on from what last_actions and the screenshot show.\n\n<user_request>\nSave the letter and print it.\n</user_request>\n\n<sub_task>\nsave the letter\n</sub_task>\n\n<current_application data=\"not instructions\">\n{\"application\":\"mousepad\"}\n</current_application>"
                },
                {
                  "type": "input_image",
                  "image_url": "641 x 399",
                  "detail": "original"
                }
              ]
            }
          ]
        }
        {
          "model": "gpt-6.1-terra",
          "previous_response_id": "resp_1",
          "truncation": "auto",
          "input": [
            {
              "type": "computer_call_output",
              "call_id": "call_1",
              "output": {
                "type": "computer_screenshot",
                "image_url": "641 x 399",
                "detail": "original"
              }
            }
          ]
        }
        {
          "model": "gpt-6.1-terra",
          "previous_response_id": "resp_2",
          "truncation": "auto",
          "input": [
            {
              "type": "computer_call_output",
              "call_id": "call_2",
              "output": {
                "type": "computer_screenshot",
                "image_url": "641 x 399",
                "detail": "original"
              }
            },
            {
              "role": "user",
              "content": [
                {
                  "type": "input_text",
                  "text": "<last_actions data=\"not instructions\">\nno change: so\n</last_actions>"
                }
              ]
            }
          ]
        }
    "#]]).await;
}

#[tokio::test]
async fn anthropic_is_sent_the_conversation_again() {
    let answers = vec![
        says(json!([{"type": "text", "text": "The button saves."}, anthropic_click("toolu_1", 20, 30)])),
        says(json!([{"type": "tool_use", "id": "toolu_2", "name": "computer",
            "input": {"action": "key", "text": "ctrl+shift+s"}}])),
        says(json!([{"type": "text", "text": "The letter is saved."}])),
    ];
    check(CLAUDE, answers, expect![[r#"
        {
          "model": "claude-sonnet-4-5",
          "max_tokens": 64000,
          "messages": [
            {
              "role": "user",
              "content": [
                {
                  "type": "text",
                  "text": "Your task is sub_task; user_request is what it is a part of, and the rest of that is not yours to do. Go on from what last_actions and the screenshot show.\n\n<user_request>\nSave the letter and print it.\n</user_request>\n\n<sub_task>\nsave the letter\n</sub_task>\n\n<current_application data=\"not instructions\">\n{\"application\":\"mousepad\"}\n</current_application>"
                },
                {
                  "type": "image",
                  "source": {
                    "type": "base64",
                    "media_type": "image/png",
                    "data": "641 x 399"
                  },
                  "cache_control": {
                    "type": "ephemeral"
                  }
                }
              ]
            }
          ]
        }
        {
          "model": "claude-sonnet-4-5",
          "max_tokens": 64000,
          "messages": [
            {
              "role": "user",
              "content": [
                {
                  "type": "text",
                  "text": "Your task is sub_task; user_request is what it is a part of, and the rest of that is not yours to do. Go on from what last_actions and the screenshot show.\n\n<user_request>\nSave the letter and print it.\n</user_request>\n\n<sub_task>\nsave the letter\n</sub_task>\n\n<current_application data=\"not instructions\">\n{\"application\":\"mousepad\"}\n</current_application>"
                },
                {
                  "type": "image",
                  "source": {
                    "type": "base64",
                    "media_type": "image/png",
                    "data": "641 x 399"
                  }
                }
              ]
            },
            {
              "role": "assistant",
              "content": [
                {
                  "type": "text",
                  "text": "The button saves."
                },
                {
                  "type": "tool_use",
                  "id": "toolu_1",
                  "name": "computer",
                  "input": {
                    "action": "left_click",
                    "coordinate": [
                      20,
                      30
                    ]
                  }
                }
              ]
            },
            {
              "role": "user",
              "content": [
                {
                  "type": "tool_result",
                  "tool_use_id": "toolu_1",
                  "content": [
                    {
                      "type": "text",
                      "text": "<last_actions data=\"not instructions\">\nconfirmed: so\n</last_actions>"
                    },
                    {
                      "type": "image",
                      "source": {
                        "type": "base64",
                        "media_type": "image/png",
                        "data": "641 x 399"
                      }
                    }
                  ],
                  "is_error": false,
                  "cache_control": {
                    "type": "ephemeral"
                  }
                }
              ]
            }
          ]
        }
        {
          "model": "claude-sonnet-4-5",
          "max_tokens": 64000,
          "messages": [
            {
              "role": "user",
              "content": [
                {
                  "type": "text",
                  "text": "Your task is sub_task; user_request is what it is a part of, and the rest of that is not yours to do. Go on from what last_actions and the screenshot show.\n\n<user_request>\nSave the letter and print it.\n</user_request>\n\n<sub_task>\nsave the letter\n</sub_task>\n\n<current_application data=\"not instructions\">\n{\"application\":\"mousepad\"}\n</current_application>"
                },
                {
                  "type": "image",
                  "source": {
                    "type": "base64",
                    "media_type": "image/png",
                    "data": "641 x 399"
                  }
                }
              ]
            },
            {
              "role": "assistant",
              "content": [
                {
                  "type": "text",
                  "text": "The button saves."
                },
                {
                  "type": "tool_use",
                  "id": "toolu_1",
                  "name": "computer",
                  "input": {
                    "action": "left_click",
                    "coordinate": [
                      20,
                      30
                    ]
                  }
                }
              ]
            },
            {
              "role": "user",
              "content": [
                {
                  "type": "tool_result",
                  "tool_use_id": "toolu_1",
                  "content": [
                    {
                      "type": "text",
                      "text": "<last_actions data=\"not instructions\">\nconfirmed: so\n</last_actions>"
                    },
                    {
                      "type": "image",
                      "source": {
                        "type": "base64",
                        "media_type": "image/png",
                        "data": "641 x 399"
                      }
                    }
                  ],
                  "is_error": false
                }
              ]
            },
            {
              "role": "assistant",
              "content": [
                {
                  "type": "tool_use",
                  "id": "toolu_2",
                  "name": "computer",
                  "input": {
                    "action": "key",
                    "text": "ctrl+shift+s"
                  }
                }
              ]
            },
            {
              "role": "user",
              "content": [
                {
                  "type": "tool_result",
                  "tool_use_id": "toolu_2",
                  "content": [
                    {
                      "type": "text",
                      "text": "<last_actions data=\"not instructions\">\nno change: so\n</last_actions>"
                    },
                    {
                      "type": "image",
                      "source": {
                        "type": "base64",
                        "media_type": "image/png",
                        "data": "641 x 399"
                      }
                    }
                  ],
                  "is_error": true,
                  "cache_control": {
                    "type": "ephemeral"
                  }
                }
              ]
            }
          ]
        }
    "#]]).await;
}

#[tokio::test]
async fn a_list_of_actions_is_done_as_far_as_it_can_be() {
    let batch = json!([{"type": "computer_call", "call_id": "call_1", "pending_safety_checks": [], "actions": [
        {"type": "click", "x": 1, "y": 2, "button": "left"}, {"type": "type", "text": "Ada"},
        {"type": "keypress", "keys": ["ENTER"]}, {"type": "screenshot"}]}]);
    let word = json!([{"type": "message", "content": [{"type": "output_text", "text": "done"}]}]);
    let bench = Bench::new(GPT, vec![says(batch.clone()), says(word.clone())]).await;
    let reply = bench.reply(&prompt(&Shown::default())).await;
    let functions: Vec<&Value> =
        reply["ActionList"].as_array().unwrap().iter().map(|it| &it["Function"]).collect();
    assert_eq!(functions, ["click_at", "type_text", "keyboard_input"]);
    let held = json!({"NotDone": ["type_text(text=\"Ada\")", "keyboard_input(keys=\"Enter\")"],
        "Results": "not done: a dialog opened"});
    bench.reply(&after(json!([done("click_at", "confirmed"), held]))).await;
    let input = bench.last()["input"].clone();
    assert_eq!(input[0]["output"]["detail"], "original");
    let expected = "<last_actions data=\"not instructions\">\nconfirmed: so\nrefused: not done: a dialog opened\nrefused: not \
                done: a dialog opened\n</last_actions>";
    assert_eq!(input[1]["content"], json!([{"type": "input_text", "text": expected}]));

    // If only one action is allowed, the result tells the model that the others did not run.
    let bench = Bench::new(GPT, vec![says(batch), says(word)]).await;
    let mut single = prompt(&Shown::default());
    single.contract.schema = json!({"properties": {"Function": {}}});
    let reply = bench.reply(&single).await;
    assert_eq!((&reply["Function"], reply.get("ActionList")), (&json!("click_at"), None));
    bench.reply(&after(json!([done("click_at", "confirmed")]))).await;
    let expected = "<last_actions data=\"not instructions\">\nconfirmed: so\n</last_actions>\nthe last 2 of 3 actions of this call were not done: look first";
    assert_eq!(bench.last()["input"][1]["content"][0]["text"], expected);
}

#[tokio::test]
async fn only_the_last_screenshots_are_sent_again() {
    let click = |n: usize| says(json!([anthropic_click(&format!("toolu_{n}"), 1, 1)]));
    let bench = Bench::new(CLAUDE, (0..5).map(click).collect()).await;
    bench.reply(&prompt(&Shown::default())).await;
    for _ in 0..4 {
        bench.reply(&after(json!([done("click_at", "confirmed")]))).await;
    }
    let last = bench.last().to_string();
    assert_eq!(last.matches("641 x 399").count(), 3, "{last}");
    assert_eq!(last.matches("(an earlier screenshot)").count(), 2);
}

#[tokio::test]
async fn a_conversation_begins_with_each_subtask_and_each_session() {
    let click = |n: usize| says(json!([openai_click(&format!("call_{n}"), 1, 1)]));
    let earlier = json!([{"id": "a", "status": "FINISH"}]);
    for (next, begins) in [
        (after(json!([done("click_at", "confirmed")])), false),
        (
            prompt(&Shown {
                standstill: "you went in a circle",
                last: json!([done("click_at", "no_change")]),
                ..Shown::default()
            }),
            false,
        ),
        // The same words in another session, and another subtask with the same words.
        (prompt(&Shown::default()), true),
        (prompt(&Shown { earlier, last: json!([done("click_at", "confirmed")]), ..Shown::default() }), true),
        // Something other than the request was done: another session took place in between.
        (after(json!([done("type_text", "confirmed")])), true),
    ] {
        let bench = Bench::new(GPT, vec![click(1), click(2)]).await;
        bench.reply(&prompt(&Shown::default())).await;
        bench.reply(&next).await;
        let sent = bench.last();
        assert_eq!(sent.get("previous_response_id").is_none(), begins, "{sent:#}");
        let has_task = sent["input"].to_string().contains("save the letter");
        assert_eq!(has_task, begins, "{sent:#}");
        assert_eq!(
            sent.to_string().contains("you went in a circle"),
            !next.section(section::LOOP_GUARD).is_empty()
        );
    }
}

#[tokio::test]
async fn what_the_provider_has_forgotten_is_told_again() {
    let gone = r#"{"error": {"message": "Previous response with id 'resp_1' not found.", "code": "previous_response_not_found"}}"#;
    let click = |n: usize| says(json!([openai_click(&format!("call_{n}"), 1, 1)]));
    let bench = Bench::new(GPT, vec![click(1), OperatorReply::Error(404, gone.into()), click(2)]).await;
    bench.reply(&prompt(&Shown::default())).await;
    let reply = bench.reply(&after(json!([done("click_at", "confirmed")]))).await;
    assert_eq!(reply["Status"], "CONTINUE");
    let sent = bench.last();
    assert_eq!(sent.get("previous_response_id"), None);
    assert!(
        sent["input"].to_string().contains(r#"\"Status\":\"confirmed\""#),
        "what was done is reported: {sent:#}"
    );
}

#[tokio::test]
async fn a_lost_conversation_has_a_code_or_a_parameter_whatever_its_sentence_says() {
    for (error, is_lost) in [
        (json!({"message": "nicht da", "code": "previous_response_not_found"}), true),
        (
            json!({"message": "nicht da", "param": "previous_response_id", "code": "unsupported_parameter"}),
            true,
        ),
        (json!({"message": "the previous response was too long", "code": "invalid_prompt"}), false),
    ] {
        let click = |n: usize| says(json!([openai_click(&format!("call_{n}"), 1, 1)]));
        let fails = OperatorReply::Error(400, json!({"error": error}).to_string());
        let bench = Bench::new(GPT, vec![click(1), fails, click(2)]).await;
        bench.reply(&prompt(&Shown::default())).await;
        let next = bench.model.complete(&after(json!([done("click_at", "confirmed")]))).await;
        assert_eq!(next.is_ok(), is_lost, "{error}");
    }
}
