import type { Playlist } from "@neonrelay/contract/callers";

/** What an operator enters for a playlist. */
export type PlaylistDraft = Pick<
  Playlist,
  "name" | "description" | "order" | "turn" | "isSeparated" | "rule"
>;

export const newPlaylist: PlaylistDraft = {
  name: "",
  description: "",
  order: "shuffled",
  turn: { kind: "weight", weight: 1 },
  isSeparated: true,
  rule: null,
};

export function draftOf(playlist: Playlist): PlaylistDraft {
  const { name, description, order, turn, isSeparated, rule } = playlist;
  return { name, description, order, turn, isSeparated, rule };
}

/** Created by 'Just play my music well'. */
export const allMusic: readonly PlaylistDraft[] = [
  { ...newPlaylist, name: "All music", rule: { kinds: ["music"] } },
];

/** Created by 'Jingles every few songs'. */
export const musicAndJingles: readonly PlaylistDraft[] = [
  ...allMusic,
  {
    ...newPlaylist,
    name: "Jingles",
    turn: { kind: "every-tracks", tracks: 4 },
    isSeparated: false,
    rule: { kinds: ["jingle"] },
  },
];
