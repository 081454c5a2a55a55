import * as z from "zod/mini";
import { chatMessageSchema, chatStatusSchema, sanctionKinds } from "./chat.ts";
import { commentsSchema } from "./comments.ts";
import { errorCodes } from "./errors.ts";
import { ircStatusSchema, ircUsersSchema } from "./irc.ts";
import { queueSchema } from "./queue.ts";
import { nowPlayingSchema, radioStateSchema, streamInfoSchema } from "./radio.ts";
import { brandingSchema } from "./branding.ts";
import { stationPolicySchema } from "./station-policy.ts";

/** Notifies a browser of an event; each browser keeps its own list. */
const notificationSchema = z.object({
  id: z.uuid(),
  type: z.enum(["song_request", "new_listener", "chat_message", "system", "admin"]),
  title: z.string(),
  /** For a chat message, its first 50 characters in whole words, with an ellipsis if there are more. */
  message: z.string(),
  timestamp: z.iso.datetime(),
  read: z.boolean(),
  priority: z.enum(["high", "medium", "low"]),
});
export type Notification = z.infer<typeof notificationSchema>;

/** Why a command was refused: an ApiError whose sentence is named `message`. */
const socketErrorSchema = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  field: z.optional(z.string()),
  retryAt: z.optional(z.iso.datetime()),
  /** With `name_taken`: up to three similar free names, most similar first. */
  freeNames: z.optional(z.array(z.string())),
});
export type SocketError = z.infer<typeof socketErrorSchema>;

/** Server to browser on /ws, as text. State messages carry the complete value; one of each is sent on connect. */
export const socketMessageSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("radio_state"), data: radioStateSchema }),
  z.object({ type: z.literal("queue_update"), data: queueSchema }),
  z.object({ type: z.literal("now_playing"), data: nowPlayingSchema }),
  z.object({ type: z.literal("stream_info"), data: streamInfoSchema }),
  z.object({ type: z.literal("comments"), data: commentsSchema }),
  z.object({ type: z.literal("branding_update"), data: z.object({ branding: brandingSchema }) }),
  z.object({ type: z.literal("station_policy"), data: stationPolicySchema }),
  z.object({ type: z.literal("irc_status"), data: ircStatusSchema }),
  z.object({ type: z.literal("irc_users"), data: ircUsersSchema }),
  /** The complete list on connect and after messages were dropped or removed; otherwise one message. */
  z.object({
    type: z.literal("chat_message"),
    data: z.union([z.array(chatMessageSchema), chatMessageSchema]),
  }),
  z.object({ type: z.literal("chat_cleared"), data: z.object({}) }),
  /** The outcome of sending a message to IRC. */
  z.object({
    type: z.literal("chat_delivery"),
    data: z.object({
      id: z.uuid(),
      notDelivered: z.nullable(z.string()),
      /** Queued: the network limits the rate of lines. */
      isWaiting: z.boolean(),
    }),
  }),
  /** The newest lines on connect and after messages were dropped, oldest first; otherwise one line. */
  z.object({
    type: z.literal("chat_status"),
    data: z.union([z.array(chatStatusSchema), chatStatusSchema]),
  }),
  /** A bot reply for this browser only. */
  z.object({
    type: z.literal("chat_reply"),
    data: z.object({ username: z.string(), message: z.string(), timestamp: z.iso.datetime() }),
  }),
  /** Answers `chat_join`: the name is now this visitor's. */
  z.object({ type: z.literal("chat_joined"), data: z.object({ username: z.string() }) }),
  /** This browser's chatter was muted, kicked or banned; `until` null: until lifted. */
  z.object({
    type: z.literal("chat_sanctioned"),
    data: z.object({
      kind: z.enum(["kick", ...sanctionKinds]),
      message: z.string(),
      until: z.nullable(z.iso.datetime()),
    }),
  }),
  z.object({
    type: z.literal("track_request"),
    data: z.object({
      username: z.string(),
      track: z.string(),
      artist: z.string(),
      query: z.string(),
    }),
  }),
  z.object({ type: z.literal("notification"), data: notificationSchema }),
  /** The plan or a playlist changed; reload them. */
  z.object({ type: z.literal("programme_changed"), data: z.object({}) }),
  /** A clock, a show or the schedule changed, or another show is on; reload them. */
  z.object({ type: z.literal("schedule_changed"), data: z.object({}) }),
  /** Sent only to the socket that sent `listen` with this cid. */
  z.object({
    type: z.literal("stream_attached"),
    data: z.object({ cid: z.uuid(), startMs: z.number() }),
  }),
  z.object({ type: z.literal("error"), data: socketErrorSchema }),
  z.object({ type: z.literal("pong"), data: z.object({ serverNowMs: z.number() }) }),
]);
export type SocketMessage = z.infer<typeof socketMessageSchema>;
export type SocketMessageType = SocketMessage["type"];
export type SocketData<Type extends SocketMessageType> = Extract<
  SocketMessage,
  { type: Type }
>["data"];
