import { createLog } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { tmpdir } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { NodeCandidate } from "./node-candidate.ts";
import { openDatabase } from "./open-database.ts";

// A process of the suite: takes the lease of the database it is given, and writes rows under the name it is given
// until it is refused, for half a minute at most. It says "leads" once it does, and at the end whether it was refused.
const RUN_LIMIT_MS = 30_000;
const [databaseUrl = "", name = ""] = process.argv.slice(2);
const candidate = new NodeCandidate({ name, databaseUrls: [databaseUrl] });
const look = await candidate.look();
if (look.kind !== "taken") throw new Error(`${name} found the lease ${look.kind}`);
const { lease } = look;
const database = await openDatabase({
  databaseUrl,
  dataDir: tmpdir(),
  beforeMigration: null,
  fence: lease,
  log: createLog({ part: "test", level: "silent" }),
});
await lease.record();
const write = () =>
  database.transaction(async (transaction) => {
    await transaction.execute(sql`insert into written (who) values (${name})`);
    await delay(5); // so that it may be stopped in the middle
    await transaction.execute(sql`insert into written (who) values (${name})`);
  });
await write();
console.log("leads");
let result = "never refused";
while (performance.now() < RUN_LIMIT_MS) {
  const outcome = await write().then(
    () => "written",
    () => "refused",
  );
  if (outcome === "written") continue;
  // A pool may give a connection that was lost: each of them is tried.
  const more = await Promise.allSettled(Array.from({ length: 20 }, write));
  const got = more.filter(({ status }) => status === "fulfilled").length;
  result = got === 0 ? "refused" : `got ${got} through`;
  break;
}
console.log(result);
process.exit(0);
