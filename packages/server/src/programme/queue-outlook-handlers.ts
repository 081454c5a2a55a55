import type { ExpectedPlay, queueApi } from "@neonrelay/contract";
import type { HandlersFor } from "../http-kit/route.ts";
import { queueOutlook, type OutlookParts } from "./queue-outlook.ts";

export function queueOutlookHandlers(
  parts: OutlookParts,
): Pick<HandlersFor<typeof queueApi>, "listExpectedPlays"> {
  return {
    listExpectedPlays: async () => {
      const { mostPerHour } = parts.settings.current.requestTurns;
      return (await queueOutlook(parts)).map(({ id, startsAtMs, waitsFor }): ExpectedPlay => {
        const isLimit = waitsFor?.kind === "limit" && mostPerHour !== null;
        return {
          id,
          startsAt: startsAtMs === null ? null : new Date(startsAtMs).toISOString(),
          waitsFor: isLimit
            ? { kind: "limit", mostPerHour }
            : waitsFor?.kind === "slot"
              ? waitsFor
              : null,
        };
      });
    },
  };
}
