import { RESUMABLE_UPLOADS_PATH, type ApiError } from "@neonrelay/contract";
import { isDiskFull } from "@neonrelay/process/disk-full";
import type { Logger } from "@neonrelay/process/log";
import { FileStore } from "@tus/file-store";
import { MemoryLocker, Server, Upload as TusUpload } from "@tus/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ServerRequest } from "srvx";
import { NodeRequest, sendNodeResponse } from "srvx/node";
import { mayWorkLater } from "../database/database-failures.ts";
import { FORM_STALL_LIMIT_MS } from "../http-kit/form-route.ts";
import type { SystemLog } from "../logs/system-log.ts";
import { hasRoom, type AdmissionParts } from "./admit-upload.ts";
import type { ResumableUploads } from "./resumable-uploads.ts";
import { wordTusRefusal } from "./tus-words.ts";
import { diskFull } from "./upload-words.ts";

export interface ResumableRouteParts extends AdmissionParts {
  readonly resumable: ResumableUploads;
  readonly systemLog: SystemLog;
  readonly log: Logger;
}

/**
 * The checked id of each request passed to tus. On its own, tus takes everything after the last slash of the address,
 * which in `/api/uploads/<own>?/<other>` is another upload's id.
 */
type CheckedIds = WeakMap<object, string>;

const interrupted: ApiError = {
  error: "A part of the file did not arrive; the upload can go on from what did",
  code: "unavailable",
};
const databaseAway: ApiError = {
  error: "The station's database is not responding; the upload can go on soon",
  code: "unavailable",
};

/** Handles the upload requests of the tus protocol 1.0. */
export interface TusServer {
  /** Responds to a request that begins or continues an upload. @param id of the upload; the address is ignored */
  passOn(id: string, request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

export function createTusServer(parts: ResumableRouteParts): TusServer {
  const checkedIds: CheckedIds = new WeakMap();
  const tus = makeTus(parts, checkedIds);
  return {
    passOn: async (id, request, reply) => {
      checkedIds.set(request.raw, id);
      await passOn(tus, request, reply);
    },
  };
}

function makeTus(parts: ResumableRouteParts, checkedIds: CheckedIds): Server {
  const { resumable } = parts;
  const datastore = new FileStore({
    directory: resumable.partsFolder,
    configstore: {
      // The database is the only record of uploads, so no second one can contradict it.
      get: async (id) => {
        const sizeBytes = await resumable.sizeBytesOf(id);
        return sizeBytes === null ? undefined : new TusUpload({ id, size: sizeBytes, offset: 0 });
      },
      set: async () => {},
      delete: async () => {},
    },
  });
  const idOf = ({ runtime }: ServerRequest): string => {
    const id = runtime?.node === undefined ? undefined : checkedIds.get(runtime.node.req);
    if (id === undefined) throw new Error("an upload without an id came to tus");
    return id;
  };
  return new Server({
    path: RESUMABLE_UPLOADS_PATH,
    datastore,
    // A path only, so that it is correct behind any proxy.
    relativeLocation: true,
    // Only our own pages use it.
    allowedOrigins: () => false,
    locker: new MemoryLocker(),
    namingFunction: idOf,
    getFileIdFromRequest: idOf,
    onUploadFinish: async (_request, { id }) => {
      await resumable.finish(id);
      return {};
    },
    onResponseError: async (_request, error) => {
      const { status, body } = await wordTusError(parts, error);
      return { status_code: status, body: JSON.stringify(body) };
    },
  });
}

/** Lets tus handle the request; the response gets our usual headers, and refusals our usual shape. */
async function passOn(tus: Server, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { raw } = request;
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  raw.setTimeout(FORM_STALL_LIMIT_MS, () => raw.destroy());
  try {
    const response = await tus.handleWeb(new NodeRequest({ req: raw, res: reply.raw }));
    await sendNodeResponse(reply.raw, response.status < 400 ? response : await inJson(response));
  } finally {
    raw.setTimeout(0);
  }
}

async function inJson(response: Response): Promise<Response> {
  const { status, body } = wordTusRefusal(response.status, await response.text());
  const text = JSON.stringify(body);
  const headers = new Headers(response.headers);
  headers.set("content-type", "application/json; charset=utf-8");
  headers.set("content-length", String(Buffer.byteLength(text)));
  return new Response(text, { status, headers });
}

async function wordTusError(
  parts: ResumableRouteParts,
  error: Error | { readonly status_code: number; readonly body: string },
): Promise<{ readonly status: number; readonly body: ApiError }> {
  if ("status_code" in error && error.status_code < 500)
    return wordTusRefusal(error.status_code, error.body);
  if (isDiskFull(error) || !(await hasRoomForParts(parts))) return { status: 503, body: diskFull };
  if (mayWorkLater(error)) return { status: 503, body: databaseAway };
  // The connection broke or the write failed: received bytes are kept, and the upload can resume.
  parts.log.warn({ error }, "part of an upload could not be stored");
  return { status: 503, body: interrupted };
}

/** tus does not say why a write failed, and uploads may be on a disk of their own. */
async function hasRoomForParts(parts: ResumableRouteParts): Promise<boolean> {
  const { minimumFreeBytes, resumable } = parts;
  return (
    (await hasRoom(parts)) && (await hasRoom({ dataDir: resumable.partsFolder, minimumFreeBytes }))
  );
}
