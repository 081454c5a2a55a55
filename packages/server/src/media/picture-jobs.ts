import { niceness } from "@neonrelay/on-air/media-jobs";
import { MediaChildError, type MediaRun, runMediaJob } from "./media-runner.ts";

type FoundCover = { readonly name: string } | { readonly problem: string };

const COVER_LIMIT_MS = 60_000;
const PICTURE_LIMIT_MS = 30_000;
const UNREADABLE = "This picture can't be read: it is damaged, or too large to unpack";

/** Stores a picture as a cover; a media child decodes it. */
export async function storeCoverOf(
  picturePath: string,
  {
    artworkFolder,
    media,
  }: {
    readonly artworkFolder: string;
    readonly media: Pick<MediaRun, "childUrl" | "fileLimitMs">;
  },
): Promise<FoundCover> {
  const signal = AbortSignal.timeout(COVER_LIMIT_MS);
  const job = {
    kind: "store-cover",
    picturePath,
    artworkFolder,
    niceness: niceness.awaited,
  } as const;
  try {
    for await (const result of runMediaJob({ ...media, job, signal })) {
      if (result.kind === "cover") return { name: result.artworkName };
      if (result.kind === "refused") return { problem: result.reason };
    }
  } catch (error) {
    const isItsFault = error instanceof MediaChildError && error.isFilesFault;
    if (!isItsFault && !signal.aborted) throw error;
  }
  return { problem: UNREADABLE };
}

/** The cover in the folder of each file, or why there is none. */
export async function findFolderCovers(
  paths: readonly string[],
  {
    artworkFolder,
    media,
    priority = niceness.awaited,
  }: {
    readonly artworkFolder: string;
    readonly media: Pick<MediaRun, "childUrl" | "fileLimitMs">;
    readonly priority?: number;
  },
): Promise<ReadonlyMap<string, FoundCover>> {
  const signal = AbortSignal.timeout(COVER_LIMIT_MS);
  const job = {
    kind: "folder-covers",
    paths: [...paths],
    artworkFolder,
    niceness: priority,
  } as const;
  const covers = new Map<string, FoundCover>(paths.map((one) => [one, { problem: UNREADABLE }]));
  try {
    for await (const result of runMediaJob({ ...media, job, signal })) {
      if (result.kind === "cover") covers.set(result.path, { name: result.artworkName });
      if (result.kind === "refused") covers.set(result.path, { problem: result.reason });
    }
  } catch (error) {
    const isItsFault = error instanceof MediaChildError && error.isFilesFault;
    if (!isItsFault && !signal.aborted) throw error;
  }
  return covers;
}

/**
 * Turns an upload into a square WebP image without metadata, in a media child as for covers.
 * @returns null when it can't be read
 */
export async function makeSquarePicture(
  picture: Uint8Array,
  media: Pick<MediaRun, "childUrl" | "fileLimitMs">,
): Promise<Buffer | null> {
  const signal = AbortSignal.timeout(PICTURE_LIMIT_MS);
  const job = {
    kind: "picture",
    base64: Buffer.from(picture).toString("base64"),
    niceness: niceness.awaited,
  } as const;
  try {
    for await (const result of runMediaJob({ ...media, job, signal }))
      if (result.kind === "picture") return Buffer.from(result.base64, "base64");
  } catch (error) {
    const isItsFault = error instanceof MediaChildError && error.isFilesFault;
    if (!isItsFault && !signal.aborted) throw error;
  }
  return null;
}
