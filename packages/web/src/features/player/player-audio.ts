import type { AudioGraph } from "./audio-graph.ts";
import type { AttachmentSource } from "./stream-attachment.ts";

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

export interface PlayerOptions {
  readonly audio: PlayerAudio;
  /** Called after the first click; undefined if sound must not go through a graph. */
  readonly createGraph: (() => PlayerGraph) | undefined;
  readonly attachments: AttachmentSource;
}

/** Starts a connection, and reports what becomes of it until `signal` aborts. */
export function playStream(
  audio: PlayerAudio,
  connection: {
    readonly url: string;
    readonly signal: AbortSignal;
    /** Also after each short rebuffering. */
    readonly onSound: () => void;
    readonly onLost: () => void;
    readonly onPause: () => void;
    readonly onPlay: () => void;
    /** The browser requires a tap first. */
    readonly onRefused: () => void;
  },
): void {
  const { url, signal, onSound, onLost, onPause, onPlay, onRefused } = connection;
  audio.addEventListener("playing", onSound, { signal });
  audio.addEventListener("ended", onLost, { signal });
  audio.addEventListener("error", onLost, { signal });
  audio.addEventListener("pause", onPause, { signal });
  audio.addEventListener("play", onPlay, { signal });
  audio.crossOrigin = "anonymous";
  audio.src = url;
  audio.play().catch((error: unknown) => {
    const name = error instanceof DOMException ? error.name : "";
    if (name === "AbortError") return;
    if (name === "NotAllowedError") onRefused();
    else onLost();
  });
}

/** The URL for one connection: the stream's URL may already have a query. */
export function withCid(streamUrl: string, cid: string): string {
  return `${streamUrl}${streamUrl.includes("?") ? "&" : "?"}cid=${cid}`;
}
