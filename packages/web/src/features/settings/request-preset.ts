import { requestPresetNames, requestPresets } from "@neonrelay/contract/callers";
import type { RequestPresetName, RequestRules } from "@neonrelay/contract/callers";

const ruleNames = [
  "requesterCooldownSeconds",
  "maxOpenRequests",
  "trackCooldownMinutes",
  "playedCooldownMinutes",
  "artistCooldownMinutes",
] as const;

/** The preset that these rules match. */
export function presetOf(rules: RequestRules): RequestPresetName | "own" {
  const isSame = (name: RequestPresetName) =>
    ruleNames.every((rule) => requestPresets[name][rule] === rules[rule]);
  return requestPresetNames.find(isSame) ?? "own";
}
