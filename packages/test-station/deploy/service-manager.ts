import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { childrenOf } from "../src/station-processes.ts";
import { until } from "../src/test-station.ts";

const run = promisify(execFile);
const projectRoot = fileURLToPath(new URL("../../..", import.meta.url));
const bootScript = path.join(import.meta.dirname, "boot-systemd.sh");

/** Units of a machine that runs only the journal and what is requested. */
const units: Readonly<Record<string, string>> = {
  "booted.target": "[Unit]\nDefaultDependencies=no\nRequires=systemd-journald.socket\n",
  "systemd-journald.socket":
    "[Unit]\nDefaultDependencies=no\n[Socket]\nListenDatagram=/run/systemd/journal/socket\nListenStream=/run/systemd/journal/stdout\nPassCredentials=yes\n",
  "systemd-journald.service":
    "[Unit]\nDefaultDependencies=no\n[Service]\nType=notify\nExecStart=/lib/systemd/systemd-journald\nStandardOutput=null\n",
  // The real Caddy runs in proxies.deploy.
  "caddy.service": "[Service]\nType=oneshot\nExecStart=true\n",
  ...Object.fromEntries(
    ["sysinit", "basic", "shutdown", "umount", "network-online", "nss-lookup", "multi-user"].map(
      (name) => [`${name}.target`, "[Unit]\nDefaultDependencies=no\n"],
    ),
  ),
};

/** A separate systemd, with the project in /opt/neonrelay and empty folders for a service's data. */
export class ServiceManager implements AsyncDisposable {
  /** /srv inside it. */
  readonly folder: string;
  readonly #child: ChildProcess;
  readonly #cgroup: string;
  #pid = 0;

  private constructor(state: { folder: string; child: ChildProcess; cgroup: string }) {
    this.folder = state.folder;
    this.#child = state.child;
    this.#cgroup = state.cgroup;
  }

  /**
   * @param environment of the station, in addition to what setup writes
   * @param network `own`: with all ports free, and no way out
   */
  static async boot({
    environment,
    network,
  }: {
    readonly environment: Readonly<Record<string, string>>;
    readonly network: "own" | "shared";
  }): Promise<ServiceManager> {
    const folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-systemd-"));
    await chmod(folder, 0o755);
    const write = async (name: string, content: string): Promise<void> => {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), content);
    };
    for (const name of ["cgroup", "var-cache", "var-lib", "etc"])
      await mkdir(path.join(folder, name), { recursive: true });
    for (const [name, content] of Object.entries(units)) await write(`units/${name}`, content);
    const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
    await write(
      "units/neonrelay.service.d/test.conf",
      `[Service]\nEnvironment=${variables.join(" ")}\n`,
    );
    const cgroup = path.basename(folder);
    const child = spawn("unshare", ["--mount", "sh", bootScript, folder, projectRoot, cgroup], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NETWORK: network },
    });
    const log = Promise.all([text(child.stdout), text(child.stderr)]);
    const manager = new ServiceManager({ folder, child, cgroup });
    await until("systemd has booted", async () => {
      if (child.exitCode !== null) throw new Error(`systemd ended: ${(await log).join("\n")}`);
      [manager.#pid = 0] = childrenOf(child.pid ?? 0);
      const state = await manager.run("systemctl", "show", "booted.target").catch(() => "");
      return state.includes("ActiveState=active");
    });
    return manager;
  }

  /** Command line that runs a program beside the service. */
  command(...command: readonly string[]): readonly [string, ...string[]] {
    const namespaces = ["mount", "pid", "cgroup", "ipc", "uts", "net"].map((name) => `--${name}`);
    // None of the tests' environment except npm's registry settings.
    const environment = [
      "env",
      "--unset=NODE_OPTIONS",
      "--unset=NODE_COMPILE_CACHE",
      "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
      "SYSTEMD_UNIT_PATH=/etc/systemd/system:/srv/units",
      "SYSTEMD_COLORS=0",
    ];
    return ["nsenter", "--target", String(this.#pid), ...namespaces, ...environment, ...command];
  }

  /** Restores the project in /opt/neonrelay to its state before anything was built or removed there. */
  async bringProjectAgain(): Promise<void> {
    const mount = `
      umount /opt/neonrelay
      mkdir "$2/again" "$2/work-again"
      mount -t overlay -o "lowerdir=$1,upperdir=$2/again,workdir=$2/work-again" project /opt/neonrelay`;
    await this.run("sh", "-euc", mount, "sh", projectRoot, path.join(this.folder, "layer"));
  }

  /** Runs a program beside the service. @returns its output @throws with its message when it fails */
  async run(...command: readonly string[]): Promise<string> {
    const [program, ...words] = this.command(...command);
    const { stdout } = await run(program, words, {
      timeout: 540_000,
      maxBuffer: 64 * 1024 ** 2,
    });
    return stdout.trim();
  }

  /** A property of the service, from systemd. */
  async property(name: string): Promise<string> {
    return await this.run("systemctl", "show", "--value", `--property=${name}`, "neonrelay");
  }

  /** The service's journal. @param words further arguments for journalctl */
  async log(...words: readonly string[]): Promise<string> {
    return await this.run("journalctl", "--unit=neonrelay", "--output=cat", "--quiet", ...words);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode === null) {
      const ended = once(this.#child, "exit");
      // Process 1 of a process namespace takes all others with it.
      if (this.#pid > 0) process.kill(this.#pid, "SIGKILL");
      else this.#child.kill("SIGKILL");
      await ended;
    }
    const remove = `mount -t cgroup2 cgroup2 "$1/cgroup" && find "$1/cgroup/$2" -depth -type d -exec rmdir {} \\;`;
    await until("its cgroups are gone", () =>
      run("unshare", ["--mount", "sh", "-c", remove, "sh", this.folder, this.#cgroup]).then(
        () => true,
        () => false,
      ),
    );
    await rm(this.folder, { recursive: true, force: true });
  }
}
