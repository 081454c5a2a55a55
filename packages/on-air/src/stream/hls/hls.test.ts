import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PROGRAMME_RATE_HZ } from "../../engine/engine-protocol.ts";
import type { StreamFormat } from "../../formats/stream-formats.ts";
import { silentBlock } from "../../programme/silent-frames.ts";
import { createStreamTitle } from "../icy.ts";
import { ListenerCrowd } from "../listener-crowd.ts";
import { Ring } from "../ring.ts";
import { Hls } from "./hls.ts";
import { SEGMENT_SECONDS } from "./hls-playlist.ts";

const format: StreamFormat = { codec: "aac", bitrateKbps: 128, sampleRateHz: 48_000, channels: 2 };
const client = { address: "192.0.2.1", via: "web" as const, userAgent: "VLC" };
let ring: Ring;
let hls: Hls;
let reports: object[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  reports = [];
  ring = new Ring(0);
  hls = new Hls({
    ring,
    crowd: new ListenerCrowd({ perNetwork: 10, fromLoopback: 10 }),
    audience: {
      connected: () => () => {},
      fetching: (listener) => {
        reports.push(listener);
        return {
          heard: ({ seconds }) => reports.push({ seconds: Math.round(seconds) }),
          ended: (silentMs) => reports.push({ silentMs: Math.round(silentMs) }),
        };
      },
    },
    wallMsOf: (positionSamples) => (positionSamples / PROGRAMME_RATE_HZ) * 1000,
    onCountChanged: () => {},
  });
});
afterEach(() => {
  hls.close();
  vi.useRealTimers();
});

/** So many segments are finished, in real time. */
function finish(segments: number): void {
  const block = silentBlock(format);
  const until = ring.endSamples + segments * SEGMENT_SECONDS * PROGRAMME_RATE_HZ;
  while (ring.endSamples <= until)
    ring.append({
      ...block,
      format,
      title: createStreamTitle("A"),
      prelude: Buffer.alloc(0),
      positionSamples: ring.endSamples,
    });
  vi.advanceTimersByTime(segments * SEGMENT_SECONDS * 1000);
}

test("[S145] a listener heard the segment that they began with and those that came while they asked", () => {
  finish(3);
  hls.recordRequest("one", client);
  hls.recordRequest("one", client);
  finish(2);
  hls.recordRequest("one", client);

  expect(reports).toEqual([
    { ...client, mount: "/hls" },
    { seconds: 6 },
    { seconds: 6 },
    { seconds: 6 },
  ]);
});

test("[S145] they are gone one segment after their last request", () => {
  finish(1);
  hls.recordRequest("one", client);
  vi.advanceTimersByTime(20_000);
  finish(1);

  expect(reports.at(-1)).toEqual({ silentMs: 20_000 - SEGMENT_SECONDS * 1000 });
});
