import { NONE, type AnswerTexts } from "./former-answers-rules.ts";
import type { FormerStation } from "./former-station.ts";
import type { InstalledStation } from "./installed-stations.ts";
import { serviceNamesOf } from "./station-name-rules.ts";

/** What is known when a question is asked: earlier answers, and what the data folder holds. */
export interface Known extends AnswerTexts {
  /** Stations that systemd starts on this machine. */
  readonly installed: readonly InstalledStation[];
  readonly former: FormerStation;
  /** Folder the program is installed in. */
  readonly projectRoot: string;
}

/** The name of the station being set up; null: unnamed. */
export const nameOf = ({ name }: AnswerTexts): string | null => (name === NONE ? null : name);
/** Who must be able to read the named files. */
export const readerOf = (known: AnswerTexts) => ({
  isService: known.service === "systemd",
  user: serviceNamesOf(nameOf(known)).user,
});
