import { execFile } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

/** Far deeper than anyone sorts music. */
const DEEP = 100;

/**
 * Makes things a scan must not follow, open or wait for: folders that contain themselves, links into the system, a
 * pipe, an endless device, a name that is not UTF-8. None becomes a track.
 */
export async function makeTrickyFolders(folder: string): Promise<void> {
  const loop = path.join(folder, "loop");
  await mkdir(path.join(loop, "a", "b"), { recursive: true });
  await symlink(".", path.join(loop, "itself"));
  await symlink("../..", path.join(loop, "a", "b", "up"));
  await symlink(loop, path.join(loop, "a", "again"));
  await symlink("round.mp3", path.join(folder, "round.mp3"));
  await symlink("nowhere.mp3", path.join(folder, "dangling.mp3"));
  await symlink("/dev/zero", path.join(folder, "zero.mp3"));
  await mkdir(path.join(folder, "folder.mp3"));
  await promisify(execFile)("mkfifo", [path.join(folder, "pipe.mp3")]);
  await mkdir(path.join(folder, "deep", ...Array<string>(DEEP).fill("d")), { recursive: true });
  const misnamed = Buffer.concat([
    Buffer.from(`${folder}/caf`),
    Buffer.of(0xe9),
    Buffer.from(".mp3"),
  ]);
  await writeFile(misnamed, "not UTF-8");
}
