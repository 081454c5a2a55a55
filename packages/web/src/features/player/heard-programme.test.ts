import type { NowPlaying, Play } from "@neonrelay/contract/callers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HeardProgramme } from "./heard-programme.ts";

let heardMs: number | undefined;
let programme: HeardProgramme;

beforeEach(() => {
  vi.useFakeTimers();
  heardMs = undefined;
  programme = new HeardProgramme({ heardMs: () => heardMs });
});

afterEach(() => {
  programme.close();
  vi.useRealTimers();
});

test("without listening the live edge advances", () => {
  programme.recordNowPlaying(onAir({ positionMs: 70_000 }));

  vi.advanceTimersByTime(5000);

  expect(programme.play?.title).toBe("New");
  expect(programme.progress()).toEqual({ elapsedMs: 15_000, durationMs: 180_000 });
});

test("a listener sees the old title until the new one is audible", () => {
  heardMs = 58_000;
  programme.recordNowPlaying(onAir({ positionMs: 62_000 }));
  const titles = [programme.play?.title];

  heardMs = 60_050;
  vi.advanceTimersByTime(100);
  titles.push(programme.play?.title);

  expect(titles).toEqual(["Old", "New"]);
});

test("a title known in advance changes on time", () => {
  const startedMs = performance.now();
  programme.close();
  programme = new HeardProgramme({ heardMs: () => 59_970 + performance.now() - startedMs });
  programme.recordNowPlaying(onAir({ positionMs: 62_000 }));

  vi.advanceTimersByTime(30);

  expect(programme.play?.title).toBe("New");
});

test("a page that isn't listening rests: it looks far less often than one that is", () => {
  let asked = 0;
  programme.close();
  programme = new HeardProgramme({
    heardMs: () => {
      asked += 1;
      return heardMs;
    },
  });
  const askedInTenSeconds = () => {
    asked = 0;
    vi.advanceTimersByTime(10_000);
    return asked;
  };
  programme.recordNowPlaying(onAir({ positionMs: 70_000 }));

  const resting = askedInTenSeconds();
  heardMs = 70_000;
  vi.advanceTimersByTime(1000);

  expect(resting).toBeLessThan(askedInTenSeconds() / 5);
});

test("subscribers hear of a new play once", () => {
  let calls = 0;
  programme.subscribe(() => {
    calls += 1;
  });

  programme.recordNowPlaying(onAir({ positionMs: 70_000 }));
  vi.advanceTimersByTime(2000);

  expect(calls).toBe(1);
});

test("while the station is paused the progress stands still", () => {
  programme.recordNowPlaying(onAir({ positionMs: 70_000 }));
  programme.recordIsPlaying(false);

  vi.advanceTimersByTime(30_000);

  expect(programme.progress().elapsedMs).toBe(10_000);
});

test("the progress is unknown if the station was paused before the page opened", () => {
  programme.recordIsPlaying(false);
  programme.recordNowPlaying(onAir({ positionMs: 70_000 }));

  expect(programme.progress()).toEqual({ elapsedMs: null, durationMs: 180_000 });
});

test("with the server's clock, a delayed message is placed correctly", () => {
  const serverNowMs = 1_000_000;
  programme.recordServerClock({ serverNowMs: serverNowMs + 3000, roundTripMs: 0 });

  programme.recordNowPlaying(onAir({ positionMs: 70_000, serverNowMs }));

  expect(programme.progress().elapsedMs).toBe(13_000);
});

function onAir(clock: { positionMs: number; serverNowMs?: number }): NowPlaying {
  const now = play({ id: "b", title: "New", startMs: 60_000 });
  return {
    now,
    isEmergencyLoop: false,
    track: null,
    startedAtMs: now.startedAtMs,
    durationMs: now.durationMs,
    serverNowMs: clock.serverNowMs ?? 0,
    positionMs: clock.positionMs,
    next: null,
    history: [now, play({ id: "a", title: "Old", startMs: 0 })],
  };
}

function play(fields: { id: string; title: string; startMs: number }): Play {
  return {
    ...fields,
    kind: "library",
    sessionId: null,
    djName: null,
    track: null,
    artist: "Test",
    requestedBy: null,
    audioStartMs: fields.startMs,
    startedAtMs: 0,
    durationMs: 180_000,
  };
}
