/** Tracks a speaker was asked to choose from. */
interface OpenChoice {
  /** As it was typed. */
  readonly query: string;
  readonly tracks: readonly { readonly id: string }[];
}

/** What each speaker was asked, for two minutes. */
export interface Choices {
  ask(speakerKey: string, choice: OpenChoice): void;
  /** @returns null when there was no question, or it is too old */
  find(speakerKey: string): OpenChoice | null;
  forget(speakerKey: string): void;
}

export const CHOICE_MS = 120_000;
/** Speakers remembered; beyond it the one asked longest ago is forgotten. */
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
