import type { AudioGraph } from "./audio-graph.ts";

/** What the player needs of an audio element. */
export type PlayerAudio = EventTarget &
  Pick<
    HTMLAudioElement,
    | "src"
    | "crossOrigin"
    | "currentTime"
    | "volume"
    | "muted"
    | "paused"
    | "ended"
    | "play"
    | "pause"
    | "load"
    | "removeAttribute"
  >;

/** What the player needs of a graph. */
export type PlayerGraph = Pick<AudioGraph, keyof AudioGraph>;

/** The URL of one connection: the stream's URL may already have a query. */
export function withCid(streamUrl: string, cid: string): string {
  return `${streamUrl}${streamUrl.includes("?") ? "&" : "?"}cid=${cid}`;
}
