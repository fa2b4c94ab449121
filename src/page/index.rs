//! The list of all results, and pages of several.

use maud::{Markup, html};

use super::document::Made;
use super::figure::Chapter;
use super::words::clipped;
use super::{chapter, document, figure, safe_text};
use crate::page::Source;
use crate::storage::File;
use crate::text::{counted, hex, thousands};
use sha2::{Digest, Sha256};

/// A result in the list.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The folder, from where the list is.
    pub folder: String,
    /// The command.
    pub command: String,
    /// The game.
    pub game: String,
    /// The house rules that are not the default.
    pub rules: String,
    /// The bots.
    pub bots: String,
    /// The number of games.
    pub games: Option<u64>,
    /// Whether it is complete.
    pub is_complete: bool,
    /// Whether it has a page of its own.
    pub has_page: bool,
}

/// How much of a list of bots or rules there is room for.
const LONG: usize = 120;

/// The page that lists results, and the pages of several of them.
#[must_use]
pub fn index_page(results: &[Listed], pages: &[String]) -> String {
    let mut games: Vec<&str> = Vec::new();
    for result in results {
        if !games.contains(&result.game.as_str()) {
            games.push(&result.game);
        }
    }
    let body = html! {
        article {
            header {
                p.kind { "fuda" }
                h1 { "Results" }
                p.lead { (counted(results.len() as u64, "result")) " of " (counted(games.len() as u64, "game")) "." }
                @if !pages.is_empty() {
                    p { "Several results on one page: "
                        @for (index, page) in pages.iter().enumerate() {
                            @if index > 0 { ", " }
                            a href=(percent_encoded(page)) { (safe_text(page)) }
                        }
                    }
                }
            }
            @for game in games {
                section {
                    h2 { (safe_text(game)) }
                    (table(results.iter().filter(|result| result.game == game), game))
                }
            }
        }
    };
    document::document("Results", &body, Made::FromFiles)
}

fn table<'a>(results: impl Iterator<Item = &'a Listed>, game: &str) -> Markup {
    html! {
        div.scroll.map tabindex="0" role="region" aria-label=(format!("Results of {}", safe_text(game))) {
            table.results {
                thead { tr {
                    @for name in ["result", "what", "house rules", "bots", "games"] { th scope="col" { (name) } }
                } }
                tbody {
                    @for result in results {
                        tr {
                            th scope="row" { (link(result)) }
                            td { (safe_text(&result.command)) @if !result.is_complete { ", incomplete" } }
                            td { (safe_text(&clipped(&result.rules.replace(';', ", "), LONG))) }
                            td { (safe_text(&clipped(&bots_text(&result.bots), LONG))) }
                            td { (result.games.map_or(String::new(), thousands)) }
                        }
                    }
                }
            }
        }
    }
}

fn link(result: &Listed) -> Markup {
    let folder = percent_encoded(&result.folder);
    html! {
        @if result.has_page { a href=(format!("{folder}/report.html")) { (safe_text(&result.folder)) } }
        @else { a href=(format!("{folder}/")) { (safe_text(&result.folder)) } }
    }
}

/// Bots in order, each with how often it follows itself.
fn bots_text(bots: &str) -> String {
    let names: Vec<&str> = bots.split(';').collect();
    let groups = names.chunk_by(|one, other| one == other);
    let texts = groups.map(|group| {
        if group.len() > 1 { format!("{} × {}", group.len(), group[0]) } else { group[0].to_owned() }
    });
    texts.collect::<Vec<_>>().join(", ")
}

/// A path as a link has it.
pub fn percent_encoded(path: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    let encoded = path
        .bytes()
        .map(|byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") });
    encoded.collect()
}

/// A page of several results, with a chapter for each.
#[must_use]
pub fn joint_page(sources: &[Source]) -> File {
    let chapters: Vec<_> = sources.iter().map(chapter::chapter).collect();
    let hashes: String = sources.iter().map(|source| source.record.hash()).collect();
    let title = counted(sources.len() as u64, "result");
    let body = |chapters: &[Chapter], rows: usize| {
        html! {
            header {
                p.kind { "fuda" }
                h1 { (title) }
                ol.contents {
                    @for chapter in chapters {
                        li { a href=(format!("#{}", safe_text(&chapter.id))) { (safe_text(&chapter.title)) } }
                    }
                }
            }
            @for chapter in chapters { (chapter.markup(2, rows)) }
        }
    };
    File {
        name: format!("report-{}.html", hex(&Sha256::digest(hashes)[..5])),
        content: figure::fitting(chapters, |chapters, rows| {
            document::document(&title, &body(chapters, rows), Made::FromFiles)
        })
        .into_bytes(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_folders_of_any_name() {
        assert_eq!(percent_encoded("a/b c&\"<é"), "a/b%20c%26%22%3C%C3%A9");
        assert_eq!(bots_text("a;a;b"), "2 × a, b");
    }

    #[test]
    fn every_result_is_listed_as_text() {
        let result = Listed {
            folder: "<script>".to_owned(),
            command: "run".to_owned(),
            game: "oni".to_owned(),
            rules: "goal=570;hand=5".to_owned(),
            bots: "<b>".to_owned(),
            games: Some(1000),
            is_complete: false,
            has_page: true,
        };
        let page = index_page(&[result], &["report-0.html".to_owned()]);
        assert!(!page.contains("<script>/") && !page.contains("<b>"), "{page}");
        for text in [
            "%3Cscript%3E/report.html",
            "&lt;b&gt;",
            "goal=570, hand=5",
            "1,000",
            "run, incomplete",
            "report-0.html",
        ] {
            assert!(page.contains(text), "{text}");
        }
    }
}
