import { MAX_UPLOAD_BYTES, uploadApi, type ApiError } from "@neonrelay/contract";
import { NOT_AUDIO_REASONS } from "@neonrelay/on-air/decode-reasons";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiFailure } from "../http-kit/api-failure.ts";
import {
  FORM_STALL_LIMIT_MS,
  isBrokenForm,
  MAX_FORM_BYTES,
  takeForms,
} from "../http-kit/form-route.ts";
import { addRoutes } from "../http-kit/route.ts";
import type { SystemLog } from "../logs/system-log.ts";
import type { Upload, UploadOutcome } from "./upload.ts";
import type { Uploads } from "./uploads.ts";

export interface UploadParts {
  readonly uploads: Uploads;
  readonly systemLog: SystemLog;
}

const FIELD = "music";
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
  error: "The file did not arrive completely; send it again",
  code: "invalid_request",
  field: FIELD,
};
const interrupted: ApiError = {
  error: "The upload was interrupted; send the file again",
  code: "unavailable",
};
const notAudio = "Please select an audio file (MP3, WAV, FLAC, M4A, OGG)";
const busy: ApiError = {
  error: "Other uploads are in progress; try again in a minute",
  code: "too_many_requests",
};
const diskFull: ApiError = {
  error: "The station's disk is full; its operator must free some space before you can upload",
  code: "unavailable",
};

/** Registers the upload, the one call whose body is a form, in a separate scope. */
export async function addUpload(
  app: FastifyInstance,
  { uploads, systemLog }: UploadParts,
): Promise<void> {
  await app.register(async (scope) => {
    await takeForms(scope, { maxFileBytes: MAX_UPLOAD_BYTES });
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
  raw.setTimeout(FORM_STALL_LIMIT_MS, () => raw.destroy());
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
        error: `This file is already in the library as '${refusal.title}' by ${refusal.artist}`,
        code: "conflict",
        field: FIELD,
      });
    case "twice-at-once":
      throw new ApiFailure({
        error: "This file is already being uploaded; wait until it is in the library",
        code: "conflict",
        field: FIELD,
      });
    case "disk-full":
      throw new ApiFailure(diskFull);
    default:
      return refusal satisfies never;
  }
}
