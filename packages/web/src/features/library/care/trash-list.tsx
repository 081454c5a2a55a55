import type { Deletion } from "@neonrelay/contract/callers";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { AskingButton } from "../../../ui/dialog.tsx";
import { countOf } from "../../../ui/count-of.ts";
import { formatBytes } from "../../../ui/format-bytes.ts";
import { formatDateAndTime } from "../../../ui/format-time.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { EmptyState } from "../../../ui/panel-state.tsx";
import { CarePages } from "./care-pages.tsx";
import {
  DELETIONS_PER_PAGE,
  useDeletions,
  useEmptyTrash,
  useRestoreDeletions,
} from "./deletion-data.ts";

/** Deleted tracks: each can be restored, and files in the trash can be erased. */
export function TrashList() {
  const [page, setPage] = useState(0);
  const query = useDeletions(page);
  const restore = useRestoreDeletions();
  const erase = useEmptyTrash();
  const isBusy = restore.isPending || erase.isPending;
  return (
    <Loaded what="trash" query={query}>
      {({ deletions, total, trashBytes }) =>
        total === 0 ? (
          <EmptyState
            icon={<Trash2 size={32} />}
            title="Nothing deleted"
            text="Deleted tracks can be restored here as long as their files are there."
          />
        ) : (
          <div className="flex flex-col gap-3">
            <div className="flex flex-wrap items-center gap-3">
              <output className="text-[13px] text-muted tabular-nums">
                {countOf(total, "track")}, {formatBytes(trashBytes)} in the trash
              </output>
              <span className="ml-auto">
                <AskingButton
                  name="Empty Trash"
                  className="button button-small"
                  isBusy={isBusy || trashBytes === 0}
                  question={{
                    title: "Empty Trash",
                    text: "Erases every file in the trash. This can't be undone.",
                  }}
                  onConfirm={() => erase.mutate(undefined)}
                />
              </span>
            </div>
            <ul aria-label="Deleted tracks" className="flex flex-col gap-3">
              {deletions.map((deletion) => (
                <DeletionRow
                  key={deletion.trackId}
                  deletion={deletion}
                  isBusy={isBusy}
                  onRestore={() => restore.mutate([deletion.trackId])}
                  onErase={() => erase.mutate([deletion.trackId])}
                />
              ))}
            </ul>
            <CarePages page={page} total={total} perPage={DELETIONS_PER_PAGE} onPage={setPage} />
          </div>
        )
      }
    </Loaded>
  );
}

function DeletionRow({
  deletion,
  isBusy,
  onRestore,
  onErase,
}: {
  readonly deletion: Deletion;
  readonly isBusy: boolean;
  readonly onRestore: () => void;
  readonly onErase: () => void;
}) {
  const { title, artist, file, sizeBytes, state } = deletion;
  return (
    <li className="flex flex-wrap items-start gap-3 rounded-m border border-line p-3 text-[13px] leading-5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate font-medium">
          <bdi>{title}</bdi> <span className="text-muted">{artist}</span>
        </p>
        <p className="break-words text-muted">
          <bdi>{file}</bdi> · {formatBytes(sizeBytes)}
        </p>
        <p className="text-muted">{wordDeletion(deletion)}</p>
      </div>
      <div className="flex gap-2">
        {state === "trashed" && (
          <AskingButton
            name="Erase"
            label={`Erase ${title}`}
            className="button button-small"
            isBusy={isBusy}
            question={{ title: `Erase ${title}`, text: "This can't be undone." }}
            onConfirm={onErase}
          />
        )}
        <button
          type="button"
          className="button button-small"
          aria-label={`Restore ${title}`}
          disabled={isBusy}
          onClick={onRestore}
        >
          Restore
        </button>
      </div>
    </li>
  );
}

function wordDeletion({ state, deletedBy, deletedAt, erasedAt }: Deletion): string {
  const deleted = `Deleted by ${deletedBy}, ${formatDateAndTime(Date.parse(deletedAt))}`;
  if (state === "kept") return `${deleted} · the file stays where it is`;
  return erasedAt === null
    ? deleted
    : `${deleted} · erased on ${formatDateAndTime(Date.parse(erasedAt))}`;
}
