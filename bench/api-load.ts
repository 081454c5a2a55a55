import { once } from "node:events";
import { Agent, request } from "node:http";
import * as z from "zod";

/** Calls to make, each once, in this order. */
const loadCommandSchema = z.object({
  origin: z.string(),
  cookie: z.string(),
  connections: z.int(),
  calls: z.array(z.object({ method: z.string(), path: z.string(), body: z.optional(z.string()) })),
});
export type LoadCommand = z.infer<typeof loadCommandSchema>;
export const loadAnswerSchema = z.object({
  perSecond: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
  /** One per call, fastest first. */
  tookMs: z.array(z.number()),
  /** Calls not answered with 200. */
  failed: z.int(),
});
export type LoadAnswer = z.infer<typeof loadAnswerSchema>;

type Call = LoadCommand["calls"][number];

async function run({ origin, cookie, connections, calls }: LoadCommand): Promise<LoadAnswer> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const tookMs: number[] = [];
  let failed = 0;
  let next = 0;
  const callOn = async (): Promise<void> => {
    for (let call = calls[next++]; call !== undefined; call = calls[next++]) {
      const startedAt = performance.now();
      const status = await send({ call, origin, cookie, agent });
      tookMs.push(performance.now() - startedAt);
      if (status !== 200) failed += 1;
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: connections }, callOn));
  const seconds = (performance.now() - startedAt) / 1000;
  agent.destroy();
  const sorted = tookMs.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return {
    perSecond: calls.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    tookMs: sorted,
    failed,
  };
}

/** @returns the status, once the response is complete */
async function send({
  call,
  origin,
  cookie,
  agent,
}: {
  readonly call: Call;
  readonly origin: string;
  readonly cookie: string;
  readonly agent: Agent;
}): Promise<number> {
  const sending = request(new URL(call.path, origin), {
    method: call.method,
    agent,
    headers: {
      cookie,
      origin,
      ...(call.body !== undefined && {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(call.body),
      }),
    },
  });
  sending.end(call.body);
  const [response] = await once(sending, "response");
  response.resume();
  await once(response, "end");
  return response.statusCode;
}

process.on("message", (message) => {
  run(loadCommandSchema.parse(message)).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit(0));
