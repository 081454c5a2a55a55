import { tlsKinds, type SetupAnswers } from "./setup-answers.ts";

export type AnswerTexts = { readonly [Name in keyof SetupAnswers]: string };
export type Variables = Readonly<Record<string, string | undefined>>;

/** Stands for no answer. */
export const NONE = "none";

/**
 * Reads the answers back from a station.env, as defaults for the next setup.
 * @param hasCaddyfile setup has written a Caddyfile
 */
export function readFormerAnswers(
  variables: Variables,
  { hasCaddyfile }: { readonly hasCaddyfile: boolean },
): Partial<AnswerTexts> {
  const tls = tlsOf(variables, hasCaddyfile);
  const { PUBLIC_URL, IRC_LISTEN_HOST, IRC_LISTEN_PORT, IRC_LISTEN_TLS_PORT } = variables;
  const isIrcOpen =
    IRC_LISTEN_HOST !== undefined && !/^(?:127\.|::1$|localhost$)/.test(IRC_LISTEN_HOST);
  const ircPort = IRC_LISTEN_TLS_PORT ?? IRC_LISTEN_PORT ?? "6667";
  return given({
    domain: PUBLIC_URL === undefined ? undefined : hostOf(PUBLIC_URL),
    tls,
    certificate: variables["TLS_CERT"],
    key: variables["TLS_KEY"],
    webPort: variables["PORT"],
    streamPort: variables["STREAM_PORT"],
    ircPort: isIrcOpen ? ircPort : undefined,
    localIrcPort: isIrcOpen ? undefined : IRC_LISTEN_PORT,
    music: variables["MUSIC_DIRS"],
    databaseUrl: variables["DATABASE_URL"],
  });
}

function tlsOf(
  { TLS_CERT, TRUST_PROXY }: Variables,
  hasCaddyfile: boolean,
): SetupAnswers["tls"] | undefined {
  if (TLS_CERT !== undefined) return "own";
  if (TRUST_PROXY === undefined) return undefined;
  return hasCaddyfile ? "caddy" : "proxy";
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

function given(answers: {
  readonly [Name in keyof AnswerTexts]?: string | undefined;
}): Partial<AnswerTexts> {
  return Object.fromEntries(
    Object.entries(answers).filter(([, answer]) => answer !== undefined && answer !== ""),
  );
}

/** @param answers texts; folders and files are absolute already */
export function answersOf(texts: AnswerTexts, resolve: (file: string) => string): SetupAnswers {
  const optional = (text: string): string | null => (text === NONE || text === "" ? null : text);
  const file = (text: string): string | null => {
    const name = optional(text);
    return texts.tls === "own" && name !== null ? resolve(name) : null;
  };
  return {
    name: optional(texts.name),
    dataDir: resolve(texts.dataDir),
    domain: optional(texts.domain),
    tls: tlsKinds.find((kind) => kind === texts.tls) ?? "none",
    certificate: file(texts.certificate),
    key: file(texts.key),
    webPort: Number(texts.webPort),
    streamPort: Number(texts.streamPort),
    ircPort: optional(texts.ircPort) === null ? null : Number(texts.ircPort),
    localIrcPort: optional(texts.localIrcPort),
    music: foldersOf(texts.music).map(resolve),
    databaseUrl: optional(texts.databaseUrl),
    admin: texts.admin,
    service: texts.service === "systemd" ? "systemd" : "none",
  };
}

/** Folders separated as in MUSIC_DIRS. */
export function foldersOf(text: string): readonly string[] {
  return text === NONE ? [] : text.split(":").filter((folder) => folder !== "");
}
