//! Windows that the policy closes: no picture of them is stored, and no agent sees their titles.

use crate::common::{FINISH, IntoDeciders, Script, TestEnv, act, assign};
use async_trait::async_trait;
use deskpilot_agent::Deciders;
use deskpilot_core::{Policy, PolicyFile, Rect, Rule, RuleEffect};
use deskpilot_deciders::{
    AppResponse, AppScene, Decider, DeciderError, DesktopNeed, HostResponse, HostScene, Needs, Recorder,
};
use deskpilot_desktop::{Area, DesktopReader, Image, WindowList, photographer};
use std::sync::Arc;

/// A window that shows a word, another one next to it, and one that the other opens.
const DESKTOP: &str = "\
window \"Vault of Ada\" vault
  edit \"Word\"
window \"Notes\" notes
  edit \"Text\"
  button \"Keys\" -> window \"Keys of Ada\" notes
    edit \"Key\"
";

/// A policy that closes these windows.
fn closed(application: &str, window: &str) -> Policy {
    let rule = Rule {
        application: vec![application.into()],
        window: vec![window.into()],
        ..Rule::new(RuleEffect::Refuse)
    };
    Policy::of(PolicyFile { rules: vec![rule], ..PolicyFile::default() }).unwrap()
}

/// Whether a picture shows anything but one color in this rectangle.
fn shows(picture: &Image, place: Rect) -> bool {
    let inside = place.intersection(picture.rect()).relative_to(picture.origin);
    let row = |y: u32| {
        let at = (y as usize * picture.size.width as usize + inside.x as usize) * 3;
        &picture.rgb[at..at + inside.width as usize * 3]
    };
    let rows: Vec<&[u8]> = (0..inside.height).map(|it| row(inside.y as u32 + it)).collect();
    rows.concat().chunks(3).any(|it| it != &rows[0][..3])
}

#[tokio::test]
async fn what_stands_in_a_closed_window_is_in_no_picture_that_is_kept() {
    for (policy, is_shown) in [(Policy::default(), true), (closed("vault", "*"), false)] {
        let mut env = TestEnv::new(DESKTOP);
        env.options.policy = policy;
        let write = act(1, "set_edit_text", r#"{"text": "x"}"#, "");
        let replies = [assign("write").replace("\"1\"", "\"2\""), write, FINISH.into(), FINISH.into()];
        env.play("x", &replies).await;
        assert!(env.transcript().contains("finished"), "{}", env.transcript());
        let windows = env.desktop.windows().await.unwrap();
        let vault = windows.iter().find(|it| it.application == "vault").expect("it stands").rect;
        let whole = env.desktop.root_window().await.unwrap().rect;
        let kept = env.log.kept.lock().unwrap().clone();
        let pictures = kept.iter().filter_map(|it| photographer::decode_png(it).ok());
        let of_desktop: Vec<Image> =
            pictures.filter(|it| (it.size.width, it.size.height) == (whole.width, whole.height)).collect();
        assert!(of_desktop.len() > 2, "the HostAgent looked, and a last picture was taken");
        for picture in of_desktop {
            assert_eq!(shows(&picture, vault), is_shown);
        }
    }
}

#[tokio::test]
async fn a_window_that_comes_up_closed_is_not_photographed_first() {
    for (policy, is_kept) in [(Policy::default(), true), (closed("*", "Keys*"), false)] {
        let mut env = TestEnv::new(DESKTOP);
        env.options.policy = policy;
        let replies = [
            assign("look").replace("\"1\"", "\"2\""),
            act(2, "click_input", "{}", ""),
            FINISH.into(),
            FINISH.into(),
            FINISH.into(),
        ];
        env.play("x", &replies).await;
        let windows = env.desktop.windows().await.unwrap();
        let keys = windows.iter().find(|it| it.title == "Keys of Ada").expect("it came up");
        let picture = env.desktop.capture(&Area::Window(keys.id)).await.unwrap();
        let png = photographer::encode_png(&picture).unwrap();
        let kept = env.log.kept.lock().unwrap().contains(&png);
        assert_eq!(kept, is_kept, "{}", env.transcript());
        assert_eq!(env.transcript().contains("off limits"), !is_kept, "{}", env.transcript());
    }
}

/// A decider that needs no picture of the desktop.
struct WithoutPicture(Arc<dyn Decider>);

#[async_trait]
impl Decider for WithoutPicture {
    fn name(&self) -> &str {
        "blind"
    }

    fn needs(&self) -> Needs {
        Needs { desktop: DesktopNeed::Windows, ..self.0.needs() }
    }

    async fn host(
        &self,
        scene: &HostScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<HostResponse, DeciderError> {
        self.0.host(scene, recorder).await
    }

    async fn app(
        &self,
        scene: &AppScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<AppResponse, DeciderError> {
        self.0.app(scene, recorder).await
    }
}

#[tokio::test]
async fn an_agent_without_pictures_does_not_see_its_title_either() {
    for (policy, is_shown) in [(Policy::default(), true), (closed("vault", "*"), false)] {
        let mut env = TestEnv::new(DESKTOP);
        env.options.policy = policy;
        let model = Arc::new(Script::new(&[FINISH.into()]));
        let asking = model.clone().into_deciders();
        let deciders = Deciders { host: Arc::new(WithoutPicture(asking.host.clone())), ..asking };
        env.open(deciders).unwrap().round("x").await.unwrap();
        let shown = format!("{:?}", model.shown.lock().unwrap());
        let written = format!("{:?}", env.log.entries());
        for text in [shown, written] {
            assert!(text.contains("Notes"), "{text}");
            assert_eq!(text.contains("Vault of Ada"), is_shown, "{text}");
        }
    }
}
