import * as z from "zod/mini";
import { chatNameSchema } from "./chat-api.ts";
import { radioStateChangeSchema } from "./radio-api.ts";

/** Messages that carry a complete state: a slow socket gets only the newest of each. */
export const socketStateTypes = [
  "radio_state",
  "queue_update",
  "now_playing",
  "stream_info",
  "comments",
  "branding_update",
  "station_policy",
  "irc_status",
  "irc_users",
] as const;

/** Topics that need a subscription; `levels` are binary messages, see levels.ts. */
const topicSchema = z.object({ topic: z.enum(["levels"]) });

/** Browser to server on /ws. */
export const socketCommandSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("radio_state"), data: radioStateChangeSchema }),
  // These four echo an HTTP call the browser has already made. The server announces its changes itself, so they do
  // nothing.
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
  /**
   * Reserves a chat name for this visitor, until `chat_leave` or 30 s after their last socket closes. Answered with
   * `chat_joined`, an `error` with `name_taken`, or `chat_sanctioned`.
   */
  z.object({ type: z.literal("chat_join"), data: z.object({ username: chatNameSchema }) }),
  z.object({ type: z.literal("chat_leave"), data: z.optional(z.unknown()) }),
  z.object({ type: z.literal("listen"), data: z.object({ cid: z.uuid() }) }),
  z.object({ type: z.literal("subscribe"), data: topicSchema }),
  z.object({ type: z.literal("unsubscribe"), data: topicSchema }),
  z.object({ type: z.literal("ping"), data: z.optional(z.unknown()) }),
]);

export type SocketCommand = z.infer<typeof socketCommandSchema>;

/** Largest frame accepted from a browser, in bytes. */
export const MAX_SOCKET_COMMAND_BYTES = 4096;
