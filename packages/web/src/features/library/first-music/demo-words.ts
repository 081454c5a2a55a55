import type { DemoMusicState } from "@neonrelay/contract/callers";

/** What the button that makes the demo tracks says. @param state undefined while the station has not answered */
export function demoWords(state: Pick<DemoMusicState, "making"> | undefined): string {
  if (state?.making === null || state?.making === undefined) return "Make demo tracks";
  const { made, of } = state.making;
  return `Making demo tracks: ${made} of ${of}`;
}
