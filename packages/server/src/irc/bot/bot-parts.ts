import type { RequestSchedule } from "../../requests/request-actions.ts";
import type { Logger } from "@neonrelay/process/log";
import type { Actor } from "../../logs/system-log-rules.ts";
import type { PlanUpdater } from "../../programme/plan-updater.ts";
import type { Schedule } from "../../schedule/schedule.ts";
import type { ControlParts } from "../../radio/radio-change-actions.ts";

/** A moderator's command about someone in the channel. */
export interface ModerationOrder {
  readonly act: "mute" | "unmute" | "kick" | "ban";
  /** As typed: the person's chat name or nick. */
  readonly name: string;
  /** Duration of a mute or ban; null: until lifted. */
  readonly minutes: number | null;
  /** '' when none was given. */
  readonly reason: string;
  readonly by: Actor;
}

/** `not-there`: not in the channel; `unchanged`: already so. */
export type ModerationOutcome =
  | { readonly kind: "done" | "not-there" | "unchanged" }
  /** IRC did not let the bot do it; the reason is for people. */
  | { readonly kind: "refused"; readonly reason: string };

export interface BotParts extends Pick<
  ControlParts,
  "database" | "events" | "settings" | "link" | "systemLog"
> {
  readonly log: Logger;
  readonly plan: Pick<PlanUpdater, "entries">;
  readonly schedule: RequestSchedule &
    Pick<Schedule, "contents" | "occurrences" | "onNow" | "timeZone">;
  readonly moderate: (order: ModerationOrder) => Promise<ModerationOutcome>;
  /** `listeners` of the stream, null if unknown; `chatters` in the channel and from the web, without the bot. */
  readonly presence: () => { readonly listeners: number | null; readonly chatters: number };
  /** Who may vote: everyone in the channel and in the web app except the bot, each once; see personKey. */
  readonly people: () => Promise<ReadonlySet<string>>;
  /** Says a line in the channel as the bot. */
  readonly announce: (text: string) => void;
  /** In ms since 1970. */
  readonly nowMs: () => number;
}
