// No welcome, no notice of what is sent, no question about the default browser, no second tab.
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("startup.homepage_welcome_url", "");
user_pref("startup.homepage_welcome_url.additional", "");
user_pref("trailhead.firstrun.didSeeAboutWelcome", true);
// A remote control switches no protection off; it may put files into pages, and a page's second dialog is an ordinary one.
user_pref("dom.file.createInChild", true);
user_pref("dom.successive_dialog_time_limit", 0);
user_pref("remote.prefs.recommended", false);
// A caret that blinks draws twice a second where nothing happens.
user_pref("ui.caretBlinkTime", 0);
