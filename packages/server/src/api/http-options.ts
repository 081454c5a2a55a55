import type { SystemParts } from "../system/system-handlers.ts";
import type { Logger } from "@neonrelay/process/log";
import type { ChatNames } from "../chat/chat-names.ts";
import type { Sanctions } from "../chat/sanctions.ts";
import type { LoginThrottle } from "../limits/login-throttle.ts";
import type { Sessions } from "../accounts/sessions.ts";
import type { Irc } from "../irc/irc.ts";
import type { MediaRun } from "../media/media-runner.ts";
import type { ServerConfig } from "../config/config.ts";
import type { StationLock } from "../database/station-lock.ts";
import type { ScheduledBackups } from "../backup/scheduled-backups.ts";
import type { Deletions } from "../deletions/deletions.ts";
import type { Doctor } from "../doctor/doctor.ts";
import type { TagWriter } from "../library/edits/tag-writer.ts";
import type { Library } from "../library/library.ts";
import type { ComingDays } from "../programme/coming-days.ts";
import type { PlanUpdater } from "../programme/plan-updater.ts";
import type { MusicSources } from "../music-sources/music-sources.ts";
import type { ReportMaker } from "../reports/report-maker.ts";
import type { Schedule } from "../schedule/schedule.ts";
import type { LoadMeter } from "../system/load-meter.ts";
import type { ControlParts } from "../radio/radio-change-actions.ts";
import type { PresentBrowsers } from "../chat/present-browsers.ts";
import type { ProxyCheck } from "./proxy-check.ts";
import { type RequestLimits } from "../http-kit/request-limits.ts";
import { type HandOver } from "./stream-mounts.ts";

/** Dependencies of the HTTP side. */
export interface HttpOptions extends ControlParts, ProxyCheck {
  readonly publisher: SystemParts["publisher"];
  readonly config: ServerConfig;
  readonly throttle: LoginThrottle;
  readonly sessions: Sessions;
  readonly chatNames: ChatNames;
  readonly sanctions: Sanctions;
  readonly irc: Irc;
  readonly library: Pick<Library, "demo" | "found" | "intake">;
  readonly media: Pick<MediaRun, "childUrl" | "fileLimitMs">;
  readonly deletions: Deletions;
  readonly tagWriter: Pick<TagWriter, "writeSoon">;
  readonly musicSources: MusicSources;
  readonly plan: PlanUpdater;
  readonly coming: ComingDays;
  readonly schedule: Schedule;
  readonly meter: LoadMeter;
  readonly doctor: Doctor;
  readonly backups: ScheduledBackups;
  readonly audience: SystemParts["audience"];
  readonly reports: ReportMaker;
  /** Ends the server cleanly, to be started again. */
  readonly restart: () => void;
  readonly browsers: PresentBrowsers;
  /** null without a launcher. */
  readonly handOver: HandOver | null;
  /** null: the database is embedded. */
  readonly lock: StationLock | null;
  readonly limits: RequestLimits;
  readonly log: Logger;
}
