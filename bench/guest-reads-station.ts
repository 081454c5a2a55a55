import { once } from "node:events";
import { sql } from "drizzle-orm";
import { startTestServer } from "../packages/server/src/api/test-server.ts";
import { dearGuestReads } from "../packages/server/src/api/test-guest-reads.ts";
import { engineInDataFolder } from "../packages/server/src/database/test-database.ts";
import { countChangedGroups } from "../packages/server/src/library/groups/group-counter.ts";
import { copyTracks, WRITTEN_TRACKS } from "./copied-tracks.ts";
import { fillLibrary } from "../packages/server/src/library/test-library.ts";

const NOTES_AT_ONCE = 1000;

// The HTTP side on a library of the requested size, with its groups counted, without on-air.
const tracks = Number(process.argv[2]);
const server = await startTestServer({}, { engine: engineInDataFolder });
const { connection } = server.database;
await fillLibrary(server.database, Math.min(tracks, WRITTEN_TRACKS));
for (let copy = 1; copy * WRITTEN_TRACKS < tracks; copy += 1) await copyTracks(connection, copy);
while (await countChangedGroups(server.database, NOTES_AT_ONCE));
for (const table of ["tracks", "track_groups", "library_words"])
  await server.database.longTransaction((transaction) =>
    transaction.execute(sql`analyze ${sql.identifier(table)}`),
  );
process.send?.({ origin: server.origin, pid: process.pid, reads: dearGuestReads(Date.now()) });
await once(process, "disconnect");
await server[Symbol.asyncDispose]();
process.exit(0);
