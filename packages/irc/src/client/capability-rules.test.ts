import { expect, test } from "vitest";
import { offeredCapabilities, requestLines } from "./capability-rules.ts";

test("a capability is offered by its name, with a value or without", () => {
  expect(offeredCapabilities(["sasl=PLAIN,EXTERNAL", "sts=port=6697", "batch"])).toEqual(
    new Map([
      ["sasl", "PLAIN,EXTERNAL"],
      ["sts", "port=6697"],
      ["batch", ""],
    ]),
  );
});

test("[C5] SASL is asked for only with an account, and what we do not know never", () => {
  const offered = offeredCapabilities(["sasl=PLAIN", "server-time", "unknown"]);

  expect(requestLines(offered, true)).toEqual(["sasl server-time"]);
  expect(requestLines(offered, false)).toEqual(["server-time"]);
  expect(requestLines(new Map(), true)).toEqual([]);
});
