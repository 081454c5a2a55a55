import { expect, test } from "vitest";
import { namePlay, wordProspect } from "./bot-words.ts";

test("a DJ is named with their title, and alone while their program sends none", () => {
  const play = { kind: "live", djName: "Ada" } as const;

  expect(namePlay({ ...play, title: "Tide", artist: "Mira" })).toBe("Ada live with “Tide” by Mira");
  expect(namePlay({ ...play, title: "Live", artist: "Ada" })).toBe("Ada live");
  expect(namePlay({ ...play, title: "", artist: "" })).toBe("Ada live");
});

test("an entry says when it is expected and names the show of its request slot, or its clock", () => {
  const word = (
    prospect: Partial<Parameters<typeof wordProspect>[0]>,
    mostPerHour: number | null = null,
  ) =>
    wordProspect(
      { isPaused: false, startsAtMs: 300_000, waitsFor: null, ...prospect },
      { nowMs: 0, mostPerHour },
    );
  const slot = { kind: "slot", clock: "Evening", show: "Night Flight" } as const;
  const limit = { waitsFor: { kind: "limit" } } as const;
  const unknown = { startsAtMs: null };

  expect(word({})).toBe(", expected in 5 minutes");
  expect(word({ isPaused: true })).toBe(", when the station plays again");
  expect(word(unknown)).toBe("");
  expect(word({ waitsFor: slot })).toBe(
    ", expected in 5 minutes in a request slot of “Night Flight”",
  );
  expect(word({ ...unknown, waitsFor: { ...slot, show: null } })).toBe(
    ", and waits for a request slot of “Evening”",
  );
  expect(word(limit, 6)).toBe(
    ", expected in 5 minutes, since the station plays at most 6 requests an hour",
  );
  expect(word({ ...limit, ...unknown }, 6)).toBe(
    ", and waits: the station plays at most 6 requests an hour",
  );
  expect(word({ ...limit, ...unknown }, 0)).toBe(", and waits until an operator plays it");
});
