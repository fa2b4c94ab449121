//! The page around what it shows.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::report::PAGE_MARK;

pub(super) const STYLE: &str = include_str!("style.css");
/// What only the page of a game has beside that.
const REPLAY_STYLE: &str = include_str!("replay.css");
const SCRIPT: &str = include_str!("script.js");

/// Nothing is loaded from anywhere, whatever a page contains.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; \
                      base-uri 'none'; form-action 'none'";

/// How a page was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// From the files of results.
    FromFiles,
    /// By playing a game again.
    ByReplay,
}

/// A whole page.
#[must_use]
pub fn document(title: &str, body: &Markup, made: Made) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content=(PAGE_MARK);
                title { (super::safe_text(title)) " · fuda" }
                link rel="icon" href="data:,";
                style {
                    (PreEscaped(STYLE))
                    @if made == Made::ByReplay { (PreEscaped(REPLAY_STYLE)) }
                }
            }
            body {
                main { (body) }
                footer {
                    p {
                        "Made by fuda " (env!("CARGO_PKG_VERSION"))
                        @match made {
                            Made::FromFiles => {
                                " from the files of the result; " code { "fuda report" } " makes it again."
                            }
                            Made::ByReplay => "; the same command makes it again."
                        }
                    }
                }
                div.tip role="status" hidden {}
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}
