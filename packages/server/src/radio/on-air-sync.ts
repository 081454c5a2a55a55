import {
  MAX_DJ_KEYS,
  MAX_QUEUE_ENTRIES,
  MAX_ROTATION_TRACKS,
  type DjKey,
} from "@neonrelay/on-air/protocol";
import type { Logger } from "@neonrelay/process/log";
import { setTimeout as delay } from "node:timers/promises";
import { broadcasterRoles } from "../identity/rights-rules.ts";
import type { Database } from "../database/database.ts";
import { listOutputs } from "../outputs/output-store.ts";
import { toWantedStorage } from "../hls-storage/hls-storage-rules.ts";
import { findHlsStorage } from "../hls-storage/hls-storage-store.ts";
import { listQueueItems } from "../queue/queue-store.ts";
import { findSettings } from "../settings/settings-store.ts";
import { listStreamKeys, type StoredStreamKey } from "../accounts/stream-key-store.ts";
import { randomTracks } from "../library/track-store.ts";
import { toPlayable } from "../library/track-rules.ts";
import { toIcecastOutput } from "../outputs/output-rules.ts";
import type { OnAirLink } from "../on-air-link/on-air-link.ts";
import type { StationEvent, StationEvents } from "../events/station-events.ts";
import type { Schedule } from "../schedule/schedule.ts";
import type { RadioControl } from "./radio-control.ts";
import { toOnAirSettings } from "./to-on-air-settings.ts";

const topics = [
  "settings",
  "djs",
  "live-slots",
  "queue",
  "outputs",
  "hls-storage",
  "rotation",
] as const;
type Topic = (typeof topics)[number];

/** Delay before retrying a failed topic, doubled with each failure. */
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;
/** Scans add tracks one by one; for these, the rotation is sent at most this often. */
const ROTATION_PAUSE_MS = 2000;
/** on-air holds a random part of a large library, replaced after this many plays. */
const PLAYS_PER_ROTATION = 50;
const HOUR_MS = 60 * 60 * 1000;

/**
 * Keeps on-air's copy of settings, queue head and rotation in sync with the database. Changes in quick succession are
 * sent as one, and a topic that fails does not block the others.
 */
export class OnAirSync {
  readonly #database: Database;
  readonly #link: OnAirLink;
  readonly #control: RadioControl;
  readonly #log: Logger;
  readonly #closing = new AbortController();
  readonly #unsubscribe: () => void;
  readonly #due = new Set<Topic>();
  /** Consecutive failures of each topic, and the time of its next attempt. */
  readonly #failed = new Map<Topic, { readonly times: number; readonly retryAtMs: number }>();
  readonly #schedule: Pick<Schedule, "slotRules">;
  readonly #hours: NodeJS.Timeout;
  readonly #isTrial: boolean;
  readonly #rotationPauseMs: number;
  #rotationSentAtMs = -Infinity;
  #playsSinceRotation = 0;
  #isRunning = false;
  #running: Promise<void> = Promise.resolve();
  #pause = new AbortController();

  constructor({
    database,
    link,
    control,
    schedule,
    events,
    isTrial,
    rotationPauseMs = ROTATION_PAUSE_MS,
    log,
  }: {
    readonly database: Database;
    readonly link: OnAirLink;
    readonly control: RadioControl;
    readonly schedule: Pick<Schedule, "slotRules">;
    readonly events: StationEvents;
    /** on-air must not send to any other server. */
    readonly isTrial: boolean;
    /** Set by tests. */
    readonly rotationPauseMs?: number;
    readonly log: Logger;
  }) {
    this.#database = database;
    this.#link = link;
    this.#control = control;
    this.#schedule = schedule;
    this.#isTrial = isTrial;
    this.#rotationPauseMs = rotationPauseMs;
    this.#log = log;
    this.#unsubscribe = events.subscribe((event) => this.#handle(event));
    // on-air only holds the slots of one week.
    this.#hours = setInterval(() => this.#want("live-slots"), HOUR_MS).unref();
  }

  /** Sends everything: on-air is new, or was down. */
  #sendAll(): void {
    this.#rotationSentAtMs = -Infinity;
    this.#failed.clear();
    this.#want(...topics);
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    clearInterval(this.#hours);
    this.#closing.abort();
    await this.#running;
  }

  #handle(event: StationEvent): void {
    switch (event.type) {
      case "queue.changed":
        return this.#want("queue");
      case "radio.changed":
        return this.#want("settings");
      case "settings.changed":
        return this.#want("settings", "live-slots");
      case "djs.changed":
        return this.#want("djs");
      case "schedule.changed":
      case "show.changed":
        return this.#want("live-slots");
      case "outputs.changed":
        return this.#want("outputs");
      case "hls-storage.changed":
        return this.#want("hls-storage");
      case "library.changed":
        // A track taken out by an operator must not start any more.
        if (event.isFileRead !== true) this.#rotationSentAtMs = -Infinity;
        return this.#want("rotation", "queue");
      case "on-air.ready":
        return this.#sendAll();
      case "play.started":
        this.#playsSinceRotation += event.isFromRotation ? 1 : 0;
        if (this.#playsSinceRotation >= PLAYS_PER_ROTATION) this.#want("rotation");
        return;
      case "live.began":
      case "live.left":
      case "live.absent":
      case "live.refused":
      case "track.requested":
      case "play.hurried":
      case "play.ended":
      case "track.failed":
      case "plan-item.missed":
      case "track.dropped":
      case "on-air.changed":
      case "listener.attached":
      case "chat.said":
      case "chat.delivered":
      case "chat.status":
      case "chat.replied":
      case "chat.sanctioned":
      case "chat.sanction-lifted":
      case "irc.changed":
      case "chat.cleared":
      case "chat.changed":
      case "comments.changed":
      case "files.retried":
      case "demo.created":
      case "playlists.changed":
      case "plan.changed":
      case "irc.trouble":
      case "security.noted":
      case "sessions.ended":
      case "tracks.merged":
      case "tracks.parted":
      case "account.changed":
      case "password.changed":
        return;
      default:
        return event satisfies never;
    }
  }

  #want(...wanted: readonly Topic[]): void {
    for (const topic of wanted) this.#due.add(topic);
    this.#pause.abort();
    if (this.#isRunning || this.#closing.signal.aborted || !this.#link.isUp) return;
    this.#isRunning = true;
    this.#running = this.#run();
  }

  async #run(): Promise<void> {
    try {
      while (!this.#closing.signal.aborted && this.#link.isUp && this.#due.size > 0) {
        const nowMs = performance.now();
        const topic = topics.find(
          (wanted) => this.#due.has(wanted) && this.#dueAtMs(wanted) <= nowMs,
        );
        if (topic === undefined) await this.#waitForDue(nowMs);
        else await this.#sendOrKeep(topic);
      }
    } finally {
      this.#isRunning = false;
    }
  }

  #dueAtMs(topic: Topic): number {
    const retryAtMs = this.#failed.get(topic)?.retryAtMs ?? -Infinity;
    const freeAtMs =
      topic === "rotation" ? this.#rotationSentAtMs + this.#rotationPauseMs : -Infinity;
    return Math.max(retryAtMs, freeAtMs);
  }

  /** Waits until a topic may be sent, or there is news. */
  async #waitForDue(nowMs: number): Promise<void> {
    const waitMs = Math.min(...[...this.#due].map((topic) => this.#dueAtMs(topic))) - nowMs;
    this.#pause = new AbortController();
    const signal = AbortSignal.any([this.#closing.signal, this.#pause.signal]);
    await delay(waitMs, undefined, { signal }).catch(() => {}); // closing, or news
  }

  async #sendOrKeep(topic: Topic): Promise<void> {
    this.#due.delete(topic);
    try {
      await this.#send(topic);
      this.#failed.delete(topic);
    } catch (error) {
      this.#due.add(topic);
      const times = (this.#failed.get(topic)?.times ?? 0) + 1;
      // Logged once: it keeps failing until something changes.
      if (this.#link.isUp && times === 1)
        this.#log.warn({ error, topic }, "could not send the settings to on-air; retrying");
      const retryMs = Math.min(FIRST_RETRY_MS * 2 ** (times - 1), LONGEST_RETRY_MS);
      this.#failed.set(topic, { times, retryAtMs: performance.now() + retryMs });
    }
  }

  async #send(topic: Topic): Promise<void> {
    const { connection } = this.#database;
    switch (topic) {
      case "settings": {
        const settings = await findSettings(connection);
        if (settings === null) throw new Error("the station has no settings");
        await this.#control.load();
        // Loaded again at the moment of sending: another call may have changed it in the meantime.
        await this.#link.run("setSettings", toOnAirSettings(settings, this.#control.current));
        return;
      }
      case "djs": {
        const wanted = { roles: broadcasterRoles, limit: MAX_DJ_KEYS };
        const keys = await listStreamKeys(connection, wanted);
        await this.#link.run("setDjKeys", { keys: keys.map(toDjKey) });
        return;
      }
      case "live-slots": {
        await this.#link.run("setLiveSlots", this.#schedule.slotRules(Date.now()));
        return;
      }
      case "queue": {
        const items = await listQueueItems(connection, {
          limit: MAX_QUEUE_ENTRIES,
          which: "playable",
        });
        const entries = items.map(({ id, requestedBy, isRequest, isByOperator, track }) => ({
          ...toPlayable(track),
          entryId: id,
          // Plays name who requested them; what an operator added is no request.
          requestedBy: isByOperator ? null : requestedBy,
          isRequest,
        }));
        await this.#link.run("setQueue", { entries });
        return;
      }
      case "outputs": {
        const stored = await listOutputs(connection);
        const outputs = stored
          .filter(({ isEnabled }) => isEnabled && !this.#isTrial)
          .map(toIcecastOutput);
        await this.#link.run("setOutputs", { outputs });
        return;
      }
      case "hls-storage": {
        const storage = toWantedStorage(await findHlsStorage(connection));
        await this.#link.run("setHlsStorage", { storage: this.#isTrial ? null : storage });
        return;
      }
      case "rotation": {
        this.#rotationSentAtMs = performance.now();
        const tracks = await randomTracks(connection, MAX_ROTATION_TRACKS);
        await this.#link.run("setRotation", { tracks: tracks.map(toPlayable) });
        this.#playsSinceRotation = 0;
        return;
      }
      default:
        return topic satisfies never;
    }
  }
}

function toDjKey({ accountId, username, name, keyHash }: StoredStreamKey): DjKey {
  return { userId: accountId, username, djName: name ?? username, keyHash };
}
