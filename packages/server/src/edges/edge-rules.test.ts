import type { EdgeState } from "@neonrelay/on-air/protocol";
import { expect, test } from "vitest";
import { edgeOrigins, streamAddresses, toEdge } from "./edge-rules.ts";

const OWN = "https://radio.example/stream.mp3";
const paris: EdgeState = {
  id: "3b1f0c56-7c39-4c5d-9b0a-6a2f5a1d8e47",
  name: "paris",
  publicUrl: "https://paris.example",
  weight: 20,
  state: "carrying",
  listeners: 3,
  lagMs: 320,
  sinceMs: 0,
  listenerSeconds: 5400,
};

test("players are sent to the station and to the edges that carry the programme", () => {
  const edges: EdgeState[] = [
    paris,
    { ...paris, publicUrl: null },
    { ...paris, publicUrl: "https://oslo.example", state: "loop" },
    { ...paris, publicUrl: "https://rome.example", state: "away" },
  ];

  expect(streamAddresses(OWN, edges)).toEqual([
    { url: OWN, weight: 10 },
    { url: "https://paris.example/stream.mp3", weight: 20 },
  ]);
});

test("a page over https is sent to no edge over http", () => {
  const plain = { ...paris, publicUrl: "http://paris.example/" };

  expect(streamAddresses(OWN, [plain])).toHaveLength(1);
  expect(streamAddresses("http://radio.example/stream.mp3", [plain])[1]?.url).toBe(
    "http://paris.example/stream.mp3",
  );
});

test("pages may play from every edge that is known", () => {
  expect(edgeOrigins([paris, { ...paris, state: "away" }, { ...paris, publicUrl: null }])).toEqual([
    "https://paris.example",
  ]);
});

test("operators see since when an edge reports, and the hours that were listened there", () => {
  expect(toEdge(paris)).toMatchObject({ since: "1970-01-01T00:00:00.000Z", listenerHours: 1.5 });
});
