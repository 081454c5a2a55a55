/** Offline folders, and the number of tracks seen in each. */
interface OfflineFolders {
  readonly add: (folder: string) => void;
  /** Whether a file is in one of them; counts it there. */
  readonly holds: (file: string) => boolean;
  /** The folders with tracks. */
  readonly withTracks: () => readonly { readonly folder: string; readonly tracks: number }[];
}

export function createOfflineFolders(folders: readonly string[]): OfflineFolders {
  const tracks = new Map(folders.map((folder) => [folder, 0]));
  return {
    add: (folder) => tracks.set(folder, tracks.get(folder) ?? 0),
    holds: (file) => {
      if (tracks.size === 0) return false;
      for (let at = file.lastIndexOf("/"); at > 0; at = file.lastIndexOf("/", at - 1)) {
        const folder = file.slice(0, at);
        const counted = tracks.get(folder);
        if (counted === undefined) continue;
        tracks.set(folder, counted + 1);
        return true;
      }
      return false;
    },
    withTracks: () =>
      [...tracks].flatMap(([folder, count]) => (count === 0 ? [] : [{ folder, tracks: count }])),
  };
}
