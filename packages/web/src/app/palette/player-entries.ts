import {
  AudioLines,
  Copy,
  Headphones,
  Heart,
  Maximize,
  Moon,
  MoonStar,
  Pause,
  Play,
  Square,
  Volume1,
  Volume2,
  VolumeX,
} from "lucide-react";
import { useLocation } from "wouter";
import { useFavourites } from "../../features/library/favourites.tsx";
import { useCopyNowPlaying } from "../../features/player/copy-now-playing.ts";
import { usePlay } from "../../features/player/heard-programme.ts";
import { listens } from "../../features/player/playback-machine.ts";
import { usePlayer, usePlayerState } from "../../features/player/player-context.ts";
import {
  SLEEP_MINUTES,
  useSleepPlan,
  useSleepTimer,
} from "../../features/player/sleep/sleep-timer.ts";
import {
  areVisualsMoving,
  chooseMode,
  moveVisuals,
  visualizerModes,
} from "../../features/visualizer/visualizer-mode.ts";
import type { PaletteEntry } from "./palette-rules.ts";

const VOLUME_STEP = 10;

/** Playback and volume of this browser; other listeners are not affected. */
export function usePlayerEntries(): readonly PaletteEntry[] {
  const player = usePlayer();
  const isMuted = usePlayerState((state) => state.isMuted);
  const status = usePlayerState((state) => state.playback.status);
  const isListening = listens({ status });
  const copy = useCopyNowPlaying();
  const favourite = useFavouriteEntries();
  const sleep = useSleepEntries();
  return [
    isListening
      ? entry("stop", "Stop listening", {
          icon: Square,
          keys: "Space",
          words: "pause silence off",
          run: () => player.stop(),
        })
      : entry("listen", "Listen", {
          icon: Headphones,
          keys: "Space",
          words: "play tune in start",
          run: () => player.listen(),
        }),
    ...(copy === undefined
      ? []
      : [entry("copy", "Copy what is playing", { icon: Copy, keys: "N", run: copy })]),
    ...favourite,
    entry("mute", isMuted ? "Unmute" : "Mute", {
      icon: VolumeX,
      keys: "M",
      words: "volume silence",
      run: () => player.toggleMuted(),
    }),
    entry("louder", "Louder", {
      icon: Volume2,
      keys: "↑",
      words: "volume up",
      run: () => player.turnVolume(VOLUME_STEP),
    }),
    entry("quieter", "Quieter", {
      icon: Volume1,
      keys: "↓",
      words: "volume down",
      run: () => player.turnVolume(-VOLUME_STEP),
    }),
    ...(isListening ? sleep : []),
  ];
}

function useFavouriteEntries(): readonly PaletteEntry[] {
  const track = usePlay()?.track ?? undefined;
  const favourites = useFavourites();
  if (track === undefined || favourites === undefined) return [];
  return [
    entry("favourite", favourites.has(track) ? "Remove from favourites" : "Add to favourites", {
      icon: Heart,
      keys: "L",
      words: "like heart love",
      run: () => favourites.toggle(track),
    }),
  ];
}

function useSleepEntries(): readonly PaletteEntry[] {
  const timer = useSleepTimer();
  const isPlanned = useSleepPlan().kind !== "off";
  return [
    ...SLEEP_MINUTES.map((minutes) =>
      entry(`sleep-${minutes}`, `Sleep timer: ${minutes} minutes`, {
        icon: Moon,
        run: () => timer.setMinutes(minutes),
      }),
    ),
    entry("sleep-track", "Sleep timer: end of this track", {
      icon: Moon,
      run: () => timer.setTrackEnd(),
    }),
    ...(isPlanned
      ? [entry("sleep-off", "Sleep timer: off", { icon: MoonStar, run: () => timer.cancel() })]
      : []),
  ];
}

function entry(
  id: string,
  label: string,
  more: Pick<PaletteEntry, "icon" | "keys" | "words" | "run">,
): PaletteEntry {
  return { id, label, group: "Player", ...more };
}

/** All visualizers, and whether they move. Choosing one on another page opens the dashboard. */
export function useVisualizerEntries(): readonly PaletteEntry[] {
  const [path, goTo] = useLocation();
  const group = "Visualizer";
  const isMoving = areVisualsMoving();
  const panel = document.querySelector("[data-visualizer]");
  const fullScreen = {
    id: "full-screen",
    group,
    label: "Visualizer in full screen",
    keys: "F",
    icon: Maximize,
    run: () => {
      panel?.requestFullscreen().catch((error: unknown) => console.warn("no full screen", error));
    },
  } as const;
  return [
    ...visualizerModes.map(
      ({ name, label }) =>
        ({
          id: `visualizer-${name}`,
          group,
          label,
          words: "picture",
          icon: AudioLines,
          run: () => {
            chooseMode(name);
            if (path !== "/") goTo("/");
          },
        }) as const,
    ),
    {
      id: "visuals",
      group,
      label: isMoving ? "Pause visuals" : "Resume visuals",
      icon: isMoving ? Pause : Play,
      run: () => moveVisuals(!isMoving),
    },
    ...(panel === null || !document.fullscreenEnabled ? [] : [fullScreen]),
  ];
}
