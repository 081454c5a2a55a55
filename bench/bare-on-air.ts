import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import path from "node:path";
import { Readable } from "node:stream";
import type { OnAirConfig } from "@neonrelay/on-air/config";
import {
  fromOnAirSchema,
  MAX_LINE_BYTES,
  PROTOCOL_VERSION,
  type CommandName,
  type Commands,
  type PlayableTrack,
} from "@neonrelay/on-air/protocol";
import { readJsonLines, toJsonLine } from "@neonrelay/process/json-lines";
import { partReportSchema } from "@neonrelay/process/part";
import { until } from "@neonrelay/test-station";
import type * as z from "zod";
import { projectRoot } from "../scripts/stage.ts";

/** The process on-air with its engine and nothing else, playing `files` in turn. */
export interface BareOnAir extends AsyncDisposable {
  readonly pid: number;
  /** Of the stream server, without a path. */
  readonly baseUrl: string;
}

/** Of each mount, in kbit/s; all are on. */
type Bitrates = Readonly<Record<"mp3" | "opus" | "aac", number>>;

export async function startBareOnAir({
  folder,
  files,
  bitratesKbps,
}: {
  /** Where it keeps its state and its socket. */
  readonly folder: string;
  readonly files: readonly string[];
  readonly bitratesKbps: Bitrates;
}): Promise<BareOnAir> {
  const socketPath = path.join(folder, "on-air.sock");
  const config: OnAirConfig = {
    isStationStart: false,
    streamHost: "127.0.0.1",
    streamPort: 0,
    shoutcastPort: null,
    stateFolder: path.join(folder, "on-air"),
    socketPath,
    publicStreamUrl: null,
    logLevel: "error",
    clockSpeed: 1,
  };
  const child = spawn(process.execPath, [path.join(projectRoot, "packages/on-air/src/main.ts")], {
    stdio: ["pipe", "ignore", "inherit", "pipe"],
  });
  child.stdin?.write(toJsonLine(config));
  const reports = child.stdio[3];
  if (!(reports instanceof Readable)) throw new Error("no report pipe");
  let baseUrl = "";
  for await (const value of readJsonLines(reports, { maxLineBytes: 65_536 })) {
    const report = partReportSchema.parse(value);
    if (report.kind !== "ready") throw new Error(`on-air reported ${JSON.stringify(report)}`);
    baseUrl = report.url.replace(/\/+$/, "");
    break;
  }
  await configure({ socketPath, files, bitratesKbps });
  // Who listens while a bitrate changes is ended.
  await until("MP3 has its bitrate", async () => {
    const { headers } = await fetch(`${baseUrl}/stream.mp3`, { method: "HEAD" });
    return headers.get("icy-br") === String(bitratesKbps.mp3);
  });
  return {
    pid: child.pid ?? 0,
    baseUrl,
    async [Symbol.asyncDispose]() {
      const ended = once(child, "exit");
      child.stdin?.end();
      await ended;
    },
  };
}

/** Says over the link what a server would: the settings and the rotation. */
async function configure({
  socketPath,
  files,
  bitratesKbps,
}: {
  readonly socketPath: string;
  readonly files: readonly string[];
  readonly bitratesKbps: Bitrates;
}): Promise<void> {
  const socket = connect(socketPath);
  const send = <Name extends CommandName>(
    id: number,
    name: Name,
    input: z.input<Commands[Name]["input"]>,
  ) => socket.write(toJsonLine({ kind: "command", id, name, input }));
  socket.write(toJsonLine({ kind: "hello", protocolVersion: PROTOCOL_VERSION, stored: null }));
  for await (const value of readJsonLines(socket, { maxLineBytes: MAX_LINE_BYTES })) {
    const message = fromOnAirSchema.parse(value);
    if (message.kind === "refusal") throw new Error(`on-air refused: ${message.reason}`);
    if (message.kind === "replayed") {
      send(1, "setSettings", {
        isPlaying: true,
        volume: 75,
        isStreaming: true,
        autoPlay: true,
        bitrateKbps: bitratesKbps.mp3,
        sampleRateHz: 44_100,
        channels: 2,
        isOpusOn: true,
        opusBitrateKbps: bitratesKbps.opus,
        isAacOn: true,
        aacBitrateKbps: bitratesKbps.aac,
        isHlsOn: false,
        maxListeners: 100,
        stationName: "Bench",
        description: "",
        genre: "",
        websiteUrl: "",
        streamLimitMinutes: 60,
        allowedStreamHosts: [],
      });
      send(2, "setRotation", { tracks: files.map(trackOf) });
    }
    if (message.kind === "reply" && message.id === 2) break;
  }
  socket.destroy();
}

function trackOf(file: string): PlayableTrack {
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
