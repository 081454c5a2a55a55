import type { MusicSource } from "@neonrelay/contract/callers";
import { ListMusic, Pencil, Plus, RefreshCw, Server, Trash2 } from "lucide-react";
import { useState } from "react";
import { countOf, formatCount } from "../../../ui/count-of.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { FormSection } from "../../../ui/form-fields.tsx";
import { formatBytes } from "../../../ui/format-bytes.ts";
import { formatDateAndTime } from "../../../ui/format-time.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { EmptyState } from "../../../ui/panel-state.tsx";
import { SourceDialog } from "./source-dialog.tsx";
import { SourcePlaylistsDialog } from "./source-playlists-dialog.tsx";
import {
  useChangeSource,
  useMusicSources,
  useReadSource,
  useRemoveSource,
} from "./sources-data.ts";

/** Subsonic-compatible servers whose music is in the library. */
export function SourcesSection() {
  const sources = useMusicSources();
  const [isAdding, setIsAdding] = useState(false);
  return (
    <FormSection
      title="Music Sources"
      text="Play the music of a Navidrome, gonic or other Subsonic-compatible server. The station reads its library, and fetches tracks before they are on air."
      page="musicSources"
    >
      <Loaded what="music sources" query={sources}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              icon={<Server size={28} />}
              title="No music sources"
              text="The library has the files on this machine only."
            />
          ) : (
            <ul className="flex flex-col gap-2">
              {list.map((source) => (
                <SourceRow key={source.id} source={source} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <div>
        <button type="button" className="button" onClick={() => setIsAdding(true)}>
          <Plus size={16} aria-hidden="true" />
          Add Music Source
        </button>
      </div>
      {isAdding && <SourceDialog source={undefined} onClose={() => setIsAdding(false)} />}
    </FormSection>
  );
}

function SourceRow({ source }: { readonly source: MusicSource }) {
  const { state, name } = source;
  const [asks, setAsks] = useState<"edit" | "remove" | "playlists">();
  const close = () => setAsks(undefined);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-m border border-line bg-s2 p-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold break-words">{name}</span>
          <span className={`badge ${badgeTone(state.status)}`}>{statusWords[state.status]}</span>
        </p>
        <p className="font-mono text-[13px] break-all text-muted">{source.url}</p>
        <p className="text-[13px] text-muted">{describeSource(source)}</p>
        {state.readAt !== null && (
          <p className="text-[13px] text-muted">
            Read whole {formatDateAndTime(Date.parse(state.readAt))}
          </p>
        )}
        {state.problem !== null && (
          <p className="text-[13px] break-words text-danger">{state.problem}</p>
        )}
      </div>
      <SourceButtons source={source} onAsk={setAsks} />
      {asks === "edit" && <SourceDialog source={source} onClose={close} />}
      {asks === "playlists" && <SourcePlaylistsDialog source={source} onClose={close} />}
      {asks === "remove" && <RemoveDialog source={source} onClose={close} />}
    </li>
  );
}

function SourceButtons({
  source: { id, name, isEnabled },
  onAsk,
}: {
  readonly source: MusicSource;
  readonly onAsk: (asks: "edit" | "remove" | "playlists") => void;
}) {
  const change = useChangeSource();
  const read = useReadSource();
  return (
    <div className="flex flex-wrap items-center gap-1">
      <button
        type="button"
        className="button button-small"
        disabled={change.isPending}
        aria-label={`${isEnabled ? "Turn off" : "Turn on"} ${name}`}
        onClick={() => change.mutate({ id, isEnabled: !isEnabled })}
      >
        {isEnabled ? "Turn off" : "Turn on"}
      </button>
      <button
        type="button"
        className="icon-button"
        disabled={!isEnabled || read.isPending}
        aria-label={`Read ${name} now`}
        onClick={() => read.mutate(id)}
      >
        <RefreshCw size={16} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={`Playlists of ${name}`}
        onClick={() => onAsk("playlists")}
      >
        <ListMusic size={16} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={`Edit ${name}`}
        onClick={() => onAsk("edit")}
      >
        <Pencil size={16} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={`Remove ${name}`}
        onClick={() => onAsk("remove")}
      >
        <Trash2 size={16} aria-hidden="true" />
      </button>
    </div>
  );
}

function RemoveDialog({
  source: { id, name, state },
  onClose,
}: {
  readonly source: MusicSource;
  readonly onClose: () => void;
}) {
  const remove = useRemoveSource();
  return (
    <ConfirmDialog
      title="Remove the music source?"
      text={`${state.tracks === 1 ? "1 track" : `${state.tracks} tracks`} of ${name} leave the library and the cache. The server itself stays as it is.`}
      action="Remove"
      onConfirm={() => remove.mutate(id)}
      onClose={onClose}
    />
  );
}

function badgeTone(status: MusicSource["state"]["status"]): string {
  if (status === "ready") return "border-accent-edge text-accent-text";
  return status === "failed" ? "border-danger text-danger" : "text-muted";
}

const statusWords = {
  off: "Off",
  waiting: "Waiting",
  reading: "Reading…",
  ready: "Ready",
  failed: "Not reachable",
} as const satisfies Record<MusicSource["state"]["status"], string>;

/** '18,204 tracks · 812 in the cache (4.5 GB of 4.9 GB)', and pending tracks. */
export function describeSource({ state, cacheMegabytes }: MusicSource): string {
  const limit = formatBytes(cacheMegabytes * 1024 ** 2);
  const parts = [
    countOf(state.tracks, "track"),
    `${formatCount(state.tracksHere)} in the cache (${formatBytes(state.bytesHere)} of ${limit})`,
  ];
  if (state.tracksWanted > 0)
    parts.push(`${formatCount(state.tracksWanted)} to fetch for the plan`);
  if (state.tracksOutOfReach > 0)
    parts.push(`${formatCount(state.tracksOutOfReach)} could not be fetched`);
  if (state.status === "reading") parts.push(`${countOf(state.albumsRead, "album")} read`);
  return parts.join(" · ");
}
