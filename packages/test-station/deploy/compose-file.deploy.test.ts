// @module-tag docker-compose
import { execFile } from "node:child_process";
import { mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import * as z from "zod";

const run = promisify(execFile);
const deployFolder = path.join(import.meta.dirname, "../../../deploy");

const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      profiles: z.array(z.string()).default([]),
      environment: z.record(z.string(), z.string()).default({}),
      read_only: z.boolean().default(false),
    }),
  ),
});

test("compose.yaml is valid with its example settings", async () => {
  await using folder = await mkdtempDisposable(path.join(os.tmpdir(), "neonrelay-compose-"));
  const env = path.join(folder.path, "example.env");
  const example = await readFile(path.join(deployFolder, "example.env"), "utf8");
  // Every commented-out setting is used.
  await writeFile(env, example.replaceAll(/^# (?=[A-Z]+=|[A-Z]+_[A-Z]+=)/gm, ""));
  const toJson = "import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin)))";
  const script = `docker-compose --env-file "$1" --file compose.yaml config | python3 -c '${toJson}'`;

  const { stdout } = await run("sh", ["-c", script, "sh", env], { cwd: deployFolder });

  const { services } = composeSchema.parse(JSON.parse(stdout));
  expect(services).toMatchObject({
    station: {
      profiles: [],
      read_only: true,
      environment: {
        DATABASE_URL: "postgres://neonrelay:PASSWORD@postgres/neonrelay",
        PUBLIC_URL: "https://radio.example",
        TRUST_PROXY: "172.30.53.250",
      },
    },
    postgres: { profiles: ["postgres"] },
    caddy: { profiles: ["https"], environment: { DOMAIN: "radio.example" } },
  });
});
