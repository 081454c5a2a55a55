import type { QueryClient } from "@tanstack/react-query";
import { sessionQuery } from "../features/accounts/session-data.ts";
import { brandingQuery } from "../features/branding/branding-data.ts";
import { chatView } from "../features/chat/lazy-chat-view.ts";
import { loadChatName } from "../features/chat/chat-name.ts";
import { ircStatusQuery } from "../features/irc/irc-status-data.ts";
import { queueQuery } from "../features/queue/queue-query.ts";
import { nowPlayingQuery, radioStateQuery, streamInfoQuery } from "../features/radio/radio-data.ts";
import { gatedParts, pageFiles } from "./page-files.ts";

/** After this time the page renders without them, in ms. */
const PATIENCE_MS = 100;

/**
 * Waits for the data that index.html and the early script request while the scripts load, so that the page
 * at `path` is rendered only once. The wait is short, and failures don't matter here: the component fetches again.
 */
export async function firstAnswers(queryClient: QueryClient, path: string): Promise<void> {
  const answers = Promise.all([
    queryClient.prefetchQuery(nowPlayingQuery),
    queryClient.prefetchQuery(sessionQuery),
    queryClient.prefetchQuery(brandingQuery),
    queryClient.prefetchQuery(radioStateQuery),
    queryClient.prefetchQuery(ircStatusQuery),
    queryClient.prefetchQuery(streamInfoQuery),
    path === "/playlist" && queryClient.prefetchQuery(queueQuery),
    loadBehindGate(queryClient, path),
    // If one fails, the component that shows it retries and reports the error.
    pageFiles[path]?.load().catch(() => undefined),
    path === "/" && loadChatName() !== undefined && chatView.load().catch(() => undefined),
  ]);
  await Promise.race([answers, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

/** Loads what the page's gate hides from users without a right: its file, and the first data of the settings. */
async function loadBehindGate(queryClient: QueryClient, path: string): Promise<void> {
  const part = gatedParts[path];
  if (part === undefined) return;
  await queryClient.prefetchQuery(sessionQuery);
  const session = queryClient.getQueryData(sessionQuery.queryKey);
  if (session?.rights.includes(part.right) !== true) return;
  await Promise.all([
    part.load().catch(() => undefined),
    path === "/settings" && loadSettings(queryClient).catch(() => undefined),
  ]);
}

/** Their schema is large, and no other page needs it. */
async function loadSettings(queryClient: QueryClient): Promise<void> {
  const { stationSettingsQuery } = await import("../features/settings/station-settings-query.ts");
  await queryClient.prefetchQuery(stationSettingsQuery);
}
