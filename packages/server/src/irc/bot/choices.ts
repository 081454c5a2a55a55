/** Tracks a speaker can choose from. */
interface OpenChoice {
  /** As it was typed. */
  readonly query: string;
  readonly tracks: readonly { readonly id: string }[];
}

/** Each speaker's open choice, kept for two minutes. */
export interface Choices {
  ask(speakerKey: string, choice: OpenChoice): void;
  /** @returns null if there is none, or it has expired */
  find(speakerKey: string): OpenChoice | null;
  forget(speakerKey: string): void;
}

export const CHOICE_MS = 120_000;
/** Speakers remembered; beyond that the oldest choice is dropped. */
const MAX_SPEAKERS = 500;

export function createChoices(nowMs: () => number): Choices {
  const open = new Map<string, { readonly choice: OpenChoice; readonly untilMs: number }>();
  return {
    ask: (speakerKey, choice) => {
      open.delete(speakerKey);
      open.set(speakerKey, { choice, untilMs: nowMs() + CHOICE_MS });
      const [oldest] = open.keys();
      if (open.size > MAX_SPEAKERS && oldest !== undefined) open.delete(oldest);
    },
    find: (speakerKey) => {
      const asked = open.get(speakerKey);
      return asked !== undefined && asked.untilMs > nowMs() ? asked.choice : null;
    },
    forget: (speakerKey) => void open.delete(speakerKey),
  };
}
