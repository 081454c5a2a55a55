import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { sql } from "drizzle-orm";
import { engineInDataFolder, testEngines } from "../packages/server/src/database/test-database.ts";
import { fillLibrary } from "../packages/server/src/library/test-library.ts";
import { startTestServer } from "../packages/server/src/api/test-server.ts";

/** Sent to the benchmark once the server answers. */
interface ApiStation {
  readonly origin: string;
  /** A super admin's session, exempt from request limits. */
  readonly cookie: string;
  /** A sample of the library. */
  readonly trackIds: readonly string[];
}

const TRACKS = 100_000;
const QUEUE_ITEMS = 100;

// The real HTTP side on its own database, without on-air: the tracks have no sound.
if (!testEngines.some(({ name }) => name === process.argv[2]))
  throw new Error(`there is no engine ${process.argv[2]}`);
const webRoot = process.argv[3];
const server = await startTestServer(webRoot === undefined ? {} : { webRoot }, {
  engine: engineInDataFolder,
});
const { connection } = server.database;
await fillLibrary(server.database, TRACKS);
const { rows } = await connection.execute<{ id: string }>(sql`select id from tracks limit 1000`);
const trackIds = rows.map(({ id }) => id);
for (const [index, trackId] of trackIds.slice(0, QUEUE_ITEMS).entries())
  await connection.execute(sql`insert into queue_items (id, track_id, position, requested_by)
    values (${randomUUID()}, ${trackId}, ${index + 1}, 'Web User')`);
const { cookie } = await server.signIn("super_admin");
process.send?.({ origin: server.origin, cookie, trackIds } satisfies ApiStation);
await once(process, "disconnect");
await server[Symbol.asyncDispose]();
process.exit(0);
