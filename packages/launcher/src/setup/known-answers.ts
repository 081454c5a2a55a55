import path from "node:path";
import { existsSync } from "node:fs";
import { readDataFile } from "@neonrelay/server/data-file";
import { bad, type Finding } from "@neonrelay/server/finding";
import {
  type AnswerTexts,
  NONE,
  readFormerAnswers,
  type Variables,
} from "./former-answers-rules.ts";
import { type InstalledStation, portsOfOthers } from "./installed-stations.ts";
import { serviceNamesOf } from "./station-name-rules.ts";
import { isStationRunning, readStationEnvironment } from "../data-folder.ts";
import { checkPort } from "./setup-checks.ts";

/** How many ports to try, counting up from the usual one. */
const PORTS_TRIED = 100;

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

type PortName = "webPort" | "streamPort" | "ircPort" | "localIrcPort";
const checkPortOf =
  (name: PortName, variable: Parameters<typeof checkPort>[0]["variable"]) =>
  async (port: string, known: Known): Promise<Finding> => {
    const others = { webPort: "the web app", streamPort: "the stream" } as const;
    for (const other of ["webPort", "streamPort"] as const)
      if (other !== name && port !== "0" && port === known[other])
        return bad(`${port} is the port of ${others[other]}`, "Choose another one.");
    if (portsOfOthers(known.installed, path.resolve(known.dataDir)).has(Number(port)))
      return bad(`${port} is a port of another station on this machine`, "Choose another one.");
    const isProxied = known.tls === "caddy" || known.tls === "proxy";
    const isLocal = name === "localIrcPort" || (name === "webPort" && isProxied);
    const host = isLocal ? "127.0.0.1" : "0.0.0.0";
    const isOwnPort = known.former.isRunning && known.former.answers[name] === port;
    return await checkPort({ variable, host, port }, { ...readerOf(known), isOwn: isOwnPort });
  };

/** The usual port; for a station beside others, the first free one from there. */
export const portFrom =
  (usual: number, check: ReturnType<typeof checkPortOf>) =>
  async (known: Known): Promise<string> => {
    if (nameOf(known) === null) return String(usual);
    for (let port = usual; port < usual + PORTS_TRIED; port += 1)
      if ((await check(String(port), known)).state === "ok") return String(port);
    return String(usual);
  };
export const checkWebPort = checkPortOf("webPort", "PORT");
export const checkStreamPort = checkPortOf("streamPort", "STREAM_PORT");
export const checkIrcPort = checkPortOf("ircPort", "IRC_LISTEN_PORT");
export const checkLocalIrcPort = checkPortOf("localIrcPort", "IRC_LISTEN_PORT");
