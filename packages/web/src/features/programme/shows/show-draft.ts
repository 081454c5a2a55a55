import type { Show, ShowContent, ShowRequests } from "@neonrelay/contract/callers";

/** What an operator enters for a show. */
export type ShowDraft = Pick<Show, "name" | "text" | "color" | "content" | "requests"> & {
  readonly hostIds: readonly string[];
};

export const newShow: ShowDraft = {
  name: "",
  text: "",
  color: "cyan",
  hostIds: [],
  content: { kind: "turns" },
  requests: { kind: "open" },
};

export function draftOf({ name, text, color, hostIds, content, requests }: Show): ShowDraft {
  return { name, text, color, hostIds, content, requests };
}

/** An option of a choice. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** A show that its hosts broadcast. */
export const newLiveContent: ShowContent = {
  kind: "live",
  fallbackPlaylistId: null,
  opensMinutesBefore: 15,
  graceMinutes: 5,
  overrunMinutes: 5,
  admits: "hosts",
};

/** What plays during a show; undefined if nothing of that kind exists yet. */
export function contentOf(
  kind: ShowContent["kind"],
  {
    clocks,
    playlists,
  }: { readonly clocks: readonly Named[]; readonly playlists: readonly Named[] },
): ShowContent | undefined {
  switch (kind) {
    case "turns":
      return { kind };
    case "clock":
      return clocks[0] && { kind, clockId: clocks[0].id };
    case "playlist":
      return playlists[0] && { kind, playlistId: playlists[0].id };
    case "live":
      return newLiveContent;
    default:
      return kind satisfies never;
  }
}

/** undefined if there is no playlist yet. */
export function requestsOf(
  kind: ShowRequests["kind"],
  playlists: readonly Named[],
): ShowRequests | undefined {
  if (kind !== "playlist") return { kind };
  return playlists[0] && { kind, playlistId: playlists[0].id };
}

/** What plays during a show, in a few words. */
export function contentWords(
  content: ShowContent,
  {
    clocks,
    playlists,
  }: { readonly clocks: readonly Named[]; readonly playlists: readonly Named[] },
): string {
  const nameIn = (list: readonly Named[], id: string) =>
    list.find((each) => each.id === id)?.name ?? "a deleted one";
  switch (content.kind) {
    case "turns":
      return "Playlists in their turns";
    case "clock":
      return `Clock: ${nameIn(clocks, content.clockId)}`;
    case "playlist":
      return `Playlist: ${nameIn(playlists, content.playlistId)}`;
    case "live":
      return "Live";
    default:
      return content satisfies never;
  }
}
