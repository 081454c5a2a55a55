import { until } from "../test-station.ts";
import { decode } from "../tones.ts";
import { CrowdListener, RATE_HZ } from "./crowd-listener.ts";
import { bookOf, countHeard, frameMs, spreadOf } from "./heard-rules.ts";
import { readProgramme } from "./mark-rules.ts";
import type { CrowdHeard } from "./promise-rules.ts";

/** Sound arrives in blocks of 0.3 s. */
const HEARING_WITHIN_MS = 1500;
/** Per address. */
const MAY_BE_DECODED = 4;
/**
 * Decodes more listeners while one of them heard more unknown sound than this, such as the first to return after an
 * outage.
 */
const MAY_BE_UNKNOWN_MS = 500;

/**
 * Listeners of a marked programme. Only one per address, or a few, are decoded; what the others heard is derived from
 * their frames' checksums, so any number of them needs no decoder.
 */
export class Crowd implements Disposable {
  readonly #listeners: readonly CrowdListener[];
  readonly #addresses: number;
  readonly #trackMs: number;

  /** @param urls of the MP3 mount; listeners are spread over them */
  constructor({
    urls,
    listeners,
    trackSeconds,
  }: {
    readonly urls: readonly string[];
    readonly listeners: number;
    readonly trackSeconds: number;
  }) {
    this.#trackMs = trackSeconds * 1000;
    this.#addresses = urls.length;
    this.#listeners = Array.from(
      { length: listeners },
      (_, index) =>
        new CrowdListener({
          url: urls[index % urls.length] ?? "",
          keepsFrames: index < MAY_BE_DECODED * urls.length,
          comesBackFirst: index < urls.length,
        }),
    );
  }

  /** Whether all of them receive sound. */
  get isHearing(): boolean {
    return this.#listeners.every((listener) => listener.isHearing(HEARING_WITHIN_MS));
  }

  begin(): void {
    for (const listener of this.#listeners) listener.begin();
  }

  /** Waits until each has received `ms` more. */
  async hears(ms: number): Promise<void> {
    const wanted = this.#listeners.map((listener) => listener.heardMs + ms);
    await until("every listener has heard more", () =>
      this.#listeners.every((listener, index) => listener.heardMs >= (wanted[index] ?? 0)),
    );
  }

  /** What they heard since `begin`. */
  async count(): Promise<CrowdHeard> {
    const lengthMs = frameMs(RATE_HZ);
    const all = this.#listeners.map((listener) => listener.end());
    const book = new Map<number, number | null>();
    const heardBy = ({ sums, kept }: (typeof all)[number]) =>
      countHeard(sums.slice(kept), { book, lengthMs, trackMs: this.#trackMs });
    const isUnknown = () => all.some((each) => heardBy(each).unknownMs > MAY_BE_UNKNOWN_MS);
    const decoded = all.filter(({ frames }) => frames.length > 0);
    for (const [index, { frames, sums }] of decoded.entries()) {
      if (index >= this.#addresses && !isUnknown()) break;
      const stretches = readProgramme(await decode(Buffer.concat(frames)));
      for (const [sum, placeMs] of bookOf(sums, stretches, lengthMs))
        if ((book.get(sum) ?? null) === null) book.set(sum, placeMs);
    }
    const heard = all.map((each) => {
      const counted = heardBy(each);
      const { stalledMs, pausedMs } = each;
      return { ...counted, stalledMs, pausedMs, silentMs: counted.foreignMs + stalledMs };
    });
    const spread = (figure: keyof (typeof heard)[number]) =>
      spreadOf(heard.map((each) => each[figure]));
    return {
      listeners: all.length,
      silentAtEnd: all.filter(({ hasSound }) => !hasSound).length,
      drops: all.reduce((sum, { drops }) => sum + drops, 0),
      missingMs: spread("missingMs"),
      twiceMs: spread("twiceMs"),
      foreignMs: spread("foreignMs"),
      stalledMs: spread("stalledMs"),
      silentMs: spread("silentMs"),
      pausedMs: spread("pausedMs"),
      unknownMs: spread("unknownMs"),
    };
  }

  [Symbol.dispose](): void {
    for (const listener of this.#listeners) listener[Symbol.dispose]();
  }
}
