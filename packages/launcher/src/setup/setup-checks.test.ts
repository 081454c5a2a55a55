import { existsSync, readFileSync, statSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { once } from "node:events";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createTestCertificate } from "@neonrelay/process/test-certificate";
import { readSetupFlags } from "./setup-answers.ts";
import { checkDataFolder, checkInstallation } from "./setup-checks.ts";
import { askQuestions } from "./setup-questions.ts";
import { findDifferent, writeFiles } from "./run-setup.ts";

let folder: string;
/** Port 0 means any free port. */
const free = ["--web-port", "0", "--stream-port", "0", "--service", "none"];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-setup-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** What setup reports for these flags, without a terminal. */
async function check(...args: readonly string[]) {
  return await checkWith(undefined, ...args);
}

async function checkWith(databaseUrl: string | undefined, ...args: readonly string[]) {
  const read = readSetupFlags([...free, "--data", path.join(folder, "data"), ...args], databaseUrl);
  if (read.kind === "refused") throw new Error(read.reason);
  const said: string[] = [];
  const print = (line: string) => void said.push(line);
  const asked = await askQuestions(read.flags, { print, terminal: null, projectRoot: folder });
  return { answers: asked?.answers ?? null, said: said.join("\n") };
}

test.each([
  { args: ["--web-port", "99999"], said: /BAD {2}web-port: PORT must be a port number/ },
  {
    args: ["--web-port", "7", "--stream-port", "7"],
    said: /BAD {2}stream-port: 7 is the port of the web app/,
  },
  { args: ["--domain", "x-"], said: /BAD {2}domain: x- is not the name of a machine/ },
  { args: ["--tls", "caddy"], said: /BAD {2}tls: A proxy needs a domain name/ },
  {
    args: ["--tls", "letsencrypt"],
    said: /BAD {2}tls: letsencrypt is not none, own, caddy, proxy/,
  },
  { args: ["--tls", "own", "--cert", "/none"], said: /BAD {2}cert: \/none can't be read/ },
  { args: ["--music", "/none"], said: /BAD {2}music: \/none is not a folder/ },
  { args: ["--admin", "a"], said: /BAD {2}admin: ADMIN_USERNAME must have at least 2/ },
  { args: ["--data", "/dev/null/x"], said: /BAD {2}data: \/dev\/null is not a folder/ },
])("$args can't be used, and setup says why", async ({ args, said }) => {
  const found = await check(...args);

  expect(found.said).toMatch(said);
  expect(found.answers).toBeNull();
});

test.each(["/tmp/radio", "/var/tmp"])("a service can't keep its data in %s", async (data) => {
  const found = await check("--service", "systemd", "--data", data);

  expect(found.said).toContain(`BAD  data: ${data} is in a folder for temporary files`);
  expect(found.answers).toBeNull();
});

// Not below /tmp: a service has its own /tmp.
const SHARED = "/dev/shm";

test.runIf(process.getuid?.() === 0 && existsSync(SHARED))(
  "setup warns of a checkout or a data folder that the service's user can't reach",
  async () => {
    const closed = await mkdtemp(path.join(SHARED, "neonrelay-setup-"));
    onTestFinished(() => rm(closed, { recursive: true, force: true }));
    const place = path.join(closed, "open");
    await mkdir(place);
    await writeFile(path.join(place, "package.json"), "{}");
    const data = path.join(place, "data");
    const reader = { isService: true, user: "neonrelay" };
    const findings = async () => [
      await checkInstallation(place, reader),
      await checkDataFolder(data, reader),
    ];
    const whileClosed = await findings();
    await chmod(closed, 0o755);

    expect(whileClosed).toMatchObject([
      { state: "warning", found: `the service's user can't read ${place}/package.json` },
      { state: "warning", found: `the service's user can't enter ${place}` },
    ]);
    expect((await findings()).map(({ found }) => found)).not.toContainEqual(
      expect.stringContaining("the service's user"),
    );
  },
);

test("a taken port is reported with the program that holds it", async () => {
  const server = createServer().listen(0, "0.0.0.0");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? String(address?.port) : "";

  const found = await check("--web-port", port);
  server.close();

  expect(found.said).toContain(`web app: 0.0.0.0:${port} is taken`);
  expect(found.said).toContain("Stop that program, or set PORT to another port.");
});

test("audio files are counted, and relative folders become absolute", async () => {
  await writeFile(path.join(folder, "one.mp3"), "");
  await writeFile(path.join(folder, "two.txt"), "");

  const found = await check("--music", path.relative(process.cwd(), folder));

  expect(found.said).toContain(`music: 1 audio file in ${folder}`);
  expect(found.answers).toMatchObject({ music: [folder], dataDir: path.join(folder, "data") });
});

test("what the service's user can't read is named", { tags: ["root"] }, async () => {
  const music = await mkdtemp(path.join(os.tmpdir(), "neonrelay-music-"));
  await chmod(music, 0o755);
  const [open, closed] = [path.join(music, "open.mp3"), path.join(music, "closed.mp3")];
  await writeFile(open, "");
  const key = path.join(folder, "key.pem");
  await writeFile(key, "", { mode: 0o600 });
  const own = ["--service=systemd", "--tls=own", `--cert=${key}`];

  const all = await check(...own, "--music", music);
  await writeFile(closed, "", { mode: 0o600 });
  const one = await check(...own, "--music", music);
  await rm(music, { recursive: true });

  expect(all.said).toContain(`ok   music: 1 audio file in ${music}`);
  expect(one.said).toContain(`WARN music: the service's user can't read ${closed}`);
  expect(one.said).toContain(`WARN cert: the service's user can't read ${key}`);
  expect(one.said).toContain("BAD  key: no file is named");
});

test("a certificate must match its key and the domain", { tags: ["openssl"] }, async () => {
  const { cert, key } = await createTestCertificate();
  const other = await createTestCertificate();
  const files = { "cert.pem": cert, "key.pem": key, "other.pem": other.key };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  const own = ["--tls=own", `--cert=${path.join(folder, "cert.pem")}`];

  const wrongKey = await check(...own, `--key=${path.join(folder, "other.pem")}`);
  const wrongName = await check(...own, "--domain=127.0.0.1", `--key=${folder}/key.pem`);

  expect(wrongKey.said).toContain("BAD  key: TLS_KEY is not the key of TLS_CERT");
  expect(wrongName.said).toContain("the certificate is for localhost, not for 127.0.0.1");
});

test("an expired certificate is refused", { tags: ["openssl"] }, async () => {
  const { cert, key } = await createTestCertificate();
  const [certFile, keyFile] = [path.join(folder, "old.pem"), path.join(folder, "old-key.pem")];
  await writeFile(certFile, cert);
  await writeFile(keyFile, key);
  vi.useFakeTimers({ now: Date.now() + 3 * 86_400_000, toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());

  const { said } = await check("--tls=own", `--cert=${certFile}`, `--key=${keyFile}`);

  expect(said).toMatch(/BAD {2}key: The certificate of TLS_CERT expired on \d{4}-\d\d-\d\d/);
});

test("a database that doesn't respond is refused", async () => {
  const { answers, said } = await checkWith("postgres://ann:sesame@127.0.0.1:1/radio");

  expect(said).toContain("BAD  database: the database radio at 127.0.0.1:1 can't be used");
  expect(said).not.toContain("sesame");
  expect(answers).toBeNull();
});

test("an existing file stays beside the new one, which only its owner can read", () => {
  const file = path.join(folder, "below", "station.env");
  writeFiles([{ file, content: "PORT=1\n" }]);

  expect(findDifferent([{ file, content: "PORT=1\n" }])).toEqual([]);
  expect(findDifferent([{ file, content: "PORT=2\n" }])).toEqual([file]);
  writeFiles([{ file, content: "PORT=2\n" }]);

  expect(readFileSync(`${file}.bak`, "utf8")).toBe("PORT=1\n");
  expect(readFileSync(file, "utf8")).toBe("PORT=2\n");
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.each([
  { args: ["--password", "x"], reason: /--password/ },
  { args: ["--outside", "radio"], reason: /--outside must be an address/ },
])("$args is refused: a password is never an argument", ({ args, reason }) => {
  expect(readSetupFlags(args, undefined)).toEqual({
    kind: "refused",
    reason: expect.stringMatching(reason),
  });
});
