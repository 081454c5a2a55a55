import { expect, test } from "vitest";
import { bridgeBlocks, bridgeLoopOf, bridgeLoopSchema } from "./bridge.ts";
import { silentMp3Frame } from "./silent-frames.ts";

const format = { codec: "mp3" as const, bitrateKbps: 128, sampleRateHz: 44_100, channels: 2 };
const loop = { ...format, blocks: [{ samples: 1152, base64: "//uQRA==" }] };

test("the loop repeats at its own bitrate", () => {
  const blocks = bridgeBlocks({ loop, format, isSilenceIntended: false });

  expect(blocks).toEqual([{ samples: 1152, bytes: Buffer.from([0xff, 0xfb, 0x90, 0x44]) }]);
});

test.each([
  ["without a loop", { loop: null, isSilenceIntended: false }],
  ["at another bitrate than the loop's", { loop, isSilenceIntended: false }],
  ["while silence is intended", { loop: { ...loop, bitrateKbps: 192 }, isSilenceIntended: true }],
])("the bridge is silence %s", (_when, situation) => {
  const wanted = { ...format, bitrateKbps: 192 };
  const [block] = bridgeBlocks({ ...situation, format: wanted });

  expect(block?.samples).toBe(11_520);
  expect(block?.bytes.subarray(0, 626)).toEqual(silentMp3Frame(wanted));
});

test.each([
  [48_000, 1, 10_584, 384],
  [32_000, 2, 15_876, 576],
])(
  "at %i Hz in %i channels a loop in another format is not sent, and silence has the mount's format",
  (sampleRateHz, channels, samples, frameBytes) => {
    const wanted = { codec: "mp3" as const, bitrateKbps: 128, sampleRateHz, channels };
    const [block] = bridgeBlocks({ loop, format: wanted, isSilenceIntended: false });

    expect(block?.samples).toBe(samples);
    expect(block?.bytes).toHaveLength(10 * frameBytes);
  },
);

test("a loop kept by an older release is taken as 44.1 kHz stereo", () => {
  const older = bridgeLoopSchema.parse({ bitrateKbps: 128, blocks: loop.blocks });

  expect(older).toEqual(loop);
});

test("a loop without sound is not kept", () => {
  expect(bridgeLoopOf({ kind: "bridge-loop", ...format, blocks: [] })).toBeNull();
  expect(bridgeLoopOf({ kind: "bridge-loop", ...loop })).toEqual(loop);
});
