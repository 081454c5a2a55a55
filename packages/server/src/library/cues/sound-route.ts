import { trackSoundApi, type ApiError } from "@neonrelay/contract";
import type { FastifyInstance } from "fastify";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { takesGzip } from "../../http-kit/accepted-encoding.ts";
import { ApiFailure } from "../../http-kit/api-failure.ts";
import { requesterName } from "../../identity/rights-rules.ts";
import { noSuchTrack, refuseCues } from "./cue-failures.ts";
import { TrackSound, type TrackSoundParts } from "./track-sound.ts";

const unpack = promisify(gunzip);
const { getTrackWaveform, renderTrackSound } = trackSoundApi;
const busy: ApiError = {
  error: "The station is still making the last preview: try again in a moment",
  code: "too_many_requests",
};
const givenUp: ApiError = {
  error: "This preview is no longer needed",
  code: "unavailable",
};
const tooLate: ApiError = {
  error: "The preview begins after the cue-out",
  code: "invalid_request",
  field: "fromMs",
};

/** Waveforms and audio previews, which are not JSON. */
export function addTrackSound(app: FastifyInstance, parts: TrackSoundParts): void {
  const sound = new TrackSound(parts);
  app.addHook("preClose", async () => sound.close());
  app.route({
    method: getTrackWaveform.method,
    url: getTrackWaveform.path,
    config: { access: getTrackWaveform.access },
    schema: { params: getTrackWaveform.params },
    handler: async (request, reply) => {
      const { id } = getTrackWaveform.params.parse(request.params);
      const outcome = await sound.waveform(id);
      if (outcome.kind !== "waveform") return refuse(outcome);
      const etag = `"${outcome.version}"`;
      // Browsers cache it but revalidate each time.
      reply.header("etag", etag).header("cache-control", "private, no-cache");
      reply.header("vary", "accept-encoding");
      if (request.headers["if-none-match"] === etag) return await reply.code(304).send();
      reply.type(getTrackWaveform.mediaType);
      if (takesGzip(request.headers["accept-encoding"]))
        return await reply.header("content-encoding", "gzip").send(outcome.packed);
      return await reply.send(await unpack(outcome.packed));
    },
  });
  app.route({
    method: renderTrackSound.method,
    url: renderTrackSound.path,
    config: { access: renderTrackSound.access },
    schema: { params: renderTrackSound.params, body: renderTrackSound.body },
    handler: async (request, reply) => {
      const { id } = renderTrackSound.params.parse(request.params);
      const body = renderTrackSound.body.parse(request.body);
      const person = requesterName(request.caller);
      const gone = new AbortController();
      reply.raw.once("close", () => gone.abort());
      const outcome = await sound.piece({ person, trackId: id, ...body, signal: gone.signal });
      // The client has gone: no one reads this.
      if (outcome.kind === "given-up") throw new ApiFailure(givenUp);
      if (outcome.kind === "too-late") throw new ApiFailure(tooLate);
      if (outcome.kind === "invalid") return refuseCues(outcome.problem);
      if (outcome.kind !== "sound") return refuse(outcome);
      reply.header("cache-control", "no-store");
      if (outcome.joinAtMs !== null) reply.header("x-join-ms", outcome.joinAtMs);
      return await reply.type(renderTrackSound.mediaType).send(outcome.sound);
    },
  });
}

function refuse(
  outcome:
    | { readonly kind: "unknown" | "busy" }
    | { readonly kind: "refused"; readonly reason: string },
): never {
  if (outcome.kind === "refused")
    throw new ApiFailure({ error: outcome.reason, code: "refused_file" });
  throw new ApiFailure(outcome.kind === "busy" ? busy : noSuchTrack);
}
