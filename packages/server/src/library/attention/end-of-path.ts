const SHOWN_FOLDERS = 2;

/** The name of a file with its last folders, as the lists show it. */
export function endOf(filePath: string, folders = SHOWN_FOLDERS): string {
  return filePath
    .split("/")
    .slice(-1 - folders)
    .join("/");
}
