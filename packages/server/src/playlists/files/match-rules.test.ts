import { expect, test } from "vitest";
import { artistKeysOf, splitNames } from "../../library/artist-rules.ts";
import { sortKeyOf } from "../../library/track-rules.ts";
import type { FileEntry } from "./file-playlist.ts";
import { Candidates, searchFor, type Candidate } from "./match-rules.ts";

const roots = ["/srv/music", "/data/music"];
const nothing: FileEntry = { location: null, title: null, artist: null, durationMs: null };

function track(path: string, more: Partial<Candidate> & { tags?: [string, string] } = {}) {
  const { tags: [artist, title] = ["Lux", path], ...rest } = more;
  const sortKey = sortKeyOf({ artist, title });
  const artistKeys = artistKeysOf(splitNames(artist));
  return { id: path, path, sortKey, artistKeys, durationMs: 200_000, isAway: false, ...rest };
}

function match(entry: Partial<FileEntry>, tracks: readonly Candidate[]): string {
  const search = searchFor({ ...nothing, ...entry }, roots);
  const candidates = new Candidates([search]);
  for (const one of tracks) candidates.offer(one);
  const found = candidates.match(search);
  return found.kind === "found" ? `${found.by}: ${found.track.id}` : found.reason;
}

const library = [
  track("/srv/music/Ada/Drive.mp3", { tags: ["Ada", "Drive"] }),
  track("/data/music/50%25 off/a+b.mp3"),
  track("/srv/music/x/Ä.mp3"),
  track("/srv/music/One/01.mp3", { durationMs: 100_000 }),
  track("/srv/music/Two/01.mp3", { durationMs: 180_000 }),
];

test.each([
  ["/srv/music/Ada/Drive.mp3", "path: /srv/music/Ada/Drive.mp3"],
  ["Ada/Drive.mp3", "path: /srv/music/Ada/Drive.mp3"],
  ["./One/../Ada/Drive.mp3", "path: /srv/music/Ada/Drive.mp3"],
  ["ada\\DRIVE.MP3", "path: /srv/music/Ada/Drive.mp3"],
  ["file:///srv/music/Ada/Drive%2Emp3", "path: /srv/music/Ada/Drive.mp3"],
  ["Ada%2FDrive.mp3", "path: /srv/music/Ada/Drive.mp3"],
  ["50%25 off/a+b.mp3", "path: /data/music/50%25 off/a+b.mp3"],
  ["file:///data/music/50%2525%20off/a+b.mp3", "path: /data/music/50%25 off/a+b.mp3"],
  ["x/A\u0308.mp3", "path: /srv/music/x/Ä.mp3"],
  ["C:\\Users\\Ada\\Music\\Drive.mp3", "name: /srv/music/Ada/Drive.mp3"],
  ["file:///C:/Music/Drive.mp3", "name: /srv/music/Ada/Drive.mp3"],
  ["/mnt/old/Two/01.mp3", "name: /srv/music/Two/01.mp3"],
  ["/mnt/old/01.mp3", "ambiguous"],
  ["Gone.mp3", "unknown"],
  ["https://radio.example/live.mp3", "address"],
  ["%E0%A4%A.mp3", "unknown"],
])("the location %j is matched as %s", (location, found) => {
  expect(match({ location }, library)).toBe(found);
});

test("of two files that differ only in case, the one with the exact case matches", () => {
  const both = [track("/srv/music/a.mp3"), track("/srv/music/A.mp3")];

  expect(match({ location: "A.mp3" }, both)).toBe("path: /srv/music/A.mp3");
});

test("a file with the same name but a different length does not match", () => {
  const location = "/old/01.mp3";

  expect(match({ location, durationMs: 182_000 }, library)).toBe("name: /srv/music/Two/01.mp3");
  expect(match({ location, durationMs: 300_000 }, library)).toBe("unknown");
});

test("artist and title match regardless of case and accents, even when written in one line", () => {
  const wanted = [track("/srv/music/n.mp3", { tags: ["Sigur Rós", "Hoppípolla - Live"] })];

  expect(match({ artist: "sigur ros", title: "Hoppipolla - LIVE" }, wanted)).toBe(
    "tags: /srv/music/n.mp3",
  );
  expect(match({ title: "Sigur Rós - Hoppípolla - Live" }, wanted)).toBe("tags: /srv/music/n.mp3");
  expect(match({ title: "Hoppípolla - Live" }, wanted)).toBe("unknown");
});

test("one of several artists matches, unless another track is by that artist alone", () => {
  const together = track("/srv/music/t.mp3", { tags: ["Ada; Björk", "Drive"] });
  const alone = track("/srv/music/a.mp3", { tags: ["Ada", "Drive"] });

  expect(match({ artist: "bjork", title: "Drive" }, [together, alone])).toBe(
    "tags: /srv/music/t.mp3",
  );
  expect(match({ title: "Ada - Drive" }, [together])).toBe("tags: /srv/music/t.mp3");
  expect(match({ artist: "Ada", title: "Drive" }, [together, alone])).toBe(
    "tags: /srv/music/a.mp3",
  );
});

test("several tracks with the same artist and title are told apart by length; without one, none matches", () => {
  const versions = [
    track("/srv/music/short.mp3", { tags: ["Ada", "Drive"], durationMs: 200_000 }),
    track("/srv/music/long.mp3", { tags: ["Ada", "Drive"], durationMs: 400_000 }),
  ];
  const tags = { artist: "Ada", title: "Drive" };

  expect(match({ ...tags, durationMs: 399_000 }, versions)).toBe("tags: /srv/music/long.mp3");
  expect(match(tags, versions)).toBe("ambiguous");
});

test("a track with a missing file matches only if no other does", () => {
  const away = track("/srv/music/Old/Drive.mp3", { isAway: true });
  const there = track("/srv/music/New/Drive.mp3");

  expect(match({ location: "/x/Drive.mp3" }, [away, there])).toBe("name: /srv/music/New/Drive.mp3");
  expect(match({ location: "/x/Drive.mp3" }, [away])).toBe("name: /srv/music/Old/Drive.mp3");
});
