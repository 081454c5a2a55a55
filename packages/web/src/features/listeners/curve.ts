import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { shownColour } from "../../ui/shown-colour.ts";
import type { StepPair } from "./period-rules.ts";

const DAY_SECONDS = 86_400;
const MONTH_SECONDS = 28 * DAY_SECONDS;
const DASH = [6, 4];
/** Of a picture's title and the curves' names, in CSS pixels. */
const HEAD_PX = 60;

/** Two curves on a canvas, in the colours of the page's theme. */
export class Curve {
  readonly #plot: uPlot;
  readonly #place: HTMLElement;
  /** Resolves colours of tokens.css. */
  readonly #swatch = document.createElement("span");
  readonly #ended = new AbortController();
  readonly #sizes: ResizeObserver;
  readonly #looks: MutationObserver;

  /** @param onPointed the pair under the pointer; undefined without one */
  constructor(
    place: HTMLElement,
    {
      pairs,
      timeZone,
      onPointed,
    }: {
      readonly pairs: readonly StepPair[];
      readonly timeZone: string;
      readonly onPointed: (index: number | undefined) => void;
    },
  ) {
    this.#place = place;
    this.#swatch.hidden = true;
    place.append(this.#swatch);
    this.#plot = new uPlot(this.#options(timeZone, onPointed), dataOf(pairs), place);
    this.#sizes = new ResizeObserver(() => this.#plot.setSize(sizeOf(place)));
    this.#sizes.observe(place);
    const redraw = () => this.#plot.redraw(false);
    // A chosen theme and the station's colours are styles of the document.
    this.#looks = new MutationObserver(redraw);
    this.#looks.observe(document.documentElement, { attributes: true });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw, {
      signal: this.#ended.signal,
    });
  }

  close(): void {
    this.#ended.abort();
    this.#sizes.disconnect();
    this.#looks.disconnect();
    this.#plot.destroy();
    this.#swatch.remove();
  }

  /** As it is shown, below a title and the curves' names; null if the browser can't. */
  async toPicture(title: string): Promise<Blob | null> {
    const { canvas } = this.#plot.ctx;
    const ratio = canvas.width / this.#plot.width;
    const picture = document.createElement("canvas");
    picture.width = canvas.width;
    picture.height = canvas.height + HEAD_PX * ratio;
    const context = picture.getContext("2d");
    if (context === null) return null;
    context.fillStyle = this.#colour("var(--s1)");
    context.fillRect(0, 0, picture.width, picture.height);
    context.font = this.#font(14 * ratio);
    for (const [words, colour, leftPx, topPx] of [
      [title, "var(--text)", 16, 24],
      ["This period", "var(--primary-text)", 16, 48],
      ["The period before", "var(--secondary-text)", 120, 48],
    ] as const) {
      context.fillStyle = this.#colour(colour);
      context.fillText(words, leftPx * ratio, topPx * ratio);
    }
    context.drawImage(canvas, 0, HEAD_PX * ratio);
    return await new Promise((resolve) => {
      picture.toBlob(resolve, "image/png");
    });
  }

  #options(timeZone: string, onPointed: (index: number | undefined) => void): uPlot.Options {
    const axis: uPlot.Axis = {
      stroke: () => this.#colour("var(--muted)"),
      font: this.#font(12),
      grid: { stroke: () => this.#colour("var(--line)"), width: 1 },
      ticks: { stroke: () => this.#colour("var(--line)"), width: 1 },
    };
    return {
      ...sizeOf(this.#place),
      tzDate: (atSeconds) => uPlot.tzDate(new Date(atSeconds * 1000), timeZone),
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: { y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.1)] } },
      axes: [
        {
          ...axis,
          values: (...[, splits, , , stepSeconds]) =>
            splits.map((at) => axisWords(at, { timeZone, stepSeconds })),
        },
        { ...axis, size: 56 },
      ],
      series: [
        {},
        { stroke: () => this.#colour("var(--primary-edge)"), width: 2 },
        { stroke: () => this.#colour("var(--secondary-edge)"), width: 1.5, dash: DASH },
      ],
      hooks: { setCursor: [({ cursor: { idx } }) => onPointed(idx ?? undefined)] },
    };
  }

  #colour(colour: string): string {
    return shownColour(this.#swatch, colour);
  }

  #font(px: number): string {
    return `${px}px ${getComputedStyle(this.#place).fontFamily}`;
  }
}

function sizeOf(place: HTMLElement): { readonly width: number; readonly height: number } {
  return { width: place.clientWidth, height: place.clientHeight };
}

function dataOf(pairs: readonly StepPair[]): uPlot.AlignedData {
  return [
    pairs.map(({ step }) => Date.parse(step.from) / 1000),
    pairs.map(({ step }) => step.averageListeners),
    pairs.map(({ before }) => before?.averageListeners ?? null),
  ];
}

/** '18:00', '1 Mar' at midnight and for longer steps, 'Mar 2027' for months. */
function axisWords(
  atSeconds: number,
  { timeZone, stepSeconds }: { readonly timeZone: string; readonly stepSeconds: number },
): string {
  const at = new Date(atSeconds * 1000);
  const words = (parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-GB", { timeZone, ...parts }).format(at);
  if (stepSeconds >= MONTH_SECONDS) return words({ month: "short", year: "numeric" });
  const time = words({ hour: "2-digit", minute: "2-digit" });
  return stepSeconds >= DAY_SECONDS || time === "00:00"
    ? words({ day: "numeric", month: "short" })
    : time;
}
