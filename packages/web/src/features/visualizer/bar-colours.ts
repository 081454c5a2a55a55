import type { Pen } from "./picture.ts";

/**
 * Colours for `count` bars from left to right, or for `count` steps from the top down. One colour per bar draws several
 * times faster than a gradient, and looks the same on bars a few pixels wide.
 */
export function barColours(
  pen: Pen,
  { along, count }: { readonly along: "width" | "height"; readonly count: number },
): readonly string[] {
  const context = new OffscreenCanvas(count, 1).getContext("2d", { willReadFrequently: true });
  if (context === null) return Array.from({ length: count }, () => pen.colours.primary);
  if (along === "width") context.scale(count / pen.width, 1);
  // Turns top to bottom into left to right.
  else context.transform(0, 1, count / pen.height, 0, 0, 0);
  context.fillStyle = along === "width" ? pen.gradientAcross : pen.gradient;
  context.fillRect(0, 0, pen.width, pen.height);
  const { data } = context.getImageData(0, 0, count, 1);
  return Array.from({ length: count }, (_, bar) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(4 * bar);
    return `rgb(${red} ${green} ${blue})`;
  });
}
