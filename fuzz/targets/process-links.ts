import { Readable } from "node:stream";
import { LineTooLongError, readJsonLines, toJsonLine } from "@neonrelay/process/json-lines";
import { fromOnAirSchema, toOnAirSchema } from "../../packages/on-air/src/protocol/messages.ts";
import {
  BadEngineFrameError,
  createEngineFrameReader,
} from "../../packages/on-air/src/engine-host/engine-frames.ts";
import { toEngineSchema } from "../../packages/on-air/src/engine/engine-protocol.ts";
import { mediaJobSchema, mediaResultSchema } from "@neonrelay/on-air/media-jobs";
import {
  probeOrderSchema,
  probeReportSchema,
} from "../../packages/on-air/src/probe/probe-protocol.ts";
import { parseCommand } from "../../packages/server/src/socket/socket-commands.ts";
import { socketMessageSchema } from "@neonrelay/contract";
import { expectPlain, expectSame, orRefused, orRefusedLater } from "../expectations.ts";
import { targetDefaults, type FuzzTarget } from "../target.ts";

const schemas = [
  toOnAirSchema,
  fromOnAirSchema,
  toEngineSchema,
  mediaJobSchema,
  mediaResultSchema,
  probeOrderSchema,
  probeReportSchema,
  socketMessageSchema,
];
const MAX_LINE_BYTES = 4096;

function frame(kind: number, payload: string): string {
  const head = Buffer.alloc(5);
  head.writeUInt32LE(payload.length + 1);
  head[4] = kind;
  return head.toString("latin1") + payload;
}

/** Messages between a station's processes and browsers: JSON lines, engine frames, /ws messages. */
export const processLinks: FuzzTarget = {
  ...targetDefaults,
  seeds: [
    '{"kind":"hello","protocolVersion":1,"stored":null}\n{"kind":"command","id":1,"name":"skip","input":{}}\n',
    '{"kind":"event","number":1,"event":{"kind":"track.started"}}\n{"kind":"alive"}\n{"kind":"refusal","id":1,"reason":"x"}\n',
    '{"kind":"analyse","paths":["/a"],"artworkFolder":"/b","niceness":10}\n{"kind":"refused","path":"/a","reason":"x"}\n',
    '{"type":"chat_join","data":{"username":"ada"}}',
    '{"type":"radio_state","data":{"isPlaying":true,"volume":50}}',
    '{"type":"listen","data":{"cid":"00000000-0000-4000-8000-000000000000"}}',
    frame(1, '{"kind":"ready"}') + frame(2, "\x02\0\0\0{}sound"),
  ],
  words: [
    '"kind":',
    '"type":',
    '"data":',
    '"id":',
    '"input":',
    '"name":',
    '"event":',
    '"hello"',
    '"command"',
    "\n",
    '{"__proto__":{"isAdmin":true}}',
    '"__proto__":',
    '"constructor":',
    "\u0000\u0000\u0000\u0001",
  ],
  run: async (input) => {
    const refusals = [SyntaxError, LineTooLongError] as const;
    const whole = await orRefusedLater(() => readAll([input]), refusals);
    const bytes = Array.from(input, (byte) => Buffer.from([byte]));
    expectSame(
      await orRefusedLater(() => readAll(bytes), refusals),
      whole,
      "lines depend on how they are cut",
    );
    for (const value of whole ?? [])
      for (const schema of schemas) {
        const { data } = schema.safeParse(value);
        expectPlain(data, "a message");
      }
    expectPlain(parseCommand(input.toString("utf8")), "a command of a browser");
    const frames = orRefused(() => [...createEngineFrameReader()(input)], [BadEngineFrameError]);
    expectPlain(frames, "a frame of the engine");
  },
};

async function readAll(pieces: readonly Buffer[]): Promise<readonly unknown[]> {
  const values: unknown[] = [];
  const lines = readJsonLines(Readable.from(pieces), { maxLineBytes: MAX_LINE_BYTES });
  for await (const value of lines) values.push(value);
  for (const value of values.slice(0, 1)) toJsonLine(value);
  return values;
}
