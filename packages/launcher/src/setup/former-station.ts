import { existsSync } from "node:fs";
import path from "node:path";
import { readDataFile } from "@neonrelay/server/data-file";
import { isStationRunning, readStationEnvironment } from "../data-folder.ts";
import { readFormerAnswers, type AnswerTexts, type Variables } from "./former-answers-rules.ts";

/** What the data folder already holds. */
export interface FormerStation {
  /** Variables of its station.env. */
  readonly variables: Variables;
  readonly answers: Partial<AnswerTexts>;
  /** It has accounts and music. */
  readonly hasStation: boolean;
  readonly isRunning: boolean;
}

/** @throws StartUpError if its station.env can't be read */
export function lookForStation(dataDir: string): FormerStation {
  const variables = readStationEnvironment(dataDir);
  const hasCaddyfile = existsSync(path.join(dataDir, "setup", "Caddyfile"));
  return {
    variables,
    answers: readFormerAnswers(variables, { hasCaddyfile }),
    hasStation: readDataFile(dataDir) !== null,
    isRunning: isStationRunning(dataDir),
  };
}
