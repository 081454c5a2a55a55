import { expect, test } from "vitest";
import { requestCapabilities } from "./capabilities.ts";

test("[N4] capabilities are requested all or none", () => {
  const offered = ["batch", "server-time"] as const;

  expect(requestCapabilities("batch server-time", offered, new Set())).toEqual(new Set(offered));
  expect(requestCapabilities("batch other", offered, new Set())).toBeUndefined();
  expect(requestCapabilities("-batch", offered, new Set(offered))).toEqual(
    new Set(["server-time"]),
  );
});
