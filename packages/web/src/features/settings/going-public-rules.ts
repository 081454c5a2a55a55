import { requestPresets } from "@neonrelay/contract";
import type { StationSettings, StationSettingsChange } from "@neonrelay/contract";
import { presetOf } from "./request-preset.ts";

export interface PublicCheck {
  readonly name: string;
  readonly isSafe: boolean;
  readonly text: string;
  /** What a button changes; undefined: it is not a setting. */
  readonly fix: { readonly action: string; readonly change: StationSettingsChange } | undefined;
}

/**
 * What is comfortable among friends and unwise on the open internet.
 * @param isEncrypted whether this page came over https
 */
export function goingPublicChecks({
  settings,
  isEncrypted,
}: {
  readonly settings: StationSettings;
  readonly isEncrypted: boolean;
}): readonly PublicCheck[] {
  return [
    {
      name: "Guest queue actions",
      isSafe: settings.guestQueueActions !== "full",
      text: "Guests may clear, shuffle and reorder the queue.",
      fix: { action: "Requests only", change: { guestQueueActions: "requests only" } },
    },
    {
      name: "Request rules",
      isSafe:
        presetOf(settings.requestRules) !== "generous" &&
        settings.requestRules.requesterCooldownSeconds > 0,
      text: "One visitor may fill the queue, and the same track may be asked for again and again.",
      fix: {
        action: "Busy station",
        change: { requestRules: requestPresets["busy station"] },
      },
    },
    {
      name: "Public registration",
      isSafe: !settings.registrationEnabled,
      text: "Anybody may make an account.",
      fix: { action: "Turn off", change: { registrationEnabled: false } },
    },
    {
      name: "Security events",
      isSafe: settings.retention.securityEventDays > 0,
      text: "Addresses of visitors are kept for ever.",
      fix: { action: "Keep 90 days", change: { retention: { securityEventDays: 90 } } },
    },
    {
      name: "Chat",
      isSafe: settings.retention.chatDays > 0,
      text: "What was said in chat is kept for ever.",
      fix: { action: "Keep 90 days", change: { retention: { chatDays: 90 } } },
    },
    {
      name: "Encryption",
      isSafe: isEncrypted,
      text: "This page came over http: passwords can be read on the way. Put a proxy with https before the station and set PUBLIC_URL and TRUST_PROXY.",
      fix: undefined,
    },
  ];
}
