import { requestPresets, type RequestRules } from "@neonrelay/contract";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { decideRequest, NETWORK_FACTOR, type Asked } from "./request-rules.ts";
import {
  restingArtists,
  restingTracks,
  type RecentTrack,
  type RestSituation,
} from "./rest-rules.ts";

const NOW_MS = 1_700_000_000_000;
const MINUTE_MS = 60_000;
const WEEK_MINUTES = 7 * 24 * 60;
const nothingAsked: Asked = { open: 0, atMs: [] };
const off: RequestRules = {
  requesterCooldownSeconds: 0,
  maxOpenRequests: 0,
  trackCooldownMinutes: 0,
  playedCooldownMinutes: 0,
  artistCooldownMinutes: 0,
};

const rulesOf = fc.record({
  requesterCooldownSeconds: fc.nat(86_400),
  maxOpenRequests: fc.nat(500),
  trackCooldownMinutes: fc.nat(WEEK_MINUTES),
  playedCooldownMinutes: fc.nat(WEEK_MINUTES),
  artistCooldownMinutes: fc.nat(WEEK_MINUTES),
});
/** Within two weeks; what is about to be heard, and another node's clock, may be ahead of ours. */
const aboutNowMs = fc.integer({
  min: NOW_MS - 2 * WEEK_MINUTES * MINUTE_MS,
  max: NOW_MS + MINUTE_MS,
});
const asked = fc.record({
  open: fc.nat(6000),
  atMs: fc
    .array(aboutNowMs, { maxLength: NETWORK_FACTOR })
    .map((times) => times.sort((a, b) => b - a)),
});

/** A library of at least two playable tracks, each with its artist and perhaps a request and a play. */
const stations = fc
  .array(
    fc.record({
      artistKey: fc.constantFrom("a", "b", "c", "d", "e", "unknown artist"),
      requestedAtMs: fc.option(aboutNowMs),
      playedAtMs: fc.option(aboutNowMs),
    }),
    { minLength: 2, maxLength: 40 },
  )
  .chain((tracks) => fc.record({ tracks: fc.constant(tracks), rules: rulesOf }))
  .map(({ tracks, rules }) => {
    const all: readonly RecentTrack[] = tracks.map((track, n) => ({ ...track, trackId: `t${n}` }));
    const artistKeys = [...new Set(all.map(({ artistKey }) => artistKey))];
    const tracksByArtist = new Map(
      artistKeys.map((key) => [key, all.filter(({ artistKey }) => artistKey === key).length]),
    );
    const library = { tracks: all.length, artists: artistKeys.length, tracksByArtist };
    const recent = all.filter((track) => (track.requestedAtMs ?? track.playedAtMs) !== null);
    return { all, rests: { rules, nowMs: NOW_MS, recent, library } };
  });

function decideFor(wish: RecentTrack, rests: RestSituation) {
  return decideRequest({ ...rests, wish, requester: nothingAsked, network: null });
}

test("some track can always be asked for, as far as tracks and artists go", () => {
  fc.assert(
    fc.property(stations, ({ all, rests }) => {
      expect(all.filter((track) => decideFor(track, rests) === null).length).toBeGreaterThan(0);
    }),
  );
});

test("at most half of the tracks rest, and at most half of the artists", () => {
  fc.assert(
    fc.property(stations, ({ rests }) => {
      expect(restingTracks(rests).length).toBeLessThanOrEqual(rests.library.tracks / 2);
      expect(restingArtists(rests).length).toBeLessThanOrEqual(rests.library.artists / 2);
    }),
  );
});

test("whoever comes back when the answer said is not refused for the same reason", () => {
  fc.assert(
    fc.property(
      stations,
      asked,
      fc.option(asked),
      fc.nat(39),
      ({ all, rests }, requester, network, n) => {
        const wish = all[n % all.length] ?? { trackId: "", artistKey: "" };
        const situation = { ...rests, wish, requester, network };
        const refusal = decideRequest(situation);
        if (refusal === null || refusal.kind === "too-many-open") return;

        const later = decideRequest({ ...situation, nowMs: refusal.retryAtMs });

        expect(refusal.retryAtMs).toBeGreaterThan(NOW_MS);
        const same = refusal.kind === "too-soon" ? { whose: refusal.whose } : {};
        expect(later).not.toMatchObject({ kind: refusal.kind, ...same });
      },
    ),
  );
});

test("with every rule off everything is taken", () => {
  fc.assert(
    fc.property(stations, asked, asked, ({ all, rests }, requester, network) => {
      for (const wish of all)
        expect(decideRequest({ ...rests, rules: off, wish, requester, network })).toBeNull();
    }),
  );
});

test("what is new to the station can be asked for under any rules", () => {
  fc.assert(
    fc.property(stations, ({ rests }) => {
      const wish = { trackId: "new", artistKey: "new", requestedAtMs: null, playedAtMs: null };
      expect(decideFor(wish, rests)).toBeNull();
    }),
  );
});

test("six tracks, asked for again and again, rest by threes and for five minutes by default", () => {
  const rules = requestPresets.generous;
  const library = { tracks: 6, artists: 1, tracksByArtist: new Map([["a", 6]]) };
  const taken: RecentTrack[] = [];
  const request = (trackId: string, nowMs: number) => {
    const wish: RecentTrack = { trackId, artistKey: "a", requestedAtMs: nowMs, playedAtMs: nowMs };
    const refusal = decideFor(wish, { rules, nowMs, recent: taken, library });
    if (refusal === null) {
      const at = taken.findIndex((track) => track.trackId === trackId);
      taken.splice(at === -1 ? taken.length : at, 1, wish);
    }
    return refusal;
  };

  for (let n = 0; n < 18; n += 1) expect(request(`t${n % 6}`, NOW_MS + n)).toBeNull();
  expect(request("t5", NOW_MS + 20)).toEqual({
    kind: "track-rests",
    because: "requested",
    retryAtMs: NOW_MS + 17 + 5 * MINUTE_MS,
  });
  expect(request("t5", NOW_MS + 17 + 5 * MINUTE_MS)).toBeNull();
});

const busy: RestSituation = {
  rules: requestPresets["busy station"],
  nowMs: NOW_MS,
  recent: [
    { trackId: "asked", artistKey: "a", requestedAtMs: NOW_MS - MINUTE_MS, playedAtMs: null },
    { trackId: "heard", artistKey: "b", requestedAtMs: null, playedAtMs: NOW_MS - 60 * MINUTE_MS },
  ],
  library: {
    tracks: 100,
    artists: 20,
    tracksByArtist: new Map([
      ["a", 5],
      ["b", 5],
    ]),
  },
};

test.each([
  [
    "asked",
    "a",
    { kind: "track-rests", because: "requested", retryAtMs: NOW_MS + 239 * MINUTE_MS },
  ],
  ["heard", "b", { kind: "track-rests", because: "played", retryAtMs: NOW_MS + 180 * MINUTE_MS }],
  ["other", "a", { kind: "artist-rests", retryAtMs: NOW_MS + 29 * MINUTE_MS }],
  ["other", "b", null],
])("a busy station answers a wish for track %s of artist %s by what happened last", (...row) => {
  const [trackId, artistKey, refusal] = row;
  const wish = { trackId, artistKey, requestedAtMs: null, playedAtMs: null };

  expect(decideFor(wish, busy)).toEqual(refusal);
});

test("an artist with more than half of the tracks never rests, and neither do files without a tag", () => {
  const recent = ["a", "unknown artist"].map((artistKey) => ({
    trackId: artistKey,
    artistKey,
    requestedAtMs: NOW_MS,
    playedAtMs: null,
  }));
  const tracksByArtist = new Map([
    ["a", 60],
    ["unknown artist", 1],
  ]);

  expect(restingArtists({ ...busy, recent, library: { ...busy.library, tracksByArtist } })).toEqual(
    [],
  );
});

test.each([
  ["requester", 1],
  ["network", NETWORK_FACTOR],
] as const)(
  "a %s may have %i times the open requests, and as many within a cooldown",
  (whose, factor) => {
    const rules = { ...requestPresets["busy station"], maxOpenRequests: 3 };
    const atMs = Array.from({ length: factor }, (_, n) => NOW_MS - n * 1000);
    const decide = (counted: Asked) =>
      decideRequest({
        ...busy,
        rules,
        wish: { trackId: "new", artistKey: "new" },
        requester: whose === "requester" ? counted : nothingAsked,
        network: whose === "network" ? counted : null,
      });

    expect(decide({ open: 3 * factor - 1, atMs: [] })).toBeNull();
    expect(decide({ open: 3 * factor, atMs: [] })).toEqual({
      kind: "too-many-open",
      whose,
      limit: 3 * factor,
    });
    expect(decide({ open: 0, atMs: atMs.slice(1) })).toBeNull();
    expect(decide({ open: 0, atMs })).toEqual({
      kind: "too-soon",
      whose,
      retryAtMs: NOW_MS - (factor - 1) * 1000 + 600_000,
    });
  },
);
