import { fileRefusal } from "./file-refusal.ts";

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
