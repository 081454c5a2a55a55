import { playlistSchema, trackSchema, type PlanReason } from "@neonrelay/contract";
import { eq } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import type { SignedInBrowser, TestServer } from "../api/test-server.ts";
import { tracks } from "../library/library-tables.ts";
import { fillLibrary } from "../library/test-library.ts";
import { savePlanItems } from "../programme/plan-item-store.ts";
import { startTestCommands, type TestCommands } from "./test-commands.ts";

let commands: TestCommands;
let server: TestServer;
let moderator: SignedInBrowser;
let ids: readonly string[];
beforeAll(async () => {
  commands = await startTestCommands();
  server = commands.server;
  await fillLibrary(server.database, 5);
  moderator = await server.signIn("moderator");
  const { body } = await moderator.call("GET", "/api/tracks");
  ids = z
    .array(trackSchema)
    .parse(body)
    .map(({ id }) => id);
  for (const [index, id] of ids.entries())
    await server.database.connection
      .update(tracks)
      .set({ path: `${server.dataDir}/music/${index}.mp3` })
      .where(eq(tracks.id, id));
});
afterAll(async () => {
  await commands?.[Symbol.asyncDispose]();
});

async function playlists() {
  const { body } = await moderator.call("GET", "/api/playlists");
  return z.array(playlistSchema).parse(body);
}

async function makePicked(name: string, trackIds: readonly string[]): Promise<string> {
  const made = await moderator.call("POST", "/api/playlists", {
    body: { name, turn: { kind: "off" } },
  });
  const { id, version } = playlistSchema.parse(made.body);
  await moderator.call("PUT", `/api/playlists/${id}/tracks`, { body: { trackIds, version } });
  return id;
}

test("an exported programme imports completely, and names tracks no longer in the library", async () => {
  const file = path.join(server.dataDir, "programme.json");
  const [a = "", b = "", c = ""] = ids;
  const id = await makePicked("Picked", [c, a, b]);
  await moderator.call("POST", "/api/playlists", {
    body: {
      name: "By rule",
      rule: { kinds: ["jingle"] },
      turn: { kind: "every-tracks", tracks: 4 },
    },
  });

  const exported = await commands.run("programme", "export", file);
  const printed = await commands.run("programme", "export");
  const same = await commands.run("programme", "import", file);
  await moderator.call("DELETE", `/api/playlists/${id}`);
  await server.database.connection.delete(tracks).where(eq(tracks.id, a));
  const dry = await commands.run("programme", "import", file, "--dry-run");
  const whileDry = await playlists();
  const imported = await commands.run("programme", "import", file);

  const text = await readFile(file, "utf8");
  expect(exported).toEqual({
    exitCode: 0,
    text: `programme written to ${file}, playlists: 2, clocks: 0, shows: 0, entries of the schedule: 0`,
  });
  expect(JSON.parse(printed.text)).toEqual(JSON.parse(text));
  expect(text).not.toContain(server.dataDir);
  expect(same.text).toContain("Picked: as it is");
  expect(dry.text).toMatch(/Picked: would be made\n {2}not found in the library: .+ - .+\n/);
  expect(dry.text).toContain("nothing changed: this was a dry run");
  expect(whileDry.map(({ name }) => name)).toEqual(["By rule"]);
  expect(imported).toMatchObject({ exitCode: 0, text: expect.stringContaining("Picked: made") });
  const picked = (await playlists()).find(({ name }) => name === "Picked");
  const back = await moderator.call("GET", `/api/playlists/${picked?.id}/tracks`);
  expect(
    z
      .array(trackSchema)
      .parse(back.body)
      .map((track) => track.id),
  ).toEqual([c, b]);
});

test("a file that is no programme is refused as a whole, with its problems", async () => {
  const file = path.join(server.dataDir, "bad.json");
  const before = await playlists();
  const playlist = {
    name: "New",
    description: "",
    order: "shuffled",
    turn: { kind: "off" },
    isSeparated: true,
    rule: null,
  };
  const bad = {
    format: "neonrelay-programme",
    version: 1,
    playlists: [playlist, { ...playlist, turn: { kind: "now" } }],
  };
  await writeFile(file, JSON.stringify(bad));

  const refused = await commands.run("programme", "import", file);
  await writeFile(file, JSON.stringify({ ...bad, version: 3, playlists: [] }));
  const newer = await commands.run("programme", "import", file);
  const none = await commands.run("programme", "import", `${file}.none`);

  expect([refused.exitCode, newer.exitCode, none.exitCode]).toEqual([1, 1, 1]);
  expect(refused.text).toContain(
    "was not imported and nothing changed: it is not a valid programme",
  );
  expect(refused.text).toContain("  playlists.1.turn");
  expect(newer.text).toContain("  version: ");
  expect(none.text).toContain("ENOENT");
  expect(await playlists()).toEqual(before);
});

test("a file of an older station, with playlists only, is imported", async () => {
  const file = path.join(server.dataDir, "older.json");
  const older = {
    format: "neonrelay-programme",
    version: 1,
    playlists: [
      {
        name: "Older",
        description: "",
        order: "shuffled",
        turn: { kind: "off" },
        isSeparated: true,
        rule: { kinds: ["music"] },
      },
    ],
  };
  await writeFile(file, JSON.stringify(older));

  const imported = await commands.run("programme", "import", file);

  expect(imported).toMatchObject({ exitCode: 0, text: expect.stringContaining("Older: made") });
  expect((await playlists()).map(({ name }) => name)).toContain("Older");
});

test("the plan is printed one item per line, each with the reason it was chosen", async () => {
  const [, b = ""] = ids;
  const id = randomUUID();
  const reason: PlanReason = {
    rule: "weight",
    playlist: { id: randomUUID(), name: "Evening" },
    playlistEntryId: null,
    show: null,
    clock: null,
    slotId: null,
    start: { kind: "follow" },
    entryId: null,
    isFitted: false,
    notes: [],
    empty: [],
    considered: 2,
    keptOut: { track: 0, title: 0, artist: 1, album: 0, hour: 0 },
    gaveWay: [],
    nearest: [{ trackId: b, title: "Drive", artist: "Ada", lostBy: "artist" }],
    sentence: "It was next in turn.",
  };
  const item = { id, trackId: b, durationMs: 1000, isLocked: true, isByHand: false, reason };
  const inHalfAnHour = Date.now() + 1_800_000;
  const printed = async () => {
    await server.database.transaction((transaction) =>
      savePlanItems(transaction, [{ ...item, startsAtMs: inHalfAnHour }]),
    );
    const plan = await commands.run("programme", "plan", "--hours", "1");
    const why = await commands.run("programme", "why", id);
    return { plan: plan.text, why: why.text };
  };

  // The station may still be planning after the changes before.
  await expect.poll(printed).toEqual({
    plan: expect.stringMatching(
      /^\d\d:\d\d:\d\d {2}.+ - .+ {2}\[Evening\] {2}locked {2}[\da-f-]+$/,
    ),
    why: "It was next in turn.\n  instead of Ada - Drive: its artist was on air too recently",
  });
  const unknown = await commands.run("programme", "why", randomUUID());
  const wrong = await commands.run("programme", "plan", "--hours", "many");
  const shown = await commands.run("programme", "show");

  expect([unknown.exitCode, wrong.exitCode, shown.exitCode]).toEqual([1, 1, 0]);
  expect(shown.text).toContain("By rule: after 4 tracks of others, 0 by rule");
});
