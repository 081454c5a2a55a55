import { readHlsPlaylist } from "../fetch/hls-playlist.ts";
import { listen, type Stay } from "./listen.ts";
import type { Heard } from "./probe-protocol.ts";

/** A playlist gets a new segment after one target duration, one and a half at most [RFC 8216 §6.2.2]. */
const TARGETS_TO_STAND_STILL = 2;
/** A station that has just started has no segment yet. */
const FIRST_SEGMENT_LIMIT_MS = 20_000;
const NOT_YET_DETAIL = "The stream server answers 503";

/** Listens to HLS like a player: follows the playlists, and decodes the newest segment. */
export class HlsProbe {
  readonly #url: string;
  readonly #judge: (segment: Buffer) => Heard;
  readonly #sinceMs = performance.now();
  /** The newest segment: when it was first seen, and what it sounds like. */
  #newest: { readonly url: string; readonly atMs: number; readonly heard: Heard } | null = null;

  /**
   * @param url of the playlist a player is given
   * @param judge analyses a segment
   */
  constructor(url: string, judge: (segment: Buffer) => Heard) {
    this.#url = url;
    this.#judge = judge;
  }

  /** @returns null while it may not have started */
  async listen(limitMs: number): Promise<Heard | null> {
    const until = performance.now() + limitMs;
    const get = (url: string): Promise<Stay> => listen(url, Math.max(1, until - performance.now()));
    let url = this.#url;
    let stay = await get(url);
    let playlist = playlistIn(stay, url);
    if (playlist.kind === "master") {
      ({ url } = playlist);
      stay = await get(url);
      playlist = playlistIn(stay, url);
    }
    if (stay.kind === "refused") return this.#isNotYet(stay.detail) ? null : stay;
    if (playlist.kind !== "media") return { kind: "undecodable" };
    const segment = playlist.segments.at(-1);
    const nowMs = performance.now();
    if (segment === undefined) return { kind: "stalled" };
    if (segment.url === this.#newest?.url) {
      const standsMs = nowMs - this.#newest.atMs;
      const isStill = standsMs > TARGETS_TO_STAND_STILL * playlist.targetSeconds * 1000;
      return isStill ? { kind: "stalled" } : this.#newest.heard;
    }
    const sound = await get(segment.url);
    if (sound.kind === "refused") return sound;
    const heard = this.#judge(sound.body);
    this.#newest = { url: segment.url, atMs: nowMs, heard };
    return heard;
  }

  #isNotYet(detail: string): boolean {
    const isYoung = performance.now() - this.#sinceMs < FIRST_SEGMENT_LIMIT_MS;
    return this.#newest === null && isYoung && detail === NOT_YET_DETAIL;
  }
}

function playlistIn(stay: Stay, url: string): ReturnType<typeof readHlsPlaylist> {
  const text = stay.kind === "received" ? stay.body.toString("utf8") : "";
  return readHlsPlaylist(text, url);
}
