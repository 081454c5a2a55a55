/** A listener for tests that splits a mount into its frames. */
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { TestAwakeTimer } from "@neonrelay/process/test-awake-timer";
import { IcyReader } from "../fetch/icy-reader.ts";
import type { Codec } from "../formats/stream-formats.ts";
import { mountFacts } from "../stream/mount-formats.ts";
import { frameDigest } from "./digests.ts";
import { FrameSplitter } from "./frame-splitter.ts";

export class EdgeListener implements Disposable {
  readonly headers: IncomingMessage["headers"];
  /** Digest of each frame, or Opus packet, received. */
  readonly digests: string[] = [];
  /** What was received, without titles. */
  readonly sound: Buffer[] = [];
  readonly titles: string[] = [];
  /** For each title, how many bytes of sound came before it. */
  readonly titlePlaces: number[] = [];
  /** The longest time without a frame, in ms. */
  longestPauseMs = 0;
  hasEnded = false;
  readonly #response: IncomingMessage;
  readonly #timer = new TestAwakeTimer();

  private constructor(response: IncomingMessage, codec: Codec) {
    this.#response = response;
    this.headers = response.headers;
    const { hasIcyTitles } = mountFacts[codec];
    const icy = hasIcyTitles ? new IcyReader(Number(response.headers["icy-metaint"])) : null;
    const splitter = new FrameSplitter(codec);
    let heardAtMs = this.#timer.passedMs;
    let soundBytes = 0;
    response.on("data", (chunk: Buffer) => {
      for (const piece of icy?.take(chunk) ?? [{ kind: "sound", bytes: chunk } as const]) {
        if (piece.kind === "title") {
          this.titles.push(piece.text);
          this.titlePlaces.push(soundBytes);
          continue;
        }
        soundBytes += piece.bytes.length;
        this.sound.push(piece.bytes);
        this.digests.push(...splitter.take(piece.bytes).map(frameDigest));
      }
      const nowMs = this.#timer.passedMs;
      this.longestPauseMs = Math.max(this.longestPauseMs, nowMs - heardAtMs);
      heardAtMs = nowMs;
    });
    response.on("error", () => {});
    response.once("close", () => (this.hasEnded = true));
  }

  static async connect(
    url: string,
    { codec = "mp3", query = "" }: { readonly codec?: Codec; readonly query?: string } = {},
  ): Promise<EdgeListener> {
    const request = get(`${url}${mountFacts[codec].path}${query}`, {
      headers: { "icy-metadata": "1" },
      agent: false,
    });
    const [response]: readonly unknown[] = await once(request, "response");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `response` is emitted with
    return new EdgeListener(response as IncomingMessage, codec);
  }

  [Symbol.dispose](): void {
    this.#timer[Symbol.dispose]();
    this.#response.destroy();
  }
}
