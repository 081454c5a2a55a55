import { drizzle } from "drizzle-orm/node-postgres";
import { Pool } from "pg";
import type { Database } from "./database.ts";

/** A database that goes away and returns on the test's command. */
export interface TestOutage {
  readonly database: Database;
  isAway: boolean;
  /** Transactions are committed, but the connection drops before the answer. */
  losesAnswers: boolean;
}

/** During the outage every statement goes to a closed port. */
export function withOutages(database: Database): TestOutage {
  const noServer = new Pool({ host: "127.0.0.1", port: 1, user: "no-one" });
  const away = drizzle({ client: noServer });
  const outage: TestOutage = {
    isAway: false,
    losesAnswers: false,
    database: {
      engine: database.engine,
      get connection() {
        return outage.isAway ? away : database.connection;
      },
      transaction: async (work) => {
        if (outage.isAway) return await away.transaction(work);
        const outcome = await database.transaction(work);
        if (outage.losesAnswers) throw new Error("Connection terminated unexpectedly");
        return outcome;
      },
      longTransaction: (work) => database.longTransaction(work),
      inspect: (work) => database.inspect(work),
      holdWrites: (isHeld) => database.holdWrites(isHeld),
      close: () => database.close(),
    },
  };
  return outage;
}
