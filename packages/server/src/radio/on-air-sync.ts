import {
  MAX_QUEUE_ENTRIES,
  MAX_ROTATION_TRACKS,
  type OnAirSettings,
} from "@neonrelay/on-air/protocol";
import type { Logger } from "@neonrelay/process/log";
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import { findRadioState } from "../database/on-air-store.ts";
import { listQueueItems } from "../database/queue-store.ts";
import { findSettings } from "../database/settings-store.ts";
import { randomTracks } from "../database/track-store.ts";
import { toPlayable } from "../library/track-rules.ts";
import type { OnAirLink } from "../on-air-link.ts";
import type { StationEvent, StationEvents } from "../station-events.ts";

const topics = ["settings", "queue", "rotation"] as const;
type Topic = (typeof topics)[number];

const RETRY_MS = 1000;
/** A scan adds tracks one by one; the rotation is sent at most this often. */
const ROTATION_PAUSE_MS = 2000;
/** On-air has a random part of a large library; so often it gets another one. */
const PLAYS_PER_ROTATION = 50;

/** Keeps on-air's copy of settings, queue head and rotation like the database. Changes that come close together are sent as one. */
export class OnAirSync {
  readonly #database: Database;
  readonly #link: OnAirLink;
  readonly #log: Logger;
  readonly #closing = new AbortController();
  readonly #unsubscribe: () => void;
  readonly #due = new Set<Topic>();
  #rotationSentAtMs = -Infinity;
  #playsSinceRotation = 0;
  #running: Promise<void> | null = null;

  constructor({
    database,
    link,
    events,
    log,
  }: {
    readonly database: Database;
    readonly link: OnAirLink;
    readonly events: StationEvents;
    readonly log: Logger;
  }) {
    this.#database = database;
    this.#link = link;
    this.#log = log;
    this.#unsubscribe = events.subscribe((event) => this.#note(event));
  }

  /** Sends everything: on-air is new, or was away. */
  sendAll(): void {
    this.#rotationSentAtMs = -Infinity;
    this.#want(...topics);
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    this.#closing.abort();
    await this.#running;
  }

  #note(event: StationEvent): void {
    switch (event.type) {
      case "queue.changed":
        return this.#want("queue");
      case "radio.changed":
        return this.#want("settings");
      case "library.changed":
        return this.#want("rotation", "queue");
      case "play.started":
        this.#playsSinceRotation += event.isFromRotation ? 1 : 0;
        if (this.#playsSinceRotation >= PLAYS_PER_ROTATION) this.#want("rotation");
        return;
      case "play.ended":
      case "track.failed":
      case "on-air.changed":
      case "listener.attached":
        return;
      default:
        return event satisfies never;
    }
  }

  #want(...wanted: readonly Topic[]): void {
    for (const topic of wanted) this.#due.add(topic);
    this.#running ??= this.#run().finally(() => (this.#running = null));
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted && this.#link.isUp) {
      const topic = topics.find((candidate) => this.#due.has(candidate));
      if (topic === undefined) return;
      const waitMs = topic === "rotation" ? this.#rotationWaitMs() : 0;
      if (waitMs > 0) {
        await delay(Math.min(waitMs, 100), undefined, { signal }).catch(() => {}); // closing
        continue;
      }
      this.#due.delete(topic);
      try {
        await this.#send(topic);
      } catch (error) {
        this.#due.add(topic);
        if (this.#link.isUp) this.#log.warn({ error, topic }, "on-air could not be told");
        await delay(RETRY_MS, undefined, { signal }).catch(() => {}); // closing
      }
    }
  }

  #rotationWaitMs(): number {
    return this.#rotationSentAtMs + ROTATION_PAUSE_MS - performance.now();
  }

  async #send(topic: Topic): Promise<void> {
    const { connection } = this.#database;
    switch (topic) {
      case "settings":
        await this.#link.run("setSettings", await loadOnAirSettings(this.#database));
        return;
      case "queue": {
        const items = await listQueueItems(connection, { limit: MAX_QUEUE_ENTRIES });
        const entries = items
          .filter(({ track }) => track.missingSince === null)
          .map(({ id, requestedBy, track }) => ({
            ...toPlayable(track),
            entryId: id,
            requestedBy,
          }));
        await this.#link.run("setQueue", { entries });
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

async function loadOnAirSettings({ connection }: Database): Promise<OnAirSettings> {
  const settings = await findSettings(connection);
  if (settings === null) throw new Error("the station has no settings");
  const { isPlaying, volume } = await findRadioState(connection);
  return {
    isPlaying,
    volume,
    bitrateKbps: settings.bitrateKbps,
    maxListeners: settings.maxListeners,
    stationName: settings.stationName,
    description: settings.tagline,
    genre: settings.genre,
    websiteUrl: settings.website,
  };
}
