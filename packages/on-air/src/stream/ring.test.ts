import { expect, test } from "vitest";
import { PROGRAMME_RATE_HZ } from "../engine/engine-protocol.ts";
import type { StreamFormat } from "../formats/stream-formats.ts";
import { createStreamTitle, type StreamTitle } from "./icy.ts";
import { Ring } from "./ring.ts";

const title = createStreamTitle("Test");
const format = { codec: "mp3" as const, bitrateKbps: 128, sampleRateHz: 44_100, channels: 2 };
const prelude = Buffer.alloc(0);

function append(
  ring: Ring,
  block: { bytes: Buffer; samples: number; format?: StreamFormat; title?: StreamTitle },
): void {
  ring.append({ title, format, prelude, positionSamples: ring.endSamples, ...block });
}

function fill(
  ring: Ring,
  { blocks, bytes, samples }: { blocks: number; bytes: number; samples: number },
): void {
  for (let index = 0; index < blocks; index += 1)
    append(ring, { bytes: Buffer.alloc(bytes), samples });
}

test("blocks follow each other from the start position without a gap", () => {
  const ring = new Ring(500);
  fill(ring, { blocks: 3, bytes: 10, samples: 1152 });

  expect([0, 1, 2].map((sequence) => ring.blockAt(sequence)?.positionSamples)).toEqual([
    500, 1652, 2804,
  ]);
  expect(ring.endSamples).toBe(3956);
  expect(ring.blockAt(3)).toBeUndefined();
});

test("the ring keeps exactly 45 seconds", () => {
  const ring = new Ring(0);
  fill(ring, { blocks: 200, bytes: 10, samples: PROGRAMME_RATE_HZ / 2 });

  expect(ring.blockAt(109)).toBeUndefined();
  expect(ring.blockAt(110)?.sequence).toBe(110);
});

test("at 64 kbit/s the burst is 64 KiB, which is more than 4 s", () => {
  const ring = new Ring(0);
  fill(ring, { blocks: 60, bytes: 4000, samples: PROGRAMME_RATE_HZ / 2 });

  expect(ring.nextSequence - (ring.burstStart()?.sequence ?? 0)).toBe(17);
});

test("at 320 kbit/s the burst is 4 s, which is more than 64 KiB", () => {
  const ring = new Ring(0);
  fill(ring, { blocks: 60, bytes: 20_000, samples: PROGRAMME_RATE_HZ / 2 });

  expect(ring.nextSequence - (ring.burstStart()?.sequence ?? 0)).toBe(8);
});

test("a new ring gives all it has, an empty one nothing", () => {
  const ring = new Ring(0);
  expect(ring.burstStart()).toBeUndefined();
  fill(ring, { blocks: 2, bytes: 100, samples: 1152 });

  expect(ring.burstStart()?.sequence).toBe(0);
});

test("a burst contains everything still on offer, and nothing else", () => {
  const ring = new Ring(0);
  fill(ring, { blocks: 60, bytes: 20_000, samples: PROGRAMME_RATE_HZ / 2 });
  ring.offerNothingOlder();

  const atOnce = ring.burstStart()?.sequence;
  fill(ring, { blocks: 3, bytes: 20_000, samples: PROGRAMME_RATE_HZ / 2 });

  expect([atOnce, ring.burstStart()?.sequence]).toEqual([59, 60]);
});

test("a burst starts no earlier than its format, and positions continue through a change", () => {
  const ring = new Ring(0);
  fill(ring, { blocks: 60, bytes: 20_000, samples: PROGRAMME_RATE_HZ / 2 });
  const mono = { ...format, sampleRateHz: 48_000, channels: 1 };
  append(ring, { bytes: Buffer.alloc(100), samples: 10_584, format: mono });
  append(ring, { bytes: Buffer.alloc(100), samples: 10_584, format: mono });

  expect(ring.burstStart()?.sequence).toBe(60);
  expect(ring.blockAt(60)?.positionSamples).toBe(30 * PROGRAMME_RATE_HZ);
});

function fillNumbered(ring: Ring, blocks: number): void {
  for (let index = 0; index < blocks; index += 1)
    append(ring, { bytes: Buffer.from([ring.nextSequence]), samples: 1152 });
}

test("[S130] three blocks form one piece, shared by all who need them", () => {
  const ring = new Ring(0);
  fillNumbered(ring, 5);

  const run = ring.runAt(1, Infinity);

  expect(run).toEqual({ bytes: Buffer.from([1, 2, 3]), blocks: 3, title, format });
  expect(ring.runAt(1, Infinity)).toBe(run);
});

test("[S130] a later block is in the piece of those who ask after it", () => {
  const ring = new Ring(0);
  fillNumbered(ring, 2);
  expect(ring.runAt(1, Infinity)?.bytes).toEqual(Buffer.from([1]));

  fillNumbered(ring, 1);

  expect(ring.runAt(1, Infinity)?.bytes).toEqual(Buffer.from([1, 2]));
  expect(ring.runAt(3, Infinity)).toBeUndefined();
});

test("a piece ends where a listener must end, and where the title or format changes", () => {
  const ring = new Ring(0);
  const other = createStreamTitle("Other");
  fillNumbered(ring, 2);
  append(ring, { bytes: Buffer.from([2]), samples: 1152, title: other });
  append(ring, {
    bytes: Buffer.from([3]),
    samples: 1152,
    title: other,
    format: { ...format, bitrateKbps: 192 },
  });

  expect(ring.runAt(0, 1)?.blocks).toBe(1);
  expect(ring.runAt(1, Infinity)?.bytes).toEqual(Buffer.from([1]));
  expect(ring.runAt(2, Infinity)?.bytes).toEqual(Buffer.from([2]));
  expect(ring.runAt(3, Infinity)?.bytes).toEqual(Buffer.from([3]));
});

test("a shared piece is not given to a listener who must end inside it", () => {
  const ring = new Ring(0);
  fillNumbered(ring, 3);
  expect(ring.runAt(0, Infinity)?.blocks).toBe(3);

  expect(ring.runAt(0, 2)?.bytes).toEqual(Buffer.from([0, 1]));
});
