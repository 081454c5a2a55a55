import { CircleHelp, Pause, Play, RadioTower, SkipBack, SkipForward } from "lucide-react";
import { openHelp } from "../../ui/help.ts";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { usePlaybackCommand, useStationSwitch } from "../radio/index.ts";

/** Operators' controls for the station, on every page with the small player. */
export function StationMenu() {
  const { isPlaying, label, isClosed, run } = useStationSwitch();
  const skip = usePlaybackCommand("skip");
  const restart = usePlaybackCommand("restart");
  const Icon = isPlaying ? Pause : Play;
  return (
    <Menu
      label="Station"
      className="icon-button w-auto min-w-11 shrink-0 gap-2 px-2 text-[13px]"
      icon={
        <>
          <RadioTower size={20} aria-hidden="true" />
          <span className="max-lg:sr-only">Station</span>
        </>
      }
    >
      <MenuItem icon={<Icon size={16} aria-hidden="true" />} disabled={isClosed} onSelect={run}>
        {label}
      </MenuItem>
      {skip.impossibleBecause === undefined && (
        <MenuItem
          icon={<SkipForward size={16} aria-hidden="true" />}
          disabled={skip.isPending}
          onSelect={() => skip.mutate()}
        >
          Next track
        </MenuItem>
      )}
      {restart.impossibleBecause === undefined && (
        <MenuItem
          icon={<SkipBack size={16} aria-hidden="true" />}
          disabled={restart.isPending}
          onSelect={() => restart.mutate()}
        >
          Restart the track
        </MenuItem>
      )}
      <MenuItem icon={<CircleHelp size={16} aria-hidden="true" />} onSelect={openHelp}>
        Help
      </MenuItem>
    </Menu>
  );
}
