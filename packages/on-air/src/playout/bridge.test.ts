import { expect, test } from "vitest";
import { bridgeBlocks, bridgeLoopOf } from "./bridge.ts";
import { silentMp3Frame } from "./mp3-frames.ts";

const loop = { bitrateKbps: 128, blocks: [{ samples: 1152, base64: "//uQRA==" }] };

test("the loop is repeated at its own bitrate", () => {
  const blocks = bridgeBlocks({ loop, bitrateKbps: 128, isSilenceIntended: false });

  expect(blocks).toEqual([{ samples: 1152, bytes: Buffer.from([0xff, 0xfb, 0x90, 0x44]) }]);
});

test.each([
  ["without a loop", { loop: null, isSilenceIntended: false }],
  ["at another bitrate than the loop's", { loop, isSilenceIntended: false }],
  ["while silence is intended", { loop: { ...loop, bitrateKbps: 192 }, isSilenceIntended: true }],
])("the bridge is silence %s", (_when, situation) => {
  const [block] = bridgeBlocks({ ...situation, bitrateKbps: 192 });

  expect(block?.samples).toBe(11_520);
  expect(block?.bytes.subarray(0, 626)).toEqual(silentMp3Frame(192));
});

test("a loop without sound in it is not kept", () => {
  expect(bridgeLoopOf({ kind: "bridge-loop", bitrateKbps: 128, blocks: [] })).toBeNull();
  expect(bridgeLoopOf({ kind: "bridge-loop", ...loop })).toEqual(loop);
});
