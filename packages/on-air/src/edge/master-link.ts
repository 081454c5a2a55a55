import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "@neonrelay/process/log";
import { readBounded } from "@neonrelay/process/read-bounded";
import { EDGE_USER_AGENT } from "../stream/listener-rules.ts";
import { EDGE_REPORT_PATH } from "../stream/edge-port.ts";
import {
  MAX_ANSWER_BYTES,
  REPORT_EVERY_MS,
  type EdgeAnswer,
  type EdgeReport,
} from "./edge-protocol.ts";
import { masterAddress } from "./master-address.ts";
import { readAnswer, type MasterAnswer } from "./master-answer-rules.ts";

const ANSWER_LIMIT_MS = 4000;
/** Delay before reporting new browser sessions. */
const SOON_MS = 150;

interface MasterLinkParts {
  readonly master: URL;
  readonly secret: string;
  readonly report: () => EdgeReport;
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
    const sent = report();
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
