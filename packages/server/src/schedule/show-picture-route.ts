import {
  MAX_SHOW_PICTURE_BYTES,
  showPictureApi,
  showPictureImageApi,
  type ApiError,
} from "@neonrelay/contract";
import type { FastifyInstance } from "fastify";
import { createHash } from "node:crypto";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { receiveFormFile, takeForms } from "../http-kit/form-route.ts";
import { addRoutes } from "../http-kit/route.ts";
import type { MediaRun } from "../media/media-runner.ts";
import { makeSquarePicture } from "../media/picture-jobs.ts";
import { isPicture } from "./picture-rules.ts";
import type { ScheduleParts } from "./schedule-change.ts";
import { storedOf } from "./schedule-failures.ts";
import { changeShowPicture, requireMayChange } from "./show-actions.ts";
import { toShow } from "./show-views.ts";
import { findShowPicture } from "./show-store.ts";

const { getShowPicture } = showPictureImageApi;
const HOUR_SECONDS = 3600;
const YEAR_SECONDS = 365 * 24 * HOUR_SECONDS;

const FIELD = "picture";
const tooLarge: ApiError = {
  error: "The picture must be smaller than 1 MB",
  code: "too_large",
  field: FIELD,
};
const noFile: ApiError = {
  error: `Send the picture as multipart/form-data, in the field '${FIELD}'`,
  code: "invalid_request",
  field: FIELD,
};
const broken: ApiError = {
  error: "The picture did not arrive completely; send it again",
  code: "invalid_request",
  field: FIELD,
};
const noPicture: ApiError = {
  error: "Choose a picture (JPEG, PNG, WebP)",
  code: "refused_file",
  field: FIELD,
};
const unreadable: ApiError = {
  error: "This picture can't be read: it is damaged, or too large to unpack",
  code: "refused_file",
  field: FIELD,
};

/**
 * Stores pictures of shows as square WebP images and serves them. `v` changes with the picture, so browsers may cache
 * it forever.
 */
export async function addShowPictures(
  app: FastifyInstance,
  parts: ScheduleParts & { readonly media: Pick<MediaRun, "childUrl" | "fileLimitMs"> },
): Promise<void> {
  await app.register(async (scope) => {
    await takeForms(scope, { maxFileBytes: MAX_SHOW_PICTURE_BYTES });
    addRoutes(scope, showPictureApi, {
      setShowPicture: async ({ params: { id } }, { caller, request }) => {
        storedOf("show", await requireMayChange(parts, { id, by: caller }));
        const received = await receiveFormFile(request, {
          field: FIELD,
          maxBytes: MAX_SHOW_PICTURE_BYTES,
          refusals: { noFile, tooLarge, broken },
        });
        if (!isPicture(received)) throw new ApiFailure(noPicture);
        const image = await makeSquarePicture(received, parts.media);
        if (image === null) throw new ApiFailure(unreadable);
        const digest = createHash("sha256").update(image).digest("hex").slice(0, 32);
        const picture = { image, mediaType: "image/webp", digest };
        return toShow(
          storedOf("show", await changeShowPicture(parts, { id, picture, by: caller })),
        );
      },
      removeShowPicture: async ({ params: { id } }, { caller }) => {
        const change = { id, picture: null, by: caller };
        return toShow(storedOf("show", await changeShowPicture(parts, change)));
      },
    });
  });
  app.route({
    method: getShowPicture.method,
    url: getShowPicture.path,
    config: {
      access: getShowPicture.access,
      isForAnyone: getShowPicture.isForAnyone,
      isForOtherSites: getShowPicture.isForOtherSites,
    },
    schema: { params: getShowPicture.params, querystring: getShowPicture.query },
    handler: async (request, reply) => {
      const { id } = getShowPicture.params.parse(request.params);
      const { v } = getShowPicture.query.parse(request.query);
      const picture = await findShowPicture(parts.database.connection, id);
      if (picture === null)
        throw new ApiFailure({ error: "This show has no picture", code: "not_found" });
      const etag = `"${picture.digest}"`;
      const keep = v === picture.digest ? `${YEAR_SECONDS}, immutable` : String(HOUR_SECONDS);
      reply.header("etag", etag).header("cache-control", `public, max-age=${keep}`);
      if (request.headers["if-none-match"] === etag) return reply.code(304).send();
      return reply.type(picture.mediaType).send(picture.image);
    },
  });
}
