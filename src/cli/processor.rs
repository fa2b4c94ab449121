//! Whether this processor can do what the program was built for.

use super::failure::Failure;

/// Fails where the processor lacks an instruction that this build uses: better
/// than to be stopped in the middle of a game.
pub fn check() -> Result<(), Failure> {
    if cfg!(target_feature = "popcnt") && !counts_bits() {
        return Err(Failure::Work(
            "this build uses the processor's popcnt instruction, and this processor, or the virtual machine on it, \
             has none; delete .cargo/config.toml in the folder of the project and build again"
                .to_owned(),
        ));
    }
    Ok(())
}

/// Asks the processor itself: `is_x86_feature_detected` takes for granted what
/// the build was told that there is.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, unused_unsafe, reason = "asking was unsafe in older releases of the language")]
fn counts_bits() -> bool {
    // SAFETY: every processor of this architecture can be asked.
    let features = unsafe { std::arch::x86_64::__cpuid(1) };
    features.ecx >> 23 & 1 == 1
}

#[cfg(not(target_arch = "x86_64"))]
fn counts_bits() -> bool {
    true
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::counts_bits;

    #[test]
    fn the_processor_says_what_the_system_says() {
        // Only Linux has it in a file; elsewhere there is nothing to compare.
        let Ok(told) = std::fs::read_to_string("/proc/cpuinfo") else { return };
        assert_eq!(counts_bits(), told.split_whitespace().any(|word| word == "popcnt"));
    }
}
