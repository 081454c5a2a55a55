import { expect, test } from "vitest";
import { decideFormat } from "./stream-format-rules.ts";

test.each([32_000, 44_100, 48_000])(
  "at %i Hz MP3 has these bitrates, and the nearest ones are named",
  (sampleRate) => {
    const supported = [];
    for (let bitrate = 64; bitrate <= 320; bitrate += 1) {
      const decision = decideFormat({ bitrate, sampleRate });
      if (decision.kind === "supported") supported.push(bitrate);
    }

    expect(supported).toEqual([64, 80, 96, 112, 128, 160, 192, 224, 256, 320]);
  },
);

test.each([
  [65, [64, 80]],
  [319, [256, 320]],
  [48, [64]],
  [400, [320]],
])("the nearest bitrates to %i kbit/s are %j", (bitrate, nearest) => {
  expect(decideFormat({ bitrate, sampleRate: 44_100 })).toEqual({
    kind: "no-such-bitrate",
    bitrate,
    sampleRate: 44_100,
    nearest,
  });
});

test.each([0, 8000, 22_050, 44_101, 96_000])("a sample rate of %i Hz is refused", (sampleRate) => {
  expect(decideFormat({ bitrate: 128, sampleRate })).toEqual({
    kind: "no-such-sample-rate",
    supported: [32_000, 44_100, 48_000],
  });
});
