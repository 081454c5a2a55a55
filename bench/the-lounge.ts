import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { freePort, TestPeerProcess } from "@neonrelay/process/test-peer-process";
import { projectRoot } from "../scripts/stage.ts";

/**
 * MIT licence. 66 MB with its dependencies, for one benchmark: not a dependency of the project, but installed on
 * demand.
 */
const manifest = {
  private: true,
  dependencies: { thelounge: "4.5.2" },
  // It names a commit of that package's repository, which only git could fetch.
  overrides: { "irc-framework": "4.14.0" },
} as const;
const folder = path.join(
  projectRoot,
  "node_modules/.cache/neonrelay-the-lounge",
  manifest.dependencies.thelounge,
);
const INSTALL_LIMIT_MS = 300_000;
const run = promisify(execFile);

/** The Lounge's one user, who is in one channel. */
export const loungeUser = { name: "listener", password: "a-password-for-tests" } as const;

interface TheLounge extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
}

/**
 * The Lounge with default settings and one user, who is in one channel.
 * @throws when it is not installed and the npm registry can't be reached
 */
export async function startTheLounge({
  ircPort,
  channel,
}: {
  readonly ircPort: number;
  readonly channel: string;
}): Promise<TheLounge> {
  const port = await freePort();
  const config = { public: false, host: "127.0.0.1", port };
  await using started = new AsyncDisposableStack();
  const peer = started.use(
    await TestPeerProcess.prepare("the-lounge", () => ({
      "config.js": `module.exports = ${JSON.stringify(config)};\n`,
    })),
  );
  const users = path.join(peer.folder, "users");
  await mkdir(users);
  const program = [
    `THELOUNGE_HOME=${peer.folder}`,
    process.execPath,
    `--import=${new URL("no-names.ts", import.meta.url).href}`,
    await installTheLounge(),
  ];
  const { name, password } = loungeUser;
  await run("/usr/bin/env", [...program, "add", name, "--password", password, "--save-logs"]);
  await addNetwork(path.join(users, `${name}.json`), { ircPort, channel });
  await peer.run("/usr/bin/env", [...program, "start"], port);
  started.move();
  return {
    url: `http://127.0.0.1:${port}/`,
    pid: peer.pid ?? 0,
    [Symbol.asyncDispose]: () => peer[Symbol.asyncDispose](),
  };
}

async function addNetwork(
  file: string,
  { ircPort, channel }: { readonly ircPort: number; readonly channel: string },
): Promise<void> {
  const user = z.looseObject({}).parse(JSON.parse(await readFile(file, "utf8")));
  const network = {
    name: "bench",
    host: "127.0.0.1",
    port: ircPort,
    tls: false,
    nick: loungeUser.name,
    username: loungeUser.name,
    realname: loungeUser.name,
    channels: [{ name: channel }],
  };
  await writeFile(file, JSON.stringify({ ...user, networks: [network] }));
}

/** @returns its program */
async function installTheLounge(): Promise<string> {
  const programOf = (where: string): string => path.join(where, "node_modules/thelounge/index.js");
  if (existsSync(programOf(folder))) return programOf(folder);
  const fresh = `${folder}-unfinished`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  await writeFile(path.join(fresh, "package.json"), JSON.stringify(manifest));
  const options = [
    "--ignore-scripts",
    "--no-package-lock",
    "--no-audit",
    "--no-fund",
    "--fetch-retries=1",
  ];
  try {
    await run("npm", ["install", "--prefix", fresh, ...options], {
      cwd: fresh,
      timeout: INSTALL_LIMIT_MS,
    });
  } catch (cause) {
    throw new Error(
      `this benchmark installs The Lounge ${manifest.dependencies.thelounge} from the npm registry, and npm failed`,
      { cause },
    );
  }
  await rename(fresh, folder);
  return programOf(folder);
}
