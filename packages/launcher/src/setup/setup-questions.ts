import path from "node:path";
import { bad, well, type Finding } from "@neonrelay/server/finding";
import { completeDatabaseUrl, withoutPassword } from "./database-url-rules.ts";
import { answersOf, foldersOf, NONE, type AnswerTexts } from "./former-answers-rules.ts";
import { lookForStation, type FormerStation } from "./former-station.ts";
import { serviceKinds, tlsKinds, type SetupAnswers, type SetupFlags } from "./setup-answers.ts";
import {
  checkCertificate,
  checkDatabase,
  checkDataFolder,
  checkDomain,
  checkFile,
  checkInstallation,
  checkMusic,
  checkPort,
  configProblem,
} from "./setup-checks.ts";

/** What is known when a question is asked: the answers before it, and what is in the data folder. */
interface Known extends AnswerTexts {
  readonly former: FormerStation;
  /** Where the station is installed. */
  readonly projectRoot: string;
}

/** One thing that setup needs to know. */
interface Question {
  readonly name: keyof SetupAnswers;
  readonly flag: string;
  readonly text: string;
  /** Where neither a flag nor an earlier setup says it. */
  readonly fallback: (known: Known) => string;
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
const readerOf = ({ service }: AnswerTexts): { readonly isService: boolean } => ({
  isService: service === "systemd",
});
type PortName = "webPort" | "streamPort" | "ircPort";
const checkPortOf =
  (name: PortName, variable: Parameters<typeof checkPort>[0]["variable"]) =>
  async (port: string, known: Known): Promise<Finding> => {
    const others = { webPort: "the web app", streamPort: "the stream", ircPort: "IRC" } as const;
    for (const other of ["webPort", "streamPort"] as const)
      if (other !== name && port !== "0" && port === known[other])
        return bad(`${port} is the port of ${others[other]}`, "Choose another one.");
    const isProxied = known.tls === "caddy" || known.tls === "proxy";
    const host = name === "webPort" && isProxied ? "127.0.0.1" : "0.0.0.0";
    const isOwnPort = known.former.isRunning && known.former.answers[name] === port;
    return await checkPort({ variable, host, port }, { ...readerOf(known), isOwn: isOwnPort });
  };

/** In their order: each may look at the answers before it. */
const questions: readonly Question[] = [
  {
    name: "service",
    flag: "--service",
    text: "Run as a systemd service, or start it by hand? (systemd, none)",
    fallback: () => (process.getuid?.() === 0 ? "systemd" : "none"),
    isAsked: always,
    check: async (answer, { projectRoot }) =>
      answer === "systemd"
        ? await checkInstallation(projectRoot)
        : await oneOf(serviceKinds)(answer),
  },
  {
    name: "dataDir",
    flag: "--data",
    text: "Folder for everything the station keeps",
    fallback: ({ service }) => (service === "systemd" ? "/var/lib/neonrelay" : "./data"),
    isAsked: always,
    check: (answer, known) => checkDataFolder(path.resolve(answer), readerOf(known)),
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
    fallback: () => "5000",
    isAsked: always,
    check: checkPortOf("webPort", "PORT"),
  },
  {
    name: "streamPort",
    flag: "--stream-port",
    text: "Port of the stream",
    fallback: () => "8000",
    isAsked: always,
    check: checkPortOf("streamPort", "STREAM_PORT"),
  },
  {
    name: "ircPort",
    flag: "--irc-port",
    text: "Port on which other machines reach the station's IRC server, such as 6667 (6697 with your own certificate), or none",
    fallback: () => NONE,
    isAsked: ({ former }) => former.variables["IRC_SERVER"] === undefined,
    check: orNone(checkPortOf("ircPort", "IRC_LISTEN_PORT")),
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

/** How setup asks and tells. */
interface SetupTalk {
  readonly print: (line: string) => void;
  /** null: nothing can be asked, the fallback counts. */
  readonly terminal: {
    ask(text: string, fallback: string): Promise<string>;
    askSecret(text: string): Promise<string>;
  } | null;
}

export interface Asked {
  readonly answers: SetupAnswers;
  /** Those that the data folder's station.env stands for until now. */
  readonly formerAnswers: SetupAnswers;
  readonly hasStation: boolean;
}

/** Asks what the flags leave open, and checks each answer. @returns null when one can't be used */
export async function askQuestions(
  flags: SetupFlags,
  { print, terminal, projectRoot }: SetupTalk & Pick<Known, "projectRoot">,
): Promise<Asked | null> {
  let known: Known = { ...unasked, former: nothing, projectRoot };
  let isUsable = true;
  for (const question of questions) {
    const given = flags[question.name];
    if (given === undefined && !question.isAsked(known)) continue;
    for (let isOpen = true; isOpen;) {
      const answer = await answerTo(question, { given, known, terminal });
      const finding = await question.check(answer, known);
      tell(question.flag, finding, print);
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
    formerAnswers: answersOf({ ...unasked, ...former.answers, dataDir: known.dataDir }, resolve),
    hasStation: former.hasStation,
  };
}

const nothing: FormerStation = { variables: {}, answers: {}, hasStation: false, isRunning: false };
const unasked: AnswerTexts = {
  dataDir: "",
  domain: NONE,
  tls: NONE,
  certificate: "",
  key: "",
  webPort: "5000",
  streamPort: "8000",
  ircPort: NONE,
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
  const former = known.former.answers[name] ?? fallback(known);
  if (terminal === null) return former;
  if (name !== "databaseUrl") return await terminal.ask(text, former);
  const answer = await terminal.ask(text, withoutPassword(former));
  return await completeDatabaseUrl(answer, {
    former,
    askSecret: terminal.askSecret.bind(terminal),
  });
}

function tell(flag: string, { state, found, advice }: Finding, print: SetupTalk["print"]): void {
  const mark = { ok: "ok  ", warning: "WARN", bad: "BAD " }[state];
  print(`${mark} ${flag.slice(2)}: ${found}`);
  if (advice !== null) print(`     ${advice}`);
}
