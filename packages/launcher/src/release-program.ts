import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { StartUpError } from "@neonrelay/process/part";
import * as z from "zod";
import type { Settled } from "./part-configs.ts";

/** Timeout for a version to describe itself, in ms; its code may load from a slow disk. */
const ANSWER_LIMIT_MS = 60_000;

const partSchema = z.object({
  node: z.string(),
  file: z.string(),
  environment: z.record(z.string(), z.string()),
  config: z.looseObject({}),
});

/**
 * How a version describes itself and its parts. Launchers of other versions read it, so only ever add fields. The
 * launcher itself sets `tls`, `isPortKept` and `isStationStart` in a part's configuration.
 */
const releaseProgramSchema = z.object({
  version: z.string(),
  /** That version's `ownSchemaVersion`. */
  schema: z.number(),
  parts: z.object({ "on-air": partSchema, server: partSchema }),
});
export type ReleaseProgram = z.infer<typeof releaseProgramSchema>;

/** What a launcher tells another version about the running station. */
export const askedSchema = z.object({
  settled: z.object({
    isStationStart: z.boolean(),
    streamPort: z.int(),
    webPort: z.int(),
    ircPort: z.nullable(z.int()),
  }),
  clockSpeed: z.number(),
});

/** Resolves a file of a version, named without its extension: an installed package has another one. */
export function fileOf(root: string, name: string): string {
  const files = ["ts", "js"].map((ending) => path.join(root, `${name}.${ending}`));
  return files.find((file) => existsSync(file)) ?? path.join(root, name);
}

/** Node's compile cache for that version. */
export function codeCacheOf(root: string): string {
  return path.join(root, "node_modules/.cache/neonrelay-code");
}

/** The version's bundled Node, if it has one. */
export function nodeOf(root: string): string {
  const own = path.join(root, "node_modules/.bin/node");
  return existsSync(own) ? own : process.execPath;
}

/**
 * Asks the version in a folder how to start its parts.
 * @throws StartUpError with its output if it fails
 */
export async function askProgram({
  root,
  environment,
  settled,
  clockSpeed,
}: {
  readonly root: string;
  /** The launcher's environment. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly settled: Settled;
  readonly clockSpeed: number;
}): Promise<ReleaseProgram> {
  const file = fileOf(root, "packages/launcher/src/part-config-main");
  if (!existsSync(file))
    throw new StartUpError(`There is no version of Neon Relay in ${root} to upgrade to.`);
  const child = spawn(nodeOf(root), ["--disable-warning=ExperimentalWarning", file], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...environment, NEONRELAY_LIFELINE_FD: undefined },
    timeout: ANSWER_LIMIT_MS,
    killSignal: "SIGKILL",
  });
  child.on("error", () => {}); // the missing answer shows
  child.stdin.on("error", () => {}); // it exited before reading
  child.stdin.end(JSON.stringify({ settled, clockSpeed } satisfies z.infer<typeof askedSchema>));
  const [said, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const answer = readAnswer(said);
  if (answer === null)
    throw new StartUpError(
      `The version in ${root} can't be used with these settings: ${complaint.trim().slice(-1000) || "it gives no reason"}`,
    );
  return answer;
}

function readAnswer(said: string): ReleaseProgram | null {
  try {
    return releaseProgramSchema.safeParse(JSON.parse(said)).data ?? null;
  } catch {
    return null; // not JSON, or nothing
  }
}
