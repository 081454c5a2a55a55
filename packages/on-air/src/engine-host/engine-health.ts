import type { Logger } from "@neonrelay/process/log";
import type { EngineEvent } from "../engine/engine-protocol.ts";

export type EngineHeartbeat = Extract<EngineEvent, { readonly kind: "heartbeat" }>;

/** What an operator needs to know about a running engine. */
interface EngineHealth {
  /** It takes more than a second of work to make a second of programme. */
  readonly isSlow: boolean;
  /** Neither deck has anything. */
  readonly isEmergency: boolean;
}

export function engineHealthOf({ encoderSpeed, isEmergency }: EngineHeartbeat): EngineHealth {
  return { isSlow: encoderSpeed !== null && encoderSpeed < 1, isEmergency };
}

/**
 * Logs engine trouble once when it starts and once when it ends. The emergency loop is no trouble before the first
 * track: every station starts with it.
 */
export function createHealthLog(log: Logger): (heartbeat: EngineHeartbeat) => void {
  let known: EngineHealth = { isSlow: false, isEmergency: false };
  let hasHadTrack = false;
  return (heartbeat) => {
    const health = engineHealthOf(heartbeat);
    if (health.isSlow !== known.isSlow)
      log.warn(
        heartbeat,
        health.isSlow ? "the encoder is slower than real time" : "the encoder is fast enough again",
      );
    if (health.isEmergency !== known.isEmergency)
      log[hasHadTrack ? "warn" : "info"](
        heartbeat,
        health.isEmergency ? "the emergency loop is on air" : "the emergency loop is over",
      );
    hasHadTrack ||= !health.isEmergency;
    known = health;
  };
}
