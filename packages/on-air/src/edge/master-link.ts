import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "@neonrelay/process/log";
import { readBounded } from "@neonrelay/process/read-bounded";
import { EDGE_USER_AGENT } from "../stream/listener-rules.ts";
import { EDGE_REPORT_PATH } from "../stream/edge-port.ts";
import {
  type EdgeAnswer,
  edgeAnswerSchema,
  edgeRefusalSchema,
  type EdgeReport,
  MAX_ANSWER_BYTES,
  MAX_SESSIONS,
  REPORT_EVERY_MS,
} from "./edge-protocol.ts";

const ANSWER_LIMIT_MS = 4000;
/** Delay before reporting new browser sessions. */
const SOON_MS = 150;
/** Enough for a storm of returning listeners; the oldest give way. */
const MAX_WAITING = 5000;

interface MasterLinkParts {
  readonly master: URL;
  readonly secret: string;
  readonly report: () => Promise<EdgeReport>;
  readonly onAnswer: (answer: EdgeAnswer, report: EdgeReport) => void;
  /** It answers again after a failure. */
  readonly onBack: () => void;
  readonly log: Logger;
}

/** Reports to the master every two seconds, whether or not earlier reports succeeded. */
export class MasterLink {
  readonly #parts: MasterLinkParts;
  readonly #closing = new AbortController();
  #hurry = new AbortController();
  #problem: string | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(parts: MasterLinkParts) {
    this.#parts = parts;
  }

  /** Starts reporting. */
  start(): void {
    this.#running = this.#run();
  }

  /** Reports once. */
  async ask(): Promise<MasterAnswer> {
    const { report, onAnswer, onBack, log } = this.#parts;
    const sent = await report();
    const answer = await this.#send(sent);
    if (this.#closing.signal.aborted) return answer;
    if (answer.kind === "accepted") {
      const wasAway = this.#problem !== null;
      this.#problem = null;
      onAnswer(answer.answer, sent);
      if (!wasAway) return answer;
      log.info("the master accepts this edge's reports again");
      onBack();
      return answer;
    }
    if (answer.reason !== this.#problem)
      log.warn({ problem: answer.reason }, "the master does not accept this edge's reports");
    this.#problem = answer.reason;
    return answer;
  }

  /** For news that should not wait for the next report. */
  hurry(): void {
    this.#hurry.abort();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      this.#hurry = new AbortController();
      const wake = AbortSignal.any([signal, this.#hurry.signal]);
      // Closed or hurried: neither is a failure.
      await delay(REPORT_EVERY_MS, undefined, { signal: wake }).catch(() => {});
      await delay(SOON_MS, undefined, { signal }).catch(() => {});
      if (!signal.aborted) await this.ask();
    }
  }

  async #send(report: EdgeReport): Promise<MasterAnswer> {
    const { master, secret } = this.#parts;
    try {
      const response = await fetch(masterAddress(master, EDGE_REPORT_PATH), {
        method: "POST",
        headers: {
          authorization: `Bearer ${secret}`,
          "content-type": "application/json",
          "user-agent": EDGE_USER_AGENT,
        },
        body: JSON.stringify(report),
        // Never send the secret to anyone but the master.
        redirect: "manual",
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]),
      });
      const { text, isWhole } = await readBounded(response, MAX_ANSWER_BYTES);
      if (!isWhole) return { kind: "failed", reason: "The master's answer is too long" };
      return readAnswer({ status: response.status, text }, master.href);
    } catch (error) {
      return { kind: "failed", reason: whyNoAnswer(error) };
    }
  }
}

function whyNoAnswer(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return "The master does not answer";
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return code === "" ? "The master can't be reached" : `The master can't be reached (${code})`;
}

type MasterAnswer =
  | { readonly kind: "accepted"; readonly answer: EdgeAnswer }
  /** Retrying is no use until something changes. */
  | { readonly kind: "refused"; readonly reason: string }
  /** Retrying may help. */
  | { readonly kind: "failed"; readonly reason: string };

/** What the master's answer to a report means. @param master its address, for people */
export function readAnswer(
  { status, text }: { readonly status: number; readonly text: string },
  master: string,
): MasterAnswer {
  const value = parseJson(text);
  if (status === 200) {
    const answer = edgeAnswerSchema.safeParse(value);
    if (answer.success) return { kind: "accepted", answer: answer.data };
    return { kind: "refused", reason: notNeonRelay(master) };
  }
  const refusal = edgeRefusalSchema.safeParse(value);
  if (status >= 500 || status === 429)
    return { kind: "failed", reason: `The master answers with an error (${status})` };
  if (!refusal.success) return { kind: "refused", reason: notNeonRelay(master) };
  return { kind: "refused", reason: refusal.data.error };
}

function notNeonRelay(master: string): string {
  return `What answers at ${master} is no Neon Relay stream server, or an older one: --master takes the address of the master's stream port`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Address of a path on the master. @param master its address, which may have a path of its own, as behind a proxy */
export function masterAddress(master: URL, path: string): string {
  const { href } = master;
  return `${href.endsWith("/") ? href.slice(0, -1) : href}${path}`;
}

/** Browser connections to report to the master, until it has them. */
export class WaitingSessions {
  /** Position of their first sound in this edge's programme, in ms, by connection id; oldest first. */
  readonly #waiting = new Map<string, number>();

  add({ cid, startMs }: { readonly cid: string; readonly startMs: number }): void {
    this.#waiting.delete(cid);
    this.#waiting.set(cid, startMs);
    const oldest = this.#waiting.keys().next();
    if (this.#waiting.size > MAX_WAITING && oldest.done !== true)
      this.#waiting.delete(oldest.value);
  }

  /** @param masterMsOf the master's position; null: unknown, so they wait */
  toSend(masterMsOf: (ownMs: number) => number | null): EdgeReport["sessions"] {
    return [...this.#waiting].slice(0, MAX_SESSIONS).flatMap(([cid, ownMs]) => {
      const startMs = masterMsOf(ownMs);
      return startMs === null ? [] : [{ cid, startMs }];
    });
  }

  /** The master has these. */
  sent(sessions: EdgeReport["sessions"]): void {
    for (const { cid } of sessions) this.#waiting.delete(cid);
  }
}
