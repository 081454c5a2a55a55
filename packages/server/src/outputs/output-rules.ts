import { MAX_OUTPUTS, type NewOutput, type Output, type OutputChange } from "@neonrelay/contract";
import type { IcecastOutput, OnAirStatus, OutputState } from "@neonrelay/on-air/protocol";

/** A stored output. */
export interface StoredOutput {
  readonly id: string;
  readonly codec: Output["codec"];
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  readonly mount: string;
  readonly username: string;
  readonly password: string;
  readonly isPublic: boolean;
  readonly isEnabled: boolean;
}

/** Omitted and undefined fields stay. */
export type StoredOutputChange = {
  readonly [Name in Exclude<keyof StoredOutput, "id">]?: StoredOutput[Name] | undefined;
};

/** Why an output is impossible. */
export type OutputConflict = { readonly kind: "too-many" } | { readonly kind: "same-mount" };

/**
 * Whether this output can exist beside the others: two on one mount would keep disconnecting each other.
 * @param stored all existing outputs
 */
export function findConflict(
  stored: readonly StoredOutput[],
  { id, host, port, mount }: Pick<StoredOutput, "id" | "host" | "port" | "mount">,
): OutputConflict | undefined {
  const others = stored.filter((output) => output.id !== id);
  const isSame = others.some(
    (other) =>
      other.host.toLowerCase() === host.toLowerCase() &&
      other.port === port &&
      other.mount === mount,
  );
  if (isSame) return { kind: "same-mount" };
  return others.length >= MAX_OUTPUTS ? { kind: "too-many" } : undefined;
}

/**
 * Whether the stored password may not be used after this change: it goes only to the server it was given for, and never
 * unencrypted where it was encrypted. Otherwise anyone who may change outputs could read it.
 */
export function needsPasswordAgain(
  before: Pick<StoredOutput, "host" | "port" | "isTls">,
  after: Pick<StoredOutput, "host" | "port" | "isTls">,
): boolean {
  const isSameServer =
    before.host.toLowerCase() === after.host.toLowerCase() && before.port === after.port;
  return !isSameServer || (before.isTls && !after.isTls);
}

export function toStored(
  id: string,
  { tls, ...output }: NewOutput,
): Omit<StoredOutput, "createdAt"> {
  return { id, ...output, isTls: tls };
}

export function toStoredChange({ tls, ...change }: OutputChange): StoredOutputChange {
  return { ...change, isTls: tls };
}

/** The settings sent to on-air. */
export function toIcecastOutput({ id, codec, isPublic, ...server }: StoredOutput): IcecastOutput {
  const { host, port, isTls, mount, username, password } = server;
  return {
    outputId: id,
    codec,
    isPublic,
    server: { host, port, isTls, mount, username, password },
  };
}

/** @param status on-air's current status; null when unavailable */
export function toOutput(stored: StoredOutput, status: OnAirStatus | null): Output {
  const { id, codec, host, port, isTls, mount, username, isPublic, isEnabled } = stored;
  const state = stateOf(stored, status);
  return { id, codec, host, port, tls: isTls, mount, username, isPublic, isEnabled, state };
}

function stateOf({ id, isEnabled }: StoredOutput, status: OnAirStatus | null): Output["state"] {
  const nothing = { since: null, detail: null, retryAt: null };
  if (!isEnabled) return { status: "off", ...nothing };
  if (status === null) return { status: "unknown", ...nothing };
  const state = status.outputs.find(({ outputId }) => outputId === id);
  if (state === undefined)
    // on-air gets a new output a moment after it is stored.
    return { status: status.settings.isStreaming ? "connecting" : "off", ...nothing };
  return toState(state);
}

function toState({ state, sinceMs, detail, retryAtMs }: OutputState): Output["state"] {
  return {
    status: state,
    since: new Date(sinceMs).toISOString(),
    detail,
    retryAt: retryAtMs === null ? null : new Date(retryAtMs).toISOString(),
  };
}
