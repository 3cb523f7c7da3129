// Compiles the modules of the page. `cargo xtask dist` puts what is alike in their code together, which makes them smaller when
// they are transferred (xtask/src/wasm/streams.rs has the form of the files), and puts this into the page's script.

export async function compileModule(answer) {
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  return WebAssembly.compile(joinedStreams(new Uint8Array(await answer.arrayBuffer())));
}

// The deferred module.
const instantiate = async (asked, imports) => WebAssembly.instantiate(await compileModule(await asked), imports);

function joinedStreams(file) {
  // How the operands of an instruction are kept, and the streams, as in xtask/src/wasm/streams.rs. The head comes before them.
  const [BLOCK, END, RARE, OFFSET, CONSTANT] = [1, 2, 3, 4, 5];
  const [OPCODES, LOCALS, RARES, OFFSETS, LONG_OFFSETS, REST, CONSTANTS, HEAD] = [0, 1, 2, 3, 4, 5, 16, 272];
  const places = new Int32Array(HEAD + 1);
  places[HEAD] = 9;
  const number = (stream) => {
    let [value, shift, byte] = [0, 0];
    do {
      byte = file[places[stream]++];
      value |= (byte & 127) << shift;
      shift += 7;
    } while (byte & 128);
    return value;
  };
  if (number(HEAD) !== file.length - places[HEAD]) throw new Error("a module ends too early");
  const kept = file.subarray(++places[HEAD], (places[HEAD] += 256));
  const length = number(HEAD);
  const beginning = number(HEAD);
  const functions = number(HEAD);
  const sizes = Array.from({ length: HEAD }, () => number(HEAD));
  sizes.reduce((place, size, stream) => (places[stream] = place) + size, places[HEAD]);

  // The size of a function is known when it is written, so it begins a little later than it may end up.
  const made = new Uint8Array(length + 5);
  let to = 0;
  const copy = (stream, size) => {
    for (; size > 0; size--) made[to++] = file[places[stream]++];
  };
  // The first byte of a number may stand in another stream than those that follow.
  const copyNumber = (stream, more) => {
    let byte = (made[to++] = file[places[stream]++]);
    while (byte & 128) byte = made[to++] = file[places[more]++];
  };

  copy(REST, beginning);
  for (let left = functions; left > 0; left--) {
    const start = to;
    to += 5;
    const runs = file[places[LOCALS]];
    copy(LOCALS, 1);
    for (let run = 0; run < runs; run++) {
      copyNumber(LOCALS, LOCALS);
      copy(LOCALS, 1);
    }
    for (let depth = 1; depth > 0; ) {
      const opcode = (made[to++] = file[places[OPCODES]++]);
      const how = kept[opcode];
      if (how > CONSTANT) copyNumber(how, how);
      else if (how === BLOCK) {
        depth++;
        copyNumber(OPCODES, OPCODES);
      } else if (how === END) depth--;
      else if (how === RARE) copy(RARES, number(RARES));
      else if (how === OFFSET) {
        // The alignment, which says nothing.
        made[to++] = 0;
        copyNumber(OFFSETS, LONG_OFFSETS);
      } else if (how === CONSTANT) {
        const stream = CONSTANTS + file[places[OPCODES]];
        copyNumber(stream, stream);
      }
    }
    let end = start;
    let size = to - start - 5;
    for (; size > 127; size >>= 7) made[end++] = size | 128;
    made[end++] = size;
    made.copyWithin(end, start + 5, to);
    to -= start + 5 - end;
  }
  copy(REST, length - to);
  return made.subarray(0, length);
}
