import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import path from "node:path";
import { Readable } from "node:stream";
import type { OnAirConfig } from "@neonrelay/on-air/config";
import {
  defaultSettings,
  type FromOnAir,
  type OnAirSettings,
  type PlayableTrack,
} from "@neonrelay/on-air/protocol";
import { readJsonLines, toJsonLine } from "@neonrelay/process/json-lines";
import { partReportSchema } from "@neonrelay/process/part";
import { spareFlags } from "@neonrelay/process/spare-memory";
import { until } from "@neonrelay/test-station";
import { spareEnvironment } from "../scripts/hand-over.mjs";
import { projectRoot } from "../scripts/stage.ts";
import { OnAirLink } from "./on-air-link.ts";

/** The on-air process with its engine and nothing else, started as in a station, playing `tracks` in turn. */
export interface BareOnAir extends AsyncDisposable {
  readonly pid: number;
  /** Of the stream server, without a path. */
  readonly baseUrl: string;
  readonly link: OnAirLink;
}

/** All mounts are on. */
export const benchSettings: OnAirSettings = {
  ...defaultSettings,
  bitrateKbps: 128,
  isOpusOn: true,
  isAacOn: true,
  maxListeners: 100,
  stationName: "Bench",
};

export async function startBareOnAir({
  folder,
  tracks,
  settings,
  clockSpeed,
  environment,
  onMessage,
}: {
  /** For its state and its socket. */
  readonly folder: string;
  readonly tracks: readonly PlayableTrack[];
  readonly settings: OnAirSettings;
  /** 1 is real time. */
  readonly clockSpeed: number;
  /** Added to this process's environment, for on-air and its children. */
  readonly environment: Readonly<Record<string, string>>;
  /** Called with on-air's messages on the link. */
  readonly onMessage: (message: FromOnAir) => void;
}): Promise<BareOnAir> {
  const socketPath = path.join(folder, "on-air.sock");
  const config: OnAirConfig = {
    isStationStart: false,
    streamHost: "127.0.0.1",
    streamPort: 0,
    shoutcastPort: null,
    stateFolder: path.join(folder, "on-air"),
    socketPath,
    edgeSecret: null,
    relayPassword: null,
    geoipFile: null,
    trustProxy: [],
    tls: null,
    limits: { perNetwork: 50, fromLoopback: 20_000 },
    publicStreamUrl: null,
    site: { publicUrl: null, host: "127.0.0.1", port: null },
    logLevel: "error",
    clockSpeed,
  };
  const command = [...spareFlags, path.join(projectRoot, "packages/on-air/src/main.ts")];
  const child = spawn(process.execPath, command, {
    stdio: ["pipe", "ignore", "inherit", "pipe"],
    env: { ...process.env, ...spareEnvironment(projectRoot), ...environment },
  });
  child.stdin?.write(toJsonLine(config));
  const reports = child.stdio[3];
  if (!(reports instanceof Readable)) throw new Error("no report pipe");
  let baseUrl = "";
  for await (const value of readJsonLines(reports, { maxLineBytes: 65_536 })) {
    const report = partReportSchema.parse(value);
    if (report.kind === "alive") continue;
    if (report.kind !== "ready") throw new Error(`on-air reported ${JSON.stringify(report)}`);
    baseUrl = report.url.replace(/\/+$/, "");
    break;
  }
  const link = new OnAirLink(socketPath, onMessage);
  await link.order("setSettings", settings);
  await link.order("setRotation", { tracks: [...tracks] });
  // Listeners are dropped when the bitrate changes.
  await until("MP3 has its bitrate", async () => {
    const { headers } = await fetch(`${baseUrl}/stream.mp3`, { method: "HEAD" });
    return headers.get("icy-br") === String(settings.bitrateKbps);
  });
  return {
    pid: child.pid ?? 0,
    baseUrl,
    link,
    async [Symbol.asyncDispose]() {
      link[Symbol.dispose]();
      const ended = once(child, "exit");
      child.stdin?.end();
      await ended;
    },
  };
}

/** A file as a track that plays whole. */
export function trackOf(file: string): PlayableTrack {
  return {
    kind: "file",
    trackId: randomUUID(),
    path: file,
    title: path.basename(file),
    artist: "Bench",
    album: null,
    albumArtist: null,
    discNumber: null,
    trackNumber: null,
    genre: null,
    durationMs: null,
    gainDb: 0,
    cues: null,
  };
}
