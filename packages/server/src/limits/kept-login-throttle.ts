import type { Logger } from "@neonrelay/process/log";
import type { Database } from "../database/database.ts";
import {
  deleteAllLoginFailures,
  deleteLoginFailures,
  listLoginFailures,
  saveLoginFailures,
} from "./login-failure-store.ts";
import {
  createLoginThrottle,
  MAX_FAILURE_KEYS,
  type KeptFailures,
  type LoginThrottle,
} from "./login-throttle.ts";

/**
 * A login throttle that continues where the previous process ended. While the database accepts no writes, it counts in
 * memory only.
 * @throws when the database does not answer
 */
export async function loadLoginThrottle({
  database: { connection },
  log,
}: {
  readonly database: Pick<Database, "connection">;
  readonly log: Logger;
}): Promise<LoginThrottle> {
  const stored = await listLoginFailures(connection, { limit: MAX_FAILURE_KEYS });
  const nowMs = Date.now();
  const attempt = async (work: Promise<void>): Promise<void> => {
    await work.catch((error: unknown) =>
      log.warn({ error }, "failed sign-ins could not be stored; a restart forgets them"),
    );
  };
  const toStored = ({ key, count, agoMs }: KeptFailures) => ({
    key,
    count,
    lastAt: new Date(Date.now() - agoMs),
  });
  return createLoginThrottle({
    // A clock that was set back must not lengthen a wait.
    before: stored.map(({ key, count, lastAt }) => ({
      key,
      count,
      agoMs: Math.max(0, nowMs - lastAt.getTime()),
    })),
    save: (failures) => attempt(saveLoginFailures(connection, failures.map(toStored))),
    forget: (keys) => attempt(deleteLoginFailures(connection, keys)),
    forgetAll: () => attempt(deleteAllLoginFailures(connection)),
  });
}
