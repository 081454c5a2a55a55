import * as z from "zod";
import { ledgerCommands } from "./audience.ts";
import { MAX_DJ_KEYS, djKeySchema } from "./djs.ts";
import { hlsStorageSchema, icecastOutputSchema, MAX_ICECAST_OUTPUTS } from "./outputs.ts";
import { slotRulesSchema } from "./live-slots.ts";
import { planItemSchema, playableTrackSchema, queueEntrySchema } from "./programme.ts";
import { onAirSettingsSchema } from "./settings.ts";

/** Maximum entries of the queue, and tracks of the rotation, sent to on-air at once. */
export const MAX_QUEUE_ENTRIES = 50;
export const MAX_ROTATION_TRACKS = 1000;
/** Maximum items of the plan: twelve hours of 22 s tracks. */
export const MAX_PLAN_ITEMS = 2000;

/** The server's commands. All are idempotent. */
export const commands = {
  /** The head of the queue, soonest first. Entries that have already started are ignored. */
  setQueue: {
    input: z.object({ entries: z.array(queueEntrySchema).max(MAX_QUEUE_ENTRIES) }),
    output: z.null(),
  },
  setRotation: {
    input: z.object({ tracks: z.array(playableTrackSchema).max(MAX_ROTATION_TRACKS) }),
    output: z.null(),
  },
  /** The plan for the coming hours, soonest first. Items that have already started are ignored. */
  setPlan: {
    input: z.object({ items: z.array(planItemSchema).max(MAX_PLAN_ITEMS) }),
    output: z.null(),
  },
  setSettings: { input: onAirSettingsSchema, output: z.null() },
  /** Only the settings that people control live, for when they can't wait until the others are read. */
  drive: { input: onAirSettingsSchema.pick({ isPlaying: true, volume: true }), output: z.null() },
  skip: {
    input: z.object({
      fadeMs: z.int().min(0).max(10_000),
      /** What to skip, so that a repeat skips nothing else; without it, whatever is on air. */
      playId: z.uuid().optional(),
    }),
    output: z.object({ skipped: z.boolean() }),
  },
  /**
   * Fades the programme to silence, where it stays until a fade-in, Play, or the next track. `faded` is false while no
   * engine runs.
   */
  fade: {
    input: z.object({
      direction: z.enum(["in", "out"]),
      fadeMs: z.int().min(0).max(10_000),
    }),
    output: z.object({ faded: z.boolean() }),
  },
  restart: { input: z.object({}), output: z.object({ restarted: z.boolean() }) },
  /** Another engine takes over; the track goes on and listeners stay. `restarted` is false while none runs. */
  restartEngine: { input: z.object({}), output: z.object({ restarted: z.boolean() }) },
  /** The complete list of Icecast outputs; on-air keeps it for when no server runs. */
  setOutputs: {
    input: z.object({ outputs: z.array(icecastOutputSchema).max(MAX_ICECAST_OUTPUTS) }),
    output: z.null(),
  },
  /** A real handshake, within ten seconds; `problem` says what is wrong; null if nothing. */
  testOutput: {
    input: icecastOutputSchema.omit({ outputId: true }),
    output: z.object({ problem: z.string().nullable() }),
  },
  /** Where HLS is copied to; null: nowhere. on-air keeps it for when no server runs. */
  setHlsStorage: {
    input: z.object({ storage: hlsStorageSchema.nullable() }),
    output: z.null(),
  },
  /** Whether to send `levels`. Sending stops once the last server has disconnected. */
  setLevels: { input: z.object({ isOn: z.boolean() }), output: z.null() },
  /** Every DJ who may broadcast; a DJ on air who is no longer listed is disconnected. */
  setDjKeys: {
    input: z.object({ keys: z.array(djKeySchema).max(MAX_DJ_KEYS) }),
    output: z.null(),
  },
  /** When which stream keys work, and who then goes on air; on-air keeps it for when no server runs. */
  setLiveSlots: { input: slotRulesSchema, output: z.null() },
  /** Disconnects a DJ, and bans their account and address for five minutes. */
  kickLive: {
    input: z.object({ sessionId: z.uuid() }),
    output: z.object({ kicked: z.boolean() }),
  },
  /** Allows a quarantined track to be played again, until its file costs one more engine. */
  giveAnotherTry: { input: z.object({ trackId: z.uuid() }), output: z.null() },
  /** Programme position at which that listener connection started; null if unknown. */
  session: {
    input: z.object({ cid: z.uuid() }),
    output: z.object({ startMs: z.number() }).nullable(),
  },
  /** The server has stored everything up to and including this event. */
  acknowledge: { input: z.object({ number: z.int() }), output: z.null() },
  ...ledgerCommands,
} as const;
export type Commands = typeof commands;
export type CommandName = keyof Commands;
export const commandNames = [
  "setQueue",
  "setRotation",
  "setPlan",
  "setSettings",
  "drive",
  "skip",
  "fade",
  "restart",
  "restartEngine",
  "setOutputs",
  "testOutput",
  "setHlsStorage",
  "setLevels",
  "setDjKeys",
  "setLiveSlots",
  "kickLive",
  "giveAnotherTry",
  "session",
  "acknowledge",
  "takeSessions",
  "listeningNow",
  "disconnectListener",
] as const satisfies readonly CommandName[];
