//! What a recording has so far, for pages that follow it: each gets all lines, and then each new one as a server-sent event.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::server::HEADERS;

/// After that long without a line, a comment shows whether the page is still there.
const QUIET: Duration = Duration::from_secs(15);

/// The lines so far.
#[derive(Debug, Default)]
pub(super) struct Log {
    state: Mutex<State>,
    grown: Condvar,
}

#[derive(Debug, Default)]
struct State {
    lines: Vec<Arc<str>>,
    ended: bool,
}

impl Log {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Nothing more comes.
    pub(super) fn end(&self) {
        self.state().ended = true;
        self.grown.notify_all();
    }

    fn push(&self, line: &str) {
        self.state().lines.push(line.into());
        self.grown.notify_all();
    }

    /// The lines from number `from`, and whether more may come. Waits for the first one.
    fn after(&self, from: usize) -> (Vec<Arc<str>>, bool) {
        let is_quiet = |state: &mut State| state.lines.len() <= from && !state.ended;
        let waited = self.grown.wait_timeout_while(self.state(), QUIET, is_quiet);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        (state.lines.get(from..).unwrap_or_default().to_vec(), !state.ended)
    }

    /// Answers a page that has the lines before number `from`. Returns when nothing more comes, or when the page has gone.
    pub(super) fn stream(&self, mut out: impl Write, mut from: usize) -> io::Result<()> {
        write!(
            out,
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n{HEADERS}Transfer-Encoding: chunked\r\n\r\n"
        )?;
        chunk(&mut out, ": jobscope\n\n")?;
        loop {
            let (lines, is_open) = self.after(from);
            for line in &lines {
                chunk(&mut out, &format!("id: {from}\ndata: {line}\n\n"))?;
                from += 1;
            }
            if !is_open {
                chunk(&mut out, "event: end\ndata: end\n\n")?;
                out.write_all(b"0\r\n\r\n")?;
                return out.flush();
            }
            if lines.is_empty() {
                chunk(&mut out, ":\n\n")?;
            }
        }
    }
}

fn chunk(out: &mut impl Write, text: &str) -> io::Result<()> {
    write!(out, "{:x}\r\n{text}\r\n", text.len())?;
    out.flush()
}

/// Where the recorder writes.
#[derive(Debug)]
pub(super) struct LogWriter {
    log: Arc<Log>,
    /// A line that is not whole yet.
    line: Vec<u8>,
}

impl LogWriter {
    pub(super) fn to(log: &Arc<Log>) -> Self {
        Self { log: Arc::clone(log), line: Vec::new() }
    }
}

impl Write for LogWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            match piece.strip_suffix(b"\n") {
                Some(end) => {
                    self.line.extend_from_slice(end);
                    self.log.push(&String::from_utf8_lossy(&self.line));
                    self.line.clear();
                }
                None => self.line.extend_from_slice(piece),
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn a_page_gets_all_lines_from_where_it_is() {
        let log = Arc::new(Log::default());
        let mut writer = LogWriter::to(&log);
        writer.write_all(b"one\ntwo\nth").unwrap();
        let later = Arc::clone(&log);
        let page = thread::spawn(move || {
            let mut out = Vec::new();
            later.stream(&mut out, 1).unwrap();
            String::from_utf8(out).unwrap()
        });
        writer.write_all(b"ree\n").unwrap();
        log.end();
        let got = page.join().unwrap();
        let (head, body) = got.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200") && head.contains("text/event-stream"), "{head}");
        assert!(!body.contains("one") && body.ends_with("event: end\ndata: end\n\n\r\n0\r\n\r\n"), "{body}");
        let two = body.find("id: 1\ndata: two\n\n").unwrap();
        assert!(body.find("id: 2\ndata: three\n\n").unwrap() > two, "{body}");
    }
}
