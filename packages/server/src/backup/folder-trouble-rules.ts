import { isDiskFull } from "@neonrelay/process/disk-full";

const wordsByCode: Readonly<Record<string, (folder: string) => string>> = {
  ENOENT: (folder) => `there is no folder ${folder}: is its disk mounted?`,
  ENOTDIR: (folder) => `${folder} is not a folder`,
  EACCES: mayNotWrite,
  EPERM: mayNotWrite,
  EROFS: (folder) => `the disk of ${folder} can only be read`,
};

/**
 * Why a backup could not be written to a folder, for people.
 * @param dataDir where the station prepares it
 */
export function wordFolderTrouble(
  error: unknown,
  { folder, dataDir }: { readonly folder: string; readonly dataDir: string },
): string {
  if (isDiskFull(error)) {
    const disks = folder.startsWith(dataDir) ? folder : `${folder} or on that of ${dataDir}`;
    return `there is no room on the disk of ${disks}: free some space, or keep fewer backups`;
  }
  if (!(error instanceof Error)) return String(error);
  // Failures elsewhere, such as with a file of the library, have their own words.
  const isThere = "path" in error && String(error.path).startsWith(folder);
  const words = "code" in error && isThere ? wordsByCode[String(error.code)] : undefined;
  return words === undefined ? error.message : words(folder);
}

function mayNotWrite(folder: string): string {
  return `the station's user may not write to ${folder}`;
}
