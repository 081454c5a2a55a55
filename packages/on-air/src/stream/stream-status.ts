import type { OnAirSettings } from "../protocol.ts";

/** What the status pages tell about the mount. */
export interface StreamStatus {
  readonly settings: OnAirSettings;
  /** What is announced now; null before anything is on air. */
  readonly title: string | null;
  readonly listeners: number;
  readonly listenerPeak: number;
  /** Wall clock of the process's start, in ms. */
  readonly serverStartedAtMs: number;
  /** Wall clock of the first block, in ms; null before it. */
  readonly streamStartedAtMs: number | null;
  /** Public address without a path, such as `http://radio.example:8000`. */
  readonly baseUrl: string;
}
