/** An HLS player that records what it got. For tests. */
import { adtsLength } from "../formats/codec-frames.ts";
import { readHlsPlaylist } from "../fetch/hls-playlist.ts";

const CLOCK_HZ = 90_000;
const FRAME_SAMPLES = 1024;
const SAMPLE_RATE_HZ = 48_000;
const TAG_HEADER_BYTES = 10;
const TIMESTAMP_OWNER = "com.apple.streaming.transportStreamTimestamp\0";

interface PlayedSegment {
  readonly sequence: number;
  readonly name: string;
  readonly bytes: Buffer;
}

export class TestHlsPlayer {
  readonly #url: string;
  /** In order of arrival. */
  readonly played: PlayedSegment[] = [];
  /** Segments that a playlist named and that were missing, with the answer. */
  readonly missing: string[] = [];

  /** @param url of the playlist */
  constructor(url: string) {
    this.#url = url;
  }

  /** Loads the playlist and all segments it has not had yet. @returns the listed names; null: no playlist */
  async look(): Promise<readonly string[] | null> {
    const response = await fetch(this.#url);
    const text = await response.text();
    if (!response.ok) return null;
    const playlist = readHlsPlaylist(text, this.#url);
    if (playlist.kind !== "media") throw new Error("no media playlist");
    const names: string[] = [];
    for (const { url, sequence } of playlist.segments) {
      const name = url.slice(url.lastIndexOf("/") + 1);
      names.push(name);
      if (this.played.some((segment) => segment.name === name)) continue;
      const answer = await fetch(url);
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (answer.ok) this.played.push({ sequence, name, bytes });
      else this.missing.push(`${name}: ${answer.status} ${bytes.toString("utf8")}`);
    }
    return names;
  }

  /** Names of segments that don't start where the previous one ended, by their timestamps. */
  get breaks(): readonly string[] {
    return this.played.flatMap((segment, index) => {
      const before = this.played[index - 1];
      if (before === undefined) return [];
      const endsAt = startOf(before.bytes) + durationOf(before.bytes);
      const isNext = segment.sequence === before.sequence + 1;
      return isNext && Math.abs(startOf(segment.bytes) - endsAt) <= 1 ? [] : [segment.name];
    });
  }
}

/** By the transport stream's clock. */
function startOf(bytes: Buffer): number {
  const at = bytes.indexOf(TIMESTAMP_OWNER);
  if (at < 0) throw new Error("the segment has no timestamp");
  return Number(bytes.readBigUInt64BE(at + TIMESTAMP_OWNER.length));
}

/** Of all its audio frames. */
function durationOf(bytes: Buffer): number {
  let frames = 0;
  for (let at = 0; at < bytes.length;) {
    if (bytes.toString("latin1", at, at + 3) === "ID3") {
      const size = [6, 7, 8, 9].reduce((sum, byte) => (sum << 7) | bytes.readUInt8(at + byte), 0);
      at += TAG_HEADER_BYTES + size;
    } else {
      at += adtsLength(bytes, at);
      frames += 1;
    }
  }
  return (frames * FRAME_SAMPLES * CLOCK_HZ) / SAMPLE_RATE_HZ;
}
