//! An API server that plays a recorded history: discovery, lists, and watches whose events come one after the other.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use flate2::read::MultiGzDecoder;
use serde_json::{Deserializer, Value, json};

/// Time between two events.
const BETWEEN: Duration = Duration::from_millis(15);

/// The resources that the server has: name, kind and group.
const RESOURCES: [(&str, &str, &str); 4] = [
    ("jobs", "Job", "batch/v1"),
    ("pods", "Pod", "v1"),
    ("events", "Event", "v1"),
    ("resourcequotas", "ResourceQuota", "v1"),
];

/// How the server differs from a friendly one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Behaviour {
    /// The resource that the user may not read.
    pub forbidden: Option<&'static str>,
    /// The watch of this resource ends after its first event, once.
    pub breaks: Option<&'static str>,
    /// While that watch is away, everything else happens.
    pub gap: bool,
    /// After that the server does not know what happened meanwhile.
    pub forgets: bool,
    /// The first watch of this resource is answered with 410.
    pub expires: Option<&'static str>,
    /// After that many events nothing happens until [`Stub::go_on`].
    pub holds: Option<usize>,
    /// Everything has happened already.
    pub at_the_end: bool,
    /// The version of the server; v1.36.3 if empty.
    pub version: &'static str,
}

/// A watch event of the history.
#[derive(Clone, Debug)]
struct Piece {
    resource: &'static str,
    version: u64,
    event: Value,
}

#[derive(Debug, Default)]
struct State {
    /// How many pieces have happened.
    released: usize,
    /// Watches that are open, by resource.
    watching: BTreeMap<&'static str, usize>,
    /// Request lines.
    requests: Vec<String>,
    /// What broke or expired already.
    done: Vec<&'static str>,
    /// What was listed after that.
    listed: Vec<&'static str>,
    /// Whether it holds no more.
    goes_on: bool,
}

#[derive(Debug)]
struct Shared {
    pieces: Vec<Piece>,
    behaviour: Behaviour,
    state: Mutex<State>,
    stop: AtomicBool,
}

/// The server; it stops when it is dropped.
#[derive(Debug)]
pub(crate) struct Stub {
    shared: Arc<Shared>,
    pub(crate) address: String,
}

impl Drop for Stub {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
    }
}

impl Stub {
    /// Serves one of the histories of `tests/histories`.
    pub(crate) fn of(history: &str, behaviour: Behaviour) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/histories").join(history);
        let mut pieces: Vec<Piece> = ["jobs", "pods", "events"]
            .into_iter()
            .flat_map(|resource| read(&folder.join(format!("{resource}.json.gz")), resource))
            .collect();
        pieces.sort_by_key(|piece| piece.version);
        let released = if behaviour.at_the_end { pieces.len() } else { 1 };
        let state = Mutex::new(State { released, ..State::default() });
        let shared = Arc::new(Shared { pieces, behaviour, state, stop: AtomicBool::new(false) });
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let serving = Arc::clone(&shared);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let shared = Arc::clone(&serving);
                thread::spawn(move || shared.answer(stream));
            }
        });
        let playing = Arc::clone(&shared);
        thread::spawn(move || playing.play());
        Self { shared, address }
    }

    /// How many watch events of a resource the history has.
    pub(crate) fn count(&self, resource: &str) -> usize {
        self.shared.pieces.iter().filter(|piece| piece.resource == resource).count()
    }

    /// What was held happens.
    pub(crate) fn go_on(&self) {
        self.shared.state().goes_on = true;
    }

    /// The requests so far, such as `GET /api/v1/…`.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.shared.state().requests.clone()
    }
}

/// The watch events of a file.
fn read(path: &Path, resource: &'static str) -> Vec<Piece> {
    let Ok(file) = File::open(path) else { return Vec::new() };
    let values = Deserializer::from_reader(BufReader::new(MultiGzDecoder::new(file))).into_iter::<Value>();
    let piece = |event: Value| {
        let version = event.pointer("/object/metadata/resourceVersion")?.as_str()?.parse().ok()?;
        Some(Piece { resource, version, event })
    };
    values.map(Result::unwrap).filter_map(piece).collect()
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    /// Lets one event happen after the other while everything that may be watched is.
    fn play(&self) {
        while !self.stop.load(Ordering::Relaxed) {
            thread::sleep(BETWEEN);
            let mut state = self.state();
            let is_watched = |resource: &str| {
                self.behaviour.forbidden == Some(resource) || state.watching.get(resource).is_some_and(|open| *open > 0)
            };
            let holds = !state.goes_on && self.behaviour.holds.is_some_and(|most| state.released >= most);
            let is_all_watched = ["jobs", "pods", "events"].into_iter().all(is_watched);
            if is_all_watched && !holds && state.released < self.pieces.len() {
                state.released += 1;
            }
        }
    }

    fn answer(&self, stream: TcpStream) {
        let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
        let Some(first) = lines.next() else { return };
        while lines.next().is_some_and(|line| !line.is_empty()) {}
        let mut words = first.split(' ');
        let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        self.state().requests.push(format!("{method} {target}"));
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let body = match path {
            "/version" => {
                let version = if self.behaviour.version.is_empty() { "v1.36.3" } else { self.behaviour.version };
                json!({"major": "1", "minor": "36", "gitVersion": version, "platform": "linux/amd64"})
            }
            "/api" => json!({"kind": "APIVersions", "versions": ["v1"], "serverAddressByClientCIDRs": []}),
            "/apis" => groups(),
            "/api/v1" => resources("v1"),
            "/apis/batch/v1" => resources("batch/v1"),
            _ => return self.objects(stream, path, query),
        };
        respond(stream, 200, &body);
    }

    fn objects(&self, stream: TcpStream, path: &str, query: &str) {
        let mut parts = path.split('/').skip_while(|part| *part != "namespaces").skip(2);
        let known = parts.next().and_then(|name| RESOURCES.into_iter().find(|(known, ..)| *known == name));
        let Some((resource, kind, group)) = known else {
            return respond(stream, 404, &status(404, "NotFound", "the server could not find the requested resource"));
        };
        if self.behaviour.forbidden == Some(resource) {
            let message = format!("{resource} is forbidden: User \"eve\" cannot list resource \"{resource}\"");
            return respond(stream, 403, &status(403, "Forbidden", &message));
        }
        let query: BTreeMap<String, String> = query.split('&').filter_map(pair).collect();
        if query.get("watch").is_some_and(|watch| watch == "true" || watch == "1") {
            return self.watch(stream, resource, &query);
        }
        if self.state().done.contains(&resource) {
            self.state().listed.push(resource);
        }
        let (items, version) = self.present(resource, &query);
        if let Some(name) = parts.next() {
            let named = |item: &&Value| item.pointer("/metadata/name").and_then(Value::as_str) == Some(name);
            return if let Some(item) = items.iter().find(named) {
                respond(stream, 200, item);
            } else {
                let message = format!("{resource}.{} \"{name}\" not found", group.split('/').next().unwrap());
                respond(stream, 404, &status(404, "NotFound", &message));
            };
        }
        // Objects of a list do not name their kind; a page of them names where the next one begins.
        let number = |name: &str| query.get(name).and_then(|value| value.parse::<usize>().ok());
        let (from, limit) = (number("continue").unwrap_or(0), number("limit").unwrap_or(usize::MAX));
        let mut metadata = json!({"resourceVersion": version.to_string()});
        if items.len().saturating_sub(from) > limit {
            metadata["continue"] = (from + limit).to_string().into();
        }
        let page: Vec<Value> = items.into_iter().skip(from).take(limit).map(without_kind).collect();
        let list = json!({"kind": format!("{kind}List"), "apiVersion": group, "metadata": metadata, "items": page});
        respond(stream, 200, &list);
    }

    /// What there is now, and the version.
    fn present(&self, resource: &str, query: &BTreeMap<String, String>) -> (Vec<Value>, u64) {
        let released = self.state().released;
        let mut objects: BTreeMap<String, Value> = BTreeMap::new();
        let happened = &self.pieces[..released];
        for piece in happened.iter().filter(|piece| piece.resource == resource && fits(&piece.event, query)) {
            let object = &piece.event["object"];
            let uid = object.pointer("/metadata/uid").unwrap().to_string();
            if piece.event["type"] == "DELETED" {
                objects.remove(&uid);
            } else {
                objects.insert(uid, object.clone());
            }
        }
        (objects.into_values().collect(), happened.last().map_or(1, |piece| piece.version))
    }

    fn watch(&self, mut stream: TcpStream, resource: &'static str, query: &BTreeMap<String, String>) {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
        stream.write_all(head.as_bytes()).unwrap();
        let once = |state: &mut State, of: Option<&'static str>| {
            let is_it = of == Some(resource) && !state.done.contains(&resource);
            if is_it {
                state.done.push(resource);
            }
            is_it
        };
        let was_away = self.behaviour.forgets && self.behaviour.breaks == Some(resource);
        let is_forgotten =
            was_away && self.state().done.contains(&resource) && !self.state().listed.contains(&resource);
        if once(&mut self.state(), self.behaviour.expires) || is_forgotten {
            let gone = status(410, "Expired", "too old resource version: 1 (2)");
            let _ = chunk(&mut stream, &json!({"type": "ERROR", "object": gone}));
            let _ = stream.write_all(b"0\r\n\r\n");
            return;
        }
        let mut seen: u64 = query.get("resourceVersion").and_then(|version| version.parse().ok()).unwrap_or(0);
        *self.state().watching.entry(resource).or_default() += 1;
        'open: while !self.stop.load(Ordering::Relaxed) {
            let released = self.state().released;
            for piece in &self.pieces[..released] {
                if piece.resource == resource && piece.version > seen && fits(&piece.event, query) {
                    seen = piece.version;
                    let failed = chunk(&mut stream, &piece.event).is_err();
                    if failed || once(&mut self.state(), self.behaviour.breaks) {
                        if self.behaviour.gap && !failed {
                            self.state().released = self.pieces.len();
                        }
                        break 'open;
                    }
                }
            }
            thread::sleep(BETWEEN / 3);
        }
        *self.state().watching.entry(resource).or_default() -= 1;
        let _ = stream.write_all(b"0\r\n\r\n");
    }
}

/// Whether an event is of an object that the selectors find.
fn fits(event: &Value, query: &BTreeMap<String, String>) -> bool {
    let object = &event["object"];
    let pairs = |name: &str| -> Vec<(String, String)> {
        let selector = query.get(name).cloned().unwrap_or_default();
        selector.split(',').filter_map(pair).collect()
    };
    let labels = object.pointer("/metadata/labels");
    pairs("labelSelector")
        .into_iter()
        .all(|(label, value)| labels.and_then(|labels| labels.get(&label)) == Some(&value.into()))
        && pairs("fieldSelector")
            .into_iter()
            .all(|(field, value)| object.pointer(&format!("/{}", field.replace('.', "/"))) == Some(&value.into()))
}

/// `name=value`, with what addresses escape.
fn pair(text: &str) -> Option<(String, String)> {
    let plain = |text: &str| {
        let mut pieces = text.split('%');
        let mut plain = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let (code, rest) = piece.split_at(2);
            plain.push(char::from(u8::from_str_radix(code, 16).unwrap()));
            plain.push_str(rest);
        }
        plain
    };
    let (name, value) = text.split_once('=')?;
    Some((plain(name), plain(value)))
}

fn without_kind(mut object: Value) -> Value {
    let fields = object.as_object_mut().unwrap();
    fields.remove("kind");
    fields.remove("apiVersion");
    object
}

fn groups() -> Value {
    let version = json!({"groupVersion": "batch/v1", "version": "v1"});
    let group = json!({"name": "batch", "versions": [version], "preferredVersion": version});
    json!({"kind": "APIGroupList", "apiVersion": "v1", "groups": [group]})
}

fn resources(group: &str) -> Value {
    let of_group = RESOURCES.into_iter().filter(|(.., known)| *known == group);
    let described: Vec<Value> = of_group
        .map(|(name, kind, _)| {
            let verbs = ["get", "list", "watch"];
            json!({"name": name, "singularName": kind.to_lowercase(), "namespaced": true, "kind": kind, "verbs": verbs})
        })
        .collect();
    json!({"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": group, "resources": described})
}

fn status(code: u16, reason: &str, message: &str) -> Value {
    json!({
        "kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
        "message": message, "reason": reason, "code": code,
    })
}

fn respond(mut stream: TcpStream, code: u16, body: &Value) {
    let body = body.to_string();
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {code} -\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    let _ = stream.write_all((head + &body).as_bytes());
}

fn chunk(stream: &mut TcpStream, event: &Value) -> io::Result<()> {
    let line = format!("{event}\n");
    write!(stream, "{:x}\r\n{line}\r\n", line.len())?;
    stream.flush()
}
