import { QueryClientProvider } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createQueryClient } from "./api/query-client.ts";
import {
  NotificationContext,
  NotificationStore,
} from "./features/notifications/notification-store.ts";
import { StationSocket } from "./socket/station-socket.ts";
import { SocketContext } from "./socket/socket-context.ts";
import { ToastContext, ToastStore } from "./ui/toast-store.ts";

/**
 * Renders a component in a page whose socket is not open yet.
 * @param know puts the station's answers into the cache
 */
export function markupInPage(node: ReactNode, know: (queryClient: QueryClient) => void): string {
  const queryClient = createQueryClient();
  know(queryClient);
  const socket = new StationSocket({
    urls: () => ["ws://station/ws"],
    onOpen: () => {},
    onReopen: () => {},
    onMessage: () => {},
    onServerClock: () => {},
  });
  const notifications = new NotificationStore({
    id: "0b6e1a52-9e3d-4c54-8a77-3a5c9d1e2f10",
    type: "system",
    title: "Station Online",
    message: "",
    timestamp: "2030-01-31T20:15:00.000Z",
    read: true,
    priority: "low",
  });
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <SocketContext value={socket}>
        <ToastContext value={new ToastStore()}>
          <NotificationContext value={notifications}>{node}</NotificationContext>
        </ToastContext>
      </SocketContext>
    </QueryClientProvider>,
  );
}

/** The text of the markup, without tags. */
export function wordsOf(markup: string): string {
  return markup
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The markup's buttons by name, `closed` if disabled. */
export function buttonsOf(markup: string): Readonly<Record<string, "open" | "closed">> {
  const buttons = markup.matchAll(/<button(?<attributes>[^>]*)>(?<content>.*?)<\/button>/gs);
  return Object.fromEntries(
    [...buttons].map(({ groups = {} }) => {
      const { attributes = "", content = "" } = groups;
      const name = /aria-label="([^"]*)"/.exec(attributes)?.[1] ?? wordsOf(content);
      return [name, /\sdisabled=""/.test(attributes) ? "closed" : "open"];
    }),
  );
}
