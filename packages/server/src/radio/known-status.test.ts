import type { EdgeState } from "@neonrelay/on-air/protocol";
import { expect, test } from "vitest";
import { KnownStatus } from "../on-air-link/known-status.ts";
import { testStatus } from "./test-status.ts";

test("crawlers are listeners of the stream, but no people; an on-air without a ledger can't tell", () => {
  const known = new KnownStatus(() => {});
  const before = known.people;
  const edge: EdgeState = {
    id: "6a1c2f9e-3b4d-4e5f-8a6b-7c8d9e0f1a2b",
    name: "edge",
    publicUrl: null,
    weight: 1,
    listenerSeconds: 0,
    state: "carrying",
    listeners: 4,
    lagMs: null,
    sinceMs: 0,
  };
  const status = { ...testStatus(null), listeners: 10, edges: [edge] };

  known.recordStatus({ ...status, ledger: { sessions: 5, waitingRows: 0 } });
  const withLedger = [known.listeners, known.people];
  known.recordStatus({ ...status, ledger: null });

  expect(before).toBeNull();
  expect(withLedger).toEqual([10, 9]);
  expect(known.people).toBe(10);
});
