import type { LoginThrottle } from "../limits/login-throttle.ts";
import type { Database } from "../database/database.ts";
import type { Library } from "../library/library.ts";
import type { OnAirLink } from "../on-air-link/on-air-link.ts";
import type { SystemLog } from "../logs/system-log.ts";
import type { Doctor } from "../doctor/doctor.ts";
import type { Schedule } from "../schedule/schedule.ts";
import type { Settings } from "../settings/settings.ts";
import type { StationEvents } from "../events/station-events.ts";

/** Dependencies of station commands. */
export interface CommandParts {
  readonly database: Database;
  readonly library: Library;
  readonly events: StationEvents;
  readonly settings: Settings;
  readonly schedule: Pick<Schedule, "reload">;
  readonly systemLog: SystemLog;
  /** null: the station is stopped. */
  readonly link: Pick<OnAirLink, "run"> | null;
  readonly throttle: LoginThrottle;
  readonly dataDir: string;
  readonly musicDirs: readonly string[];
  readonly doctor: Doctor;
  /** Whether the whole station is running: then the data it has in memory must not be replaced. */
  readonly isRunning: boolean;
}

export interface CommandCall {
  readonly args: readonly string[];
  readonly print: (line: string) => void;
}

/** Whether the file or its folder is at fault; the message is for people. */
export function isFileTrouble(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}

/** Prints why a command is not possible. @returns its exit code */
export function fail(print: (line: string) => void, reason: string): number {
  print(reason);
  return 1;
}
