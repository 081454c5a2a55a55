import type { DeletedFileChoice, TrackUse, UsedTrack } from "@neonrelay/contract/callers";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { RadioField } from "../../../ui/choice-fields.tsx";
import { countOf } from "../../../ui/count-of.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { formatBytes } from "../../../ui/format-bytes.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { useDeleteTracks, useDeletionCheck } from "./deletion-data.ts";

const SHOWN_USES = 5;

/** Asks what to do with the tracks' files, and deletes them. Tracks in use need a confirmation. */
export function DeleteDialog({
  trackIds,
  onDone,
  onClose,
}: {
  readonly trackIds: readonly string[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const check = useDeletionCheck(trackIds);
  const remove = useDeleteTracks();
  const [files, setFiles] = useState<DeletedFileChoice>("trash");
  const [isConfirmed, setIsConfirmed] = useState(false);
  const title =
    trackIds.length === 1 ? "Delete Track" : `Delete ${countOf(trackIds.length, "Track")}`;
  return (
    <Dialog title={title} onClose={onClose}>
      <Loaded what="tracks" query={check}>
        {({ files: withFile, sizeBytes, streams, used, usedCount }) => (
          <div className="flex flex-col gap-4">
            {withFile > 0 && (
              <RadioField
                label={`${countOf(withFile, "file")}, ${formatBytes(sizeBytes)}`}
                value={files}
                choices={fileChoices}
                onChange={setFiles}
              />
            )}
            {streams > 0 && (
              <p className="text-[13px] text-muted">
                {countOf(streams, "external stream")}: without a file, and gone for good.
              </p>
            )}
            {usedCount > 0 && (
              <>
                <Uses used={used} usedCount={usedCount} />
                <label className="flex min-h-11 items-center gap-2">
                  <input
                    type="checkbox"
                    className="size-5 accent-primary-edge"
                    checked={isConfirmed}
                    onChange={({ currentTarget }) => setIsConfirmed(currentTarget.checked)}
                  />
                  Delete what is in use too
                </label>
              </>
            )}
            <div className="flex justify-end gap-3">
              <button type="button" className="button" onClick={onClose}>
                Cancel
              </button>
              <button
                type="button"
                className="button button-danger"
                disabled={remove.isPending || (usedCount > 0 && !isConfirmed)}
                onClick={() =>
                  remove.mutate(
                    { trackIds, files, includesUsed: isConfirmed },
                    { onSuccess: onDone },
                  )
                }
              >
                {remove.isPending ? "Deleting…" : "Delete"}
              </button>
            </div>
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

function Uses({
  used,
  usedCount,
}: {
  readonly used: readonly UsedTrack[];
  readonly usedCount: number;
}) {
  const more = usedCount - Math.min(used.length, SHOWN_USES);
  return (
    <section aria-label="In use" className="rounded-m bg-s2 p-3 text-[13px] leading-5">
      <p className="flex items-center gap-2 font-medium">
        <TriangleAlert size={16} aria-hidden="true" className="shrink-0 text-danger" />
        {usedCount === 1 ? "1 track is in use" : `${usedCount} tracks are in use`}
      </p>
      <ul className="mt-2 flex flex-col gap-1">
        {used.slice(0, SHOWN_USES).map((track) => (
          <li key={track.trackId} className="break-words">
            <bdi>{track.title}</bdi> <span className="text-muted">{wordUses(track)}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-1 text-muted">And {countOf(more, "more track")}</p>}
    </section>
  );
}

const fileChoices: readonly {
  readonly value: DeletedFileChoice;
  readonly name: string;
  readonly text: string;
}[] = [
  {
    value: "trash",
    name: "Move to the trash",
    text: "You can restore it under Library Care, Trash, until it is erased.",
  },
  {
    value: "keep",
    name: "Keep the file",
    text: "It stays where it is, and the library leaves it alone.",
  },
  { value: "erase", name: "Erase the file", text: "This can't be undone." },
];

const useWords: Readonly<Record<TrackUse, string>> = {
  on_air: "on air",
  queue: "in the queue",
  plan: "in the plan",
  playlist: "in a playlist",
  clock: "in a clock",
};

/** 'in the queue, in a playlist (Evening)' */
export function wordUses({ uses, names }: Pick<UsedTrack, "uses" | "names">): string {
  const words = uses.map((use) => useWords[use]).join(", ");
  return names.length === 0 ? words : `${words} (${names.join(", ")})`;
}
