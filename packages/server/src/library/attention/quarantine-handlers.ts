import type { attentionApi } from "@neonrelay/contract";
import type { Connection } from "../../database/database.ts";
import { ApiFailure } from "../../http-kit/api-failure.ts";
import type { HandlersFor } from "../../http-kit/route.ts";
import type { SystemLog } from "../../logs/system-log.ts";
import { CommandRefusedError, LinkDownError } from "../../on-air-link/open-commands.ts";
import type { OnAirLink } from "../../on-air-link/on-air-link.ts";
import { endOf } from "./end-of-path.ts";
import { listQuarantinedTracks } from "./quarantine-store.ts";

/** API for tracks that on-air has quarantined. */
export function quarantineHandlers({
  connection,
  link,
  systemLog,
}: {
  readonly connection: Connection;
  readonly link: OnAirLink;
  readonly systemLog: SystemLog;
}): Pick<HandlersFor<typeof attentionApi>, "listQuarantined" | "retryQuarantined"> {
  return {
    listQuarantined: async () => {
      const keptOff = link.status?.quarantined;
      const rows = await listQuarantinedTracks(connection, keptOff ?? []);
      return {
        tracks: rows.map(({ path, atMs, ...row }) => ({
          ...row,
          file: endOf(path),
          since: atMs === null ? null : new Date(atMs).toISOString(),
        })),
        isKnown: keptOff !== undefined,
      };
    },
    retryQuarantined: async ({ body: { trackIds } }, { caller }) => {
      const retried = await giveAnotherTry(link, trackIds);
      if (retried > 0)
        systemLog.recordOperatorAction({
          who: caller,
          action: "retried quarantined tracks",
          details: { tracks: retried },
        });
      return { retried };
    },
  };
}

/** @returns how many of them were quarantined */
async function giveAnotherTry(link: OnAirLink, trackIds: readonly string[]): Promise<number> {
  const keptOff = new Set(link.status?.quarantined.map(({ trackId }) => trackId));
  const tried = [...new Set(trackIds)].filter((trackId) => keptOff.has(trackId));
  try {
    if (!link.isUp) throw new LinkDownError("The stream engine can't be reached");
    for (const trackId of tried) await link.run("giveAnotherTry", { trackId });
    return tried.length;
  } catch (error) {
    if (error instanceof LinkDownError || error instanceof CommandRefusedError)
      throw new ApiFailure({ error: `${error.message}; try again later`, code: "unavailable" });
    throw error;
  }
}
