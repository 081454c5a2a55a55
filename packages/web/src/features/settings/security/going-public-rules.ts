import { requestPresets } from "@neonrelay/contract/callers";
import type { StationSettings, StationSettingsChange } from "@neonrelay/contract/callers";
import { countOf } from "../../../ui/count-of.ts";
import { presetOf } from "../request-preset.ts";

export interface PublicCheck {
  readonly name: string;
  readonly isSafe: boolean;
  readonly text: string;
  /** What the button changes; undefined: not a setting. */
  readonly fix: { readonly action: string; readonly change: StationSettingsChange } | undefined;
  /** How it stands, if safe. */
  readonly now?: string;
  /** What the undo button of a safe point changes; undefined: no button. */
  readonly undo?: { readonly action: string; readonly change: StationSettingsChange };
}

interface Surroundings {
  /** Whether this page came over https. */
  readonly isEncrypted: boolean;
  /** The stream's address for this page. */
  readonly streamUrl: string;
  /** Problems that the station found with the proxy in front of it. */
  readonly proxyProblems: readonly string[];
  /** Why other machines can't reach it; null if they can. */
  readonly reachProblem: string | null;
}

/**
 * Settings that are convenient in a private network and risky on the internet, and how the station is reached.
 * @param isOnThisMachine whether this page came from a loopback address, which says nothing about other ways in
 */
export function goingPublicChecks({
  settings,
  isOnThisMachine,
  ...surroundings
}: Surroundings & {
  readonly settings: StationSettings;
  readonly isOnThisMachine: boolean;
}): readonly PublicCheck[] {
  return [...checksOfSettings(settings, isOnThisMachine), ...checksAround(surroundings)];
}

function checksOfSettings(
  settings: StationSettings,
  isOnThisMachine: boolean,
): readonly PublicCheck[] {
  return [
    {
      name: "Guest queue actions",
      isSafe: settings.guestQueueActions !== "full",
      text: isOnThisMachine
        ? "Guests can clear, shuffle and reorder the queue."
        : "Guests can clear, shuffle and reorder the queue, and this station is open to other machines. Requests only is recommended.",
      fix: { action: "Requests only", change: { guestQueueActions: "requests only" } },
      now:
        settings.guestQueueActions === "requests only"
          ? "Guests can request songs, and nothing else."
          : "Guests can't touch the queue.",
      undo: { action: "Allow all again", change: { guestQueueActions: "full" } },
    },
    {
      name: "Request rules",
      isSafe:
        presetOf(settings.requestRules) !== "generous" &&
        settings.requestRules.requesterCooldownSeconds > 0,
      text: "One visitor can fill the queue and request the same track again and again. 'Busy station' lets everyone wait between requests.",
      fix: {
        action: "Busy station",
        change: { requestRules: requestPresets["busy station"] },
      },
      now: `A visitor waits ${waitWords(settings.requestRules.requesterCooldownSeconds)} between requests.`,
      undo: { action: "Back to generous", change: { requestRules: requestPresets.generous } },
    },
    {
      name: "Public registration",
      isSafe: !settings.registrationEnabled,
      text: "Anyone can create an account.",
      fix: { action: "Turn off", change: { registrationEnabled: false } },
    },
    {
      name: "Security events",
      isSafe: settings.retention.securityEventDays > 0,
      text: "Visitors' addresses are kept forever.",
      fix: { action: "Keep 90 days", change: { retention: { securityEventDays: 90 } } },
    },
    {
      name: "Chat",
      isSafe: settings.retention.chatDays > 0,
      text: "Chat messages are kept forever.",
      fix: { action: "Keep 90 days", change: { retention: { chatDays: 90 } } },
    },
  ];
}

function checksAround({
  isEncrypted,
  streamUrl,
  proxyProblems,
  reachProblem,
}: Surroundings): readonly PublicCheck[] {
  return [
    {
      name: "Encryption",
      isSafe: isEncrypted,
      text: "This page was loaded over http, so others on the network can read passwords. On the internet, put a proxy with https in front of the station, as Reach says, or give it a certificate (TLS_CERT and TLS_KEY).",
      fix: undefined,
    },
    // A page over http can play either.
    ...(isEncrypted
      ? [
          {
            name: "Stream over https",
            isSafe: !streamUrl.startsWith("http:"),
            text: "This page was loaded over https, so browsers refuse to play a stream over http. Set PUBLIC_URL to this page's address, or PUBLIC_STREAM_URL to an https address.",
            fix: undefined,
          },
        ]
      : []),
    {
      name: "Proxy",
      isSafe: proxyProblems.length === 0,
      text: proxyProblems.join(" "),
      fix: undefined,
    },
    {
      name: "Reach",
      isSafe: reachProblem === null,
      text: reachProblem ?? "",
      fix: undefined,
    },
  ];
}

/** '10 minutes', or '90 seconds'. */
function waitWords(seconds: number): string {
  return seconds % 60 === 0 ? countOf(seconds / 60, "minute") : countOf(seconds, "second");
}

/** @param hostname of the page's address */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
}
