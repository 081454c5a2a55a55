import type { Events } from "@neonrelay/process/events";
import type { TroubleLog } from "@neonrelay/process/trouble-log";
import type { DjParts } from "./make-djs.ts";
import type { Outlets } from "./make-outlets.ts";
import type { ProgrammeParts } from "./make-programme.ts";
import type { OnAirNews } from "./on-air-news.ts";
import type { OnAirState } from "./open-state.ts";

interface EventParts {
  readonly state: OnAirState;
  readonly programme: ProgrammeParts;
  readonly djs: DjParts;
  readonly outlets: Outlets;
  readonly troubles: TroubleLog;
  readonly news: Events<OnAirNews>;
}

/** The events flowing back: passes those of playout and programme to the parts that need them. */
export function passOnEvents(parts: EventParts): void {
  passOnProgramme(parts);
  passOnPlayout(parts);
}

function passOnProgramme({ state, programme, outlets, troubles, news }: EventParts): void {
  const { transmitter, playout } = programme;
  transmitter.events.subscribe((event) => {
    switch (event.kind) {
      case "engine":
        return playout.takeEngineEvent(event.event);
      case "block":
        playout.followBlock(event.header);
        return outlets.probe.followBlock(event.header);
      case "engine.ended":
        return playout.takeEngineEnd(event.end);
      case "state.changed":
        return news.publish({ kind: "status.changed" });
      case "trouble":
        return troubles.record(event.line);
      case "bridge-loop":
        return state.bridges.save(event.loop);
      case "levels":
        return news.publish(event);
      default:
        return event satisfies never;
    }
  });
}

function passOnPlayout({ programme, djs, outlets, news }: EventParts): void {
  const { playout, transmitter, rings } = programme;
  const { mounts, outputs, hlsToStorage, probe } = outlets;
  playout.events.subscribe((event) => {
    switch (event.kind) {
      case "settings.set":
        return transmitter.followSettings();
      case "changed":
        mounts.follow(rings.rings, playout.settings);
        if (!playout.settings.isStreaming) mounts.endAll();
        outputs.follow();
        hlsToStorage.follow();
        djs.capture.follow();
        probe.follow();
        return news.publish({ kind: "status.changed" });
      case "dj.started":
      case "dj.ended":
      case "dj.failed":
      case "dj.crashed":
      case "dj.silent":
      case "dj.postponed":
        return undefined; // the DJ line-up subscribes to these itself
      default:
        return event satisfies never;
    }
  });
}
