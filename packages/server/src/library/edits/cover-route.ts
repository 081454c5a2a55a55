import { MAX_COVER_BYTES, trackCoversApi, type ApiError } from "@neonrelay/contract";
import type { FastifyInstance } from "fastify";
import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { ApiFailure } from "../../http-kit/api-failure.ts";
import { receiveFormFile, takeForms } from "../../http-kit/form-route.ts";
import { addRoutes } from "../../http-kit/route.ts";
import { storeCoverOf } from "../../media/picture-jobs.ts";
import type { MediaRun } from "../../media/media-runner.ts";
import { ARTWORK_FOLDER } from "../artwork-folder.ts";

const FIELD = "picture";
const refusals = {
  noFile: {
    error: `Send the picture as multipart/form-data, in the field '${FIELD}'`,
    code: "invalid_request",
    field: FIELD,
  },
  tooLarge: { error: "The picture must be smaller than 10 MB", code: "too_large", field: FIELD },
  broken: {
    error: "The picture did not arrive completely; send it again",
    code: "invalid_request",
    field: FIELD,
  },
} as const satisfies Readonly<Record<string, ApiError>>;

/** Accepts images that edits can then set as covers. */
export async function addTrackCovers(
  app: FastifyInstance,
  {
    dataDir,
    media,
  }: {
    readonly dataDir: string;
    readonly media: Pick<MediaRun, "childUrl" | "fileLimitMs">;
  },
): Promise<void> {
  const artworkFolder = path.join(dataDir, ARTWORK_FOLDER);
  await app.register(async (scope) => {
    await takeForms(scope, { maxFileBytes: MAX_COVER_BYTES });
    addRoutes(scope, trackCoversApi, {
      uploadTrackCover: async (_parsed, { request }) => {
        const picture = await receiveFormFile(request, {
          field: FIELD,
          maxBytes: MAX_COVER_BYTES,
          refusals,
        });
        const picturePath = path.join(artworkFolder, `${randomUUID()}.upload`);
        await mkdir(artworkFolder, { recursive: true });
        try {
          await writeFile(picturePath, picture);
          const cover = await storeCoverOf(picturePath, { artworkFolder, media });
          if ("problem" in cover)
            throw new ApiFailure({ error: cover.problem, code: "refused_file", field: FIELD });
          return { name: cover.name };
        } finally {
          await rm(picturePath, { force: true });
        }
      },
    });
  });
}
