import { statfs } from "node:fs/promises";
import type { Caller } from "../identity/rights-rules.ts";
import type { Database } from "../database/database.ts";
import { listUnfinishedUploads } from "../incoming/incoming-store.ts";
import type { Settings } from "../settings/settings.ts";
import { decideAdmission, type AdmissionRefusal, type HeldUploads } from "./admission-rules.ts";

const MB = 1024 * 1024;

export interface AdmissionParts {
  readonly database: Database;
  readonly settings: Pick<Settings, "current">;
  readonly dataDir: string;
  readonly minimumFreeBytes: number;
}

/** Whose uploads are counted together. */
export function ownerOf(caller: Caller): string {
  return caller.kind === "user" ? caller.accountId : caller.kind;
}

/** Who the list says has uploaded a file. */
export function uploaderOf(caller: Caller): string {
  return caller.kind === "user" ? (caller.name ?? caller.username) : "the access code";
}

export function maxUploadBytesOf({ settings }: Pick<AdmissionParts, "settings">): number {
  return settings.current.maxUploadMegabytes * MB;
}

/** Decides whether an upload may begin, whichever way it comes. */
export async function admitUpload(
  parts: AdmissionParts,
  { owner, sizeBytes }: { readonly owner: string; readonly sizeBytes: number },
): Promise<"admitted" | AdmissionRefusal> {
  const rows = await listUnfinishedUploads(parts.database.connection);
  const promised = rows.filter(({ state }) => state === "receiving");
  const held = (of: typeof rows): HeldUploads => ({
    unfinished: of.filter(({ state }) => state === "receiving").length,
    bytes: bytesOf(of),
  });
  return decideAdmission({
    sizeBytes,
    maxUploadBytes: maxUploadBytesOf(parts),
    own: held(rows.filter((row) => row.owner === owner)),
    everyone: held(rows),
    freeBytes: await freeBytesOf(parts.dataDir),
    minimumFreeBytes: parts.minimumFreeBytes,
    promisedBytes: bytesOf(promised),
  });
}

/** Whether an upload that has begun may go on. */
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
