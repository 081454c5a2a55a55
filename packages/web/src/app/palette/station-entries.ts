import {
  Blend,
  ListX,
  OctagonX,
  Pause,
  Play,
  RotateCcw,
  Shuffle,
  SkipForward,
  TrendingDown,
  TrendingUp,
  Undo2,
} from "lucide-react";
import { useRight, useSession } from "../../features/accounts/session-data.ts";
import {
  clearQuestion,
  useClearQueue,
  useShuffleQueue,
  useUndoQueue,
} from "../../features/queue/queue-data.ts";
import { useQueue } from "../../features/queue/queue-query.ts";
import { usePlaybackCommand, useStationSwitch } from "../../features/radio/radio-data.ts";
import { useEmergencyStop, useFade } from "../../features/stream/stream-controls-data.ts";
import type { PaletteEntry } from "./palette-rules.ts";

/** Controls that change the programme for everyone; empty without the right. */
export function useStationEntries(): readonly PaletteEntry[] {
  const isOperator = useRight("station_control");
  const { isPlaying, label, isClosed, run } = useStationSwitch();
  const skip = usePlaybackCommand("skip");
  const restart = usePlaybackCommand("restart");
  const fadeIn = useFade("fade-in");
  const fadeOut = useFade("fade-out");
  const crossfade = useFade("crossfade");
  const emergency = useEmergencyStop();
  if (!isOperator) return [];
  const entries = [
    skip.impossibleBecause === undefined && {
      id: "skip",
      label: "Skip to Next",
      icon: SkipForward,
      run: () => skip.mutate(),
    },
    restart.impossibleBecause === undefined && {
      id: "restart",
      label: "Restart the track",
      icon: RotateCcw,
      run: () => restart.mutate(),
    },
    { id: "fade-in", label: "Fade In", icon: TrendingUp, run: () => fadeIn.mutate() },
    { id: "fade-out", label: "Fade Out", icon: TrendingDown, run: () => fadeOut.mutate() },
    { id: "crossfade", label: "Crossfade", icon: Blend, run: () => crossfade.mutate() },
    {
      id: "emergency",
      label: "Emergency",
      words: "stop silence mute",
      icon: OctagonX,
      run: () => emergency.mutate(),
    },
  ].flatMap((entry) => (entry === false ? [] : [{ ...entry, group: "Station" } as const]));
  if (isClosed) return entries;
  const play = {
    id: "station-play",
    group: "Station",
    label,
    words: "stream stop start",
    icon: isPlaying ? Pause : Play,
    run,
  } as const;
  return [play, ...entries];
}

/** Controls for the order of the queue. */
export function useQueueEntries(): readonly PaletteEntry[] {
  const mayControl = useRight("queue_control");
  const isGuest = useSession()?.kind === "guest";
  const count = useQueue().data?.length ?? 0;
  const shuffle = useShuffleQueue();
  const clear = useClearQueue();
  const undo = useUndoQueue();
  const group = "Queue";
  if (!mayControl) return [];
  const undoEntry = {
    id: "undo",
    group,
    label: "Undo Last Change",
    words: "queue",
    icon: Undo2,
    run: () => undo.mutate(),
  } as const;
  const changes = [
    {
      id: "shuffle",
      group,
      label: "Shuffle Queue",
      icon: Shuffle,
      run: () => shuffle.mutate(),
    },
    {
      id: "clear",
      group,
      label: "Clear Queue",
      icon: ListX,
      question: clearQuestion(count),
      run: () => clear.mutate(),
    },
  ] as const;
  return [...(count === 0 ? [] : changes), ...(isGuest ? [] : [undoEntry])];
}
