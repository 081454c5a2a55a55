import type { LauncherChannel } from "@neonrelay/process/launcher-channel";
import type { Logger } from "@neonrelay/process/log";
import type { PartReport } from "@neonrelay/process/part";
import type { ServerConfig } from "../config/config.ts";
import type { RequestLimits } from "../http-kit/request-limits.ts";
import { openUnavailableServer } from "./unavailable-server.ts";
import type { WaitingPart } from "./wait-for-database.ts";

/**
 * [P95] After a failed start, answers 503 with the reason on the web port until it is time to retry; on-air keeps
 * playing.
 * @param reason one sentence for operators
 * @param retryMs time until the next attempt
 * @throws StartUpError when not even this can listen
 */
export async function waitToStart({
  config,
  reason,
  retryMs,
  report,
  channel,
  limits,
  log,
}: {
  readonly config: ServerConfig;
  readonly reason: string;
  readonly retryMs: number;
  readonly report: (report: PartReport) => void;
  readonly channel: LauncherChannel | null;
  readonly limits: RequestLimits;
  readonly log: Logger;
}): Promise<WaitingPart> {
  // Strangers read it, too, and must not learn where the data are.
  const shown = reason.replaceAll(config.dataDir, "DATA_DIR").replace(/\.$/, "");
  const error = `The station's server can't start: ${shown}. The stream continues, and the start is tried again`;
  const { url, close } = await openUnavailableServer({ config, channel, limits, log, error });
  log.error({ reason, retryMs }, "the server can't start; trying again");
  report({
    kind: "ready",
    url,
    ircUrl: null,
    waitsFor: `its server, which can't start: ${reason}`,
  });
  const retry = Promise.withResolvers<void>();
  const timer = setTimeout(() => retry.resolve(), retryMs);
  return {
    restartRequested: retry.promise,
    close: async () => {
      clearTimeout(timer);
      await close();
    },
  };
}
