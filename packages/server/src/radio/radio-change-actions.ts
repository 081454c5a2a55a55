import type { RadioState, RadioStateChange } from "@neonrelay/contract";
import { type AccessDecision, describeCaller, type Operator } from "../identity/rights-rules.ts";
import type { SystemLog } from "../logs/system-log.ts";
import { actorName } from "../logs/system-log-rules.ts";
import type { SecurityLog } from "../logs/security-log.ts";
import { endFadeOut } from "./playback-actions.ts";
import { loadRadioState, toRadioState, type RadioParts } from "./radio-actions.ts";
import { decideRadioAccess, isEmergencyStop, type DrivenState } from "./radio-change-rules.ts";

export interface ControlParts extends RadioParts {
  readonly security: SecurityLog;
  readonly systemLog: SystemLog;
}

type RadioOutcome =
  | { readonly kind: "changed"; readonly state: RadioState }
  /** Neither on-air nor the database can be reached: it is done as soon as one of them can. */
  | { readonly kind: "out-of-reach" }
  | { readonly kind: Exclude<AccessDecision, "allowed"> };

/**
 * Applies a change, first to on-air, then to the database; whichever is down gets it once it is back. Used for both the
 * HTTP call and the socket command.
 * @throws when the channel can't be stored; the audible part is done by then
 */
export async function changeRadio(
  parts: ControlParts,
  { change, by }: { readonly change: RadioStateChange; readonly by: Operator },
): Promise<RadioOutcome> {
  const { control, events, settings } = parts;
  const access = decideRadioAccess({ caller: by.caller, change, policy: settings.current });
  if (access !== "allowed") {
    recordRefusal(parts, by);
    return { kind: access };
  }
  const { ircChannel, isPlaying, volume } = change;
  const isDriven = isPlaying !== undefined || volume !== undefined;
  const driven = isDriven ? await control.drive({ isPlaying, volume }) : null;
  if (driven !== null) {
    events.publish({ type: "radio.changed" });
    recordDriven(parts, { change, before: driven.before, after: driven.after, by });
  }
  if (isPlaying === true) await endFadeOut(parts);
  if (ircChannel !== undefined) await changeChannel(parts, { ircChannel, by });
  if (driven?.kind === "out-of-reach") return { kind: "out-of-reach" };
  return {
    kind: "changed",
    state: driven === null ? await loadRadioState(parts) : toRadioState(parts, driven.after),
  };
}

async function changeChannel(
  { settings, systemLog }: ControlParts,
  { ircChannel, by }: { readonly ircChannel: string; readonly by: Operator },
): Promise<void> {
  const before = settings.current.ircChannel;
  await settings.change(() => ({ ircChannel }));
  if (before === ircChannel) return;
  const action = "changed the station settings";
  systemLog.recordOperatorAction({ who: by.caller, action, details: { ircChannel } });
}

function recordRefusal({ security }: ControlParts, { caller, address }: Operator): void {
  security.record({
    severity: "other",
    eventType: "call_refused",
    description: `A change of the radio state without permission, by ${describeCaller(caller)}`,
    ipAddress: address,
  });
}

/** Logs every emergency stop, and otherwise only actual changes. */
function recordDriven(
  { security, systemLog }: ControlParts,
  {
    change,
    before,
    after,
    by,
  }: {
    readonly change: RadioStateChange;
    readonly before: DrivenState;
    readonly after: DrivenState;
    readonly by: Operator;
  },
): void {
  const note = (action: string, details: Readonly<Record<string, unknown>> | null) =>
    systemLog.recordOperatorAction({ who: by.caller, action, details });
  if (isEmergencyStop(change)) {
    security.record({
      severity: "high",
      eventType: "emergency_stop",
      description: `Emergency stop by ${actorName(by.caller)}`,
      ipAddress: by.address,
    });
    return note("stopped the station in an emergency", null);
  }
  if (after.isPlaying !== before.isPlaying)
    note(after.isPlaying ? "resumed the programme" : "paused the programme", null);
  if (change.volume !== undefined && after.volume !== before.volume)
    note("set the volume", { volume: after.volume });
}
