//! `fuda completions` and `fuda man`: what a shell and a manual know of the
//! commands.
//!
//! The script that a shell loads asks the program itself at every Tab. So games,
//! rules, bots, strategy files and metrics are completed as they are, those in
//! the current folder included.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::builder::StyledStr;
use clap::{Args, Command, CommandFactory, ValueEnum};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};
use clap_complete::env::{self, CompleteEnv, EnvCompleter, Shells};

use super::failure::{Failure, print, print_as_is};
use super::schema;
use super::{Cli, Surroundings};
use crate::bots::{BotSpec, built_in, strategy_names};
use crate::game::{Audit, Game};
use crate::games::{self, GameVisitor};
use crate::settings::{Key, Settings, value_text};
use crate::sim::{LineUp, Setup};
use crate::storage::{File, Kind, Storage, StorageError, create_folders, replace_lone};

/// The variable by which a shell asks for completions.
const VARIABLE: &str = "FUDA_COMPLETE";

const SHELLS: Shells<'static> = Shells(&[&Bash, &env::Zsh, &env::Fish, &env::Powershell, &env::Elvish]);

/// A shell.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Shell {
    Bash,
    Zsh,
    Fish,
    Powershell,
    Elvish,
}

const COMPLETIONS_EXAMPLES: &str = "\
Load them when the shell starts:
  bash        echo 'source <(fuda completions bash)' >> ~/.bashrc
  zsh         echo 'source <(fuda completions zsh)' >> ~/.zshrc
  fish        echo 'fuda completions fish | source' >> ~/.config/fish/config.fish
  powershell  echo 'fuda completions powershell | Out-String | Invoke-Expression' >> $PROFILE
  elvish      echo 'eval (fuda completions elvish | slurp)' >> ~/.elvish/rc.elv";

/// Whether a word means itself in Bash, which puts it on the command line as it is.
/// Names of files that need quotes are left to the completion of Bash itself.
fn is_plain(word: &str) -> bool {
    let is_plain = |letter: char| letter.is_alphanumeric() || "/._-+=:,@%".contains(letter);
    !word.is_empty() && word.chars().all(is_plain)
}

#[derive(Args)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

#[derive(Args)]
#[command(after_help = "Example:\n  fuda man ~/.local/share/man/man1 && man fuda-run")]
pub struct ManArgs {
    /// The folder for the pages, one for each command
    dir: PathBuf,

    /// Overwrite files of these names that are no pages of fuda
    #[arg(long)]
    force: bool,
}

/// `fuda completions SHELL`: prints the script that the shell loads.
pub fn completions(args: &CompletionsArgs) -> Result<(), Failure> {
    let name = args.shell.to_possible_value().expect("no shell is hidden");
    let shell = SHELLS.completer(name.get_name()).expect("there is one for every shell");
    let mut script = Vec::new();
    shell.write_registration(VARIABLE, "fuda", "fuda", "fuda", &mut script).expect("it is written to memory");
    print_as_is(&String::from_utf8_lossy(&script))
}

/// The first line of every page of the manual: what has it may be overwritten.
const MAN_MARK: &str = ".\\\" Written by fuda man.\n";

/// `fuda man DIR`: writes a page for each command.
pub fn man(args: &ManArgs, surroundings: &Surroundings) -> Result<(), Failure> {
    let storage = &*surroundings.storage;
    let failed = |error: io::Error| Failure::Work(StorageError::of("write to", &args.dir)(error).to_string());
    create_folders(storage, &args.dir).map_err(failed)?;
    let pages = man_pages().map_err(failed)?;
    for page in &pages {
        let path = args.dir.join(&page.name);
        let kind = storage.within(&args.dir).kind(&path).map_err(failed)?;
        if kind.is_some() && !(kind == Some(Kind::File) && has_man_mark(storage, &path)) && !args.force {
            return Err(Failure::Usage(format!(
                "{} is there already, and is no page of fuda; choose another folder, or overwrite it with --force",
                path.display()
            )));
        }
    }
    for page in &pages {
        replace_lone(storage, &args.dir, page).map_err(|error| Failure::Work(error.to_string()))?;
    }
    print(&format!("The pages are in {}\n", args.dir.display()))
}

/// The pages of the manual, one for each command.
fn man_pages() -> io::Result<Vec<File>> {
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    let commands = command.get_subcommands().cloned().chain([command.clone()]);
    let page = |command: Command| {
        let page = clap_mangen::Man::new(command);
        let mut content = MAN_MARK.as_bytes().to_vec();
        page.render(&mut content)?;
        Ok(File { name: page.get_filename(), content })
    };
    commands.map(page).collect()
}

fn has_man_mark(storage: &dyn Storage, path: &Path) -> bool {
    let mut head = vec![0; MAN_MARK.len()];
    let read = storage.open_file(path).and_then(|file| file.read_at(0, &mut head));
    read.is_ok_and(|length| &head[..length] == MAN_MARK.as_bytes())
}

/// Answers a shell that asks for completions; returns whether one did.
pub fn answer() -> Result<bool, clap::Error> {
    let here = std::env::current_dir().ok();
    CompleteEnv::with_factory(command)
        .var(VARIABLE)
        .shells(SHELLS)
        .try_complete(std::env::args_os(), here.as_deref())
}

/// The command line, with what completes its values: by the names of arguments,
/// which mean the same in all commands.
fn command() -> Command {
    let with_completers = |arg: clap::Arg| {
        let completer = match arg.get_id().as_str() {
            _ if is_called(&arg, "GAME") => ArgValueCompleter::new(complete_game),
            _ if is_called(&arg, "SCHEMA") => ArgValueCompleter::new(complete_schema),
            "bot" | "baseline" | "against" | "check" => ArgValueCompleter::new(complete_bot),
            "bots" if arg.is_positional() => ArgValueCompleter::new(complete_bot),
            "bots" => ArgValueCompleter::new(complete_bots),
            "rule" => ArgValueCompleter::new(complete_rule),
            "vary" => ArgValueCompleter::new(complete_variants),
            "precision" => ArgValueCompleter::new(complete_metric),
            // In a sweep it is of a metric, elsewhere a number.
            "margin" if is_called(&arg, "METRIC=D") => ArgValueCompleter::new(complete_metric),
            "from" | "rules" => ArgValueCompleter::new(PathCompleter::file()),
            "out" | "dir" | "dirs" => ArgValueCompleter::new(PathCompleter::any()),
            _ => return arg,
        };
        arg.add(completer)
    };
    let command = Cli::command();
    let names: Vec<String> = command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    names.iter().fold(command, |command, name| {
        command.mut_subcommand(name, |command| command.mut_args(with_completers))
    })
}

fn is_called(arg: &clap::Arg, value: &str) -> bool {
    arg.get_value_names().into_iter().flatten().any(|name| name == value)
}

/// The game on the command line that is completed.
fn typed_game() -> Option<String> {
    let words = std::env::args().skip_while(|word| word != "--");
    words.into_iter().find(|word| games::NAMES.contains(&word.as_str()))
}

/// What can be typed for a game.
struct Known {
    bots: Vec<(String, &'static str)>,
    parameters: Vec<(String, Vec<Key>)>,
    rules: Vec<Key>,
    metrics: Vec<(String, &'static str)>,
}

impl Known {
    /// What is known of the game on the command line; of all games, if there is
    /// none yet.
    fn typed() -> Vec<Known> {
        let names = typed_game()
            .map_or_else(|| games::NAMES.iter().map(|&name| name.to_owned()).collect(), |game| vec![game]);
        names.iter().filter_map(|name| games::visit(name, KnownVisitor)).collect()
    }
}

struct KnownVisitor;

impl GameVisitor for KnownVisitor {
    type Output = Known;

    fn visit<G: Game + Audit>(self) -> Known {
        let game = G::new(G::Rules::default());
        let line_up = LineUp::new(&game, &[BotSpec::new(G::HOUSE_BOT)]).expect("the default bot can play");
        let setup = Setup::new(game, line_up, 1);
        let metrics = setup.metrics().metrics().iter().map(|metric| (metric.name.to_owned(), metric.meaning));
        let bots = built_in::<G>();
        let files = strategy_names(G::NAME).into_iter().map(|name| (name, "a strategy file"));
        Known {
            bots: bots.iter().map(|bot| (bot.name.to_owned(), bot.description)).chain(files).collect(),
            parameters: bots.into_iter().map(|bot| (bot.name.to_owned(), bot.parameters)).collect(),
            rules: G::Rules::keys(),
            metrics: metrics.collect(),
        }
    }
}

/// The candidates that continue what is typed, each once.
fn continuing(typed: &str, all: impl IntoIterator<Item = (String, String)>) -> Vec<CompletionCandidate> {
    let mut found: Vec<(String, String)> = Vec::new();
    for (value, help) in all.into_iter().filter(|(value, _)| value.starts_with(typed)) {
        if !found.iter().any(|(other, _)| *other == value) {
            found.push((value, help));
        }
    }
    let candidate = |(value, help): (String, String)| {
        let help = (!help.is_empty()).then(|| StyledStr::from(help));
        CompletionCandidate::new(value).help(help)
    };
    found.into_iter().map(candidate).collect()
}

fn complete_schema(typed: &OsStr) -> Vec<CompletionCandidate> {
    continuing(&typed.to_string_lossy(), schema::names())
}

fn complete_game(typed: &OsStr) -> Vec<CompletionCandidate> {
    struct About;
    impl GameVisitor for About {
        type Output = &'static str;

        fn visit<G: Game + Audit>(self) -> &'static str {
            G::ABOUT
        }
    }
    let all = games::NAMES
        .iter()
        .map(|&name| (name.to_owned(), games::visit(name, About).unwrap_or_default().to_owned()));
    continuing(&typed.to_string_lossy(), all)
}

/// A bot: its name, its parameters after a colon, or a file.
fn complete_bot(typed: &OsStr) -> Vec<CompletionCandidate> {
    bots_after("", &typed.to_string_lossy())
}

/// The last bot of a list with commas.
fn complete_bots(typed: &OsStr) -> Vec<CompletionCandidate> {
    let typed = typed.to_string_lossy();
    let (before, last) = typed.rsplit_once(',').map_or(("", &*typed), |(before, last)| (before, last));
    let before = if before.is_empty() { String::new() } else { format!("{before},") };
    bots_after(&before, last)
}

fn bots_after(before: &str, typed: &str) -> Vec<CompletionCandidate> {
    let known = Known::typed();
    if let Some((name, parameters)) = typed.split_once(':') {
        let (done, last) = parameters.rsplit_once(',').map_or(("", parameters), |(done, last)| (done, last));
        let done = if done.is_empty() { String::new() } else { format!("{done},") };
        let keys = known.iter().flat_map(|known| &known.parameters).filter(|(bot, _)| bot == name);
        let values = keys.flat_map(|(_, keys)| assignments(keys, last));
        let whole = |(value, help): (String, String)| (format!("{before}{name}:{done}{value}"), help);
        return continuing(&format!("{before}{typed}"), values.map(whole));
    }
    let names = known.iter().flat_map(|known| &known.bots);
    let names = names.map(|(name, about)| (format!("{before}{name}"), (*about).to_owned()));
    let mut found = continuing(&format!("{before}{typed}"), names);
    let is_strategy = |path: &Path| path.extension().is_some_and(|end| end == "toml" || end == "luau");
    if typed.is_empty() {
        return found;
    }
    let files = PathCompleter::file().filter(is_strategy).complete(OsStr::new(typed));
    found.extend(files.into_iter().map(|file| file.add_prefix(before)));
    found
}

/// What is typed for a key and its value: `key=`, or `key=value` once the key is
/// there.
fn assignments(keys: &[Key], typed: &str) -> Vec<(String, String)> {
    let Some((name, _)) = typed.split_once('=') else {
        return keys.iter().map(|key| (format!("{}=", key.name), key.meaning.to_owned())).collect();
    };
    let values = keys.iter().filter(|key| key.name == name).flat_map(|key| {
        let choices = if key.choices().is_empty() { vec![key.default.clone()] } else { key.choices() };
        choices.into_iter().map(|value| (format!("{name}={}", value_text(&value)), String::new()))
    });
    values.collect()
}

fn complete_rule(typed: &OsStr) -> Vec<CompletionCandidate> {
    let typed = typed.to_string_lossy();
    let known = Known::typed();
    continuing(&typed, known.iter().flat_map(|known| assignments(&known.rules, &typed)))
}

/// A rule with several values: the last one is completed.
fn complete_variants(typed: &OsStr) -> Vec<CompletionCandidate> {
    let typed = typed.to_string_lossy();
    let Some((before, last)) = typed.rsplit_once(',') else {
        return complete_rule(OsStr::new(&*typed));
    };
    let name = before.split_once('=').map_or("", |(name, _)| name);
    let known = Known::typed();
    let values = known.iter().flat_map(|known| assignments(&known.rules, &format!("{name}={last}")));
    let whole =
        values.filter_map(|(value, help)| Some((format!("{before},{}", value.split_once('=')?.1), help)));
    continuing(&typed, whole)
}

fn complete_metric(typed: &OsStr) -> Vec<CompletionCandidate> {
    let known = Known::typed();
    let metrics = known.iter().flat_map(|known| &known.metrics);
    let names = metrics.map(|(name, meaning)| (format!("{name}="), (*meaning).to_owned()));
    continuing(&typed.to_string_lossy(), names)
}

/// Bash, which splits words at `=` and `:` too: this puts them together again, and
/// answers with the part after the last of them, which is what Bash replaces.
struct Bash;

const BASH: &str = r#"_fuda() {
    local line=${COMP_LINE:0:COMP_POINT} words reply
    read -ra words <<< "$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    local current=${words[-1]}
    local kept=${current%"${current##*[=:]}"}
    local IFS=$'\n'
    reply=$(_CLAP_IFS=$'\n' _CLAP_COMPLETE_INDEX=$((${#words[@]} - 1)) VARIABLE=bash COMPLETER -- "${words[@]}") || return
    COMPREPLY=($reply)
    COMPREPLY=("${COMPREPLY[@]#"$kept"}")
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[=/:] ]] && compopt -o nospace 2> /dev/null
    return 0
}
complete -F _fuda -o bashdefault -o default BIN
"#;

impl EnvCompleter for Bash {
    fn name(&self) -> &'static str {
        "bash"
    }

    fn is(&self, name: &str) -> bool {
        name == "bash"
    }

    fn write_registration(
        &self,
        variable: &str,
        _name: &str,
        bin: &str,
        completer: &str,
        buffer: &mut dyn Write,
    ) -> io::Result<()> {
        let script = BASH.replace("VARIABLE", variable).replace("COMPLETER", completer).replace("BIN", bin);
        buffer.write_all(script.as_bytes())
    }

    fn write_complete(
        &self,
        command: &mut Command,
        words: Vec<OsString>,
        folder: Option<&Path>,
        buffer: &mut dyn Write,
    ) -> io::Result<()> {
        let mut all = Vec::new();
        env::Bash.write_complete(command, words, folder, &mut all)?;
        let separator = std::env::var("_CLAP_IFS").unwrap_or_else(|_| "\n".to_owned());
        let all = String::from_utf8_lossy(&all);
        let plain: Vec<&str> = all.split(&separator).filter(|word| is_plain(word)).collect();
        buffer.write_all(plain.join(&separator).as_bytes())
    }
}
