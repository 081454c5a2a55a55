const SHOWN_FOLDERS = 2;

/** The file name with its last folders, for lists. */
export function endOf(filePath: string, folders = SHOWN_FOLDERS): string {
  return filePath
    .split("/")
    .slice(-1 - folders)
    .join("/");
}
