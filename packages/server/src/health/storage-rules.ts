/** Health of a part of the station. */
export interface PartState {
  readonly ok: boolean;
  readonly detail: string;
}

/** Whether a scan can read a music folder. */
export type RootState = "readable" | "gone" | "unreadable";

/** File tracks, by whether the file exists. */
interface TrackFiles {
  readonly present: number;
  readonly missing: number;
  /** Missing files lost within the last week; earlier ones may have been deleted on purpose. */
  readonly missingLately: number;
}

/** With less, the database may stop within minutes. */
const LEAST_FREE_BYTES = 64 * 1024 ** 2;
/** If a larger share of the library is missing, a folder is probably gone. */
const TOLERATED_SHARE = 0.5;

export function describeDisk(freeBytes: number): PartState {
  const detail = `${Math.floor(freeBytes / 1024 ** 2).toLocaleString("en-US")} MiB free`;
  return { ok: freeBytes >= LEAST_FREE_BYTES, detail };
}

/** @param files null: the database does not answer */
export function describeMusic({
  roots,
  files,
}: {
  readonly roots: readonly RootState[];
  readonly files: TrackFiles | null;
}): PartState {
  const unreadable = roots.filter((state) => state !== "readable").length;
  if (unreadable > 0)
    return { ok: false, detail: `${unreadable} of ${roots.length} music folders can't be read` };
  if (files === null) return { ok: true, detail: "folders readable" };
  const { present, missing, missingLately } = files;
  const total = present + missing;
  const isGone = present === 0 && missing > 0;
  const detail = missing === 0 ? `${present} tracks` : `${missing} of ${total} tracks have no file`;
  return { ok: !isGone && missingLately <= total * TOLERATED_SHARE, detail };
}
