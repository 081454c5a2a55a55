import { TestStation, until } from "@neonrelay/test-station";
import { demoPieces } from "../packages/on-air/src/media/demo/demo-songs.ts";

/** A station playing the demo tracks, after it has read all of them. The caller disposes of it. */
export async function startDemoStation(
  environment: Readonly<Record<string, string>>,
): Promise<TestStation> {
  await using started = new AsyncDisposableStack();
  const station = started.use(
    await TestStation.start({
      demoMusic: true,
      environment: { LOG_LEVEL: "warn", ...environment },
    }),
  );
  // Earlier measurements would include making and reading the music.
  await until(
    "all of its music is there",
    async () => (await countTracks(station)) === demoPieces.length,
    { limitMs: 120_000 },
  );
  started.move();
  return station;
}

async function countTracks(station: TestStation): Promise<number> {
  const { body } = await station.visitor().call("GET", "/api/tracks");
  return Array.isArray(body) ? body.length : 0;
}
