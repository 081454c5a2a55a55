import { statfs } from "node:fs/promises";
import type { Caller } from "../identity/rights-rules.ts";
import type { Database } from "../database/database.ts";
import { lockUntilEnd } from "../database/transaction-locks.ts";
import {
  insertIncoming,
  listUnfinishedUploads,
  type NewIncoming,
} from "../incoming/incoming-store.ts";
import type { IncomingRow } from "../incoming/incoming-rules.ts";
import type { Settings } from "../settings/settings.ts";
import { decideAdmission, type AdmissionRefusal, type HeldUploads } from "./admission-rules.ts";

const MB = 1024 * 1024;

export interface AdmissionParts {
  readonly database: Database;
  readonly settings: Pick<Settings, "current">;
  readonly dataDir: string;
  readonly minimumFreeBytes: number;
}

/** The account, or the access code, whose uploads are counted together. */
export function ownerOf(caller: Caller): string {
  return caller.kind === "user" ? caller.accountId : caller.kind;
}

/** The uploader's name for the list. */
export function uploaderOf(caller: Caller): string {
  return caller.kind === "user" ? (caller.name ?? caller.username) : "the access code";
}

export function maxUploadBytesOf({ settings }: Pick<AdmissionParts, "settings">): number {
  return settings.current.maxUploadMegabytes * MB;
}

/**
 * Decides whether an upload may begin, by either method.
 * @param formBytes of other forms in progress, which are not on the list
 * @param row added to the list on admission, so that the next upload counts it; null: a form
 */
export async function admitUpload(
  parts: AdmissionParts,
  {
    owner,
    sizeBytes,
    formBytes,
    row,
  }: {
    readonly owner: string;
    readonly sizeBytes: number;
    readonly formBytes: number;
    readonly row: NewIncoming | null;
  },
): Promise<"admitted" | AdmissionRefusal> {
  const freeBytes = await freeBytesOf(parts.dataDir);
  return await parts.database.transaction(async (transaction) => {
    await lockUntilEnd(transaction, "uploads");
    const rows = await listUnfinishedUploads(transaction);
    const decision = decideAdmission({
      sizeBytes,
      maxUploadBytes: maxUploadBytesOf(parts),
      own: heldBy(rows.filter((each) => each.owner === owner)),
      everyone: heldBy(rows),
      freeBytes,
      minimumFreeBytes: parts.minimumFreeBytes,
      promisedBytes: formBytes + bytesOf(rows.filter(isReceiving)),
    });
    if (decision === "admitted" && row !== null) await insertIncoming(transaction, row);
    return decision;
  });
}

function heldBy(rows: readonly IncomingRow[]): HeldUploads {
  return { unfinished: rows.filter(isReceiving).length, bytes: bytesOf(rows) };
}

function isReceiving({ state }: IncomingRow): boolean {
  return state === "receiving";
}

/** Whether there is still room for an upload in progress. */
export async function hasRoom({
  dataDir,
  minimumFreeBytes,
}: Pick<AdmissionParts, "dataDir" | "minimumFreeBytes">): Promise<boolean> {
  return (await freeBytesOf(dataDir)) >= minimumFreeBytes;
}

async function freeBytesOf(folder: string): Promise<number> {
  const disk = await statfs(folder);
  return disk.bavail * disk.bsize;
}

function bytesOf(rows: readonly { readonly sizeBytes: number }[]): number {
  return rows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
