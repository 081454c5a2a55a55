import { testPolicy } from "@neonrelay/contract/test-settings";
import type {
  ChatMessage,
  IrcStatus,
  SocketMessage,
  Notification,
  Session,
} from "@neonrelay/contract/callers";
import { defaultBranding } from "@neonrelay/contract/callers";
import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { sessionQuery } from "../features/accounts/session-data.ts";
import { brandingQuery } from "../features/branding/branding-data.ts";
import { chatQuery } from "../features/chat/chat-query.ts";
import { commentsQuery } from "../features/comments/comments-query.ts";
import { ircStatusQuery } from "../features/irc/irc-status-data.ts";
import { requestFact } from "../features/queue/queue-query.ts";
import { GATHER_NEWS_MS, ToastStore } from "../ui/toast-store.ts";
import { takeMessage } from "./take-message.ts";
import type { MessageTakers } from "./take-message.ts";

const notification: Notification = {
  id: "5c2b7e90-1d3f-4a6b-9c8d-7e6f5a4b3c2d",
  type: "system",
  title: "Playout Lost",
  message: "The panel can't reach the playout",
  timestamp: "2030-01-31T20:15:00.000Z",
  read: false,
  priority: "high",
};
const guest: Session = {
  kind: "guest",
  rights: ["request", "queue_control"],
  policy: testPolicy(),
};

const ircAway: IrcStatus = {
  connected: false,
  server: "irc.example.org",
  channels: [],
  userCount: 0,
  lastActivity: null,
  reason: null,
};

function take(
  messages: readonly Exclude<SocketMessage, { type: "pong" }>[],
  { isJoining = false }: { readonly isJoining?: boolean } = {},
) {
  const queryClient = new QueryClient();
  queryClient.setQueryData(sessionQuery.queryKey, guest);
  const told: string[] = [];
  const takers = takersOf(queryClient, { told, isJoining });
  for (const message of messages) takeMessage(message, takers);
  return { queryClient, told };
}

/** @param isJoining the name form is waiting for an answer */
function takersOf(
  queryClient: QueryClient,
  { told, isJoining }: { readonly told: string[]; readonly isJoining: boolean },
): MessageTakers {
  return {
    queryClient,
    player: { attached: (cid, startMs) => told.push(`attached ${cid} ${startMs}`) },
    toasts: {
      announce: ({ title, text, durationMs }) => told.push(`${title}/${text} ${durationMs} ms`),
      show: ({ title, text, durationMs }) => told.push(`shown ${title}/${text} ${durationMs} ms`),
    },
    notifications: { add: ({ title, priority }) => told.push(`listed ${title} (${priority})`) },
    chat: {
      recordSaid: ({ id }) => told.push(`said ${id}`),
      recordStatus: (data) => told.push(`status ${Array.isArray(data) ? data.length : data.kind}`),
      recordReply: (reply) => told.push(`reply ${reply.message}`),
      recordUsers: ({ total }) => told.push(`${total} users`),
      cleared: () => told.push("cleared"),
      sanctioned: ({ kind }) => told.push(`sanctioned: ${kind}`),
      joined: (name) => told.push(`joined as ${name}`) > 0 && isJoining,
      nameRefused: ({ reason, freeNames }) =>
        told.push(`refused: ${reason}, free: ${freeNames.join(" ")}`) > 0 && isJoining,
    },
  };
}

test("a high-priority notification is listed and raises a toast of 5 s; a lower one is only listed", () => {
  const { told } = take([
    { type: "notification", data: notification },
    { type: "notification", data: { ...notification, title: "DJ On Air", priority: "medium" } },
  ]);

  expect(told).toEqual([
    "listed Playout Lost (high)",
    "Playout Lost/The panel can't reach the playout 5000 ms",
    "listed DJ On Air (medium)",
  ]);
});

test("the bot leaving or returning is listed with low priority, its first state is not", () => {
  const inChannel: IrcStatus = {
    connected: true,
    server: "irc.example.org",
    channels: ["#neonrelay"],
    userCount: 2,
    lastActivity: null,
    reason: null,
  };
  const away = { ...inChannel, connected: false, reason: "Ping timeout" };

  const { told, queryClient } = take(
    [inChannel, { ...inChannel, userCount: 3 }, away, inChannel].map((data) => ({
      type: "irc_status",
      data,
    })),
  );

  expect(told).toEqual(["listed IRC Disconnected (low)", "listed IRC Connected (low)"]);
  expect(queryClient.getQueryData(ircStatusQuery.queryKey)).toEqual(inChannel);
});

test("a request raises one toast for 5 s and is listed once", () => {
  const { told } = take([
    {
      type: "track_request",
      data: { username: "mira", track: "Midnight", artist: "Relay", query: "" },
    },
    {
      type: "notification",
      data: { ...notification, type: "song_request", title: "New Song Request" },
    },
  ]);

  expect(told).toEqual([
    'New Song Request/mira requested "Midnight" by Relay 5000 ms',
    "listed New Song Request (high)",
  ]);
});

test("a granted chat request raises one toast, and the visitor's own request only its answer", () => {
  vi.useFakeTimers();
  const toasts = new ToastStore();
  const shown: string[] = [];
  toasts.subscribe(() => toasts.toast !== undefined && shown.push(toasts.toast.title));
  const takers = { ...takersOf(new QueryClient(), { told: [], isJoining: false }), toasts };
  const request = { username: "mira", track: "Midnight", artist: "Relay", query: "midnight" };
  const news: Notification = { ...notification, type: "chat_message", title: "New message" };

  takeMessage({ type: "notification", data: news }, takers);
  vi.advanceTimersByTime(2000); // a busy bot takes its time
  takeMessage({ type: "track_request", data: request }, takers);
  vi.advanceTimersByTime(20_000);
  takeMessage({ type: "track_request", data: request }, takers);
  toasts.show({
    tone: "success",
    title: "Added to Queue",
    durationMs: 5000,
    fact: requestFact({ title: "Midnight", artist: "Relay" }),
  });
  vi.advanceTimersByTime(20_000);
  vi.useRealTimers();

  expect(shown).toEqual(["New Song Request", "Added to Queue"]);
});

test("the toast of the granted request replaces that of the chat request", () => {
  vi.useFakeTimers();
  const toasts = new ToastStore();
  const takers = { ...takersOf(new QueryClient(), { told: [], isJoining: false }), toasts };
  const request = { username: "mira", track: "Midnight", artist: "Relay", query: "midnight" };
  const news: Notification = { ...notification, type: "chat_message", title: "New message" };
  const shown: (string | undefined)[] = [];

  takeMessage({ type: "notification", data: news }, takers);
  vi.advanceTimersByTime(3000); // until then it waits for the request
  shown.push(toasts.toast?.title);
  takeMessage({ type: "track_request", data: request }, takers);
  vi.advanceTimersByTime(GATHER_NEWS_MS);
  shown.push(toasts.toast?.title);
  vi.useRealTimers();

  expect(shown).toEqual(["New message", "New Song Request"]);
});

test("a refused command raises a toast, except for missing levels", () => {
  const { told } = take([
    { type: "error", data: { code: "not_allowed", message: "Your role may not do this" } },
    {
      type: "error",
      data: { code: "unavailable", message: "Too many browsers are showing the levels" },
    },
  ]);

  expect(told).toEqual(["Error/Your role may not do this 5000 ms"]);
});

test("branding, comments and policy replace what the page knew", () => {
  const branding = { ...defaultBranding, siteName: "Night Relay" };
  const policy = { ...guest.policy, maintenanceMode: true };

  const { queryClient } = take([
    { type: "branding_update", data: { branding } },
    { type: "comments", data: [] },
    { type: "station_policy", data: policy },
  ]);

  expect(queryClient.getQueryData(brandingQuery.queryKey)).toEqual(branding);
  expect(queryClient.getQueryData(commentsQuery.queryKey)).toEqual([]);
  expect(queryClient.getQueryData(sessionQuery.queryKey)?.policy).toEqual(policy);
});

const said: ChatMessage = {
  id: "0d9c1f6e-5b0a-4c57-9d0e-3a4f5b6c7d8e",
  username: "nightowl",
  message: "what a track!",
  timestamp: "2030-01-31T20:15:00.000Z",
  isBot: false,
  kind: "message",
  origin: "irc",
  runs: null,
  notDelivered: null,
};

test("a list of chat messages replaces the chat, a single one is added and announced once", () => {
  const first = { ...said, id: "1b9c1f6e-5b0a-4c57-9d0e-3a4f5b6c7d8e", message: "hello" };

  const { queryClient, told } = take([
    { type: "chat_message", data: [first] },
    { type: "chat_message", data: said },
    { type: "chat_message", data: said },
    { type: "chat_delivery", data: { id: said.id, notDelivered: "muted", isWaiting: false } },
  ]);

  expect(queryClient.getQueryData(chatQuery.queryKey)).toEqual([
    first,
    { ...said, notDelivered: "muted", isWaiting: false },
  ]);
  expect(told).toEqual([`said ${said.id}`]);
});

test("a chat that is cleared is empty", () => {
  const { queryClient, told } = take([
    { type: "chat_message", data: [said] },
    { type: "chat_cleared", data: {} },
  ]);

  expect(queryClient.getQueryData(chatQuery.queryKey)).toEqual([]);
  expect(told).toEqual(["cleared"]);
});

const taken: Extract<SocketMessage, { type: "error" }> = {
  type: "error",
  data: { code: "name_taken", message: "Taken", freeNames: ["owl_"] },
};

test("a taken name is refused only in the form while the form waits for an answer", () => {
  expect(take([taken], { isJoining: true }).told).toEqual(["refused: Taken, free: owl_"]);
});

test("a name lost while the visitor is on another page also raises a toast of 5 s", () => {
  expect(take([taken]).told).toEqual(["refused: Taken, free: owl_", "Error/Taken 5000 ms"]);
});

const joinedAsOwl = { type: "chat_joined", data: { username: "owl" } } as const;

test("'Username Set' appears when the station has granted the name, and not again after a reconnect", () => {
  const atNewSocket = take([joinedAsOwl]).told;

  const { told } = take([joinedAsOwl], { isJoining: true });

  expect(told).toEqual(["joined as owl", "shown Username Set/You can now chat as owl 5000 ms"]);
  expect(atNewSocket).toEqual(["joined as owl"]);
});

test("a name given while IRC is disconnected does not promise that chat works", () => {
  const { told } = take([{ type: "irc_status", data: ircAway }, joinedAsOwl], { isJoining: true });

  expect(told).toEqual([
    "joined as owl",
    "shown Username Set/You are owl. Messages cannot be sent while IRC is disconnected. 5000 ms",
  ]);
});

test("socket state survives a stale HTTP response", async () => {
  const { queryClient } = take([]);
  const answer = Promise.withResolvers<IrcStatus>();
  const asked = queryClient.prefetchQuery({ ...ircStatusQuery, queryFn: () => answer.promise });

  takeMessage(
    { type: "irc_status", data: { ...ircAway, connected: true } },
    takersOf(queryClient, { told: [], isJoining: false }),
  );
  answer.resolve(ircAway);
  await asked;

  expect(queryClient.getQueryData(ircStatusQuery.queryKey)?.connected).toBe(true);
  expect(queryClient.getQueryState(ircStatusQuery.queryKey)).toMatchObject({
    status: "success",
    fetchStatus: "idle",
  });
});
