import { expect, test } from "vitest";
import { relayLines, relaysIn } from "./relays-form.tsx";

const relays = [
  { url: "https://relay.example/stream.mp3", weight: 30 },
  { url: "http://other.example:8000/radio.mp3", weight: 0 },
];

test("relays are written one per line and read back", () => {
  expect(relaysIn(relayLines(relays))).toEqual(relays);
});

test("a relay without a weight gets the station's, and empty lines are ignored", () => {
  expect(relaysIn("\n  https://relay.example/a  \r\n\n")).toEqual([
    { url: "https://relay.example/a", weight: 10 },
  ]);
});

test("an invalid weight is kept, so that the station refuses it", () => {
  expect(relaysIn("https://relay.example/a ten\nhttps://relay.example/b 10 20")).toEqual([
    { url: "https://relay.example/a", weight: Number.NaN },
    { url: "https://relay.example/b", weight: Number.NaN },
  ]);
});
