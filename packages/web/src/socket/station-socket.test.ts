import { encodeLevels } from "@neonrelay/contract/callers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StationSocket } from "./station-socket.ts";

/** Stands in for the browser's sockets; the test plays the server. */
class FakeWebSocket extends EventTarget {
  static readonly OPEN = 1;
  static opened: FakeWebSocket[] = [];
  readyState = 0;
  readonly sent: string[] = [];

  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    FakeWebSocket.opened.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = 3;
  }

  accept(): void {
    this.readyState = FakeWebSocket.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  say(frame: string | ArrayBuffer): void {
    this.dispatchEvent(new MessageEvent("message", { data: frame }));
  }

  end(code: number): void {
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }
}

let page: EventTarget;
let received: string[];
let urls: readonly [string, ...string[]] | undefined;
let socket: StationSocket;

beforeEach(() => {
  vi.useFakeTimers();
  FakeWebSocket.opened = [];
  page = new EventTarget();
  received = [];
  vi.stubGlobal("WebSocket", FakeWebSocket);
  vi.stubGlobal("window", page);
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.spyOn(console, "warn").mockImplementation(() => {});
  urls = ["ws://station/ws", "ws://station:5000/ws"];
  socket = new StationSocket({
    urls: () => urls,
    onMessage: (message) => received.push(message.type),
    onOpen: () => received.push("open"),
    onReopen: () => received.push("reopen"),
    onServerClock: () => received.push("clock"),
  });
  socket.open();
});

afterEach(() => {
  socket.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const newest = (): FakeWebSocket => {
  const last = FakeWebSocket.opened.at(-1);
  if (last === undefined) throw new Error("no socket was opened");
  return last;
};

test("after five failed reconnects the socket is CLOSED, and a returning network starts again", () => {
  newest().end(1006);
  for (const seconds of [1, 2, 3, 4, 5]) {
    vi.advanceTimersByTime(seconds * 1000);
    newest().end(1006);
  }
  const stateAfterSeries = socket.state;

  page.dispatchEvent(new Event("online"));

  expect([stateAfterSeries, socket.state, FakeWebSocket.opened.length]).toEqual([
    "CLOSED",
    "CONNECTING",
    7,
  ]);
});

test("a new series starts about a minute after giving up", () => {
  newest().end(1006);
  for (const seconds of [1, 2, 3, 4, 5]) {
    vi.advanceTimersByTime(seconds * 1000);
    newest().end(1006);
  }

  vi.advanceTimersByTime(72_000);

  expect(FakeWebSocket.opened.length).toBeGreaterThan(6);
});

test("a socket that opens resets the count of attempts", () => {
  newest().end(1006);
  vi.advanceTimersByTime(1000);
  newest().accept();
  newest().end(1006);

  vi.advanceTimersByTime(1000);

  expect(FakeWebSocket.opened.length).toBe(3);
});

test("a server that stops answering pings is considered gone", () => {
  newest().accept();
  newest().say('{"type":"pong","data":{"serverNowMs":1}}');

  vi.advanceTimersByTime(20_000 + 10_000);

  expect(received).toEqual(["open", "clock"]);
  expect(socket.state).toBe("DISCONNECTED");
});

test("a message outside the contract is ignored", () => {
  newest().accept();

  newest().say("not json");
  newest().say('{"type":"mystery","data":{}}');
  newest().say('{"type":"radio_state","data":{"isPlaying":"yes"}}');
  newest().say('{"type":"queue_update","data":[]}');

  expect(received).toEqual(["open", "queue_update"]);
});

test.each([undefined, ["ws://:80/ws"] as const])(
  "if the page's location leads to no address (%s), it is checked again after 5 s",
  (broken) => {
    newest().end(1006);
    const before = FakeWebSocket.opened.length;
    const good = urls;
    urls = broken;

    vi.advanceTimersByTime(1000);
    urls = good;
    vi.advanceTimersByTime(4999);
    const justBefore = [FakeWebSocket.opened.length, socket.state];
    vi.advanceTimersByTime(1);

    expect(justBefore).toEqual([before, "DISCONNECTED"]);
    expect([FakeWebSocket.opened.length, socket.state]).toEqual([before + 1, "CONNECTING"]);
  },
);

test("a closed socket counts as lost until the next one opens, unless the session changed", () => {
  newest().accept();
  socket.reopen();
  const afterReopen = socket.lostAtMs;
  newest().accept();
  const endMs = Date.now();
  newest().end(1006);
  vi.advanceTimersByTime(1000);
  newest().end(1006);
  const meanwhile = socket.lostAtMs;
  vi.advanceTimersByTime(5000);
  newest().accept();

  expect([afterReopen, meanwhile, socket.lostAtMs]).toEqual([undefined, endMs, undefined]);
});

test("a closing socket reports its state", () => {
  newest().accept();
  newest().readyState = 2;

  expect(socket.state).toBe("CLOSING");
});

test("a normal close is final", () => {
  newest().accept();
  newest().end(1000);

  vi.advanceTimersByTime(10_000);

  expect([socket.state, FakeWebSocket.opened.length]).toEqual(["CLOSED", 1]);
});

test("the second address is tried only after the first has failed", () => {
  newest().end(1006);
  vi.advanceTimersByTime(1000);

  expect(FakeWebSocket.opened.map(({ url }) => url)).toEqual([
    "ws://station/ws",
    "ws://station:5000/ws",
  ]);
});

test("a socket that was open reconnects to the same address, and its return is reported", () => {
  newest().accept();
  newest().end(1006);
  vi.advanceTimersByTime(1000);

  newest().accept();

  expect(FakeWebSocket.opened.map(({ url }) => url)).toEqual([
    "ws://station/ws",
    "ws://station/ws",
  ]);
  expect(received).toEqual(["open", "open", "reopen"]);
});

test("after a reconnect for another session, messages of the old socket are ignored", () => {
  const old = newest();
  old.accept();

  socket.reopen();
  old.say('{"type":"pong","data":{"serverNowMs":1}}');
  old.end(1000);
  newest().accept();

  expect([old.readyState, socket.state]).toEqual([3, "CONNECTED"]);
  expect(received).toEqual(["open", "open", "reopen"]);
});

test("levels are subscribed to while they have a follower, again after a reconnect, and passed on", () => {
  const told: number[] = [];
  newest().accept();
  const asked = (): readonly string[] => newest().sent.filter((text) => text.includes("levels"));

  const unfollow = socket.followLevels(({ posMs }) => told.push(posMs));
  newest().say(levelsAt(1000));
  newest().end(1006);
  vi.advanceTimersByTime(1000);
  newest().accept();
  const askedAgain = asked();
  newest().say(levelsAt(2000));
  unfollow();

  expect(told).toEqual([1000, 2000]);
  expect([askedAgain.length, asked().length]).toEqual([1, 2]);
});

function levelsAt(posMs: number): ArrayBuffer {
  const levels = {
    posMs,
    bandsDb: [],
    samples: [],
    rmsLeftDb: -10,
    rmsRightDb: -10,
    peakDb: -6,
  };
  return new Uint8Array(encodeLevels(levels)).buffer;
}
