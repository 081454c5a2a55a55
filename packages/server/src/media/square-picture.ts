import { niceness } from "@neonrelay/on-air/media-jobs";
import { MediaChildError, runMediaJob, type MediaRun } from "./media-runner.ts";

const LIMIT_MS = 30_000;

/**
 * Turns an upload into a square WebP image without metadata, in a media child as for covers.
 * @returns null when it can't be read
 */
export async function makeSquarePicture(
  picture: Uint8Array,
  media: Pick<MediaRun, "childUrl" | "fileLimitMs">,
): Promise<Buffer | null> {
  const signal = AbortSignal.timeout(LIMIT_MS);
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
