import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import {
  isMusicName,
  parseChecksums,
  trackIdOf,
  wordChecksums,
} from "../../packages/server/src/backup/archive-format.ts";
import {
  openBackupFile,
  UnreadableBackupError,
} from "../../packages/server/src/backup/backup-file.ts";
import { readBackupLines } from "../../packages/server/src/backup/backup-lines.ts";
import { parseManifest } from "../../packages/server/src/backup/remote-manifest.ts";
import { readTarHeader, tarEnd, tarHeader } from "../../packages/server/src/backup/tar-headers.ts";
import { expectPlain, expectSame, expectThat, orRefusedLater } from "../expectations.ts";
import { bytesOf, targetDefaults, type FuzzTarget } from "../target.ts";

const lines = [
  '{"neonRelayBackup":1,"createdAt":"2030-01-01T00:00:00.000Z","program":"0.1.0","schema":1}',
  '{"table":"users","row":{"id":"1","role":"super_admin","is_active":true,"notes":{"a":[1,{"b":null}]}}}',
  '{"cover":"00ff-96.webp","base64":"AAAA"}',
]
  .join("\n")
  .concat("\n");
const head = lines.slice(0, lines.indexOf("\n"));
/** JSON parses any depth, but only stringifies what its stack can hold. */
const deep = `${head}\n{"table":"users","row":{"notes":${"[".repeat(30_000)}${"]".repeat(30_000)}}}\n`;
const packed = gzipSync(lines);
const sum = "0".repeat(64);

function entry(folder: string, name: string, body: Buffer): Buffer {
  const head = tarHeader({ folder, name, sizeBytes: body.length, modifiedAtMs: 0 });
  return Buffer.concat([head, body, Buffer.alloc((512 - (body.length % 512)) % 512)]);
}

/** Backups: rows and covers as lines, packed and in an archive with music, checksums, and listings of a storage. */
export const backups: FuzzTarget = {
  ...targetDefaults,
  mostBytes: 32 * 1024,
  seeds: [
    lines,
    packed,
    gzipSync(deep),
    Buffer.concat([
      entry("", "station.backup.gz", packed),
      entry("music/00000000-0000-4000-8000-000000000000", "a.mp3", Buffer.from("sound")),
      entry("", "checksums.sha256", Buffer.from(`${sum}  station.backup.gz\n`)),
      tarEnd,
    ]),
    `${sum}  a b\n\\${sum}  c\\nd\n`,
    `{"neonRelayManifest":1,"sizeBytes":1,"sha256":"${sum}","music":[{"trackId":"00000000-0000-4000-8000-000000000000","name":"a.mp3","sizeBytes":1,"modifiedAtMs":0,"sha256":"${sum}"}]}`,
  ],
  words: [
    '"table":',
    '"row":',
    '"cover":',
    '"base64":',
    '"neonRelayBackup":',
    '"__proto__":',
    '{"__proto__":{"a":1}}',
    "../",
    "checksums.sha256",
    "station.backup.gz",
    "music/",
    "ustar\0",
    "\x1f\x8b\x08\0",
    "77777777777",
    "\\n",
    "0".repeat(64),
  ],
  run: async (input) => {
    await readFile(input);
    await readFile(gzipSync(input, { level: 1 }));
    const text = input.toString("utf8");
    const sums = parseChecksums(text);
    if (sums !== null) expectSame(parseChecksums(wordChecksums(sums)), sums, "checksums changed");
    expectPlain(parseManifest(text), "a list at a storage");
    const head = readTarHeader(input.subarray(0, 512));
    if (head === null || head === "end") return;
    trackIdOf(head.folder);
    if (isMusicName(head.name)) expectThat(!head.name.includes("/"), "a name is a path", head.name);
  },
};

async function readFile(bytes: Buffer): Promise<void> {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), "fuzz-backups-"));
  const file = path.join(folder.path, "backup");
  writeFileSync(file, bytesOf(bytes));
  await orRefusedLater(async () => {
    const { lines: range } = await openBackupFile(file);
    for await (const line of readBackupLines(range)) {
      expectPlain(line, "a line");
      // Restoring stores each row as JSON.
      if ("table" in line) JSON.stringify(line.row);
    }
  }, [UnreadableBackupError]);
}
