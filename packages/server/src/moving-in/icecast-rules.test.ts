import { expect, test } from "vitest";
import { PlaylistLog, readIcecastXml } from "./icecast-rules.ts";

const xml = `<?xml version="1.0"?>
<!-- <mount><mount-name>/commented-out</mount-name></mount> -->
<icecast>
  <listen-socket><port>8000</port></listen-socket>
  <listen-socket><port>8443</port><tls>1</tls></listen-socket>
  <authentication><source-password>hackme</source-password></authentication>
  <relay><server>other.example</server><port>8000</port><mount>/up.mp3</mount><local-mount>/up</local-mount></relay>
  <mount type="default"><public>1</public></mount>
  <mount type="normal">
    <mount-name>/live &amp; loud.mp3</mount-name>
    <password>secret</password><fallback-mount>/loop.mp3</fallback-mount>
  </mount>
  <mount><mount-name>/hi.ogg</mount-name><max-listeners>5</max-listeners></mount>
  <mount><mount-name>/phone</mount-name><type>audio/aacp</type></mount>
  <mount><mount-name>/hi.ogg</mount-name></mount>
</icecast>`;

test("the mounts in an icecast.xml become old addresses, and features without an equivalent are named", () => {
  const station = readIcecastXml(xml);

  expect(station?.addresses).toEqual([
    { path: "/live & loud.mp3", format: "mp3" },
    { path: "/hi.ogg", format: "opus" },
    { path: "/phone", format: "aac" },
  ]);
  expect(station?.leftBehind.map(({ what }) => what)).toEqual([
    "defaults for mounts",
    "source password of /live & loud.mp3",
    "fallback of /live & loud.mp3",
    "listener limit of /hi.ogg",
    "relay of other.example/up.mp3 on /up",
    "port 8443",
    "source and admin passwords",
  ]);
  expect(JSON.stringify(station)).not.toMatch(/hackme|secret/);
});

test("other XML is not mistaken for an icecast.xml", () => {
  expect(readIcecastXml("<playlist><mount/></playlist>")).toBeNull();
  expect(readIcecastXml("<icecast")).toBeNull();
  expect(readIcecastXml("")).toBeNull();
});

test("a playlist.log becomes plays that end with the next title on their mount", () => {
  const log = new PlaylistLog();
  for (const line of [
    "07/Mar/2027:18:30:00 +0100|/live.mp3|12|Café del Mar - One - Two",
    "07/Mar/2027:18:30:01 +0100|/live.aac|3|Café del Mar - One - Two",
    "07/Mar/2027:18:33:20 +0100|/live.mp3|12|Just a title | with a bar",
    "07/Mar/2027:18:34:20 +0100|/live.mp3|12|",
    "not a line",
    "07/Xyz/2027:18:34:20 +0100|/live.mp3|12|Ghost - Never",
    "",
  ])
    log.add(line);

  const startedAtMs = Date.parse("2027-03-07T17:30:00Z");
  expect(log.plays).toMatchObject([
    { artist: "Café del Mar", title: "One - Two", startedAtMs, durationMs: 200_000 },
    { artist: "", title: "Just a title | with a bar", durationMs: 60_000 },
  ]);
  expect(log.badLines).toBe(2);
});
