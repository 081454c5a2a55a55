import type { PlanFrame, PlannedClock, PlanSpan } from "./plan-frames.ts";

/** The schedule a plan follows in addition to the playlists' turns. */
export interface StationSchedule {
  readonly spans: readonly PlanSpan[];
  readonly clocks: ReadonlyMap<string, PlannedClock>;
  /** Start of the local hour that contains a time. */
  readonly hourStart: (atMs: number) => number;
  /** The same local time of the day before. */
  readonly dayBefore: (atMs: number) => number;
}

/** Whether anything is scheduled in the span. */
export function isScheduled({ spans }: StationSchedule): boolean {
  return spans.some(({ content }) => content.kind !== "turns");
}

/** Playlists used by shows and slots, and kinds of tracks used by slots. */
export function sourcesOf(frames: readonly PlanFrame[]): {
  readonly playlistIds: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
} {
  const playlistIds = new Set<string>();
  const kinds = new Set<string>();
  for (const { span, slots } of frames) {
    const { content } = span;
    if (content.kind === "playlist") playlistIds.add(content.playlistId);
    if (content.kind === "live" && content.fallbackPlaylistId !== null)
      playlistIds.add(content.fallbackPlaylistId);
    for (const slot of slots) {
      if (slot.content.kind === "content") kinds.add(slot.content.contentKind);
      if ("playlistId" in slot.content && slot.content.playlistId !== null)
        playlistIds.add(slot.content.playlistId);
    }
  }
  return { playlistIds, kinds };
}
