import { expect, test } from "vitest";
import { textFrame } from "./socket-frame.ts";
import { openHeldSocket } from "./held-socket.ts";
import { joinBatch, MAX_WAITING_EVENTS, type LiveStateType } from "./browser-socket.ts";

const frame = (text: string) => textFrame(text);
const event = (text: string) => joinBatch([{ state: null, frame: frame(text) }]);
const state = (type: LiveStateType, text: string) =>
  joinBatch([{ state: type, frame: frame(text) }]);
/** More than the stream takes at once. */
const fill = () => event("-".repeat(120));

test("[U2] what is told before the snapshot follows it, states as their newest value", async () => {
  const { live, stream } = await openHeldSocket();
  live.send(event("said"));
  live.send(state("radio_state", "old"));
  live.send(state("radio_state", "new"));

  live.open([frame("snapshot")]);
  live.send(event("later"));

  expect(stream.arrived).toEqual(["snapshot", "new", "said", "later"]);
});

test("messages told together arrive in order and in one write", async () => {
  const { live, stream } = await openHeldSocket();
  live.open([frame("snapshot")]);
  stream.hold();

  live.send(
    joinBatch([
      { state: null, frame: frame("one") },
      { state: "comments", frame: frame("two") },
    ]),
  );

  expect(stream.arrived).toEqual(["snapshot", "one", "two"]);
});

test("[U2] a slow socket gets the newest of each state, and every event in order", async () => {
  const { live, stream } = await openHeldSocket();
  live.open([frame("snapshot")]);
  stream.hold();
  live.send(fill());
  live.send(fill());
  stream.arrived.length = 0;

  live.send(state("queue_update", "queue 1"));
  live.send(event("one"));
  live.send(state("queue_update", "queue 2"));
  live.send(event("two"));
  live.send(state("radio_state", "radio"));
  expect(stream.arrived).toEqual([]);
  await stream.release();

  expect(stream.arrived.slice(1)).toEqual(["queue 2", "radio", "one", "two"]);
});

test("a slow socket misses old levels", async () => {
  const { live, stream } = await openHeldSocket();
  const levels = (text: string) => joinBatch([{ state: "levels", frame: frame(text) }]);
  live.open([frame("snapshot")]);
  stream.hold();
  live.send(fill());
  live.send(fill());
  stream.arrived.length = 0;

  for (const text of ["levels 1", "levels 2", "levels 3"]) live.send(levels(text));
  await stream.release();

  expect(stream.arrived.slice(1)).toEqual(["levels 3"]);
});

test("[U3] a socket too slow for its events is given the chat list anew, and follows from there", async () => {
  const { live, stream, asked } = await openHeldSocket();
  live.open([frame("snapshot")]);
  stream.hold();
  live.send(fill());
  live.send(fill());
  stream.arrived.length = 0;
  for (let n = 1; n <= MAX_WAITING_EVENTS + 5; n += 1) live.send(event(`event ${n}`));

  for (let n = 0; n < 20; n += 1) await stream.release();
  expect(stream.arrived.slice(1)).toEqual(
    Array.from({ length: MAX_WAITING_EVENTS }, (_value, n) => `event ${n + 1}`),
  );
  expect(asked.times).toBe(1);
  stream.arrived.length = 0;
  live.send(event("said while it loads"));
  live.send(state("comments", "a state need not wait"));
  expect(stream.arrived).toEqual(["a state need not wait"]);
  live.sendLists([frame("list")]);

  expect(stream.arrived.slice(1)).toEqual(["list", "said while it loads"]);
  expect(asked.times).toBe(1);
});

test("nothing waits any more for a socket that was ended", async () => {
  const { live, stream } = await openHeldSocket();
  live.open([frame("snapshot")]);
  stream.hold();
  live.send(fill());
  live.send(fill());
  live.send(event("for operators"));
  stream.arrived.length = 0;

  live.end(1008, "the session has ended");
  live.send(event("for operators too"));
  await stream.release();

  expect(stream.arrived.filter((text) => text.includes("operators"))).toEqual([]);
});

test("[U22] a socket that does not answer the last ping is ended at the next", async () => {
  const { live, socket, stream } = await openHeldSocket();
  live.open([frame("snapshot")]);

  live.checkAlive();
  expect(socket.readyState).toBe(socket.OPEN);
  socket.emit("pong", Buffer.from(stream.last));
  live.checkAlive();
  expect(socket.readyState).toBe(socket.OPEN);
  live.checkAlive();

  expect(socket.readyState).not.toBe(socket.OPEN);
});

test("a socket that says it is there without reading what it is asked is ended", async () => {
  const { live, socket, stream } = await openHeldSocket();
  live.open([frame("snapshot")]);
  stream.hold();
  live.send(fill());
  live.send(fill());

  live.checkAlive();
  socket.emit("pong", Buffer.alloc(0));
  socket.emit("pong", Buffer.alloc(8));
  live.checkAlive();

  expect(socket.readyState).not.toBe(socket.OPEN);
});

test("the frames of a snapshot are not copied for each socket", async () => {
  const { live, stream } = await openHeldSocket();
  const list = frame("list");

  live.open([frame("state"), list]);

  expect(stream.arrived).toEqual(["state", "list"]);
  expect(stream.last).toBe(list);
});
