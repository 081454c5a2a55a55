import {
  hostDeskSchema,
  scheduleEntrySchema,
  showSchema,
  type HostDesk,
} from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";
import { fillLibrary } from "../library/test-library.ts";
import { TestOnAir } from "../radio/test-on-air.ts";
import { testStatus } from "../radio/test-status.ts";

const MINUTE_MS = 60_000;
const LENGTH_MINUTES = 60;

let server: TestServer;
let moderator: SignedInBrowser;
let host: SignedInBrowser;
let stranger: SignedInBrowser;
let showId = "";
let entryIds: string[] = [];
beforeAll(async () => {
  server = await startTestServer();
  await fillLibrary(server.database, 40);
  server.events.publish({ type: "library.changed" });
  await server.settings.change(() => ({ timeZone: "UTC" }));
  moderator = await server.signIn("moderator");
  [host, stranger] = [await server.signIn("dj"), await server.signIn("dj")];
  showId = await makeShow({
    name: "Night Flight",
    hostIds: [host.account?.id],
    content: { kind: "live", fallbackPlaylistId: null },
  });
});
afterAll(() => server[Symbol.asyncDispose]());
afterEach(async () => {
  for (const id of entryIds) await moderator.call("DELETE", `/api/schedule/entries/${id}`);
  entryIds = [];
});

async function makeShow(body: object): Promise<string> {
  const made = await moderator.call("POST", "/api/programme/shows", { body });
  return showSchema.parse(made.body).id;
}

/** @param minutes from now */
async function schedule(id: string, minutes: number): Promise<void> {
  const at = new Date(Date.now() + minutes * MINUTE_MS);
  const { status, body } = await moderator.call("POST", "/api/schedule/entries", {
    body: {
      what: { kind: "show", showId: id },
      startsAt: at.toISOString().slice(0, "2027-03-01T18:00".length),
      durationMinutes: LENGTH_MINUTES,
    },
  });
  expect(status).toBe(200);
  entryIds.push(scheduleEntrySchema.parse(body).id);
}

async function deskOf({ call }: SignedInBrowser): Promise<HostDesk> {
  const { status, body } = await call("GET", "/api/live/slot");
  expect(status).toBe(200);
  return hostDeskSchema.parse(body);
}

test.each([
  { minutes: 120, phase: "before", isForHosts: false },
  { minutes: 8, phase: "open", isForHosts: true },
  { minutes: -30, phase: "on", isForHosts: true },
  // On air gives its hosts five minutes more; the first of them has begun.
  { minutes: -LENGTH_MINUTES, phase: "overrun", isForHosts: false },
])(
  "[S12] a host whose show is $minutes min away sees '$phase', and another DJ why they are refused",
  async ({ minutes, phase, isForHosts }) => {
    await schedule(showId, minutes);

    const [own, other] = [await deskOf(host), await deskOf(stranger)];

    expect(own).toMatchObject({
      timeZone: "UTC",
      slot: { show: { id: showId, name: "Night Flight", slug: "night-flight" }, phase },
      refusal: null,
      connection: null,
      onAir: null,
    });
    const { slot } = own;
    const minutesFrom = (at = "") =>
      (Date.parse(at) - Date.parse(slot?.startsAt ?? "")) / MINUTE_MS;
    const times = [slot?.opensAt, slot?.graceEndsAt, slot?.endsAt, slot?.overrunEndsAt];
    expect(times.map(minutesFrom)).toEqual([-15, 5, LENGTH_MINUTES, LENGTH_MINUTES + 5]);
    expect(other).toMatchObject({
      slot: null,
      refusal: isForHosts ? expect.stringContaining('Only the hosts of "Night Flight"') : null,
    });
  },
);

test("a host sees what plays before and after their show: show or clock, and the planned tracks", async () => {
  const [early, late] = [await makeShow({ name: "Early" }), await makeShow({ name: "Late" })];
  await schedule(early, 60);
  await schedule(showId, 60 + LENGTH_MINUTES);
  await schedule(late, 60 + 2 * LENGTH_MINUTES);

  const track = { title: expect.any(String), artist: expect.any(String) };
  await expect
    .poll(async () => (await deskOf(host)).slot)
    .toMatchObject({ before: { name: "Early", track }, after: { name: "Late", track } });
});

test("a host sees when nothing is scheduled around their show", async () => {
  await schedule(showId, 60);

  expect((await deskOf(host)).slot).toMatchObject({
    before: { name: null },
    after: { name: null },
  });
});

test("[S10] a host sees their own connection, who is on air, and whether they have a key", async () => {
  const onAir = new TestOnAir(path.join(server.dataDir, "on-air.sock"));
  await onAir.listen();
  server.link.start();
  await onAir.next("hello");
  const session = {
    sessionId: randomUUID(),
    userId: host.account?.id ?? "",
    djName: "Hana",
    state: "waiting",
    connectedAtMs: 0,
    begunAtMs: null,
    address: "192.0.2.7",
    userAgent: "butt",
    contentType: "audio/mpeg",
    title: null,
  } as const;
  const other = { ...session, sessionId: randomUUID(), userId: randomUUID(), djName: "Mira" };
  onAir.send(
    { kind: "hello", protocolVersion: 1, journalId: randomUUID(), newestNumber: 0 },
    { kind: "replayed" },
    {
      kind: "status",
      status: {
        ...testStatus(null, Date.now()),
        live: [{ ...other, state: "on-air" }, session],
      },
    },
  );
  await host.call("POST", "/api/live/key");

  await expect
    .poll(() => deskOf(host))
    .toMatchObject({ hasKey: true, connection: "waiting", onAir: "Mira" });
  expect(await deskOf(stranger)).toMatchObject({ hasKey: false, connection: null, onAir: "Mira" });
  await onAir.close();
});

test("the access code is no account, and has no live shows", async () => {
  const code = await server.signIn("access-code");

  expect((await code.call("GET", "/api/live/slot")).status).toBe(403);
});
