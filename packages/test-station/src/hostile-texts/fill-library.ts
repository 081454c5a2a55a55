import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { SignedInBrowser, TestServer } from "../../../server/src/api/test-server.ts";
import { addTestTracks } from "../../../server/src/database/test-database.ts";
import { insertDeletions } from "../../../server/src/deletions/deletion-store.ts";
import { savePairs } from "../../../server/src/duplicates/duplicate-store.ts";
import { insertPlay } from "../../../server/src/history/play-store.ts";
import { insertIncoming } from "../../../server/src/incoming/incoming-store.ts";
import { countChangedGroups } from "../../../server/src/library/groups/group-counter.ts";
import { saveRefusedFile } from "../../../server/src/library/refused-file-store.ts";
import { foundTroubles } from "../../../server/src/library/trouble-tables.ts";
import { testPlay } from "../../../server/src/radio/test-status.ts";
import { insertAiring } from "../../../server/src/spots/spot-store.ts";
import { long, name } from "./texts.ts";

const folder = `/music/${long}`;
/** UTF-8 that was read as Windows-1252. */
const MISREAD = "ÐŸÑ€Ð¸Ð²ÐµÑ‚";

/** Fills tags, file names, and titles of external streams and DJs. @returns one of the tracks */
export async function fillLibrary(
  server: TestServer,
  admin: SignedInBrowser,
): Promise<{ readonly trackId: string; readonly path: string }> {
  const { connection } = server.database;
  const [first = "", second = "", third = ""] = await addTestTracks(server.database, [
    "first",
    "second",
    "third",
  ]);
  await connection.execute(
    sql`update tracks set path = ${folder} || title, title = ${long}, artist = ${long},
      artists = array[${long}], artist_keys = array[${name}], album = ${long}, album_artist = ${long},
      album_artists = array[${long}], genre = ${long}, label = ${`${name} ${MISREAD}`}, own_tags = array[${name}]`,
  );
  while (await countChangedGroups(server.database, 100));
  await admin.call("POST", "/api/queue", { body: { trackId: first } });
  await admin.call("PUT", `/api/favourites/${first}`);
  await connection.execute(sql`update queue_items set requested_by = ${long}`);
  const play = testPlay({
    trackId: first,
    title: long,
    artist: long,
    djName: name,
    requestedBy: long,
  });
  await insertPlay(connection, { ...play, startedAtMs: Date.now() - 600_000 });
  await connection.execute(sql`update plays set ended_at_ms = ${Date.now()}, played_ms = 1000`);
  await insertAiring(connection, { playId: play.playId, lengthMs: 1000 });
  await fillCare(server, { first, second, third });
  await insertIncoming(connection, {
    id: randomUUID(),
    name: long,
    way: "upload",
    uploader: name,
    owner: admin.account?.id ?? "",
    state: "refused",
    reason: long,
    sizeBytes: 1,
  });
  return { trackId: first, path: `${folder}first` };
}

/** Everything that needs an operator's attention: doubtful tracks, refused files, the trash and duplicates. */
async function fillCare(
  { database: { connection } }: TestServer,
  { first, second, third }: Readonly<Record<"first" | "second" | "third", string>>,
): Promise<void> {
  await connection.insert(foundTroubles).values([
    { trackId: first, kind: "cut_off", amount: 1 },
    { trackId: second, kind: "misread", amount: 1 },
  ]);
  const file = { path: `${folder}refused`, sizeBytes: 1, modifiedAtMs: 1 };
  await saveRefusedFile(connection, { ...file, reason: long });
  await savePairs(connection, first, new Map([[second, 1]]));
  const path = `${folder}third`;
  await insertDeletions(connection, [
    { trackId: third, state: "trashed", path, trashPath: path, sizeBytes: 1, deletedBy: long },
  ]);
}
