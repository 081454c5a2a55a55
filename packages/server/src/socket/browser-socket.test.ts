import { expect, test } from "vitest";
import {
  binaryFrame,
  joinBatch,
  MAX_WAITING_EVENTS,
  type SocketStateType,
  textFrame,
} from "./browser-socket.ts";
import { openStalledSocket } from "./test-stalled-socket.ts";

const frame = (text: string) => textFrame(text);
const event = (text: string) => joinBatch([{ state: null, frame: frame(text) }]);
const state = (type: SocketStateType, text: string) =>
  joinBatch([{ state: type, frame: frame(text) }]);
/** More than the stream takes at once. */
const fill = () => event("-".repeat(120));

test("[U2] messages sent before the snapshot follow it, states as their newest value", async () => {
  const { browser, stream } = await openStalledSocket();
  browser.send(event("said"));
  browser.send(state("radio_state", "old"));
  browser.send(state("radio_state", "new"));

  browser.open([frame("snapshot")]);
  browser.send(event("later"));

  expect(stream.arrived).toEqual(["snapshot", "new", "said", "later"]);
});

test("messages told together arrive in order and in one write", async () => {
  const { browser, stream } = await openStalledSocket();
  browser.open([frame("snapshot")]);
  stream.hold();

  browser.send(
    joinBatch([
      { state: null, frame: frame("one") },
      { state: "comments", frame: frame("two") },
    ]),
  );

  expect(stream.arrived).toEqual(["snapshot", "one", "two"]);
});

test("[U2] a slow socket gets the newest of each state, and every event in order", async () => {
  const { browser, stream } = await openStalledSocket();
  browser.open([frame("snapshot")]);
  stream.hold();
  browser.send(fill());
  browser.send(fill());
  stream.arrived.length = 0;

  browser.send(state("queue_update", "queue 1"));
  browser.send(event("one"));
  browser.send(state("queue_update", "queue 2"));
  browser.send(event("two"));
  browser.send(state("radio_state", "radio"));
  expect(stream.arrived).toEqual([]);
  await stream.release();

  expect(stream.arrived.slice(1)).toEqual(["queue 2", "radio", "one", "two"]);
});

test("a slow socket misses old levels", async () => {
  const { browser, stream } = await openStalledSocket();
  const levels = (text: string) => joinBatch([{ state: "levels", frame: frame(text) }]);
  browser.open([frame("snapshot")]);
  stream.hold();
  browser.send(fill());
  browser.send(fill());
  stream.arrived.length = 0;

  for (const text of ["levels 1", "levels 2", "levels 3"]) browser.send(levels(text));
  await stream.release();

  expect(stream.arrived.slice(1)).toEqual(["levels 3"]);
});

test("[U3] a socket too slow for its events is given the chat list again, and follows from there", async () => {
  const { browser, stream, listRequests } = await openStalledSocket();
  browser.open([frame("snapshot")]);
  stream.hold();
  browser.send(fill());
  browser.send(fill());
  stream.arrived.length = 0;
  for (let n = 1; n <= MAX_WAITING_EVENTS + 5; n += 1) browser.send(event(`event ${n}`));

  for (let n = 0; n < 20; n += 1) await stream.release();
  expect(stream.arrived.slice(1)).toEqual(
    Array.from({ length: MAX_WAITING_EVENTS }, (_value, n) => `event ${n + 1}`),
  );
  expect(listRequests.times).toBe(1);
  stream.arrived.length = 0;
  browser.send(event("said while it loads"));
  browser.send(state("comments", "a state does not wait"));
  expect(stream.arrived).toEqual(["a state does not wait"]);
  browser.sendLists([frame("list")]);

  expect(stream.arrived.slice(1)).toEqual(["list", "said while it loads"]);
  expect(listRequests.times).toBe(1);
});

test("nothing waits any more for a socket that was ended", async () => {
  const { browser, stream } = await openStalledSocket();
  browser.open([frame("snapshot")]);
  stream.hold();
  browser.send(fill());
  browser.send(fill());
  browser.send(event("for operators"));
  stream.arrived.length = 0;

  browser.end(1008, "the session has ended");
  browser.send(event("for operators too"));
  await stream.release();

  expect(stream.arrived.filter((text) => text.includes("operators"))).toEqual([]);
});

test("[U22] a socket that does not answer the last ping is ended at the next", async () => {
  const { browser, socket, stream } = await openStalledSocket();
  browser.open([frame("snapshot")]);

  browser.checkAlive();
  expect(socket.readyState).toBe(socket.OPEN);
  socket.emit("pong", Buffer.from(stream.last));
  browser.checkAlive();
  expect(socket.readyState).toBe(socket.OPEN);
  browser.checkAlive();

  expect(socket.readyState).not.toBe(socket.OPEN);
});

test("a socket that says it is there without reading what it is asked is ended", async () => {
  const { browser, socket, stream } = await openStalledSocket();
  browser.open([frame("snapshot")]);
  stream.hold();
  browser.send(fill());
  browser.send(fill());

  browser.checkAlive();
  socket.emit("pong", Buffer.alloc(0));
  socket.emit("pong", Buffer.alloc(8));
  browser.checkAlive();

  expect(socket.readyState).not.toBe(socket.OPEN);
});

test("the frames of a snapshot are not copied for each socket", async () => {
  const { browser, stream } = await openStalledSocket();
  const list = frame("list");

  browser.open([frame("state"), list]);

  expect(stream.arrived).toEqual(["state", "list"]);
  expect(stream.last).toBe(list);
});

/** RFC 6455 §5.2: the size stands in 7, 16 or 64 bits, the shortest that holds it. */
test.each([
  [0, [0x81, 0]],
  [125, [0x81, 125]],
  [126, [0x81, 126, 0, 126]],
  [65_535, [0x81, 126, 0xff, 0xff]],
  [65_536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]],
])("a message of %i bytes is one frame that says so", (sizeBytes, header) => {
  const text = "x".repeat(sizeBytes);

  expect(textFrame(text)).toEqual(Buffer.concat([Buffer.from(header), Buffer.from(text)]));
});

test("the size counts bytes, not characters", () => {
  expect(textFrame("é")).toEqual(Buffer.from([0x81, 2, 0xc3, 0xa9]));
});

test("a binary message says that it is one", () => {
  const bytes = Uint8Array.from({ length: 207 }, (_, at) => at);

  expect(binaryFrame(bytes)).toEqual(Buffer.from([0x82, 126, 0, 207, ...bytes]));
});
