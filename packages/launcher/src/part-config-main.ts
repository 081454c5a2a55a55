import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { childEnvironment, databaseEnvironment } from "@neonrelay/process/child-process";
import { StartUpError } from "@neonrelay/process/part";
import { readProgramVersion } from "@neonrelay/process/program-version";
import { ownSchemaVersion } from "@neonrelay/server/own-schema";
import { ConfigError } from "./config.ts";
import { socketFolderOf } from "./data-folder.ts";
import { docsFolderOf } from "./docs-build.ts";
import { readLaunch } from "./launch.ts";
import { toOnAirConfig, toServerConfig } from "./part-configs.ts";
import { askedSchema, codeCacheOf, fileOf, type ReleaseProgram } from "./release-program.ts";
import { buildWebWhenChanged } from "./web-build.ts";

// The launcher of another version runs this during an upgrade, to learn how to start this version's parts.
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");
const BUILD_LIMIT_MS = 300_000;

try {
  process.stdout.write(JSON.stringify(await describeProgram()));
} catch (error) {
  if (!(error instanceof StartUpError || error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function describeProgram(): Promise<ReleaseProgram> {
  const { settled, clockSpeed } = askedSchema.parse(JSON.parse(await text(process.stdin)));
  const { config } = readLaunch({ environment: process.env, workingFolder: process.cwd() });
  const source = { config, tls: null, settled, socketFolder: socketFolderOf(config.dataDir) };
  const webRoot = await buildWebWhenChanged({
    projectRoot: root,
    onLine: (line) => void process.stderr.write(`${line}\n`),
    signal: AbortSignal.timeout(BUILD_LIMIT_MS),
  });
  const docsRoot = docsFolderOf(root);
  const cache = { NODE_COMPILE_CACHE: codeCacheOf(root) };
  const part = (name: string, environment: Record<string, string>, config: object) => ({
    node: process.execPath,
    file: fileOf(root, `packages/${name}/src/main`),
    environment: { ...environment, ...cache },
    config: { ...config },
  });
  return {
    version: readProgramVersion().version,
    schema: ownSchemaVersion(),
    parts: {
      "on-air": part(
        "on-air",
        childEnvironment(process.env),
        toOnAirConfig({ ...source, clockSpeed }),
      ),
      server: part(
        "server",
        databaseEnvironment(process.env),
        toServerConfig({
          ...source,
          webRoot,
          docsRoot,
          isPortKept: false,
          retryStartMs: null,
          isTrial: false,
        }),
      ),
    },
  };
}
