// @module-tag root
// @module-tag podman
// @module-tag buildah
// @module-tag runc
// @module-tag debootstrap
// @module-tag ffmpeg
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { execFile } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { freePort } from "@neonrelay/process/test-peer-process";
import { StreamListener } from "../src/stream-listener.ts";
import { testAdmin, until, Visitor } from "../src/test-station.ts";
import { decode, makeTone, toneLevelsDb } from "../src/tones.ts";
import { Containers, projectRoot } from "./containers.ts";

const run = promisify(execFile);
const deployFolder = path.join(projectRoot, "deploy");
const image = "localhost/neonrelay";
const TONE_HZ = 500;
/** Of the stream, with what it gives at once to a new listener. */
const HEARD_BYTES = 200_000;
const STOP_LIMIT_MS = 10_000;
const startLimit = { limitMs: 400_000 };

let containers: Containers;
let music: string;
let webUrl: string;
let streamUrl: string;
let environment: readonly string[];

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
  await containers.build(image, { context: projectRoot, file: "deploy/Dockerfile" });
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

/** One for each process of the container. */
async function processes(...descriptors: readonly string[]): Promise<readonly string[]> {
  const table = await containers.podman("top", "station", ...descriptors);
  return table.split("\n").slice(1);
}

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().default(false) })),
});

test("the image holds what the station needs at run time, and nothing that only development needs", async () => {
  const lock = lockSchema.parse(
    JSON.parse(await readFile(path.join(projectRoot, "package-lock.json"), "utf8")),
  );
  const development = Object.entries(lock.packages)
    .filter(([place, { dev }]) => dev && place.startsWith("node_modules/"))
    .map(([place]) => place);

  const search = ["find", "node_modules", "packages", "-name", "package.json"];
  const places = await containers.runOnce(image, search);
  const found = new Set(places.split("\n").map((place) => path.dirname(place)));
  const format = "{{.User}} {{.Size}}";
  const settings = await containers.podman("image", "inspect", "--format", format, image);

  expect(development.length).toBeGreaterThan(100);
  expect(development.filter((place) => found.has(place))).toEqual([]);
  expect(found).toContain("node_modules/fastify");
  expect([...found].filter((place) => /node-linux|test-station$/.test(place))).toEqual([]);
  const [user, size] = settings.split(" ");
  expect(user).toBe("1000:1000");
  console.log(`The image has ${Math.round(Number(size) / 1e6)} MB`);
});

test("a container on a root that can't be written goes on air, is heard, and is healthy", async () => {
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
  const sound = await decode((await listener.heard()).audio);
  const endMs = (sound.samples.length / sound.sampleRateHz) * 1000;
  const [tone = 0, other = 0] = toneLevelsDb(sound, {
    atMs: endMs - 1000,
    lengthMs: 1000,
    frequenciesHz: [TONE_HZ, TONE_HZ * 3],
  });
  return tone > other + 30;
}

test("parts that are killed come back, and process 1 leaves none of their remains", async () => {
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

test("a container that was killed starts again on its volume with what it had", async () => {
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

test("`station` in the container is the station's command", async () => {
  expect(await containers.podman("exec", "station", "station", "version")).toMatch(
    /^Neon Relay \d/,
  );
});

test("SIGTERM stops the station in order", async () => {
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

const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      profiles: z.array(z.string()).default([]),
      environment: z.record(z.string(), z.string()).default({}),
      read_only: z.boolean().default(false),
    }),
  ),
});

test(
  "compose.yaml is valid with its example of settings",
  { tags: ["docker-compose"] },
  async () => {
    const env = path.join(containers.folder, "example.env");
    const example = await readFile(path.join(deployFolder, "example.env"), "utf8");
    // Each setting that stands there as a comment is used.
    await writeFile(env, example.replaceAll(/^# (?=[A-Z]+=|[A-Z]+_[A-Z]+=)/gm, ""));
    const toJson = "import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin)))";
    const script = `docker-compose --env-file "$1" --file compose.yaml config | python3 -c '${toJson}'`;

    const { stdout } = await run("sh", ["-c", script, "sh", env], { cwd: deployFolder });

    const { services } = composeSchema.parse(JSON.parse(stdout));
    expect(services).toMatchObject({
      station: {
        profiles: [],
        read_only: true,
        environment: {
          DATABASE_URL: "postgres://neonrelay:PASSWORD@postgres/neonrelay",
          PUBLIC_URL: "https://radio.example",
          TRUST_PROXY: "172.30.53.250",
        },
      },
      postgres: { profiles: ["postgres"] },
      caddy: { profiles: ["https"], environment: { DOMAIN: "radio.example" } },
    });
  },
);

/** compose.yaml with further variables: on the host's network each needs a free port. */
async function composeWith(settings: {
  readonly station: Readonly<Record<string, string>>;
  readonly postgres: Readonly<Record<string, string>>;
}): Promise<string> {
  const compose = await readFile(path.join(deployFolder, "compose.yaml"), "utf8");
  const lines = (variables: Readonly<Record<string, string>>) =>
    Object.entries(variables)
      .map(([name, value]) => `      ${name}: "${value}"\n`)
      .join("");
  return compose
    .replace(/(?= {6}DATABASE_URL:)/, lines(settings.station))
    .replace(/(?= {6}POSTGRES_USER:)/, lines(settings.postgres));
}

test("compose starts the station with PostgreSQL", { tags: ["podman-compose"] }, async () => {
  const context = path.join(import.meta.dirname, "postgres-image");
  await containers.build("docker.io/library/postgres:17", { context, file: "Dockerfile" });
  const postgresPort = await freePort();
  const file = path.join(containers.folder, "compose.yaml");
  const compose = await composeWith({
    station: {
      PORT: new URL(webUrl).port,
      STREAM_PORT: new URL(streamUrl).port,
      IRC_LISTEN_PORT: "0",
    },
    postgres: { PGPORT: String(postgresPort) },
  });
  await writeFile(file, compose);
  const program = await containers.podmanProgram();
  const environment = {
    ...process.env,
    DATABASE_URL: `postgres://neonrelay:secret@127.0.0.1:${postgresPort}/neonrelay`,
    POSTGRES_PASSWORD: "secret",
    MUSIC: music,
  };
  const call = async (...parameters: readonly string[]) =>
    await run("podman-compose", ["--podman-path", program, "--file", file, ...parameters], {
      env: environment,
    });
  try {
    await call("up", "--detach", "station", "postgres");

    const health = await until(
      "the station is healthy",
      async () => {
        const answer = await fetch(new URL("/api/health", webUrl)).catch(() => undefined);
        return answer?.ok === true ? await answer.text() : undefined;
      },
      startLimit,
    );

    expect(JSON.parse(health)).toMatchObject({ database: { detail: "server" } });
    await until("the tone of the host is heard", hearsTone, startLimit);
  } finally {
    await call("down");
  }
});
