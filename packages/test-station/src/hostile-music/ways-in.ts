import {
  incomingCalls,
  trackSchema,
  type IncomingFile,
  type IncomingWay,
  type Track,
} from "@neonrelay/contract";
import * as z from "zod";
import { until, type TestStation, type Visitor } from "../test-station.ts";

const PAGE_FILES = 200;
const PAGE_TRACKS = 500;

interface Sender {
  readonly station: Pick<TestStation, "webUrl">;
  readonly operator: Visitor;
}

export interface SentFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/** The station's verdict on a received file. */
export interface Outcome {
  readonly state: "added" | "refused";
  readonly reason: string | null;
}

/** All incoming files that came this way; during a scan the list may be incomplete. */
export async function listIncomingFiles(
  operator: Visitor,
  way: IncomingWay,
): Promise<{ readonly files: readonly IncomingFile[]; readonly isScanning: boolean }> {
  const files: IncomingFile[] = [];
  let isScanning = false;
  for (;;) {
    const query = `?way=${way}&limit=${PAGE_FILES}&offset=${files.length}`;
    const { body } = await operator.call("GET", `/api/incoming${query}`);
    const page = incomingCalls.listIncoming.response.parse(body);
    files.push(...page.files);
    // Files found between two pages shift the others.
    isScanning ||= page.scan !== null;
    if (page.files.length < PAGE_FILES) return { files, isScanning };
  }
}

/** The ids of all tracks. */
export async function listTracks(operator: Visitor): Promise<readonly Track[]> {
  const tracks: Track[] = [];
  for (;;) {
    const { body } = await operator.call(
      "GET",
      `/api/tracks?limit=${PAGE_TRACKS}&offset=${tracks.length}`,
    );
    const page = z.array(trackSchema).parse(body);
    tracks.push(...page);
    if (page.length < PAGE_TRACKS) return tracks;
  }
}

/** Uploads a file by tus in two parts, and waits for its outcome. */
export async function sendResumable(
  { station, operator }: Sender,
  { name, content }: SentFile,
  limitMs: number,
): Promise<Outcome> {
  const headers = {
    origin: station.webUrl,
    cookie: operator.cookieHeader,
    "tus-resumable": "1.0.0",
  };
  const begun = await fetch(new URL("/api/uploads", station.webUrl), {
    method: "POST",
    headers: {
      ...headers,
      "upload-length": String(content.length),
      "upload-metadata": `filename ${Buffer.from(name).toString("base64")}`,
    },
  });
  if (begun.status !== 201) return refusalIn(await begun.json());
  const address = begun.headers.get("location") ?? "";
  const half = Math.ceil(content.length / 2);
  for (const [from, to] of [
    [0, half],
    [half, content.length],
  ] as const) {
    if (from === to) continue;
    const sent = await fetch(new URL(address, station.webUrl), {
      method: "PATCH",
      headers: {
        ...headers,
        "content-type": "application/offset+octet-stream",
        "upload-offset": String(from),
      },
      body: Uint8Array.from(content.subarray(from, to)),
    });
    if (sent.status !== 204) return refusalIn(await sent.json());
  }
  const id = address.split("/").at(-1);
  return await until(
    `${name} is dealt with`,
    async () => {
      const file = (await newestUploads(operator)).find((each) => each.id === id);
      if (file?.state !== "added" && file?.state !== "refused") return undefined;
      return { state: file.state, reason: file.reason };
    },
    { limitMs },
  );
}

/** Uploads a file by the form. */
export async function sendForm(
  { station, operator }: Sender,
  { name, content }: SentFile,
): Promise<Outcome> {
  // By hand, since a browser would not send every name.
  const head = `--edge\r\nContent-Disposition: form-data; name="music"; filename="${name.replaceAll('"', "%22")}"\r\nContent-Type: audio/mpeg\r\n\r\n`;
  const response = await fetch(new URL("/api/upload", station.webUrl), {
    method: "POST",
    headers: {
      origin: station.webUrl,
      cookie: operator.cookieHeader,
      "content-type": "multipart/form-data; boundary=edge",
    },
    body: Buffer.concat([Buffer.from(head), content, Buffer.from("\r\n--edge--\r\n")]),
  });
  const body: unknown = await response.json();
  return response.status === 200 ? { state: "added", reason: null } : refusalIn(body);
}

/** Uploads an endless file by the form, until the station refuses. @returns its answer */
export async function sendEndless(
  { station, operator }: Sender,
  piece: Uint8Array,
): Promise<Outcome> {
  const head = Buffer.from(
    '--edge\r\nContent-Disposition: form-data; name="music"; filename="endless.ogg"\r\n\r\n',
  );
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(head),
    pull: (controller) => controller.enqueue(Uint8Array.from(piece)),
  });
  const sent = {
    method: "POST",
    headers: {
      origin: station.webUrl,
      cookie: operator.cookieHeader,
      "content-type": "multipart/form-data; boundary=edge",
    },
    body,
    duplex: "half",
  };
  const response = await fetch(new URL("/api/upload", station.webUrl), sent);
  return refusalIn(await response.json());
}

async function newestUploads(operator: Visitor): Promise<readonly IncomingFile[]> {
  const { body } = await operator.call("GET", "/api/incoming?way=upload&limit=20");
  return incomingCalls.listIncoming.response.parse(body).files;
}

function refusalIn(body: unknown): Outcome {
  return { state: "refused", reason: z.object({ error: z.string() }).parse(body).error };
}
