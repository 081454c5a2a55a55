import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import {
  edgesCalls,
  type Output,
  outputCodecSchema,
  outputsCalls,
  outputShape,
  outputUsernameSchema,
} from "./outputs.ts";

const passwordSchema = z
  .string()
  .check(
    z.minLength(1, "must not be empty"),
    z.maxLength(255, "at most 255 characters"),
    z.regex(/^[^\p{Cc}\p{Cs}]+$/u, "must not contain control characters"),
  );

const newOutputSchema = z.object({
  ...outputShape,
  codec: z._default(outputCodecSchema, "mp3"),
  tls: z._default(z.boolean(), false),
  username: z._default(outputUsernameSchema, "source"),
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

const outputIdSchema = z.object({ id: z.uuid().check(z.describe("Id of the output")) });

export const outputsApi = defineApi(outputsCalls, {
  listOutputs: {
    access: "system_config",
    summary: "The Icecast servers that the stream is relayed to, and the state of each",
    example: { response: [outputExample] },
  },
  addOutput: {
    access: "system_config",
    errors: ["conflict"],
    summary: "Relay the stream to another Icecast server",
    example: { body: bodyExample, response: outputExample },
    body: newOutputSchema,
  },
  changeOutput: {
    access: "system_config",
    errors: ["not_found", "conflict"],
    summary:
      "Change an output; omitted fields stay. Another server or no more TLS needs the password again",
    example: { body: { isEnabled: true }, response: outputExample },
    params: outputIdSchema,
    body: outputChangeSchema,
  },
  removeOutput: {
    access: "system_config",
    errors: ["not_found"],
    summary: "Remove an output and stop sending to it",
    example: { response: { removed: true } },
    params: outputIdSchema,
  },
  testOutput: {
    access: "system_config",
    errors: ["not_found", "conflict"],
    summary: "Test an Icecast server with a real handshake; its listeners hear nothing",
    example: {
      body: bodyExample,
      response: { success: true, message: "The server takes the stream" },
    },
    body: z.object({
      ...newOutputSchema.shape,
      /** Id of a stored output whose password is used if none is given. */
      id: z.optional(z.uuid()),
      password: z.optional(passwordSchema),
    }),
  },
});

export const edgesApi = defineApi(edgesCalls, {
  listEdges: {
    access: "system_config",
    summary:
      "The edges that carry the stream elsewhere, with their listeners and the state of each",
    example: {
      response: [
        {
          id: "3b1f0c56-7c39-4c5d-9b0a-6a2f5a1d8e47",
          name: "paris",
          publicUrl: "https://paris.radio.example",
          weight: 10,
          state: "carrying",
          listeners: 214,
          lagMs: 320,
          since: "2026-01-02T20:15:00.000Z",
          listenerHours: 1830.5,
        },
      ],
    },
  },
});
