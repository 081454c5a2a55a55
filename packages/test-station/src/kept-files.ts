import { backupPlanCalls, trackCoversCalls, trackSchema } from "@neonrelay/contract";
import { gunzipSync } from "node:zlib";
import { expect } from "vitest";
import * as z from "zod";
import type { UploadPlace } from "./begun-upload.ts";
import { scanLimit, until } from "./test-station.ts";

/** A GIF of one red pixel. */
const PICTURE = Buffer.from(
  "47494638396101000100800000ff0000ffffff2c00000000010001000002024401003b",
  "hex",
);
const BACKUPS = backupPlanCalls.getScheduledBackups.path;

/** Files in a station's data folder. */
export interface KeptFiles {
  /** The track's cover as listeners get it, in base64. */
  readonly cover: string;
  /** The newest backup on the list. */
  readonly backup: string | undefined;
}

/** Gives the library's first track a cover and makes a backup, through the server at `url`. */
export async function storeFiles(place: UploadPlace): Promise<KeptFiles> {
  const { operator } = place;
  const { name } = await sendCover(place);
  const edit = { trackIds: [await findTrack(place)], changes: { cover: { do: "set", name } } };
  expect((await operator.call("POST", "/api/tracks/edits", edit)).status).toBe(200);
  const before = await newestBackup(place);
  expect((await operator.call("POST", BACKUPS)).status).toBe(200);
  await until("the backup is made", async () => (await newestBackup(place)) !== before);
  return await readFiles(place);
}

/** The same files, from the server at `url`. */
export async function readFiles(place: UploadPlace): Promise<KeptFiles> {
  const response = await fetch(new URL(`/api/tracks/${await findTrack(place)}/art`, place.url));
  expect(response.status).toBe(200);
  const cover = Buffer.from(await response.arrayBuffer()).toString("base64");
  return { cover, backup: await newestBackup(place) };
}

/** Downloads a backup. @returns its covers, in base64 */
export async function coversInBackup({ url, operator }: UploadPlace): Promise<readonly string[]> {
  const headers = { cookie: operator.cookieHeader };
  const response = await fetch(new URL("/api/system/backup", url), { headers });
  expect(response.status).toBe(200);
  const text = gunzipSync(Buffer.from(await response.arrayBuffer())).toString("utf8");
  const lines = text.trimEnd().split("\n");
  const lineSchema = z.object({ base64: z.string().optional() });
  return lines.flatMap((line) => lineSchema.parse(JSON.parse(line)).base64 ?? []);
}

async function findTrack({ operator }: UploadPlace): Promise<string> {
  return await until(
    "a track is in the library",
    async () => {
      const { body } = await operator.call("GET", "/api/tracks?limit=1");
      return z.array(trackSchema).parse(body)[0]?.id;
    },
    scanLimit,
  );
}

async function newestBackup({ operator }: UploadPlace): Promise<string | undefined> {
  const { body } = await operator.call("GET", BACKUPS);
  return backupPlanCalls.getScheduledBackups.response.parse(body).backups[0]?.name;
}

async function sendCover({ url, operator }: UploadPlace) {
  const form = new FormData();
  form.set("picture", new Blob([PICTURE]), "picture.gif");
  const response = await fetch(new URL(trackCoversCalls.uploadTrackCover.path, url), {
    method: "POST",
    headers: { origin: url, cookie: operator.cookieHeader },
    body: form,
  });
  return trackCoversCalls.uploadTrackCover.response.parse(await response.json());
}
