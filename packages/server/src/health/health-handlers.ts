import type { Health, healthApi } from "@neonrelay/contract";
import type { OnAirStatus } from "@neonrelay/on-air/protocol";
import { pingDatabase, type Database } from "../database/database.ts";
import type { HandlersFor } from "../http/route.ts";
import type { OnAirLink } from "../on-air-link.ts";

type PartHealth = Health["database"];

const DATABASE_LIMIT_MS = 1000;

export function healthHandlers({
  database,
  link,
}: {
  readonly database: Database;
  readonly link: OnAirLink;
}): HandlersFor<typeof healthApi> {
  // One question at a time: while the database is away, those who ask must not pile up before it.
  let asked: Promise<PartHealth> | null = null;
  const askDatabase = (): Promise<PartHealth> =>
    (asked ??= askOnce(database).finally(() => (asked = null)));
  return {
    getHealth: async (_request, { reply }) => {
      const databaseHealth = await withinLimit(askDatabase());
      const status = link.isUp ? link.status : null;
      const onAir: PartHealth = link.isUp
        ? { ok: true, detail: "linked" }
        : { ok: false, detail: "not reachable" };
      const engine = describeEngine(status);
      const health = {
        ok: databaseHealth.ok && onAir.ok && engine.ok,
        database: databaseHealth,
        onAir,
        engine,
      };
      reply.code(health.ok ? 200 : 503).header("cache-control", "no-store");
      return health;
    },
  };
}

async function askOnce(database: Database): Promise<PartHealth> {
  return await pingDatabase(database).then(
    () => ({ ok: true, detail: database.engine }),
    () => ({ ok: false, detail: "not reachable" }),
  );
}

async function withinLimit(answer: Promise<PartHealth>): Promise<PartHealth> {
  const late = Promise.withResolvers<PartHealth>();
  const timer = setTimeout(
    () => late.resolve({ ok: false, detail: "no answer within a second" }),
    DATABASE_LIMIT_MS,
  );
  try {
    return await Promise.race([late.promise, answer]);
  } finally {
    clearTimeout(timer);
  }
}

function describeEngine(status: OnAirStatus | null): PartHealth {
  if (status === null) return { ok: false, detail: "unknown" };
  return { ok: status.engine === "running", detail: `${status.engine}, ${status.source}` };
}
