import { RadioTower, Volume1, Volume2, VolumeX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ValueSlider } from "../../ui/value-slider.tsx";
import { useChangeRadioState, useRadioState } from "../radio/index.ts";
import { usePlayer, usePlayerState } from "./player-context.ts";
import { DEFAULT_VOLUME } from "./volume.ts";

const SEND_AFTER_MS = 150;

/** Volume of this browser; other listeners are not affected. */
export function OwnVolume() {
  const player = usePlayer();
  const volume = usePlayerState((state) => state.volume);
  return (
    <div
      className="flex min-w-0 flex-1 items-center gap-1"
      title="Your volume, in this browser only"
    >
      <MuteButton />
      <VolumeName>You</VolumeName>
      <ValueSlider
        label="Your volume"
        value={volume}
        min={0}
        max={100}
        valueText={`${volume} %`}
        onChange={(changed) => player.setVolume(changed)}
      />
      <output className="w-8 shrink-0 text-right font-mono text-[13px] text-muted tabular-nums">
        {volume}
      </output>
    </div>
  );
}

/** Names whose volume it is; the slider has the full name. */
function VolumeName({ children }: { readonly children: string }) {
  return (
    <span
      aria-hidden="true"
      className="shrink-0 text-[13px] whitespace-nowrap text-muted max-xl:min-w-13"
    >
      {children}
    </span>
  );
}

function MuteButton() {
  const player = usePlayer();
  const isMuted = usePlayerState((state) => state.isMuted);
  const volume = usePlayerState((state) => state.volume);
  const Icon = isMuted || volume === 0 ? VolumeX : volume < 50 ? Volume1 : Volume2;
  return (
    <button
      type="button"
      className="icon-button"
      aria-label="Mute"
      aria-pressed={isMuted}
      onClick={() => player.toggleMuted()}
    >
      <Icon size={20} aria-hidden="true" className={isMuted ? "text-warn" : ""} />
    </button>
  );
}

/** The station's volume, for everyone. @param name shown beside the slider */
export function StationVolume({ name }: { readonly name: "Station" | "Station volume" }) {
  const stationVolume = useRadioState().data?.volume;
  const { isPending, mutate } = useChangeRadioState();
  const [dragged, setDragged] = useState<number | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const volume = dragged ?? stationVolume ?? DEFAULT_VOLUME;
  const change = (changed: number) => {
    setDragged(changed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      mutate({ volume: changed }, { onSettled: () => setDragged(undefined) });
    }, SEND_AFTER_MS);
  };
  return (
    <div
      className="flex min-w-0 flex-1 items-center gap-1"
      title="Station volume, for everyone"
      aria-busy={isPending}
    >
      <RadioTower size={20} aria-hidden="true" className="mx-3 shrink-0 text-muted xl:mx-1" />
      <VolumeName>{name}</VolumeName>
      <ValueSlider
        label="Station volume"
        value={volume}
        min={0}
        max={100}
        valueText={`${volume} %`}
        disabled={stationVolume === undefined}
        onChange={change}
      />
      <output className="w-8 shrink-0 text-right font-mono text-[13px] text-muted tabular-nums">
        {stationVolume === undefined ? "—" : volume}
      </output>
    </div>
  );
}
