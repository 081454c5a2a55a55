import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Logger } from "@neonrelay/process/log";
import { decideRestart, type RestartHistory } from "@neonrelay/process/supervision-rules";
import { leanFlags } from "@neonrelay/process/spare-memory";
import { signalChild, spawnPiped } from "@neonrelay/process/child-process";
import type { DjLineup } from "../djs/dj-lineup.ts";
import { CAPTURE_USER_ID, type CaptureDevice, type DjKey } from "../protocol/index.ts";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { findOssDevices, parseAlsaDevices } from "./capture-rules.ts";

const CHECK_INTERVAL_MS = 5000;
/** How the DJ line-up sees a capture device: as a DJ without a key of its own. */
const key: DjKey = {
  userId: CAPTURE_USER_ID,
  username: "capture",
  djName: "Capture",
  keyHash: "",
};

/** Sources of captured sound; tests substitute something simpler for either. */
export interface CaptureParts {
  readonly findDevices: () => readonly CaptureDevice[];
  /** Run with the device id; outputs MP3. */
  readonly programUrl: URL;
}

export const realCapture: CaptureParts = {
  findDevices: findCaptureDevices,
  programUrl: new URL("./main.ts", import.meta.url),
};

/**
 * The chosen capture device, as a DJ that keeps coming back. A child process reads it, so a hung device delays nothing
 * else.
 */
export class CaptureSource {
  readonly #lineup: Pick<DjLineup, "connect" | "whyRefused">;
  readonly #parts: CaptureParts;
  readonly #wantedId: () => string | null;
  readonly #onChanged: () => void;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #devices: readonly CaptureDevice[];
  #running: { readonly deviceId: string; readonly child: ChildProcess } | null = null;
  #history: RestartHistory = { restartsInARow: 0 };
  #restartTimer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor({
    lineup,
    parts,
    wantedId,
    onChanged,
    log,
  }: {
    readonly lineup: Pick<DjLineup, "connect" | "whyRefused">;
    readonly parts: CaptureParts;
    /** Id of the chosen device; null for none. */
    readonly wantedId: () => string | null;
    readonly onChanged: () => void;
    readonly log: Logger;
  }) {
    this.#lineup = lineup;
    this.#parts = parts;
    this.#wantedId = wantedId;
    this.#onChanged = onChanged;
    this.#log = log;
    this.#devices = parts.findDevices();
    this.#timer = setInterval(() => this.#check(), CHECK_INTERVAL_MS);
  }

  /** Devices to choose from. */
  get devices(): readonly CaptureDevice[] {
    return this.#devices;
  }

  /** Follows a changed choice of device. */
  follow(): void {
    if (this.#isClosed) return;
    const wanted = this.#wantedId();
    // Only open a device that exists, whatever was chosen.
    const deviceId = this.#devices.some(({ id }) => id === wanted) ? wanted : null;
    if (this.#running !== null && this.#running.deviceId !== deviceId)
      signalChild(this.#running.child, "SIGKILL");
    else if (this.#running === null && this.#restartTimer === null && deviceId !== null)
      this.#begin(deviceId);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    if (this.#restartTimer !== null) clearTimeout(this.#restartTimer);
    if (this.#running === null) return;
    const { child } = this.#running;
    const closed = new Promise((resolve) => child.once("close", resolve));
    signalChild(child, "SIGKILL");
    await closed;
  }

  #check(): void {
    const found = this.#parts.findDevices();
    const isSame = JSON.stringify(found) === JSON.stringify(this.#devices);
    this.#devices = found;
    if (!isSame) this.#onChanged();
    this.follow();
  }

  #begin(deviceId: string): void {
    // After a kick it waits like any other source.
    if (this.#lineup.whyRefused({ key, address: deviceId }) !== null) return;
    const startedAtMs = performance.now();
    const spawned = spawnPiped(
      [process.execPath, ...leanFlags, fileURLToPath(this.#parts.programUrl), deviceId],
      {
        stdin: "ignore",
        onError: (error) => this.#log.warn({ error }, "the capture could not be started"),
      },
    );
    if (spawned === null) return this.#ended(deviceId, 0);
    const { child, output } = spawned;
    this.#running = { deviceId, child };
    const session = this.#lineup.connect({
      source: output,
      info: {
        key,
        address: deviceId,
        userAgent: "",
        contentType: "audio/mpeg",
        format: "mp3",
      },
    });
    output.on("data", (bytes: Buffer) => session.take(bytes));
    // Ending the session releases the device.
    output.once("close", () => signalChild(child, "SIGKILL"));
    child.once("close", () => this.#ended(deviceId, performance.now() - startedAtMs));
  }

  #ended(deviceId: string, uptimeMs: number): void {
    this.#running = null;
    if (this.#isClosed) return;
    const { delayMs, history } = decideRestart({ history: this.#history, uptimeMs });
    this.#history = history;
    if (this.#wantedId() === deviceId && history.restartsInARow === 1)
      this.#log.warn({ deviceId }, "the capture device delivers no sound; trying again");
    this.#restartTimer = setTimeout(() => {
      this.#restartTimer = null;
      this.follow();
    }, delayMs);
  }
}

const ALSA_LIST = "/proc/asound/pcm";
const DEVICES = "/dev";

/** This host's devices that can record. */
function findCaptureDevices(): readonly CaptureDevice[] {
  return [...alsaDevices(), ...ossDevices()];
}

function alsaDevices(): readonly CaptureDevice[] {
  try {
    return parseAlsaDevices(readFileSync(ALSA_LIST, "utf8"));
  } catch {
    return []; // no ALSA
  }
}

function ossDevices(): readonly CaptureDevice[] {
  try {
    const devices = findOssDevices(readdirSync(DEVICES));
    return devices.filter(({ id }) => statSync(id, { throwIfNoEntry: false })?.isCharacterDevice());
  } catch {
    return []; // no such folder
  }
}
