//! The declaration of settings.

/// Declares a struct of settings.
///
/// ```
/// fuda::settings! {
///     /// The rules of a game.
///     pub struct Rules {
///         players["players"]: u8 = 4, in 3..=4, "how many play";
///         jizo["jizo"]: bool = false, "with the Jizo";
///         shi["value.shi"]: u8 = 4, in 0..=99, known [4, 5], "chips for shi";
///     }
///     check |_rules| Ok(());
/// }
/// ```
///
/// expands to this struct, with documentation on its fields, and
/// implementations of [`Settings`](crate::settings::Settings) and `Default`:
///
/// ```
/// pub struct Rules {
///     pub players: u8,
///     pub jizo: bool,
///     pub shi: u8,
/// }
/// ```
///
/// The type of a field is any [`Setting`](crate::settings::Setting); `in`
/// gives the limit that this type requires, and `known` the values that are
/// known to be played, where these are fewer than the limit allows. The function
/// after `check` checks that the values are compatible.
#[macro_export]
macro_rules! settings {
    (
        $(#[$about:meta])*
        pub struct $name:ident {
            $($field:ident [$key:literal]: $type:ty = $default:expr $(, in $limit:expr)? $(, known $known:expr)?, $meaning:literal;)*
        }
        check $check:expr;
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $(#[doc = concat!("`", $key, "`: ", $meaning, ".")] pub $field: $type,)*
        }

        impl Default for $name {
            fn default() -> $name {
                $name { $($field: $default,)* }
            }
        }

        impl $crate::settings::Settings for $name {
            fn keys() -> Vec<$crate::settings::Key> {
                let defaults = $name::default();
                let _ = &defaults;
                vec![$($crate::settings::Key {
                    name: $key,
                    allowed: <$type as $crate::settings::Setting>::allowed(&$crate::settings!(@limit $($limit)?)),
                    default: $crate::settings::Setting::write(&defaults.$field),
                    known: $crate::settings!(@known $type $(, $known)?),
                    meaning: $meaning,
                },)*]
            }

            fn get(&self, key: &str) -> Option<$crate::settings::Value> {
                match key {
                    $($key => Some($crate::settings::Setting::write(&self.$field)),)*
                    _ => None,
                }
            }

            #[allow(unused_variables, reason = "settings may have no keys")]
            fn put(&mut self, key: &str, value: &$crate::settings::Value) -> Result<(), String> {
                match key {
                    $($key => {
                        let limit = $crate::settings!(@limit $($limit)?);
                        self.$field = <$type as $crate::settings::Setting>::read(value, &limit)
                            .ok_or_else(|| <$type as $crate::settings::Setting>::allowed(&limit).to_string())?;
                        Ok(())
                    })*
                    _ => unreachable!("the key '{key}' is looked up before it is set"),
                }
            }

            fn check(&self) -> Result<(), String> {
                let check: fn(&$name) -> Result<(), String> = $check;
                check(self)
            }
        }
    };
    (@known $type:ty) => { Vec::new() };
    (@known $type:ty, $known:expr) => {{
        let known: &[$type] = &$known;
        known.iter().map($crate::settings::Setting::write).collect()
    }};
    (@limit) => { () };
    (@limit $limit:expr) => { $limit };
}

/// Declares an enum whose variants are the words allowed for a setting.
///
/// ```
/// fuda::words! {
///     /// When a yaku is looked for.
///     pub enum YakuCheck { Turn = "turn", Capture = "capture" }
/// }
/// assert_eq!(YakuCheck::Capture.word(), "capture");
/// ```
#[macro_export]
macro_rules! words {
    (
        $(#[$about:meta])*
        pub enum $name:ident { $($(#[$note:meta])* $variant:ident = $word:literal),* $(,)? }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$note])* #[doc = concat!("`", $word, "`")] $variant,)* }

        impl $name {
            /// All values, in the order of their declaration.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// The word for the value.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)* }
            }
        }

        impl $crate::settings::Setting for $name {
            type Limit = ();

            fn read(value: &$crate::settings::Value, (): &()) -> Option<$name> {
                let word = value.as_str()?;
                $name::ALL.iter().copied().find(|known| known.word() == word)
            }

            fn write(&self) -> $crate::settings::Value {
                $crate::settings::Value::String(self.word().to_owned())
            }

            fn allowed((): &()) -> $crate::settings::Allowed {
                $crate::settings::Allowed::Words(vec![$($word,)*])
            }
        }
    };
}
