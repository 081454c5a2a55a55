import type { EditPreview } from "@neonrelay/contract/callers";
import { countOf } from "../../../ui/count-of.ts";
import { UNKNOWN } from "../../../ui/format-time.ts";
import { fieldLabels } from "./track-draft.ts";

/** What an edit would change: every field of the first tracks, before and after. */
export function PreviewList({ preview }: { readonly preview: EditPreview }) {
  const { changed, refused, tracks, problems } = preview;
  const more = changed - tracks.length;
  return (
    <section aria-label="Preview" className="flex flex-col gap-3 rounded-m bg-s2 p-3 text-[13px]">
      <output className="font-semibold">
        {countOf(changed, "track")} would change
        {refused > 0 && `, ${refused} would stay because of a problem`}
      </output>
      <ul className="flex max-h-72 flex-col gap-3 overflow-y-auto">
        {problems.map(({ trackId, title, problem }) => (
          <li key={trackId} className="min-w-0">
            <p className="truncate font-medium">{title}</p>
            <p className="text-danger">{problem}</p>
          </li>
        ))}
        {tracks.map(({ trackId, title, changes }) => (
          <li key={trackId} className="min-w-0">
            <p className="truncate font-medium">{title}</p>
            {changes.map(({ field, before, after }) => (
              <p key={field} className="break-words text-muted">
                {fieldLabels[field]}: <del>{before ?? UNKNOWN}</del>{" "}
                <ins className="text-text no-underline">{after ?? UNKNOWN}</ins>
              </p>
            ))}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-muted">And {countOf(more, "more track")}</p>}
    </section>
  );
}
