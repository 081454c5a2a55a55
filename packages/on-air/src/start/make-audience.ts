import type { Logger } from "@neonrelay/process/log";
import { CountryFile } from "../audience/country-file.ts";
import type { ListenerSalts } from "../audience/listener-salts.ts";
import { SessionLedger } from "../audience/session-ledger.ts";

/** Who listens: the ledger, and what it needs to know of listeners. */
export interface Audience {
  readonly ledger: SessionLedger;
  readonly salts: ListenerSalts;
  /** Call once all listeners have gone. */
  readonly close: () => Promise<void>;
}

export function makeAudience({
  folder,
  salts,
  geoipFile,
  timeZone,
  log,
}: {
  readonly folder: string;
  readonly salts: ListenerSalts;
  readonly geoipFile: string | null;
  readonly timeZone: () => string;
  readonly log: Logger;
}): Audience {
  const countries = new CountryFile({ path: geoipFile, log });
  const ledger = new SessionLedger({ folder, salts, countries, timeZone, log });
  const close = async (): Promise<void> => {
    countries.close();
    await ledger.close();
  };
  return { ledger, salts, close };
}
