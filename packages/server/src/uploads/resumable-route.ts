import { RESUMABLE_UPLOADS_PATH, uploadApi, type ApiError } from "@neonrelay/contract";
import type { Logger } from "@neonrelay/process/log";
import { isDiskFull } from "@neonrelay/process/disk-full";
import { FileStore } from "@tus/file-store";
import { MemoryLocker, Server, Upload as TusUpload } from "@tus/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { NodeRequest, sendNodeResponse } from "srvx/node";
import { mayWorkLater } from "../database/database-failures.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { FORM_STALL_LIMIT_MS } from "../http-kit/form-route.ts";
import { shownName, type IncomingRow } from "../incoming/incoming-rules.ts";
import type { SystemLog } from "../logs/system-log.ts";
import { hasRoom, maxUploadBytesOf, type AdmissionParts } from "./admit-upload.ts";
import type { ResumableUploads } from "./resumable-uploads.ts";
import { isUuid, readUploadMetadata } from "./upload-metadata.ts";
import { noUpload, wordTusRefusal } from "./tus-words.ts";
import { diskFull, wordAdmission } from "./upload-words.ts";

export interface ResumableRouteParts extends AdmissionParts {
  readonly resumable: ResumableUploads;
  readonly systemLog: SystemLog;
  readonly log: Logger;
}

/** What goes from this route to tus, which knows no Fastify: the id that a new upload gets. */
type NewIds = WeakMap<object, string>;

const TUS_VERSION = "1.0.0";
const notTus: ApiError = {
  error: "Uploads here follow the tus protocol 1.0; send a plain form to /api/upload instead",
  code: "invalid_request",
};
const sizeFirst: ApiError = {
  error: "Say the file's size in the header Upload-Length",
  code: "invalid_request",
};

const whole: ApiError = {
  error: "All of this upload has come already",
  code: "conflict",
};
const interrupted: ApiError = {
  error: "A part of the file did not arrive; the upload can go on from what did",
  code: "unavailable",
};
const databaseAway: ApiError = {
  error: "The station's database is not responding; the upload can go on soon",
  code: "unavailable",
};

/** Takes uploads by the tus protocol 1.0. The gate checks each request of them like every call. */
export async function addResumableUploads(
  app: FastifyInstance,
  parts: ResumableRouteParts,
): Promise<void> {
  const { resumable } = parts;
  const newIds: NewIds = new WeakMap();
  const tus = makeTus(parts, newIds);
  const config = { access: uploadApi.upload.access, refusal: uploadApi.upload.refusal };
  await app.register(async (scope) => {
    // tus reads the body itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _body, done) => done(null));
    scope.route({
      method: "POST",
      url: RESUMABLE_UPLOADS_PATH,
      config,
      handler: async (request, reply) => {
        requireTus(request);
        const id = await begin(parts, request);
        newIds.set(request.raw, id);
        await passOn(tus, request, reply);
        if (reply.raw.statusCode !== 201) await resumable.giveUp(id);
      },
    });
    scope.route({
      method: "OPTIONS",
      url: RESUMABLE_UPLOADS_PATH,
      config,
      handler: async (_request, reply) =>
        await reply
          .code(204)
          .headers({
            "tus-resumable": TUS_VERSION,
            "tus-version": TUS_VERSION,
            "tus-extension": "creation,termination",
            "tus-max-size": maxUploadBytesOf(parts),
          })
          .send(),
    });
    scope.route<{ Params: { id: string } }>({
      method: ["HEAD", "PATCH", "DELETE"],
      url: `${RESUMABLE_UPLOADS_PATH}/:id`,
      config,
      handler: async (request, reply) => {
        requireTus(request);
        const row = await findOwn(parts, request);
        if (row.state !== "receiving") return await answerWhole(row, request, reply);
        if (request.method === "PATCH" && !(await hasRoom(parts))) throw new ApiFailure(diskFull);
        await passOn(tus, request, reply);
        const isCancelled = request.method === "DELETE" && reply.raw.statusCode === 204;
        if (isCancelled) await resumable.giveUp(row.id);
        return reply;
      },
    });
  });
}

function makeTus(parts: ResumableRouteParts, newIds: NewIds): Server {
  const { resumable } = parts;
  const datastore = new FileStore({
    directory: resumable.partsFolder,
    configstore: {
      // The database knows the uploads, so no second record can differ from it.
      get: async (id) => {
        const sizeBytes = await resumable.sizeBytesOf(id);
        return sizeBytes === null ? undefined : new TusUpload({ id, size: sizeBytes, offset: 0 });
      },
      set: async () => {},
      delete: async () => {},
    },
  });
  return new Server({
    path: RESUMABLE_UPLOADS_PATH,
    datastore,
    // A path, so that it is right behind every proxy.
    relativeLocation: true,
    // Only our own pages call it.
    allowedOrigins: () => false,
    locker: new MemoryLocker(),
    namingFunction: ({ runtime }) => {
      const id = runtime?.node === undefined ? undefined : newIds.get(runtime.node.req);
      if (id === undefined) throw new Error("an upload without an id came to tus");
      return id;
    },
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

async function begin(
  { resumable, systemLog, settings }: ResumableRouteParts,
  { caller, headers }: FastifyRequest,
): Promise<string> {
  const length = headers["upload-length"];
  if (typeof length !== "string" || !/^\d{1,15}$/.test(length)) throw new ApiFailure(sizeFirst);
  const { name, batchId } = readUploadMetadata(headers["upload-metadata"]?.toString());
  const sizeBytes = Number(length);
  const begun = await resumable.begin({ caller, name, sizeBytes, batchId });
  if (typeof begun === "string")
    throw new ApiFailure(wordAdmission(begun, settings.current.maxUploadMegabytes));
  systemLog.noteOperatorAction({
    who: caller,
    action: "began to upload a file",
    details: { uploadId: begun.id, name: shownName(name), sizeBytes },
  });
  return begun.id;
}

function requireTus({ headers }: FastifyRequest): void {
  if (headers["tus-resumable"] !== TUS_VERSION) throw new ApiFailure(notTus);
}

async function findOwn(
  { resumable }: ResumableRouteParts,
  { params, caller }: FastifyRequest<{ Params: { id: string } }>,
): Promise<IncomingRow> {
  const row = isUuid(params.id) ? await resumable.find(params.id, caller) : null;
  if (row === null) throw new ApiFailure(noUpload);
  return row;
}

/** All of it has come: a client that missed the answer learns that, and can't change it. */
async function answerWhole(
  { sizeBytes }: IncomingRow,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (request.method !== "HEAD") throw new ApiFailure(whole);
  return await reply
    .headers({
      "tus-resumable": TUS_VERSION,
      "upload-offset": sizeBytes,
      "upload-length": sizeBytes,
      "cache-control": "no-store",
    })
    .send();
}

/** tus reads the rest of the request, and its answer gets the headers, and a refusal the shape, that all of ours have. */
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
  // The connection broke, or the disk does not take it: what came is kept, and the upload can go on.
  parts.log.warn({ error }, "part of an upload could not be stored");
  return { status: 503, body: interrupted };
}

/** tus does not say why it could not write, and uploads may lie on a disk of their own. */
async function hasRoomForParts(parts: ResumableRouteParts): Promise<boolean> {
  const { minimumFreeBytes, resumable } = parts;
  return (
    (await hasRoom(parts)) && (await hasRoom({ dataDir: resumable.partsFolder, minimumFreeBytes }))
  );
}
