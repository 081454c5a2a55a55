import * as z from "zod/mini";
import { chooseSetting } from "../../browser/chosen-setting.ts";
import type { ListeningSpan } from "./listening-rules.ts";

export const LISTENING_KEY = "neonrelay_listened";

const spansSchema = z.array(z.object({ fromMs: z.number(), toMs: z.number() }));

/** When this browser listened, oldest first; empty if unknown. */
export function loadListening(): readonly ListeningSpan[] {
  try {
    return parseListening(localStorage.getItem(LISTENING_KEY));
  } catch {
    return [];
  }
}

export function parseListening(text: string | null): readonly ListeningSpan[] {
  try {
    return spansSchema.safeParse(JSON.parse(text ?? "[]")).data ?? [];
  } catch {
    return [];
  }
}

export function saveListening(spans: readonly ListeningSpan[]): void {
  chooseSetting(LISTENING_KEY, JSON.stringify(spans));
}
