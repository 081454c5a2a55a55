import { niceness, type MediaJob, type OriginalPlace } from "@neonrelay/on-air/media-jobs";
import type { TrackField } from "@neonrelay/contract";
import path from "node:path";
import { MediaChildError, runMediaJob, type MediaRun } from "../../media/media-runner.ts";
import { ARTWORK_FOLDER } from "../artwork-folder.ts";
import type { WaitingFile } from "./file-tag-store.ts";
import { neededBytes } from "./original-room-rules.ts";
import { findFileState, type FileState } from "./replace-file.ts";
import type { FileToWrite, OriginalsRoom } from "./track-edit-actions.ts";
import { toWrittenTags } from "./written-tags-rules.ts";

/** An existing file and the copy to be made of it. */
export type TagTask = {
  readonly waiting: WaitingFile;
  /** The resolved path, so that a link stays a link. */
  readonly filePath: string;
  readonly copyPath: string;
  readonly before: FileState;
} & (
  | {
      readonly becomes: "tagged";
      /** null: the original is not kept. */
      readonly place: OriginalPlace | null;
      readonly fields: WaitingFile["fields"];
    }
  | { readonly becomes: "restored"; readonly place: OriginalPlace }
);

/** Browsers wait 15 s for the response. */
const MEASURED_MS = 8000;

/** The job that makes the copies: restores first, else tags. */
export function tagJobOf(
  tasks: readonly TagTask[],
  { dataDir, niceness: left }: { readonly dataDir: string; readonly niceness: number },
): MediaJob {
  const restored = tasks.flatMap(({ filePath, copyPath, ...task }) =>
    task.becomes === "restored" ? [{ path: filePath, copyPath, original: task.place }] : [],
  );
  if (restored.length > 0) return { kind: "original-copies", files: restored, niceness: left };
  const files = tasks.flatMap(({ filePath, copyPath, waiting, ...task }) => {
    if (task.becomes === "restored") return [];
    const tags = toWrittenTags(waiting.track.values, task.fields satisfies readonly TrackField[]);
    return [{ path: filePath, copyPath, tags, original: task.place }];
  });
  const artworkFolder = path.join(dataDir, ARTWORK_FOLDER);
  return { kind: "tag-copies", files, artworkFolder, niceness: left };
}

/** Whether the originals of files fit. A file not measured in time counts in full. */
export async function findOriginalsRoom(
  files: readonly FileToWrite[],
  {
    media,
    limitBytes,
  }: {
    readonly media: Pick<MediaRun, "childUrl" | "fileLimitMs">;
    readonly limitBytes: number;
  },
): Promise<OriginalsRoom> {
  const whole = new Map<string, number>();
  for (const { path: filePath } of files)
    whole.set(filePath, (await findFileState(filePath))?.sizeBytes ?? 0);
  const judge = (needed: number): OriginalsRoom =>
    needed <= limitBytes
      ? { kind: "enough" }
      : { kind: "too-little", neededBytes: needed, limitBytes };
  const ofAll = [...whole.values()].reduce((sum, bytes) => sum + bytes, 0);
  if (ofAll <= limitBytes) return { kind: "enough" };
  const measured = await measure([...whole.keys()], media);
  return judge(
    neededBytes(
      files.map(({ path: filePath, changesCover }) => ({
        ...(measured.get(filePath) ?? { bytes: whole.get(filePath) ?? 0, pictures: [] }),
        changesCover,
      })),
    ),
  );
}

async function measure(
  paths: readonly string[],
  media: Pick<MediaRun, "childUrl" | "fileLimitMs">,
) {
  const sizes = new Map<
    string,
    Pick<Parameters<typeof neededBytes>[0][number], "bytes" | "pictures">
  >();
  const signal = AbortSignal.timeout(MEASURED_MS);
  const job = { kind: "original-sizes", paths, niceness: niceness.awaited } as const;
  try {
    for await (const result of runMediaJob({ ...media, job, signal }))
      if (result.kind === "original-size") sizes.set(result.path, result);
  } catch (error) {
    const isItsFault = error instanceof MediaChildError && error.isFilesFault;
    if (!isItsFault && !signal.aborted) throw error;
  }
  return sizes;
}
