import { once } from "node:events";
import { setTimeout as rest } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { engineInDataFolder } from "../packages/server/src/database/test-database.ts";
import { countChangedGroups } from "../packages/server/src/library/groups/group-counter.ts";
import { fillLibrary } from "../packages/server/src/library/test-library.ts";
import { copyTracks, WRITTEN_TRACKS } from "./copied-tracks.ts";
import { startTestServer } from "../packages/server/src/api/test-server.ts";

const NOTES_AT_ONCE = 4000;
const REST_MS = 50;

// The HTTP side on a database with the requested number of tracks, whose groups are counted, without on-air.
const tracks = Number(process.argv[2]);
const server = await startTestServer({}, { engine: engineInDataFolder });
const { connection } = server.database;
await fillLibrary(server.database, Math.min(tracks, WRITTEN_TRACKS));
for (let copy = 1; copy * WRITTEN_TRACKS < tracks; copy += 1) await copyTracks(connection, copy);
await connection.execute(sql`analyze tracks`);
for (;;) {
  // In addition to the station's own counting, which gives the database more rest.
  await countChangedGroups(server.database, NOTES_AT_ONCE);
  const { rows } = await connection.execute(sql`select 1 from changed_track_groups limit 1`);
  if (rows.length === 0) break;
  await rest(REST_MS);
}
await connection.execute(sql`vacuum analyze tracks`);
await connection.execute(sql`vacuum analyze track_groups`);
const { rows } = await connection.execute<{ facet: string; name: string; artist: string | null }>(
  sql`select facet, name, artist from track_groups where facet in ('genre', 'year', 'added', 'kind')
    union all (select facet, name, artist from track_groups where facet in ('artist', 'album') order by md5(key) limit 400)`,
);
const { cookie } = await server.signIn("super_admin");
process.send?.({ origin: server.origin, cookie, groups: rows });
await once(process, "disconnect");
await server[Symbol.asyncDispose]();
process.exit(0);
