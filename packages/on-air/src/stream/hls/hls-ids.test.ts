import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { HlsIds } from "./hls-ids.ts";

test("[S45] a listener counts by the id we issued, wherever they come from", () => {
  const ids = new HlsIds();
  const cid = ids.issue();

  expect(cid).toMatch(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/);
  expect(ids.countedAs({ cid, address: "192.0.2.7" })).toBe(cid);
  expect(ids.countedAs({ cid, address: "2001:db8::7" })).toBe(cid);
});

test("[S45] made-up ids count as one listener per network", () => {
  const ids = new HlsIds();
  const invented = [randomUUID(), new HlsIds().issue(), "0".repeat(36)];

  const counted = invented.map((cid) => ids.countedAs({ cid, address: "2001:db8::7" }));

  expect(new Set(counted)).toEqual(new Set(["2001:db8:0:0::/64"]));
});
