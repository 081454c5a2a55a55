// @module-tag openssl
// @module-tag tmux
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { spawnSync } from "node:child_process";
import { parseEnv } from "node:util";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestCertificate } from "@neonrelay/process/test-certificate";
import { TestTerminal } from "@neonrelay/process/test-terminal";

const main = fileURLToPath(new URL("../station-main.ts", import.meta.url));
const node = [process.execPath, "--disable-warning=ExperimentalWarning", main, "setup"];
/** Runs setup and keeps the screen for the test to read. */
const shell = (...flags: readonly string[]) => [
  "sh",
  "-c",
  '"$@"; echo "ended with $?"; sleep 600',
  "sh",
  ...node,
  ...flags,
];
const password = "a-password-of-ann";
const byHand = ["--service=none"];
let folder: string;
let dataDir: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-setup-"));
  dataDir = path.join(folder, "data");
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Types the answer to a question each time it is asked. */
async function answer(
  terminal: TestTerminal,
  answers: readonly (readonly [RegExp, string])[],
): Promise<void> {
  const asked: string[] = [];
  for (const [{ source }, typed] of answers) {
    const before = asked.filter((one) => one === source).length;
    await terminal.untilShown(new RegExp(`(?:${source}[^]*?){${before}}${source}[^\\n]*:$`));
    await terminal.type(typed);
    asked.push(source);
  }
}

async function makeCertificate(): Promise<void> {
  const { cert, key } = await createTestCertificate();
  const other = await createTestCertificate();
  const files = { "cert.pem": cert, "key.pem": key, "other.pem": other.key };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
}

test("setup repeats a question until the answer is usable, and writes the files", async () => {
  await makeCertificate();
  await mkdir(path.join(folder, "my music"));
  await using terminal = await TestTerminal.start(shell());

  await answer(terminal, [
    [/systemd service/, "perhaps"],
    [/systemd service/, "none"],
    [/Folder for everything/, "/dev/null/x"],
    [/Folder for everything/, dataDir],
    [/Domain name/, "x-"],
    [/Domain name/, "localhost"],
    [/HTTPS/, "letsencrypt"],
    [/HTTPS/, "own"],
    [/the certificate and its chain/, "/none"],
    [/the certificate and its chain/, `${folder}/cert.pem`],
    [/its key/, `${folder}/other.pem`],
    [/its key/, `${folder}/key.pem`],
    [/Port of the web app/, "99999"],
    [/Port of the web app/, "0"],
    [/Port of the stream/, "0"],
    [/IRC server/, "irc"],
    [/IRC server/, "0"],
    [/your music/, "/none"],
    [/your music/, path.join(folder, "my music")],
    [/PostgreSQL database/, "mysql://db/radio"],
    [/PostgreSQL database/, "postgres://ann@127.0.0.1:1/radio"],
    [/Password of ann there/, "sesame-of-the-database"],
  ]);
  await terminal.untilShown(/radio at 127\.0\.0\.1:1 can't be used \(connect ECONNREFUSED/);
  await answer(terminal, [
    [/PostgreSQL database/, ""],
    [/first account/, "a"],
    [/first account/, "ann"],
    [/Password \(/, "short"],
    [/Password \(/, password],
    [/same password/, `${password}!`],
    [/Password \(/, password],
    [/same password/, password],
  ]);
  await terminal.untilShown(/ended with 0/);

  const shown = await terminal.screen();
  expect(shown.match(/^BAD .*$/gm)).toEqual([
    "BAD  service: perhaps is not systemd, none",
    "BAD  data: /dev/null is not a folder that this user can write to",
    "BAD  domain: x- is not the name of a machine",
    "BAD  tls: letsencrypt is not none, own, caddy, proxy",
    "BAD  cert: /none can't be read",
    "BAD  key: TLS_KEY is not the key of TLS_CERT: name the two files that were issued together",
    "BAD  web-port: PORT must be a port number from 0 to 65535",
    "BAD  irc-port: IRC_LISTEN_PORT must be off or a port number from 0 to 65535",
    "BAD  music: /none is not a folder that this user can read",
    "BAD  database: DATABASE_URL must begin with postgres://, followed by user, password, host and database",
    "BAD  database: the database radio at 127.0.0.1:1 can't be used (connect ECONNREFUSED 127.0.0.1:1)",
    "BAD  admin: ADMIN_USERNAME must have at least 2 characters",
    "BAD  password: it must have at least 10 characters",
    "BAD  password: the two passwords differ",
  ]);
  expect(shown).toMatch(/^ann +super_admin$/m);
  expect(shown).not.toMatch(/sesame|short|a-password/);
  const written = readFileSync(path.join(dataDir, "station.env"), "utf8");
  expect(parseEnv(written)).toEqual({
    HOST: "0.0.0.0",
    PORT: "0",
    STREAM_PORT: "0",
    PUBLIC_URL: "https://localhost:0",
    TLS_CERT: `${folder}/cert.pem`,
    TLS_KEY: `${folder}/key.pem`,
    IRC_LISTEN_HOST: "0.0.0.0",
    IRC_LISTEN_PORT: "off",
    IRC_LISTEN_TLS_PORT: "0",
    IRC_LISTEN_TLS_CERT: `${folder}/cert.pem`,
    IRC_LISTEN_TLS_KEY: `${folder}/key.pem`,
    MUSIC_DIRS: path.join(folder, "my music"),
  });
});

test("a second setup offers the current answers, and changes only those that differ", async () => {
  const flags = [...byHand, `--data=${dataDir}`, "--web-port=0", "--stream-port=0"];
  await using first = await TestTerminal.start(shell(...flags, "--yes"), {
    ADMIN_PASSWORD: password,
  });
  await first.untilShown(/ended with 0/);
  const file = path.join(dataDir, "station.env");
  await writeFile(file, `# by hand\nLOG_LEVEL=warn\n${readFileSync(file, "utf8")}`);

  await using terminal = await TestTerminal.start(shell(`--data=${dataDir}`));
  await answer(terminal, [
    [/systemd service/, "none"],
    [/Domain name/, "localhost"],
    [/HTTPS/, ""],
    [/web app \[0\]/, ""],
    [/stream \[0\]/, ""],
    [/IRC server/, ""],
    [/your music/, folder],
    [/PostgreSQL database/, ""],
    [/Write these changes/, "yes"],
  ]);
  await terminal.untilShown(/ended with 0/);

  expect(await terminal.screen()).toContain("The station in this folder keeps its accounts.");
  expect(readFileSync(file, "utf8")).toBe(
    `# by hand\nLOG_LEVEL=warn\nHOST=0.0.0.0\nPORT=0\nSTREAM_PORT=0\nPUBLIC_URL=http://localhost:0\nMUSIC_DIRS=${folder}\n`,
  );
  expect(readFileSync(`${file}.bak`, "utf8")).not.toContain("MUSIC_DIRS");
});

test.each(["C-c", "C-d"])(
  "%s at any question ends setup with a message, and leaves nothing behind",
  async (key) => {
    await using terminal = await TestTerminal.start(shell(...byHand, `--data=${dataDir}`));
    await answer(terminal, [
      [/Domain name/, ""],
      [/web app/, "0"],
      [/stream/, "0"],
      [/IRC server/, ""],
      [/your music/, ""],
      [/PostgreSQL database/, ""],
      [/first account/, "ann"],
      [/Password \(/, password],
    ]);
    await terminal.untilShown(/same password again:$/);

    await terminal.press(key);
    await terminal.untilShown(/ended with 1/);

    const shown = await terminal.screen();
    expect(shown).toContain("Setup was stopped. Nothing more was done.");
    expect(shown).not.toMatch(/ at |Error|a-password/);
    expect(existsSync(dataDir)).toBe(false);
  },
);

test("a typed password can't be recalled with the arrow keys, or seen by others", async () => {
  const flags = [
    ...byHand,
    `--data=${dataDir}`,
    "--web-port=0",
    "--stream-port=0",
    "--irc-port=none",
  ];
  await using terminal = await TestTerminal.start(
    shell(...flags, "--domain=none", "--music=none", "--admin=ann"),
  );
  await answer(terminal, [
    [/PostgreSQL database/, "postgres://ann@127.0.0.1:1/radio"],
    [/Password of ann/, "sesame-of-the-database"],
  ]);
  await terminal.untilShown(/can't be used[^]*none\]:$/);

  await terminal.press("Up");
  await terminal.press("Up");
  await terminal.type("none");
  await terminal.untilShown(/Password \([^\n]*:$/);

  expect(await terminal.screen()).not.toContain("sesame");
  const { stdout } = spawnSync("ps", ["-A", "-ww", "-o", "args"], { encoding: "utf8" });
  expect(stdout).toContain("station-main.ts setup");
  expect(stdout).not.toContain("sesame");
});

test.each([
  { args: [], input: "", says: "There is no terminal to ask questions on", exitCode: 2 },
  { args: ["--password-stdin"], input: "", says: "BAD  password: it is empty", exitCode: 1 },
  { args: ["--password-stdin"], input: "short\n", says: "at least 10 characters", exitCode: 1 },
  { args: ["--yes", "--music=/none"], input: "", says: "BAD  music: /none", exitCode: 1 },
])("$args with the input '$input': $says", ({ args, input, says, exitCode }) => {
  const [program = "", ...words] = node;
  const flags = [...byHand, `--data=${dataDir}`, "--web-port=0", "--stream-port=0", ...args];
  const { status, stdout, stderr } = spawnSync(program, [...words, ...flags], {
    input,
    encoding: "utf8",
    env: {},
  });

  expect(stdout).toContain(says);
  expect(stderr).toBe("");
  expect(status).toBe(exitCode);
  expect(existsSync(dataDir)).toBe(false);
});
