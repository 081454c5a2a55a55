/** The part of the contract for callers; `index.ts` has all of it. */
import type * as z from "zod/mini";
import type { Call } from "./call.ts";
import type { Endpoint } from "./endpoint.ts";
import type * as contract from "./index.ts";

export * from "./accounts.ts";
export * from "./analysis.ts";
export * from "./attention.ts";
export * from "./backup.ts";
export * from "./backup-plan.ts";
export * from "./irc.ts";
export * from "./call.ts";
export * from "./chat.ts";
export * from "./chat-texts.ts";
export * from "./visible-text.ts";
export * from "./clocks.ts";
export * from "./comments.ts";
export * from "./deletions.ts";
export * from "./djs.ts";
export * from "./health.ts";
export * from "./duplicates.ts";
export * from "./errors.ts";
export * from "./favourites.ts";
export * from "./hls-storage.ts";
export * from "./holidays.ts";
export * from "./incoming.ts";
export * from "./track-cues.ts";
export * from "./track-edits.ts";
export * from "./music-formats.ts";
export * from "./track-kinds.ts";
export * from "./track-names.ts";
export * from "./levels.ts";
export * from "./library-groups.ts";
export * from "./listeners.ts";
export * from "./logs.ts";
export * from "./music-sources.ts";
export * from "./on-now.ts";
export * from "./outputs.ts";
export * from "./plan.ts";
export * from "./playlist-files.ts";
export * from "./playlists.ts";
export * from "./programme-colors.ts";
export * from "./programme-import.ts";
export * from "./queue.ts";
export * from "./radio.ts";
export * from "./reports.ts";
export * from "./requests.ts";
export * from "./rights.ts";
export * from "./schedule.ts";
export * from "./branding.ts";
export * from "./set-up.ts";
export * from "./settings.ts";
export * from "./station-policy.ts";
export * from "./shows.ts";
export * from "./socket.ts";
export type * from "./socket-commands.ts";
export * from "./socket-urls.ts";
export * from "./spots.ts";
export * from "./system.ts";
export * from "./tracks.ts";
export type * from "./accounts-api.ts";
export type * from "./analysis-api.ts";
export type * from "./attention-api.ts";
export type { S3Store } from "./s3-store.ts";
export type * from "./backup-api.ts";
export type * from "./backup-plan-api.ts";
export type * from "./irc-api.ts";
export type * from "./chat-api.ts";
export type * from "./clocks-api.ts";
export type * from "./comments-api.ts";
export type * from "./deletions-api.ts";
export type * from "./djs-api.ts";
export type * from "./health-api.ts";
export type * from "./duplicates-api.ts";
export type * from "./favourites-api.ts";
export type * from "./hls-storage-api.ts";
export type * from "./holidays-api.ts";
export type * from "./incoming-api.ts";
export type * from "./library-groups-api.ts";
export type * from "./listeners-api.ts";
export type * from "./logs-api.ts";
export type * from "./music-sources-api.ts";
export type * from "./outputs-api.ts";
export type * from "./plan-api.ts";
export type * from "./playlist-files-api.ts";
export type * from "./playlists-api.ts";
export type * from "./queue-api.ts";
export type * from "./radio-api.ts";
export type * from "./reports-api.ts";
export type * from "./schedule-api.ts";
export type * from "./set-up-api.ts";
export type * from "./settings-api.ts";
export type * from "./shows-api.ts";
export type * from "./spots-api.ts";
export type * from "./system-api.ts";
export type * from "./track-cues-api.ts";
export type * from "./track-edits-api.ts";
export type * from "./tracks-api.ts";

type Contract = typeof contract;
type Apis = { [Name in keyof Contract]: Name extends `${string}Api` ? Contract[Name] : never };
type EndpointIn<Api> = Api extends Readonly<Record<string, Endpoint>> ? Api[keyof Api] : never;
/** The description of a call, matched by method and path. */
type EndpointOf<C extends Call> = Extract<EndpointIn<Apis[keyof Apis]>, Pick<C, "method" | "path">>;

type Has<Part extends string, C extends Call> =
  EndpointOf<C> extends Readonly<Record<Part, infer Schema extends z.ZodMiniType>> ? Schema : never;

/** A call's input, as the caller sends it. */
export type RequestOf<C extends Call> = {
  [Part in "params" | "query" | "body" as [Has<Part, C>] extends [never] ? never : Part]: z.input<
    Has<Part, C>
  >;
};
