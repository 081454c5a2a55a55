import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { finish } from "../programme/small-steps.ts";
import { libretimeTables } from "./libretime-columns.ts";
import { readLibretime } from "./libretime-rules.ts";
import { readSqlDump } from "./sql-dump.ts";
import { libretimeDump } from "./test-libretime.ts";

const tracks = [
  { path: "imported/1/A/it's.mp3", title: "It's \\ tab\t", artist: "Ann", seconds: 50 },
  { path: "imported/1/A/ü.mp3", title: "Über", artist: "Ann", seconds: 40.5 },
  { path: "imported/1/B/c.mp3", title: "C", artist: "Bob", seconds: 30 },
];

async function read() {
  const bytes = Readable.from([Buffer.from(libretimeDump(tracks))]);
  const dump = await readSqlDump(bytes, { tables: libretimeTables, dialect: "postgres" });
  return finish(readLibretime(dump));
}

test("files keep cue points that differ from their ends, and playlists include their blocks", async () => {
  const station = await read();

  expect(station.timeZone).toBe("Europe/Prague");
  expect(
    station.tracks.map(({ location, title, durationMs, cues }) => [
      location,
      title,
      durationMs,
      cues?.cueInMs,
    ]),
  ).toEqual([
    ["imported/1/A/it's.mp3", "It's \\ tab\t", 50_000, 500],
    ["imported/1/A/ü.mp3", "Über", 40_500, undefined],
    ["imported/1/B/c.mp3", "C", 30_000, 500],
  ]);
  expect(station.playlists.map(({ name, trackKeys }) => [name, trackKeys])).toEqual([
    ["Evening\tshow", ["1", "2", "3", "99"]],
    ["Empty", []],
    ["Fixed", ["3"]],
  ]);
  expect(station.addresses).toEqual([{ path: "/airtime_128", format: "opus" }]);
});

test("show days become entries, hosts become DJs without passwords, and plays keep their titles", async () => {
  const station = await read();

  expect(station.entries).toEqual([
    {
      showKey: "1",
      startsAt: "2027-03-02T22:00",
      durationMinutes: 120,
      repeat: "FREQ=WEEKLY;BYDAY=TU",
    },
    {
      showKey: "2",
      startsAt: "2027-03-03T06:30",
      durationMinutes: 90,
      repeat: "FREQ=WEEKLY;INTERVAL=2;BYDAY=WE;UNTIL=20270531",
    },
    {
      showKey: "2",
      startsAt: "2027-03-09T12:00",
      durationMinutes: 60,
      repeat: "FREQ=MONTHLY;BYDAY=2TU",
    },
    { showKey: "2", startsAt: "2027-03-10T12:00", durationMinutes: 60, repeat: null },
  ]);
  expect(station.shows.map(({ name, content, hosts }) => [name, content, hosts])).toEqual([
    ["Late Night", { kind: "live" }, ["jana"]],
    ["Breakfast", { kind: "playlist", playlistKey: "playlist 1" }, []],
  ]);
  expect(station.djs).toEqual([
    { username: "admin", name: null, email: null, passwordHash: null },
    { username: "jana", name: "Jana Nová", email: "jana@example.org", passwordHash: null },
  ]);
  expect(station.plays).toMatchObject([
    { trackKey: "1", artist: "Ann", durationMs: 180_000 },
    { trackKey: null, title: "Unknown", artist: "Jazzband", durationMs: null },
  ]);
  expect(station.leftBehind.map(({ what, why }) => `${what}: ${why}`)).toEqual([
    "1 web streams: add them under Music Upload, External Stream",
    "smart block Jazz: make a smart playlist for its rule: genre contains Jazz",
    "time zone of Breakfast: its times are in UTC: look at them",
  ]);
});
