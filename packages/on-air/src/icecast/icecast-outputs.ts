import type { Logger } from "@neonrelay/process/log";
import type { IcecastOutput as OutputWish, OnAirSettings, OutputState } from "../protocol.ts";
import { isDeepStrictEqual } from "node:util";
import { formatOf } from "../mount-formats.ts";
import { mountFacts } from "../stream/mount-facts.ts";
import type { Ring } from "../stream/ring.ts";
import { sourceRequest } from "./icecast-protocol.ts";
import { explainFailure } from "./icecast-rules.ts";
import { IcecastOutput } from "./icecast-output.ts";
import { openSource, UnreachableError } from "./source-connection.ts";

interface OutputsParts {
  readonly ring: Ring;
  /** What was wanted last. */
  readonly wishes: readonly OutputWish[];
  readonly settings: () => OnAirSettings;
  readonly onStateChanged: () => void;
  readonly log: Logger;
  readonly random: () => number;
}

/** All Icecast servers the programme is sent to. */
export class IcecastOutputs {
  readonly #parts: OutputsParts;
  readonly #closing = new AbortController();
  #outputs: readonly IcecastOutput[] = [];
  #wishes: readonly OutputWish[];
  /** Connections that are being ended. */
  readonly #ending = new Set<Promise<void>>();

  constructor(parts: OutputsParts) {
    this.#parts = parts;
    this.#wishes = parts.wishes;
    parts.ring.onAppend(({ sequence }) => {
      if (sequence === 0) this.follow();
      for (const output of this.#outputs) output.pump();
    });
  }

  get states(): readonly OutputState[] {
    return this.#outputs.map(({ state }) => state);
  }

  /** The outputs that are to be on air; those that stay as they are notice nothing. */
  set(wishes: readonly OutputWish[]): void {
    this.#wishes = wishes;
    this.follow();
  }

  /** The stream was started or stopped, or what a server is told of the station has changed. */
  follow(): void {
    const { ring, settings } = this.#parts;
    // A source without sound would be thrown out.
    const isOn = settings().isStreaming && ring.newest !== undefined;
    const wanted = isOn && !this.#closing.signal.aborted ? this.#wishes : [];
    const kept = this.#outputs.filter(({ wish }) =>
      wanted.some((other) => isDeepStrictEqual(wish, other)),
    );
    for (const output of this.#outputs) if (!kept.includes(output)) this.#end(output);
    this.#outputs = wanted.map(
      (wish) =>
        kept.find((output) => isDeepStrictEqual(output.wish, wish)) ??
        new IcecastOutput({ ...this.#parts, wish }),
    );
    this.#parts.onStateChanged();
  }

  /**
   * A real handshake on that mount, without sound.
   * @returns why it would not be taken; null when it would
   */
  async test({
    server,
    isPublic,
  }: Pick<OutputWish, "server" | "isPublic">): Promise<string | null> {
    const settings = this.#parts.settings();
    const head = sourceRequest({
      server,
      format: formatOf("mp3", settings),
      contentType: mountFacts.mp3.contentType,
      texts: { ...settings, isPublic },
    });
    try {
      const opened = await openSource({ server, head, signal: this.#closing.signal });
      if (opened.kind === "refused") return explainFailure({ kind: "refused", reply: opened });
      opened.socket.destroy();
      return null;
    } catch (error) {
      if (error instanceof UnreachableError)
        return explainFailure({ kind: "unreachable", detail: error.message });
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.follow();
    await Promise.all(this.#ending);
  }

  #end(output: IcecastOutput): void {
    const ended = output.close().finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }
}
