import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createLog } from "@neonrelay/process/log";
import { expect, test } from "vitest";
import {
  CAPTURE_USER_ID,
  standingOf,
  whyKeyIsRefused,
  type LiveSlot,
  type SlotRules,
  type Standing,
} from "../protocol/index.ts";
import { LiveSlots } from "./live-slots.ts";

const MINUTE_MS = 60_000;
const log = createLog({ part: "test", level: "silent" });
const [ada, bob, cleo] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`);

/** Ada's show from minute 100 to 160: doors at 85, overrun to 165. */
const night: LiveSlot = {
  slotId: "night",
  showName: "Night",
  fromMs: 100 * MINUTE_MS,
  untilMs: 160 * MINUTE_MS,
  opensMs: 85 * MINUTE_MS,
  graceUntilMs: 105 * MINUTE_MS,
  overrunUntilMs: 165 * MINUTE_MS,
  hostIds: [ada ?? ""],
  admits: "hosts",
  words: { opens: "2027-03-01 19:45", begins: "20:00", ends: "21:00" },
};
/** Bob's, right after it. */
const dawn: LiveSlot = {
  ...night,
  slotId: "dawn",
  showName: "Dawn",
  fromMs: 160 * MINUTE_MS,
  untilMs: 220 * MINUTE_MS,
  opensMs: 145 * MINUTE_MS,
  graceUntilMs: 165 * MINUTE_MS,
  overrunUntilMs: 225 * MINUTE_MS,
  hostIds: [bob ?? ""],
  words: { opens: "2027-03-01 20:45", begins: "21:00", ends: "22:00" },
};
const always: SlotRules = { slots: [night, dawn], keysWork: "always" };
const inOwnShows: SlotRules = { ...always, keysWork: "in-own-shows" };
const openNight: SlotRules = { ...always, slots: [{ ...night, admits: "everyone" }, dawn] };

const yoursIsDawn = ' Yours, "Dawn", opens at 2027-03-01 20:45.';

test.each([
  { when: "before the doors open", rules: always, userId: cleo, minute: 84, refusal: null },
  {
    when: "once the doors are open",
    rules: always,
    userId: cleo,
    minute: 85,
    refusal: 'Only the hosts of "Night" can connect: it begins at 20:00.',
  },
  {
    when: "in someone else's show",
    rules: always,
    userId: cleo,
    minute: 100,
    refusal: 'Only the hosts of "Night" can connect until 21:00.',
  },
  {
    when: "in someone else's show, with one of their own",
    rules: always,
    userId: bob,
    minute: 100,
    refusal: `Only the hosts of "Night" can connect until 21:00.${yoursIsDawn}`,
  },
  {
    when: "while their own doors are open",
    rules: always,
    userId: bob,
    minute: 145,
    refusal: null,
  },
  { when: "in their own show", rules: always, userId: ada, minute: 130, refusal: null },
  { when: "in their overrun", rules: always, userId: ada, minute: 164, refusal: null },
  {
    when: "after their overrun, in someone else's show",
    rules: always,
    userId: ada,
    minute: 165,
    refusal: 'Only the hosts of "Dawn" can connect until 22:00.',
  },
  {
    when: "in a show that admits everyone, also while the next one's doors are open",
    rules: openNight,
    userId: cleo,
    minute: 150,
    refusal: null,
  },
  { when: "outside all shows", rules: always, userId: cleo, minute: 230, refusal: null },
  {
    when: "outside their own shows, where that is required",
    rules: inOwnShows,
    userId: bob,
    minute: 10,
    refusal: `Your key works in your own live shows only.${yoursIsDawn}`,
  },
  {
    when: "where they have no show",
    rules: inOwnShows,
    userId: cleo,
    minute: 230,
    refusal: "Your key works in your own live shows only.",
  },
])("[S12] a key $when", ({ rules, userId = "", minute, refusal }) => {
  expect(whyKeyIsRefused(rules, { userId, nowMs: minute * MINUTE_MS })).toBe(refusal);
});

interface At {
  readonly userId: string | undefined;
  readonly connected: number;
  readonly now: number;
}

function standing(rules: SlotRules, { userId = "", connected, now }: At): string {
  const times = { connectedAtMs: connected * MINUTE_MS, nowMs: now * MINUTE_MS };
  const found: Standing = standingOf(rules, { userId, ...times });
  return found.kind === "over" ? found.reason : found.kind;
}

test("[P100] a host who connects after the doors open is early; one who was already there is not", () => {
  expect(standing(always, { userId: ada, connected: 85, now: 99 })).toBe("early");
  expect(standing(always, { userId: ada, connected: 84, now: 99 })).toBe("free");
  expect(standing(always, { userId: bob, connected: 150, now: 151 })).toBe("early");
});

test("[P101][P105] during a show its hosts go first, and others leave unless the show admits them", () => {
  expect(standing(always, { userId: ada, connected: 85, now: 100 })).toBe("host");
  expect(standing(always, { userId: cleo, connected: 10, now: 106 })).toBe('"Night" has begun');
  expect(standing(openNight, { userId: cleo, connected: 10, now: 100 })).toBe("free");
});

test("[P107] the DJ on air may stay for a late host until the grace is over", () => {
  expect(standing(always, { userId: cleo, connected: 10, now: 100 })).toBe("until-host");
  expect(standing(always, { userId: cleo, connected: 10, now: 104.9 })).toBe("until-host");
  expect(standing(always, { userId: cleo, connected: 10, now: 105 })).toBe('"Night" has begun');
});

test("[P104] a host may stay until the overrun is over, then leaves", () => {
  expect(standing(always, { userId: ada, connected: 90, now: 164.9 })).toBe("free");
  expect(standing(always, { userId: ada, connected: 90, now: 165 })).toBe(
    'the time of "Night" is over',
  );
  expect(standing(always, { userId: bob, connected: 90, now: 226 })).toBe(
    'the time of "Dawn" is over',
  );
  // A host who reconnects after it is a DJ like any other.
  expect(standing(always, { userId: bob, connected: 226, now: 227 })).toBe("free");
});

test("[P105] a host of two consecutive shows goes on", () => {
  const both = { ...always, slots: [night, { ...dawn, hostIds: night.hostIds }] };

  expect(standing(both, { userId: ada, connected: 90, now: 161 })).toBe("host");
  expect(standing(both, { userId: ada, connected: 90, now: 219 })).toBe("host");
});

test("[S12] a DJ leaves at the end of a show that admitted them, if keys work only in own shows", () => {
  const open: SlotRules = { slots: openNight.slots.slice(0, 1), keysWork: "in-own-shows" };

  expect(standing(open, { userId: cleo, connected: 110, now: 159 })).toBe("free");
  expect(standing(open, { userId: cleo, connected: 110, now: 160 })).toBe(
    "stream keys work in their owners' live shows only",
  );
});

/** A slot that has started and whose grace is over. */
function begunSlot(): LiveSlot {
  const nowMs = Date.now();
  const untilMs = nowMs + 60 * MINUTE_MS;
  return {
    ...night,
    fromMs: nowMs - MINUTE_MS,
    graceUntilMs: nowMs - 1,
    untilMs,
    overrunUntilMs: untilMs,
  };
}

test("[P103] an absent host is reported once, even across a restart of on-air", async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "live-slots-"));
  const file = path.join(folder.path, "live-slots.json");
  const rules: SlotRules = { slots: [begunSlot()], keysWork: "always" };
  const first = new LiveSlots({ path: file, log });
  first.set({ ...rules, slots: [{ ...begunSlot(), graceUntilMs: Date.now() + MINUTE_MS }] });
  const withinGrace = first.findAbsence();
  first.set(rules);

  const absences = [first.findAbsence(), first.findAbsence()];
  await first.flush();
  const second = new LiveSlots({ path: file, log });
  absences.push(second.findAbsence());
  // The server resends the slots when it is back.
  second.set(rules);
  absences.push(second.findAbsence());
  await second.flush();

  expect(withinGrace).toBeNull();
  expect(absences).toMatchObject([{ type: "live.absent", showName: "Night" }, null, null, null]);
});

test("[P103] a host who was on air is not reported absent after a restart of on-air", async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "live-slots-"));
  const file = path.join(folder.path, "live-slots.json");
  const first = new LiveSlots({ path: file, log });
  first.set({ slots: [begunSlot()], keysWork: "always" });
  first.recordOnAir({ userId: ada ?? "", nowMs: Date.now() });
  await first.flush();

  expect(new LiveSlots({ path: file, log }).findAbsence()).toBeNull();
});

test("[P106] the capture device needs no slot, and counts as a host who is present", async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "live-slots-"));
  const slots = new LiveSlots({ path: path.join(folder.path, "live-slots.json"), log });
  slots.set({ slots: [begunSlot()], keysWork: "in-own-shows" });

  const captured = slots.standingOf({
    userId: CAPTURE_USER_ID,
    connectedAtMs: Date.now() - 1,
    nowMs: Date.now(),
  });
  const key = slots.whyRefused(CAPTURE_USER_ID);
  slots.recordOnAir({ userId: CAPTURE_USER_ID, nowMs: Date.now() });
  const absence = slots.findAbsence();
  await slots.flush();

  expect([captured, key, absence]).toEqual([{ kind: "free" }, null, null]);
});
