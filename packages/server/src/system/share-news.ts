import type { NewsSubject, NodeNews } from "../database/node-news.ts";
import type { StationEvent, StationEvents } from "../events/station-events.ts";
import type { Schedule } from "../schedule/schedule.ts";
import type { Settings } from "../settings/settings.ts";

/**
 * Notifies other nodes of this one's changes, and re-reads what they have changed.
 * @returns a function that stops it
 */
export function shareNews({
  news,
  events,
  settings,
  schedule,
}: {
  readonly news: Pick<NodeNews, "notify" | "deliver">;
  readonly events: StationEvents;
  readonly settings: Pick<Settings, "readAgain">;
  readonly schedule: Pick<Schedule, "reload">;
}): () => void {
  const unsubscribe = events.subscribe((event) => {
    const subject = subjectOf(event);
    if (subject !== null) news.notify(subject);
  });
  news.deliver((subject) => {
    switch (subject) {
      case "settings":
        return settings.readAgain();
      case "playlists":
        return events.publish({ type: "playlists.changed", isByOtherNode: true });
      case "schedule":
        return void schedule.reload({ isByOtherNode: true });
      default:
        return subject satisfies never;
    }
  });
  return unsubscribe;
}

/** null: irrelevant to other nodes, or news from them. */
function subjectOf(event: StationEvent): NewsSubject | null {
  if ("isByOtherNode" in event) return null;
  const { type } = event;
  if (type === "settings.changed") return "settings";
  if (type === "playlists.changed") return "playlists";
  return type === "schedule.changed" ? "schedule" : null;
}
