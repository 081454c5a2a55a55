import type { EdgeState } from "@neonrelay/on-air/protocol";
import { expect, test } from "vitest";
import { originsElsewhere, streamAddresses, toEdge } from "./edge-rules.ts";

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

const relay = { url: "https://relay.example:8443/radio.mp3", weight: 5 };

test("players are sent to the station, to edges that carry the programme, and to relays", () => {
  const edges: EdgeState[] = [
    paris,
    { ...paris, publicUrl: null },
    { ...paris, publicUrl: "https://oslo.example", state: "loop" },
    { ...paris, publicUrl: "https://rome.example", state: "away" },
  ];

  expect(streamAddresses(OWN, { edges, relays: [relay] })).toEqual([
    { url: OWN, weight: 10 },
    { url: "https://paris.example/stream.mp3", weight: 20 },
    relay,
  ]);
});

test("an https page is sent to no http edge or relay", () => {
  const plain = {
    edges: [{ ...paris, publicUrl: "http://paris.example/" }],
    relays: [{ url: "http://relay.example/radio.mp3", weight: 5 }],
  };

  expect(streamAddresses(OWN, plain)).toHaveLength(1);
  const addresses = streamAddresses("http://radio.example/stream.mp3", plain);
  expect(addresses.slice(1).map(({ url }) => url)).toEqual([
    "http://paris.example/stream.mp3",
    "http://relay.example/radio.mp3",
  ]);
});

test("pages may play from every known edge and from relays", () => {
  const edges: EdgeState[] = [
    paris,
    { ...paris, state: "away" },
    { ...paris, publicUrl: null },
    // Would end the directive and start another.
    { ...paris, publicUrl: "https://paris;sandbox.example" },
  ];

  expect(originsElsewhere({ edges, relays: [relay] })).toEqual([
    "https://paris.example",
    "https://relay.example:8443",
  ]);
});

test("operators see when an edge began to report, and the hours listened there", () => {
  expect(toEdge(paris)).toMatchObject({ since: "1970-01-01T00:00:00.000Z", listenerHours: 1.5 });
});
