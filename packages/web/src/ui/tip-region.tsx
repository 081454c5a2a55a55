import { useEffect, useRef } from "react";

/** Tooltips for icons without text, by pointer and keyboard. They show the control's name. */
export function TipRegion() {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tip = region.current;
    if (tip === null || typeof tip.showPopover !== "function") return undefined;
    return showTips(tip);
  }, []);
  return <div ref={region} popover="manual" className="tip" aria-hidden="true" />;
}

interface Tip {
  readonly control: Element;
  readonly text: string;
}

/** @returns a function that stops this */
function showTips(region: HTMLElement): () => void {
  const page = new AbortController();
  const listening = { signal: page.signal, capture: true, passive: true };
  const delay = new TipDelay<Tip>((tip) => showTip(region, tip));
  let pointed: Element | null = null;
  let giveTitleBack = () => {};
  const leave = () => {
    pointed = null;
    giveTitleBack();
    giveTitleBack = () => {};
    delay.leave();
  };
  const point = ({ target, pointerType }: PointerEvent) => {
    const control = controlAt(target);
    if (control === pointed) return;
    leave();
    pointed = control;
    const text = control === null || pointerType === "touch" ? undefined : tipOf(control);
    if (control === null || text === undefined) return;
    giveTitleBack = takeTitle(control);
    delay.point({ control, text });
  };
  const focus = ({ target }: FocusEvent) => {
    const control = controlAt(target);
    const text = control?.matches(":focus-visible") === true ? tipOf(control) : undefined;
    if (control !== null && text !== undefined) delay.open({ control, text });
  };
  document.addEventListener("pointerover", point, listening);
  document.addEventListener("focusin", focus, listening);
  document.addEventListener("focusout", leave, listening);
  document.documentElement.addEventListener("pointerleave", leave, { signal: page.signal });
  for (const event of ["pointerdown", "keydown", "scroll"])
    document.addEventListener(event, () => delay.close(), listening);
  // Its control has moved by then.
  window.addEventListener("resize", () => delay.close(), listening);
  return () => {
    page.abort();
    leave();
  };
}

function showTip(region: HTMLElement, tip: Tip | undefined): void {
  region.hidePopover();
  if (tip?.control.isConnected !== true) return;
  region.textContent = tip.text;
  region.showPopover();
  const { leftPx, topPx } = placeOfTip(tip.control.getBoundingClientRect(), {
    tip: region.getBoundingClientRect(),
    page: { width: window.innerWidth, height: window.innerHeight },
  });
  region.style.left = `${leftPx}px`;
  region.style.top = `${topPx}px`;
}

function controlAt(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest("button, a") : null;
}

/** The name of a control without visible text; undefined if it has text. */
function tipOf(control: Element): string | undefined {
  if (control.querySelector("svg") === null || showsWords(control)) return undefined;
  const text =
    control.getAttribute("title") ?? control.getAttribute("aria-label") ?? control.textContent;
  return text === "" ? undefined : text;
}

/** Screen reader text is one pixel wide, and a count in a corner explains nothing. */
function showsWords(control: Element): boolean {
  const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() !== null) {
    const { parentElement, nodeValue } = texts.currentNode;
    const isSeen = parentElement !== null && parentElement.getBoundingClientRect().width > 1;
    const isForAll = parentElement?.closest("[aria-hidden='true']") === null;
    if ((nodeValue ?? "").trim() !== "" && isSeen && isForAll) return true;
  }
  return false;
}

/**
 * Removes the title, so that the browser doesn't show it as well.
 * @returns a function that restores it
 */
function takeTitle(control: Element): () => void {
  const title = control.getAttribute("title");
  if (title === null) return () => {};
  control.removeAttribute("title");
  return () => control.setAttribute("title", title);
}

/** Delay before a tip opens, and the time after a tip during which the next one opens at once. */
const OPEN_AFTER_MS = 700;
const SKIP_WITHIN_MS = 300;

/** Decides when a control's tip is open: one at a time. */
export class TipDelay<Control> {
  readonly #show: (control: Control | undefined) => void;
  #shown: Control | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #skipTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param show gets undefined when the tip should close */
  constructor(show: (control: Control | undefined) => void) {
    this.#show = show;
  }

  /** The pointer is on a control. */
  point(control: Control): void {
    clearTimeout(this.#timer);
    if (this.#skipTimer !== undefined || this.#shown !== undefined) this.open(control);
    else this.#timer = setTimeout(() => this.open(control), OPEN_AFTER_MS);
  }

  /** Opens at once, for the keyboard. */
  open(control: Control): void {
    clearTimeout(this.#timer);
    this.#shown = control;
    this.#show(control);
  }

  /** The pointer or the focus has left. */
  leave(): void {
    clearTimeout(this.#timer);
    if (this.#shown === undefined) return;
    this.#shown = undefined;
    this.#show(undefined);
    clearTimeout(this.#skipTimer);
    this.#skipTimer = setTimeout(() => (this.#skipTimer = undefined), SKIP_WITHIN_MS);
  }

  /** A press closes the tip. */
  close(): void {
    this.leave();
    clearTimeout(this.#skipTimer);
    this.#skipTimer = undefined;
  }
}

const GAP_PX = 6;
const EDGE_PX = 8;

/** Centred below the control, or above it if that doesn't fit, and always within the page. */
export function placeOfTip(
  control: Pick<DOMRectReadOnly, "left" | "top" | "width" | "height">,
  sizes: {
    readonly tip: Pick<DOMRectReadOnly, "width" | "height">;
    readonly page: { readonly width: number; readonly height: number };
  },
): { readonly leftPx: number; readonly topPx: number } {
  const { tip, page } = sizes;
  const middlePx = control.left + control.width / 2 - tip.width / 2;
  const belowPx = control.top + control.height + GAP_PX;
  const fitsBelow = belowPx + tip.height <= page.height - EDGE_PX;
  return {
    leftPx: Math.max(EDGE_PX, Math.min(middlePx, page.width - EDGE_PX - tip.width)),
    topPx: fitsBelow ? belowPx : Math.max(EDGE_PX, control.top - GAP_PX - tip.height),
  };
}
