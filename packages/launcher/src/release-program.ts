import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { StartUpError } from "@neonrelay/process/part";
import * as z from "zod";
import type { Settled } from "./part-configs.ts";

/** How long a version may take to describe itself, in ms; its code may come from a slow disk. */
const ANSWER_LIMIT_MS = 60_000;

const partSchema = z.object({
  node: z.string(),
  file: z.string(),
  environment: z.record(z.string(), z.string()),
  config: z.looseObject({}),
});

/**
 * What a version says of itself and of its parts. A launcher of another version reads it, so fields are only ever
 * added. The launcher sets `tls`, `isPortKept` and `isStationStart` of a part's configuration itself.
 */
const releaseProgramSchema = z.object({
  version: z.string(),
  /** As `ownSchemaVersion`. */
  schema: z.number(),
  parts: z.object({ "on-air": partSchema, server: partSchema }),
});
export type ReleaseProgram = z.infer<typeof releaseProgramSchema>;

/** What a launcher tells another version about the station that runs. */
export const askedSchema = z.object({
  settled: z.object({
    isStationStart: z.boolean(),
    streamPort: z.int(),
    webPort: z.int(),
    ircPort: z.nullable(z.int()),
  }),
  clockSpeed: z.number(),
});

/** The file of a version that is named without its ending, which is another one in an installed package. */
export function fileOf(root: string, name: string): string {
  const files = ["ts", "js"].map((ending) => path.join(root, `${name}.${ending}`));
  return files.find((file) => existsSync(file)) ?? path.join(root, name);
}

/** Where Node keeps the code of a version that it has read once. */
export function codeCacheOf(root: string): string {
  return path.join(root, "node_modules/.cache/neonrelay-code");
}

/** Its own Node, where it brings one. */
export function nodeOf(root: string): string {
  const own = path.join(root, "node_modules/.bin/node");
  return existsSync(own) ? own : process.execPath;
}

/**
 * Lets the version that lies in a folder say how its parts are started.
 * @throws StartUpError with what it said when it can't
 */
export async function askProgram({
  root,
  environment,
  settled,
  clockSpeed,
}: {
  readonly root: string;
  /** Of the launcher. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly settled: Settled;
  readonly clockSpeed: number;
}): Promise<ReleaseProgram> {
  const file = fileOf(root, "packages/launcher/src/part-config-main");
  if (!existsSync(file))
    throw new StartUpError(`There is no version of Neon Relay that can be upgraded to in ${root}.`);
  const child = spawn(nodeOf(root), ["--disable-warning=ExperimentalWarning", file], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...environment, NEONRELAY_LIFELINE_FD: undefined },
    timeout: ANSWER_LIMIT_MS,
    killSignal: "SIGKILL",
  });
  child.on("error", () => {}); // what it did not say tells
  child.stdin.on("error", () => {}); // it ended before it read
  child.stdin.end(JSON.stringify({ settled, clockSpeed } satisfies z.infer<typeof askedSchema>));
  const [said, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const answer = readAnswer(said);
  if (answer === null)
    throw new StartUpError(
      `The version in ${root} can't be used with these settings: ${complaint.trim().slice(-1000) || "it does not say why"}`,
    );
  return answer;
}

function readAnswer(said: string): ReleaseProgram | null {
  try {
    return releaseProgramSchema.safeParse(JSON.parse(said)).data ?? null;
  } catch {
    return null; // it said something else, or nothing
  }
}
