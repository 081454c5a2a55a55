import type { Track } from "@neonrelay/contract/callers";
import { Copy, ListPlus, Music } from "lucide-react";
import { Suspense, useDeferredValue, useState } from "react";
import { useClosedBecause, useRight } from "../../features/accounts/session-data.ts";
import { useFoundTracks } from "../../features/library/library-data.ts";
import { useAddToQueue } from "../../features/queue/index.ts";
import { ErrorBoundary } from "../../frame/error-boundary.tsx";
import { Cover } from "../../ui/cover.tsx";
import { partsOf } from "../../ui/facts.tsx";
import { TextField } from "../../ui/form-fields.tsx";
import { UNKNOWN } from "../../ui/format-time.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { EmptyState } from "../../ui/panel-state.tsx";

/** Only loaded for operators who open it. */
const { Part: DuplicatesSheet } = lazyPart(
  async () =>
    (await import("../../features/library/duplicates/duplicates-sheet.tsx")).DuplicatesSheet,
);

const SHOWN = 50;

/** Finds a track and queues it without leaving the page. */
export function TracksAdmin() {
  const [text, setText] = useState("");
  const q = useDeferredValue(text.trim());
  const tracks = useFoundTracks(q, SHOWN);
  return (
    <>
      <DuplicatesButton />
      <TextField label="Search tracks" value={text} maxLength={200} onChange={setText} />
      <p className="text-[13px] text-muted">
        {q === "" ? "The newest tracks" : "Best matches first"}
      </p>
      <Loaded what="tracks" query={tracks}>
        {(found) =>
          found.length === 0 ? (
            <EmptyState
              icon={<Music size={28} />}
              title={q === "" ? "No tracks in library" : "No tracks found matching your search"}
            />
          ) : (
            <ul className="flex flex-col">
              {found.map((track) => (
                <TrackRow key={track.id} track={track} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function DuplicatesButton() {
  const [isOpen, setIsOpen] = useState(false);
  if (!useRight("library_edit")) return null;
  return (
    <>
      <button type="button" className="button justify-start" onClick={() => setIsOpen(true)}>
        <Copy size={16} aria-hidden="true" />
        Duplicates
      </button>
      {isOpen && (
        <ErrorBoundary scope="dialog" onClose={() => setIsOpen(false)}>
          <Suspense fallback={null}>
            <DuplicatesSheet onClose={() => setIsOpen(false)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

function TrackRow({ track }: { readonly track: Track }) {
  const queue = useAddToQueue();
  const closedBecause = useClosedBecause("request");
  return (
    <li className="flex min-h-14 items-center gap-3 border-b border-line py-1 last:border-b-0">
      <Cover src={track.albumArt} sizePx={40} className="size-10 rounded-s" />
      <div className="min-w-0 flex-1 leading-5">
        <p className="truncate font-medium">{track.title}</p>
        <p className="truncate text-[13px] text-muted">
          {partsOf(track.artist, track.duration ?? UNKNOWN)}
        </p>
      </div>
      <button
        type="button"
        className="button button-small"
        aria-label={`Queue ${track.title}`}
        title={closedBecause}
        disabled={closedBecause !== undefined || queue.isPending}
        onClick={() => queue.mutate(track)}
      >
        <ListPlus size={16} aria-hidden="true" />
        <span className="max-[360px]:hidden">Queue</span>
      </button>
    </li>
  );
}
