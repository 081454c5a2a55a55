import { once } from "node:events";
import { createLog } from "@neonrelay/process/log";
import { openDatabase } from "../packages/server/src/database/open-database.ts";
import {
  prepareEmptyDatabase,
  type TestEngine,
} from "../packages/server/src/database/test-database.ts";
import { startTestServer } from "../packages/server/src/api/test-server.ts";
import { createStation } from "../packages/server/src/system/prepare-first-run.ts";
import { FAVOURITE_LIMIT } from "@neonrelay/contract";
import { sql } from "drizzle-orm";
import {
  fillBefore,
  fillByCalls,
  fillRest,
  findExamples,
  findPlannedItem,
  storeExampleWaveform,
  tableSizes,
} from "./years-fill.ts";

// A station that has been on air for two years, with all their data: the HTTP side, without on-air.
const place = await prepareEmptyDatabase();
const engine: TestEngine = {
  name: "of two years",
  open: async () => {
    const database = await open();
    return { ...place, database, [Symbol.asyncDispose]: () => database.close() };
  },
};
{
  await using database = await opened();
  await database.transaction((transaction) => createStation(transaction, { accessCodeHash: "-" }));
  await fillBefore(database);
}
{
  await using server = await startTestServer({}, { engine });
  await fillByCalls(server);
}
{
  await using database = await opened();
  await fillRest(database);
}
// The server reads some data only at start-up: they exist now.
const server = await startTestServer({}, { engine });
const { connection } = server.database;
const { call, cookie, account } = await server.signIn("super_admin");
await connection.execute(sql`
  insert into favourites (account_id, track_id) select ${account?.id}::uuid, id from tracks order by id limit ${FAVOURITE_LIMIT}`);
await storeExampleWaveform(server);
process.send?.({
  origin: server.origin,
  cookie,
  tables: await tableSizes(connection),
  examples: { ...(await findExamples(connection)), itemId: await findPlannedItem(call) },
});
await once(process, "disconnect");
await server[Symbol.asyncDispose]();
await place[Symbol.asyncDispose]();
process.exit(0);

async function open() {
  const log = createLog({ part: "bench", level: "silent" });
  return await openDatabase({ ...place, beforeMigration: null, log });
}

async function opened() {
  const database = await open();
  return Object.assign(database, { [Symbol.asyncDispose]: () => database.close() });
}
