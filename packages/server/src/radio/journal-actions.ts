import type { OnAirEvent } from "@neonrelay/on-air/protocol";
import type { Connection, Database } from "../database/database.ts";
import { insertSystemLog } from "../database/log-store.ts";
import {
  endPlay,
  findJournalPosition,
  insertPlay,
  saveJournalPosition,
  setCurrentTrack,
  type JournalPosition,
} from "../database/on-air-store.ts";
import { lockQueue, saveQueueOrder } from "../database/queue-store.ts";
import type { StationEvent, StationEvents } from "../station-events.ts";

/**
 * Stores what on-air reports, with its place in the journal in the same transaction, so that an event told
 * twice is stored once.
 */
export async function storeOnAirEvent(
  { database, events }: { readonly database: Database; readonly events: StationEvents },
  { position, event }: { readonly position: JournalPosition; readonly event: OnAirEvent },
): Promise<void> {
  const news = await database.transaction<readonly StationEvent[]>(async (transaction) => {
    const stored = await findJournalPosition(transaction);
    const isKnown = stored?.journalId === position.journalId && stored.number >= position.number;
    if (isKnown) return [];
    const caused = await apply(transaction, event);
    await saveJournalPosition(transaction, position);
    return caused;
  });
  for (const item of news) events.publish(item);
}

async function apply(transaction: Connection, event: OnAirEvent): Promise<readonly StationEvent[]> {
  switch (event.type) {
    case "play.started": {
      await insertPlay(transaction, event.play);
      await setCurrentTrack(transaction, event.play.trackId);
      const isFromRotation = event.play.entryId === null;
      return [
        ...(await takeEntry(transaction, event.play.entryId)),
        { type: "play.started", isFromRotation },
      ];
    }
    case "play.ended":
      await endPlay(transaction, event);
      return [{ type: "play.ended" }];
    case "track.failed":
      await insertSystemLog(transaction, {
        level: "warn",
        category: "playout",
        message: "A track could not be played",
        details: { trackId: event.trackId, detail: event.detail },
      });
      return [
        ...(await takeEntry(transaction, event.entryId)),
        { type: "track.failed", trackId: event.trackId, detail: event.detail },
      ];
    default:
      return event satisfies never;
  }
}

/** The entry is used up: it has played or never will. */
async function takeEntry(
  transaction: Connection,
  entryId: string | null,
): Promise<readonly StationEvent[]> {
  if (entryId === null) return [];
  const places = await lockQueue(transaction);
  if (!places.some((place) => place.id === entryId)) return [];
  await saveQueueOrder(transaction, {
    kept: places.map((place) => place.id).filter((id) => id !== entryId),
    removed: [entryId],
  });
  return [{ type: "queue.changed" }];
}
