import * as z from "zod/mini";
import { apiErrorSchema } from "./errors.ts";
import { queueSchema } from "./queue.ts";
import {
  nowPlayingSchema,
  radioStateChangeSchema,
  radioStateSchema,
  streamInfoSchema,
} from "./radio.ts";

/** Server to browser on /ws. State messages carry the whole value; on connect one of each is sent. */
export const liveMessageSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("radio_state"), data: radioStateSchema }),
  z.object({ type: z.literal("queue_update"), data: queueSchema }),
  z.object({ type: z.literal("now_playing"), data: nowPlayingSchema }),
  z.object({ type: z.literal("stream_info"), data: streamInfoSchema }),
  /** Only to the socket that sent `listen` with this cid. */
  z.object({
    type: z.literal("stream_attached"),
    data: z.object({ cid: z.uuid(), startMs: z.number() }),
  }),
  z.object({ type: z.literal("error"), data: apiErrorSchema }),
  z.object({ type: z.literal("pong"), data: z.object({ serverNowMs: z.number() }) }),
]);
export type LiveMessage = z.infer<typeof liveMessageSchema>;
export type LiveMessageType = LiveMessage["type"];
export type LiveData<Type extends LiveMessageType> = Extract<LiveMessage, { type: Type }>["data"];

/** Messages that are a value of the station: a slow socket keeps only the newest of each. */
export const liveStateTypes = [
  "radio_state",
  "queue_update",
  "now_playing",
  "stream_info",
] as const;

/** Browser to server on /ws. */
export const liveCommandSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("radio_state"), data: radioStateChangeSchema }),
  // These four repeat an HTTP call already made; the server announces its changes itself, so they change nothing.
  z.object({ type: z.literal("queue_update"), data: z.array(z.looseObject({})) }),
  z.object({
    type: z.literal("branding_update"),
    data: z.looseObject({ branding: z.optional(z.looseObject({})) }),
  }),
  z.object({
    type: z.literal("track_uploaded"),
    data: z.looseObject({ track: z.looseObject({}), uploader: z.optional(z.string()) }),
  }),
  z.object({
    type: z.literal("external_stream_added"),
    data: z.looseObject({ stream: z.looseObject({}), uploader: z.optional(z.string()) }),
  }),
  z.object({ type: z.literal("listen"), data: z.object({ cid: z.uuid() }) }),
  z.object({ type: z.literal("ping"), data: z.optional(z.unknown()) }),
]);
export type LiveCommand = z.infer<typeof liveCommandSchema>;

/** Largest frame taken from a browser, in bytes. */
export const MAX_LIVE_COMMAND_BYTES = 4096;
