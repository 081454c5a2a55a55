import type { LiveMessage, Notification, Session } from "@neonrelay/contract";
import { defaultBranding } from "@neonrelay/contract";
import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { sessionQuery } from "../features/accounts/session-data.ts";
import { brandingQuery } from "../features/branding/branding-data.ts";
import { commentsQuery } from "../features/comments/comments-data.ts";
import { takeMessage } from "./take-message.ts";

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
  policy: {
    commentsEnabled: true,
    registrationEnabled: false,
    maintenanceMode: false,
    guestQueueActions: "full",
  },
};

function take(messages: readonly Exclude<LiveMessage, { type: "pong" }>[]) {
  const queryClient = new QueryClient();
  queryClient.setQueryData(sessionQuery.queryKey, guest);
  const told: string[] = [];
  for (const message of messages)
    takeMessage(message, {
      queryClient,
      player: { attached: (cid, startMs) => told.push(`attached ${cid} ${startMs}`) },
      toasts: {
        announce: ({ title, text, durationMs }) => told.push(`${title}/${text} ${durationMs} ms`),
      },
      notifications: { add: ({ title }) => told.push(`listed ${title}`) },
    });
  return { queryClient, told };
}

test("a notification of high priority is listed and raises a toast of 5 s, a lower one is listed", () => {
  const { told } = take([
    { type: "notification", data: notification },
    { type: "notification", data: { ...notification, title: "DJ On Air", priority: "medium" } },
  ]);

  expect(told).toEqual([
    "listed Playout Lost",
    "Playout Lost/The panel can't reach the playout 5000 ms",
    "listed DJ On Air",
  ]);
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
    "listed New Song Request",
  ]);
});

test("what the station refuses is said, but not that it has no levels to give", () => {
  const { told } = take([
    { type: "error", data: { code: "not_allowed", message: "Your role may not do this" } },
    { type: "error", data: { code: "unavailable", message: "Too many browsers show the levels" } },
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
