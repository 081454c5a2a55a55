import { PartNotLoadedError } from "../ui/lazy-part.tsx";

interface FailureWords {
  readonly title: string;
  readonly text: string;
  /** Retrying would not help. */
  readonly isForReload: boolean;
  /** For bug reports; undefined if there is nothing to add. */
  readonly details: string | undefined;
}

/**
 * The message that visitors read about an error.
 * @param isOutdated the station serves another version than this page
 */
export function failureWords(error: unknown, isOutdated: boolean): FailureWords {
  if (!(error instanceof PartNotLoadedError))
    return {
      title: "Application Error",
      text: "The application encountered an error. This might be due to browser compatibility on OpenBSD.",
      isForReload: false,
      details: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  if (isOutdated)
    return {
      title: "A new version of this page is ready",
      text: "This part needs it. Reloading interrupts the sound for a moment.",
      isForReload: true,
      details: undefined,
    };
  return {
    title: "This part could not be loaded",
    text: "One of its files did not arrive.",
    isForReload: false,
    details: undefined,
  };
}
