// @module-tag root
// @module-tag git
// @module-tag podman
// @module-tag buildah
// @module-tag runc
// @module-tag debootstrap
// @module-tag ffmpeg
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { execFile } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { freePort } from "@neonrelay/process/test-peer-process";
import { StreamListener } from "../src/stream-listener.ts";
import { testAdmin, until, Visitor } from "../src/test-station.ts";
import { toneLevelsDb } from "../src/tone-levels.ts";
import { decode, makeTone } from "../src/tones.ts";
import { writeContainerArchive } from "../../../scripts/container-archive.ts";
import { ComposeProject, type ComposePorts } from "./compose-project.ts";
import { Containers, projectRoot } from "./containers.ts";
import { askSecurely, SecureListener, type SecurePlace } from "./secure-client.ts";

const run = promisify(execFile);
const image = "localhost/neonrelay";
/** The name in a release. */
const released = "localhost/neonrelay:99.0.0";
const TONE_HZ = 500;
/** Of the stream, including the burst for a new listener. */
const HEARD_BYTES = 200_000;
const STOP_LIMIT_MS = 10_000;
const startLimit = { limitMs: 400_000 };

let containers: Containers;
let music: string;
let webUrl: string;
let streamUrl: string;
let environment: readonly string[];
let commit: string;
let leftOut: string | null;

beforeAll(async () => {
  containers = await Containers.open();
  music = await mkdtemp(path.join(os.tmpdir(), "neonrelay-music-"));
  await chmod(music, 0o755);
  const file = path.join(music, "tone.flac");
  await makeTone({ file, frequencyHz: TONE_HZ, seconds: 60, title: "From the Host" });
  const [port, streamPort] = [await freePort(), await freePort()];
  webUrl = `http://127.0.0.1:${port}`;
  streamUrl = `http://127.0.0.1:${streamPort}/stream.mp3`;
  environment = [
    `--env=PORT=${port}`,
    `--env=STREAM_PORT=${streamPort}`,
    "--env=IRC_LISTEN_PORT=0",
    "--env=DEMO_MUSIC=off",
    `--volume=${music}:/music:ro`,
    "--volume=station-data:/data",
  ];
  await containers.makeNodeImage("docker.io/library/node:24-slim");
  // As in `npm run artefacts`.
  const archive = path.join(containers.folder, "container.tar.gz");
  const { stdout: head } = await run("git", ["rev-parse", "HEAD"], { cwd: projectRoot });
  commit = head.trim();
  const buildah = await containers.buildahProgram();
  const wanted = { file: archive, image: released, commit, buildah, gzipLevel: 1 };
  leftOut = await writeContainerArchive(wanted);
  await containers.podman("rmi", released);
  await containers.load(archive);
  await containers.podman("tag", released, image);
});

afterAll(async () => {
  await containers[Symbol.asyncDispose]();
  await rm(music, { recursive: true, force: true });
});

const isHealthy = async () =>
  await containers.podman("healthcheck", "run", "station").then(
    () => true,
    () => false,
  );

/** One per process of the container. */
async function processes(...descriptors: readonly string[]): Promise<readonly string[]> {
  const table = await containers.podman("top", "station", ...descriptors);
  return table.split("\n").slice(1);
}

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().default(false) })),
});

test("the container archive has the image with its health check, and names its commit but no registry", async () => {
  const inspect = ["image", "inspect", "--format", "{{.HealthCheck}}", released];
  const registry = new URL((await run("npm", ["config", "get", "registry"])).stdout.trim()).host;
  const search = ["grep", "-rlF", "--include=*lock*.json", `//${registry}`, "/opt/neonrelay"];

  expect(leftOut).toBeNull();
  expect(await containers.podman(...inspect)).toContain("health-main.ts");
  expect(await containers.runOnce(image, ["cat", "packages/process/commit.txt"])).toBe(commit);
  expect(await containers.runOnce(image, search).catch(() => "none")).toBe("none");
});

test("the image contains what the station needs at run time, and nothing used only in development", async () => {
  const lock = lockSchema.parse(
    JSON.parse(await readFile(path.join(projectRoot, "package-lock.json"), "utf8")),
  );
  const development = Object.entries(lock.packages)
    .filter(([place, { dev }]) => dev && place.startsWith("node_modules/"))
    .map(([place]) => place);

  const search = ["find", "node_modules", "packages", "-name", "package.json"];
  const places = await containers.runOnce(image, search);
  const found = new Set(places.split("\n").map((place) => path.dirname(place)));
  const suites = "find . -name node_modules -prune -o -name *.test.ts* -print".split(" ");
  const names = await containers.runOnce(image, ["ls", "-A"]);
  const format = "{{.User}} {{.Size}}";
  const settings = await containers.podman("image", "inspect", "--format", format, image);

  expect(development.length).toBeGreaterThan(100);
  expect(development.filter((place) => found.has(place))).toEqual([]);
  expect(found).toContain("node_modules/fastify");
  expect([...found].filter((place) => /node-linux|test-station$/.test(place))).toEqual([]);
  expect(await containers.runOnce(image, suites)).toBe("");
  expect(names).not.toMatch(/^(?:\.ci|bench|deploy|fuzz|\w+\.config\.ts)$/m);
  const [user, size] = settings.split(" ");
  expect(user).toBe("1000:1000");
  console.log(`The image has ${Math.round(Number(size) / 1e6)} MB`);
});

test("the image includes its complete source, with everything it was built and tested with", async () => {
  const { stdout } = await run("git", ["ls-files"], { cwd: projectRoot });
  const tracked = stdout.trim().split("\n");

  const packed = await containers.runOnce(image, ["tar", "-tzf", "source.tar.gz"]);

  const found = new Set(packed.split("\n"));
  const missing = tracked.filter((name) => !found.has(`neonrelay/${name}`));
  expect(missing.filter((name) => !name.startsWith("docs/screenshots/"))).toEqual([".npmrc"]);
});

test("a container with a read-only root goes on air, is audible and healthy", async () => {
  await containers.start(image, {
    name: "station",
    flags: [
      ...environment,
      `--env=ADMIN_PASSWORD=${testAdmin.password}`,
      `--env=ADMIN_ACCESS_CODE=${testAdmin.accessCode}`,
    ],
  });

  await until("the health check is green", isHealthy, startLimit);
  await until("the tone of the host is heard", hearsTone, startLimit);

  expect(new Set(await processes("user"))).toEqual(new Set(["node"]));
  expect(await containers.podman("logs", "station")).not.toMatch(/EROFS|read-only file system/i);
});

async function hearsTone(): Promise<boolean> {
  await using listener = new StreamListener(streamUrl);
  await listener.receive({ bytes: HEARD_BYTES });
  return await isTone((await listener.heard()).audio);
}

async function isTone(audio: Buffer): Promise<boolean> {
  const sound = await decode(audio);
  const endMs = (sound.samples.length / sound.sampleRateHz) * 1000;
  const [tone = 0, other = 0] = toneLevelsDb(sound, {
    atMs: endMs - 1000,
    lengthMs: 1000,
    frequenciesHz: [TONE_HZ, TONE_HZ * 3],
  });
  return tone > other + 30;
}

test("killed parts come back, and process 1 leaves no zombies", async () => {
  const idOf = async (part: string) => {
    const rows = await processes("hpid", "args");
    return rows
      .find((row) => row.includes(part))
      ?.trim()
      .split(/\s+/)[0];
  };
  const killed = await idOf("packages/on-air");

  process.kill(Number(killed), "SIGKILL");

  await until("another on-air is there", async () => {
    const now = await idOf("packages/on-air");
    return now !== undefined && now !== killed;
  });
  await until("the health check is green again", isHealthy, startLimit);
  const states = await processes("state", "args");
  expect(states.filter((row) => row.startsWith("Z"))).toEqual([]);
});

test("a killed container starts again on its volume with its data", async () => {
  const main = await containers.podman("inspect", "--format", "{{.State.Pid}}", "station");
  process.kill(Number(main), "SIGKILL");
  expect(await containers.podman("wait", "station")).toBe("137");
  await containers.podman("rm", "station");

  // Without the password: the account is in the volume.
  await containers.start(image, { name: "station", flags: environment });

  await until("the health check is green", isHealthy, startLimit);
  const { username, password } = testAdmin;
  const login = await new Visitor(webUrl).call("POST", "/api/users/login", { username, password });
  expect(login.status).toBe(200);
  const { body } = await new Visitor(webUrl).call("GET", "/api/tracks");
  expect(body).toMatchObject([{ title: "From the Host" }]);
});

test("`station` in the container runs the station's command", async () => {
  expect(await containers.podman("exec", "station", "station", "version")).toMatch(
    /^Neon Relay \d/,
  );
});

test("SIGTERM stops the station cleanly", async () => {
  const startedAt = performance.now();
  await containers.podman("kill", "--signal", "TERM", "station");
  const code = await containers.podman("wait", "station");
  const tookMs = performance.now() - startedAt;
  const log = await containers.podman("logs", "--tail", "3", "station");
  await containers.podman("rm", "station");

  expect(code).toBe("0");
  expect(tookMs).toBeLessThan(STOP_LIMIT_MS);
  expect(log).toContain('"stopped"');
});

test(
  "compose starts the station with PostgreSQL and Caddy, which serves the stream over HTTPS",
  { tags: ["podman-compose"] },
  async () => {
    for (const [tag, name] of [
      ["docker.io/library/postgres:17", "postgres-image"],
      ["docker.io/library/caddy:2", "caddy-image"],
    ] as const)
      await containers.build(tag, {
        context: path.join(import.meta.dirname, name),
        file: "Dockerfile",
      });
    const ports: ComposePorts = {
      web: Number(new URL(webUrl).port),
      stream: Number(new URL(streamUrl).port),
      postgres: await freePort(),
      https: await freePort(),
      http: await freePort(),
    };
    const settings = {
      STATION_IMAGE: image,
      DATABASE_URL: `postgres://neonrelay:secret@127.0.0.1:${ports.postgres}/neonrelay`,
      POSTGRES_PASSWORD: "secret",
      MUSIC: music,
      // Caddy is its own authority for this name.
      DOMAIN: "localhost",
      PUBLIC_URL: `https://localhost:${ports.https}`,
    };
    const services = ["station", "postgres", "caddy"];

    await using project = await ComposeProject.up(containers, services, { ports, settings });

    const health = await until("the station is healthy", healthOf, startLimit);
    expect(health).toMatchObject({ database: { detail: "server" } });
    const authority = await until(
      "Caddy has an authority",
      () =>
        project.read("caddy", "/data/caddy/pki/authorities/local/root.crt").catch(() => undefined),
      startLimit,
    );
    const place = {
      host: "localhost",
      port: ports.https,
      authority: () => authority,
      client: "127.0.0.5",
    };
    const page = await until("Caddy answers", () => askSecurely(place, "/").catch(() => undefined));
    expect(page.resume().statusCode).toBe(200);
    expect(page.headers["strict-transport-security"]).toBe("max-age=31536000");
    await until("the tone of the host is heard over HTTPS", () => hearsToneAt(place), startLimit);
  },
);

async function healthOf(): Promise<unknown> {
  const answer = await fetch(new URL("/api/health", webUrl)).catch(() => undefined);
  return answer?.ok === true ? await answer.json() : undefined;
}

async function hearsToneAt(place: SecurePlace): Promise<boolean> {
  const listener = new SecureListener(await askSecurely(place, "/stream.mp3"));
  await until("sound comes", () => listener.bytes > HEARD_BYTES);
  listener.response.destroy();
  return await isTone(listener.heard);
}
