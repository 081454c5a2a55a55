import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { until } from "../src/test-station.ts";

const run = promisify(execFile);
export const projectRoot = fileURLToPath(new URL("../../..", import.meta.url));
const OUTPUT_LIMIT_BYTES = 64 * 1024 * 1024;
/** Path inside a build of the certificate of a proxy in front of the registries. */
const certificatesInside = "/run/certificates.pem";
const npmCacheInside = "/root/.npm";

/** Flags for a machine without cgroups v2 and bridges. */
const runFlags = [
  "--network=host",
  "--ulimit=nofile=4096:4096",
  "--ulimit=nproc=4096:4096",
] as const;

/** podman without a bridge: no networks, aliases or forwarded ports. */
const onHostNetwork = `#!/bin/sh
[ "$1" != network ] || exit 0
if [ "$1" = run ]; then
  skip=
  for word; do
    shift
    case "$skip$word" in
      --net | --network-alias | -p) skip=yes ;;
      yes*) skip= ;;
      *) set -- "$@" "$word" ;;
    esac
  done
  shift
  set -- run FLAGS "$@"
fi
exec podman --runtime runc STORAGE "$@"
`;

/** As in docs/containers.md: a read-only root file system, and no capabilities. */
const lockedFlags = [
  "--read-only",
  "--read-only-tmpfs=false",
  "--cap-drop=all",
  "--security-opt=no-new-privileges",
] as const;

/** Images and containers in a separate folder, apart from the machine's own. Disposing removes everything. */
export class Containers implements AsyncDisposable {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<Containers> {
    return new Containers(await mkdtemp(path.join(os.tmpdir(), "neonrelay-containers-")));
  }

  /** Storage locations of podman and buildah. */
  get storage(): readonly string[] {
    return [
      "--root",
      path.join(this.folder, "storage"),
      "--runroot",
      path.join(this.folder, "run"),
    ];
  }

  /** @returns its output @throws with its message when it fails */
  async podman(...parameters: readonly string[]): Promise<string> {
    return await this.#call("podman", ["--runtime", "runc", ...parameters]);
  }

  /** A podman program bound to these images and containers, for callers of podman. */
  async podmanProgram(): Promise<string> {
    const file = path.join(this.folder, "podman");
    const text = onHostNetwork
      .replace("STORAGE", this.storage.join(" "))
      .replace("FLAGS", runFlags.join(" "));
    await writeFile(file, text, { mode: 0o755 });
    return file;
  }

  /** Starts a container in the background. */
  async start(
    image: string,
    { name, flags }: { readonly name: string; readonly flags: readonly string[] },
  ): Promise<void> {
    const flagsOfAll = ["--detach", "--name", name, ...runFlags, ...lockedFlags];
    await this.podman("run", ...flagsOfAll, ...flags, image);
  }

  /** Runs a program in a container of the image that ends with it. @returns its output */
  async runOnce(image: string, [program = "", ...parameters]: readonly string[]): Promise<string> {
    const flags = ["--rm", ...runFlags, "--entrypoint", program];
    return await this.podman("run", ...flags, image, ...parameters);
  }

  /** A buildah program bound to these images, with everything a build needs here, for callers of buildah. */
  async buildahProgram(): Promise<string> {
    const file = path.join(this.folder, "buildah");
    const flags = (await buildFlags()).join(" ");
    const text = `#!/bin/sh
if [ "$1" = bud ]; then
  shift
  set -- bud ${flags} "$@"
fi
exec buildah ${this.storage.join(" ")} "$@"
`;
    await writeFile(file, text, { mode: 0o755 });
    return file;
  }

  /** @param file the Dockerfile, below `context` */
  async build(
    tag: string,
    { context, file }: { readonly context: string; readonly file: string },
  ): Promise<void> {
    const named = ["--format=docker", `--tag=${tag}`, `--file=${path.join(context, file)}`];
    await this.#call("buildah", ["bud", ...(await buildFlags()), ...named, context]);
  }

  /** Loads a gzipped image archive, as in docs/containers.md. */
  async load(archive: string): Promise<void> {
    const script = 'gzip -dc "$1" | podman "$2" "$3" "$4" "$5" load';
    await run("sh", ["-ec", script, "sh", archive, ...this.storage]);
  }

  /** Makes an image of minimal Debian with Node and npm, like the official Node images. */
  async makeNodeImage(tag: string): Promise<void> {
    const root = path.join(this.folder, "node-image");
    const mirror = await findMirror();
    await run("debootstrap", ["--variant=minbase", mirror.suite, root, mirror.address], {
      maxBuffer: OUTPUT_LIMIT_BYTES,
    });
    const { stdout: apt } = await run("apt-config", ["dump"]);
    const fetching = apt.split("\n").filter((line) => /^Acquire::(?:http|https|ftp)::/.test(line));
    await writeFile(path.join(root, "etc/apt/apt.conf.d/99host"), `${fetching.join("\n")}\n`);
    const local = path.join(root, "usr/local");
    await mkdir(path.join(local, "lib/node_modules"), { recursive: true });
    await cp(process.execPath, path.join(local, "bin/node"), { dereference: true });
    await cp(await findNpm(), path.join(local, "lib/node_modules/npm"), { recursive: true });
    await symlink("../lib/node_modules/npm/bin/npm-cli.js", path.join(local, "bin/npm"));
    await run("chroot", [root, "useradd", "--create-home", "--uid", "1000", "node"]);
    await this.#import(root, tag);
    await rm(root, { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.podman("rm", "--all", "--force", "--time", "1").catch(() => "");
    // A container's own clean-up still runs in the background, and mounts the storage again.
    await until("the folder is removed", async () => {
      try {
        await this.#remove();
        return true;
      } catch {
        return false;
      }
    });
  }

  async #remove(): Promise<void> {
    const mounts = await readFile("/proc/self/mounts", "utf8");
    const own = mounts
      .split("\n")
      .map((line) => line.split(" ")[1] ?? "")
      .filter((place) => place.startsWith(`${this.folder}/`));
    for (const place of own.toReversed()) await run("umount", [place]);
    await rm(this.folder, { recursive: true, force: true });
  }

  async #call(program: "podman" | "buildah", parameters: readonly string[]): Promise<string> {
    const { stdout, stderr } = await run(program, [...this.storage, ...parameters], {
      maxBuffer: OUTPUT_LIMIT_BYTES,
    });
    // A container's log has both outputs of the station.
    return parameters.includes("logs") ? stdout + stderr : stdout.trim();
  }

  async #import(root: string, tag: string): Promise<void> {
    const archive = spawn("tar", ["-C", root, "-c", "."], { stdio: ["ignore", "pipe", "inherit"] });
    const importing = spawn(
      "podman",
      [...this.storage, "import", "--change", "ENV NODE_VERSION=24", "-", tag],
      { stdio: [archive.stdout, "ignore", "inherit"] },
    );
    const code = await new Promise<number | null>((resolve, reject) => {
      importing.on("error", reject);
      importing.on("exit", resolve);
    });
    if (code !== 0) throw new Error(`podman import ended with ${code}`);
  }
}

/** For a machine without container networks, whose registry may be behind a proxy. */
async function buildFlags(): Promise<readonly string[]> {
  const certificates = process.env["NODE_EXTRA_CA_CERTS"];
  const { stdout: registry } = await run("npm", ["config", "get", "registry"]);
  const { stdout: cache } = await run("npm", ["config", "get", "cache"]);
  const forCertificates =
    certificates === undefined
      ? []
      : [
          `--volume=${certificates}:${certificatesInside}:ro`,
          `--build-arg=NODE_EXTRA_CA_CERTS=${certificatesInside}`,
        ];
  return [
    "--isolation=chroot",
    "--pull-never",
    `--build-arg=npm_config_registry=${registry.trim()}`,
    // This machine's npm cache.
    `--volume=${cache.trim()}:${npmCacheInside}`,
    ...forCertificates,
  ];
}

/** The package source of apt on this machine. */
async function findMirror(): Promise<{ readonly suite: string; readonly address: string }> {
  const release = await readFile("/etc/os-release", "utf8");
  const suite = /^VERSION_CODENAME=(\w+)$/m.exec(release)?.[1];
  const { stdout } = await run("apt-get", ["indextargets", "--format", "$(RELEASE) $(REPO_URI)"]);
  const address = stdout
    .split("\n")
    .find((line) => line.startsWith(`${suite} `))
    ?.split(" ")[1];
  if (suite === undefined || address === undefined)
    throw new Error("apt has no source for this release of Debian");
  return { suite, address };
}

/** npm's folder, self-contained. */
async function findNpm(): Promise<string> {
  const { stdout } = await run("sh", ["-c", "command -v npm"]);
  const folder = path.dirname(path.dirname(await realpath(stdout.trim())));
  if (!existsSync(path.join(folder, "node_modules")))
    throw new Error(`npm in ${folder} is not complete in itself: use the npm that comes with Node`);
  return folder;
}
