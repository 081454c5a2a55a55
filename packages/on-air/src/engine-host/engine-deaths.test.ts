import { expect, test } from "vitest";
import { decideBlame, suspectsOf } from "./engine-deaths.ts";

const nothing = { hung: null, beginning: null, cued: null, current: null };
const none: ReadonlyMap<string, number> = new Map();

test("an engine's death is blamed on what was being opened before what is on air", () => {
  const current = { playId: "on air" };
  const cued = { play: { playId: "cued" }, isReady: false };
  const blamed = (work: Partial<Parameters<typeof suspectsOf>[0]>) =>
    decideBlame({ suspects: suspectsOf({ ...nothing, ...work }), deaths: none }).blamed;

  expect(blamed({ current, cued, beginning: { playId: "beginning" }, hung: "hung" })).toBe("hung");
  expect(blamed({ current, cued, beginning: { playId: "beginning" } })).toBe("beginning");
  expect(blamed({ current, cued })).toBe("cued");
  expect(blamed({ current, cued: { ...cued, isReady: true } })).toBe("on air");
  expect(blamed({})).toBeNull();
});

test("a play that has killed two engines is dropped, along with its count", () => {
  const suspects = suspectsOf({ ...nothing, current: { playId: "on air" } });

  const first = decideBlame({ suspects, deaths: none });
  const second = decideBlame({ suspects, deaths: first.deaths });

  expect(first).toEqual({ deaths: new Map([["on air", 1]]), blamed: "on air", dropped: null });
  expect(second).toEqual({ deaths: new Map(), blamed: "on air", dropped: "on air" });
});

test("the counts of finished plays are forgotten", () => {
  const suspects = suspectsOf({ ...nothing, current: { playId: "on air" } });

  const { deaths } = decideBlame({ suspects, deaths: new Map([["over", 1]]) });

  expect(deaths).toEqual(new Map([["on air", 1]]));
});
