import { expect, test } from "vitest";
import {
  standingOf,
  whyKeyIsRefused,
  type LiveSlot,
  type SlotRules,
  type Standing,
} from "../protocol/index.ts";

const MINUTE_MS = 60_000;
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
/** Bob's, right behind it. */
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
  ["before the doors open", always, cleo, 84, null],
  [
    "once the doors are open",
    always,
    cleo,
    85,
    'Only the hosts of "Night" can connect: it begins at 20:00.',
  ],
  [
    "in the show of others",
    always,
    cleo,
    100,
    'Only the hosts of "Night" can connect until 21:00.',
  ],
  [
    "in the show of others, with one of their own",
    always,
    bob,
    100,
    `Only the hosts of "Night" can connect until 21:00.${yoursIsDawn}`,
  ],
  ["while their own doors are open", always, bob, 145, null],
  ["in their own show", always, ada, 130, null],
  ["in their overrun", always, ada, 164, null],
  [
    "behind their overrun, in the show of others",
    always,
    ada,
    165,
    'Only the hosts of "Dawn" can connect until 22:00.',
  ],
  [
    "in a show that admits everyone, also while the next one's doors are open",
    openNight,
    cleo,
    150,
    null,
  ],
  ["outside of all shows", always, cleo, 230, null],
  [
    "outside of their own shows, where that is asked for",
    inOwnShows,
    bob,
    10,
    `Your key works in your own live shows only.${yoursIsDawn}`,
  ],
  ["where they have none", inOwnShows, cleo, 230, "Your key works in your own live shows only."],
] as const)("[S12] a key %s", (_when, rules, userId = "", minute, refusal) => {
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

test("[P100] a host who connects while the doors are open is early, one who was there before is not", () => {
  expect(standing(always, { userId: ada, connected: 85, now: 99 })).toBe("early");
  expect(standing(always, { userId: ada, connected: 84, now: 99 })).toBe("free");
  expect(standing(always, { userId: bob, connected: 150, now: 151 })).toBe("early");
});

test("[P101][P105] in its time the hosts of a show go first, and others leave, unless it admits them", () => {
  expect(standing(always, { userId: ada, connected: 85, now: 100 })).toBe("host");
  expect(standing(always, { userId: cleo, connected: 10, now: 100 })).toBe('"Night" has begun');
  expect(standing(openNight, { userId: cleo, connected: 10, now: 100 })).toBe("free");
});

test("[P104] a host may stay until the overrun is over, and then leaves", () => {
  expect(standing(always, { userId: ada, connected: 90, now: 164.9 })).toBe("free");
  expect(standing(always, { userId: ada, connected: 90, now: 165 })).toBe(
    'the time of "Night" is over',
  );
  expect(standing(always, { userId: bob, connected: 90, now: 226 })).toBe(
    'the time of "Dawn" is over',
  );
  // Who connects again behind it is a DJ like any other.
  expect(standing(always, { userId: bob, connected: 226, now: 227 })).toBe("free");
});

test("[P105] a host of two shows in a row goes on", () => {
  const both = { ...always, slots: [night, { ...dawn, hostIds: night.hostIds }] };

  expect(standing(both, { userId: ada, connected: 90, now: 161 })).toBe("host");
  expect(standing(both, { userId: ada, connected: 90, now: 219 })).toBe("host");
});

test("[S12] a DJ leaves at the end of a show that admitted them, where keys work in own shows only", () => {
  const open: SlotRules = { slots: openNight.slots.slice(0, 1), keysWork: "in-own-shows" };

  expect(standing(open, { userId: cleo, connected: 110, now: 159 })).toBe("free");
  expect(standing(open, { userId: cleo, connected: 110, now: 160 })).toBe(
    "stream keys work in their owners' live shows only",
  );
});
