import type { OnAirSettings, OnAirStatus, ProbeState } from "../protocol/index.ts";
import type { StreamFormat } from "../formats/stream-formats.ts";
import { formatOf, type MountFacts } from "./mount-formats.ts";
import type { Mount, Mounts } from "./mounts.ts";

/** What the status pages show about one mount. */
export interface MountStatus extends MountFacts {
  /** Its current format. */
  readonly format: StreamFormat;
  readonly listeners: number;
  readonly listenerPeak: number;
}

/** What the status pages show. */
export interface StreamStatus {
  readonly settings: OnAirSettings;
  /** What is on air while the stream is on. */
  readonly source: OnAirStatus["source"];
  /** The current title; null before anything is on air. */
  readonly title: string | null;
  /** Of all mounts, and of HLS. */
  readonly listeners: number;
  readonly listenerPeak: number;
  /** Mounts that are on, MP3 first. */
  readonly mounts: readonly MountStatus[];
  /** What our own listener heard last; empty before it has listened. */
  readonly probes: readonly ProbeState[];
  /** Wall clock of the process's start, in ms. */
  readonly serverStartedAtMs: number;
  /** Wall clock of the first block, in ms; null before it. */
  readonly streamStartedAtMs: number | null;
  /** Public address without a path, e.g. `http://radio.example:8000`. */
  readonly baseUrl: string;
  /** Address of the web app; null: unknown. */
  readonly siteUrl: string | null;
}

export function statusOfMounts(
  mounts: Mounts,
  settings: OnAirSettings,
): Pick<StreamStatus, "listeners" | "listenerPeak" | "mounts"> {
  return {
    listeners: mounts.listeners,
    listenerPeak: mounts.peak,
    mounts: mounts.all.map((mount) => mountStatusOf(mount, settings)),
  };
}

export function mountStatusOf(
  { ring, hub, ...mount }: Mount,
  settings: OnAirSettings,
): MountStatus {
  return {
    ...mount,
    format: ring.newest?.format ?? formatOf(mount.codec, settings),
    listeners: hub.count,
    listenerPeak: hub.peak,
  };
}
