import { requestPresets, type RequestRules } from "@neonrelay/contract";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  decideByShow,
  decideRequest,
  NETWORK_FACTOR,
  type RequestHistory,
} from "./request-rules.ts";
import {
  artistsOnCooldown,
  tracksOnCooldown,
  type RecentTrack,
  type CooldownSituation,
} from "./cooldown-rules.ts";

const NOW_MS = 1_700_000_000_000;
const MINUTE_MS = 60_000;
const WEEK_MINUTES = 7 * 24 * 60;
const noHistory: RequestHistory = { open: 0, atMs: [] };
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
/** Within two weeks; the next play, and another node's clock, may be ahead of ours. */
const aboutNowMs = fc.integer({
  min: NOW_MS - 2 * WEEK_MINUTES * MINUTE_MS,
  max: NOW_MS + MINUTE_MS,
});
const history = fc.record({
  open: fc.nat(6000),
  atMs: fc
    .array(aboutNowMs, { maxLength: NETWORK_FACTOR })
    .map((times) => times.sort((a, b) => b - a)),
});

/** A library of at least two playable tracks, each with its artist and possibly a request and a play. */
const stations = fc
  .array(
    fc.record({
      artistKeys: fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 3 }),
      requestedAtMs: fc.option(aboutNowMs),
      playedAtMs: fc.option(aboutNowMs),
    }),
    { minLength: 2, maxLength: 40 },
  )
  .chain((tracks) => fc.record({ tracks: fc.constant(tracks), rules: rulesOf }))
  .map(({ tracks, rules }) => {
    const all: readonly RecentTrack[] = tracks.map((track, n) => ({ ...track, trackId: `t${n}` }));
    const artistKeys = [...new Set(all.flatMap((track) => track.artistKeys))];
    const tracksByArtist = new Map(
      artistKeys.map((key) => [key, all.filter((track) => track.artistKeys.includes(key)).length]),
    );
    const library = { tracks: all.length, artists: artistKeys.length, tracksByArtist };
    const recent = all.filter((track) => (track.requestedAtMs ?? track.playedAtMs) !== null);
    return { all, cooldowns: { rules, nowMs: NOW_MS, recent, library } };
  });

function decideFor(wanted: RecentTrack, cooldowns: CooldownSituation) {
  return decideRequest({ ...cooldowns, wanted, requester: noHistory, network: null });
}

test("some track can always be requested, as far as tracks and artists go", () => {
  fc.assert(
    fc.property(stations, ({ all, cooldowns }) => {
      expect(all.filter((track) => decideFor(track, cooldowns) === null).length).toBeGreaterThan(0);
    }),
  );
});

test("at most half of the tracks are on cooldown, and at most half of the artists", () => {
  fc.assert(
    fc.property(stations, ({ cooldowns }) => {
      expect(tracksOnCooldown(cooldowns).length).toBeLessThanOrEqual(cooldowns.library.tracks / 2);
      expect(artistsOnCooldown(cooldowns).length).toBeLessThanOrEqual(
        cooldowns.library.artists / 2,
      );
    }),
  );
});

test("retrying at the given time is not refused for the same reason", () => {
  fc.assert(
    fc.property(
      stations,
      history,
      fc.option(history),
      fc.nat(39),
      ({ all, cooldowns }, requester, network, n) => {
        const wanted = all[n % all.length] ?? { trackId: "", artistKeys: [] };
        const situation = { ...cooldowns, wanted, requester, network };
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

test("with every rule off everything is accepted", () => {
  fc.assert(
    fc.property(stations, history, history, ({ all, cooldowns }, requester, network) => {
      for (const wanted of all)
        expect(decideRequest({ ...cooldowns, rules: off, wanted, requester, network })).toBeNull();
    }),
  );
});

test("music new to the station can be requested under any rules", () => {
  fc.assert(
    fc.property(stations, ({ cooldowns }) => {
      const wanted = { trackId: "new", artistKeys: ["new"], requestedAtMs: null, playedAtMs: null };
      expect(decideFor(wanted, cooldowns)).toBeNull();
    }),
  );
});

test("six tracks requested over and over rest in threes, and for five minutes by default", () => {
  const rules = requestPresets.generous;
  const library = { tracks: 6, artists: 1, tracksByArtist: new Map([["a", 6]]) };
  const taken: RecentTrack[] = [];
  const request = (trackId: string, nowMs: number) => {
    const wanted: RecentTrack = {
      trackId,
      artistKeys: ["a"],
      requestedAtMs: nowMs,
      playedAtMs: nowMs,
    };
    const refusal = decideFor(wanted, { rules, nowMs, recent: taken, library });
    if (refusal === null) {
      const at = taken.findIndex((track) => track.trackId === trackId);
      taken.splice(at === -1 ? taken.length : at, 1, wanted);
    }
    return refusal;
  };

  for (let n = 0; n < 18; n += 1) expect(request(`t${n % 6}`, NOW_MS + n)).toBeNull();
  expect(request("t5", NOW_MS + 20)).toEqual({
    kind: "track-on-cooldown",
    because: "requested",
    retryAtMs: NOW_MS + 17 + 5 * MINUTE_MS,
  });
  expect(request("t5", NOW_MS + 17 + 5 * MINUTE_MS)).toBeNull();
});

const busy: CooldownSituation = {
  rules: requestPresets["busy station"],
  nowMs: NOW_MS,
  recent: [
    { trackId: "asked", artistKeys: ["a"], requestedAtMs: NOW_MS - MINUTE_MS, playedAtMs: null },
    {
      trackId: "heard",
      artistKeys: ["b"],
      requestedAtMs: null,
      playedAtMs: NOW_MS - 60 * MINUTE_MS,
    },
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
    { kind: "track-on-cooldown", because: "requested", retryAtMs: NOW_MS + 239 * MINUTE_MS },
  ],
  [
    "heard",
    "b",
    { kind: "track-on-cooldown", because: "played", retryAtMs: NOW_MS + 180 * MINUTE_MS },
  ],
  ["other", "a", { kind: "artist-on-cooldown", retryAtMs: NOW_MS + 29 * MINUTE_MS }],
  ["other", "b", null],
])(
  "a busy station decides a request for track %s of artist %s by the most recent events",
  (...row) => {
    const [trackId, artistKey, refusal] = row;
    const wanted = { trackId, artistKeys: [artistKey], requestedAtMs: null, playedAtMs: null };

    expect(decideFor(wanted, busy)).toEqual(refusal);
  },
);

test("each artist of a requested track rests, and so do their collaborations", () => {
  const [asked] = busy.recent;
  const recent = asked === undefined ? [] : [{ ...asked, artistKeys: ["a", "b"] }];
  const wanted = { trackId: "x", artistKeys: ["c", "b"], requestedAtMs: null, playedAtMs: null };
  const retryAtMs = NOW_MS + 29 * MINUTE_MS;

  expect(decideFor(wanted, { ...busy, recent })).toEqual({ kind: "artist-on-cooldown", retryAtMs });
  expect(decideFor({ ...wanted, artistKeys: ["c"] }, { ...busy, recent })).toBeNull();
});

test("an artist with more than half of the tracks has no cooldown, nor have files without a tag", () => {
  const recent = [["a"], []].map((artistKeys) => ({
    trackId: artistKeys.join(),
    artistKeys,
    requestedAtMs: NOW_MS,
    playedAtMs: null,
  }));
  const tracksByArtist = new Map([["a", 60]]);

  expect(
    artistsOnCooldown({ ...busy, recent, library: { ...busy.library, tracksByArtist } }),
  ).toEqual([]);
});

test.each([
  ["requester", 1],
  ["network", NETWORK_FACTOR],
] as const)(
  "a %s may have %i times the open requests, and as many within the cooldown",
  (whose, factor) => {
    const rules = { ...requestPresets["busy station"], maxOpenRequests: 3 };
    const atMs = Array.from({ length: factor }, (_, n) => NOW_MS - n * 1000);
    const decide = (counted: RequestHistory) =>
      decideRequest({
        ...busy,
        rules,
        wanted: { trackId: "new", artistKeys: ["new"] },
        requester: whose === "requester" ? counted : noHistory,
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

test("[T5] a show can close requests or restrict them to its playlist, unless that is gone", () => {
  const show = { showName: "Night Flight", until: "22:00" };
  const playlist = { name: "Evening drive", hasTrack: false };
  const ofPlaylist = { ...show, requests: { kind: "playlist", playlistId: "x" } } as const;
  const closed = { kind: "closed-by-show", ...show };

  expect(decideByShow({ ...show, requests: { kind: "open" } }, null)).toBeNull();
  expect(decideByShow({ ...show, requests: { kind: "closed" } }, null)).toEqual({
    ...closed,
    playlistName: null,
  });
  expect(decideByShow(ofPlaylist, playlist)).toEqual({ ...closed, playlistName: "Evening drive" });
  expect(decideByShow(ofPlaylist, { ...playlist, hasTrack: true })).toBeNull();
  expect(decideByShow(ofPlaylist, null)).toBeNull();
});
