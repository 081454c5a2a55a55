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
  return {
    getHealth: async (_request, { reply }) => {
      const databaseHealth = await checkDatabase(database);
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

async function checkDatabase(database: Database): Promise<PartHealth> {
  const late = Promise.withResolvers<PartHealth>();
  const timer = setTimeout(
    () => late.resolve({ ok: false, detail: "no answer within a second" }),
    DATABASE_LIMIT_MS,
  );
  try {
    return await Promise.race([
      late.promise,
      pingDatabase(database).then(
        () => ({ ok: true, detail: database.engine }),
        () => ({ ok: false, detail: "not reachable" }),
      ),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

function describeEngine(status: OnAirStatus | null): PartHealth {
  if (status === null) return { ok: false, detail: "unknown" };
  return { ok: status.engine === "running", detail: `${status.engine}, ${status.source}` };
}
