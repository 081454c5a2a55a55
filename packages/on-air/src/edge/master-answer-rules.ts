import { edgeAnswerSchema, edgeRefusalSchema, type EdgeAnswer } from "./edge-protocol.ts";

export type MasterAnswer =
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
