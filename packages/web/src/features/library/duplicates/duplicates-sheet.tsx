import { Copy, X } from "lucide-react";
import { useState } from "react";
import { countOf } from "../../../ui/count-of.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { EmptyState } from "../../../ui/panel-state.tsx";
import { ListenRegion } from "../listen/listen-region.tsx";
import { DuplicateGroupCard } from "./duplicate-group-card.tsx";
import {
  GROUPS_PER_PAGE,
  useDuplicates,
  useMergeDuplicates,
  useMerges,
  useRejectDuplicates,
  useUndoMerge,
} from "./duplicates-data.ts";
import { formatDateAndTime } from "../../../ui/format-time.ts";

/** Tracks that are in the library more than once, side by side. */
export function DuplicatesSheet({ onClose }: { readonly onClose: () => void }) {
  const [page, setPage] = useState(0);
  const duplicates = useDuplicates(page);
  const merge = useMergeDuplicates();
  const reject = useRejectDuplicates();
  const isBusy = merge.isPending || reject.isPending || duplicates.isPlaceholderData;
  return (
    <Modal
      aria-label="Duplicates"
      className="dialog sheet w-[min(1080px,100vw)]!"
      onClose={onClose}
    >
      <div className="flex flex-col gap-4 p-4 sm:p-6">
        <div className="flex items-center justify-between gap-4">
          <h2 className="font-display text-[20px] font-semibold">Duplicates</h2>
          <button type="button" className="icon-button -mr-2" aria-label="Close" onClick={onClose}>
            <X size={18} aria-hidden="true" />
          </button>
        </div>
        <p className="max-w-[70ch] text-[13px] leading-5 text-muted">
          The same file twice, or one recording in two files. Merging gives the track that you keep
          the playlists, plays and favourites of the others, which leave the rotation, and their cue
          points if it has none. No file is changed or deleted, and a merge can be undone.
        </p>
        <ListenRegion>
          <Loaded what="duplicates" query={duplicates}>
            {({ groups, total, waiting }) => (
              <>
                <output className="text-[13px] text-muted">
                  {total === 1 ? "1 track is" : `${countOf(total, "track")} are`} here more than
                  once
                  {waiting > 0 && ` · ${countOf(waiting, "track")} still to compare`}
                </output>
                {groups.length === 0 && (
                  <EmptyState
                    icon={<Copy size={32} />}
                    title={waiting > 0 ? "Comparing" : "No duplicates"}
                    text="New tracks are compared with the library in the background."
                  />
                )}
                {groups.map((group) => (
                  <DuplicateGroupCard
                    key={group.tracks.map(({ id }) => id).join()}
                    group={group}
                    isBusy={isBusy}
                    onMerge={merge.mutate}
                    onReject={reject.mutate}
                  />
                ))}
                <Pages
                  page={page}
                  count={Math.ceil(total / GROUPS_PER_PAGE)}
                  isBusy={isBusy}
                  onPage={setPage}
                />
              </>
            )}
          </Loaded>
        </ListenRegion>
        <MergeList />
      </div>
    </Modal>
  );
}

function Pages({
  page,
  count,
  isBusy,
  onPage,
}: {
  readonly page: number;
  readonly count: number;
  readonly isBusy: boolean;
  readonly onPage: (page: number) => void;
}) {
  if (count <= 1 && page === 0) return null;
  return (
    <div className="flex items-center justify-between gap-3">
      <button
        type="button"
        className="button"
        disabled={isBusy || page === 0}
        onClick={() => onPage(Math.min(page, count) - 1)}
      >
        Back
      </button>
      <span className="text-[13px] text-muted tabular-nums">
        Page {page + 1} of {Math.max(count, 1)}
      </span>
      <button
        type="button"
        className="button"
        disabled={isBusy || page + 1 >= count}
        onClick={() => onPage(page + 1)}
      >
        Next
      </button>
    </div>
  );
}

/** The latest merges, each with Undo; nothing if there are none. */
function MergeList() {
  const { data: merges = [] } = useMerges();
  const undo = useUndoMerge();
  if (merges.length === 0) return null;
  return (
    <section aria-label="Merged lately" className="flex flex-col gap-3">
      <h3 className="font-medium">Merged Lately</h3>
      <ul aria-label="Merges" className="flex flex-col gap-2">
        {merges.map(({ id, title, artist, copies, mergedAt, mergedBy, isUndone }) => (
          <li
            key={id}
            className="flex items-start gap-3 rounded-m border border-line p-3 text-[13px] leading-5"
          >
            <div className="min-w-0 flex-1">
              <p className="break-words">
                <bdi className="font-medium">{title}</bdi>{" "}
                <bdi className="text-muted">{artist}</bdi>
              </p>
              <p className="text-muted">
                {countOf(copies, "track")} merged into it, {formatDateAndTime(Date.parse(mergedAt))}
                , by {mergedBy}
              </p>
            </div>
            {isUndone ? (
              <span className="text-muted">Undone</span>
            ) : (
              <button
                type="button"
                className="button button-small"
                aria-label={`Undo the merge of ${title}`}
                disabled={undo.isPending}
                onClick={() => undo.mutate(id)}
              >
                Undo
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
