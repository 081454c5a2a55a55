import {
  artistAndTitle,
  type DuplicateGroup,
  type DuplicateTrack,
  MAX_MERGES,
} from "@neonrelay/contract/callers";
import { useId, useState } from "react";
import { countOf, formatCount } from "../../../ui/count-of.ts";
import { Cover } from "../../../ui/cover.tsx";
import { AskingButton } from "../../../ui/dialog.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { formatBytes } from "../../../ui/format-bytes.ts";
import { formatClock, formatDateAndTime } from "../../../ui/format-time.ts";
import type { ListenedTrack } from "../listen/list-player.ts";
import { ListenControl } from "../listen/listen-control.tsx";

/** The copies of one track: keep one, or mark them as different. */
export function DuplicateGroupCard({
  group,
  isBusy,
  onMerge,
  onReject,
}: {
  readonly group: DuplicateGroup;
  readonly isBusy: boolean;
  readonly onMerge: (merge: { readonly keptId: string; otherIds: string[] }) => void;
  readonly onReject: (rejection: { readonly trackId: string; otherIds: string[] }) => void;
}) {
  const { tracks } = group;
  const radioName = useId();
  const [chosenId, setChosenId] = useState<string | undefined>(undefined);
  const kept = tracks.find(({ id }) => id === chosenId) ?? tracks[0];
  if (kept === undefined) return null;
  const without = (trackId: string) =>
    tracks.filter(({ id }) => id !== trackId).map(({ id }) => id);
  return (
    <section
      aria-label={artistAndTitle(kept)}
      className="flex flex-col gap-3 rounded-m border border-line p-3 sm:p-4"
    >
      <div className="flex flex-wrap items-center gap-3">
        <Cover src={kept.albumArt} sizePx={48} className="size-12 rounded-s" />
        <div className="min-w-0 flex-1">
          <h3 className="truncate font-medium">{kept.title}</h3>
          <p className="truncate text-[13px] text-muted">{kept.artist}</p>
          <p className="text-[13px] text-muted">{likenessWords(group)}</p>
        </div>
        <AskingButton
          name="Merge"
          label={`Merge ${kept.title}`}
          className="button button-primary max-sm:w-full"
          isBusy={isBusy || kept.isMissing}
          question={mergeQuestion(kept, tracks.length - 1)}
          onConfirm={() => onMerge({ keptId: kept.id, otherIds: without(kept.id) })}
        />
      </div>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(260px,100%),1fr))] gap-3">
        {tracks.map((track) => (
          <Copy
            key={track.id}
            track={track}
            radioName={radioName}
            isKept={track === kept}
            others={tracks.filter((other) => other !== track && !other.isMissing)}
            isBusy={isBusy}
            onKeep={() => setChosenId(track.id)}
            onReject={() => onReject({ trackId: track.id, otherIds: without(track.id) })}
          />
        ))}
      </ul>
    </section>
  );
}

function Copy({
  track,
  radioName,
  isKept,
  others,
  isBusy,
  onKeep,
  onReject,
}: {
  readonly track: DuplicateTrack;
  readonly others: readonly DuplicateTrack[];
  readonly radioName: string;
  readonly isKept: boolean;
  readonly isBusy: boolean;
  readonly onKeep: () => void;
  readonly onReject: () => void;
}) {
  const id = useId();
  return (
    <li
      data-kept={isKept}
      className="flex min-w-0 flex-col gap-2 rounded-s bg-s2 p-3 data-[kept=true]:outline data-[kept=true]:outline-primary-edge"
    >
      <div className="flex min-h-10 items-center gap-3">
        <input
          id={id}
          type="radio"
          name={radioName}
          className="size-5 shrink-0 accent-primary-edge"
          checked={isKept}
          disabled={track.isMissing}
          onChange={onKeep}
        />
        <label htmlFor={id} className="min-w-0 flex-1 py-2 font-medium">
          Keep <span className="sr-only">{track.file}</span>
        </label>
        {!isKept && (
          <button
            type="button"
            className="button button-small"
            aria-label={`Not the same: ${track.file}`}
            disabled={isBusy}
            onClick={onReject}
          >
            Not the Same
          </button>
        )}
      </div>
      <p className="text-[13px] leading-5 break-words">
        <bdi>{track.file}</bdi>
      </p>
      {!track.isMissing && (
        <div className="flex">
          <ListenControl track={listened(track)} name={track.file} copies={others.map(listened)} />
        </div>
      )}
      <Facts facts={copyFacts(track)} />
    </li>
  );
}

function listened({ id, durationMs }: DuplicateTrack): ListenedTrack {
  return { trackId: id, durationMs };
}

const codecNames: Readonly<Record<string, string>> = {
  aac: "AAC",
  alac: "ALAC",
  ape: "Monkey's Audio",
  flac: "FLAC",
  mp3: "MP3",
  opus: "Opus",
  vorbis: "Vorbis",
  wavpack: "WavPack",
};

/** Why these tracks are grouped. */
export function likenessWords({ likeness, agreementPercent }: DuplicateGroup): string {
  return likeness === "file" ? "The same file" : `The same recording, ${agreementPercent} % alike`;
}

/** @param others how many tracks are merged into the one that is kept */
export function mergeQuestion({ file }: DuplicateTrack, others: number) {
  const which = others === 1 ? "The other track leaves" : `${countOf(others, "other track")} leave`;
  return {
    title: "Merge these tracks?",
    text: `${file} stays. ${which} the rotation; playlists, history and favourites move here. The newest ${MAX_MERGES} merges can be undone.`,
  };
}

/** What distinguishes a copy from the others. */
export function copyFacts(track: DuplicateTrack): readonly (readonly [string, string])[] {
  return [
    ["Format", formatWords(track)],
    ["Length", formatClock(track.durationMs)],
    ["Size", formatBytes(track.sizeBytes)],
    ["Plays", formatCount(track.plays)],
    ["Playlists", formatCount(track.playlists)],
    ["Favourites", formatCount(track.favourites)],
    ["Added", formatDateAndTime(Date.parse(track.addedAt))],
    ...(track.isMissing ? ([["File", "Missing"]] as const) : []),
    ...(track.isInRotation ? [] : ([["Rotation", "Never"]] as const)),
  ];
}

function formatWords({ codec, bitrate, sampleRateHz }: DuplicateTrack): string {
  const name = codecNames[codec] ?? (codec.startsWith("pcm_") ? "PCM" : codec);
  const rate = `${sampleRateHz / 1000} kHz`;
  return [name, ...(bitrate === null ? [] : [`${bitrate} kbit/s`]), rate].join(" · ");
}
