import type { LiveSessionStatus, OnAirStatus } from "@neonrelay/on-air/protocol";
import { createLog } from "@neonrelay/process/log";
import { expect, test } from "vitest";
import type { Caller } from "../identity/rights-rules.ts";
import { openSession } from "../accounts/session-actions.ts";
import { Sessions } from "../accounts/sessions.ts";
import { createTokenBucket } from "../limits/rate-limit.ts";
import type { Database } from "../database/database.ts";
import { openTestDatabase } from "../database/test-database.ts";
import { withOutages } from "../database/test-outage.ts";
import { createStationEvents } from "../events/station-events.ts";
import { createChatList, SocketNews } from "./socket-news.ts";
import { textFrame } from "./browser-socket.ts";
import { openStalledSocket } from "./test-stalled-socket.ts";
import type { SocketMember } from "./socket-member.ts";
import { quietChannel } from "../irc/test-channel.ts";
import { SocketRounds } from "./socket-rounds.ts";
import {
  createSocketAddresses,
  decideUpgrade,
  MAX_SOCKETS,
  MAX_SOCKETS_PER_NETWORK,
} from "./socket-door.ts";

const log = createLog({ part: "test", level: "silent" });

test("[U21] sockets are refused above the limits of the station and of one network", () => {
  const upgrade = {
    host: "127.0.0.1:5000",
    origin: "http://127.0.0.1:5000",
    hasCookie: true,
    protocol: "http",
    knownNames: { names: [], publicOrigin: null },
    // A network with sockets gets none of the last places, which are kept for others.
    sockets: MAX_SOCKETS / 2,
    socketsOfNetwork: MAX_SOCKETS_PER_NETWORK - 1,
    takeUpgrade: () => true,
  } as const;

  expect(decideUpgrade(upgrade)).toEqual({ kind: "accepted" });
  expect(decideUpgrade({ ...upgrade, sockets: MAX_SOCKETS })).toMatchObject({ status: 503 });
  expect(decideUpgrade({ ...upgrade, socketsOfNetwork: MAX_SOCKETS_PER_NETWORK })).toMatchObject({
    status: 503,
  });
  expect(decideUpgrade({ ...upgrade, takeUpgrade: () => false })).toMatchObject({ status: 429 });
  expect(decideUpgrade({ ...upgrade, origin: undefined })).toMatchObject({ status: 403 });
  expect(decideUpgrade({ ...upgrade, origin: undefined, hasCookie: false })).toEqual({
    kind: "accepted",
  });
});

test("the sockets of a network are counted, and their commands have one bucket", () => {
  const addresses = createSocketAddresses();
  addresses.add("192.0.2.1");
  addresses.add("192.0.2.1");
  addresses.add("192.0.2.2");

  let taken = 0;
  while (addresses.takeCommand("192.0.2.1", 1000)) taken += 1;

  expect(taken).toBe(200);
  expect(addresses.takeCommand("192.0.2.2", 1000)).toBe(true);
  expect(addresses.takeCommand("192.0.2.1", 2000)).toBe(true);
  addresses.remove("192.0.2.1");
  expect(addresses.socketsOf("192.0.2.1")).toBe(1);
  addresses.remove("192.0.2.1");
  expect(addresses.socketsOf("192.0.2.1")).toBe(0);
});

test("a client that reconnects in a loop is slowed down, however few sockets it has open", () => {
  const addresses = createSocketAddresses();
  const comeAndSay = (nowMs: number): boolean => {
    if (!addresses.takeUpgrade("192.0.2.1", nowMs)) return false;
    addresses.add("192.0.2.1");
    addresses.takeCommand("192.0.2.1", nowMs);
    addresses.remove("192.0.2.1");
    return true;
  };

  let times = 0;
  while (times < 1000 && comeAndSay(1000)) times += 1;

  expect(times).toBe(2 * MAX_SOCKETS_PER_NETWORK);
  expect(addresses.takeCommand("192.0.2.1", 1000)).toBe(false);
  expect(addresses.takeUpgrade("192.0.2.2", 1000)).toBe(true);
  expect(comeAndSay(1100)).toBe(true);
  expect(comeAndSay(1100)).toBe(false);
});

async function openMember({ caller, token }: { caller: Caller; token: string | undefined }) {
  const { browser, stream } = await openStalledSocket();
  browser.open([textFrame("snapshot")]);
  stream.arrived.length = 0;
  const member: SocketMember = {
    hostname: "localhost",
    address: "127.0.0.1",
    network: "127.0.0.1",
    token,
    visitorId: "",
    socket: browser,
    tokenHash: null,
    browserKey: "",
    bucket: createTokenBucket({ burst: 1, perSecond: 1 }),
    warnings: createTokenBucket({ burst: 1, perSecond: 1 }),
    pingTurn: 0,
    caller,
    after: -1,
    isElsewhere: false,
    awaitedCid: null,
  };
  return { member, stream };
}

function djSession(state: LiveSessionStatus["state"], index: number): LiveSessionStatus {
  return {
    sessionId: `00000000-0000-4000-8000-00000000000${index}`,
    userId: "0d9c1f6e-5b0a-4c57-9d0e-3a4f5b6c7d8e",
    djName: `DJ ${index}`,
    state,
    connectedAtMs: 0,
    begunAtMs: null,
    address: "192.0.2.1",
    userAgent: "",
    contentType: "audio/mpeg",
    title: null,
  };
}

test("operators get alarms about playout, sound, a dropped stream and DJs; everyone gets new listeners", async () => {
  await using opened = await openTestDatabase();
  const { database } = opened;
  const token = await openSession(database, null);
  const operator = await openMember({ caller: { kind: "access-code" }, token });
  const guest = await openMember({ caller: { kind: "guest" }, token: undefined });
  const members = new Set([operator.member, guest.member]);
  const link: {
    isUp: boolean;
    listeners: number | null;
    status: Pick<OnAirStatus, "probes" | "live"> | null;
  } = { isUp: true, listeners: 3, status: null };
  const heard = (problem: string | null) => ({
    status: {
      probes: [{ path: "/stream.mp3", problem, levelDb: null, titleAgeMs: null, ageMs: 0 }],
      live: [],
    },
  });
  const clock = { nowMs: 0 };
  const rounds = new SocketRounds({ members, publisher: null, log });
  const sessions = new Sessions({ database, events: createStationEvents(log), nowMs: () => 0 });
  const news = new SocketNews({
    sessions,
    link,
    members,
    rounds,
    chatList: createChatList({ database, irc: quietChannel }),
    nowMs: () => clock.nowMs,
    log,
  });
  const note = async (change: Partial<typeof link>) => {
    Object.assign(link, change);
    news.handle({ type: "on-air.changed" });
    await news.close();
  };
  /** The titles of what has come, which is at least one. */
  const titles = async ({ arrived }: typeof guest.stream) => {
    while (arrived.length === 0) await new Promise((resolve) => setImmediate(resolve));
    return arrived.splice(0).map((text) => /"title":"([^"]*)"/.exec(text)?.[1]);
  };

  await note({});
  await note({ isUp: false, listeners: null });
  await note({});
  await note({ isUp: true, listeners: 3 });
  expect(await titles(operator.stream)).toEqual(["Playout Lost", "Playout Back"]);
  await note(heard("Nothing is heard"));
  await note(heard("Nothing is heard"));
  await note(heard(null));
  expect(await titles(operator.stream)).toEqual(["Stream Trouble", "Stream Heard Again"]);
  const other = { title: "Other Station", artist: "Elsewhere", detail: "gone" };
  news.handle({ type: "track.dropped", kind: "stream", ...other });
  await news.close();
  expect(operator.stream.arrived.map((text): unknown => JSON.parse(text))).toMatchObject([
    {
      data: {
        type: "system",
        title: "Stream Dropped",
        message: '"Other Station" by Elsewhere: gone',
        priority: "high",
      },
    },
  ]);
  const connected = (...states: readonly LiveSessionStatus["state"][]) => ({
    status: { probes: [], live: states.map(djSession) },
  });
  await note(connected("on-air", "waiting"));
  await note(connected("starting", "starting"));
  await note(connected("on-air", "waiting"));
  news.handle({ type: "live.began", djName: "Ada" });
  news.handle({ type: "live.refused", username: "eve", address: "192.0.2.1", reason: "wrong key" });
  news.handle({ type: "live.left", djName: "Ada", reason: null });
  await news.close();
  expect(await titles(operator.stream)).toEqual([
    "Stream Dropped",
    "DJ Waiting",
    "DJ On Air",
    "DJ Refused",
    "DJ Off Air",
  ]);
  await note({ listeners: 4 });
  expect(await titles(guest.stream)).toEqual(["New Listener"]);
  clock.nowMs = 29_999;
  await note({ listeners: 5 });
  clock.nowMs = 30_000;
  await note({ listeners: 6 });
  expect(await titles(guest.stream)).toEqual(["New Listener"]);
  await rounds.close();
  expect(guest.stream.arrived).toEqual([]);
});

/** The news of a station whose on-air is well, which tells them to these members. */
function startNews({
  database,
  sessions,
  members,
}: {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly members: ReadonlySet<SocketMember>;
}): SocketNews {
  return new SocketNews({
    sessions,
    link: { isUp: true, listeners: null, status: null },
    members,
    rounds: new SocketRounds({ members, publisher: null, log }),
    chatList: createChatList({ database, irc: quietChannel }),
    nowMs: () => 0,
    log,
  });
}

test("while the database is away alarms go to the operators known before, and only to them", async () => {
  await using opened = await openTestDatabase();
  const outage = withOutages(opened.database);
  const { database } = outage;
  const caller = { kind: "access-code" } as const;
  const known = await openMember({ caller, token: await openSession(database, null) });
  const unknown = await openMember({ caller, token: await openSession(database, null) });
  const members = new Set([unknown.member, known.member]);
  const sessions = new Sessions({ database, events: createStationEvents(log), nowMs: () => 0 });
  await sessions.find(known.member.token);
  const news = startNews({ database, sessions, members });

  outage.isAway = true;
  news.handle({ type: "live.left", djName: "Ada", reason: null });
  await news.close();

  await expect.poll(() => known.stream.arrived.join("")).toContain("DJ Off Air");
  expect(unknown.stream.arrived).toEqual([]);
});

test("operators get events in order, though rights take longer to look up at first", async () => {
  await using opened = await openTestDatabase();
  const { database } = opened;
  const token = await openSession(database, null);
  const { member, stream } = await openMember({ caller: { kind: "access-code" }, token });
  const members = new Set([member]);
  const second = Promise.withResolvers<void>();
  let lookups = 0;
  class SlowAtFirst extends Sessions {
    override async find(wanted: string | undefined) {
      const found = await super.find(wanted);
      lookups += 1;
      if (lookups === 1) await second.promise;
      else second.resolve();
      return found;
    }
  }
  const sessions = new SlowAtFirst({ database, events: createStationEvents(log), nowMs: () => 0 });
  const news = startNews({ database, sessions, members });

  news.handle({ type: "live.began", djName: "Ada" });
  news.handle({ type: "live.left", djName: "Ada", reason: null });
  await news.close();

  const told = (): readonly unknown[] =>
    stream.arrived.map((text) => /"title":"([^"]*)"/.exec(text)?.[1]);
  await expect.poll(told).toEqual(["DJ On Air", "DJ Off Air"]);
});
