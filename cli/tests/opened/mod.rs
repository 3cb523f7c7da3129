//! `jobscope open` under way, and what a browser would ask it for.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// It ends when it is dropped.
#[derive(Debug)]
pub(crate) struct Opened {
    child: Child,
    /// The address that it printed.
    pub(crate) address: String,
}

impl Drop for Opened {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An answer of the server.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) code: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Opened {
    /// Starts a command that opens the page, and waits for its address.
    pub(crate) fn start(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let Some(Ok(address)) = lines.next() else {
            let mut said = String::new();
            child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
            panic!("it did not open: {said}");
        };
        Self { child, address }
    }

    /// The host and port.
    pub(crate) fn host(&self) -> &str {
        self.address.strip_prefix("http://").unwrap().split('/').next().unwrap()
    }

    /// The path of a file of the page.
    pub(crate) fn path(&self, name: &str) -> String {
        format!("/{}/{name}", self.address.split('/').nth(3).unwrap())
    }

    /// Asks for a path, with more lines of the head.
    pub(crate) fn ask(&self, path: &str, host: &str, more: &str) -> Answer {
        let mut stream = TcpStream::connect(self.host()).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n").unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").unwrap();
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let code = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { code, head, body: bytes[end + 4..].to_vec() }
    }

    /// A file of the page, as its own page asks for it.
    pub(crate) fn file(&self, name: &str) -> String {
        let answer = self.ask(&self.path(name), self.host(), "");
        assert_eq!(answer.code, 200, "{name}: {}", answer.head);
        String::from_utf8(answer.body).unwrap()
    }
}
