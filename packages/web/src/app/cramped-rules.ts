/** Lower than any phone in portrait with its browser bars, and higher than the space above a keyboard. */
const ROOMY_HEIGHT_PX = 560;

/**
 * The height of the page while the visitor types and a software keyboard covers part of it; undefined for the full
 * height.
 * @param before the last result: pressing the button beside the field leaves the keyboard open
 */
export function crampedHeightPx(view: {
  readonly heightPx: number;
  /** A zoomed page also shows less, but must not move. */
  readonly scale: number;
  readonly isWideLayout: boolean;
  readonly isWriting: boolean;
  readonly hasResized: boolean;
  readonly before: number | undefined;
}): number | undefined {
  if (view.isWideLayout || view.scale > 1.01 || view.heightPx >= ROOMY_HEIGHT_PX) return undefined;
  if (view.isWriting) return view.heightPx;
  return view.hasResized ? undefined : view.before;
}
