/** Someone who listens to a mount and takes its frames apart. For tests. */
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { IcyReader } from "../fetch/icy-reader.ts";
import { frameDigest } from "./frame-digest.ts";
import { FrameSplitter } from "./frame-splitter.ts";

export class EdgeListener implements Disposable {
  readonly headers: IncomingMessage["headers"];
  /** Of each frame that came. */
  readonly digests: string[] = [];
  readonly titles: string[] = [];
  /** The longest time in which no frame came, in ms. */
  longestPauseMs = 0;
  hasEnded = false;
  readonly #response: IncomingMessage;

  private constructor(response: IncomingMessage) {
    this.#response = response;
    this.headers = response.headers;
    const icy = new IcyReader(Number(response.headers["icy-metaint"]));
    const splitter = new FrameSplitter("mp3");
    let heardAtMs = performance.now();
    response.on("data", (chunk: Buffer) => {
      for (const piece of icy.take(chunk)) {
        if (piece.kind === "title") this.titles.push(piece.text);
        else this.digests.push(...splitter.take(piece.bytes).map(frameDigest));
      }
      const nowMs = performance.now();
      this.longestPauseMs = Math.max(this.longestPauseMs, nowMs - heardAtMs);
      heardAtMs = nowMs;
    });
    response.on("error", () => {});
    response.once("close", () => (this.hasEnded = true));
  }

  static async connect(url: string, query = ""): Promise<EdgeListener> {
    const request = get(`${url}/stream.mp3${query}`, {
      headers: { "icy-metadata": "1" },
      agent: false,
    });
    const [response]: readonly unknown[] = await once(request, "response");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `response` is emitted with
    return new EdgeListener(response as IncomingMessage);
  }

  [Symbol.dispose](): void {
    this.#response.destroy();
  }
}
