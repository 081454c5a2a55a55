import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { cp, mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { setVersion } from "../../../scripts/release-rules.ts";
import { shippedWorkspaces } from "../../../scripts/package-rules.ts";
import { projectRoot } from "../../../scripts/stage.ts";
import { borrowPackages, ownLockfile } from "./borrowed-packages.ts";

const journalSchema = z.looseObject({
  entries: z.array(z.looseObject({ idx: z.number(), when: z.number(), tag: z.string() })),
});

/**
 * Writes the next release as in the offline archive: this tree under a higher version, with one more migration, a built
 * web app and its dependencies.
 */
export async function writeNextRelease(root: string, version: string): Promise<void> {
  await copySources(root);
  for (const file of [
    "package.json",
    ...shippedWorkspaces.map((name) => `packages/${name}/package.json`),
  ])
    edit(root, file, (text) => setVersion(text, version));
  await cp(path.join(projectRoot, "packages/web/dist"), path.join(root, "packages/web/dist"), {
    recursive: true,
  });
  addMigration(root);
  await borrowDependencies(root);
}

/** That release with its dependencies, but with one change in a file. */
export async function writeBrokenRelease(
  root: string,
  {
    like,
    file,
    from,
    to,
  }: {
    readonly like: string;
    readonly file: string;
    readonly from: string;
    readonly to: string;
  },
): Promise<void> {
  await mkdir(root);
  for (const name of ["packages", "package.json", "scripts"])
    await cp(path.join(like, name), path.join(root, name), { recursive: true });
  await mkdir(path.join(root, "node_modules"));
  for (const name of await readdir(path.join(like, "node_modules")))
    await (name === "@neonrelay"
      ? linkWorkspaces(root)
      : symlink(path.join(like, "node_modules", name), path.join(root, "node_modules", name)));
  edit(root, file, (text) => {
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    return text.replace(from, () => to);
  });
}

/** Packs it like a release, with its checksum beside it. */
export function packRelease(root: string): string {
  const archive = `${root}.tar.gz`;
  // Fast rather than small.
  execFileSync("tar", ["-I", "gzip -1", "-cf", archive, path.basename(root)], {
    cwd: path.dirname(root),
  });
  const sum = createHash("sha256").update(readFileSync(archive)).digest("hex");
  writeFileSync(path.join(path.dirname(root), "SHA256SUMS"), `${sum}  ${path.basename(archive)}\n`);
  return archive;
}

async function copySources(root: string): Promise<void> {
  await mkdir(root, { recursive: true });
  await cp(path.join(projectRoot, "package.json"), path.join(root, "package.json"));
  await cp(path.join(projectRoot, "scripts"), path.join(root, "scripts"), { recursive: true });
  for (const name of shippedWorkspaces)
    await cp(path.join(projectRoot, "packages", name), path.join(root, "packages", name), {
      recursive: true,
      filter: (file) => !file.endsWith(".test.ts"),
    });
}

function addMigration(root: string): void {
  const file = "packages/server/migrations/meta/_journal.json";
  const tag = "9999_next_release";
  writeFileSync(
    path.join(root, `packages/server/migrations/${tag}.sql`),
    "CREATE TABLE next_release (id integer PRIMARY KEY);\n",
  );
  edit(root, file, (text) => {
    const journal = journalSchema.parse(JSON.parse(text));
    const last = journal.entries.at(-1);
    if (last === undefined) throw new Error("there is no migration");
    const next = { ...last, idx: last.idx + 1, when: last.when + 1000, tag };
    return JSON.stringify({ ...journal, entries: [...journal.entries, next] });
  });
}

async function borrowDependencies(root: string): Promise<void> {
  borrowPackages(root, ownLockfile);
  await linkWorkspaces(root);
  const bin = path.join(root, "node_modules/.bin");
  await mkdir(bin);
  // The Node running this: copying its 180 MB would add nothing.
  const start = `#!/bin/sh\nexec "${process.execPath}" "$@"\n`;
  await writeFile(path.join(bin, "node"), start, { mode: 0o755 });
}

async function linkWorkspaces(root: string): Promise<void> {
  const folder = path.join(root, "node_modules/@neonrelay");
  await mkdir(folder, { recursive: true });
  for (const name of shippedWorkspaces)
    await symlink(`../../packages/${name}`, path.join(folder, name));
}

function edit(root: string, file: string, change: (text: string) => string): void {
  const full = path.join(root, file);
  writeFileSync(full, change(readFileSync(full, "utf8")));
}
