import { countOf } from "../../../ui/count-of.ts";
import { formatDateAndTime } from "../../../ui/format-time.ts";
import { useMerges, useUndoMerge } from "./duplicates-data.ts";

/** The latest merges, each with Undo; nothing if there are none. */
export function MergeList() {
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
