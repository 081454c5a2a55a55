/** A colour with variables and `light-dark()`, as a canvas takes it: resolved as this element would show it. */
export function shownColour(element: HTMLElement, colour: string): string {
  // Where motion is reduced, every property has a transition, and would begin with the colour before.
  element.style.transitionProperty = "none";
  element.style.color = colour;
  return getComputedStyle(element).color;
}
