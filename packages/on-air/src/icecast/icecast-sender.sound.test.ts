// @module-tag ffmpeg
// @module-tag icecast2
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { defaultSettings as playoutDefaults } from "../protocol/index.ts";
import type { IcecastOutput, OutputState } from "../protocol/index.ts";
import type { RunningOnAir } from "../start/start-on-air.ts";
import {
  startTestOnAir,
  TestServerSide,
  testTrackId,
  writeRisingTone,
} from "../start/test-on-air.ts";
import { SOURCE_PASSWORD, TestIcecast } from "./test-icecast.ts";

const TITLE = "Sigur Rós - Ágætis byrjun; it's 'new' 夜";
const [artist = "", title = ""] = TITLE.split(" - ");
const run = promisify(execFile);
/** These tests run their servers on this machine. */
const defaultSettings = { ...playoutDefaults, allowedStreamHosts: ["127.0.0.1"] };
const sourceSchema = z.object({ listenurl: z.string(), title: z.string().optional() });
/** An object for one source, a list for several, absent without any. */
const statusSchema = z.object({
  icestats: z.object({ source: z.union([sourceSchema, z.array(sourceSchema)]).optional() }),
});
let folder = "";
let icecast: TestIcecast;
let onAir: RunningOnAir;
let server: TestServerSide;

const peers: Server[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "icecast-output-"));
  icecast = await TestIcecast.start();
  ({ onAir } = await startTestOnAir(folder));
  server = new TestServerSide(folder);
  await server.order("setSettings", defaultSettings);
  const file = await writeRisingTone(folder);
  await server.order("setRotation", {
    tracks: [
      {
        kind: "file",
        trackId: testTrackId,
        path: file,
        title,
        artist,
        album: null,
        albumArtist: null,
        discNumber: null,
        trackNumber: null,
        genre: null,
        durationMs: 60_000,
        gainDb: 0,
        cues: null,
      },
    ],
  });
  await server.statusWhen(({ now, engine }) => now !== null && engine === "running");
});
afterAll(async () => {
  server.close();
  await onAir.close();
  await icecast[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});
afterEach(async () => {
  await server.order("setOutputs", { outputs: [] });
  for (const peer of peers.splice(0)) peer.close();
});

function output(
  overrides: Partial<IcecastOutput["server"]> = {},
  codec: IcecastOutput["codec"] = "mp3",
): IcecastOutput {
  return {
    outputId: randomUUID(),
    codec,
    isPublic: false,
    server: {
      host: "127.0.0.1",
      port: icecast.port,
      isTls: false,
      mount: `/${randomUUID()}.mp3`,
      username: "source",
      password: SOURCE_PASSWORD,
      ...overrides,
    },
  };
}

async function set(...outputs: readonly IcecastOutput[]): Promise<void> {
  await server.order("setOutputs", { outputs: [...outputs] });
}

async function stateOf(
  { outputId }: IcecastOutput,
  isWanted: (state: OutputState) => boolean,
): Promise<OutputState> {
  const status = await server.statusWhen(({ outputs }) =>
    outputs.some((state) => state.outputId === outputId && isWanted(state)),
  );
  const found = status.outputs.find((state) => state.outputId === outputId);
  if (found === undefined) throw new Error("no state");
  return found;
}

const isOnAir = ({ state }: OutputState): boolean => state === "on-air";

/** Titles in Icecast's status, by mount. */
async function titles(): Promise<ReadonlyMap<string, string>> {
  const page = statusSchema.parse(await (await fetch(`${icecast.url}/status-json.xsl`)).json());
  const sources = [page.icestats.source ?? []].flat();
  return new Map(sources.map((one) => [new URL(one.listenurl).pathname, one.title ?? ""]));
}

/** A server that answers each connection's first bytes with that text, and records what it receives. */
async function fakeServer(
  answer: string,
): Promise<{ port: number; sockets: Socket[]; heads: string[] }> {
  const sockets: Socket[] = [];
  const heads: string[] = [];
  const peer = createServer((socket) => {
    sockets.push(socket);
    socket
      .on("error", () => {})
      .once("data", (head: Buffer) => {
        heads.push(String(head));
        socket.pause();
        if (answer !== "") socket.write(answer);
      });
  }).listen(0, "127.0.0.1");
  peers.push(peer);
  await once(peer, "listening");
  const address = peer.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { port: address.port, sockets, heads };
}

test("[S70] a real Icecast accepts the programme, players hear it there, and the title is right", async () => {
  const there = output();
  await set(there);
  await stateOf(there, isOnAir);
  const target = `${icecast.url}${there.server.mount}`;
  await expect.poll(async () => (await titles()).get(there.server.mount)).toBe(TITLE);
  const { stdout } = await run(
    "ffmpeg",
    "-v error -t 2 -i TARGET -f f32le -ac 1 -ar 44100 pipe:1".replace("TARGET", target).split(" "),
    { encoding: "buffer", maxBuffer: 64 * 1024 * 1024 },
  );
  const response = await fetch(target, { headers: { "Icy-MetaData": "1" } });
  await response.body?.cancel();

  const pcm = new Float32Array(stdout.buffer, stdout.byteOffset, Math.floor(stdout.length / 4));
  const power = pcm.reduce((sum, value) => sum + value * value, 0) / pcm.length;
  expect(10 * Math.log10(power)).toBeGreaterThan(-16);
  expect(response.headers.get("icy-name")).toBe(defaultSettings.stationName);
  expect(response.headers.get("ice-audio-info")).toContain("bitrate=192");
});

test.each([
  { codec: "opus", type: "audio/ogg", heardAs: "opus" },
  { codec: "aac", type: "audio/aac", heardAs: "aac" },
] as const)(
  "[S70] the $codec mount is heard at a real Icecast once it is on",
  async ({ codec, type, heardAs }) => {
    const there = output({ mount: `/${randomUUID()}` }, codec);
    await set(there);
    const waiting = await stateOf(there, ({ state }) => state === "waiting");
    await server.order("setSettings", { ...defaultSettings, isOpusOn: true, isAacOn: true });
    await stateOf(there, isOnAir);
    const target = `${icecast.url}${there.server.mount}`;
    const typeThere = async (): Promise<string | null> => {
      const { headers, body } = await fetch(target);
      await body?.cancel();
      return headers.get("content-type");
    };
    // Icecast accepts the source before it offers the mount to players.
    await expect.poll(typeThere).toBe(type);
    const show = ["-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0", target];
    const { stdout: heard } = await run("ffprobe", show, { timeout: 20_000 });
    const decode = ["-v", "error", "-t", "2", "-i", target, "-f", "f32le", "-ac", "1", "pipe:1"];
    const { stdout, stderr } = await run("ffmpeg", decode, {
      encoding: "buffer",
      maxBuffer: 64 * 1024 * 1024,
    });
    await server.order("setSettings", defaultSettings);
    const off = await stateOf(there, ({ state }) => state === "waiting");

    const detail = expect.stringMatching(/ mount is off: switch it on/);
    expect([waiting, off]).toMatchObject([{ detail, retryAtMs: null }, { detail }]);
    expect(heard.trim()).toBe(heardAs);
    expect(stderr.toString()).toBe("");
    const pcm = new Float32Array(stdout.buffer, stdout.byteOffset, Math.floor(stdout.length / 4));
    const power = pcm.reduce((sum, value) => sum + value * value, 0) / pcm.length;
    expect(10 * Math.log10(power)).toBeGreaterThan(-16);
  },
);

test("[S71] a server that was away is reconnected, with its title, without affecting the others", async () => {
  const [first, second] = [output(), output()];
  await set(first, second);
  await stateOf(first, isOnAir);
  await stateOf(second, isOnAir);

  await icecast.kill();
  const gone = await stateOf(first, ({ state }) => state === "waiting");
  await icecast.begin();
  await stateOf(first, isOnAir);
  await expect.poll(async () => (await titles()).get(first.server.mount)).toBe(TITLE);
  const { sinceMs } = await stateOf(second, isOnAir);
  await set(second);
  await expect.poll(async () => (await titles()).has(first.server.mount)).toBe(false);
  const after = await stateOf(second, () => true);

  expect(gone.detail).toMatch(/^The (connection broke off|server can't be reached)/);
  expect(gone.retryAtMs).toBeGreaterThan(gone.sinceMs);
  expect(after).toMatchObject({ state: "on-air", sinceMs });
});

test("[S72] a wrong password stops retries until it is corrected; a mount in use is retried", async () => {
  const wrong = output({ password: "wrong" });
  const right = { ...wrong, server: { ...wrong.server, password: SOURCE_PASSWORD } };
  const rival = { ...right, outputId: randomUUID() };

  await set(wrong);
  const refused = await stateOf(wrong, ({ state }) => state === "refused");
  await set(right);
  await stateOf(right, isOnAir);
  await set(right, rival);
  const waiting = await stateOf(rival, ({ state }) => state === "waiting");
  await set(rival);
  await stateOf(rival, isOnAir);

  expect(refused).toMatchObject({ retryAtMs: null });
  expect(refused.detail).toMatch(/user name or password/);
  expect(waiting.detail).toMatch(/Another source/);
});

test("[S73] stopping the stream stops the programme at the server, and starting it resumes it", async () => {
  const there = output();
  await set(there);
  await stateOf(there, isOnAir);

  await server.order("setSettings", { ...defaultSettings, isStreaming: false });
  await expect.poll(async () => (await titles()).has(there.server.mount)).toBe(false);
  await server.order("setSettings", defaultSettings);
  await stateOf(there, isOnAir);
});

test("[S74] a server that reads nothing delays nothing else, and reconnects to what is on air by then", async () => {
  const { port, heads } = await fakeServer("HTTP/1.1 100 Continue\r\n\r\n");
  const fastFolder = await mkdtemp(path.join(tmpdir(), "icecast-output-"));
  const fast = await startTestOnAir(fastFolder, { clockSpeed: 50 });
  const fastServer = new TestServerSide(fastFolder);
  await fastServer.order("setSettings", { ...defaultSettings, bitrateKbps: 320 });
  await fastServer.giveTrack(path.join(folder, "rising.wav"));
  const bitrate = async (): Promise<string | null> =>
    (await fetch(`${fast.url}/stream.mp3`, { method: "HEAD" })).headers.get("icy-br");
  await expect.poll(bitrate).toBe("320");
  const listener = await fetch(`${fast.url}/stream.mp3`);
  let heardBytes = 0;
  const reading = (async () => {
    for await (const chunk of listener.body ?? []) heardBytes += chunk.length;
  })();

  await fastServer.order("setOutputs", { outputs: [output({ port })] });
  const sources = (): number => heads.filter((head) => head.startsWith("PUT ")).length;
  await expect.poll(sources, { timeout: 60_000 }).toBeGreaterThan(1);
  // The system buffers a few megabytes for a client that does not read; the listener has had more than that.
  expect(heardBytes).toBeGreaterThan(2_000_000);
  fastServer.close();
  await fast.onAir.close();
  await reading.catch(() => {});
  await rm(fastFolder, { recursive: true });
});

test.each([
  {
    answer: "HTTP/1.0 403 Forbidden\r\nContent-Length: 16\r\n\r\n<b>too many</b>!",
    problem: /^The server refuses the source \(status 403\)$/,
  },
  { answer: "SSH-2.0-OpenSSH_9.2\r\n\r\n", problem: /not an Icecast server/ },
])("[S75] a test of an output says what is wrong: $problem", async ({ answer, problem }) => {
  const { port } = await fakeServer(answer);

  const { outputId: _, ...target } = output({ port });
  expect(await server.order("testOutput", target)).toEqual({
    problem: expect.stringMatching(problem),
  });
});

test("[S75] a test of an output says that it would be accepted, or that it does not exist", async () => {
  const { outputId: _, ...target } = output();
  const silent = await fakeServer("");
  peers.splice(0).forEach((peer) => peer.close());

  expect(await server.order("testOutput", target)).toEqual({ problem: null });
  expect(
    await server.order("testOutput", {
      ...target,
      server: { ...target.server, port: silent.port },
    }),
  ).toEqual({ problem: "The server can't be reached (ECONNREFUSED)" });
});

test.each(["127.0.0.1", "2130706433", "localhost"])(
  "[S79] a server in a private network, named %s, is not even connected to unless allowed",
  async (host) => {
    const { port, sockets } = await fakeServer("HTTP/1.0 200 OK\r\n\r\n");
    await server.order("setSettings", playoutDefaults);
    const there = output({ host, port });
    const { outputId: _, ...target } = there;

    const tested = await server.order("testOutput", target);
    await set(there);
    const { detail } = await stateOf(there, ({ state }) => state === "waiting");

    const problem = `${host} is in a private network: a super_admin allows it in Settings, Streaming, under 'Allowed private hosts'`;
    expect([tested, detail]).toEqual([{ problem }, problem]);
    expect(sockets).toHaveLength(0);
    await server.order("setSettings", defaultSettings);
  },
);

test("[S76] user-supplied text can't inject a header, and what is kept on disk is private", async () => {
  const { port, heads } = await fakeServer("HTTP/1.0 200 OK\r\n\r\n");
  await server.order("setSettings", {
    ...defaultSettings,
    stationName: "Radio\r\nX-Evil: 1",
    description: "ö",
  });
  const there = output({ port, mount: "/a b\r\nX-Evil: 2" });
  await set(there);
  await stateOf(there, isOnAir);
  await server.order("setSettings", defaultSettings);

  expect(heads[0]).toContain("PUT /a%20b%0D%0AX-Evil%3A%202 HTTP/1.1\r\n");
  expect(heads[0]).toContain("Ice-Name: Radio X-Evil: 1\r\n");
  const { mode } = await stat(path.join(folder, "outputs.json"));
  expect(mode & 0o777).toBe(0o600);
});
