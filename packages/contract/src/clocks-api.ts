import * as z from "zod/mini";
import { clockShape, clocksCalls, MAX_CLOCKS, type Clock } from "./clocks.ts";
import { defineApi } from "./endpoint.ts";

const newClockSchema = z.object({
  ...clockShape,
  color: z._default(clockShape.color, "cyan"),
  isFilled: z._default(z.boolean(), true),
});
export type NewClock = z.output<typeof newClockSchema>;

const clockChangeSchema = z.extend(z.partial(z.object(clockShape)), { version: z.int() });
export type ClockChange = z.infer<typeof clockChangeSchema>;

const params = z.object({ id: z.uuid().check(z.describe("Id of the clock")) });

const clockExample: Clock = {
  id: "f2d1a8c4-6c1e-4f0a-8d7b-0c9b5a6e3d21",
  name: "Evening hour",
  color: "violet",
  isFilled: true,
  slots: [
    {
      id: "0b6f6f3e-5a53-4b5f-9a55-7b0f3b0f6a10",
      content: { kind: "content", contentKind: "jingle" },
      start: { kind: "exact", second: 0, whileLive: "wait" },
      length: { kind: "tracks", tracks: 1 },
    },
    {
      id: "6a1d2f0c-1f5e-4c5b-8a0e-2d4f6b8c0e13",
      content: { kind: "playlist", playlistId: "5b0d3c1e-4d0f-4a0e-9c57-0a8f4be7d6a1" },
      start: { kind: "follow" },
      length: { kind: "rest" },
    },
  ],
  version: 2,
};
const { id: _id, version: _version, ...newExample } = clockExample;

export const clocksApi = defineApi(clocksCalls, {
  listClocks: {
    access: "signed-in",
    summary: "The clocks of the programme, by name",
    example: { response: [clockExample] },
  },
  createClock: {
    access: "programme",
    errors: ["name_taken", "conflict", "not_found"],
    summary: `Create a clock; at most ${MAX_CLOCKS} exist`,
    body: newClockSchema,
    example: { body: newExample, response: clockExample },
  },
  changeClock: {
    access: "programme",
    errors: ["not_found", "name_taken", "conflict"],
    summary: "Change a clock; the plan follows",
    params,
    body: clockChangeSchema,
    example: { body: { version: 1, isFilled: true }, response: clockExample },
  },
  removeClock: {
    access: "programme",
    errors: ["not_found", "conflict"],
    summary: "Remove a clock that nothing in the schedule uses",
    params,
    example: { response: { isRemoved: true } },
  },
});
