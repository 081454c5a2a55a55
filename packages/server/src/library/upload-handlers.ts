import multipart from "@fastify/multipart";
import { MAX_UPLOAD_BYTES, uploadApi, type ApiError } from "@neonrelay/contract";
import { NOT_AUDIO_REASONS } from "@neonrelay/on-air/decode-reasons";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { IncomingMessage } from "node:http";
import { ApiFailure } from "../http/api-failure.ts";
import { addRoutes } from "../http/route.ts";
import type { SystemLog } from "../logs/system-log.ts";
import type { Upload, UploadOutcome } from "./upload.ts";
import type { Uploads } from "./uploads.ts";

export interface UploadParts {
  readonly uploads: Uploads;
  readonly systemLog: SystemLog;
}

const FIELD = "music";
/** A form holds the file and a marker that says nothing. */
const limits = { files: 1, fields: 10, parts: 11, fieldSize: 1000, fieldNameSize: 100 };
/** What a form may have around its file. */
const MAX_FORM_BYTES = 64 * 1024;
/** Nothing may come for this long. */
const STALL_LIMIT_MS = 30_000;

/** Closing at once may lose the answer (RFC 9112 §9.6). */
const LINGER_MS = 1000;

const tooLarge: ApiError = {
  error: "Please select a file smaller than 50MB",
  code: "too_large",
  field: FIELD,
};
const noFile: ApiError = {
  error: `Send the file as multipart/form-data, in the field '${FIELD}'`,
  code: "invalid_request",
  field: FIELD,
};
const broken: ApiError = {
  error: "The file did not arrive whole; send it again",
  code: "invalid_request",
  field: FIELD,
};
const interrupted: ApiError = {
  error: "The upload was interrupted; send the file again",
  code: "unavailable",
};
const notAudio = "Please select an audio file (MP3, WAV, FLAC, M4A, OGG)";
const busy: ApiError = {
  error: "Other files are being uploaded right now; try again in a minute",
  code: "too_many_requests",
};
const diskFull: ApiError = {
  error: "The station's disk is full; its operator has to make room before files can be uploaded",
  code: "unavailable",
};

/** Registers the upload, the one call whose body is a form, in a scope of its own. */
export async function addUpload(
  app: FastifyInstance,
  { uploads, systemLog }: UploadParts,
): Promise<void> {
  await app.register(async (scope) => {
    // A body of another kind is left unread: the call says what it wants.
    scope.addContentTypeParser("*", (_request, _body, done) => done(null));
    await scope.register(multipart, { limits: { ...limits, fileSize: MAX_UPLOAD_BYTES + 1 } });
    scope.addHook("onResponse", async ({ raw }) => endUnread(raw));
    addRoutes(scope, uploadApi, {
      upload: async (_parsed, { caller, request, reply }) => {
        if (!request.isMultipart()) throw new ApiFailure(noFile);
        const length = Number(request.headers["content-length"] ?? 0);
        if (length > MAX_UPLOAD_BYTES + MAX_FORM_BYTES) throw new ApiFailure(tooLarge);
        const gone = new AbortController();
        reply.raw.once("close", () => gone.abort());
        const upload = await uploads.begin(gone.signal);
        if (upload === "busy") throw new ApiFailure(busy);
        if (upload === "disk-full") throw new ApiFailure(diskFull);
        await using _owned = upload;
        const outcome = await take(request, upload);
        if (outcome.kind !== "added") return refuse(outcome);
        const { track } = outcome;
        systemLog.noteOperatorAction({
          who: caller,
          action: "uploaded a track",
          details: { trackId: track.id, title: track.title, artist: track.artist },
        });
        return { track };
      },
    });
  });
}

/** Closes the connection of a file that was refused on the way, once the answer had time to be read. */
function endUnread(raw: IncomingMessage): void {
  if (raw.complete || raw.destroyed) return;
  const timer = setTimeout(() => raw.destroy(), LINGER_MS);
  raw.once("close", () => clearTimeout(timer));
}

async function take(request: FastifyRequest, upload: Upload): Promise<UploadOutcome> {
  try {
    await receiveFile(request, upload);
    // It may have taken minutes, and hearing it costs a process.
    await request.requireAccessAgain();
    return await upload.add();
  } catch (error) {
    // Its sender is gone, or the station stops.
    if (error instanceof Error && error.name === "AbortError") throw new ApiFailure(interrupted);
    throw error;
  }
}

async function receiveFile(request: FastifyRequest, upload: Upload): Promise<void> {
  const { raw } = request;
  let hasFile = false;
  raw.setTimeout(STALL_LIMIT_MS, () => raw.destroy());
  try {
    for await (const part of request.parts()) {
      if (part.type === "field") continue;
      if (part.fieldname !== FIELD || hasFile) throw new ApiFailure(noFile);
      hasFile = true;
      const reception = await upload.receive(part.file, part.filename);
      if (reception === "too-large") throw new ApiFailure(tooLarge);
      if (reception === "disk-full") throw new ApiFailure(diskFull);
    }
  } catch (error) {
    throw isBrokenForm(error) ? new ApiFailure(broken) : error;
  } finally {
    raw.setTimeout(0);
  }
  if (!hasFile) throw new ApiFailure(noFile);
}

/** What @fastify/busboy says without codes. */
const formFailures =
  /^(?:Part terminated early|Unexpected end of|Multipart: Boundary not found|Malformed|Invalid)/;

/** Whether an error only says that the form ended early, is none, or holds too much. */
function isBrokenForm(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof ApiFailure) return false;
  const code = "code" in error ? error.code : undefined;
  if (typeof code === "string") return code.startsWith("FST_") || code === "ECONNRESET";
  return formFailures.test(error.message);
}

function refuse(refusal: Exclude<UploadOutcome, { kind: "added" }>): never {
  switch (refusal.kind) {
    case "refused":
      throw new ApiFailure({
        error: NOT_AUDIO_REASONS.includes(refusal.reason) ? notAudio : refusal.reason,
        code: "refused_file",
        field: FIELD,
      });
    case "known":
      throw new ApiFailure({
        error: `This file is in the library already, as '${refusal.title}' by ${refusal.artist}`,
        code: "conflict",
        field: FIELD,
      });
    case "twice-at-once":
      throw new ApiFailure({
        error: "This file is being uploaded right now; wait until it is in the library",
        code: "conflict",
        field: FIELD,
      });
    case "disk-full":
      throw new ApiFailure(diskFull);
    default:
      return refusal satisfies never;
  }
}
