import { createLog } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { readSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { NodeCandidate } from "./node-candidate.ts";
import { openDatabase } from "./open-database.ts";

// A process of the suite: takes the lease of its database and writes rows under its name until it is refused, for at
// most a minute. It prints "leads" once it does, and at the end whether it was refused. On SIGUSR2 its main thread
// hangs until a byte comes on stdin; on SIGWINCH it computes for a while and reports that.
const RUN_LIMIT_MS = 60_000;
/** In µs: more than a server computes in one go while it starts. */
const WORK_US = 400_000;
process.on("SIGUSR2", () => void readSync(0, Buffer.alloc(1)));
process.on("SIGWINCH", () => {
  writeSync(1, "works\n");
  const begunAt = process.threadCpuUsage();
  while (process.threadCpuUsage(begunAt).user < WORK_US);
  void write().then(
    () => console.log("has written"),
    () => {}, // reported below
  );
});
const [databaseUrl = "", name = ""] = process.argv.slice(2);
const candidate = new NodeCandidate({ name, databaseUrls: [databaseUrl] });
const look = await candidate.tryLease();
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
const write = (): Promise<void> =>
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
  // The pool may hand out a lost connection, and after a CPU wait an answer may come too late.
  const more = await Promise.allSettled(Array.from({ length: 20 }, write));
  const got = more.filter(({ status }) => status === "fulfilled").length;
  if (got > 0) continue;
  result = "refused";
  break;
}
console.log(result);
process.exit(0);
