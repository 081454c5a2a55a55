import { moveToTrash, restoreFile } from "./trash-file.ts";

/** A process for tests that is killed while it works: moves a file into the trash and back, again and again. */
const [filePath = "", trashPath = ""] = process.argv.slice(2);
for (;;) {
  await moveToTrash({ from: filePath, to: trashPath });
  await restoreFile({ trashPath, filePath });
}
