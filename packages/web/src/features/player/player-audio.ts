import type { AudioGraph } from "./audio-graph.ts";

/** The parts of an audio element that the player uses. */
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

/** The parts of a graph that the player uses. */
export type PlayerGraph = Pick<AudioGraph, keyof AudioGraph>;

/** The URL for one connection: the stream's URL may already have a query. */
export function withCid(streamUrl: string, cid: string): string {
  return `${streamUrl}${streamUrl.includes("?") ? "&" : "?"}cid=${cid}`;
}
