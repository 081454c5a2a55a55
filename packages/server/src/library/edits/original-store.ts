import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Connection } from "../../database/database.ts";
import { editedTracks, trackEdits } from "../track-edit-tables.ts";
import type { KeptOriginal } from "./original-room-rules.ts";

/** All kept originals, oldest edit first. */
export async function listKeptOriginals(
  connection: Connection,
): Promise<readonly (KeptOriginal & { readonly isWaiting: boolean })[]> {
  const rows = await connection
    .select({
      editId: editedTracks.editId,
      trackId: editedTracks.trackId,
      bytes: editedTracks.originalBytes,
      pictures: editedTracks.originalPictures,
      fileState: editedTracks.fileState,
    })
    .from(editedTracks)
    .where(isNotNull(editedTracks.originalBytes))
    .orderBy(asc(editedTracks.editId), asc(editedTracks.trackId));
  return rows.map(({ bytes, fileState, ...row }) => ({
    ...row,
    bytes: bytes ?? 0,
    isWaiting: fileState === "waiting",
  }));
}

/** @returns false when the edit has been undone or is gone */
export async function saveOriginal(
  transaction: Connection,
  { editId, trackId, bytes, pictures }: KeptOriginal,
): Promise<boolean> {
  // Undo locks this row too, so it sees the original afterwards.
  const [edit] = await transaction
    .select({ undoneAt: trackEdits.undoneAt })
    .from(trackEdits)
    .where(eq(trackEdits.id, editId))
    .for("update");
  if (edit === undefined || edit.undoneAt !== null) return false;
  const saved = await transaction
    .update(editedTracks)
    .set({ originalBytes: bytes, originalPictures: [...pictures] })
    .where(and(eq(editedTracks.editId, editId), eq(editedTracks.trackId, trackId)))
    .returning({ trackId: editedTracks.trackId });
  return saved.length > 0;
}

const AT_ONCE = 500;

/** These files can no longer be restored when their edits are undone. */
export async function forgetOriginals(
  connection: Connection,
  forgotten: readonly Pick<KeptOriginal, "editId" | "trackId">[],
): Promise<void> {
  for (let first = 0; first < forgotten.length; first += AT_ONCE)
    for (const [editId, ofEdit] of Map.groupBy(
      forgotten.slice(first, first + AT_ONCE),
      ({ editId: id }) => id,
    ))
      await connection
        .update(editedTracks)
        .set({ originalBytes: null, originalPictures: sql`'{}'` })
        .where(
          and(
            eq(editedTracks.editId, editId),
            inArray(
              editedTracks.trackId,
              ofEdit.map(({ trackId }) => trackId),
            ),
          ),
        );
}
