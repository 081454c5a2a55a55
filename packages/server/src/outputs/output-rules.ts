import { MAX_OUTPUTS, type NewOutput, type Output, type OutputChange } from "@neonrelay/contract";
import type { IcecastOutput, OnAirStatus, OutputState } from "@neonrelay/on-air/protocol";

/** An output as it is kept. */
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

/** What is left out, or undefined, stays. */
export type StoredOutputChange = {
  readonly [Name in Exclude<keyof StoredOutput, "id">]?: StoredOutput[Name] | undefined;
};

/** Why an output can't be as it was asked for. */
export type OutputConflict = { readonly kind: "too-many" } | { readonly kind: "same-mount" };

/**
 * Whether this output can exist beside the others: two on one mount would keep throwing each other out.
 * @param stored all there are
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
 * Whether what is stored of an output does not reach as far as this: a password goes to the server it was given for and
 * no other, and never unencrypted where it was encrypted. Otherwise a caller who may change outputs could read it.
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

/** What on-air is given. */
export function toIcecastOutput({ id, codec, isPublic, ...server }: StoredOutput): IcecastOutput {
  const { host, port, isTls, mount, username, password } = server;
  return {
    outputId: id,
    codec,
    isPublic,
    server: { host, port, isTls, mount, username, password },
  };
}

/** @param status what on-air says of the present; null when it can't be asked */
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
    // On-air learns of a new one a moment after it is stored.
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
