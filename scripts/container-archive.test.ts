import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeContainerArchive } from "./container-archive.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), "neonrelay-archive-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const archive = () => ({
  file: path.join(folder, "image.tar.gz"),
  image: "localhost/neonrelay:1.0.0",
  commit: "0".repeat(40),
  gzipLevel: 1,
});

test("without buildah the image is skipped, with the reason", async () => {
  const buildah = path.join(folder, "no-such-program");

  expect(await writeContainerArchive({ ...archive(), buildah })).toBe("buildah is not installed");
});

test("an image that can't be written is an error and leaves no partial archive", async () => {
  const buildah = path.join(folder, "image-builder");
  const script = `#!/bin/sh\n[ "$1" != push ] || { echo half > "${folder}/image.tar"; exit 1; }\n`;
  writeFileSync(buildah, script, { mode: 0o755 });

  await expect(writeContainerArchive({ ...archive(), buildah })).rejects.toThrow(
    "The container archive could not be made",
  );
  expect(readdirSync(folder)).toEqual(["image-builder"]);
});
