import { expect, test } from "vitest";
import { requestCapabilities } from "./capabilities.ts";
import { addressGroup, cloakAddress, plainAddress } from "./cloak.ts";
import { commands } from "./commands.ts";
import { helpTexts } from "./help-texts.ts";
import { takeToken } from "./throttle-rules.ts";

test("[N32] an address is shown as a hash, with that of its network behind it", () => {
  const first = cloakAddress("192.0.2.1", "secret");
  const neighbour = cloakAddress("192.0.2.99", "secret");

  expect(first).toMatch(/^[0-9a-f]{10}\.[0-9a-f]{10}\.cloaked$/);
  expect(cloakAddress("192.0.2.1", "secret")).toBe(first);
  expect(cloakAddress("192.0.2.1", "other")).not.toBe(first);
  expect(neighbour).not.toBe(first);
  expect(neighbour.split(".")[1]).toBe(first.split(".")[1]);
});

test("[N1] HELP explains every command, and no other, in lines that fit", () => {
  expect([...helpTexts.keys()].toSorted()).toEqual(Object.keys(commands).toSorted());
  for (const line of [...helpTexts.values()].flat()) expect(line.length).toBeLessThan(400);
});

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["2001:db8:0:1::5", "2001:db8:0:1"],
  ["2001:0DB8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
])("[N30] connections of %s are counted as those of %s", (address, group) => {
  expect(addressGroup(address)).toBe(group);
});

test("[N30] an IPv4 address on an IPv6 socket is one of IPv4", () => {
  expect(plainAddress("::ffff:192.0.2.1")).toBe("192.0.2.1");
  expect(plainAddress("2001:db8::1")).toBe("2001:db8::1");
});

test("[N27] a bucket gives its burst at once, then its pace, and says how long to wait", () => {
  const bucket = { burst: 2, perSecond: 2 };
  const first = takeToken(bucket, undefined, 1000);
  const second = takeToken(bucket, first.level, 1000);
  const third = takeToken(bucket, second.level, 1000);

  expect([first.kind, second.kind]).toEqual(["taken", "taken"]);
  expect(third).toEqual({ kind: "wait", waitMs: 500, level: { tokens: 0, atMs: 1000 } });
  expect(takeToken(bucket, third.level, 1500).kind).toBe("taken");
  expect(takeToken(bucket, third.level, 90_000).level.tokens).toBe(1);
});

test("[N4] capabilities are requested all or none", () => {
  const offered = ["batch", "server-time"] as const;

  expect(requestCapabilities("batch server-time", offered, new Set())).toEqual(new Set(offered));
  expect(requestCapabilities("batch other", offered, new Set())).toBeUndefined();
  expect(requestCapabilities("-batch", offered, new Set(offered))).toEqual(
    new Set(["server-time"]),
  );
});
