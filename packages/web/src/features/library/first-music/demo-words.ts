import type { DemoMusicState } from "@neonrelay/contract/callers";

/** The label of the button that creates demo tracks. @param state undefined until loaded */
export function demoWords(state: Pick<DemoMusicState, "making"> | undefined): string {
  if (state?.making === null || state?.making === undefined) return "Create demo tracks";
  const { made, of } = state.making;
  return `Making demo tracks: ${made} of ${of}`;
}
