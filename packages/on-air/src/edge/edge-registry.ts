import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "@neonrelay/process/log";
import * as z from "zod";
import type { ListenerSalt } from "../audience/listener-salts.ts";
import type { BridgeLoop } from "../programme/bridge.ts";
import type { EdgeState, OnAirSettings } from "../protocol/index.ts";
import type { StateFile } from "../state/state-file.ts";
import { NEVER_KEPT, send } from "../stream/answers.ts";
import type { EdgeDoorPort } from "../stream/edge-port.ts";
import type { Ring } from "../stream/ring.ts";
import {
  EDGE_PROTOCOL_VERSION,
  edgeReportSchema,
  MAX_REPORT_BYTES,
  type EdgeAnswer,
  type EdgeReport,
  type ProgrammeMark,
} from "./edge-protocol.ts";
import {
  afterJump,
  decideReport,
  isHere,
  listenersOf,
  stillKnown,
  type KnownEdge,
  type ReportDecision,
} from "./edge-roll-rules.ts";
import type { EdgeRows } from "./edge-rows.ts";
import { firstFrameDigest, missingLoops } from "./digests.ts";
import { SharedSecret } from "./shared-secret.ts";

const CHECK_INTERVAL_MS = 1000;
/** A smaller difference between wall and monotonic clock from one check to the next is no jump. */
const LEAST_JUMP_MS = 1000;

/** What is kept about edges between runs. */
export const knownEdgesSchema = z.array(
  z.object({
    id: z.uuid(),
    name: z.string(),
    startedAtMs: z.number(),
    publicUrl: z.string().nullable(),
    weight: z.int(),
    listeners: z.int(),
    state: z.enum(["carrying", "loop"]),
    lagMs: z.number().nullable(),
    sinceMs: z.number(),
    reportedAtMs: z.number(),
    listenerSeconds: z.number(),
  }),
);

export interface EdgeRegistryParts {
  /** null: this station has no edges. */
  readonly secret: string | null;
  readonly ring: Pick<Ring, "newest" | "endSamples">;
  readonly loops: () => readonly BridgeLoop[];
  readonly settings: () => OnAirSettings;
  readonly file: StateFile<KnownEdge[]>;
  /** Edges known from the last run. */
  readonly remembered: readonly KnownEdge[];
  /** Where the rows of edges go. */
  readonly rows: EdgeRows;
  /** For the hashes of edges' listeners. */
  readonly salts: () => readonly ListenerSalt[];
  /** A browser started listening at an edge. */
  readonly onSession: (session: { readonly cid: string; readonly startMs: number }) => void;
  readonly onChanged: () => void;
  readonly log: Logger;
}

/** The master's end of the reports: which edges exist, and who listens there. */
export class EdgeRegistry implements EdgeDoorPort {
  readonly #parts: EdgeRegistryParts;
  readonly #secret: SharedSecret | null;
  readonly #timer: NodeJS.Timeout;
  #known: readonly KnownEdge[];
  /** Offset of the wall clock from the monotonic one, in ms. */
  #aheadMs = Date.now() - performance.now();
  /** Edges that were reporting at the last check. */
  #here = 0;

  constructor(parts: EdgeRegistryParts) {
    this.#parts = parts;
    this.#secret = parts.secret === null ? null : new SharedSecret(parts.secret);
    this.#known = parts.remembered;
    this.#timer = setInterval(() => this.#check(), CHECK_INTERVAL_MS).unref();
  }

  /** Listeners of all edges that report now. */
  get listeners(): number {
    const nowMs = this.#nowMs();
    return listenersOf(this.#known, nowMs);
  }

  get states(): EdgeState[] {
    const nowMs = this.#nowMs();
    return this.#known.map((edge) => stateOf(edge, nowMs));
  }

  close(): void {
    clearInterval(this.#timer);
  }

  answer(request: IncomingMessage, response: ServerResponse, address: string): void {
    const refusal = this.#whyRefused(request, address);
    if (refusal !== null) return refuse(response, refusal);
    this.#take(request, response).catch((error: unknown) => {
      this.#parts.log.debug({ error }, "an edge's report was incomplete");
      response.destroy();
    });
  }

  #whyRefused(request: IncomingMessage, address: string): Refusal | null {
    if (this.#secret === null)
      return { status: 404, error: "This station has no edges: set EDGE_SECRET at the master" };
    if (request.method !== "POST") return { status: 405, error: "Edges report here by POST" };
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const verdict = this.#secret.check(given, address, performance.now());
    if (verdict === "right") return null;
    if (verdict === "wait")
      return { status: 429, error: "Too many wrong secrets from this address" };
    this.#parts.log.warn("an edge sent a wrong secret");
    return { status: 401, error: "The master has another EDGE_SECRET: set the same at both ends" };
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readText(request);
    if (text === null) return refuse(response, { status: 413, error: "The report is too long" });
    const report = readReport(text);
    if ("error" in report) return refuse(response, report);
    const nowMs = this.#nowMs();
    const known = stillKnown(this.#known, nowMs);
    const decision = decideReport({ report, known, nowMs });
    if (decision.kind !== "taken")
      return refuse(response, { status: 409, error: whyNot(decision, report) });
    const { edge } = decision;
    const before = this.#known.find(({ id }) => id === edge.id);
    this.#known = [...known.filter(({ id }) => id !== edge.id), edge];
    if (before === undefined || hasChanged(before, edge)) this.#parts.onChanged();
    for (const session of report.sessions) this.#parts.onSession(session);
    if (before?.listenerSeconds !== edge.listenerSeconds) this.#parts.file.save([...this.#known]);
    const stored = await this.#parts.rows.store(report);
    return sendJson(response, 200, { ...this.#answerTo(report, edge), stored });
  }

  #answerTo(report: EdgeReport, edge: KnownEdge): Omit<EdgeAnswer, "stored"> {
    const { settings, loops, salts } = this.#parts;
    return {
      protocol: EDGE_PROTOCOL_VERSION,
      // Keep what concerns this machine alone.
      settings: { ...settings(), allowedStreamHosts: [], captureDeviceId: null },
      mark: this.#mark,
      loops: missingLoops(loops(), report.loops),
      listenerSeconds: edge.listenerSeconds,
      salts: [...salts()],
    };
  }

  get #mark(): ProgrammeMark | null {
    const { newest, endSamples } = this.#parts.ring;
    const digest = newest === undefined ? null : firstFrameDigest(newest.bytes);
    if (newest === undefined || digest === null) return null;
    return { digest, positionSamples: newest.positionSamples, endSamples };
  }

  /**
   * The wall clock, in ms. A clock that was set shifts the edges' times as well; otherwise all would be away, or
   * forgotten.
   */
  #nowMs(): number {
    const nowMs = Date.now();
    const aheadMs = nowMs - performance.now();
    const jumpMs = aheadMs - this.#aheadMs;
    this.#aheadMs = aheadMs;
    if (Math.abs(jumpMs) >= LEAST_JUMP_MS) this.#known = afterJump(this.#known, jumpMs);
    return nowMs;
  }

  /** Notices an edge that stopped reporting; no event announces that. */
  #check(): void {
    const nowMs = this.#nowMs();
    const here = this.#known.filter((edge) => isHere(edge, nowMs)).length;
    if (here === this.#here) return;
    this.#here = here;
    this.#parts.onChanged();
  }
}

interface Refusal {
  readonly status: number;
  readonly error: string;
}

function refuse(response: ServerResponse, { status, error }: Refusal): void {
  // The rest of the report stays unread.
  response.shouldKeepAlive = false;
  sendJson(response, status, { error });
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const headers = [["Content-Type", "application/json"], NEVER_KEPT] as const;
  send(response, status, { headers, body: Buffer.from(JSON.stringify(value)) });
}

/** @returns null when it is too long */
async function readText(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) break;
    size += chunk.length;
    if (size > MAX_REPORT_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function readReport(text: string): EdgeReport | Refusal {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { status: 400, error: "The report is not JSON" };
  }
  const version = z.object({ protocol: z.int() }).safeParse(value);
  if (version.success && version.data.protocol !== EDGE_PROTOCOL_VERSION)
    return {
      status: 409,
      error: "Edge and master are of different versions: update the older one",
    };
  const report = edgeReportSchema.safeParse(value);
  if (report.success) return report.data;
  return { status: 400, error: `The report can't be read: ${z.prettifyError(report.error)}` };
}

function whyNot(
  { kind }: Exclude<ReportDecision, { readonly kind: "taken" }>,
  { name }: EdgeReport,
): string {
  switch (kind) {
    case "name-taken":
      return `Another edge is called ${name}: start this one with another --name`;
    case "replaced":
      return "A newer process uses a copy of this edge's data folder: give each edge its own folder";
    case "too-many":
      return "The master has reached its limit of edges";
    default:
      return kind satisfies never;
  }
}

function stateOf(edge: KnownEdge, nowMs: number): EdgeState {
  const { id, name, publicUrl, weight, listenerSeconds } = edge;
  const facts = { id, name, publicUrl, weight, listenerSeconds };
  if (!isHere(edge, nowMs))
    return { ...facts, state: "away", listeners: 0, lagMs: null, sinceMs: edge.reportedAtMs };
  const { state, listeners, lagMs, sinceMs } = edge;
  return { ...facts, state, listeners, lagMs, sinceMs };
}

/** Whether operators or players would notice; listened hours go out with the next status. */
function hasChanged(before: KnownEdge, after: KnownEdge): boolean {
  const tenths = ({ lagMs }: KnownEdge) => (lagMs === null ? null : Math.round(lagMs / 100));
  if (tenths(before) !== tenths(after)) return true;
  return (["listeners", "state", "publicUrl", "weight", "name", "sinceMs"] as const).some(
    (name) => before[name] !== after[name],
  );
}
