import { nowPlayingSchema } from "@neonrelay/contract";
import { until, type TestStation } from "../test-station.ts";
import { Crowd } from "./crowd.ts";
import { FaultyProxy } from "./faulty-proxy.ts";
import { makeMarkedTracks } from "./marked-track.ts";
import {
  makeFolder,
  removeFolder,
  type RunningStation,
  type StartStation,
} from "./running-station.ts";
import { WebUsers } from "./web-users.ts";

/** A new listener starts 4 s before the end of the ring, which then holds only programme. */
const RING_MS = 6000;
const LIBRARY_LIMIT_MS = 180_000;

export interface SceneOptions {
  readonly listeners: number;
  readonly users: number;
  /** Average interval between a user's writes. */
  readonly everyMs: number;
  /** The operator uploads a file during each fault. */
  readonly hasUploads: boolean;
  readonly tracks: number;
  readonly trackSeconds: number;
  /** Additional environment variables of the station. */
  readonly environment: Readonly<Record<string, string>>;
  /** Puts a network that can be disturbed between the stream port and its listeners. */
  readonly hasNetwork: boolean;
  readonly start: StartStation;
}

/** A station playing a marked programme, with its listeners and web users. */
export interface Scene extends Pick<RunningStation, "station" | "startAgain" | "dataDir"> {
  readonly crowd: Crowd;
  readonly users: WebUsers;
  readonly music: string;
  /** null: none. */
  readonly network: FaultyProxy | null;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** Waits until the listeners are in the middle of the programme. */
export async function openScene(options: SceneOptions): Promise<Scene> {
  const { tracks, trackSeconds, listeners, environment, hasNetwork } = options;
  await using failed = new AsyncDisposableStack();
  const music = failed.adopt(await makeFolder("music"), removeFolder);
  await makeMarkedTracks({ folder: music, count: tracks, seconds: trackSeconds });
  const running = failed.use(await options.start({ music, environment }));
  const { serverUrls, dataDir } = running;
  const { webUrl, streamUrl: playedUrl } = running.station();
  const users = failed.use(new WebUsers({ ...options, webUrl, serverUrls }));
  await users.enter(tracks);
  await untilInProgramme(running.station());
  const streamUrl = new URL(playedUrl);
  const network = hasNetwork ? failed.use(await FaultyProxy.open(Number(streamUrl.port))) : null;
  if (network !== null) streamUrl.port = String(network.port);
  const crowd = failed.use(
    new Crowd({
      urls: [streamUrl.href, new URL("/stream.mp3", serverUrls[0]).href],
      listeners,
      trackSeconds,
    }),
  );
  const open = failed.move();
  return {
    crowd,
    users,
    music,
    dataDir,
    network,
    station: running.station,
    startAgain: running.startAgain,
    [Symbol.asyncDispose]: async () => await open.disposeAsync(),
  };
}

async function untilInProgramme(station: TestStation): Promise<void> {
  await until(
    "the marked programme is on air",
    async () => {
      const { status, body } = await station.visitor().call("GET", "/api/now-playing");
      if (status !== 200) return false;
      const { now, positionMs } = nowPlayingSchema.parse(body);
      return now !== null && positionMs - now.startMs >= RING_MS;
    },
    { limitMs: LIBRARY_LIMIT_MS },
  );
}
