import { createLog } from "@neonrelay/process/log";
import { expect, test } from "vitest";
import { PROGRAMME_RATE_HZ } from "../engine/engine-protocol.ts";
import { createStreamTitle } from "../stream/icy.ts";
import type { StreamFormat } from "../formats/stream-formats.ts";
import type { MountFeed } from "./mount-feed.ts";
import { MountFeeds } from "./mount-feeds.ts";
import { silentBlock } from "./silent-frames.ts";

const formats: readonly StreamFormat[] = [
  { codec: "mp3", bitrateKbps: 192, sampleRateHz: 44_100, channels: 2 },
  { codec: "aac", bitrateKbps: 128, sampleRateHz: 44_100, channels: 2 },
  { codec: "opus", bitrateKbps: 96, sampleRateHz: 48_000, channels: 2 },
];
const title = createStreamTitle("Neon Relay", { artist: "", title: "Neon Relay" });

/** Mounts with an engine that keeps falling behind, and how much sound each has delivered. */
function startMounts() {
  const clock = { nowSamples: 0 };
  const time = {
    speed: 1,
    overdueMs: (positionSamples: number) =>
      ((clock.nowSamples - positionSamples) / PROGRAMME_RATE_HZ) * 1000,
  };
  const log = createLog({ part: "test", level: "silent" });
  const mounts = new MountFeeds({ startSamples: 0, loops: [], time, log });
  mounts.follow(formats);
  const feeds = formats.map((format) => {
    const feed = mounts.of(format.codec);
    if (feed === undefined) throw new Error("a mount is missing");
    const given = { samples: 0, engineSamples: 0 };
    feed.ring.onAppend(({ samples }) => void (given.samples += samples));
    return { feed, format, given };
  });
  const [main] = feeds;
  if (main === undefined) throw new Error("there is no mount");

  /** The engine delivers whole blocks to each mount up to a position of its own programme. */
  const deliver = (untilSamples: number): void => {
    for (const { feed, format, given } of feeds)
      while (given.engineSamples < untilSamples) {
        const block = silentBlock(format);
        const shift = mounts.main.ring.endSamples - main.given.engineSamples;
        feed.take({ ...block, format, title, positionSamples: given.engineSamples + shift });
        given.engineSamples += block.samples;
      }
  };
  const bridge = (): boolean =>
    mounts.bridge((feed: MountFeed) => ({
      format: formats.find(({ codec }) => codec === feed.codec) ?? main.format,
      isSilenceIntended: true,
      title,
    }));
  return { clock, mounts, feeds, main, deliver, bridge };
}

test("[S36] however often the engine falls behind, no mount drifts from the others", () => {
  const { clock, feeds, main, deliver, bridge } = startMounts();
  let bridges = 0;

  for (let second = 1; second <= 500; second += 1) {
    deliver(second * PROGRAMME_RATE_HZ);
    // Late by a little more than the tolerance, by a different amount each time.
    clock.nowSamples = main.feed.ring.endSamples + (1.95 + (second % 7) / 100) * PROGRAMME_RATE_HZ;
    if (bridge()) bridges += 1;
  }
  deliver(501 * PROGRAMME_RATE_HZ);

  expect(bridges).toBeGreaterThan(400);
  for (const { given } of feeds)
    expect(Math.abs(given.samples - main.given.samples) / PROGRAMME_RATE_HZ).toBeLessThan(0.7);
});

test("[S36] however long a bridge lasts, all mounts end at about the same position", () => {
  const ends = Array.from({ length: 100 }, (_, index) => {
    const { clock, mounts, feeds, main, deliver, bridge } = startMounts();
    deliver(PROGRAMME_RATE_HZ);
    const outageSamples = (3 + index / 50) * PROGRAMME_RATE_HZ;
    clock.nowSamples = main.feed.ring.endSamples + outageSamples;
    for (let look = 0; look < 3; look += 1) {
      bridge();
      clock.nowSamples += 0.01 * PROGRAMME_RATE_HZ;
    }
    return feeds.map(({ given }) => (given.samples - mounts.main.endSamples) / PROGRAMME_RATE_HZ);
  });

  expect(ends.flat().filter((apart) => Math.abs(apart) > 0.7)).toEqual([]);
});

test("[S31] a mount that can't be encoded is bridged alone: the others tolerate a late engine as usual", () => {
  const { clock, main, feeds, deliver, bridge } = startMounts();
  deliver(PROGRAMME_RATE_HZ);
  let isMainBridged = false;
  for (let second = 2; second < 20; second += 1) {
    // The engine delivers only the main mount, and is late by less than the tolerance.
    clock.nowSamples = main.feed.ring.endSamples + 0.8 * PROGRAMME_RATE_HZ;
    isMainBridged ||= bridge();
    const block = silentBlock(main.format);
    while (main.given.engineSamples < second * PROGRAMME_RATE_HZ) {
      const positionSamples = main.feed.ring.endSamples;
      main.feed.take({ ...block, format: main.format, title, positionSamples });
      main.given.engineSamples += block.samples;
    }
  }

  expect(isMainBridged).toBe(false);
  for (const { given } of feeds.slice(1))
    expect(given.samples / PROGRAMME_RATE_HZ).toBeGreaterThan(15);
});

test("a first engine that is slow to load may catch up before anything is bridged", () => {
  const { clock, main, deliver, bridge } = startMounts();
  clock.nowSamples = 2.5 * PROGRAMME_RATE_HZ;

  deliver(0.3 * PROGRAMME_RATE_HZ);
  const isBridgedAtOnce = bridge();
  deliver(3 * PROGRAMME_RATE_HZ);
  const isBridgedInTime = bridge();
  clock.nowSamples = main.feed.ring.endSamples + 2 * PROGRAMME_RATE_HZ;

  expect([isBridgedAtOnce, isBridgedInTime, bridge()]).toEqual([false, false, true]);
});

test("a first engine that never catches up is bridged after 5 s", () => {
  const { clock, deliver, bridge } = startMounts();
  clock.nowSamples = 4.9 * PROGRAMME_RATE_HZ;
  deliver(0.3 * PROGRAMME_RATE_HZ);

  const isBridgedBefore = bridge();
  clock.nowSamples = 7 * PROGRAMME_RATE_HZ;

  expect([isBridgedBefore, bridge()]).toEqual([false, true]);
});

test("[S36] a new engine starts each mount where it really ends", () => {
  const { clock, mounts, feeds, main, deliver, bridge } = startMounts();
  deliver(PROGRAMME_RATE_HZ);
  clock.nowSamples = main.feed.ring.endSamples + 4 * PROGRAMME_RATE_HZ;
  bridge();
  deliver(2 * PROGRAMME_RATE_HZ);

  for (const { format, given } of feeds) expect(mounts.startOf(format.codec)).toBe(given.samples);
});
