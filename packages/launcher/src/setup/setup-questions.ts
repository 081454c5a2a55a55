import path from "node:path";
import { bad, well, type Finding } from "@neonrelay/server/finding";
import { completeDatabaseUrl, withoutPassword } from "./database-url-rules.ts";
import { answersOf, foldersOf, NONE, type AnswerTexts } from "./former-answers-rules.ts";
import {
  checkIrcPort,
  checkLocalIrcPort,
  checkStreamPort,
  checkWebPort,
  type FormerStation,
  type Known,
  lookForStation,
  nameOf,
  portFrom,
  readerOf,
} from "./known-answers.ts";
import { listInstalledStations } from "./installed-stations.ts";
import { serviceKinds, tlsKinds, type SetupAnswers, type SetupFlags } from "./setup-answers.ts";
import {
  checkCertificate,
  checkDatabase,
  checkDataFolder,
  checkDomain,
  checkFile,
  checkInstallation,
  checkMusic,
  checkPlace,
  configProblem,
} from "./setup-checks.ts";
import { isStationName, serviceNamesOf } from "./station-name-rules.ts";

/** One question of setup. */
interface Question {
  readonly name: keyof SetupAnswers;
  readonly flag: string;
  readonly text: string;
  /** Default if neither a flag nor an earlier setup answers it. */
  readonly fallback: (known: Known) => string | Promise<string>;
  readonly isAsked: (known: Known) => boolean;
  readonly check: (answer: string, known: Known) => Promise<Finding>;
}

const always = (): boolean => true;
const isOwn = ({ tls }: AnswerTexts): boolean => tls === "own";
const oneOf =
  (words: readonly string[]) =>
  async (answer: string): Promise<Finding> =>
    words.includes(answer)
      ? well(answer)
      : bad(`${answer} is not ${words.join(", ")}`, "Choose one of them.");
const orNone =
  (check: (answer: string, known: Known) => Promise<Finding>) =>
  async (answer: string, known: Known): Promise<Finding> =>
    answer === NONE || answer === "" ? well(NONE) : await check(answer, known);
/** Asked in order; each sees earlier answers. */
const questions: readonly Question[] = [
  {
    name: "service",
    flag: "--service",
    text: "Run as a systemd service, or start it by hand? (systemd, none)",
    fallback: () => (process.getuid?.() === 0 ? "systemd" : "none"),
    isAsked: always,
    check: async (answer, { projectRoot }) =>
      answer === "systemd"
        ? await checkInstallation(projectRoot, { isService: true, user: serviceNamesOf(null).user })
        : await oneOf(serviceKinds)(answer),
  },
  {
    name: "name",
    flag: "--name",
    text: "Name of this station, if the machine has others, or none",
    fallback: () => NONE,
    isAsked: ({ installed }) => installed.length > 0,
    check: orNone(async (name) =>
      isStationName(name)
        ? well(name)
        : bad(
            `${name} can't be part of the name of a service`,
            "Use a short word of lower-case letters, digits and hyphens.",
          ),
    ),
  },
  {
    name: "dataDir",
    flag: "--data",
    text: "Folder for everything the station keeps",
    fallback: (known) => {
      const name = nameOf(known);
      if (known.service === "systemd") return serviceNamesOf(name).folder;
      return name === null ? "./data" : `./data-${name}`;
    },
    isAsked: always,
    check: async (answer, known) => {
      const folder = path.resolve(answer);
      return (
        checkPlace(folder, { name: nameOf(known), installed: known.installed }) ??
        (await checkDataFolder(folder, readerOf(known)))
      );
    },
  },
  {
    name: "domain",
    flag: "--domain",
    text: "Domain name of the station, such as radio.example, or none",
    fallback: () => NONE,
    isAsked: always,
    check: orNone(checkDomain),
  },
  {
    name: "tls",
    flag: "--tls",
    text: "HTTPS: by Caddy or another proxy in front, with your own certificate, or none? (caddy, proxy, own, none)",
    fallback: () => NONE,
    isAsked: ({ domain, former }) => domain !== NONE || former.answers.tls !== undefined,
    check: async (answer, { domain }) =>
      (answer === "caddy" || answer === "proxy") && domain === NONE
        ? bad("A proxy needs a domain name", "Give the domain, too.")
        : await oneOf(tlsKinds)(answer),
  },
  {
    name: "certificate",
    flag: "--cert",
    text: "File with the certificate and its chain",
    fallback: () => "",
    isAsked: isOwn,
    check: (answer, known) => checkFile(answer, readerOf(known)),
  },
  {
    name: "key",
    flag: "--key",
    text: "File with its key",
    fallback: () => "",
    isAsked: isOwn,
    check: async (answer, known) => {
      const file = await checkFile(answer, readerOf(known));
      if (file.state === "bad") return file;
      const pair = await checkCertificate({
        certificate: path.resolve(known.certificate),
        key: path.resolve(answer),
        domain: known.domain === NONE ? null : known.domain,
      });
      return pair.state === "ok" ? file : pair;
    },
  },
  {
    name: "webPort",
    flag: "--web-port",
    text: "Port of the web app",
    fallback: portFrom(5000, checkWebPort),
    isAsked: always,
    check: checkWebPort,
  },
  {
    name: "streamPort",
    flag: "--stream-port",
    text: "Port of the stream",
    fallback: portFrom(8000, checkStreamPort),
    isAsked: always,
    check: checkStreamPort,
  },
  {
    name: "ircPort",
    flag: "--irc-port",
    text: "Port on which other machines reach the station's IRC server, such as 6667 (6697 with your own certificate), or none",
    fallback: () => NONE,
    isAsked: ({ former }) => former.variables["IRC_SERVER"] === undefined,
    check: orNone(checkIrcPort),
  },
  {
    name: "localIrcPort",
    flag: "--local-irc-port",
    text: "Port on which this machine reaches it, or off",
    fallback: portFrom(6667, checkLocalIrcPort),
    isAsked: ({ name, ircPort, former }) =>
      name !== NONE && ircPort === NONE && former.variables["IRC_SERVER"] === undefined,
    check: async (port, known) =>
      port === "off" ? well(port) : await checkLocalIrcPort(port, known),
  },
  {
    name: "music",
    flag: "--music",
    text: "Folder with your music, or none",
    fallback: () => NONE,
    isAsked: always,
    check: orNone((answer, known) =>
      checkMusic(
        foldersOf(answer).map((folder) => path.resolve(folder)),
        readerOf(known),
      ),
    ),
  },
  {
    name: "databaseUrl",
    flag: "--database",
    text: "PostgreSQL database, such as postgres://user@host/database, or none for the built-in one",
    fallback: () => NONE,
    isAsked: always,
    check: orNone(checkDatabase),
  },
  {
    name: "admin",
    flag: "--admin",
    text: "Name of the first account",
    fallback: () => "admin",
    isAsked: ({ former }) => !former.hasStation,
    check: async (name) => configProblem({ ADMIN_USERNAME: name }) ?? well(name),
  },
];

/** Setup's input and output. */
interface SetupTalk {
  readonly print: (line: string) => void;
  /** null: nothing can be asked; defaults apply. */
  readonly terminal: {
    ask(text: string, fallback: string): Promise<string>;
    askSecret(text: string): Promise<string>;
  } | null;
}

export interface Asked {
  readonly answers: SetupAnswers;
  /** Answers read from the data folder's station.env. */
  readonly formerAnswers: SetupAnswers;
  readonly hasStation: boolean;
}

/**
 * Asks what the flags leave open, and checks each answer.
 * @returns null if one is unusable
 */
export async function askQuestions(
  flags: SetupFlags,
  { print, terminal, projectRoot }: SetupTalk & Pick<Known, "projectRoot">,
): Promise<Asked | null> {
  const installed = listInstalledStations();
  let known: Known = { ...unasked, former: nothing, installed, projectRoot };
  let isUsable = true;
  for (const question of questions) {
    const given = flags[question.name];
    if (given === undefined && !question.isAsked(known)) continue;
    for (let isOpen = true; isOpen;) {
      const answer = await answerTo(question, { given, known, terminal });
      const finding = await question.check(answer, known);
      printFinding(question.flag, finding, print);
      known = { ...known, [question.name]: answer };
      isOpen = finding.state === "bad" && given === undefined && terminal !== null;
      if (finding.state === "bad" && !isOpen) isUsable = false;
    }
    if (question.name === "dataDir" && isUsable)
      known = { ...known, former: lookForStation(path.resolve(known.dataDir)) };
  }
  if (!isUsable) return null;
  const { former } = known;
  const resolve = (file: string): string => path.resolve(file);
  return {
    answers: answersOf(known, resolve),
    formerAnswers: answersOf(
      { ...unasked, ...former.answers, name: known.name, dataDir: known.dataDir },
      resolve,
    ),
    hasStation: former.hasStation,
  };
}

const nothing: FormerStation = { variables: {}, answers: {}, hasStation: false, isRunning: false };
const unasked: AnswerTexts = {
  name: NONE,
  dataDir: "",
  domain: NONE,
  tls: NONE,
  certificate: "",
  key: "",
  webPort: "5000",
  streamPort: "8000",
  ircPort: NONE,
  localIrcPort: NONE,
  music: NONE,
  databaseUrl: NONE,
  admin: "",
  service: "none",
};

async function answerTo(
  { name, text, fallback }: Question,
  {
    given,
    known,
    terminal,
  }: Pick<SetupTalk, "terminal"> & {
    readonly given: string | undefined;
    readonly known: Known;
  },
): Promise<string> {
  if (given !== undefined) return given;
  const former = known.former.answers[name] ?? (await fallback(known));
  if (terminal === null) return former;
  if (name !== "databaseUrl") return await terminal.ask(text, former);
  const answer = await terminal.ask(text, withoutPassword(former));
  return await completeDatabaseUrl(answer, {
    former,
    askSecret: terminal.askSecret.bind(terminal),
  });
}

function printFinding(
  flag: string,
  { state, found, advice }: Finding,
  print: SetupTalk["print"],
): void {
  const mark = { ok: "ok  ", warning: "WARN", bad: "BAD " }[state];
  print(`${mark} ${flag.slice(2)}: ${found}`);
  if (advice !== null) print(`     ${advice}`);
}
