import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { TestIcecast } from "@neonrelay/on-air/test-icecast";
import { TestStation, until } from "@neonrelay/test-station";
import { descendantsOf } from "@neonrelay/test-station/station-processes";
import { makeNoise } from "@neonrelay/test-station/tones";
import { benchSettings, startBareOnAir, trackOf } from "./bare-on-air.ts";
import { ListenerCrowd } from "./listener-crowd.ts";
import type { BenchResult } from "./main.ts";
import { answersAt, cutPieces, mountsOf, settingsOf, type Formats } from "./playout.ts";
import {
  checkPerf,
  profiledEnvironment,
  profilesOf,
  removeMaps,
  type Profile,
} from "./process-profile.ts";
import { profileColumns, profileRows } from "./profile-rules.ts";
import { SocketCrowd } from "./socket-crowd.ts";
import { talk } from "./socket-talk.ts";

const ICECAST = "/usr/bin/icecast2";
const SECONDS = 20;
/** Time for work left over from connecting and starting. */
const SETTLE_MS = 4000;
/** As in the playout benchmark. */
const PLAYOUT_SETTLE_MS = 60_000;
const LOAD_PROCESSES = 2;
const LISTENERS = 4000;
const ACCEPT_LIMIT_MS = 15_000;
const SOCKETS = 10_000;
const MESSAGES_PER_SECOND = 10;

type Profiles = Map<string, Profile>;
/** How many listeners were accepted, by column. */
type Accepted = Map<string, number>;

/** Where CPU time goes, by function and in the kernel, in the cases of the other benchmarks. */
export async function benchProfile(): Promise<BenchResult> {
  await checkPerf();
  if (!existsSync(ICECAST)) throw new Error("this benchmark needs Debian's icecast2: install it");
  const folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-bench-"));
  const profiles: Profiles = new Map();
  const listeners: Accepted = new Map();
  try {
    await profileListeners({ profiles, listeners }, folder);
    await profileChat(profiles, folder);
    const files = await cutPieces(folder);
    for (const formats of ["MP3 alone", "MP3, Opus and AAC"] as const)
      await profilePlayout(profiles, { formats, folder, files });
    return {
      rows: profileRows(profiles),
      aim: "no aim: it says what the others go by",
      broken: [],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Listeners of on-air and of Icecast, which relays the same mount. */
async function profileListeners(
  { profiles, listeners }: { readonly profiles: Profiles; readonly listeners: Accepted },
  folder: string,
): Promise<void> {
  using crowd = new ListenerCrowd({ processes: LOAD_PROCESSES, most: LISTENERS });
  const file = path.join(folder, "noise.flac");
  await makeNoise({ file, seconds: 240, title: "Noise" });
  const ended: number[] = [];
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => removeMaps(ended));
  const onAir = cleanUp.use(
    await startBareOnAir({
      folder: await mkdtemp(path.join(folder, "listeners-")),
      tracks: [trackOf(file)],
      settings: {
        ...benchSettings,
        bitrateKbps: 192,
        isOpusOn: false,
        isAacOn: false,
        maxListeners: 2 * LISTENERS,
      },
      clockSpeed: 1,
      environment: profiledEnvironment,
      onMessage: () => {},
    }),
  );
  ended.push(onAir.pid, ...descendantsOf(onAir.pid));
  const port = Number(new URL(onAir.baseUrl).port);
  const mount = "/stream.mp3";
  const icecast = cleanUp.use(
    await TestIcecast.start({
      relay: { port, mount, localMount: mount },
      clients: 2 * LISTENERS,
    }),
  );
  await using relayed = await until("Icecast relays the mount", () =>
    answersAt(`${icecast.url}${mount}`),
  );
  await relayed[Symbol.asyncDispose]();
  const cases = [
    { column: profileColumns.listeners, port, pid: onAir.pid, wantsTitles: false },
    { column: profileColumns.titles, port, pid: onAir.pid, wantsTitles: true },
    {
      column: profileColumns.icecast,
      port: icecast.port,
      pid: icecast.pid ?? 0,
      wantsTitles: true,
    },
  ];
  for (const { column, pid, ...order } of cases) {
    const heard = { ...order, listeners: LISTENERS, limitMs: ACCEPT_LIMIT_MS };
    const { accepted } = await crowd.listen(heard);
    listeners.set(column, accepted);
    await delay(SETTLE_MS);
    const [profile] = await profilesOf([[pid]], { seconds: SECONDS, folder });
    if (profile !== undefined) profiles.set(column, profile);
    await crowd.listen({ ...order, listeners: 0, limitMs: ACCEPT_LIMIT_MS });
  }
}

/** A station's server, and the processes that hold its sockets. */
async function profileChat(profiles: Profiles, folder: string): Promise<void> {
  using crowd = new SocketCrowd({ processes: LOAD_PROCESSES, most: SOCKETS });
  const ended: number[] = [];
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => removeMaps(ended));
  const station = cleanUp.use(
    await TestStation.start({ environment: { LOG_LEVEL: "warn", ...profiledEnvironment } }),
  );
  const server = station.parts().server ?? 0;
  ended.push(...descendantsOf(process.pid));
  const port = Number(new URL(station.webUrl).port);
  await crowd.hold(SOCKETS, [port]);
  await delay(SETTLE_MS);
  const talking = talk({
    port,
    firstVisitor: 0,
    perSecond: MESSAGES_PER_SECOND,
    messages: MESSAGES_PER_SECOND * (SECONDS + 2),
  });
  const [atServer, atLoad] = await profilesOf([[server], crowd.pids], { seconds: SECONDS, folder });
  await talking;
  if (atServer !== undefined) profiles.set(profileColumns.server, atServer);
  if (atLoad !== undefined) profiles.set(profileColumns.load, atLoad);
}

/** on-air and its engine together, as in the playout benchmark. */
async function profilePlayout(
  profiles: Profiles,
  {
    formats,
    folder,
    files,
  }: { readonly formats: Formats; readonly folder: string; readonly files: readonly string[] },
): Promise<void> {
  const ended: number[] = [];
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => removeMaps(ended));
  const onAir = cleanUp.use(
    await startBareOnAir({
      folder: await mkdtemp(path.join(folder, "playout-")),
      tracks: files.map(trackOf),
      settings: settingsOf(formats),
      clockSpeed: 1,
      environment: profiledEnvironment,
      onMessage: () => {},
    }),
  );
  for (const mount of mountsOf[formats])
    cleanUp.use(await until(`${mount} streams`, () => answersAt(`${onAir.baseUrl}${mount}`)));
  const pids = [onAir.pid, ...descendantsOf(onAir.pid)];
  await delay(PLAYOUT_SETTLE_MS);
  ended.push(onAir.pid, ...descendantsOf(onAir.pid));
  const [profile] = await profilesOf([pids], { seconds: 2 * SECONDS, folder });
  if (profile !== undefined) profiles.set(profileColumns.playout[formats], profile);
}
