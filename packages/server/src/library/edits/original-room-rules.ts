/** What undoing an edit in a file needs. */
export interface KeptOriginal {
  readonly editId: number;
  readonly trackId: string;
  readonly bytes: number;
  /** File names; a picture counts once, however many originals share it. */
  readonly pictures: readonly string[];
}

type RoomDecision =
  | { readonly kind: "fits"; readonly forgotten: readonly KeptOriginal[] }
  | { readonly kind: "too-little" };

/**
 * Which originals to drop to stay within the limit: oldest edits first, never one of the edit being kept, nor one whose
 * file waits.
 * @param kept oldest edit first
 * @param wanted null: nothing new to keep
 */
export function decideRoom({
  kept,
  wanted,
  pictureBytes,
  limitBytes,
}: {
  readonly kept: readonly (KeptOriginal & { readonly isWaiting: boolean })[];
  readonly wanted: KeptOriginal | null;
  readonly pictureBytes: ReadonlyMap<string, number>;
  readonly limitBytes: number;
}): RoomDecision {
  const users = new Map<string, number>();
  let total = 0;
  const count = ({ bytes, pictures }: KeptOriginal, sign: 1 | -1): void => {
    total += sign * bytes;
    for (const name of pictures) {
      const before = users.get(name) ?? 0;
      users.set(name, before + sign);
      if (before === (sign === 1 ? 0 : 1)) total += sign * (pictureBytes.get(name) ?? 0);
    }
  };
  const others = kept.filter(
    ({ editId, trackId }) => editId !== wanted?.editId || trackId !== wanted.trackId,
  );
  for (const one of others) count(one, 1);
  if (wanted !== null) count(wanted, 1);
  const forgotten: KeptOriginal[] = [];
  for (const one of others) {
    if (total <= limitBytes) break;
    if (one.isWaiting || one.editId === wanted?.editId) continue;
    count(one, -1);
    forgotten.push(one);
  }
  return wanted !== null && total > limitBytes
    ? { kind: "too-little" }
    : { kind: "fits", forgotten };
}

/** Upper bound for the originals of an edit; each picture counts once. */
export function neededBytes(
  files: readonly {
    readonly bytes: number;
    readonly pictures: readonly { readonly name: string; readonly bytes: number }[];
    readonly changesCover: boolean;
  }[],
): number {
  const pictures = new Map(
    files.flatMap((file) =>
      file.changesCover ? file.pictures.map(({ name, bytes }) => [name, bytes] as const) : [],
    ),
  );
  const records = files.reduce((sum, { bytes }) => sum + bytes, 0);
  return [...pictures.values()].reduce((sum, bytes) => sum + bytes, records);
}
