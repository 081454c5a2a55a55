import type { Logger } from "@neonrelay/process/log";
import type { ServerConfig } from "../config/config.ts";
import type { SystemLog } from "../logs/system-log.ts";
import type { Settings } from "../settings/settings.ts";
import type { Caller } from "../identity/rights-rules.ts";
import type { Origin } from "../identity/visitor.ts";
import type { SignInParts } from "./sign-in-actions.ts";
import type { VisitorLimit } from "../limits/rate-limit.ts";

/** Dependencies of account changes. */
export interface AccountParts extends SignInParts {
  readonly settings: Settings;
  readonly systemLog: SystemLog;
  readonly config: Pick<ServerConfig, "dataDir">;
  readonly log: Logger;
  readonly limits: { readonly accounts: number };
  readonly registrations: VisitorLimit;
  /** Limits changes of display names: each goes out to everyone who shows them. */
  readonly nameChanges: VisitorLimit;
  /** Limits attempts to accept an invitation: each reads the accounts. */
  readonly acceptances: VisitorLimit;
}

/** Who asks for a change, from where, and in which session. */
export interface Asker {
  readonly caller: Caller;
  readonly origin: Origin;
  readonly tokenHash: string | null;
}
