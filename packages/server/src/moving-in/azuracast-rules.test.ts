import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { readAzuracast } from "./azuracast-rules.ts";
import { finish } from "../programme/small-steps.ts";
import { azuracastTables } from "./azuracast-columns.ts";
import { readSqlDump } from "./sql-dump.ts";
import { azuracastDump } from "./test-azuracast.ts";

const tracks = [
  { path: "A/it's.mp3", title: "It's (1,2);", artist: "Ann\\Bob", seconds: 200 },
  { path: "A/ü.mp3", title: "Über", artist: "Ann", seconds: 100.4 },
  { path: "B/🎵.mp3", title: "Note", artist: "Cat", seconds: 60 },
];

async function read(name: string | null) {
  const bytes = (async function* chunks() {
    const whole = Buffer.from(azuracastDump(tracks));
    for (let at = 0; at < whole.length; at += 997) yield whole.subarray(at, at + 997);
  })();
  const dump = await readSqlDump(bytes, { tables: azuracastTables, dialect: "mysql" });
  return finish(readAzuracast(dump, name));
}

test("a station in a dump is read completely: tracks with cue points, playlists with turns, and addresses", async () => {
  const station = await read("kaese");

  expect(station.timeZone).toBe("Europe/Berlin");
  expect(
    station.tracks.map(({ location, title, artist, durationMs, cues }) => [
      location,
      title,
      artist,
      durationMs,
      cues,
    ]),
  ).toEqual([
    [
      "A/it's.mp3",
      "It's (1,2);",
      "Ann\\Bob",
      200_000,
      { cueInMs: 250, cueOutMs: 199_750, startNextMs: null },
    ],
    ["A/ü.mp3", "Über", "Ann", 100_400, null],
    ["B/🎵.mp3", "Note", "Cat", 60_000, null],
  ]);
  expect(
    station.playlists.map(({ name, order, turn, isJingles, trackKeys }) => [
      name,
      order,
      turn,
      isJingles,
      trackKeys,
    ]),
  ).toEqual([
    ["Rotation", "shuffled", { kind: "weight", weight: 5 }, false, ["1", "2", "3"]],
    ["D'Jingles", "ordered", { kind: "every-tracks", tracks: 4 }, true, ["1", "2"]],
    ["Morning", "ordered", { kind: "off" }, false, ["3", "4", "777777"]],
    ["rotation", "shuffled", { kind: "off" }, false, []],
  ]);
  expect(station.addresses).toEqual([
    { path: "/listen/kaese/radio.mp3", format: "mp3" },
    { path: "/radio/8000/radio.mp3", format: "mp3" },
    { path: "/radio.mp3", format: "mp3" },
    { path: "/listen/kaese/small.aac", format: "aac" },
    { path: "/radio/8000/small.aac", format: "aac" },
    { path: "/small.aac", format: "aac" },
  ]);
});

test("schedules become shows and entries, streamers become DJs, and the history keeps its tracks", async () => {
  const station = await read("Radio Käse 🧀");

  expect(station.entries).toEqual([
    {
      showKey: "playlist 3",
      startsAt: "2024-01-01T06:00",
      durationMinutes: 210,
      repeat: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
    },
    {
      showKey: "streamer 1",
      startsAt: "2027-03-05T22:30",
      durationMinutes: 120,
      repeat: "FREQ=WEEKLY;BYDAY=FR;UNTIL=20271231",
    },
  ]);
  expect(station.shows.map(({ name, content, hosts }) => [name, content.kind, hosts])).toEqual([
    ["Morning", "playlist", []],
    ["DJ Käse", "live", ["dj_käse"]],
  ]);
  expect(station.djs.map(({ username }) => username)).toEqual(["dj_käse", "no good name"]);
  expect(station.plays[1]).toMatchObject({
    trackKey: "2",
    title: "Über",
    startedAtMs: Date.parse("2026-01-02T03:11:05Z"),
    durationMs: 180_500,
  });
  expect(station.leftBehind.map(({ what }) => what)).toEqual([
    "1 podcasts",
    "playlist Elsewhere",
    "a time of Morning",
    "DJ gone",
  ]);
});

test("a dump with several stations requires a choice", async () => {
  await expect(read(null)).rejects.toThrow("choose one with --station: kaese, other");
  await expect(read("nope")).rejects.toThrow("it has no station nope, but kaese, other");
});

test("a dump with thousands of rows is read in pieces, between which the server continues", async () => {
  const many = Array.from({ length: 2000 }, (_, index) => {
    return { path: `${index}.mp3`, title: `Title ${index}`, artist: "Ann", seconds: 3 };
  });
  const bytes = Readable.from([Buffer.from(azuracastDump(many))]);
  const dump = await readSqlDump(bytes, { tables: azuracastTables, dialect: "mysql" });

  const pauses = [...readAzuracast(dump, "kaese")];

  expect(pauses.length).toBeGreaterThanOrEqual(10);
});
