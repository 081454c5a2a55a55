import type { EngineEvent } from "../engine/engine-protocol.ts";

export type EngineHeartbeat = Extract<EngineEvent, { readonly kind: "heartbeat" }>;

/** What an operator has to know of a running engine. */
export interface EngineHealth {
  /** It makes less than a second of programme in a second of work. */
  readonly isSlow: boolean;
  /** Neither deck has anything. */
  readonly isEmergency: boolean;
}

export function engineHealthOf({ encoderSpeed, isEmergency }: EngineHeartbeat): EngineHealth {
  return { isSlow: encoderSpeed !== null && encoderSpeed < 1, isEmergency };
}
