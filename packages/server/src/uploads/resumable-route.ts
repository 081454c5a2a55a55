import { RESUMABLE_UPLOADS_PATH, uploadApi, type ApiError } from "@neonrelay/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { shownName, type IncomingRow } from "../incoming/incoming-rules.ts";
import { hasRoom, maxUploadBytesOf } from "./admit-upload.ts";
import { isUuid, readUploadMetadata } from "./upload-metadata.ts";
import type { ResumableRouteParts, TusServer } from "./tus-route.ts";
import { noUpload } from "./tus-words.ts";
import { diskFull, wordAdmission } from "./upload-words.ts";

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

/** Accepts uploads by the tus protocol 1.0. The gate checks each of their requests like any call. */
export async function addResumableUploads(
  app: FastifyInstance,
  parts: ResumableRouteParts,
): Promise<void> {
  const { resumable } = parts;
  const tus = loadedLater(parts);
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
        const server = await tus();
        const id = await begin(parts, request);
        await server.passOn(id, request, reply);
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
        await (await tus()).passOn(row.id, request, reply);
        const isCancelled = request.method === "DELETE" && reply.raw.statusCode === 204;
        if (isCancelled) await resumable.giveUp(row.id);
        return reply;
      },
    });
  });
}

/** Loads tus with the first upload: its code takes memory that most stations rarely need. */
function loadedLater(parts: ResumableRouteParts): () => Promise<TusServer> {
  let loaded: Promise<TusServer> | undefined;
  const load = async (): Promise<TusServer> =>
    (await import("./tus-route.ts")).createTusServer(parts);
  return async () => await (loaded ??= load());
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
  systemLog.recordOperatorAction({
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

/** Everything has been received: a client that missed the response is told so, and can't change the upload. */
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
