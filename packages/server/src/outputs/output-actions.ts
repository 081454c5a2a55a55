import type { NewOutput, Output, OutputChange } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import type { Operator } from "../identity/rights-rules.ts";
import { deleteOutput, insertOutput, listOutputs, saveOutput } from "./output-store.ts";
import { findSettings } from "../settings/settings-store.ts";
import type { Database } from "../database/database.ts";
import type { SystemLog } from "../logs/system-log.ts";
import { CommandRefusedError, LinkDownError } from "../on-air-link/open-commands.ts";
import type { OnAirLink } from "../on-air-link/on-air-link.ts";
import type { StationEvents } from "../events/station-events.ts";
import {
  findConflict,
  needsPasswordAgain,
  toIcecastOutput,
  toOutput,
  toStored,
  toStoredChange,
  type OutputConflict,
  type StoredOutput,
} from "./output-rules.ts";

export interface OutputParts {
  readonly database: Database;
  readonly events: StationEvents;
  readonly link: OnAirLink;
  readonly systemLog: SystemLog;
}

export type OutputOutcome =
  | { readonly kind: "stored"; readonly output: Output }
  | OutputConflict
  | { readonly kind: "no-password" }
  | { readonly kind: "unknown" };

type OutputTest =
  | { readonly kind: "tested"; readonly problem: string | null }
  | { readonly kind: "no-password" }
  | { readonly kind: "unknown" }
  | { readonly kind: "not-answering" };

/** Connecting and the response take five seconds each at most. */
const TEST_LIMIT_MS = 12_000;

export async function loadOutputs({ database, link }: OutputParts): Promise<readonly Output[]> {
  const stored = await listOutputs(database.connection);
  return stored.map((output) => toOutput(output, link.status));
}

export async function addOutput(
  parts: OutputParts,
  { output, by }: { readonly output: NewOutput; readonly by: Operator },
): Promise<OutputOutcome> {
  const wanted = toStored(randomUUID(), output);
  return await storeOutput(parts, {
    id: wanted.id,
    by,
    action: "added an Icecast output",
    store: async (transaction, stored) => {
      const conflict = findConflict(stored, wanted);
      if (conflict === undefined) await insertOutput(transaction, wanted);
      return conflict;
    },
  });
}

export async function changeOutput(
  parts: OutputParts,
  { id, change, by }: { readonly id: string; readonly change: OutputChange; readonly by: Operator },
): Promise<OutputOutcome> {
  return await storeOutput(parts, {
    id,
    by,
    action: "changed an Icecast output",
    store: async (transaction, stored) => {
      const before = stored.find((output) => output.id === id);
      if (before === undefined) return { kind: "unknown" };
      const columns = toStoredChange(change);
      const { host = before.host, port = before.port, mount = before.mount } = columns;
      const { isTls = before.isTls, password } = columns;
      if (password === undefined && needsPasswordAgain(before, { host, port, isTls }))
        return { kind: "no-password" };
      const conflict = findConflict(stored, { id, host, port, mount });
      if (conflict === undefined) await saveOutput(transaction, id, columns);
      return conflict;
    },
  });
}

/** @returns whether it existed */
export async function removeOutput(
  parts: OutputParts,
  { id, by }: { readonly id: string; readonly by: Operator },
): Promise<boolean> {
  const removed = await deleteOutput(parts.database.connection, id);
  if (removed === undefined) return false;
  parts.events.publish({ type: "outputs.changed" });
  recordAction(parts, { output: removed, by, action: "removed an Icecast output" });
  return true;
}

/** @param id of a stored output whose password is used, for its own server, when none is given */
export async function testOutput(
  parts: OutputParts,
  {
    id,
    output,
  }: {
    readonly id: string | undefined;
    readonly output: Omit<NewOutput, "password"> & { readonly password?: string | undefined };
  },
): Promise<OutputTest> {
  const { database, link } = parts;
  const stored = (await listOutputs(database.connection)).find((one) => one.id === id);
  if (id !== undefined && stored === undefined) return { kind: "unknown" };
  const known = stored?.password ?? "";
  const wanted = toStored(id ?? randomUUID(), { ...output, password: output.password ?? known });
  const isKnown = stored !== undefined && !needsPasswordAgain(stored, wanted);
  if (output.password === undefined && !isKnown) return { kind: "no-password" };
  // A mount accepts one source: testing one already on air would report it as in use.
  const isOnAir = link.status?.outputs.some(
    ({ outputId, state }) => outputId === id && state === "on-air",
  );
  if (isOnAir === true && stored !== undefined && isSameServer(stored, wanted))
    return { kind: "tested", problem: null };
  try {
    const { server, codec, isPublic } = toIcecastOutput(wanted);
    return {
      kind: "tested",
      ...(await link.run("testOutput", { server, codec, isPublic }, { limitMs: TEST_LIMIT_MS })),
    };
  } catch (error) {
    if (error instanceof LinkDownError || error instanceof CommandRefusedError)
      return { kind: "not-answering" };
    throw error;
  }
}

async function storeOutput(
  parts: OutputParts,
  {
    id,
    by,
    action,
    store,
  }: {
    readonly id: string;
    readonly by: Operator;
    readonly action: string;
    /** @returns why nothing was stored */
    readonly store: (
      transaction: OutputParts["database"]["connection"],
      stored: readonly StoredOutput[],
    ) => Promise<Exclude<OutputOutcome, { kind: "stored" }> | undefined>;
  },
): Promise<OutputOutcome> {
  const outcome = await parts.database.transaction(async (transaction) => {
    // One change at a time, so that the state a decision relies on can't change before it is stored.
    await findSettings(transaction, { isLocked: true });
    const refusal = await store(transaction, await listOutputs(transaction));
    if (refusal !== undefined) return refusal;
    const output = (await listOutputs(transaction)).find((one) => one.id === id);
    if (output === undefined) throw new Error("the stored row is missing");
    return { kind: "stored" as const, output };
  });
  if (outcome.kind !== "stored") return outcome;
  parts.events.publish({ type: "outputs.changed" });
  recordAction(parts, { output: outcome.output, by, action });
  return { kind: "stored", output: toOutput(outcome.output, parts.link.status) };
}

/** Omits the password. */
function recordAction(
  { systemLog }: OutputParts,
  {
    output,
    by,
    action,
  }: { readonly output: StoredOutput; readonly by: Operator; readonly action: string },
): void {
  const { host, port, mount, isEnabled } = output;
  systemLog.recordOperatorAction({
    who: by.caller,
    action,
    details: { host, port, mount, isEnabled },
  });
}

function isSameServer(one: StoredOutput, other: StoredOutput): boolean {
  const names = ["host", "port", "isTls", "mount", "username", "password"] as const;
  return names.every((name) => one[name] === other[name]);
}
