import { titleByArtist } from "@neonrelay/contract/callers";
import type {
  IrcStatus,
  SocketData,
  SocketMessage,
  Notification,
  StationPolicy,
} from "@neonrelay/contract/callers";
import { hashKey, type DataTag, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { refusalWords } from "../api/call-api.ts";
import { refresh } from "../api/query-client.ts";
import { randomUuid } from "../browser/random-uuid.ts";
import { sessionQuery } from "../features/accounts/session-data.ts";
import { brandingQuery } from "../features/branding/branding-data.ts";
import { addToChat, chatQuery, withDelivery } from "../features/chat/chat-query.ts";
import type { ChatStore } from "../features/chat/chat-store.ts";
import { commentsQuery } from "../features/comments/comments-query.ts";
import { ircStatusQuery } from "../features/irc/irc-status-data.ts";
import type { NotificationStore } from "../features/notifications/notification-store.ts";
import type { Player } from "../features/player/player.ts";
import {
  refreshPlan,
  refreshProgramme,
  refreshSchedule,
} from "../features/programme/programme-news.ts";
import { queueQuery, refreshExpectedPlays, requestFact } from "../features/queue/queue-query.ts";
import { nowPlayingQuery, radioStateQuery, streamInfoQuery } from "../features/radio/radio-data.ts";
import type { ToastStore } from "../ui/toast-store.ts";

const TOAST_MS = 5000;
/** A request in the chat; the toast of the granted request replaces it a moment later. */
const CHAT_REQUEST = "chat request";
const CHAT_REQUEST_WAIT_MS = 3000;

/** Receivers of socket messages. */
export interface MessageTakers {
  readonly queryClient: QueryClient;
  readonly player: Pick<Player, "attached">;
  readonly toasts: Pick<ToastStore, "announce" | "show">;
  readonly notifications: Pick<NotificationStore, "add">;
  readonly chat: Pick<
    ChatStore,
    | "recordSaid"
    | "recordStatus"
    | "recordReply"
    | "recordUsers"
    | "cleared"
    | "joined"
    | "sanctioned"
    | "nameRefused"
  >;
}

/** Passes a socket message to the parts of the page that show it. */
export function takeMessage(
  message: Exclude<SocketMessage, { type: "pong" }>,
  takers: MessageTakers,
): void {
  const { queryClient, player } = takers;
  switch (message.type) {
    case "radio_state":
      replace(queryClient, radioStateQuery.queryKey, message.data);
      return;
    case "queue_update":
      replace(queryClient, queueQuery.queryKey, message.data);
      refreshExpectedPlays(queryClient);
      refreshPlan(queryClient);
      return;
    case "now_playing":
      replace(queryClient, nowPlayingQuery.queryKey, message.data);
      return;
    case "stream_info":
      replace(queryClient, streamInfoQuery.queryKey, message.data);
      return;
    case "comments":
      replace(queryClient, commentsQuery.queryKey, message.data);
      return;
    case "branding_update":
      replace(queryClient, brandingQuery.queryKey, message.data.branding);
      return;
    case "station_policy":
      takePolicy(message.data, queryClient);
      return;
    case "irc_status":
      takeIrcStatus(message.data, takers);
      return;
    case "stream_attached":
      player.attached(message.data.cid, message.data.startMs);
      return;
    case "notification":
      takeNotification(message.data, takers);
      return;
    case "track_request":
      // The notification that follows counts in the bell.
      takers.toasts.announce({ ...requestToast(message.data), durationMs: TOAST_MS });
      return;
    case "programme_changed":
      refreshProgramme(queryClient);
      refreshExpectedPlays(queryClient);
      return;
    case "schedule_changed":
      refreshSchedule(queryClient);
      return;
    case "error":
      takeError(message.data, takers);
      return;
    case "chat_message":
    case "chat_cleared":
    case "chat_delivery":
    case "chat_status":
    case "chat_reply":
    case "chat_joined":
    case "chat_sanctioned":
    case "irc_users":
      takeChat(message, takers);
      return;
    default:
      message satisfies never;
  }
}

/** A state from the socket cancels a fetch in progress, whose response may be older. */
function replace<Value>(
  queryClient: QueryClient,
  queryKey: DataTag<QueryKey, Value, Error>,
  value: NoInfer<Value>,
): void {
  void queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData<Value>(queryKey, value);
}

function takeChat(
  message: Extract<SocketMessage, { type: `chat_${string}` | "irc_users" }>,
  takers: MessageTakers,
): void {
  const { queryClient, chat } = takers;
  switch (message.type) {
    case "chat_message":
      if (Array.isArray(message.data)) replace(queryClient, chatQuery.queryKey, message.data);
      else if (addToChat(queryClient, message.data)) chat.recordSaid(message.data);
      return;
    case "chat_cleared":
      replace(queryClient, chatQuery.queryKey, []);
      chat.cleared();
      return;
    case "chat_delivery": {
      const { data } = message;
      queryClient.setQueryData(chatQuery.queryKey, (list) => list && withDelivery(list, data));
      return;
    }
    case "chat_status":
      chat.recordStatus(message.data);
      return;
    case "chat_reply":
      chat.recordReply(message.data);
      return;
    case "chat_joined":
      takeJoined(message.data.username, takers);
      return;
    case "chat_sanctioned":
      chat.sanctioned(message.data);
      return;
    case "irc_users":
      chat.recordUsers(message.data);
      return;
    default:
      message satisfies never;
  }
}

/** Shown once, when the visitor has asked for the name. */
function takeJoined(name: string, { queryClient, chat, toasts }: MessageTakers): void {
  if (!chat.joined(name)) return;
  const isOnIrc = queryClient.getQueryData(ircStatusQuery.queryKey)?.connected !== false;
  toasts.show({
    tone: "success",
    title: "Username Set",
    text: isOnIrc
      ? `You can now chat as ${name}`
      : `You are ${name}. Messages cannot be sent while IRC is disconnected.`,
    durationMs: TOAST_MS,
  });
}

/** Adds a notification when the bot comes or goes, but not for its state when the page opens. */
function takeIrcStatus(
  status: IrcStatus,
  { queryClient, notifications }: Pick<MessageTakers, "queryClient" | "notifications">,
): void {
  const before = queryClient.getQueryData(ircStatusQuery.queryKey);
  replace(queryClient, ircStatusQuery.queryKey, status);
  if (before === undefined || before.connected === status.connected) return;
  notifications.add({
    id: randomUuid(),
    type: "system",
    title: status.connected ? "IRC Connected" : "IRC Disconnected",
    message: status.connected
      ? `The bot is in ${status.channels.join(", ")}`
      : (status.reason ?? "The bot has left the channel"),
    timestamp: new Date().toISOString(),
    read: false,
    priority: "low",
  });
}

/** The rights of guests follow from the policy, so the session is fetched again. */
function takePolicy(policy: StationPolicy, queryClient: QueryClient): void {
  const session = queryClient.getQueryData(sessionQuery.queryKey);
  if (session === undefined || hashKey([session.policy]) === hashKey([policy])) return;
  queryClient.setQueryData(sessionQuery.queryKey, { ...session, policy });
  refresh(queryClient, sessionQuery.queryKey);
}

/** A request already had its toast. */
function takeNotification(notification: Notification, takers: MessageTakers): void {
  takers.notifications.add(notification);
  if (notification.priority !== "high" || notification.type === "song_request") return;
  const isChat = notification.type === "chat_message";
  takers.toasts.announce({
    tone: isChat ? "success" : "error",
    title: notification.title,
    text: notification.message,
    durationMs: TOAST_MS,
    ...(isChat && { kind: CHAT_REQUEST, waitMs: CHAT_REQUEST_WAIT_MS }),
  });
}

function requestToast({ username, track, artist }: SocketData<"track_request">) {
  return {
    tone: "success",
    title: "New Song Request",
    text: `${username} requested ${titleByArtist({ title: `"${track}"`, artist })}`,
    fact: requestFact({ title: track, artist }),
    completes: CHAT_REQUEST,
  } as const;
}

/** The visualizer shows missing levels by staying idle. */
function takeError(
  { code, message, field, freeNames = [] }: SocketData<"error">,
  takers: MessageTakers,
): void {
  console.warn("the station refused a socket command", code, message);
  if (code === "unavailable") return;
  // The form shows it where the name was typed.
  if (code === "name_taken" && takers.chat.nameRefused({ reason: message, freeNames })) return;
  const text = refusalWords({ error: message, field });
  takers.toasts.announce({ tone: "error", title: "Error", text, durationMs: TOAST_MS });
}
