import { copyFile, open, readFile } from "node:fs/promises";
import { findFileState, replaceFile } from "./replace-file.ts";

/**
 * A test process to be killed while it works: it replaces the content of a file again and again, as the station does.
 * Each content is one byte, repeated.
 */
const [filePath = ""] = process.argv.slice(2);
const copyPath = `${filePath}.copy`;
for (;;) {
  const before = await findFileState(filePath);
  if (before === null) throw new Error("the file is gone");
  await copyFile(filePath, copyPath);
  {
    await using copy = await open(copyPath, "r+");
    await copy.write(Buffer.alloc(before.sizeBytes, ((await readFile(filePath))[0] ?? 0) + 1), 0);
  }
  await replaceFile({ filePath, copyPath, before });
}
