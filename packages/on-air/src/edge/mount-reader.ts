import { setTimeout as delay } from "node:timers/promises";
import { hostOf, lookUpAddresses } from "@neonrelay/process/stream-address";
import type { Logger } from "@neonrelay/process/log";
import { FetchError } from "../fetch/fetch-error.ts";
import { type Answer, fetchGuarded, requireSuccess } from "../fetch/guarded-client.ts";
import { IcyReader, type StreamPiece } from "../fetch/icy-reader.ts";
import {
  type Codec,
  isSameFormat,
  type StreamFormat,
  whyUnsupported,
} from "../formats/stream-formats.ts";
import { EDGE_USER_AGENT } from "../stream/listener-rules.ts";
import { mountFacts } from "../stream/mount-formats.ts";
import type { CarriedMount } from "./carried-mount.ts";
import { masterAddress } from "./master-link.ts";

/** A block comes every third of a second, so a master silent this long has stopped. */
const LIMITS = { connectMs: 4000, answerMs: 4000, idleMs: 4000 };
const LEAST_METAINT = 256;
const MAX_METAINT = 1024 * 1024;
const MAX_DELAY_MS = 8000;
const JITTER = 0.2;
/** A connection that lasted this long clears earlier failures, in ms. */
const WELL_AFTER_MS = 30_000;

interface MountReaderParts {
  /** The master's address, without a mount. */
  readonly master: URL;
  readonly mount: CarriedMount;
  /** The format in the master's settings. */
  readonly expected: () => StreamFormat;
  readonly log: Logger;
}

/** Listens to one of the master's mounts, reconnecting until closed. */
export class MountReader {
  readonly #parts: MountReaderParts;
  readonly #closing = new AbortController();
  #waking = new AbortController();
  readonly #running: Promise<void>;

  constructor(parts: MountReaderParts) {
    this.#parts = parts;
    this.#running = this.#run();
  }

  /** The master answers again: retry at once. */
  wake(): void {
    this.#waking.abort();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    const { mount, log } = this.#parts;
    let failures = 0;
    while (!signal.aborted) {
      const reading = { flowsSinceMs: null as number | null };
      const problem = await this.#read(() => (reading.flowsSinceMs = performance.now()));
      mount.end();
      if (signal.aborted) return;
      const { flowsSinceMs } = reading;
      const lastedMs = flowsSinceMs === null ? 0 : performance.now() - flowsSinceMs;
      const retry = decideRetry({ failures, lastedMs, random: Math.random() });
      if (retry.failures === 1)
        log.warn({ mount: mount.codec, problem }, "the master's mount can't be read");
      ({ failures } = retry);
      await this.#pause(retry.delayMs);
    }
  }

  /** @returns why it ended, in words */
  async #read(onFlow: () => void): Promise<string> {
    const { mount, log } = this.#parts;
    try {
      const answer = await this.#ask();
      onFlow();
      for await (const piece of piecesOf(answer)) {
        if (piece.kind === "title") mount.takeTitle(piece.text);
        else if (!mount.takeSound(piece.bytes))
          throw new FetchError("The master sends its sound faster than real time");
      }
      return "The master has ended the connection";
    } catch (error) {
      if (error instanceof FetchError) return error.message;
      log.error({ error, mount: mount.codec }, "a mount of the master could not be read");
      return "An error in this edge";
    }
  }

  async #ask(): Promise<Answer> {
    const { master, mount, expected } = this.#parts;
    const answer = await fetchGuarded({
      url: masterAddress(master, mountFacts[mount.codec].path),
      headers: { "icy-metadata": "1", "user-agent": EDGE_USER_AGENT },
      rules: { lookUp: lookUpAddresses, allowedHosts: [hostOf(master)], limits: LIMITS },
      signal: this.#closing.signal,
    });
    requireSuccess(answer);
    const found = formatOfAnswer(mount.codec, answer.header, expected());
    if (found.kind === "not-a-mount") {
      answer.close();
      throw new FetchError(found.reason);
    }
    mount.begin(found.format);
    return answer;
  }

  async #pause(delayMs: number): Promise<void> {
    this.#waking = new AbortController();
    const signal = AbortSignal.any([this.#closing.signal, this.#waking.signal]);
    // Woken or closed: neither is a failure.
    await delay(delayMs, undefined, { signal }).catch(() => {});
  }
}

async function* piecesOf(answer: Answer): AsyncGenerator<StreamPiece, void> {
  const metaint = Number(answer.header("icy-metaint"));
  const hasTitles = Number.isSafeInteger(metaint) && metaint > 0;
  if (hasTitles && (metaint < LEAST_METAINT || metaint > MAX_METAINT))
    throw new FetchError("The master's sound between two titles has an impossible length");
  const icy = hasTitles ? new IcyReader(metaint) : null;
  for await (const bytes of answer.body)
    yield* icy === null ? [{ kind: "sound", bytes } as const] : icy.take(bytes);
}

const DELAYS_MS = [500, 1000, 2000, 4000, 8000] as const;

/**
 * When an edge retries its master: after 0.5, 1, 2, 4 and then every 8 s, each within 20 %.
 * @param failures consecutive, before this one
 * @param lastedMs how long the failed connection lasted; 0 if there was none
 * @param random at least 0, below 1
 */
export function decideRetry({
  failures,
  lastedMs,
  random,
}: {
  readonly failures: number;
  readonly lastedMs: number;
  readonly random: number;
}): { readonly failures: number; readonly delayMs: number } {
  const before = lastedMs >= WELL_AFTER_MS ? 0 : failures;
  const delayMs = DELAYS_MS[before] ?? MAX_DELAY_MS;
  return {
    failures: before + 1,
    delayMs: Math.round(delayMs * (1 + JITTER * (2 * random - 1))),
  };
}

type MountFormat =
  | { readonly kind: "mount"; readonly format: StreamFormat }
  | { readonly kind: "not-a-mount"; readonly reason: string };

/**
 * Encoding of a master's mount, by its answer.
 * @param header by its lower-case name
 * @param expected the master's settings, for what the answer leaves out
 */
export function formatOfAnswer(
  codec: Codec,
  header: (name: string) => string | undefined,
  expected: StreamFormat,
): MountFormat {
  const { contentType, path } = mountFacts[codec];
  if (header("content-type")?.split(";")[0]?.trim() !== contentType)
    return { kind: "not-a-mount", reason: `The master's ${path} is not ${contentType}` };
  const info = header("ice-audio-info") ?? "";
  const told = new Map(info.split(";").map((field) => numberIn(field)));
  const format = {
    codec,
    bitrateKbps: told.get("bitrate") ?? expected.bitrateKbps,
    sampleRateHz: told.get("samplerate") ?? expected.sampleRateHz,
    channels: told.get("channels") ?? expected.channels,
  };
  if (isSameFormat(format, expected)) return { kind: "mount", format };
  const reason = whyUnsupported(format);
  return reason === null ? { kind: "mount", format } : { kind: "not-a-mount", reason };
}

/** A field such as `bitrate=192`. */
function numberIn(field: string): readonly [name: string, value: number | undefined] {
  const [name = "", value = ""] = field.trim().split("=");
  return [name, /^\d{1,6}$/.test(value) ? Number(value) : undefined];
}
