/** Where a file system is mounted. */
export interface Mount {
  readonly place: string;
  readonly fileSystem: string;
}

/** File systems that the kernel can't watch: changes on the remote side cause no events. */
const unwatched =
  /^(nfs\d*|cifs|smb\d*|9p|afs|ceph|coda|davfs|fuse(\..*)?|glusterfs|lustre|ncpfs|sshfs|virtiofs)$/;

/** Parses lines of /proc/self/mountinfo: `36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw`. */
export function readMounts(text: string): readonly Mount[] {
  return text.split("\n").flatMap((line) => {
    const [before = "", after = ""] = line.split(" - ");
    const place = before.split(" ")[4];
    const fileSystem = after.split(" ")[0];
    if (place === undefined || fileSystem === undefined || fileSystem === "") return [];
    return [{ place: unescaped(place), fileSystem }];
  });
}

/** The mounts that contain the folders or lie within them, except the machine's root. */
export function mountsOf(folders: readonly string[], mounts: readonly Mount[]): readonly string[] {
  const places = new Set(mounts.map(({ place }) => place));
  places.delete("/");
  return [...places].filter((place) =>
    folders.some((folder) => isWithin(folder, place) || isWithin(place, folder)),
  );
}

/** Remembered mounts of the folders that are not mounted now. */
export function findUnmounted(
  remembered: readonly string[],
  { folders, mounts }: { readonly folders: readonly string[]; readonly mounts: readonly Mount[] },
): readonly string[] {
  const places = new Set(mounts.map(({ place }) => place));
  return remembered.filter(
    (place) =>
      !places.has(place) &&
      folders.some((folder) => isWithin(folder, place) || isWithin(place, folder)),
  );
}

/** Whether changes in a folder must be polled, since there are no events for it. */
export function isUnwatched(folder: string, mounts: readonly Mount[]): boolean {
  // Of several mounts at one path the last is visible.
  const holding = mounts.filter(({ place }) => isWithin(folder, place));
  const nearest = holding.toSorted((one, other) => one.place.length - other.place.length).at(-1);
  return nearest !== undefined && unwatched.test(nearest.fileSystem);
}

/** Whether a path is a folder or below it. */
export function isWithin(full: string, folder: string): boolean {
  return full === folder || full.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

/** mountinfo escapes spaces and the like in octal. */
function unescaped(place: string): string {
  return place.replaceAll(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
}
