/**
 * Why a file can't be read, in one sentence a person can act on.
 * @param error thrown when accessing the file
 * @throws `error` when it has nothing to do with the file
 */
export function fileRefusal(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return "The file is not there any more";
    case "EACCES":
    case "EPERM":
      return "The station may not read this file: give its user the right to";
    case "ENAMETOOLONG":
      return "The name of the file is too long";
    case "ELOOP":
      return "The file is a link that leads back to itself";
    case "EIO":
    case "ESTALE":
      return "The disk can't read this file";
    default:
      throw error;
  }
}

export const TOO_LARGE = "The file is larger than 960 MB: too large to write tags into";

/**
 * Why a file can't be copied within its folder, in one sentence a person can act on.
 * @throws `error` when it has nothing to do with the folder or the file
 */
export function copyRefusal(error: unknown, folder: string): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "EACCES":
    case "EPERM":
      return `The station may not write to the folder ${folder}: give its user the right to, or keep the edit in the library only`;
    case "EROFS":
      return `The disk with the folder ${folder} can only be read: keep the edit in the library only`;
    case "ENOSPC":
    case "EDQUOT":
      return "The disk is full: free some space, then save the edit again";
    case "EFBIG":
      return TOO_LARGE;
    default:
      return fileRefusal(error);
  }
}
