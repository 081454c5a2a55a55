import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import { lineSchema } from "./texts.ts";

/** Most Icecast servers a station sends to. */
export const MAX_OUTPUTS = 20;

const hostSchema = z
  .string()
  .check(
    z.trim(),
    z.maxLength(255, "at most 255 characters"),
    z.regex(
      /^[A-Za-z0-9_](?:[\w.-]*[A-Za-z0-9_])?$|^[\da-f.]*:[\da-f:.]*$/i,
      "give a host such as icecast.example.org",
    ),
  );
const mountSchema = lineSchema({ shortest: 1, longest: 200 }).check(
  z.regex(/^\/[^\s?#%]+$/u, "give a mount such as /live.mp3"),
);
const usernameSchema = lineSchema({ shortest: 1, longest: 80 }).check(
  z.regex(/^[^:]+$/u, "must not hold a colon"),
);
const portSchema = z.int().check(z.minimum(1), z.maximum(65_535));

/** The mount that an output carries. */
export const outputCodecs = ["mp3", "opus", "aac"] as const;
const codecSchema = z.enum(outputCodecs);

const outputShape = {
  /** Of the mount whose bytes are sent: Opus goes in Ogg, AAC in ADTS. While that mount is off, nothing is sent. */
  codec: codecSchema,
  host: hostSchema,
  port: portSchema,
  tls: z.boolean(),
  mount: mountSchema,
  /** `source` unless the server has a name of its own for this mount. */
  username: usernameSchema,
  /** Whether the server may list the stream in public directories. */
  isPublic: z.boolean(),
  isEnabled: z.boolean(),
};

/** An Icecast server the programme is sent to. Its password is never told. */
export const outputSchema = z.object({
  id: z.uuid(),
  ...outputShape,
  state: z.object({
    /** `off`: disabled, or the stream is stopped; `unknown`: the stream engine can't be asked right now. */
    status: z.enum(["off", "connecting", "on-air", "waiting", "refused", "unknown"]),
    since: z.nullable(z.iso.datetime()),
    /** What was wrong last, as a sentence. */
    detail: z.nullable(z.string()),
    /** When it is tried again. */
    retryAt: z.nullable(z.iso.datetime()),
  }),
});
export type Output = z.infer<typeof outputSchema>;

const passwordSchema = z
  .string()
  .check(
    z.minLength(1, "must not be empty"),
    z.maxLength(255, "at most 255 characters"),
    z.regex(/^[^\p{Cc}\p{Cs}]+$/u, "must not hold control characters"),
  );

const newOutputSchema = z.object({
  ...outputShape,
  codec: z._default(codecSchema, "mp3"),
  tls: z._default(z.boolean(), false),
  username: z._default(usernameSchema, "source"),
  isPublic: z._default(z.boolean(), false),
  isEnabled: z._default(z.boolean(), true),
  password: passwordSchema,
});
export type NewOutput = z.infer<typeof newOutputSchema>;

const outputChangeSchema = z.partial(z.object({ ...outputShape, password: passwordSchema }));
export type OutputChange = z.infer<typeof outputChangeSchema>;

const outputExample: Output = {
  id: "7e1c2a94-52d1-4a6f-8f5b-0c5d3a8e6b21",
  codec: "mp3",
  host: "icecast.example.org",
  port: 8000,
  tls: false,
  mount: "/neonrelay.mp3",
  username: "source",
  isPublic: false,
  isEnabled: true,
  state: { status: "on-air", since: "2026-01-02T20:15:00.000Z", detail: null, retryAt: null },
};
const bodyExample = {
  host: "icecast.example.org",
  port: 8000,
  mount: "/neonrelay.mp3",
  password: "hackme",
};
const outputIdSchema = z.object({ id: z.uuid().check(z.describe("Of the output")) });

export const outputsApi = defineApi({
  listOutputs: {
    method: "GET",
    path: "/api/stream/outputs",
    access: "system_config",
    summary: "The Icecast servers the programme is sent to, and how each does",
    example: { response: [outputExample] },
    response: z.array(outputSchema),
  },
  addOutput: {
    method: "POST",
    path: "/api/stream/outputs",
    access: "system_config",
    errors: ["conflict"],
    summary: "Send the programme to another Icecast server",
    example: { body: bodyExample, response: outputExample },
    body: newOutputSchema,
    response: outputSchema,
  },
  changeOutput: {
    method: "PUT",
    path: "/api/stream/outputs/:id",
    access: "system_config",
    errors: ["not_found", "conflict"],
    summary:
      "Change an output; what is left out stays, the password too unless the server is another or TLS is left",
    example: { body: { isEnabled: true }, response: outputExample },
    params: outputIdSchema,
    body: outputChangeSchema,
    response: outputSchema,
  },
  removeOutput: {
    method: "DELETE",
    path: "/api/stream/outputs/:id",
    access: "system_config",
    errors: ["not_found"],
    summary: "Send no more to that server, and forget it",
    example: { response: { removed: true } },
    params: outputIdSchema,
    response: z.object({ removed: z.literal(true) }),
  },
  testOutput: {
    method: "POST",
    path: "/api/stream/outputs/test",
    access: "system_config",
    errors: ["not_found", "conflict"],
    summary: "Try a real handshake with an Icecast server; nothing is heard there",
    example: {
      body: bodyExample,
      response: { success: true, message: "The server takes the stream" },
    },
    body: z.object({
      ...newOutputSchema.shape,
      /** Of a stored output whose password is to be used when none is given. */
      id: z.optional(z.uuid()),
      password: z.optional(passwordSchema),
    }),
    response: z.object({ success: z.boolean(), message: z.string() }),
  },
});
