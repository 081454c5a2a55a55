// @module-tag ffmpeg
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, connect, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createEvents, type Events } from "@neonrelay/process/events";
import { createLog } from "@neonrelay/process/log";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { EngineFeeds } from "../engine-host/engine-feeds.ts";
import type { PlayoutEvent } from "../playout/playout-events.ts";
import type { DjPlay } from "../playout/plays.ts";
import type { LiveSlot, OnAirEvent } from "../protocol/index.ts";
import { DjKeys } from "./dj-keys.ts";
import { DjAdmin } from "./dj-admin.ts";
import { DjLineup } from "./dj-lineup.ts";
import { trustedProxies } from "@neonrelay/process/client-address";
import { LiveSlots } from "./live-slots.ts";
import { SourceDoor } from "./source-door.ts";
import { SourceGate } from "./source-gate.ts";
import { basicOf, makeTestAccount, sourceHead, type TestAccount } from "./test-dj.ts";

const log = createLog({ part: "test", level: "silent" });
const [ada, bob] = [makeTestAccount("Ada"), makeTestAccount("Bob")];
const cleo = makeTestAccount("Cleo");
let folder = "";
let keys: DjKeys;
let slots: LiveSlots;
let lineup: DjLineup;
let server: Server;
let port = 0;
let plays: DjPlay[] = [];
let events: OnAirEvent[] = [];
let admin: DjAdmin;
let playout: Events<PlayoutEvent>;
let aheadMs = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "live-lineup-"));
  keys = new DjKeys({ path: path.join(folder, "dj-keys.json"), log });
  slots = new LiveSlots({ path: path.join(folder, "live-slots.json"), log });
});
afterAll(async () => {
  await Promise.all([keys.flush(), slots.flush()]);
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  // Sockets are real; only our clocks stand still until the test advances them.
  vi.useFakeTimers({
    toFake: ["performance", "setTimeout", "clearTimeout", "setInterval", "clearInterval"],
  });
  [plays, events] = [[], []];
  aheadMs = 0;
  keys.set([ada.account, bob.account, cleo.account]);
  slots.set({ slots: [], keysWork: "always" });
  playout = createEvents();
  lineup = new DjLineup({
    keys,
    slots,
    aheadMs: () => aheadMs,
    playout,
    air: { take: (play) => void plays.push(play), end: () => {}, isHeld: false },
    ledger: { addFeedTitle: () => 0 },
    feeds: new EngineFeeds(() => {}),
    journal: { append: (event) => void events.push(event) },
    onChanged: () => {},
    log,
  });
  const gate = new SourceGate({ keys, onRefused: (refusal) => lineup.recordRefusal(refusal) });
  const door = new SourceDoor({ lineup, gate, proxies: trustedProxies([]) });
  admin = new DjAdmin({ lineup, gate });
  server = createServer((socket) => door.open(socket, { onOther: () => {}, onSource: () => {} }));
  server.listen({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");
  const address = server.address();
  port = typeof address === "object" ? (address?.port ?? 0) : 0;
});
afterEach(async () => {
  lineup.close();
  await new Promise((resolve) => server.close(resolve));
  vi.useRealTimers();
});

/** Polls until the sockets have got there. */
async function reached(isReached: () => boolean): Promise<void> {
  const limitMs = Date.now() + 10_000;
  while (!isReached()) {
    if (Date.now() > limitMs) throw new Error("waited too long for a socket");
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The first answer to a source; "" if the connection was closed. */
async function send(text: string): Promise<{ readonly socket: Socket; readonly answer: string }> {
  const socket = connect({ port, host: "127.0.0.1" });
  const answer = new Promise<string>((resolve) => {
    socket.once("data", (bytes: Buffer) =>
      resolve(bytes.toString("latin1").split("\r\n")[0] ?? ""),
    );
    socket.once("close", () => resolve(""));
  });
  socket.on("error", () => {}); // the station hung up
  socket.write(text);
  return { socket, answer: await answer };
}

interface OnAir {
  readonly socket: Socket;
  readonly sessionId: string;
  readonly playId: string;
}

/** Puts a DJ on air; what they send does not matter here. */
async function goOnAir(dj: TestAccount): Promise<OnAir> {
  const { socket } = await send(`${sourceHead(dj)}sound`);
  const session = lineup.sessionOf(dj.account.userId);
  vi.advanceTimersByTime(1800);
  socket.write("sound");
  await reached(() => session?.pauseMs === 0);
  vi.advanceTimersByTime(1800);
  const playId = plays.at(-1)?.playId ?? "";
  playout.publish({ kind: "dj.started", playId });
  return { socket, sessionId: session?.id ?? "", playId };
}

function askToKill(authorization: string | undefined): number {
  const target = "/admin/killsource?mount=/live";
  const address = "127.0.0.1";
  return admin.answer({ path: "/admin/killsource", target, authorization, address }).status;
}

test.each<[string, string | null, (dj: OnAir) => void]>([
  ["is kicked", "disconnected by the station", ({ sessionId }) => void lineup.kick(sessionId)],
  ["is killed by a request", "disconnected by the station", () => askToKill(basicOf(bob))],
  ["loses the key", "the key was revoked", () => lineup.setKeys([bob.account])],
  ["sends nothing for 20 s", "no data for 20 s", () => vi.advanceTimersByTime(20_000)],
  [
    "kills the engine twice",
    "its audio crashed the engine twice",
    (dj) => playout.publish({ kind: "dj.crashed", playId: dj.playId }),
  ],
  ["is connected when the station stops", "the station was stopped", () => lineup.close()],
])(
  "[P54][P55][P57] the broadcast of a DJ who %s ends once, with the reason",
  async (_way, reason, end) => {
    const dj = await goOnAir(ada);

    end(dj);
    await reached(() => lineup.status.length === 0);

    const about = { sessionId: dj.sessionId, djName: "Ada" };
    expect(events).toMatchObject([
      { type: "live.began", ...about },
      { type: "live.left", ...about, reason },
    ]);
  },
);

test("[P50] a DJ who disconnected is shown as finishing until everything they sent has played", async () => {
  const { socket, sessionId, playId } = await goOnAir(ada);
  const [onAir] = lineup.status;
  const about = { sessionId, djName: "Ada" };

  vi.advanceTimersByTime(1000);
  socket.end();
  await reached(() => lineup.status[0]?.state !== "on-air");

  expect(lineup.status).toEqual([{ ...onAir, ...about, state: "finishing" }]);
  vi.advanceTimersByTime(30_000);
  expect(lineup.status).toHaveLength(1);
  playout.publish({ kind: "dj.ended", playId });
  expect(lineup.status).toEqual([]);
  expect(events).toMatchObject([
    { type: "live.began", ...about },
    { type: "live.left", ...about, reason: null },
  ]);
});

test("[P58] a DJ who is silent from the start does not block the others", async () => {
  const sources = await Promise.all([ada, bob].map((dj) => send(`${sourceHead(dj)}sound`)));
  const sessions = [ada, bob].map(({ account }) => lineup.sessionOf(account.userId));
  const second = async () => {
    vi.advanceTimersByTime(1000);
    for (const { socket } of sources) socket.write("sound");
    await reached(() => sessions.every((session) => session?.pauseMs === 0));
  };
  for (let passed = 0; passed < 5; passed += 1) await second();
  const first = plays.at(-1)?.djName;

  for (let passed = 0; passed < 20; passed += 1) await second();

  const last = plays.at(-1);
  expect([first, last?.djName]).toEqual(["Ada", "Bob"]);
  playout.publish({ kind: "dj.started", playId: last?.playId ?? "" });
  expect(lineup.status.map(({ djName, state }) => [djName, state])).toEqual([
    ["Ada", "silent"],
    ["Bob", "on-air"],
  ]);
});

test("[S6][P50] while a host connects the other DJ stays on air, and killsource hits that DJ", async () => {
  lineup.setSlots({ slots: [], keysWork: "always" });
  await goOnAir(bob);
  const { socket } = await send(`${sourceHead(ada)}sound`);
  const host = lineup.sessionOf(ada.account.userId);
  lineup.setSlots({
    slots: [{ ...adasShow({ begunMs: 60_000, graceMs: 600_000 }), admits: "everyone" }],
    keysWork: "always",
  });
  for (let passed = 0; passed < 5; passed += 1) {
    vi.advanceTimersByTime(1000);
    socket.write("sound");
    await reached(() => host?.pauseMs === 0);
  }

  const states = lineup.status.map(({ djName, state }) => [djName, state]);
  expect([plays.at(-1)?.djName, states]).toEqual([
    "Ada",
    [
      ["Bob", "on-air"],
      ["Ada", "starting"],
    ],
  ]);
  expect(askToKill(basicOf(cleo))).toBe(200);
  await reached(() => !isConnected(bob));
  expect(isConnected(ada)).toBe(true);
});

test("[P55] a DJ who pauses for less than 20 s stays connected", async () => {
  await goOnAir(ada);

  vi.advanceTimersByTime(18_000);

  expect(lineup.sessionOf(ada.account.userId)?.isConnected).toBe(true);
});

test("[S1] a connection that sends no request within 10 s is closed", async () => {
  const slow = send("SOURCE /live HTTP/1.0\r\nuser-agent: sl");
  const connections = async (): Promise<number> =>
    new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
  while ((await connections()) === 0) await new Promise((resolve) => setImmediate(resolve));
  // Its first bytes may still be in flight; connecting is what starts the limit.
  vi.advanceTimersByTime(9999);
  expect(await connections()).toBe(1);

  vi.advanceTimersByTime(1);

  expect((await slow).answer).toBe("");
});

test("[P54] a kicked DJ may come back after five minutes", async () => {
  const { sessionId } = await goOnAir(ada);
  lineup.kick(sessionId);
  const ask = (): string | null => lineup.whyRefused({ key: ada.account, address: "192.0.2.1" });
  vi.advanceTimersByTime(5 * 60_000 - 1);
  expect(ask()).toMatch(/disconnected by the station/);

  vi.advanceTimersByTime(1);

  expect(ask()).toBeNull();
});

test("[S6] any DJ may kill the source if there is one", async () => {
  expect(askToKill(undefined)).toBe(401);
  expect(askToKill(basicOf(bob))).toBe(404);
  await goOnAir(ada);
  expect(askToKill(basicOf({ ...bob, key: "wrong" }))).toBe(401);
  expect(lineup.status).toHaveLength(1);

  expect(askToKill(basicOf(bob))).toBe(200);

  await reached(() => lineup.status.length === 0);
  expect(lineup.whyRefused({ key: ada.account, address: "192.0.2.1" })).not.toBeNull();
});

/** Ada's hosts-only show. The wall clock is real, so its times are relative. */
function adasShow(change: { readonly begunMs: number; readonly graceMs: number }): LiveSlot {
  const fromMs = Date.now() - change.begunMs;
  return {
    slotId: "night",
    showName: "Night",
    fromMs,
    untilMs: fromMs + 3_600_000,
    opensMs: fromMs - 900_000,
    graceUntilMs: fromMs + change.graceMs,
    overrunUntilMs: fromMs + 3_900_000,
    hostIds: [ada.account.userId],
    admits: "hosts",
    words: { opens: "2027-03-01 19:45", begins: "20:00", ends: "21:00" },
  };
}

const isConnected = ({ account }: TestAccount) =>
  lineup.sessionOf(account.userId)?.isConnected === true;

test("[S12] during a live show only its host may connect", () => {
  lineup.setSlots({ slots: [adasShow({ begunMs: 60_000, graceMs: 600_000 })], keysWork: "always" });
  const ask = ({ account }: TestAccount) =>
    lineup.whyRefused({ key: account, address: "192.0.2.1" });

  expect(ask(ada)).toBeNull();
  expect(ask(bob)).toBe('Only the hosts of "Night" can connect until 21:00.');
  expect(events).toMatchObject([{ type: "live.refused", username: bob.account.username }]);
});

test("[P101] after a bridge the sound is ahead of the clock, and a waiting host takes over that much sooner", async () => {
  await goOnAir(bob);
  const { socket } = await send(`${sourceHead(ada)}sound`);
  const host = lineup.sessionOf(ada.account.userId);
  const second = async () => {
    vi.advanceTimersByTime(1000);
    socket.write("sound");
    await reached(() => host?.pauseMs === 0);
  };
  // The wall clock is real, so place the show in the future.
  lineup.setSlots({ slots: [adasShow({ begunMs: -600_000, graceMs: 0 })], keysWork: "always" });
  for (let passed = 0; passed < 5; passed += 1) await second();
  const before = plays.at(-1)?.djName;
  aheadMs = 601_000;
  await second();
  const last = plays.at(-1);
  playout.publish({ kind: "dj.started", playId: last?.playId ?? "" });
  aheadMs = 601_000;
  vi.advanceTimersByTime(1000);

  expect([before, last?.djName]).toEqual(["Bob", "Ada"]);
  expect(events.filter(({ type }) => type === "live.absent")).toEqual([]);
});

test("[P107] the DJ on air stays within the grace until a host comes; a waiting DJ leaves when the show starts", async () => {
  await goOnAir(bob);
  await send(`${sourceHead(cleo)}sound`);

  lineup.setSlots({ slots: [adasShow({ begunMs: 60_000, graceMs: 600_000 })], keysWork: "always" });
  await reached(() => !isConnected(cleo));
  const stayed = isConnected(bob);
  lineup.setSlots({ slots: [adasShow({ begunMs: 60_000, graceMs: 0 })], keysWork: "always" });
  await reached(() => !isConnected(bob));

  expect(stayed).toBe(true);
});

test("[P105] others stay on air for 10 s for a host whose sound is on its way, then leave", async () => {
  await goOnAir(bob);
  await send(`${sourceHead(ada)}sound`);

  lineup.setSlots({ slots: [adasShow({ begunMs: 1000, graceMs: 0 })], keysWork: "always" });
  const stayed = isConnected(bob);
  lineup.setSlots({ slots: [adasShow({ begunMs: 10_500, graceMs: 0 })], keysWork: "always" });
  await reached(() => !isConnected(bob));

  expect(stayed).toBe(true);
  expect(isConnected(ada)).toBe(true);
});
