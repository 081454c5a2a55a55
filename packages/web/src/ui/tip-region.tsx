import { useEffect, useRef } from "react";
import { TipDelay } from "./tip-delay.ts";
import { placeOfTip } from "./tip-place.ts";

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
