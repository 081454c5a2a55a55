import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import {
  MAX_SHOWS,
  showPictureCalls,
  showPictureImageCalls,
  showsCalls,
  showShape,
  type PublicShow,
  type Show,
} from "./shows.ts";

const newShowSchema = z.object({
  ...showShape,
  text: z._default(showShape.text, ""),
  color: z._default(showShape.color, "cyan"),
  hostIds: z._default(showShape.hostIds, []),
  content: z._default(showShape.content, { kind: "turns" }),
  requests: z._default(showShape.requests, { kind: "open" }),
});
export type NewShow = z.output<typeof newShowSchema>;

const showChangeSchema = z.extend(z.partial(z.object(showShape)), {
  /** A new name keeps the address below /shows/, unless a new one is given here. */
  slug: z.optional(
    z
      .string()
      .check(
        z.maxLength(60, "at most 60 characters"),
        z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "use words of a-z and 0-9 joined by hyphens"),
      ),
  ),
  version: z.int(),
});
export type ShowChange = z.infer<typeof showChangeSchema>;

const params = z.object({ id: z.uuid().check(z.describe("Id of the show")) });

const showExample: Show = {
  id: "3c8e4a17-9f2b-4d65-8e01-5a7b9c3d2f10",
  slug: "night-flight",
  name: "Night Flight",
  text: "Two hours above the clouds.",
  color: "violet",
  hostIds: ["8f14e45f-ceea-467f-9c9b-5d5f7d0f1a33"],
  content: {
    kind: "live",
    fallbackPlaylistId: null,
    opensMinutesBefore: 15,
    graceMinutes: 5,
    overrunMinutes: 5,
    admits: "hosts",
  },
  requests: { kind: "open" },
  pictureUrl: null,
  version: 2,
};
const publicExample: PublicShow = {
  id: showExample.id,
  slug: showExample.slug,
  name: showExample.name,
  text: showExample.text,
  color: showExample.color,
  hosts: ["Vega"],
  isLive: true,
  pictureUrl: null,
};
const {
  id: _id,
  slug: _slug,
  pictureUrl: _pictureUrl,
  version: _version,
  ...newExample
} = showExample;

export const showsApi = defineApi(showsCalls, {
  listShows: {
    access: "public",
    isForAnyone: true,
    isForOtherSites: true,
    summary: "The shows of the station, by name",
    example: { response: [publicExample] },
  },
  getShow: {
    access: "public",
    isForAnyone: true,
    isForOtherSites: true,
    errors: ["not_found"],
    summary: "A show, with its next dates",
    params: z.object({
      slug: z.string().check(z.maxLength(100), z.describe("Its address below /shows/")),
    }),
    example: {
      response: {
        ...publicExample,
        dates: [{ startsAt: "2027-03-01T19:00:00.000Z", endsAt: "2027-03-01T21:00:00.000Z" }],
      },
    },
  },
  listProgrammeShows: {
    access: "signed-in",
    summary: "The shows with everything that operators set, by name",
    example: { response: [showExample] },
  },
  listShowHosts: {
    access: "programme",
    summary: "Accounts that may host a show, by name",
    example: { response: [{ id: showExample.hostIds[0] ?? "", name: "Vega" }] },
  },
  createShow: {
    access: "programme",
    errors: ["name_taken", "conflict", "not_found"],
    summary: `Create a show; at most ${MAX_SHOWS} exist`,
    body: newShowSchema,
    example: { body: newExample, response: showExample },
  },
  changeShow: {
    access: "signed-in",
    errors: ["not_found", "not_allowed", "name_taken", "conflict"],
    summary:
      "Change a show; omitted fields stay. Needs the right `programme`; hosts may change the text of their own show",
    params,
    body: showChangeSchema,
    example: { body: { version: 1, text: "" }, response: showExample },
  },
  removeShow: {
    access: "programme",
    errors: ["not_found"],
    summary: "Remove a show and its schedule entries",
    params,
    example: { response: { isRemoved: true } },
  },
});

const idParams = z.object({ id: z.uuid().check(z.describe("Id of the show")) });
const yours = "Needs the right `programme` or being a host of the show";

export const showPictureApi = defineApi(showPictureCalls, {
  setShowPicture: {
    access: "signed-in",
    errors: ["invalid_request", "not_found", "not_allowed", "too_large", "refused_file"],
    summary: `Set the picture of a show: multipart/form-data with a JPEG, PNG or WebP file in the field \`picture\`, at most 1 MB. ${yours}`,
    params: idParams,
    example: { response: showExample },
  },
  removeShowPicture: {
    access: "signed-in",
    errors: ["not_found", "not_allowed"],
    summary: `Remove the picture of a show. ${yours}`,
    params: idParams,
    example: { response: showExample },
  },
});

export const showPictureImageApi = defineApi(showPictureImageCalls, {
  getShowPicture: {
    access: "public",
    isForAnyone: true,
    isForOtherSites: true,
    mediaType: "image/*",
    errors: ["not_found"],
    summary: "The picture of a show",
    params: idParams,
    query: z.object({
      v: z.optional(
        z.string().check(z.describe("Version of the picture; lets the browser cache it forever")),
      ),
    }),
  },
});
