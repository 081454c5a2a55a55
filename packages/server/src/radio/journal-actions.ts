import type { AiredPlay, OnAirEvent } from "@neonrelay/on-air/protocol";
import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { Connection, Database } from "../database/database.ts";
import { insertSystemLogs } from "../logs/log-store.ts";
import { endPlay, insertPlay, movePlay } from "../history/play-store.ts";
import { findJournalPosition, saveJournalPosition, setCurrentTrack } from "./on-air-store.ts";
import type { JournalPosition } from "../on-air-link/on-air-journal.ts";
import { isHeardOver } from "./radio-rules.ts";
import { forgetInSnapshots } from "../queue/queue-snapshot-store.ts";
import { lockQueue, saveQueueOrder } from "../queue/queue-store.ts";
import { renameEntry } from "../requests/request-store.ts";
import { requestReason, unknownReason } from "../programme/plan-entry.ts";
import { explainPlay, takePlanItem } from "../programme/plan-item-store.ts";
import { recordSpot } from "../spots/note-spot.ts";
import { findTrack, markFilesMissing } from "../library/track-store.ts";
import type { OnAirJournal } from "../on-air-link/on-air-journal.ts";
import type { StationEvent, StationEvents } from "../events/station-events.ts";

/** Keeps what on-air reports in the database. */
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
 * Stores what on-air reports, with its place in the journal in the same transaction, so that an event told
 * twice is stored once.
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
    /** As on-air says now; null: not known. */
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
 * Passes over an event that can't be stored. The entry that it used up is gone nevertheless.
 * @param event null: it can't be read
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

/** The entry of the queue that an event uses up; null: none. */
function entryIdOf(event: OnAirEvent): string | null {
  if (event.type === "play.started") return event.play.entryId;
  return event.type === "track.failed" ? event.entryId : null;
}

/** How long a disk may take to say whether a file is there, in ms; a folder that hangs counts as away. */
const LOOK_LIMIT_MS = 2000;

/** The path of a track whose file is not there now; null when it is, or there is none, or the track is unknown. */
async function findMissingPath(database: Database, trackId: string): Promise<string | null> {
  const track = await findTrack(database.connection, trackId);
  if (track === null || track.kind === "stream") return null;
  const looked = stat(track.path).then(
    () => true,
    () => false, // whatever keeps us from seeing it keeps the next scan from it too
  );
  const isThere = await Promise.race([looked, delay(LOOK_LIMIT_MS, false, { ref: false })]);
  return isThere ? null : track.path;
}

/** @param missingPath of a failed track whose file is away */
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

/** What was missed for long is history, and no news. */
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
 * The file is away, perhaps with its whole folder: its request waits until a scan finds the file again. On-air
 * takes no id twice, so the entry gets another.
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

/** The entry is used up: it has played or never will. */
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
