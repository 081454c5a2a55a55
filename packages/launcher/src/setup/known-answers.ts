import { NONE, type AnswerTexts } from "./former-answers-rules.ts";
import type { FormerStation } from "./former-station.ts";
import type { InstalledStation } from "./installed-stations.ts";
import { serviceNamesOf } from "./station-name-rules.ts";

/** What is known when a question is asked: the answers before it, and what is in the data folder. */
export interface Known extends AnswerTexts {
  /** Those that systemd starts on this machine. */
  readonly installed: readonly InstalledStation[];
  readonly former: FormerStation;
  /** Where the station is installed. */
  readonly projectRoot: string;
}

/** Of the station that is set up; null: it has none. */
export const nameOf = ({ name }: AnswerTexts): string | null => (name === NONE ? null : name);
/** Who is to read what is named. */
export const readerOf = (known: AnswerTexts) => ({
  isService: known.service === "systemd",
  user: serviceNamesOf(nameOf(known)).user,
});
