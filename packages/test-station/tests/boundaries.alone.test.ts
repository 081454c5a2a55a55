import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import * as z from "zod";

const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");

/** One planted violation per boundary, and words of the rule that must refuse it. */
const violations = [
  {
    folder: "packages/contract/src",
    code: 'import { z } from "zod";\nexport const planted = z;',
    rule: "contract stands alone",
  },
  {
    folder: "packages/contract/src",
    code: 'import { toJsonLine } from "@neonrelay/process/json-lines";\nexport const planted = toJsonLine;',
    rule: "contract stands alone",
  },
  {
    folder: "packages/irc/src",
    code: 'import * as z from "zod";\nexport const planted = z;',
    rule: "irc depends on nothing",
  },
  {
    folder: "packages/web/src",
    code: 'import { commands } from "@neonrelay/on-air/protocol";\nexport const planted = commands;',
    rule: "web sees what callers need",
  },
  {
    folder: "packages/web/src/features/queue",
    code: 'import { queueApi } from "@neonrelay/contract";\nexport const planted = queueApi;',
    rule: "web sees what callers need",
  },
  {
    folder: "packages/web/src/ui",
    code: 'import { useSession } from "../features/accounts/session-data.ts";\nexport const planted = useSession;',
    rule: "what features build on stands below them",
  },
  {
    folder: "packages/web/src/features/queue",
    code: 'import type { NavigationEntry } from "../../app/navigation.tsx";\nexport type Planted = NavigationEntry;',
    rule: "features stand below pages and app",
  },
  {
    folder: "packages/web/src/features/queue",
    code: 'import type { Session } from "../accounts/session-data.ts";\nexport type Planted = Session;',
    rule: "through its index.ts",
  },
  {
    folder: "packages/web/src/features/settings/users",
    code: 'import { useSession } from "../../accounts/session-data.ts";\nexport const planted = useSession;',
    rule: "through its index.ts",
  },
  {
    folder: "packages/web/src/pages",
    code: 'import { App } from "../app/app.tsx";\nexport const planted = App;',
    rule: "pages stand below app",
  },
  {
    folder: "packages/server/src",
    code: 'import sharp from "sharp";\nexport const planted = sharp;',
    rule: "loads no codec",
  },
  {
    folder: "packages/server/src",
    code: 'import { Frame } from "node-av";\nexport const planted = Frame;',
    rule: "loads no codec",
  },
  {
    folder: "packages/server/src/queue",
    file: "planted-rules.ts",
    code: 'import { readFileSync } from "node:fs";\nexport const planted = readFileSync;',
    rule: "rules are pure",
  },
  {
    folder: "packages/on-air/src/playout",
    code: 'import { openDecoder } from "../audio/decoder.ts";\nexport const planted = openDecoder;',
    rule: "pure JavaScript",
  },
  {
    folder: "packages/on-air/src/programme",
    code: 'import { openDecoder } from "../audio/decoder.ts";\nexport const planted = openDecoder;',
    rule: "pure JavaScript",
  },
  {
    folder: "packages/on-air/src/stream",
    code: 'import { Frame } from "node-av";\nexport const planted = Frame;',
    rule: "pure JavaScript",
  },
  {
    folder: "packages/on-air/src/edge",
    code: 'import { openDecoder } from "../audio/decoder.ts";\nexport const planted = openDecoder;',
    rule: "pure JavaScript",
  },
  {
    folder: "packages/on-air/src/hls-storage",
    code: 'import { openDecoder } from "../audio/decoder.ts";\nexport const planted = openDecoder;',
    rule: "pure JavaScript",
  },
  {
    folder: "packages/on-air/src/storage",
    code: 'import { openDecoder } from "../audio/decoder.ts";\nexport const planted = openDecoder;',
    rule: "pure JavaScript",
  },
  {
    folder: "packages/on-air/src/engine",
    code: 'import { Frame } from "node-av";\nexport const planted = Frame;',
    rule: "only audio/",
  },
  {
    folder: "packages/on-air/src",
    code: 'import { serverConfigSchema } from "@neonrelay/server/config";\nexport const planted = serverConfigSchema;',
    rule: "on-air knows nothing",
  },
  {
    folder: "packages/on-air/src/audio",
    code: 'import { createLog } from "@neonrelay/process/log";\nexport const planted = createLog;',
    rule: "codecs and sound only",
  },
  {
    folder: "packages/on-air/src/playout",
    code: 'import { serverConfigSchema } from "@neonrelay/server/config";\nexport const planted = serverConfigSchema;',
    rule: "on-air knows nothing",
  },
  {
    folder: "packages/on-air/src",
    code: 'import sharp from "sharp";\nexport const planted = sharp;',
    rule: "pure JavaScript",
  },
  {
    folder: "packages/server/src/queue",
    file: "planted-codec-rules.ts",
    code: 'import sharp from "sharp";\nexport const planted = sharp;',
    rule: "loads no codec",
  },
  {
    folder: "packages/server/src/database",
    code: 'import { Frame } from "node-av";\nexport const planted = Frame;',
    rule: "loads no codec",
  },
  {
    folder: "packages/server/src/queue",
    code: 'import { eq } from "drizzle-orm";\nexport const planted = eq;',
    rule: "ORM and driver stop",
  },
  {
    folder: "packages/server/src/queue",
    file: "planted-handlers.ts",
    code: 'import { eq } from "drizzle-orm";\nexport const planted = eq;',
    rule: "ORM and driver stop",
  },
  {
    folder: "packages/server/src/api",
    code: 'import { eq } from "drizzle-orm";\nexport const planted = eq;',
    rule: "ORM and driver stop",
  },
  {
    folder: "packages/server/src/queue",
    file: "planted-store-rules.ts",
    code: 'import type { StoredQueueItem } from "./queue-store.ts";\nexport type Planted = StoredQueueItem;',
    rule: "rules are pure",
  },
  {
    folder: "packages/server/src/queue",
    file: "planted-actions.ts",
    code: 'import { ApiFailure } from "../http-kit/api-failure.ts";\nexport const planted = ApiFailure;',
    rule: "know that there is HTTP",
  },
  {
    folder: "packages/server/src/queue",
    file: "planted-store.ts",
    code: 'import type { FastifyInstance } from "fastify";\nexport type Planted = FastifyInstance;',
    rule: "know that there is HTTP",
  },
  {
    folder: "packages/server/src/queue",
    file: "planted-tables.ts",
    code: 'import { Frame } from "node-av";\nexport const planted = Frame;',
    rule: "loads no codec",
  },
  {
    folder: "packages/server/src",
    code: 'export const planted = process.env["PORT"];',
    rule: "no-process-env",
  },
  {
    folder: "packages/process/src",
    code: 'import { rights } from "@neonrelay/contract";\nexport const planted = rights;',
    rule: "below everything",
  },
  { folder: "packages/server/src", code: "export default 1;", rule: "no-default-export" },
  {
    folder: "packages/server/src",
    code: `export function planted() {\n${"  performance.now();\n".repeat(80)}}`,
    rule: "max-lines-per-function",
  },
  {
    folder: "packages/server/src",
    code: "async function later() {}\nexport function planted() {\n  later();\n}",
    rule: "no-floating-promises",
  },
  {
    folder: "packages/server/src",
    code: 'export function planted(value: "a" | "b") {\n  switch (value) {\n    case "a":\n      return 1;\n  }\n  return 2;\n}',
    rule: "switch-exhaustiveness-check",
  },
  {
    folder: "packages/server/src",
    file: "planted-cycle.ts",
    code: 'import { other } from "./planted-cycle-other.ts";\nexport const planted = () => other;',
    second: {
      file: "planted-cycle-other.ts",
      code: 'import { planted } from "./planted-cycle.ts";\nexport const other = () => planted;',
    },
    rule: "no-cycle",
  },
] as const;

/**
 * Imports from a higher floor, in pairs and in circles, and words of the report by `check-rooms`. Type imports count.
 */
const misplaced = [
  {
    source: "packages/server/src",
    files: {
      "library/planted-up.ts":
        'import type { StoredQueueItem } from "../queue/queue-store.ts";\nexport type Planted = StoredQueueItem;',
    },
    problem: "library/planted-up.ts imports queue/queue-store.ts, which is on a floor above",
  },
  {
    source: "packages/server/src",
    files: {
      "queue/planted-up.ts":
        'import type { HttpOptions } from "../api/http-options.ts";\nexport type Planted = HttpOptions;',
    },
    problem: "queue/planted-up.ts imports api/http-options.ts, which is on a floor above",
  },
  {
    source: "packages/server/src",
    files: {
      "chat/planted-aside.ts":
        'import type { StoredQueueItem } from "../queue/queue-store.ts";\nexport type Planted = StoredQueueItem;',
      "queue/planted-aside.ts":
        'import type { ChatLine } from "../chat/chat-rules.ts";\nexport type Planted = ChatLine;',
    },
    problem: "chat <-> queue import each other",
  },
  {
    source: "packages/server/src",
    files: {
      "queue/planted-round.ts":
        'import type { Other } from "./planted-round-other.ts";\nexport type Planted = Other | null;',
      "queue/planted-round-other.ts":
        'import type { Planted } from "./planted-round.ts";\nexport type Other = { readonly planted: Planted };',
    },
    problem: "a circle of files: queue/planted-round-other.ts, queue/planted-round.ts",
  },
  {
    source: "packages/server/src",
    files: { "planted-room/planted.ts": "export const planted = 1;" },
    problem: "planted-room is on no floor",
  },
  {
    source: "packages/on-air/src",
    files: {
      "formats/planted-up.ts":
        'import type { Playout } from "../playout/playout.ts";\nexport type Planted = Playout;',
    },
    problem: "formats/planted-up.ts imports playout/playout.ts, which is on a floor above",
  },
  {
    source: "packages/web/src",
    files: {
      "ui/planted-up.ts":
        'import type { NavigationEntry } from "../app/navigation.tsx";\nexport type Planted = NavigationEntry;',
    },
    problem: "ui/planted-up.ts imports app/navigation.tsx, which is on a floor above",
  },
] as const;

const planted = violations.map((violation, index) => {
  const file = "file" in violation ? violation.file : `planted-${index}.ts`;
  const files = [
    { file, code: violation.code },
    ...("second" in violation ? [violation.second] : []),
  ];
  return { ...violation, file, files };
});

/** oxlint's report on each file, by its path in the project. */
let refusals: Map<string, string>;
/** `check-rooms` report on all planted imports together. */
let problems: string;

beforeAll(async () => {
  const files = planted.flatMap(({ folder, files: those }) =>
    those.map(({ file, code }) => ({ file: path.join(folder, file), code })),
  );
  refusals = await whilePlanted(files, () => lint(files.map(({ file }) => file)));
  const imports = misplaced.flatMap(({ source, files: those }) =>
    Object.entries(those).map(([file, code]) => ({ file: path.join(source, file), code })),
  );
  problems = await whilePlanted(imports, checkRooms);
});

test.each(planted)("$folder: a planted violation of '$rule' is refused", (violation) => {
  expect(refusals.get(path.join(violation.folder, violation.file))).toContain(violation.rule);
});

test.each(misplaced)("$source: check-rooms says '$problem'", ({ source, problem }) => {
  expect(problems).toContain(`${source}: ${problem}`);
});

const reportSchema = z.object({
  diagnostics: z.array(z.looseObject({ filename: z.string() })),
});

async function lint(files: readonly string[]): Promise<Map<string, string>> {
  const report = await new Promise<string>((resolve, reject) => {
    const parameters = ["--type-aware", "--format=json", ...files];
    execFile("oxlint", parameters, { cwd: projectRoot }, (error, stdout) => {
      if (error === null) reject(new Error("oxlint accepted everything"));
      else resolve(stdout);
    });
  });
  const { diagnostics } = reportSchema.parse(JSON.parse(report));
  const byFile = Map.groupBy(diagnostics, ({ filename }) => filename);
  return new Map([...byFile].map(([file, those]) => [file, JSON.stringify(those)]));
}

async function whilePlanted<Outcome>(
  files: readonly { readonly file: string; readonly code: string }[],
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const made: string[] = [];
  try {
    for (const { file, code } of files) {
      const place = path.join(projectRoot, file);
      made.push((await mkdir(path.dirname(place), { recursive: true })) ?? place);
      await writeFile(place, `${code}\n`);
    }
    return await work();
  } finally {
    for (const place of made) await rm(place, { recursive: true, force: true });
  }
}

/** The check's report. */
async function checkRooms(): Promise<string> {
  return await new Promise((resolve, reject) => {
    const parameters = ["scripts/check-rooms.ts"];
    execFile(process.execPath, parameters, { cwd: projectRoot }, (error, _stdout, stderr) => {
      if (error === null) reject(new Error("check-rooms accepted everything"));
      else resolve(stderr);
    });
  });
}
