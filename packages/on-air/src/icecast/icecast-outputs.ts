import type { AddressRules } from "@neonrelay/process/stream-address";
import type { Logger } from "@neonrelay/process/log";
import type { IcecastOutput, OnAirSettings, OutputState } from "../protocol/index.ts";
import { isDeepStrictEqual } from "node:util";
import { formatOf, mountFacts } from "../stream/mount-formats.ts";
import type { Ring } from "../stream/ring.ts";
import { codecNames, type Codec } from "../formats/stream-formats.ts";
import { sourceRequest } from "./icecast-protocol.ts";
import { explainFailure } from "./icecast-rules.ts";
import { IcecastSender } from "./icecast-sender.ts";
import { openSource, UnreachableError } from "./source-connection.ts";

interface OutputsParts {
  /** The encoded mounts, by codec. */
  readonly rings: () => ReadonlyMap<Codec, Ring>;
  /** The outputs last ordered. */
  readonly outputs: readonly IcecastOutput[];
  readonly settings: () => OnAirSettings;
  /** Which servers in private networks are allowed now. */
  readonly rules: () => AddressRules;
  readonly onStateChanged: () => void;
  readonly log: Logger;
  readonly random: () => number;
}

/** All Icecast servers that get the programme. */
export class IcecastOutputs {
  readonly #parts: OutputsParts;
  readonly #closing = new AbortController();
  #senders: readonly IcecastSender[] = [];
  /** Outputs whose mount is off. */
  #idle: readonly OutputState[] = [];
  /** Rings that had no block when last checked. */
  readonly #awaited = new WeakSet<Ring>();
  #outputs: readonly IcecastOutput[];
  /** Connections being closed. */
  readonly #ending = new Set<Promise<void>>();

  constructor(parts: OutputsParts) {
    this.#parts = parts;
    this.#outputs = parts.outputs;
  }

  get states(): readonly OutputState[] {
    return [...this.#senders.map(({ state }) => state), ...this.#idle];
  }

  /** Sets the wanted outputs; unchanged ones stay connected. */
  set(outputs: readonly IcecastOutput[]): void {
    this.#outputs = outputs;
    this.follow();
  }

  /** Call when the stream was started or stopped, a mount switched, or the station's public details changed. */
  follow(): void {
    const { rings, settings } = this.#parts;
    const isOn = settings().isStreaming && !this.#closing.signal.aborted;
    const outputs = isOn ? this.#outputs : [];
    const wanted = outputs.flatMap((output) => {
      const ring = rings().get(output.codec);
      return ring !== undefined && this.#hasSound(ring) ? { output, ring } : [];
    });
    const isFor = (sender: IcecastSender, { output, ring }: (typeof wanted)[number]): boolean =>
      sender.ring === ring && isDeepStrictEqual(sender.output, output);
    const kept = this.#senders.filter((sender) => wanted.some((one) => isFor(sender, one)));
    for (const sender of this.#senders) if (!kept.includes(sender)) this.#end(sender);
    this.#senders = wanted.map(
      (one) =>
        kept.find((sender) => isFor(sender, one)) ?? new IcecastSender({ ...this.#parts, ...one }),
    );
    this.#idle = outputs
      .filter(({ codec }) => !rings().has(codec))
      .map((output) => this.#idleState(output));
    this.#parts.onStateChanged();
  }

  /** Icecast drops a source without sound, so an output waits for its mount's first block. */
  #hasSound(ring: Ring): boolean {
    if (ring.newest !== undefined) return true;
    if (this.#awaited.has(ring)) return false;
    this.#awaited.add(ring);
    ring.onAppend(({ sequence }) => {
      if (sequence === 0) this.follow();
    });
    return false;
  }

  #idleState({ outputId, codec }: IcecastOutput): OutputState {
    const detail = `The ${codecNames[codec]} mount is off: switch it on to send it`;
    const before = this.#idle.find((state) => state.outputId === outputId);
    const sinceMs = before?.sinceMs ?? Date.now();
    return { outputId, state: "waiting", sinceMs, detail, retryAtMs: null };
  }

  /**
   * A real handshake on that mount, without sound.
   * @returns why it would be refused; null if it would be accepted
   */
  async test({ server, codec, isPublic }: Omit<IcecastOutput, "outputId">): Promise<string | null> {
    const settings = this.#parts.settings();
    const head = sourceRequest({
      server,
      format: formatOf(codec, settings),
      contentType: mountFacts[codec].contentType,
      texts: { ...settings, isPublic },
    });
    try {
      const { signal } = this.#closing;
      const opened = await openSource({ server, head, rules: this.#parts.rules(), signal });
      if (opened.kind === "refused") return explainFailure({ kind: "refused", reply: opened });
      if (opened.kind === "not-allowed") return explainFailure({ ...opened, host: server.host });
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

  #end(sender: IcecastSender): void {
    const ended = sender.close().finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }
}
