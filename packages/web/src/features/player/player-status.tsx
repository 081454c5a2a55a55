import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { useRight } from "../accounts/index.ts";
import { useDemoMusic } from "../library/index.ts";
import { streamInfoQuery, useRadioState, useStreamInfo } from "../radio/index.ts";
import { useFade, useIsRadioStateChanging } from "../stream/index.ts";
import { usePlayer, usePlayerState } from "./player-context.ts";
import { describePlayback, spokenStatus } from "./status-text.ts";
import type { PlayerStatus } from "./status-text.ts";
import { useNoPlay } from "./use-no-play.ts";

const STEP_MS = 500;

const tones = {
  live: "border-accent-edge/40 text-accent-text",
  busy: "border-primary-edge/40 text-primary-text",
  quiet: "text-muted",
  trouble: "border-warn/50 text-warn",
} as const;

/** The state of the player in words, always in full. */
export function PlayerStatusBadge() {
  const { text, tone, wayBack } = usePlayerStatus();
  useDemoMusic({ isWanted: useNoPlay() !== undefined, isPolled: true });
  return (
    <span className="flex items-center gap-2 max-sm:flex-wrap sm:shrink-0">
      <span className={`badge max-sm:whitespace-normal ${tones[tone]}`}>
        <span className="size-2 shrink-0 rounded-full bg-current" aria-hidden="true" />
        {tone === "trouble" ? <Trouble text={text} /> : <span>{text}</span>}
      </span>
      <WayBack wayBack={wayBack} />
    </span>
  );
}

/** The problem, as text and as an announcement. */
export function Trouble({ text }: { readonly text: string }) {
  return (
    <>
      <span aria-hidden="true">{text}</span>
      <output className="sr-only">{spokenStatus(text)}</output>
    </>
  );
}

/** The button that gets out of the current state. */
export function WayBack({ wayBack }: Pick<PlayerStatus, "wayBack">) {
  if (wayBack === "retry") return <RetryButton />;
  return wayBack === "fade-in" ? <SoundOnButton /> : null;
}

/** The same as Fade In, under another name, since the dashboard shows both. */
function SoundOnButton() {
  const fade = useFade("fade-in");
  const isChanging = useIsRadioStateChanging();
  return (
    <button
      type="button"
      className="button button-small"
      disabled={fade.isPending || isChanging}
      onClick={() => fade.mutate()}
    >
      Sound on
    </button>
  );
}

/** Reads the cache: another observer would refetch the data on mount. */
function RetryButton() {
  const player = usePlayer();
  const queryClient = useQueryClient();
  return (
    <button
      type="button"
      className="button button-small"
      onClick={() => {
        player.retry();
        void queryClient.refetchQueries(streamInfoQuery);
      }}
    >
      Retry
    </button>
  );
}

/** The player's status; counts down while it waits to reconnect. */
export function usePlayerStatus(): PlayerStatus {
  const player = usePlayer();
  const status = usePlayerState((state) => state.playback.status);
  const streamInfo = useStreamInfo();
  const radioState = useRadioState().data;
  const mayFadeIn = useRight("station_control");
  const noPlay = useNoPlay();
  const nowMs = useNow(status === "reconnecting");
  return describePlayback(
    player.state.playback,
    {
      isUnreachable: streamInfo.isError,
      isStreaming: streamInfo.data?.isStreaming,
      isStopped: streamInfo.data?.isStopped ?? false,
      isPlaying: radioState?.isPlaying,
      isFadedOut: radioState?.isFadedOut ?? false,
      mayFadeIn,
      withoutMusic: noPlay?.title,
    },
    nowMs,
  );
}

/** The local time in steps of half a second; it advances only while `isActive`. */
function useNow(isActive: boolean): number {
  const subscribe = useCallback(
    (onTick: () => void) => {
      const timer = isActive ? setInterval(onTick, STEP_MS) : undefined;
      return () => clearInterval(timer);
    },
    [isActive],
  );
  return useSyncExternalStore(subscribe, currentStepMs, currentStepMs);
}

function currentStepMs(): number {
  return Math.floor(performance.now() / STEP_MS) * STEP_MS;
}
