import { apiErrorSchema } from "@neonrelay/contract";
import { expect, test } from "vitest";
import type { RequestRefusal } from "./request-rules.ts";
import { explainRefusal } from "./request-words.ts";

const nowMs = Date.UTC(2026, 0, 1);
const retryAtMs = nowMs + 200_000;
const retryAt = "2026-01-01T00:03:20.000Z";

test.each([
  [null, "Requests are closed during Night Flight, until 22:00"],
  [
    "Evening drive",
    "During Night Flight, until 22:00, you can request tracks of “Evening drive” only",
  ],
])("[T5] a refusal by a show names the show (playlist %j)", (playlistName, error) => {
  const show = { showName: "Night Flight", until: "22:00", playlistName };
  const refusal = { kind: "closed-by-show", ...show } as const;
  const track = { title: "Uplink", artist: "Nova" };

  expect(explainRefusal({ kind: "refused", refusal, track, nowMs })).toEqual({
    error,
    code: "conflict",
  });
});

test.each<[RequestRefusal, string, string | undefined]>([
  [
    { kind: "too-many-open", whose: "requester", limit: 1 },
    "You have 1 request waiting; request another when one has played",
    undefined,
  ],
  [
    { kind: "too-many-open", whose: "network", limit: 30 },
    "Your network has 30 requests waiting; request another when some have played",
    undefined,
  ],
  [
    { kind: "too-soon", whose: "requester", retryAtMs },
    "You requested a track recently; you can request another in 4 minutes",
    retryAt,
  ],
  [
    { kind: "too-soon", whose: "network", retryAtMs },
    "Your network requested many tracks recently; you can request another in 4 minutes",
    retryAt,
  ],
  [
    { kind: "track-on-cooldown", because: "requested", retryAtMs },
    "“Uplink” was requested recently; you can request it again in 4 minutes, or another track now",
    retryAt,
  ],
  [
    { kind: "track-on-cooldown", because: "played", retryAtMs },
    "“Uplink” was on air recently; you can request it again in 4 minutes, or another track now",
    retryAt,
  ],
  [
    { kind: "artist-on-cooldown", retryAtMs },
    "Nova was requested or on air recently; you can request this artist again in 4 minutes, or another artist now",
    retryAt,
  ],
])("a refusal says why and until when: %j", (refusal, error, until) => {
  const track = { title: "Uplink", artist: "Nova" };
  const body = explainRefusal({ kind: "refused", refusal, track, nowMs });

  expect(apiErrorSchema.parse(body)).toEqual({
    error,
    code: until === undefined ? "too_many_open_requests" : "request_too_soon",
    ...(until !== undefined && { retryAt: until }),
  });
});

test.each([
  [
    "unknown-track",
    { error: "The library has no such track", code: "not_found", field: "trackId" },
  ],
  ["missing-file", { error: "This track's file is missing", code: "conflict" }],
  [
    "full",
    { error: "The queue is full; try again after a few tracks have played", code: "queue_full" },
  ],
] as const)("a response says that something can never be queued: %s", (kind, body) => {
  expect(explainRefusal({ kind })).toEqual(body);
});
