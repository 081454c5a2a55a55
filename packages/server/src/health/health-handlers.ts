import type { Health, healthApi, IrcStatus } from "@neonrelay/contract";
import type { OnAirStatus } from "@neonrelay/on-air/protocol";
import type { Database } from "../database/database.ts";
import type { HandlersFor } from "../http/route.ts";
import type { Irc } from "../irc/irc.ts";
import type { OnAirLink } from "../on-air-link.ts";
import type { DatabaseAnswer, DatabaseProbe } from "./database-probe.ts";

type PartHealth = Health["database"];

export function healthHandlers({
  database,
  link,
  irc,
  probe,
}: {
  readonly database: Database;
  readonly link: OnAirLink;
  readonly irc: Irc;
  readonly probe: DatabaseProbe;
}): HandlersFor<typeof healthApi> {
  return {
    getHealth: async (_request, { reply }) => {
      const databaseHealth = describeDatabase(await probe(), database);
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
        stream: describeStream(status),
        irc: describeIrc(irc.status),
      };
      reply.code(health.ok ? 200 : 503);
      return health;
    },
  };
}

function describeDatabase(answer: DatabaseAnswer, { engine }: Database): PartHealth {
  switch (answer.kind) {
    case "answered":
      return { ok: true, detail: engine };
    case "failed":
      return { ok: false, detail: "not reachable" };
    case "late":
      return { ok: false, detail: "no answer within a second" };
    default:
      return answer satisfies never;
  }
}

function describeIrc({ connected, channels, reason }: IrcStatus): PartHealth {
  if (connected) return { ok: true, detail: `in ${channels.join(", ")}` };
  return { ok: false, detail: reason ?? "connecting" };
}

/** What our own listener hears. */
function describeStream(status: OnAirStatus | null): PartHealth {
  if (status === null) return { ok: false, detail: "unknown" };
  if (!status.settings.isStreaming) return { ok: true, detail: "off air" };
  const trouble = status.probes.find(({ problem }) => problem !== null);
  if (trouble !== undefined) return { ok: false, detail: `${trouble.path}: ${trouble.problem}` };
  const paths = status.probes.map(({ path }) => path).join(", ");
  return { ok: true, detail: paths === "" ? "not listened to yet" : `heard on ${paths}` };
}

function describeEngine(status: OnAirStatus | null): PartHealth {
  if (status === null) return { ok: false, detail: "unknown" };
  return { ok: status.engine === "running", detail: `${status.engine}, ${status.source}` };
}
