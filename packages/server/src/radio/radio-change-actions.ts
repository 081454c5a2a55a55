import type { RadioState, RadioStateChange } from "@neonrelay/contract";
import type { AccessDecision, Operator } from "../accounts/rights-rules.ts";
import type { Connection } from "../database/database.ts";
import { changeRadioState, findRadioState } from "../database/on-air-store.ts";
import type { SystemLog } from "../logs/system-log.ts";
import { actorName } from "../logs/system-log-rules.ts";
import type { SecurityLog } from "../security/security-log.ts";
import { loadRadioState, type RadioParts } from "./radio-actions.ts";
import { decideRadioAccess, decideRadioChange, isEmergencyStop } from "./radio-change-rules.ts";

export interface ControlParts extends RadioParts {
  readonly security: SecurityLog;
  readonly systemLog: SystemLog;
}

export type RadioOutcome =
  | { readonly kind: "changed"; readonly state: RadioState }
  | { readonly kind: Exclude<AccessDecision, "allowed"> };

/**
 * Stores what the station is told to do; on-air follows as soon as it can be reached. The same for a call and for a
 * command on a socket.
 */
export async function changeRadio(
  parts: ControlParts,
  { change, by }: { readonly change: RadioStateChange; readonly by: Operator },
): Promise<RadioOutcome> {
  const { database, events, settings } = parts;
  const access = decideRadioAccess({ caller: by.caller, change, policy: settings.current });
  if (access !== "allowed") {
    noteRefusal(parts, by);
    return { kind: access };
  }
  const { ircChannel } = change;
  if (ircChannel === undefined)
    await database.transaction((transaction) => drive(transaction, change));
  else
    await settings.changeWith(async (_current, transaction) => {
      await drive(transaction, change);
      return { change: { ircChannel }, outcome: null };
    });
  events.publish({ type: "radio.changed" });
  noteChange(parts, { change, by });
  return { kind: "changed", state: await loadRadioState(parts) };
}

/** Changes what people drive inside a transaction. @returns the volume that is set then */
export async function drive(
  transaction: Connection,
  change: Pick<RadioStateChange, "isPlaying" | "volume">,
): Promise<number> {
  const stored = await findRadioState(transaction, { isLocked: true });
  return (await changeRadioState(transaction, decideRadioChange(stored, change))).volume;
}

function noteRefusal({ security }: ControlParts, { address }: Operator): void {
  security.note({
    severity: "other",
    eventType: "call_refused",
    description: "A change of the radio state without the right to it",
    ipAddress: address,
  });
}

function noteChange(
  { security, systemLog }: ControlParts,
  { change, by }: { readonly change: RadioStateChange; readonly by: Operator },
): void {
  const note = (action: string, details: Readonly<Record<string, unknown>> | null) =>
    systemLog.noteOperatorAction({ who: by.caller, action, details });
  const { isPlaying, volume, ircChannel } = change;
  if (ircChannel !== undefined) note("changed the station settings", { ircChannel });
  if (isEmergencyStop(change)) {
    security.note({
      severity: "high",
      eventType: "emergency_stop",
      description: `Emergency stop by ${actorName(by.caller)}`,
      ipAddress: by.address,
    });
    return note("stopped the station in an emergency", null);
  }
  if (isPlaying !== undefined)
    note(isPlaying ? "resumed the programme" : "paused the programme", null);
  if (volume !== undefined) note("set the volume", { volume: Math.round(volume) });
}
