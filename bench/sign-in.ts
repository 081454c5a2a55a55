import { fork } from "node:child_process";
import path from "node:path";
import * as z from "zod";
import { projectRoot } from "../scripts/stage.ts";
import { messageOf } from "./api.ts";
import type { BenchResult } from "./main.ts";
import { medianOf } from "./process-figures.ts";
import { ratiosOf } from "./result-rules.ts";

/** Each round tries a password once per name: three per name are free, and thirty per network. */
const ROUNDS = 150;
/** Each part gives one ratio. */
const PARTS = 5;
const WARM_UP_ROUNDS = 10;
/** Maximum deviation of a ratio from 1. */
const MAY_DIFFER = 0.1;
const KNOWN = "a known name";

/** Names to try a password on; unknown ones are numbered, because each can be tried only once. */
const names: readonly (readonly [string, (round: number) => string])[] = [
  [KNOWN, () => "known"],
  ["an email that is known", () => "known@radio.example"],
  ["a disabled account", () => "disabled"],
  ["an account without a password", () => "without-password"],
  ["an unknown name", (round) => `unknown-${round}`],
  ["an unknown email", (round) => `unknown-${round}@radio.example`],
  ["a name that no account can have", (round) => `' or ${round} = ${round} --`],
];

/** Duration of a wrong password over HTTP, for every kind of name: a guesser must not learn which names exist. */
export async function benchSignIn(): Promise<BenchResult> {
  const server = fork(path.join(projectRoot, "bench/sign-in-station.ts"));
  try {
    const { origin } = z.object({ origin: z.string() }).parse(await messageOf(server));
    const tookMs = new Map<string, number[]>(names.map(([name]) => [name, []]));
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
      server.send("forgive");
      await messageOf(server);
      // Each round starts with another name, so that none always comes first.
      const first = (round + WARM_UP_ROUNDS) % names.length;
      for (const [name, nameIn] of [...names.slice(first), ...names.slice(0, first)]) {
        const took = await tryOn(origin, nameIn(round + WARM_UP_ROUNDS));
        if (round >= 0) tookMs.get(name)?.push(took);
      }
    }
    return resultOf(tookMs);
  } finally {
    if (server.connected) server.disconnect();
  }
}

/** @returns how long the refusal took, in ms */
async function tryOn(origin: string, username: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(new URL("/api/users/login", origin), {
    method: "POST",
    headers: { origin, "content-type": "application/json" },
    body: JSON.stringify({ username, password: "a wrong password" }),
  });
  await response.text();
  if (response.status !== 401)
    throw new Error(`signing in as ${username} returned ${response.status}`);
  return performance.now() - startedAt;
}

function resultOf(tookMs: ReadonlyMap<string, readonly number[]>): BenchResult {
  const known = mediansOf(tookMs.get(KNOWN) ?? []);
  const rows = [...tookMs].map(([name, values]) => ({
    "a wrong password for": name,
    "median ms": mediansOf(values).map((ms) => Math.round(ms * 100) / 100),
    [`of ${KNOWN}'s`]: ratiosOf(mediansOf(values), known),
  }));
  const broken = [...tookMs].flatMap(([name, values]) => {
    const [ratio = Number.NaN] = ratiosOf([medianOf(values)], [medianOf(tookMs.get(KNOWN) ?? [])]);
    return Math.abs(ratio - 1) <= MAY_DIFFER
      ? []
      : [`a wrong password for ${name} takes ${ratio} of the time that it takes for ${KNOWN}`];
  });
  return { rows, aim: `bound: each within ${MAY_DIFFER * 100} % of ${KNOWN}'s`, broken };
}

/** The median of each part, in order. */
function mediansOf(values: readonly number[]): readonly number[] {
  const size = Math.ceil(values.length / PARTS);
  return Array.from({ length: PARTS }, (_part, index) =>
    medianOf(values.slice(index * size, (index + 1) * size)),
  );
}
