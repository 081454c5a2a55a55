import type { Track } from "@neonrelay/contract/callers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  keepGuestFavourite,
  loadGuestFavourites,
  moveGuestFavourites,
} from "./guest-favourites.ts";

const ids = new Map<string, string>();

function track(title: string): Track {
  const id = ids.get(title) ?? crypto.randomUUID();
  ids.set(title, id);
  return {
    id,
    kind: "file",
    title,
    artist: "Neon Coast",
    artists: ["Neon Coast"],
    albumArtists: [],
    album: null,
    genre: null,
    duration: "4:05",
    durationMs: 245_013,
    bitrate: 192,
    albumArt: null,
    loudnessLufs: null,
    gainDb: 0,
    shortOfTargetDb: null,
    contentKind: "music",
    weightPercent: 100,
    isInRotation: true,
  };
}

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.stubGlobal("StorageEvent", Event);
  vi.stubGlobal("dispatchEvent", () => true);
});
afterEach(() => vi.unstubAllGlobals());

const kept = () => loadGuestFavourites().map(({ title }) => title);

/** Answers every call with the status for its track, and records the order. */
function answer(statusOf: (id: string) => number): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    const id = path.slice(path.lastIndexOf("/") + 1);
    asked.push(id);
    const status = statusOf(id);
    return status === 404
      ? Response.json({ error: "There is no such track", code: "not_found" }, { status })
      : Response.json({ isFavourite: true }, { status });
  });
  return asked;
}

test("this browser keeps the favourites of a visitor without an account, the newest first", () => {
  for (const title of ["first", "second", "third"]) keepGuestFavourite(track(title), true);
  keepGuestFavourite(track("second"), false);
  keepGuestFavourite(track("first"), true);

  expect(kept()).toEqual(["first", "third"]);
  stored.set("neonrelay_favourites", '[{"id":7}]');
  expect(kept()).toEqual([]);
});

test("it keeps 200 of them", () => {
  for (let number = 0; number < 205; number += 1)
    keepGuestFavourite(track(`track ${number}`), true);

  expect(kept()).toHaveLength(200);
  expect(kept()[0]).toBe("track 204");
});

test("after signing in they move into the account, the newest last, and what is gone is dropped", async () => {
  const [old, gone, young] = [track("old"), track("gone"), track("young")];
  for (const each of [old, gone, young]) keepGuestFavourite(each, true);
  const asked = answer((id) => (id === gone.id ? 404 : 200));

  await moveGuestFavourites();

  expect(asked).toEqual([old.id, gone.id, young.id]);
  expect(kept()).toEqual([]);
});

test("what the station does not take now stays in the browser", async () => {
  const [old, young] = [track("old"), track("young")];
  for (const each of [old, young]) keepGuestFavourite(each, true);
  answer((id) => (id === old.id ? 200 : 503));

  await moveGuestFavourites();

  expect(kept()).toEqual(["young"]);
});

test("a proxy's 404 loses nothing, and neither does a track that another version stored", async () => {
  const younger = track("younger");
  stored.set("neonrelay_favourites", JSON.stringify([{ id: track("other").id, title: "other" }]));
  keepGuestFavourite(younger, true);
  vi.stubGlobal("fetch", async () => new Response("Not Found", { status: 404 }));
  await moveGuestFavourites();
  const afterProxy = kept();

  const asked = answer(() => 200);
  await moveGuestFavourites();

  expect(afterProxy).toEqual(["younger"]);
  expect(asked).toEqual([track("other").id, younger.id]);
});
