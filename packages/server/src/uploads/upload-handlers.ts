import { MAX_UPLOAD_MEGABYTES, uploadApi, type ApiError } from "@neonrelay/contract";
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
import type { Settings } from "../settings/settings.ts";
import type { AddOutcome } from "../library/file-intake.ts";
import type { Upload } from "./upload.ts";
import { diskFull, FILE_FIELD, tooLarge, wordAdmission, wordRefusal } from "./upload-words.ts";
import type { Uploads } from "./uploads.ts";

interface UploadParts {
  readonly uploads: Uploads;
  readonly systemLog: SystemLog;
  readonly settings: Pick<Settings, "current">;
}

const noFile: ApiError = {
  error: `Send the file as multipart/form-data, in the field '${FILE_FIELD}'`,
  code: "invalid_request",
  field: FILE_FIELD,
};
const broken: ApiError = {
  error: "The file did not arrive completely; send it again",
  code: "invalid_request",
  field: FILE_FIELD,
};
const interrupted: ApiError = {
  error: "The upload was interrupted; send the file again",
  code: "unavailable",
};
const busy: ApiError = {
  error: "Other uploads are in progress; try again in a minute",
  code: "too_many_requests",
};
/** Registers the upload, the one call with a form as its body, in a separate scope. */
export async function addUpload(
  app: FastifyInstance,
  { uploads, systemLog, settings }: UploadParts,
): Promise<void> {
  await app.register(async (scope) => {
    await takeForms(scope, { maxFileBytes: MAX_UPLOAD_MEGABYTES * 1024 * 1024 });
    addRoutes(scope, uploadApi, {
      upload: async (_parsed, { caller, request, reply }) => {
        if (!request.isMultipart()) throw new ApiFailure(noFile);
        const length = Number(request.headers["content-length"] ?? 0);
        const { maxUploadMegabytes } = settings.current;
        const gone = new AbortController();
        reply.raw.once("close", () => gone.abort());
        const upload = await uploads.begin({
          caller,
          sizeBytes: Math.max(1, length - MAX_FORM_BYTES),
          signal: gone.signal,
        });
        if (upload === "busy") throw new ApiFailure(busy);
        if (typeof upload === "string")
          throw new ApiFailure(wordAdmission(upload, maxUploadMegabytes));
        await using _owned = upload;
        const outcome = await take(request, upload, maxUploadMegabytes);
        if (outcome.kind !== "added") throw new ApiFailure(wordRefusal(outcome));
        const { track } = outcome;
        systemLog.recordOperatorAction({
          who: caller,
          action: "uploaded a track",
          details: { trackId: track.id, title: track.title, artist: track.artist },
        });
        return { track };
      },
    });
  });
}

async function take(
  request: FastifyRequest,
  upload: Upload,
  maxUploadMegabytes: number,
): Promise<AddOutcome> {
  try {
    await receiveFile(request, upload, maxUploadMegabytes);
    // Receiving may have taken minutes, and decoding is expensive.
    await request.requireAccessAgain();
    return await upload.add();
  } catch (error) {
    // The client has gone, or the station is stopping.
    if (error instanceof Error && error.name === "AbortError") throw new ApiFailure(interrupted);
    throw error;
  }
}

async function receiveFile(
  request: FastifyRequest,
  upload: Upload,
  maxUploadMegabytes: number,
): Promise<void> {
  const { raw } = request;
  let hasFile = false;
  raw.setTimeout(FORM_STALL_LIMIT_MS, () => raw.destroy());
  try {
    for await (const part of request.parts()) {
      if (part.type === "field") continue;
      if (part.fieldname !== FILE_FIELD || hasFile) throw new ApiFailure(noFile);
      hasFile = true;
      const reception = await upload.receive(part.file, part.filename);
      if (reception === "too-large") throw new ApiFailure(tooLarge(maxUploadMegabytes));
      if (reception === "disk-full") throw new ApiFailure(diskFull);
    }
  } catch (error) {
    throw isBrokenForm(error) ? new ApiFailure(broken) : error;
  } finally {
    raw.setTimeout(0);
  }
  if (!hasFile) throw new ApiFailure(noFile);
}
