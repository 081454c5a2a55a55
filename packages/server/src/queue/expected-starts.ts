import { QUEUE_LIMIT } from "@neonrelay/contract";
import type { Connection } from "../database/database.ts";
import { listQueueItems, type StoredQueueItem } from "./queue-store.ts";
import type { OnAirLink } from "../on-air-link/on-air-link.ts";
import { expectStart, type ExpectedStart } from "./expected-start-rules.ts";

/** Entries of the queue that can be played now, soonest first, with when each comes on air. */
export async function listExpectedStarts(
  connection: Connection,
  { status, nowMs }: { readonly status: OnAirLink["status"]; readonly nowMs: number },
): Promise<readonly { readonly item: StoredQueueItem; readonly start: ExpectedStart }[]> {
  const items = await listQueueItems(connection, { limit: QUEUE_LIMIT, which: "playable" });
  return items.map((item, index) => ({
    item,
    start: expectStart({
      status,
      ahead: items.slice(0, index).map(({ track }) => track),
      nowMs,
    }),
  }));
}
