import { expect, test } from "vitest";
import { offeredCapabilities, requestLines } from "./capability-rules.ts";

test("a capability is read from the offer by name, with or without a value", () => {
  expect(offeredCapabilities(["sasl=PLAIN,EXTERNAL", "sts=port=6697", "batch"])).toEqual(
    new Map([
      ["sasl", "PLAIN,EXTERNAL"],
      ["sts", "port=6697"],
      ["batch", ""],
    ]),
  );
});

test("[C5] SASL is requested only with an account, and unknown capabilities never", () => {
  const offered = offeredCapabilities(["sasl=PLAIN", "server-time", "unknown"]);

  expect(requestLines(offered, true)).toEqual(["sasl server-time"]);
  expect(requestLines(offered, false)).toEqual(["server-time"]);
  expect(requestLines(new Map(), true)).toEqual([]);
});
