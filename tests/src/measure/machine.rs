//! The machine on which a program is measured.

/// The bytes of memory that the program has now, where the system tells. In a browser that is what it ever had:
/// WebAssembly gives no memory back.
pub fn memory() -> Option<u64> {
    #[cfg(target_arch = "wasm32")]
    {
        const PAGE: u64 = 65_536;
        u64::try_from(core::arch::wasm32::memory_size::<0>()).ok().map(|pages| pages * PAGE)
    }
    #[cfg(not(target_arch = "wasm32"))]
    status("VmRSS:")
}

/// The most bytes of memory that the program had, where the system tells.
pub fn peak_memory() -> Option<u64> {
    if cfg!(target_arch = "wasm32") { memory() } else { status("VmHWM:") }
}

/// What Linux tells of this process, in bytes.
fn status(field: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(field))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib * 1_024)
}

/// The machine, in words.
pub fn name() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let model = model.map_or(std::env::consts::ARCH, |(_, model)| model.trim());
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    format!("{model}, {cores} cores, {}", std::env::consts::OS)
}

/// How many programs wanted to run during the last minute, where the system tells. Above what was measured itself, times
/// are not to be trusted.
pub fn load() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.parse().ok()
}
