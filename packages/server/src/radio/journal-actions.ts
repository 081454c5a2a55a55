import type { AiredPlay, OnAirEvent } from "@neonrelay/on-air/protocol";
import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { Connection, Database } from "../database/database.ts";
import { insertSystemLogs } from "../logs/log-store.ts";
import { endPlay, insertPlay, movePlay } from "../history/play-store.ts";
import { findJournalPosition, saveJournalPosition, setCurrentTrack } from "./on-air-store.ts";
import type { JournalPosition, OnAirJournal } from "../on-air-link/on-air-intake.ts";
import { isHeardOver } from "./radio-rules.ts";
import { forgetInSnapshots } from "../queue/queue-snapshot-store.ts";
import { lockQueue, saveQueueOrder } from "../queue/queue-store.ts";
import { renameEntry } from "../requests/request-store.ts";
import { requestReason, unknownReason } from "../programme/plan-entry.ts";
import { explainPlay, takePlanItem } from "../programme/plan-item-store.ts";
import { recordSpot } from "../spots/note-spot.ts";
import { findTrack, markFilesMissing } from "../library/track-store.ts";
import type { StationEvent, StationEvents } from "../events/station-events.ts";

/** Stores on-air's reports in the database. */
export function createJournal(parts: {
  readonly database: Database;
  readonly events: StationEvents;
}): OnAirJournal {
  return {
    stored: () => findJournalPosition(parts.database.connection),
    store: (position, event, { listeners }) =>
      storeOnAirEvent(parts, { position, event, listeners }),
    setAside: (position, event) => setOnAirEventAside(parts, { position, event }),
  };
}

/**
 * Stores an event from on-air together with its journal position, in one transaction, so that a repeated event is
 * stored once.
 */
export async function storeOnAirEvent(
  { database, events }: { readonly database: Database; readonly events: StationEvents },
  {
    position,
    event,
    listeners,
  }: {
    readonly position: JournalPosition;
    readonly event: OnAirEvent;
    /** According to on-air now; null: unknown. */
    readonly listeners: number | null;
  },
): Promise<void> {
  const missingPath =
    event.type === "track.failed" ? await findMissingPath(database, event.trackId) : null;
  const news = await database.transaction<readonly StationEvent[]>(async (transaction) => {
    const stored = await findJournalPosition(transaction, { isLocked: true });
    const isKnown = stored?.journalId === position.journalId && stored.number >= position.number;
    if (isKnown) return [];
    const caused = await apply(transaction, { event, missingPath, listeners });
    await saveJournalPosition(transaction, position);
    return caused;
  });
  for (const item of news) events.publish(item);
}

/**
 * Skips an event that can't be stored. The queue entry it used up is removed anyway.
 * @param event null: it can't be parsed
 */
async function setOnAirEventAside(
  { database, events }: { readonly database: Database; readonly events: StationEvents },
  { position, event }: { readonly position: JournalPosition; readonly event: OnAirEvent | null },
): Promise<void> {
  const news = await database.transaction<readonly StationEvent[]>(async (transaction) => {
    await saveJournalPosition(transaction, position);
    return await takeEntry(transaction, event === null ? null : entryIdOf(event));
  });
  for (const item of news) events.publish(item);
}

/** The queue entry that an event uses up; null: none. */
function entryIdOf(event: OnAirEvent): string | null {
  if (event.type === "play.started") return event.play.entryId;
  return event.type === "track.failed" ? event.entryId : null;
}

/** Maximum time to check whether a file exists, in ms; a hanging folder counts as missing. */
const CHECK_LIMIT_MS = 2000;

/** The path of a track whose file is missing; null when it exists, or the track has none or is unknown. */
async function findMissingPath(database: Database, trackId: string): Promise<string | null> {
  const track = await findTrack(database.connection, trackId);
  if (track === null || track.kind === "stream") return null;
  const looked = stat(track.path).then(
    () => true,
    () => false, // if we can't see it, the next scan can't either
  );
  const isThere = await Promise.race([looked, delay(CHECK_LIMIT_MS, false, { ref: false })]);
  return isThere ? null : track.path;
}

/** @param missingPath of a failed track whose file is missing */
async function apply(
  transaction: Connection,
  {
    event,
    missingPath,
    listeners,
  }: {
    readonly event: OnAirEvent;
    readonly missingPath: string | null;
    readonly listeners: number | null;
  },
): Promise<readonly StationEvent[]> {
  switch (event.type) {
    case "play.started":
      return await storeStart(transaction, { play: event.play, listeners });
    case "play.hurried":
      await movePlay(transaction, event);
      return [{ type: "play.hurried" }];
    case "play.ended":
      await endPlay(transaction, event);
      return [{ type: "play.ended" }];
    case "live.began":
    case "live.left":
    case "live.absent":
    case "live.refused":
    case "track.dropped":
      return isNews(event.atMs) ? [withoutTime(event)] : [];
    case "track.failed":
      if (event.itemId !== null)
        await takePlanItem(transaction, { itemId: event.itemId, trackId: null });
      await insertSystemLogs(transaction, [
        {
          level: "warn",
          category: "playout",
          message: "A track could not be played",
          details: { trackId: event.trackId, detail: event.detail },
        },
      ]);
      return [
        ...(missingPath === null
          ? await takeEntry(transaction, event.entryId)
          : await keepEntry(transaction, { entryId: event.entryId, missingPath })),
        {
          type: "track.failed",
          trackId: event.trackId,
          itemId: event.itemId,
          detail: event.detail,
        },
      ];
    case "item.missed":
      await takePlanItem(transaction, { itemId: event.itemId, trackId: null });
      await insertSystemLogs(transaction, [
        {
          level: "warn",
          category: "playout",
          message: "An item of the plan was left out",
          details: { itemId: event.itemId, detail: event.detail },
        },
      ]);
      return [{ type: "plan-item.missed", itemId: event.itemId }];
    default:
      return event satisfies never;
  }
}

async function storeStart(
  transaction: Connection,
  { play, listeners }: { readonly play: AiredPlay; readonly listeners: number | null },
): Promise<readonly StationEvent[]> {
  await insertPlay(transaction, play);
  if (!isHeardOver(play)) await setCurrentTrack(transaction, play.trackId);
  const { playId, kind, trackId, entryId, itemId, requestedBy } = play;
  const isRequest = entryId !== null;
  const item =
    itemId === null
      ? undefined
      : await takePlanItem(transaction, { itemId, trackId: isRequest ? null : trackId });
  const aired = item && {
    ...item,
    reason: isRequest ? requestReason(item.reason, requestedBy) : item.reason,
  };
  if (aired !== undefined) await explainPlay(transaction, { playId, reason: aired.reason });
  else if (itemId !== null && !isRequest)
    await explainPlay(transaction, { playId, reason: unknownReason });
  await recordSpot(transaction, { play, item: aired, listeners });
  const isFromRotation = kind === "library" && entryId === null && itemId === null;
  return [
    ...(await takeEntry(transaction, entryId)),
    { type: "play.started", isFromRotation, trackId, itemId },
  ];
}

/** Older events are history rather than news. */
const NEWS_MS = 60_000;

function isNews(atMs: number): boolean {
  return Date.now() - atMs < NEWS_MS;
}

type NewsEvent = Extract<
  OnAirEvent,
  { type: "live.began" | "live.left" | "live.absent" | "live.refused" | "track.dropped" }
>;

function withoutTime(event: NewsEvent): StationEvent {
  switch (event.type) {
    case "live.began":
      return { type: event.type, djName: event.djName };
    case "live.left":
      return { type: event.type, djName: event.djName, reason: event.reason };
    case "live.absent":
      return { type: event.type, showName: event.showName, ends: event.ends };
    case "live.refused": {
      const { type, username, address, reason } = event;
      return { type, username, address, reason };
    }
    case "track.dropped": {
      const { type, kind, title, artist, detail } = event;
      return { type, kind, title, artist, detail };
    }
    default:
      return event satisfies never;
  }
}

/**
 * The file is missing, perhaps with its whole folder, so its request waits until a scan finds it again. on-air accepts
 * each id only once, so the entry gets a new one.
 */
async function keepEntry(
  transaction: Connection,
  { entryId, missingPath }: { readonly entryId: string | null; readonly missingPath: string },
): Promise<readonly StationEvent[]> {
  await markFilesMissing(transaction, [missingPath]);
  if (entryId !== null) {
    await lockQueue(transaction);
    await renameEntry(transaction, { id: entryId, newId: randomUUID() });
  }
  return [{ type: "library.changed" }];
}

/** Removes an entry that has played or never will. */
async function takeEntry(
  transaction: Connection,
  entryId: string | null,
): Promise<readonly StationEvent[]> {
  if (entryId === null) return [];
  const places = await lockQueue(transaction);
  await forgetInSnapshots(transaction, entryId);
  if (!places.some((place) => place.id === entryId)) return [];
  await saveQueueOrder(transaction, {
    kept: places.map((place) => place.id).filter((id) => id !== entryId),
    removed: [entryId],
  });
  return [{ type: "queue.changed" }];
}
