// @module-tag nginx
import { afterEach, beforeEach, expect, test } from "vitest";
import { TestHlsNginx } from "./test-hls-nginx.ts";
import { TestHlsOrigin } from "./test-hls-origin.ts";

const CLIENTS = 100;
const SHARED = "/hls/shared.m3u8";

let origin: TestHlsOrigin;
let nginx: TestHlsNginx;

beforeEach(async () => {
  origin = await TestHlsOrigin.start();
  origin.play(40);
  nginx = await TestHlsNginx.start({
    streamPort: origin.port,
    processes: ["master_process off;"],
    connections: 768,
    http: ["access_log off;"],
  });
});
afterEach(async () => {
  await nginx?.[Symbol.asyncDispose]();
  await origin?.[Symbol.asyncDispose]();
});

/** Paths of the playlist's segments. */
function segmentsIn(playlist: string): readonly string[] {
  const names = playlist.split("\n").filter((line) => line.endsWith(".aac"));
  return names.map((name) => `/hls/${name}`);
}

/** Does what a starting player does: loads the playlist and everything it lists. */
async function playFrom(at: string): Promise<readonly { path: string; bytes: number }[]> {
  const playlist = await fetch(`${nginx.origin}${at}`);
  expect(playlist.status).toBe(200);
  return await Promise.all(
    segmentsIn(await playlist.text()).map(async (path) => {
      const segment = await fetch(`${nginx.origin}${path}`);
      expect(segment.status).toBe(200);
      return { path, bytes: (await segment.arrayBuffer()).byteLength };
    }),
  );
}

async function newestListed(): Promise<string | undefined> {
  const response = await fetch(`${nginx.origin}/hls/live.m3u8`);
  return segmentsIn(await response.text()).at(-1);
}

async function statusOf(path: string): Promise<number> {
  const response = await fetch(`${nginx.origin}${path}`);
  await response.arrayBuffer();
  return response.status;
}

test("[S46] a hundred players behind nginx cause one request per segment, and one per second for the playlist", async () => {
  const beganMs = performance.now();
  const heard = await Promise.all(
    Array.from({ length: CLIENTS }, (_value, index) =>
      playFrom(index % 2 === 0 ? "/hls/live.m3u8" : `/hls/audio.m3u8?cid=${index}&x=${index}`),
    ),
  );
  const before = await newestListed();
  origin.play(6);
  await expect.poll(newestListed).not.toBe(before);
  const later = await Promise.all(Array.from({ length: CLIENTS }, () => playFrom(SHARED)));
  const seconds = (performance.now() - beganMs) / 1000;

  const paths = new Set([...heard.flat(), ...later.flat()].map(({ path }) => path));
  expect(paths.size).toBe(7);
  expect([...paths].map((path) => [path, origin.timesAsked(path)])).toEqual(
    [...paths].map((path) => [path, 1]),
  );
  expect(heard).toEqual(heard.map(() => heard[0]));
  expect(heard.flat().every(({ bytes }) => bytes > 1000)).toBe(true);
  expect(origin.timesAsked(SHARED)).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
  expect(origin.timesAsked("/hls/live.m3u8") + origin.timesAsked("/hls/audio.m3u8")).toBe(0);
  expect(origin.listeners).toBe(1);
});

test("[S46] unchanged content is not sent again, neither to nginx nor to players, and players cache no playlist", async () => {
  const playlist = await fetch(`${nginx.origin}${SHARED}`);
  const [path = ""] = segmentsIn(await playlist.text());
  const segment = await fetch(`${nginx.origin}${path}`);
  await segment.arrayBuffer();
  const ask = async (at: string, etag: string | null): Promise<number> =>
    (await fetch(`${nginx.origin}${at}`, { headers: { "If-None-Match": etag ?? "" } })).status;

  expect(playlist.headers.get("cache-control")).toBe("public, max-age=1");
  expect(playlist.headers.get("access-control-allow-origin")).toBe("*");
  expect(segment.headers.get("cache-control")).toBe("public, max-age=120, immutable");
  expect(await ask(SHARED, playlist.headers.get("etag"))).toBe(304);
  expect(await ask(path, segment.headers.get("etag"))).toBe(304);
  expect(await ask(path, '"another"')).toBe(200);
  const statuses = () =>
    origin.asked.filter((one) => one.path === SHARED).map(({ status }) => status);
  await expect
    .poll(async () => {
      await statusOf(SHARED);
      return statuses();
    })
    .toContain(304);
  // nginx asks every second.
  expect(statuses().filter((status) => status !== 304)).toEqual([200]);
});

test("[S46] while on-air is away players get nginx's copy; when that is too old, they get a reason", async () => {
  origin.staleSeconds = 2;
  const [first] = await playFrom(SHARED);

  await origin.stop();
  const playlists = [await statusOf(SHARED)];
  await expect
    .poll(async () => {
      playlists.push(await statusOf(SHARED));
      return playlists.at(-1);
    })
    .toBe(503);
  const refusal = await fetch(`${nginx.origin}${SHARED}`);

  expect(playlists.filter((status) => status !== 200)).toEqual([503]);
  expect(await refusal.text()).toBe("The station can't be reached, please try again soon.\n");
  expect(refusal.headers.get("retry-after")).toBe("6");
  expect(await statusOf(first?.path ?? "")).toBe(200);
  await origin.run();
  expect(await statusOf(SHARED)).toBe(200);
});

test("[S46] while on-air hangs players get nginx's copy, and only one of them waits", async () => {
  await playFrom(SHARED);
  const before = await newestListed();
  origin.isHanging = true;
  // Once the playlist is a second old, one of these waits for 3 s.
  const answers: { readonly status: number; readonly tookMs: number }[] = [];
  await expect
    .poll(async () => {
      const round = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const askedMs = performance.now();
          return { status: await statusOf(SHARED), tookMs: performance.now() - askedMs };
        }),
      );
      answers.push(...round);
      return answers.filter(({ tookMs }) => tookMs > 2000).length;
    })
    .toBe(1);
  origin.isHanging = false;
  origin.play(6);

  expect(answers.every(({ status }) => status === 200)).toBe(true);
  await expect.poll(newestListed).not.toBe(before);
});

test("[S46] nginx keeps its segments through a kill and restart", async () => {
  const heard = await playFrom(SHARED);
  // A player has a segment before nginx has stored it; the next client waits for that.
  await playFrom(SHARED);

  await nginx.kill();
  await nginx.run();
  const again = await playFrom(SHARED);

  expect(again).toEqual(heard);
  expect(heard.map(({ path }) => origin.timesAsked(path))).toEqual(heard.map(() => 1));
});
