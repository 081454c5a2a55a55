import { CalendarDays, ListPlus, ListStart, Mic, SlidersHorizontal } from "lucide-react";
import { useLocation } from "wouter";
import { useRight } from "../../features/accounts/session-data.ts";
import { useAddToQueue } from "../../features/queue/add-to-queue-data.ts";
import { usePlayNext } from "../../features/queue/queue-data.ts";
import { isSong } from "../../features/radio/radio-data.ts";
import { useShows } from "../../features/schedule/schedule-data.ts";
import { placedSettings, settingsSections } from "../../features/settings/settings-sections.ts";
import { useDelayed } from "../../ui/use-delayed.ts";
import { beginsWords } from "./fuzzy-rules.ts";
import type { PaletteEntry } from "./palette-rules.ts";
import { useMatchingArtists, useMatchingTracks } from "./search-data.ts";

const SEARCH_AFTER_MS = 200;
const FEWEST_LETTERS = 2;
const MAX_TRACKS = 4;
const MAX_ARTISTS = 3;

/** What the station has under the typed words: tracks, artists, shows, settings. @param typed trimmed */
export function useSearchEntries(typed: string): readonly PaletteEntry[] {
  const isSearch = Array.from(typed).length >= FEWEST_LETTERS && !typed.startsWith(".");
  const words = useDelayed(isSearch ? typed : "", SEARCH_AFTER_MS);
  const search = { typed: isSearch ? typed : "", words };
  const found = [
    ...useTrackEntries(search),
    ...useArtistEntries(search),
    ...useShowEntries(isSearch),
    ...useSettingEntries(),
  ];
  return isSearch ? found : [];
}

interface Search {
  readonly typed: string;
  /** What was searched: the text of a moment ago. */
  readonly words: string;
}

/** For each track a way to queue it, and one to play it next. */
function useTrackEntries({ typed, words }: Search): readonly PaletteEntry[] {
  const mayRequest = useRight("request");
  const mayControl = useRight("queue_control");
  const seesAll = useRight("programme");
  const add = useAddToQueue();
  const playNext = usePlayNext(({ track }) => ({
    title: "Playing Next",
    text: `${track.title} will play next`,
  }));
  const { data, isPlaceholderData } = useMatchingTracks(words, mayRequest);
  const isCurrent = words === typed && !isPlaceholderData;
  // While the station searches, the earlier matches that still match stay.
  const tracks = (words === "" || !mayRequest ? [] : (data ?? [])).filter(
    (track) =>
      (seesAll || isSong(track)) &&
      (isCurrent || beginsWords(typed, `${track.title} ${track.artist}`)),
  );
  const group = "Tracks";
  return tracks.slice(0, MAX_TRACKS).flatMap((track) => {
    const { id, title, artist } = track;
    const request = {
      id: `track-${id}`,
      group,
      label: `Queue: ${title}`,
      note: artist,
      icon: ListPlus,
      run: () => add.mutate(track),
    } as const;
    const next = {
      id: `next-${id}`,
      group,
      label: `Play next: ${title}`,
      note: artist,
      icon: ListStart,
      run: () => playNext.mutate({ id, track }),
    } as const;
    return mayControl ? [request, next] : [request];
  });
}

function useArtistEntries({ typed, words }: Search): readonly PaletteEntry[] {
  const [, goTo] = useLocation();
  const { data, isPlaceholderData } = useMatchingArtists(words, MAX_ARTISTS);
  const isCurrent = words === typed && !isPlaceholderData;
  return (words === "" ? [] : (data ?? []))
    .filter(({ name }) => isCurrent || beginsWords(typed, name))
    .map(({ key, name }) => ({
      id: `artist-${key}`,
      group: "Artists",
      label: name,
      note: "Show in the library",
      icon: Mic,
      run: () => goTo(`/library?${new URLSearchParams({ artist: name })}`),
    }));
}

function useShowEntries(isWanted: boolean): readonly PaletteEntry[] {
  const [, goTo] = useLocation();
  return (useShows(isWanted) ?? []).map(({ slug, name }) => ({
    id: `show-${slug}`,
    group: "Shows",
    label: name,
    icon: CalendarDays,
    run: () => goTo(`/shows/${slug}`),
  }));
}

function useSettingEntries(): readonly PaletteEntry[] {
  const [, goTo] = useLocation();
  const mayConfigure = useRight("system_config");
  return (mayConfigure ? placedSettings : []).map(({ section, label }) => ({
    id: `setting-${section}-${label}`,
    group: "Settings",
    label,
    note: settingsSections.find(({ id }) => id === section)?.name ?? section,
    icon: SlidersHorizontal,
    run: () => goTo(`/settings?${new URLSearchParams({ section, setting: label })}`),
  }));
}
