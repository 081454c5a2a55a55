import { airedItemSchema, clockSchema, planReasonSchema, type Clock } from "@neonrelay/contract";
import type { AiredPlay } from "@neonrelay/on-air/protocol";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";
import { insertPlay } from "../history/play-store.ts";
import { fillLibrary } from "../library/test-library.ts";
import { byHand } from "./plan-entry.ts";
import { explainPlay } from "./plan-item-store.ts";

const NOON_MS = Date.parse("2027-03-01T12:00:00.000Z");
const MINUTE_MS = 60_000;

let server: TestServer;
let moderator: SignedInBrowser;
beforeAll(async () => {
  server = await startTestServer();
  await fillLibrary(server.database, 3);
  moderator = await server.signIn("moderator");
});
afterAll(() => server[Symbol.asyncDispose]());

async function air(minute: number, play: Partial<AiredPlay>): Promise<string> {
  const playId = randomUUID();
  await insertPlay(server.database.connection, {
    playId,
    kind: "library",
    trackId: null,
    sessionId: null,
    djName: null,
    entryId: null,
    itemId: null,
    requestedBy: null,
    title: "Uplink",
    artist: "Nova",
    startMs: 0,
    audioStartMs: 0,
    startedAtMs: NOON_MS + minute * MINUTE_MS,
    durationMs: 180_000,
    ...play,
  });
  return playId;
}

async function addClock(): Promise<Clock> {
  const made = await moderator.call("POST", "/api/clocks", {
    body: {
      name: "Hour",
      color: "cyan",
      isFilled: false,
      slots: [
        {
          id: randomUUID(),
          content: { kind: "content", contentKind: "jingle" },
          start: { kind: "follow" },
          length: { kind: "rest" },
        },
      ],
    },
  });
  return clockSchema.parse(made.body);
}

async function listAired(query = "") {
  const { body } = await server.call("GET", `/api/plan/aired${query}`);
  return z.array(airedItemSchema).parse(body);
}

async function sentenceOf(id: string): Promise<string> {
  const { body } = await server.call("GET", `/api/plan/${id}/why`);
  return planReasonSchema.parse(body).sentence;
}

test("what was on air keeps its place in the plan, and unplanned plays say who chose them", async () => {
  const clock = await addClock();
  const [slot] = clock.slots;
  const show = { id: randomUUID(), name: "Night Flight" };
  const reason = {
    ...byHand,
    rule: "slot" as const,
    sentence: "It was due.",
    show,
    clock: { id: clock.id, name: clock.name },
    slotId: slot?.id ?? null,
    start: {
      kind: "exact" as const,
      at: new Date(NOON_MS).toISOString(),
      whileLive: "wait" as const,
    },
  };
  const planned = await air(0, { itemId: randomUUID() });
  await explainPlay(server.database.connection, {
    playId: planned,
    reason,
  });
  const requested = await air(1, { entryId: randomUUID(), requestedBy: "owl" });
  const queued = await air(2, { entryId: randomUUID() });
  const live = await air(3, { kind: "live", djName: "Mira", durationMs: null });
  const drawn = await air(4, {});

  const aired = await listAired();
  const sentences = await Promise.all([planned, requested, queued, live, drawn].map(sentenceOf));

  expect(aired.map(({ id, rule }) => [id, rule])).toEqual([
    [drawn, "rotation"],
    [live, "dj"],
    [queued, "request"],
    [requested, "request"],
    [planned, "slot"],
  ]);
  expect(aired.at(-1)).toMatchObject({
    startsAt: new Date(NOON_MS).toISOString(),
    durationMs: 180_000,
    show,
    clock: { name: "Hour" },
    slot,
    start: reason.start,
  });
  expect(sentences).toEqual([
    "It was due.",
    "owl requested it.",
    "It was in the queue, which comes before the plan.",
    "Mira was on air.",
    expect.stringContaining("Nothing was planned"),
  ]);
  const page = await listAired(`?limit=2&before=${aired[1]?.startsAt}`);
  expect(page.map(({ id }) => id)).toEqual([queued, requested]);
});
