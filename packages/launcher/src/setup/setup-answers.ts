import { parseArgs } from "node:util";
import { streamAddress } from "../heard-command.ts";

export const tlsKinds = ["none", "own", "caddy", "proxy"] as const;
export const serviceKinds = ["systemd", "none"] as const;

/** The answers once setup has asked everything. Folders and files are absolute. */
export interface SetupAnswers {
  /** Name of a station beside others on this machine; null: the unnamed one. */
  readonly name: string | null;
  readonly dataDir: string;
  /** Public host name; null: none, the machine's address. */
  readonly domain: string | null;
  /** Who terminates HTTPS: no one, the station with its own certificate, or Caddy or another proxy in front of it. */
  readonly tls: (typeof tlsKinds)[number];
  /** Only with `own`. */
  readonly certificate: string | null;
  readonly key: string | null;
  readonly webPort: number;
  readonly streamPort: number;
  /** Port of the station's IRC server for other machines; null: only this machine can reach it. */
  readonly ircPort: number | null;
  /** Local port of that server, as IRC_LISTEN_PORT has it, for a named station; null: the usual one. */
  readonly localIrcPort: string | null;
  readonly music: readonly string[];
  /** null: embedded database. */
  readonly databaseUrl: string | null;
  readonly admin: string;
  readonly service: (typeof serviceKinds)[number];
}

/** Answers from the command line, as text; missing ones are asked or get their default. */
export type SetupFlags = {
  readonly [Name in keyof SetupAnswers]?: string | undefined;
} & {
  /** This machine's address at which setup checks that the stream is heard, once the station runs. */
  readonly outside: string | null;
  readonly isPasswordOnStdin: boolean;
  /** Replaces files, keeping a copy, and asks nothing. */
  readonly isYes: boolean;
  /** Also runs the steps that need root. */
  readonly isInstalling: boolean;
};

type ReadFlags =
  | { readonly kind: "read"; readonly flags: SetupFlags }
  | { readonly kind: "refused"; readonly reason: string };

/** @param databaseUrl from the environment: it may hold a password, so it is never a flag */
export function readSetupFlags(
  args: readonly string[],
  databaseUrl: string | undefined,
): ReadFlags {
  try {
    const text = { type: "string" } as const;
    const flag = { type: "boolean", default: false } as const;
    const { values } = parseArgs({
      args: [...args],
      options: {
        name: text,
        data: text,
        domain: text,
        tls: text,
        cert: text,
        key: text,
        "web-port": text,
        "stream-port": text,
        "irc-port": text,
        "local-irc-port": text,
        music: text,
        admin: text,
        service: text,
        outside: text,
        "password-stdin": flag,
        yes: flag,
        install: flag,
      },
    });
    const { outside } = values;
    if (outside !== undefined && streamAddress(outside) === null)
      return refused(`--outside must be an address such as http://192.0.2.7:8000/, not ${outside}`);
    return {
      kind: "read",
      flags: {
        name: values.name,
        dataDir: values.data,
        domain: values.domain,
        tls: values.tls,
        certificate: values.cert,
        key: values.key,
        webPort: values["web-port"],
        streamPort: values["stream-port"],
        ircPort: values["irc-port"],
        localIrcPort: values["local-irc-port"],
        music: values.music,
        databaseUrl,
        admin: values.admin,
        service: values.service,
        outside: outside ?? null,
        isPasswordOnStdin: values["password-stdin"],
        isYes: values.yes,
        isInstalling: values.install,
      },
    };
  } catch (error) {
    // parseArgs names the unknown option.
    return refused(error instanceof Error ? error.message : String(error));
  }
}

function refused(reason: string): ReadFlags {
  return { kind: "refused", reason };
}
