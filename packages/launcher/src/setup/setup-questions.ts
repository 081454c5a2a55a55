import path from "node:path";
import { well, type Finding } from "@neonrelay/server/finding";
import { serviceKinds, tlsKinds, type SetupAnswers, type SetupFlags } from "./setup-answers.ts";
import {
  checkCertificate,
  checkDataFolder,
  checkDomain,
  checkFile,
  checkMusic,
  checkPort,
  configProblem,
} from "./setup-checks.ts";

type Text = { readonly [Name in keyof SetupAnswers]: string };

/** One thing that setup needs to know. */
interface Question {
  readonly name: keyof SetupAnswers;
  readonly flag: string;
  readonly text: string;
  /** An empty one stands for none. */
  readonly fallback: (known: Text) => string;
  readonly isAsked: (known: Text) => boolean;
  readonly check: (answer: string, known: Text) => Promise<Finding>;
}

const always = (): boolean => true;
const isOwn = ({ tls }: Text): boolean => tls === "own";
const oneOf =
  (words: readonly string[]) =>
  async (answer: string): Promise<Finding> =>
    words.includes(answer)
      ? well(answer)
      : {
          state: "bad",
          found: `${answer} is not ${words.join(", ")}`,
          advice: "Write one of them.",
        };
const orNone =
  (check: (answer: string, known: Text) => Promise<Finding>) =>
  async (answer: string, known: Text): Promise<Finding> =>
    answer === "" ? well("none") : await check(answer, known);
const isService = ({ service }: Text): { readonly isService: boolean } => ({
  isService: service === "systemd",
});

/** In their order: each may look at the answers before it. */
const questions: readonly Question[] = [
  {
    name: "service",
    flag: "--service",
    text: "Run as a service of systemd, or by hand? (systemd, none)",
    fallback: () => (process.getuid?.() === 0 ? "systemd" : "none"),
    isAsked: always,
    check: oneOf(serviceKinds),
  },
  {
    name: "dataDir",
    flag: "--data",
    text: "Folder for everything the station keeps",
    fallback: ({ service }) => (service === "systemd" ? "/var/lib/neonrelay" : "./data"),
    isAsked: always,
    check: (answer) => checkDataFolder(path.resolve(answer)),
  },
  {
    name: "domain",
    flag: "--domain",
    text: "Name that people open, such as radio.example (empty: none)",
    fallback: () => "",
    isAsked: always,
    check: orNone(checkDomain),
  },
  {
    name: "tls",
    flag: "--tls",
    text: "HTTPS: by Caddy in front, with an own certificate, or none? (caddy, own, none)",
    fallback: () => "none",
    isAsked: ({ domain }) => domain !== "",
    check: async (answer, { domain }) =>
      answer === "caddy" && domain === ""
        ? { state: "bad", found: "Caddy needs a name", advice: "Give the domain, too." }
        : await oneOf(tlsKinds)(answer),
  },
  {
    name: "certificate",
    flag: "--cert",
    text: "File with the certificate and its chain",
    fallback: () => "",
    isAsked: isOwn,
    check: (answer, known) => checkFile(path.resolve(answer), isService(known)),
  },
  {
    name: "key",
    flag: "--key",
    text: "File with its key",
    fallback: () => "",
    isAsked: isOwn,
    check: async (answer, known) => {
      const key = path.resolve(answer);
      const file = await checkFile(key, isService(known));
      if (file.state === "bad") return file;
      const pair = await checkCertificate({
        certificate: path.resolve(known.certificate),
        key,
        domain: known.domain === "" ? null : known.domain,
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
    check: (port, known) =>
      checkPort(
        { name: "web", host: known.tls === "caddy" ? "127.0.0.1" : "0.0.0.0", port },
        isService(known),
      ),
  },
  {
    name: "streamPort",
    flag: "--stream-port",
    text: "Port of the stream",
    fallback: () => "8000",
    isAsked: always,
    check: async (port, known) =>
      port !== "0" && port === known.webPort
        ? { state: "bad", found: `${port} is the web app's port`, advice: "Give another one." }
        : await checkPort({ name: "stream", host: "0.0.0.0", port }, isService(known)),
  },
  {
    name: "music",
    flag: "--music",
    text: "Folder with your music (empty: none)",
    fallback: () => "",
    isAsked: always,
    check: orNone((answer, known) => checkMusic(path.resolve(answer), isService(known))),
  },
  {
    name: "admin",
    flag: "--admin",
    text: "Name of the first account",
    fallback: () => "admin",
    isAsked: always,
    check: async (name) => configProblem({ ADMIN_USERNAME: name }) ?? well(name),
  },
];

/** How setup asks and tells. */
export interface SetupTalk {
  readonly print: (line: string) => void;
  /** null: nothing can be asked, the fallback counts. */
  readonly ask: ((text: string, fallback: string) => Promise<string>) | null;
}

/** Asks what the flags leave open, and checks each answer. @returns null when one can't be used */
export async function askQuestions(
  flags: SetupFlags,
  { print, ask }: SetupTalk,
): Promise<SetupAnswers | null> {
  const known: Record<keyof SetupAnswers, string> = {
    dataDir: "",
    domain: "",
    tls: "none",
    certificate: "",
    key: "",
    webPort: "",
    streamPort: "",
    music: "",
    admin: "",
    service: "none",
  };
  let isUsable = true;
  for (const question of questions) {
    const given = flags[question.name];
    if (given === undefined && !question.isAsked(known)) continue;
    for (let isOpen = true; isOpen;) {
      const fallback = question.fallback(known);
      const answer = given ?? (ask === null ? fallback : await ask(question.text, fallback));
      const finding = await question.check(answer, known);
      tell(question.flag, finding, print);
      known[question.name] = answer;
      isOpen = finding.state === "bad" && given === undefined && ask !== null;
      if (finding.state === "bad" && !isOpen) isUsable = false;
    }
  }
  return isUsable ? answersOf(known) : null;
}

function tell(flag: string, { state, found, advice }: Finding, print: SetupTalk["print"]): void {
  const mark = { ok: "ok  ", warning: "WARN", bad: "BAD " }[state];
  print(`${mark} ${flag.slice(2)}: ${found}`);
  if (advice !== null) print(`     ${advice}`);
}

function answersOf(known: Text): SetupAnswers {
  const file = (text: string): string | null => (text === "" ? null : path.resolve(text));
  return {
    dataDir: path.resolve(known.dataDir),
    domain: known.domain === "" ? null : known.domain,
    tls: tlsKinds.find((kind) => kind === known.tls) ?? "none",
    certificate: isOwn(known) ? file(known.certificate) : null,
    key: isOwn(known) ? file(known.key) : null,
    webPort: Number(known.webPort),
    streamPort: Number(known.streamPort),
    music: file(known.music),
    admin: known.admin,
    service: serviceKinds.find((kind) => kind === known.service) ?? "none",
  };
}
