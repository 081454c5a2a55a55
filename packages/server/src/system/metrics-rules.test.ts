import { expect, test } from "vitest";
import { decideMetrics } from "./metrics-rules.ts";

const fromHere = {
  address: "127.0.0.1",
  isForwarded: false,
  hasToken: false,
  isTokenRight: false,
};

test.each(["127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1"])(
  "%s is this machine",
  (address) => {
    expect(decideMetrics({ ...fromHere, address })).toBe("allowed");
  },
);

test.each(["192.0.2.1", "128.0.0.1", "::ffff:192.0.2.1", "2001:db8::1", ""])(
  "%s is not this machine: it needs a token",
  (address) => {
    expect(decideMetrics({ ...fromHere, address })).toBe("hidden");
    expect(decideMetrics({ ...fromHere, address, hasToken: true })).toBe("refused");
    expect(decideMetrics({ ...fromHere, address, hasToken: true, isTokenRight: true })).toBe(
      "allowed",
    );
  },
);

test("behind a proxy nobody is this machine", () => {
  expect(decideMetrics({ ...fromHere, isForwarded: true })).toBe("hidden");
});
