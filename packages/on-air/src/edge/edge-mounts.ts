import type { Logger } from "@neonrelay/process/log";
import { codecs, type Codec } from "../formats/stream-formats.ts";
import type { BridgeLoop } from "../programme/bridge.ts";
import type { OnAirSettings } from "../protocol/index.ts";
import { createStreamTitle } from "../stream/icy.ts";
import { formatOf, isMountOn } from "../stream/mount-formats.ts";
import type { Ring } from "../stream/ring.ts";
import { CarriedMount } from "./carried-mount.ts";
import { MountReader } from "./mount-reader.ts";

const CHECK_INTERVAL_MS = 100;

interface Carried {
  readonly mount: CarriedMount;
  readonly reader: MountReader;
}

interface EdgeMountsParts {
  readonly master: URL;
  readonly startSamples: number;
  readonly loops: readonly BridgeLoop[];
  readonly settings: OnAirSettings;
  readonly log: Logger;
}

/** The master's mounts that this edge carries, each read over its own connection. */
export class EdgeMounts {
  readonly #parts: EdgeMountsParts;
  readonly #carried = new Map<Codec, Carried>();
  readonly #closing: Promise<void>[] = [];
  readonly #timer: NodeJS.Timeout;
  readonly #main: Carried;
  #loops: readonly BridgeLoop[];
  #settings: OnAirSettings;

  constructor(parts: EdgeMountsParts) {
    this.#parts = parts;
    this.#loops = parts.loops;
    this.#settings = parts.settings;
    this.#main = this.#open("mp3", parts.startSamples);
    this.follow(parts.settings);
    this.#timer = setInterval(() => this.#check(), CHECK_INTERVAL_MS);
  }

  /** The MP3 mount, which is always on. */
  get main(): CarriedMount {
    return this.#main.mount;
  }

  get rings(): ReadonlyMap<Codec, Ring> {
    return new Map([...this.#carried].map(([codec, { mount }]) => [codec, mount.ring]));
  }

  get loops(): readonly BridgeLoop[] {
    return this.#loops;
  }

  /** Wall-clock time, in ms, at which a position of the AAC mount (the source of HLS) is due. */
  wallMsOf(positionSamples: number): number {
    const { clock } = (this.#carried.get("aac") ?? this.#main).mount;
    return Date.now() - clock.overdueMs(positionSamples);
  }

  /** Carries the mounts that are on by these settings of the master. */
  follow(settings: OnAirSettings): void {
    this.#settings = settings;
    for (const codec of codecs) {
      const carried = this.#carried.get(codec);
      const isOn = isMountOn(codec, settings);
      if (isOn && carried === undefined) this.#open(codec, this.main.ring.endSamples);
      if (isOn || carried === undefined) continue;
      this.#carried.delete(codec);
      this.#closing.push(carried.reader.close());
    }
  }

  keepLoop(loop: BridgeLoop): void {
    this.#loops = [...this.#loops.filter(({ codec }) => codec !== loop.codec), loop];
    this.#carried.get(loop.codec)?.mount.keepLoop(loop);
  }

  /** The master answers again. */
  wake(): void {
    for (const { reader } of this.#carried.values()) reader.wake();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    for (const { reader } of this.#carried.values()) this.#closing.push(reader.close());
    await Promise.all(this.#closing);
  }

  #open(codec: Codec, startSamples: number): Carried {
    const { master, log } = this.#parts;
    const loop = this.#loops.find((each) => each.codec === codec) ?? null;
    const titleNow = () =>
      this.#carried.get("mp3")?.mount.title ?? createStreamTitle(this.#settings.stationName);
    const mount = new CarriedMount({ codec, startSamples, loop, titleNow });
    const expected = () => formatOf(codec, this.#settings);
    const reader = new MountReader({ master, mount, expected, log });
    const carried = { mount, reader };
    this.#carried.set(codec, carried);
    return carried;
  }

  #check(): void {
    const settings = this.#settings;
    for (const { mount } of this.#carried.values()) {
      const begins = mount.advance(() => ({
        format: mount.ring.newest?.format ?? formatOf(mount.codec, settings),
        // An edge that was silent on purpose stays silent.
        isSilenceIntended: !settings.isPlaying || settings.volume === 0,
        title: mount.ring.newest?.title ?? createStreamTitle(settings.stationName),
      }));
      if (begins) this.#parts.log.warn({ mount: mount.codec }, "the loop is on air");
    }
  }
}
