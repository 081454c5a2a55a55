import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { writeContainerArchive } from "./container-archive.ts";
import { removeDevelopmentFiles } from "./development-files.ts";
import { git, readManifest, writePackage, writeSource } from "./npm-package.ts";
import { projectRoot } from "./stage.ts";

/** The machine of the offline archive; others install the package over the network. */
const machine = { platform: "linux", arch: "x64" } as const;
const MAX_BYTES = 1024 ** 3;

/** Starts the station with the Node of the archive. */
const offlineStart = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here/node_modules/.bin/node" "$here/scripts/neonrelay.mjs" "$@"
`;

interface Artefacts {
  /** Relative to the project. */
  readonly files: readonly string[];
  /** Why there is no container archive; null: there is one. */
  readonly withoutContainer: string | null;
}

/**
 * Writes source archive, npm package, offline archive, container archive, component list and checksums.
 * @param folder emptied first
 * @param buildah path of the program that makes the container archive
 * @param docs the documentation site, as buildDocs returns it
 * @param gzipLevel from 1, fast, to 9, small
 */
export async function makeArtefacts({
  folder = path.join(projectRoot, "dist"),
  buildah,
  docs,
  gzipLevel,
}: {
  readonly folder?: string;
  readonly buildah: string;
  readonly docs: string;
  readonly gzipLevel: number;
}): Promise<Artefacts> {
  const { name, version } = readManifest("package.json");
  const stem = `${name}-${version}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const workshop = mkdtempSync(path.join(os.tmpdir(), "neonrelay-artefacts-"));
  try {
    writeSource(path.join(folder, `${stem}-source.tar.gz`), stem);
    const offline = `${stem}-${machine.platform}-${machine.arch}`;
    const staging = path.join(workshop, offline);
    mkdirSync(staging);
    await writePackage(staging, docs);
    npm(staging, "pack", "--pack-destination", folder);
    const components = npm(
      staging,
      "sbom",
      "--sbom-format=cyclonedx",
      "--package-lock-only",
      "--omit=dev",
    );
    writeFileSync(path.join(folder, `${stem}.cdx.json`), components);
    // Not `npm ci`, which rejects the lockfile for lacking what our overrides leave out.
    npm(
      staging,
      "install",
      "--no-save",
      "--omit=dev",
      `--os=${machine.platform}`,
      `--cpu=${machine.arch}`,
    );
    // It names the registry.
    rmSync(path.join(staging, "node_modules/.package-lock.json"));
    removeDevelopmentFiles(staging);
    writeFileSync(path.join(staging, name), offlineStart, { mode: 0o755 });
    const archive = path.join(folder, `${offline}.tar.gz`);
    const packed = [
      "--owner=0",
      "--group=0",
      "--sort=name",
      `--use-compress-program=gzip -${gzipLevel}`,
    ];
    run("tar", workshop, ...packed, "-cf", archive, offline);
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
  const container = `${stem}-container-${machine.platform}-${process.arch}.tar.gz`;
  const withoutContainer = await writeContainerArchive({
    file: path.join(folder, container),
    image: `localhost/${name}:${version}`,
    commit: git("rev-parse", "HEAD").trim(),
    buildah,
    gzipLevel,
  });
  const files = [
    ...(withoutContainer === null ? [container] : []),
    `${stem}-source.tar.gz`,
    `${stem}.tgz`,
    `${stem}.cdx.json`,
    `${stem}-${machine.platform}-${machine.arch}.tar.gz`,
  ];
  writeFileSync(
    path.join(folder, "SHA256SUMS"),
    files.map((file) => `${sha256(path.join(folder, file))}  ${file}\n`).join(""),
  );
  const relative = [...files, "SHA256SUMS"].map((file) =>
    path.relative(projectRoot, path.join(folder, file)),
  );
  return { files: relative, withoutContainer };
}

function npm(folder: string, ...parameters: readonly string[]): string {
  return run(
    "npm",
    folder,
    ...parameters,
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  );
}

function run(program: string, cwd: string, ...parameters: readonly string[]): string {
  return execFileSync(program, parameters, {
    cwd,
    encoding: "utf8",
    maxBuffer: MAX_BYTES,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

function sha256(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
