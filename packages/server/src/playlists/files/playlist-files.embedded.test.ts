import {
  importedPlaylistSchema,
  playlistFileFormats,
  type ImportedPlaylist,
} from "@neonrelay/contract";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type SignedInBrowser, type TestServer } from "../../api/test-server.ts";
import { tracks } from "../../library/library-tables.ts";
import { fillLibrary } from "../../library/test-library.ts";

let server: TestServer;
let moderator: SignedInBrowser;
let files: readonly { readonly id: string; readonly path: string }[];
beforeAll(async () => {
  server = await startTestServer();
  await fillLibrary(server.database, 30);
  const { connection } = server.database;
  const rows = await connection.select({ id: tracks.id }).from(tracks).orderBy(asc(tracks.path));
  for (const [index, { id }] of rows.entries())
    await connection
      .update(tracks)
      .set({ path: `${server.dataDir}/music/Album ${index % 3}/Ä ${index}.mp3` })
      .where(eq(tracks.id, id));
  files = await connection
    .select({ id: tracks.id, path: tracks.path })
    .from(tracks)
    .orderBy(asc(tracks.path));
  moderator = await server.signIn("moderator");
});
afterAll(() => server[Symbol.asyncDispose]());

async function reach(target: string, init: RequestInit): Promise<Response> {
  const headers = { cookie: moderator.cookie, origin: server.origin };
  return await fetch(new URL(target, server.origin), { ...init, headers });
}

async function send(content: string | Uint8Array<ArrayBuffer>, name: string): Promise<Response> {
  const form = new FormData();
  form.set("playlist", new File([content], name));
  return await reach("/api/playlists/import", { method: "POST", body: form });
}

async function importFile(
  content: string | Uint8Array<ArrayBuffer>,
  name: string,
): Promise<ImportedPlaylist> {
  const response = await send(content, name);
  expect(response.status).toBe(200);
  return importedPlaylistSchema.parse(await response.json());
}

async function exported(id: string, query: string): Promise<Response> {
  return await reach(`/api/playlists/${id}/export?${query}`, {});
}

async function idsOf(id: string | undefined): Promise<readonly unknown[]> {
  const { body } = await moderator.call("GET", `/api/playlists/${id}/tracks`);
  return Array.isArray(body) ? body.map((track: { id: unknown }) => track.id) : [];
}

test("an imported playlist keeps the file's order and duplicates, has no turn, and lists unmatched entries", async () => {
  const [a, b] = files;
  const text = `#EXTM3U\n#PLAYLIST:Evening\n${b?.path}\n#EXTINF:10,Nobody - Gone\ngone.mp3\nAlbum 0\\ä 0.MP3\nhttp://radio.example/\n${b?.path}\n`;

  const { playlist, ...found } = await importFile(text, "x.m3u");

  expect(playlist).toMatchObject({ name: "Evening", order: "ordered", turn: { kind: "off" } });
  expect(await idsOf(playlist?.id)).toEqual([b?.id, a?.id, b?.id]);
  expect(found).toEqual({
    entryCount: 5,
    foundBy: { path: 3, name: 0, tags: 0 },
    awayCount: 0,
    leftOut: [
      { position: 2, text: "Nobody - Gone", reason: "unknown" },
      { position: 4, text: "http://radio.example/", reason: "address" },
    ],
  });
  const again = await importFile(text, "x.m3u");
  expect(again.playlist?.name).toBe("Evening (2)");
});

test.each(playlistFileFormats)(
  "a playlist exported as %s is imported with the same tracks in the same order, duplicates included",
  async (format) => {
    const [jingle] = files;
    // A jingle after every song.
    const rundown = files.slice(1).flatMap((song) => [song, jingle ?? song]);
    const lines = rundown.map(({ path }) => path);
    const { playlist } = await importFile(lines.join("\n"), `Whöle ${format}.m3u8`);
    const id = playlist?.id ?? "";

    const relative = await exported(id, `format=${format}`);
    const absolute = await exported(id, `format=${format}&paths=absolute`);

    expect(relative.headers.get("content-disposition")).toContain(
      `filename*=UTF-8''Wh%C3%B6le%20${format}.${format}`,
    );
    const text = await relative.text();
    expect(text).not.toContain(server.dataDir);
    for (const file of [text, await absolute.text()]) {
      const back = await importFile(file, `back.${format}`);
      expect(back).toMatchObject({ foundBy: { path: 58 }, leftOut: [] });
      expect(await idsOf(back.playlist?.id)).toEqual(rundown.map((track) => track.id));
    }
  },
);

test("tracks with missing files are included and counted", async () => {
  const [, , c] = files;
  await server.database.connection
    .update(tracks)
    .set({ missingSince: new Date() })
    .where(eq(tracks.id, c?.id ?? ""));

  const { playlist, awayCount } = await importFile(`#EXTM3U\n${c?.path}`, "away.m3u");

  expect(awayCount).toBe(1);
  expect(playlist).toMatchObject({ name: "away", trackCount: 0 });
  await server.database.connection
    .update(tracks)
    .set({ missingSince: null })
    .where(eq(tracks.id, c?.id ?? ""));
  expect(await idsOf(playlist?.id)).toEqual([c?.id]);
});

test("a file without any known track creates no playlist", async () => {
  const before = (await moderator.call("GET", "/api/playlists")).body;

  const imported = await importFile("#EXTM3U\nnowhere.mp3", "nowhere.m3u");

  expect(imported).toMatchObject({ playlist: null, entryCount: 1, leftOut: [{ position: 1 }] });
  expect((await moderator.call("GET", "/api/playlists")).body).toEqual(before);
});

test("a file that is not a playlist, is too large or is not a form is refused with a reason", async () => {
  const page = await send("<html></html>", "x.m3u");
  const large = await send("a".repeat(2 * 1024 * 1024 + 1), "x.m3u");
  const json = await moderator.call("POST", "/api/playlists/import", { body: {} });
  const unknown = await exported("5b0d3c1e-4d0f-4a0e-9c57-0a8f4be7d6a1", "format=pls");
  const strange = await exported(files[0]?.id ?? "", "format=exe");

  expect(page.status).toBe(422);
  expect(await page.json()).toMatchObject({ code: "refused_file", field: "playlist" });
  expect([large.status, json.status, unknown.status, strange.status]).toEqual([413, 400, 404, 400]);
});
