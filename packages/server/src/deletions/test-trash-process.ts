import { moveToTrash, restoreFile } from "./trash-file.ts";

/** A test process that gets killed at work: moves a file into the trash and back, over and over. */
const [filePath = "", trashPath = ""] = process.argv.slice(2);
for (;;) {
  await moveToTrash({ from: filePath, to: trashPath });
  await restoreFile({ trashPath, filePath });
}
